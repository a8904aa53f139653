"""Requests: what a user asks for, declared once, field by field.

The fields of a request decide every row, besides the texts of box and strategies and the version.
Defaults, help texts and limits stand beside each field. From them follow the options of the command
line (``trisim.cli.options``), JSON, and the lines that say how two requests differ. ``Execution``
has what changes no row: jobs, backend, progress.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, Self, TypeAlias

from trisim.box.faults import did_you_mean
from trisim.documents import DocumentError, is_stored
from trisim.plugin import DEFAULT, GameInfo, PluginError, info
from trisim.sim.errors import SettingsError
from trisim.sim.options import LARGEST_SEED, GameOptions, Scenario, StudyOptions, option, quote
from trisim.sim.progress import Progress


class Request:
    """What a user asks for: the base of frozen dataclasses whose fields have options.

    ``game`` names the game, and ``game_options`` has the options that it declares.
    """

    __slots__ = ()

    what: ClassVar[str]
    """What is played by such a request: a run, a tournament."""

    game: str
    players: int
    game_options: Any

    @classmethod
    def of(cls, base: Self | None = None, **given: Any) -> Self:
        """A request by what a user gives, in Python or on the command line.

        What isn't given (or None) is as in ``base``, the request of something that goes on, or has
        its default. Options of the game, and its word for roles, are given like all others.
        """
        said = {name: value for name, value in given.items() if value is not None}
        game = game_info(said.pop("game", base.game if base else DEFAULT))
        if base is not None and game.name != base.game:
            raise SettingsError(f"game: {game.name}, was {base.game}; leave it out")
        if game.role is not None and game.role.many in said:
            said["roles"] = said.pop(game.role.many)
        names = [each.name for each in fields_of(cls)]
        own = {each.name for each in fields(game.options) if each.metadata.get("option")}
        of_study = {each.name for each in fields(game.study)} if "study" in names else set()
        check_known(cls, game, said, {*names, *own, *of_study})
        options = game.options.of(
            base.game_options if base else None, {name: said[name] for name in own & set(said)}
        )
        options.check_given(frozenset(said))
        known = {} if base is None else {name: getattr(base, name) for name in names}
        known |= {name: value for name, value in said.items() if name not in own | of_study}
        if "study" in names:
            given_study = {name: said[name] for name in of_study & set(said)}
            known["study"] = game.study.of(base.study if base else None, given_study)
        before = base.game_options.default_roles if base else options.default_roles
        if "roles" not in said and before != options.default_roles:
            known.pop("roles", None)
        known |= {"game": game.name, "game_options": options}
        return cls(**cls.understood(known, frozenset(said)))

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Values as the fields have them, such as a tuple in place of a text with commas.

        ``values`` has all that is known, ``given`` the names of what the user has just given.
        """
        return values

    @classmethod
    def types_in(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """The types of fields that depend on the game, for ``trisim.documents``."""
        try:
            options = info(str(data.get("game", DEFAULT))).options
        except PluginError as error:
            raise DocumentError(str(error), "game") from error
        hints: dict[str, Any] = {"game_options": options}
        if "study" in {each.name for each in fields_of(cls)}:
            hints["study"] = info(str(data.get("game", DEFAULT))).study
        if "setups" in {each.name for each in fields_of(cls)}:
            hints["setups"] = tuple[Scenario[options], ...]  # type: ignore[valid-type]
        return hints

    def complete(self) -> None:
        """Put the defaults of the game in the place of what isn't given."""
        put = object.__setattr__
        put(self, "game_options", self.game_options or self.info.options())
        put(self, "players", self.players or default_players(self.game, self.options))

    @property
    def options(self) -> Any:
        """The options of the game, of the class that it declares."""
        return self.game_options

    @property
    def info(self) -> GameInfo:
        """What is known of the game without loading it."""
        return info(self.game)

    def differences(self, other: Self) -> list[str]:
        """What is not as in another request, one line each: ``players: 4, was 3``."""
        pairs = values_by_name(self, other)
        pairs += [each for _, mine, was in pairs for each in values_of_options(mine, was)]
        role = self.info.role
        names = {"roles": role.many} if role else {}
        return [
            f"{names.get(name, name).replace('_', '-')}: {quote(mine)}, was {quote(was)}"
            for name, mine, was in pairs
            if mine != was and not isinstance(mine, GameOptions | StudyOptions)
        ]


def default_players(game: str, options: GameOptions) -> int:
    """How many seats there are if nothing is said."""
    return options.players or info(game).default_players


def values_by_name(mine: Any, other: Any) -> list[tuple[str, Any, Any]]:
    """The stored fields of two dataclasses of a kind."""
    names = [each.name for each in fields_of(type(mine)) if is_stored(each)]
    return [(name, getattr(mine, name), getattr(other, name)) for name in names]


def values_of_options(mine: Any, other: Any) -> list[tuple[str, Any, Any]]:
    """The fields of two options of a game; none of anything else."""
    is_options = isinstance(mine, GameOptions | StudyOptions)
    return values_by_name(mine, other) if is_options else []


def game_info(name: str) -> GameInfo:
    """A game by the name that a user gives."""
    try:
        return info(name)
    except PluginError as error:
        raise SettingsError(f"--game {error}") from error


def check_known(
    kind: type[Request], game: GameInfo, given: Mapping[str, Any], known: set[str]
) -> None:
    """Stop at something given that neither the request nor the game has."""
    for name in given:
        if name not in known or (name == "roles" and game.role is None):
            words = [*sorted(known - {"roles", "game_options"})]
            words += [game.role.many] if game.role else []
            raise SettingsError(
                f"{name}: {game.name} has no such option in a {kind.what}; "
                f"{did_you_mean(name, words)}"
            )


def fields_of(kind: type[Any]) -> tuple[Field[Any], ...]:
    """The fields of a request class."""
    return fields(kind)


def words_of(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Words with commas between them, in one text or several.

    >>> words_of("greedy, balanced:noise=0.1"), words_of(["a,b", "c"])
    (('greedy', 'balanced:noise=0.1'), ('a', 'b', 'c'))
    """
    texts = [text] if isinstance(text, str) else text
    words = (word.strip() for each in texts for word in str(each).split(","))
    return tuple(word for word in words if word)


def check_named_once(name: str, specs: tuple[str, ...]) -> None:
    """Stop at a strategy that is named twice."""
    for spec in specs:
        if specs.count(spec) > 1:
            raise SettingsError(f"{name}: {spec} is named twice; name each once")


# ---------------------------------------------------------------- how it is played

OnProgress: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """How games are played: it changes no row."""

    jobs: int = option(-1, "How many cores; -1 for all.", least=-1, most=9999)
    backend: str | None = option(
        None,
        "threads, loky (processes), dask or ray.",
        metavar="NAME",
        words=("threads", "loky", "dask", "ray"),
        default_words="threads; loky if a strategy is in Python",
    )
    address: str | None = option(
        None, "Where the Dask scheduler or Ray cluster is.", metavar="URL", default_words=""
    )
    resume: bool = option(False, "Go on with what is in DIR, to the very same bytes.")
    force: bool = option(False, "Replace what is in DIR.")
    command: str = ""
    """What was typed, for the manifest."""

    on_progress: OnProgress | None = None
    on_note: Callable[[str], None] | None = None
    """Told what is worth a line of its own while it is played."""

    def __post_init__(self) -> None:
        is_number = type(self.jobs) is int
        if not is_number or self.jobs < -1 or self.jobs == 0:
            raise SettingsError(f"jobs {self.jobs}: a number of cores is expected, or -1 for all")
        if self.resume and self.force:
            raise SettingsError("--resume and --force: give one of them")


Shared: TypeAlias = dict[str, Any]
"""An option that several requests have, as arguments of ``option``."""

BOX: Shared = {
    "help": "The box; left out, the reference set.",
    "metavar": "DIR",
    "default_words": "",
    "stored": False,
}
VARIANTS: Shared = {
    "help": "A variant to lay over it; may be given more than once.",
    "metavar": "FILE",
    "flag": "--variant",
    "is_multiple": True,
    "default_words": "",
    "stored": False,
}
PLAYERS: Shared = {"help": "How many players.", "least": 1, "most": 99, "default_words": ""}
"""The limits and the default are those of the game."""

SEED: Shared = {
    "help": "The same one, the same games.",
    "metavar": "S",
    "least": 0,
    "most": LARGEST_SEED,
}
GAME: Shared = {"help": "Which game; trisim games lists them.", "metavar": "NAME"}
ROLES: Shared = {
    "metavar": "HOW",
    "unsaid": None,
    "is_roles": True,
    "help": "balanced: all meet in all seats equally often; random; chosen: by the strategies; or "
    "ids with commas, one for each place.",
}
LOG: Shared = {
    "metavar": "LEVEL",
    "words": ("players", "turns"),
    "help": "What is written: players (and games), or turns (and the like) as well.",
}
