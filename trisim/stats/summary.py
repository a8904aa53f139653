"""The summary of a run of a game of points: win rates and scores by seat, role and strategy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from trisim.record.base import RoleWords
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Level, Scale, StatsError
from trisim.stats.sequence import Target, intervals
from trisim.stats.totals import (
    ALL,
    SCORE,
    WIN,
    WINNING_SCORE,
    Part,
    all_sums_by,
    check_columns,
    combine,
    opened,
)

COLUMNS = ("game", "deal", "win", "score")

QUANTITIES = {"win": WIN, "score": SCORE, "winning_score": WINNING_SCORE}

SumsByLevel = dict[Level, Sums]
Key = tuple[str, str]
"""Quantity and group; the group of all rows is ``ALL``."""


@dataclass(frozen=True, slots=True)
class LevelSummary:
    """One seat, role or strategy; ``differs`` if par is outside the interval of its wins."""

    level: Level
    win: Estimate
    score: Estimate
    winning_score: Estimate
    differs: bool

    def as_dict(self) -> dict[str, object]:
        return {
            "level": self.level,
            "win": self.win.as_dict(),
            "score": self.score.as_dict(),
            "winning_score": self.winning_score.as_dict(),
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in numbers. ``par`` is the win rate of equals: 1 divided by the number of players.

    The intervals of a group (all seats, all roles, all strategies) hold together at ``level``.
    """

    games: int
    deals: int
    par: float
    level: float
    score: Estimate
    winning_score: Estimate
    seats: tuple[LevelSummary, ...]
    roles: tuple[LevelSummary, ...]
    strategies: tuple[LevelSummary, ...]
    role: RoleWords | None = None
    until: Target | None = None

    def as_dict(self) -> dict[str, object]:
        """For a JSON file; roles have the word of the game."""
        roles = {self.role.many: [each.as_dict() for each in self.roles]} if self.role else {}
        return {
            "games": self.games,
            "deals": self.deals,
            "par": self.par,
            "level": self.level,
            "until": str(self.until) if self.until else None,
            "score": self.score.as_dict(),
            "winning_score": self.winning_score.as_dict(),
            "seats": [each.as_dict() for each in self.seats],
            **roles,
            "strategies": [each.as_dict() for each in self.strategies],
        }


@dataclass(slots=True)
class Tally:
    """The sums of all parts so far; ``groups`` are columns that split rows of ``players``."""

    groups: tuple[str, ...]
    games: int = 0
    rows: int = 0
    sums: dict[Key, SumsByLevel] = field(default_factory=dict)

    def read(self, part: Part) -> None:
        """Add one part of ``players``."""
        lazy = opened(part)
        check_columns(lazy, (*COLUMNS, *self.groups))
        table = lazy.select(*COLUMNS, *self.groups).collect()
        self.games += table["game"].n_unique()
        self.rows += len(table)
        for group in (ALL, *self.groups):
            found = all_sums_by(table, QUANTITIES, by=None if group == ALL else group)
            for name, sums in found.items():
                self.sums[name, group] = combine([self.sums.get((name, group), {}), sums])

    def whole(self, quantity: str) -> Sums:
        """The sums of all rows."""
        return self.sums[quantity, ALL].get(ALL, Sums())

    @property
    def par(self) -> float:
        """One win per game, divided among all players."""
        return self.games / self.rows


def summarise(
    players: Iterable[Part],
    role: RoleWords | None = None,
    level: float = 0.95,
    until: Target | None = None,
) -> Summary:
    """Read the parts of ``players`` one by one: Parquet files, or lazy tables.

    ``role`` is the game's word for roles, if it has any. ``until`` is the target at which the run
    stopped; the win rates of that metric, or the mean score, have the intervals of that decision.
    """
    tally = Tally(("seat", *([role.one] if role else []), "strategy"))
    for part in players:
        tally.read(part)
    if not tally.games:
        raise StatsError("no games to summarise")
    groups = {group: group_summary(tally, group, level, until) for group in tally.groups}
    return Summary(
        tally.games,
        tally.whole("win").clusters,
        tally.par,
        level,
        whole_score(tally, level, until),
        tally.whole("winning_score").mean(level),
        groups["seat"],
        groups[role.one] if role else (),
        groups["strategy"],
        role,
        until,
    )


def whole_score(tally: Tally, level: float, until: Target | None) -> Estimate:
    if until and until.metric.scale is Scale.MEAN:
        return intervals(until, tally.sums["score", ALL], level)[ALL]
    return tally.whole("score").mean(level)


def group_summary(
    tally: Tally, group: str, level: float, until: Target | None
) -> tuple[LevelSummary, ...]:
    win, score, winning = (tally.sums[name, group] for name in QUANTITIES)
    wins = win_rates(win, group, level, until)
    return tuple(
        LevelSummary(
            each,
            wins[each],
            estimate_of(score[each], level, len(win)),
            estimate_of(winning.get(each, Sums()), level, len(win)),
            wins[each].excludes(tally.par),
        )
        for each in win
    )


def win_rates(
    sums: SumsByLevel, group: str, level: float, until: Target | None
) -> dict[Level, Estimate]:
    """The win rates of a group, with intervals that hold together."""
    if until and until.metric.value == group:
        return intervals(until, sums, level)
    return {
        each: here.point(Scale.RATE).estimate(level, family=len(sums))
        for each, here in sums.items()
    }


def estimate_of(sums: Sums, level: float, family: int) -> Estimate:
    """A mean score in a family of levels."""
    return sums.point(Scale.MEAN).estimate(level, family)
