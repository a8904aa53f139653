"""Requests of users, declared once, field by field.

The fields of a request, the texts of box and strategies, and the version decide every row. Each
field has its default, help text and limits. The options of the command line
(``trisim.cli.options``), JSON, and the lines on differences between requests follow from them.
``Execution`` has what changes no row: jobs, backend, progress.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, Self, TypeAlias

from trisim.box.faults import did_you_mean
from trisim.documents import DocumentError, is_stored
from trisim.plugin import DEFAULT, GameInfo, PluginError, info
from trisim.sim.errors import SettingsError
from trisim.sim.options import (
    LARGEST_SEED,
    GameOptions,
    Scenario,
    StudyOptions,
    option,
    option_of,
    quote,
)
from trisim.sim.progress import Progress


class Request:
    """The base of frozen dataclasses whose fields have options.

    ``game`` names the game, and ``game_options`` has the options that it declares.
    """

    __slots__ = ()

    what: ClassVar[str]
    """The thing that the request describes: a run, a tournament."""

    game: str
    players: int
    game_options: Any

    @classmethod
    def of(cls, base: Self | None = None, /, **given: Any) -> Self:
        """A request from what a user gives, in Python or on the command line.

        Values that are not given (or None) are those of ``base``, the request of something that is
        resumed, or defaults. Options of the game, and its word for roles, are given like all
        others.
        """
        said = {name: value for name, value in given.items() if value is not None}
        game = game_info(said.pop("game", base.game if base else DEFAULT))
        if base is not None and game.name != base.game:
            raise SettingsError(f"game: {game.name}, was {base.game}; leave it out")
        names, kinds = [each.name for each in fields_of(cls)], cls.option_types(game)
        if game.role is not None and game.role.many in said and "roles" in names:
            said["roles"] = said.pop(game.role.many)
        own = {option for kind in kinds.values() for option in option_names(kind)}
        check_known(cls, game, said, {*names, *own} - {*kinds})
        known = {} if base is None else {name: getattr(base, name) for name in names}
        known |= {name: value for name, value in said.items() if name not in own} | {
            "game": game.name
        }
        for name, kind in kinds.items():
            laid = {option: said[option] for option in option_names(kind) if option in said}
            known[name] = kind.of(known.get(name), laid)
        options = known["game_options"]
        options.check_given(frozenset(said))
        if base and "roles" not in said and base.options.default_roles != options.default_roles:
            known.pop("roles", None)
        return cls(**cls.understood(known, frozenset(said)))

    @classmethod
    def option_types(cls, game: GameInfo) -> dict[str, Any]:
        """The fields that hold options of the game, with the classes that it declares."""
        types = {"game_options": game.options, "study": game.study}
        return {each.name: types[each.name] for each in fields_of(cls) if each.name in types}

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Values converted to the types of the fields, such as a text with commas to a tuple.

        ``values`` are all known values, ``given`` the names of those that the user has just given.
        """
        return values

    @classmethod
    def types_in(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """The types of fields that depend on the game, for ``trisim.documents``."""
        try:
            game = info(str(data.get("game", DEFAULT)))
        except PluginError as error:
            raise DocumentError(str(error), "game") from error
        has_setups = "setups" in {each.name for each in fields_of(cls)}
        setups = {"setups": tuple[Scenario[game.options], ...]} if has_setups else {}  # type: ignore[name-defined]
        return {**cls.option_types(game), **setups}

    def complete(self) -> None:
        """Fill missing values with the defaults of the game."""
        put = object.__setattr__
        put(self, "game_options", self.game_options or self.info.options())
        put(self, "players", self.players or default_players(self.game, self.options))

    @property
    def options(self) -> Any:
        """The options of the game, of the class that it declares."""
        return self.game_options

    @property
    def info(self) -> GameInfo:
        """The game's light description, without loading the game."""
        return info(self.game)

    def differences(self, other: Self) -> list[str]:
        """Differences to another request, one line each: ``players: 4, was 3``."""
        pairs = values_by_name(self, other)
        role = self.info.role
        names = {"roles": role.many} if role else {}
        return [
            f"{names.get(name, name).replace('_', '-')}: {quote(mine)}, was {quote(was)}"
            for name, mine, was in pairs
            if mine != was
        ]


def default_players(game: str, options: GameOptions) -> int:
    return options.players or info(game).default_players


def values_by_name(mine: Any, other: Any) -> list[tuple[str, Any, Any]]:
    """The stored values of two requests, options of the game included."""
    found: list[tuple[str, Any, Any]] = []
    for name in (each.name for each in fields_of(type(mine)) if is_stored(each)):
        one, two = getattr(mine, name), getattr(other, name)
        is_options = isinstance(one, GameOptions | StudyOptions) and type(one) is type(two)
        found += values_by_name(one, two) if is_options else [(name, one, two)]
    return found


def game_info(name: str) -> GameInfo:
    """A game by the name that a user gives."""
    try:
        return info(name)
    except PluginError as error:
        raise SettingsError(f"--game: {error}") from error


def check_known(
    kind: type[Request], game: GameInfo, given: Mapping[str, Any], known: set[str]
) -> None:
    """Stop at a name that neither the request nor the game has."""
    for name in given:
        if name not in known or (name == "roles" and game.role is None):
            words = [*sorted(known - {"roles", "game_options"})]
            words += [game.role.many] if game.role and "roles" in known else []
            raise SettingsError(
                f"{name}: {game.name} has no such option in a {kind.what}; "
                f"{did_you_mean(name, words)}"
            )


def option_names(kind: type[Any]) -> list[str]:
    return [each.name for each in fields(kind) if option_of(each)]


def fields_of(kind: type[Any]) -> tuple[Field[Any], ...]:
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


# ---------------------------------------------------------------- execution

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
    resume: bool = option(False, "Continue what is in DIR; the result has the same bytes.")
    force: bool = option(False, "Replace what is in DIR.")
    command: str = ""
    """The command line, for the manifest."""

    on_progress: OnProgress | None = None
    on_note: Callable[[str], None] | None = None
    """Called with notes that deserve a line of their own."""

    def __post_init__(self) -> None:
        is_number = type(self.jobs) is int
        if not is_number or self.jobs < -1 or self.jobs == 0:
            raise SettingsError(f"jobs {self.jobs}: a number of cores is expected, or -1 for all")
        if self.resume and self.force:
            raise SettingsError("--resume and --force: give one of them")


Shared: TypeAlias = dict[str, Any]
"""An option that several requests have, as arguments of ``option``."""

BOX: Shared = {
    "help": "The box.",
    "metavar": "DIR",
    "default_words": "the reference set",
    "stored": False,
}
VARIANTS: Shared = {
    "help": "A variant to apply to the box; may be given more than once.",
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
STRATEGY: Shared = {
    "help": "The strategy of all seats: a name or a file, with parameters if you like.",
    "metavar": "NAME",
    "unsaid": None,
    "default_words": "the one that a tuning begins with",
}
LINEUP: Shared = {
    "help": "A strategy for each place instead, such as mine.py,random*3.",
    "metavar": "A,B,…",
    "unsaid": None,
    "default_words": "",
}
LOG: Shared = {
    "metavar": "LEVEL",
    "words": ("players", "turns"),
    "help": "What is written: players (and games), or turns (and the like) as well.",
}
