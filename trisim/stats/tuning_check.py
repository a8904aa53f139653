"""What a tuned player is worth: its wins against tables of others, some of them never met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trisim.documents import Document
from trisim.stats.clustered import Sums
from trisim.stats.deal_arrays import Sheet
from trisim.stats.estimate import Comparison, Scale
from trisim.stats.multiple import against, compare_all
from trisim.stats.standings import add_sums, duel_totals
from trisim.stats.team_standings import TeamCounts

SURE = 0.05
ONE, OTHERS = 0, 1
"""The numbers of the two in a line-up of one against a table of another."""


@dataclass(frozen=True, slots=True)
class Faced:
    """How often the result won against a table of one strategy; equals would have par."""

    strategy: str
    spec: str
    met: bool
    """Whether the tuning has played against it, or began with it."""

    win: Comparison

    @property
    def is_better(self) -> bool:
        """Whether the result surely wins more than equals would, all comparisons considered."""
        return self.win.adjusted < SURE and self.win.estimate.value > self.win.null

    @property
    def is_worse(self) -> bool:
        """Whether it surely wins less."""
        return self.win.adjusted < SURE and self.win.estimate.value < self.win.null


@dataclass(frozen=True, slots=True)
class Check(Document):
    """The result of a tuning on deals and against strategies that it never met, and others.

    All intervals hold together; p values are corrected for all comparisons.
    """

    start: str
    """The name of the strategy that the tuning began with; it is among the faced."""

    players: int
    games: int
    deals: int
    aborted: int
    faced: tuple[Faced, ...]

    @property
    def is_team(self) -> bool:
        """Whether teams are compared: ``win`` is then a difference of their win rates."""
        return any(each.win.estimate.scale is Scale.RATE_DIFFERENCE for each in self.faced)

    @property
    def par(self) -> float:
        """What equals would have: their win rate, or no difference between teams."""
        return 0.0 if self.is_team else 1 / self.players

    @property
    def against_start(self) -> Faced:
        """How it did against a table of the start."""
        return next(each for each in self.faced if each.strategy == self.start)


class WinTally:
    """Wins of the one against each table of others, part by part."""

    def __init__(self) -> None:
        self.sums: dict[int, Sums] = {}
        self.games = 0

    def read(self, number: int, sheet: Sheet) -> None:
        """Add some deals against one of them, whose line-up is ``ONE`` and then ``OTHERS``."""
        totals = duel_totals([sheet])
        add_sums(self.sums, {number: totals[ONE, OTHERS]})
        self.games += sheet.games


def checked(
    tally: WinTally,
    *,
    names: Sequence[str],
    specs: Sequence[str],
    met: Sequence[str],
    start: str,
    players: int,
    aborted: int = 0,
) -> Check:
    """All figures of a check, from its sums; ``met`` and ``start`` are specs."""
    found = against(tally.sums, 1 / players)
    return Check(
        start=names[list(specs).index(start)],
        players=players,
        games=tally.games,
        deals=next(iter(tally.sums.values())).clusters,
        aborted=aborted,
        faced=tuple(
            Faced(names[number], specs[number], specs[number] in met, here)
            for number, here in found.items()
        ),
    )


def checked_teams(
    counts: TeamCounts,
    *,
    names: Sequence[str],
    specs: Sequence[str],
    met: Sequence[str],
    start: str,
    players: int,
    aborted: int = 0,
) -> Check:
    """All figures of a check of teams on the same deals; team 0 of the counts is the result."""
    joint = counts.won
    others = [number for number, same in joint.levels if number == same and number != 0]
    points = {number: joint.difference((0, 0), (number, number)) for number in others}
    found = compare_all(points, 0.0)
    return Check(
        start=names[list(specs).index(start)],
        players=players,
        games=counts.games,
        deals=joint.sums((0, 0)).clusters,
        aborted=aborted,
        faced=tuple(
            Faced(names[number - 1], specs[number - 1], specs[number - 1] in met, here)
            for number, here in found.items()
        ),
    )
