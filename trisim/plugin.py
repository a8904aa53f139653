"""The contract of a game: what it offers, and where games are found.

A game has two modules. ``game.py`` is light: it holds a ``GameInfo`` with names, options and help
texts, and imports neither numpy nor numba nor a box, so that ``--help`` stays fast. ``plugin.py``
is heavy: it holds a ``GamePlugin`` with rules, tables, strategies and report, and is imported when
the game is used. ``docs/your-own-game.md`` builds a game step by step.

A game of another package is found by an entry point of the group ``trisim.games`` that names its
``GameInfo``:

    [project.entry-points."trisim.games"]
    mygame = "mypackage.game:GAME"
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trisim.box.faults import did_you_mean, shown
from trisim.game_text import GameText as GameText
from trisim.record.base import Outcome as Outcome
from trisim.record.base import RoleWords as RoleWords
from trisim.sim.options import GameOptions as GameOptions
from trisim.sim.options import StudyOptions as StudyOptions
from trisim.sim.options import option as option
from trisim.transcript import EventTranscript, MoveTranscript, Transcript

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from trisim.box.box import Box, Conversion
    from trisim.box.format import BoxFormat
    from trisim.engine.game import Game
    from trisim.engine.rules import Rules
    from trisim.players.kit import PlayerKit
    from trisim.record.recording import Recording
    from trisim.report.kit import ReportKit
    from trisim.sim.audit.kit import AuditKit
    from trisim.sim.run_request import RunRequest

GROUP = "trisim.games"
DEFAULT = "trismegistus"
OURS = {
    DEFAULT: "trisim.games.trismegistus.game:GAME",
    "madness": "trisim.games.madness.game:GAME",
}
"""The games that come with trisim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningDefaults:
    """Strategies of a game that tuning takes if nothing is said."""

    start: str = "balanced"
    """The weights that a tuning begins with."""

    pool: tuple[str, ...] = ("balanced",)
    """The opponents."""

    unchecked: tuple[str, ...] = ()
    """Weights that a result isn't checked against unless they are named."""


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

    options: type[GameOptions] = GameOptions
    """The options of the game, as fields with ``option(...)``."""

    study: type[StudyOptions] = StudyOptions
    """What ``trisim difficulty`` compares, with options of its own."""

    tuning: TuningDefaults = TuningDefaults()
    """Whom ``trisim tune`` begins with and plays against, if nothing is said."""

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Scenarios by name, each as values of options; the first is what others are compared with."""

    box: str = ""
    """The name of its reference set, as in ``box.toml``."""

    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lines that the help of a command adds to its examples, by command: ``{"run": (…)}``."""

    notes: Mapping[str, str] = field(default_factory=dict)
    """A paragraph that the help of a command adds, by command."""

    words: tuple[str, ...] = ()
    """Words of this game that no neutral module uses."""

    plugin: str
    """Where its ``GamePlugin`` is: ``package.module:NAME``."""


class GamePlugin:
    """All of a game. A game subclasses it, and imports each part when it is first asked for.

    ``box``, ``rules``, ``record`` and ``players`` are needed; everything else has a default that
    works for any game.
    """

    info: GameInfo
    rules_version: int
    """Raised when a change of the rules makes rows say something else."""

    @property
    def name(self) -> str:
        """What the game is called on the command line and in manifests."""
        return self.info.name

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)

    def lacks(self, part: str) -> PluginError:
        """What is said of a game that lacks a part which every game has."""
        return PluginError(f"game '{self.name}': {type(self).__name__} has no '{part}'")

    # -- what every game has

    @cached_property
    def box(self) -> BoxFormat[Any]:
        """The files of a box: cards, settings, checks, the reference set."""
        raise self.lacks("box")

    @cached_property
    def rules(self) -> Rules:
        """Records and kernels: how a game is set up, what is legal, what a move does."""
        raise self.lacks("rules")

    @cached_property
    def record(self) -> Recording:
        """The tables of a run, and the kernel that fills them."""
        raise self.lacks("record")

    @cached_property
    def players(self) -> PlayerKit:
        """Features, weights, shipped strategies: what plays the game."""
        raise self.lacks("players")

    # -- what has a default

    @cached_property
    def text(self) -> GameText:
        """Moves, boards and transcripts in words."""
        return GameText()

    @cached_property
    def audit(self) -> AuditKit:
        """Checks of tables and columns that only this game has."""
        from trisim.sim.audit.kit import AuditKit

        return AuditKit()

    @cached_property
    def report(self) -> ReportKit:
        """The chapters of a report, and what the game calls things in it."""
        from trisim.report.contents import neutral_report

        return neutral_report(self.info.outcome, self.info.role)

    # -- a single game

    def new_game(self, request: RunRequest, roles: Sequence[str] = ()) -> Game:
        """A game before its first choice; with ``roles``, one for each seat that decides."""
        from trisim.box.box import load_box

        box = load_box(self.box, request.box, request.variants)
        options = request.scenario_options[0]
        return self.rules.new_game(box, request.players, request.seed, options, roles)

    def transcript(self, game: Any, names: Sequence[str] = (), **who: Any) -> Transcript:
        """The transcript of a game; ``who`` as ``Transcript`` has it."""
        if self.text.transcript is not None:
            return self.text.transcript(game, names, **who)
        told = self.text.describe, self.result_lines, game, names
        if self.text.sentence is not None:
            return EventTranscript(self.text.sentence, *told, **who)
        return MoveTranscript(*told, **who)

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

    # -- runs of earlier formats

    def earlier_request(self, data: Mapping[str, Any], number: int) -> Mapping[str, Any]:
        """The request in a manifest of an earlier format, with the keys of today."""
        return data

    def box_conversion(self, number: int) -> Conversion | None:
        """How a box of an earlier format is converted; None if it need not be."""
        return None

    def box_digests(self, box: Box, number: int) -> tuple[str, ...]:
        """The digests that a manifest of a format may have for a box."""
        return (box.digest,)


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
        raise PluginError(f"no game '{shown(name)}'; {did_you_mean(name, list(games()))}")
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


def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of other packages by name; one name should have one."""
    return installed_on(tuple(sys.path))


@cache
def installed_on(path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """The same for a search path: each is read once, since every request asks for its game."""
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
