"""How often a team wins: in all, by scenario, by role and by strategy. One value for each game.

A game counts once for each role and strategy at its table, however many have it. What a role is
worth is told by games with it less games without it: two ratios over the same deals, so that their
difference is clustered by deal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from trisim.record.base import RoleWords
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Estimate, Level, Scale, StatsError
from trisim.stats.joint import Joint
from trisim.stats.multiple import compare_all
from trisim.stats.sequence import WON, Target, intervals
from trisim.stats.totals import Frame, check_columns, joint_by, totals_by

SCENARIO, STRATEGY = "scenario", "strategy"
WITH, WITHOUT = True, False
Sides = Joint[bool]
"""Games with a role or strategy, and games without it."""


@dataclass(frozen=True, slots=True)
class TeamLevel:
    """A scenario, role or strategy: how often games with it are won.

    ``difference`` is that less the rate of games without it; of a scenario, less that of the first
    one. Nothing if there are no games to compare with.
    """

    level: str
    won: Estimate
    difference: Comparison | None

    def as_dict(self) -> dict[str, object]:
        """All of it for a JSON file."""
        difference = None if self.difference is None else self.difference.as_dict()
        return {"level": self.level, "won": self.won.as_dict(), "difference": difference}


@dataclass(slots=True)
class TeamTally:
    """The sums of all games read so far; ``role`` is what the game calls roles, if it has any."""

    scenarios: tuple[str, ...]
    role: RoleWords | None = None
    games: int = 0
    whole: Sides = field(default_factory=lambda: Joint.of({}))
    """All games, as games without what never came."""

    by_scenario: Joint[Level] = field(default_factory=lambda: Joint.of({}))
    by_group: dict[str, dict[str, Sides]] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns of ``players`` that are asked about."""
        return (*([self.role.one] if self.role else []), STRATEGY)

    def read(self, games: Frame, players: Frame) -> None:
        """Add whole deals of both tables."""
        check_columns(games.lazy(), ("game", "deal", SCENARIO, "won"))
        check_columns(players.lazy(), ("game", *self.groups))
        table = games.lazy().select("game", "deal", SCENARIO, "won").collect()
        if table.is_empty():
            return
        here = sides_of(table, pl.lit(False))
        for group in self.groups:
            self.read_group(group, table, players, here)
        self.games += len(table)
        self.whole += here
        self.by_scenario += joint_by(table, "won", SCENARIO)

    def read_group(self, group: str, table: pl.DataFrame, players: Frame, here: Sides) -> None:
        """Add what roles, or strategies, are at the tables of some games."""
        rows = players.lazy().select("game", pl.col(group).cast(pl.String)).drop_nulls().collect()
        those = {str(name): each["game"] for (name,), each in rows.group_by(group)}
        so_far = self.by_group.setdefault(group, {})
        for name in so_far.keys() | those.keys():
            found = here
            if name in those:
                found = sides_of(table, pl.col("game").is_in(those[name].unique().implode()))
            so_far[name] = so_far.get(name, self.whole) + found

    def won(self, level: float = 0.95) -> Estimate:
        """How often all games are won."""
        if not self.games:
            raise StatsError("no games to summarise")
        return self.whole.sums(WITHOUT).rate(level)

    def scenario_levels(
        self, level: float = 0.95, until: Target | None = None
    ) -> tuple[TeamLevel, ...]:
        """All scenarios in order, each against the first.

        ``until`` is what decided when the run stopped: if it was these rates, they have its
        intervals.
        """
        joint = self.by_scenario
        names = [name for name in self.scenarios if name in joint.levels]
        sums = {name: joint.sums(name) for name in names}
        rates = {name: rate_of(here, level, len(names)) for name, here in sums.items()}
        if until is not None and until.metric == WON:
            rates = intervals(until, sums, level)
        points = {name: joint.difference(name, names[0]) for name in names[1:]}
        found = compare_all(points, 0.0, level)
        return tuple(TeamLevel(name, rates[name], found.get(name)) for name in names)

    def levels(self, group: str, level: float = 0.95) -> tuple[TeamLevel, ...]:
        """All roles, or all strategies, in the order of their names."""
        joints = dict(sorted(self.by_group.get(group, {}).items()))
        points = {
            name: joint.difference(WITH, WITHOUT)
            for name, joint in joints.items()
            if WITHOUT in joint.levels
        }
        found = compare_all(points, 0.0, level)
        return tuple(
            TeamLevel(name, rate_of(joint.sums(WITH), level, len(joints)), found.get(name))
            for name, joint in joints.items()
        )


def sides_of(table: pl.DataFrame, has_it: pl.Expr) -> Sides:
    """The sums of games with something, and of those without it."""
    rows = table.with_columns(has_it.cast(pl.Int8).alias("has it"))
    return Joint.of({bool(side): each for side, each in totals_by(rows, "won", "has it").items()})


def rate_of(sums: Sums, level: float, family: int) -> Estimate:
    """A win rate, one of so many."""
    return sums.point(Scale.RATE).estimate(level, family)
