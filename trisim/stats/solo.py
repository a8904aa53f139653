"""The summary of a solo run: wins against an automa, the margin, and both scores.

The rows of ``players`` come in pairs, the player's and the automa's; the number of a game gives its
scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from trisim.record.base import RoleWords
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Level, Scale, StatsError
from trisim.stats.sequence import SCORE, STRATEGY, Metric, Target, intervals
from trisim.stats.totals import (
    ALL,
    Frame,
    Part,
    Quantity,
    all_sums_by,
    check_columns,
    combine,
    opened,
)

COLUMNS = ("game", "deal", "strategy", "win", "score")
QUANTITIES = {
    "win": Quantity("win"),
    "margin": Quantity("margin"),
    "score": Quantity("score"),
    "bot_score": Quantity("bot_score"),
}
SCENARIO = "scenario"

SumsByLevel = dict[Level, Sums]


def solo_games(players: Frame, setups: Sequence[str], automa: str) -> pl.LazyFrame:
    """The player's row of each game, with ``scenario`` (setup), ``bot_score`` and ``margin``."""
    lazy = players.lazy()
    check_columns(lazy, COLUMNS)
    rows = lazy.with_columns(pl.col("strategy").cast(pl.String))
    is_automa = pl.col("strategy") == automa
    scores = rows.filter(is_automa).select("game", bot_score=pl.col("score").cast(pl.Int32))
    number = pl.col("game") % len(setups)  # a solo run has one rotation
    return (
        rows.filter(~is_automa)
        .join(scores, on="game", how="left", maintain_order="left")
        .with_columns(
            margin=pl.col("score").cast(pl.Int32) - pl.col("bot_score"),
            scenario=number.replace_strict(dict(enumerate(setups)), return_dtype=pl.String),
        )
    )


# ---------------------------------------------------------------- the summary


@dataclass(frozen=True, slots=True)
class SoloLevel:
    """One setup or one role: wins, margin, and both scores."""

    level: Level
    win: Estimate
    margin: Estimate
    score: Estimate
    bot_score: Estimate

    def as_dict(self) -> dict[str, object]:
        estimates = {name: getattr(self, name).as_dict() for name in QUANTITIES}
        return {"level": self.level, **estimates}


@dataclass(frozen=True, slots=True)
class SoloSummary:
    """A solo run in numbers; the intervals of a group hold together at ``level``.

    ``roles`` are those of the player, over all setups.
    """

    games: int
    deals: int
    level: float
    whole: SoloLevel
    setups: tuple[SoloLevel, ...]
    roles: tuple[SoloLevel, ...]
    role: RoleWords | None = None
    until: Target | None = None

    def as_dict(self) -> dict[str, object]:
        """For a JSON file; roles have the word of the game."""
        roles = {self.role.many: [each.as_dict() for each in self.roles]} if self.role else {}
        return {
            "games": self.games,
            "deals": self.deals,
            "level": self.level,
            "until": str(self.until) if self.until else None,
            "whole": self.whole.as_dict(),
            "setups": [each.as_dict() for each in self.setups],
            **roles,
        }


@dataclass(slots=True)
class SoloTally:
    """The sums of all parts so far; ``setups`` are the names of the scenarios."""

    setups: tuple[str, ...]
    role: RoleWords | None = None
    sums: dict[str, dict[str, SumsByLevel]] = field(init=False)

    def __post_init__(self) -> None:
        groups = (ALL, SCENARIO, *([self.role.one] if self.role else []))
        self.sums = {group: {} for group in groups}

    def read(self, games: pl.DataFrame) -> None:
        """Add whole deals, a row for each game, from ``solo_games``."""
        for group, so_far in self.sums.items():
            by = None if group == ALL else group
            for name, found in all_sums_by(games, QUANTITIES, by).items():
                so_far[name] = combine([so_far.get(name, {}), found])

    def summary(self, level: float = 0.95, until: Target | None = None) -> SoloSummary:
        if not self.sums[ALL].get("win"):
            raise StatsError("no games to summarise")
        groups = {each: levels_of(found, each, level, until) for each, found in self.sums.items()}
        (whole,) = groups[ALL]
        in_order = {each.level: each for each in groups[SCENARIO]}
        return SoloSummary(
            whole.win.n,
            whole.win.clusters,
            level,
            whole,
            tuple(in_order[name] for name in self.setups if name in in_order),
            groups[self.role.one] if self.role else (),
            self.role,
            until,
        )


def summarise_solo(
    players: Iterable[Part],
    setups: Sequence[str],
    automa: str,
    role: RoleWords | None = None,
    level: float = 0.95,
    until: Target | None = None,
) -> SoloSummary:
    """Read the parts of ``players`` one by one; ``setups`` are their names, in order.

    ``automa`` is its word in the line-up, ``role`` the game's word for roles, if it has any.
    ``until`` is the target at which the run stopped: its estimates have the intervals of that
    decision.
    """
    tally = SoloTally(tuple(setups), role)
    for part in players:
        tally.read(solo_games(opened(part), setups, automa).collect())
    return tally.summary(level, until)


def levels_of(
    sums: Mapping[str, SumsByLevel], group: str, level: float, until: Target | None
) -> tuple[SoloLevel, ...]:
    found = {name: estimates_of(name, each, group, level, until) for name, each in sums.items()}
    return tuple(
        SoloLevel(each, *(found[name][each] for name in QUANTITIES)) for each in sums["win"]
    )


def estimates_of(
    name: str, sums: SumsByLevel, group: str, level: float, until: Target | None
) -> dict[Level, Estimate]:
    """A quantity by level; with the intervals of ``until``, if it is the quantity of ``until``."""
    if until is not None and decides(until.metric, name, group):
        return intervals(until, sums, level)
    scale = {"win": Scale.RATE, "margin": Scale.MEAN_DIFFERENCE}.get(name, Scale.MEAN)
    return {each: here.point(scale).estimate(level, len(sums)) for each, here in sums.items()}


def decides(metric: Metric, name: str, group: str) -> bool:
    """Whether a metric is this quantity of this group."""
    if metric in (STRATEGY, SCORE):
        return (name, group) == {STRATEGY: ("win", SCENARIO), SCORE: ("score", ALL)}[metric]
    return (name, group) == ("win", metric.value)
