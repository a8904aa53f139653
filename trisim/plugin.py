"""The contract of a game: what it offers, and where games are found.

A game has two modules. ``game.py`` is light: it holds a ``GameInfo`` with names, options and help
texts, and imports neither numpy nor numba nor a box, so that ``--help`` stays fast. ``plugin.py``
is heavy: it holds a ``GamePlugin`` with rules, tables, strategies and report, and is imported when
the game is used.

A game of another package is found by an entry point of the group ``trisim.games`` that names its
``GameInfo``:

    [project.entry-points."trisim.games"]
    mygame = "mypackage.game:GAME"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trisim.box.faults import did_you_mean
from trisim.record.base import Outcome as Outcome
from trisim.record.base import RoleWords as RoleWords
from trisim.transcript import MoveTranscript, Transcript

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from trisim.record.columns import Table

GROUP = "trisim.games"
DEFAULT = "trismegistus"
OURS = {DEFAULT: "trisim.games.trismegistus.game:GAME"}
"""The games that come with trisim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """What is known of a game before it is loaded."""

    name: str
    title: str
    players: range
    default_players: int
    outcome: Outcome
    role: RoleWords | None = None
    """What roles are called; None if players are all alike."""

    automa: str = ""
    """The word in line-ups for an opponent that the rules play themselves."""

    plugin: str
    """Where its ``GamePlugin`` is: ``package.module:NAME``."""


def nothing_more(game: Any, move: int) -> str:
    """For a game whose moves say all there is."""
    return ""


def no_lines(game: Any, seat: int) -> Sequence[str]:
    """For a game that shows no board."""
    return ()


def no_parts(game: Any, seat: int) -> Mapping[str, int]:
    """For a game whose scores have no parts."""
    return {}


def seat_name(game: Any, seat: int) -> str:
    """For a game whose players have no names."""
    return f"seat {seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """What people read of a single game; ``describe`` is enough to play it."""

    describe: Callable[[Any, int], str]
    """``describe(game, move)``: an option of the pending decision, in words that a player uses."""

    more_about: Callable[[Any, int], str] = nothing_more
    """``more_about(game, move)``: the text of a card that a move names; "" if there is none."""

    own_lines: Callable[[Any, int], Sequence[str]] = no_lines
    """``own_lines(game, seat)``: what a player looks at before deciding."""

    table_lines: Callable[[Any, int], Sequence[str]] = no_lines
    """``table_lines(game, seat)``: everything on the table, as a seat sees it."""

    player_name: Callable[[Any, int], str] = seat_name
    """``player_name(game, seat)``: what a player is called, perhaps by its role."""

    score_parts: Callable[[Any, int], Mapping[str, int]] = no_parts
    """``score_parts(game, seat)``: what a seat's score is made of, once the game is over."""

    transcript: type[Transcript] | None = None
    """How a game is told; None: a line for each move, and the result."""

    write_position: Callable[[Any], str] | None = None
    """``write_position(game)``: the position as the text of a file; raises a ``GameError`` where
    that is not possible. None: positions are not saved."""

    never_wasted: str = "nothing that is left is wasted"
    """Why an option is taken when all others would waste something."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GamePlugin:
    """All of a game: rules, tables, strategies, report."""

    info: GameInfo
    rules_version: int
    """Raised when a change of the rules makes rows say something else."""

    tables: Mapping[str, Table]
    """The tables of its runs, by name."""

    text: GameText

    @property
    def name(self) -> str:
        """What the game is called on the command line and in manifests."""
        return self.info.name

    def transcript(self, game: Any, names: Sequence[str] = (), **who: Any) -> Transcript:
        """The transcript of a game; ``who`` as ``Transcript`` has it."""
        if self.text.transcript is not None:
            return self.text.transcript(game, names, **who)
        return MoveTranscript(self.text.describe, self.result_lines, game, names, **who)

    def result_lines(self, game: Any) -> list[str]:
        """How a game has ended, in words."""
        if self.info.outcome is Outcome.TEAM:
            return ["The team has won." if game.won else "The team has lost."]
        names = [self.text.player_name(game, seat) for seat in range(game.players)]
        scores = [game.score(seat) for seat in range(game.players)]
        points = [
            f"{name}: {score:g} point{'' if score == 1 else 's'}"
            for name, score in zip(names, scores, strict=True)
        ]
        return [*points, f"Won by {', '.join(names[seat] for seat in game.winners())}."]

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)


# ---------------------------------------------------------------- where games are found


class PluginError(ValueError):
    """A game that there isn't, or that can't be imported."""


def games() -> tuple[str, ...]:
    """The names of all games: those of trisim, then those of other packages."""
    return (*OURS, *sorted({*installed()} - {*OURS}))


def info(name: str) -> GameInfo:
    """A game by name, not yet loaded."""
    entries = () if name in OURS else installed().get(name, ())
    if name not in OURS and not entries:
        raise PluginError(f"no game '{name}'; {did_you_mean(name, list(games()))}")
    if len(entries) > 1:
        packages = ", ".join(sorted(map(package_of, entries)))
        raise PluginError(f"several packages have a game '{name}': {packages}; remove all but one")
    where = OURS[name] if name in OURS else entries[0].value
    of_package = f" of {package_of(entries[0])}" if entries else ""
    return found_info(name, where, of_package)


@cache
def found_info(name: str, where: str, of_package: str) -> GameInfo:
    """The information of a game, imported once."""
    found = named_object(where, f"game '{name}'{of_package}")
    if not isinstance(found, GameInfo):
        raise PluginError(f"game '{name}'{of_package}: {where} is no GameInfo")
    if found.name != name:
        raise PluginError(
            f"game '{name}'{of_package}: its GameInfo is called '{found.name}'; the entry point "
            "needs the same name"
        )
    return found


@cache
def load(name: str) -> GamePlugin:
    """A game by name, loaded."""
    where = info(name).plugin
    found = named_object(where, f"game '{name}'")
    if not isinstance(found, GamePlugin):
        raise PluginError(f"game '{name}': {where} is no GamePlugin")
    return found


def installed() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of other packages by name; one name should have one."""
    from importlib.metadata import entry_points

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def package_of(entry: EntryPoint) -> str:
    """The package that an entry point comes with."""
    return entry.dist.name if entry.dist is not None else "an unknown package"


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as ``trisim games`` lists it: what is known of it, or what is wrong with it."""

    name: str
    package: str
    info: GameInfo | None = None
    error: str = ""


def every_game() -> list[Listed]:
    """All games, those of trisim first; one that can't be imported has its error."""
    ours = [listed_game(name, "trisim") for name in OURS]
    others = [
        listed_game(name, ", ".join(sorted(map(package_of, entries))))
        for name, entries in sorted(installed().items())
    ]
    return ours + others


def listed_game(name: str, package: str) -> Listed:
    """A game of a package with what is known of it, or with its error."""
    if name in OURS and package != "trisim":
        error = f"trisim has a game '{name}' itself; give the entry point another name"
        return Listed(name, package, error=error)
    try:
        return Listed(name, package, info(name))
    except PluginError as error:
        return Listed(name, package, error=str(error))


def named_object(where: str, what: str) -> Any:
    """The object at ``package.module:NAME``; any error of its import is one line."""
    module, _, name = where.partition(":")
    try:
        return getattr(import_module(module), name)
    except Exception as error:
        words = " ".join(str(error).split())
        raise PluginError(f"{what}: {type(error).__name__}: {words} (in {where})") from error
