"""What a solo run comes to: your wins against Botmegistus, the margin, and both scores.

The rows of ``players`` come in pairs, yours and that of Botmegistus; the number of a game tells
against which setup it was played. A tie is a win of Botmegistus, so there is nothing to share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from trisim.games.trismegistus.game import BOTMEGISTUS
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Level, Scale, StatsError
from trisim.stats.sequence import Metric, Target, intervals
from trisim.stats.totals import (
    ALL,
    Frame,
    Part,
    Quantity,
    all_sums_by,
    check_columns,
    combine,
    opened,
    sums_by,
)

COLUMNS = ("game", "deal", "strategy", "alchemist", "win", "score")
QUANTITIES = {
    "win": Quantity("win"),
    "margin": Quantity("margin"),
    "score": Quantity("score"),
    "bot_score": Quantity("bot_score"),
}
SCENARIO, ALCHEMIST = GROUPS = ("scenario", "alchemist")

SumsByLevel = dict[Level, Sums]


def solo_games(players: Frame, setups: Sequence[str]) -> pl.LazyFrame:
    """A row for each game: yours, with ``scenario`` (the setup), ``bot_score`` and ``margin``."""
    lazy = players.lazy()
    check_columns(lazy, COLUMNS)
    rows = lazy.with_columns(pl.col("strategy", "alchemist").cast(pl.String))
    is_bot = pl.col("strategy") == BOTMEGISTUS
    scores = rows.filter(is_bot).select("game", bot_score=pl.col("score").cast(pl.Int32))
    number = pl.col("game") % len(setups)  # a solo run has one rotation
    return (
        rows.filter(~is_bot)
        .join(scores, on="game", how="left", maintain_order="left")
        .with_columns(
            margin=pl.col("score").cast(pl.Int32) - pl.col("bot_score"),
            scenario=number.replace_strict(dict(enumerate(setups)), return_dtype=pl.String),
        )
    )


def metric_sums(metric: Metric, players: Frame, setups: Sequence[str]) -> SumsByLevel:
    """The sums that a metric needs of a part of a solo run: yours alone.

    ``strategy`` is your win rate, against each setup if there are several.
    """
    games = solo_games(players, setups)
    return sums_by(games, "win", by=SCENARIO) if metric is Metric.STRATEGY else metric.sums(games)


# ---------------------------------------------------------------- the summary


@dataclass(frozen=True, slots=True)
class SoloLevel:
    """One setup or one alchemist: your wins, by how much, and both scores."""

    level: Level
    win: Estimate
    margin: Estimate
    score: Estimate
    bot_score: Estimate

    def as_dict(self) -> dict[str, object]:
        """All of it for a JSON file."""
        estimates = {name: getattr(self, name).as_dict() for name in QUANTITIES}
        return {"level": self.level, **estimates}


@dataclass(frozen=True, slots=True)
class SoloSummary:
    """A solo run in numbers; the intervals of a group hold together at ``level``.

    ``alchemists`` are those that you had, over all setups.
    """

    games: int
    deals: int
    level: float
    whole: SoloLevel
    setups: tuple[SoloLevel, ...]
    alchemists: tuple[SoloLevel, ...]
    until: Target | None = None

    def as_dict(self) -> dict[str, object]:
        """All of it for a JSON file."""
        return {
            "games": self.games,
            "deals": self.deals,
            "level": self.level,
            "until": str(self.until) if self.until else None,
            "whole": self.whole.as_dict(),
            "setups": [each.as_dict() for each in self.setups],
            "alchemists": [each.as_dict() for each in self.alchemists],
        }


@dataclass(slots=True)
class SoloTally:
    """The sums of all parts read so far; ``setups`` are the names of what was played against."""

    setups: tuple[str, ...]
    sums: dict[str, dict[str, SumsByLevel]] = field(
        default_factory=lambda: {group: {} for group in (ALL, *GROUPS)}
    )

    def read(self, games: pl.DataFrame) -> None:
        """Add whole deals, a row for each game: what ``solo_games`` makes of ``players``."""
        for group, so_far in self.sums.items():
            by = None if group == ALL else group
            for name, found in all_sums_by(games, QUANTITIES, by).items():
                so_far[name] = combine([so_far.get(name, {}), found])

    def summary(self, level: float = 0.95, until: Target | None = None) -> SoloSummary:
        """What it comes to."""
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
            groups[ALCHEMIST],
            until,
        )


def summarise_solo(
    players: Iterable[Part],
    setups: Sequence[str],
    level: float = 0.95,
    until: Target | None = None,
) -> SoloSummary:
    """Read the parts of ``players`` one by one; ``setups`` are their names, in order.

    ``until`` is what decided when the run stopped: those estimates have the intervals that it was
    stopped by.
    """
    tally = SoloTally(tuple(setups))
    for part in players:
        tally.read(solo_games(opened(part), setups).collect())
    return tally.summary(level, until)


def levels_of(
    sums: Mapping[str, SumsByLevel], group: str, level: float, until: Target | None
) -> tuple[SoloLevel, ...]:
    """The estimates of all levels of a group."""
    found = {name: estimates_of(name, each, group, level, until) for name, each in sums.items()}
    return tuple(
        SoloLevel(each, *(found[name][each] for name in QUANTITIES)) for each in sums["win"]
    )


def estimates_of(
    name: str, sums: SumsByLevel, group: str, level: float, until: Target | None
) -> dict[Level, Estimate]:
    """A quantity by level; with the intervals that the run was stopped by, if it was by these."""
    if until is not None and decides(until.metric, name, group):
        return intervals(until, sums, level)
    scale = {"win": Scale.RATE, "margin": Scale.MEAN_DIFFERENCE}.get(name, Scale.MEAN)
    return {each: here.point(scale).estimate(level, len(sums)) for each, here in sums.items()}


def decides(metric: Metric, name: str, group: str) -> bool:
    """Whether a metric is this quantity of this group."""
    return (name, group) == {
        Metric.STRATEGY: ("win", SCENARIO),
        Metric.ALCHEMIST: ("win", ALCHEMIST),
        Metric.SCORE: ("score", ALL),
    }.get(metric)
