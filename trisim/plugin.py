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

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trisim.record.base import Outcome as Outcome
from trisim.record.base import RoleWords as RoleWords

if TYPE_CHECKING:
    from trisim.record.columns import Table
    from trisim.report.kit import ReportKit

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


@dataclass(frozen=True, kw_only=True, eq=False)
class GamePlugin:
    """All of a game: rules, tables, strategies, report."""

    info: GameInfo
    rules_version: int
    """Raised when a change of the rules makes rows say something else."""

    tables: Mapping[str, Table]
    """The tables of its runs, by name."""

    report_at: str
    """Where its ``ReportKit`` is, ``package.module:NAME``: imported when a report is made."""

    @property
    def name(self) -> str:
        """What the game is called on the command line and in manifests."""
        return self.info.name

    @property
    def report(self) -> ReportKit:
        """Chapters, words and colours of its report."""
        found: ReportKit = named_object(self.report_at)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)


# ---------------------------------------------------------------- where games are found


@cache
def info(name: str) -> GameInfo:
    """A game by name, not yet loaded."""
    found: GameInfo = named_object(OURS[name])
    return found


@cache
def load(name: str) -> GamePlugin:
    """A game by name, loaded."""
    found: GamePlugin = named_object(info(name).plugin)
    return found


def named_object(where: str) -> Any:
    """The object at ``package.module:NAME``."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
