"""The solo game: wins, both scores and their parts, good scores, reasons of Botmegistus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import polars as pl

from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.report.facts import box_of
from trisim.stats.analyses.cells import Cells
from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals, totals_of_frame
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.clustered import Sums
from trisim.stats.difficulty import (
    NORMAL,
    OPTION,
    PRESET,
    Effect,
    Setup,
    StrategyFindings,
    Tally,
    findings,
)
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.scenario_arrays import read_automa_sheet
from trisim.stats.score_brackets import ScoreTable
from trisim.stats.sequence import OPTION as OPTION_METRIC
from trisim.stats.solo import SCENARIO, SoloLevel, SoloTally, solo_games
from trisim.stats.totals import Quantity

PARTS = tuple(name for name in TABLES["players"].names if name.startswith("vp_"))
CLOSE = (5, 10, 20)
"""Points by which a game may be called close."""

HELPS_BOT, HELPS_YOU = VERDICTS = "helps Botmegistus", "helps you"
"""What is said of a setup that surely is harder, and of one that surely is easier."""

NO_PRIORITY = ""


@dataclass(frozen=True, slots=True)
class SoloPart:
    """A part of the score: points of both sides per game; None if they are always 0."""

    part: str
    yours: Estimate | None
    its: Estimate | None


@dataclass(frozen=True, slots=True)
class CloseGames:
    """The share of games with a margin of at most this many points."""

    points: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class BotPriority:
    """A reason for a decision of Botmegistus: how often, and its share of such decisions."""

    decision: str
    priority: str
    count: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Solo:
    """A solo run; ``effects`` of setups are against the first one, on the same deals."""

    strategy: str
    whole: SoloLevel
    setups: tuple[SoloLevel, ...]
    alchemists: tuple[SoloLevel, ...]
    parts: tuple[SoloPart, ...]
    close: tuple[CloseGames, ...]
    scores: tuple[ScoreTable, ...]
    effects: tuple[Effect, ...]
    priorities: tuple[BotPriority, ...]
    lacking: str = ""
    """Why nothing is known of its priorities, if so."""

    def measures(self) -> dict[str, Estimate]:
        """The player's wins and margin in all, by setup and by alchemist; both scores."""
        found = {f"solo.{name}": getattr(self.whole, name) for name in WHOLE}
        for kind, levels in (("setup", self.setups), ("alchemist", self.alchemists)):
            for each in levels:
                found[f"solo.{kind}.{each.level}.win"] = each.win
                found[f"solo.{kind}.{each.level}.margin"] = each.margin
        return found | {f"solo.close.{each.points}": each.share for each in self.close}


WHOLE = ("win", "margin", "score", "bot_score")
SCALES = {
    "win": Scale.RATE,
    "margin": Scale.MEAN_DIFFERENCE,
    "score": Scale.MEAN,
    "bot_score": Scale.MEAN,
}


class SoloAnalysis:
    """Reads ``players``, and ``bot`` if it exists; only for solo runs."""

    needs: ClassVar[tuple[str, ...]] = ("players",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.tally = SoloTally(facts.scenarios, facts.role)
        presets = tuple(name for name in box_of(facts).solo.difficulty if name in facts.scenarios)
        self.study = Tally(setups_of(facts), presets) if facts.has_automa else None
        self.parts, self.close = Cells(), Cells()
        self.bot = DecisionCounts()
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        if self.study is None:
            return
        columns = ["game", "deal", "strategy", "alchemist", "win", "score", *PARTS]
        rows = batch["players"].select(columns).collect()
        self.totals = NO_DEALS
        if not len(rows):
            return
        games = solo_games(rows, self.facts.scenarios, self.facts.automa).collect()
        self.tally.read(games)
        sheet = read_automa_sheet(rows, self.facts.automa, len(self.facts.scenarios))
        self.study.read(sheet)
        is_bot = (pl.col("strategy").cast(pl.String) == self.facts.automa).cast(pl.Int8)
        self.parts.add(
            rows.with_columns(bot=is_bot), {name: Quantity(name) for name in PARTS}, ["bot"]
        )
        margin = pl.col("margin").abs()
        games = games.with_columns((margin <= points).alias(f"close.{points}") for points in CLOSE)
        self.close.add(games, {str(points): Quantity(f"close.{points}") for points in CLOSE})
        self.totals = self.totals_of(games)
        if "bot" in self.facts.tables:
            self.bot.add(batch["bot"])

    def totals_of(self, games: pl.DataFrame) -> DealTotals:
        """The totals by deal of a batch: of all games, by setup and by role."""
        close = {f"close.{points}": Scale.RATE for points in CLOSE}
        found = totals_of_frame(games, SCALES | close, "solo")
        scales = {name: SCALES[name] for name in ("win", "margin")}
        for prefix, group in (("solo.setup", SCENARIO), ("solo.alchemist", "alchemist")):
            found.columns.update(totals_of_frame(games, scales, prefix, group).columns)
        return found

    def result(self) -> Result:
        if self.study is None:
            return Missing("This is no solo run.")
        if not self.study.deals:
            return Missing("No solo game of this run can be read.")
        summary = self.tally.summary(until=self.facts.until)
        found = self.studied(self.study)
        return Solo(
            self.facts.lineup[0],
            summary.whole,
            summary.setups,
            summary.roles,
            self.parts_of_scores(),
            tuple(
                CloseGames(points, self.close.of(str(points)).point(Scale.RATE).estimate())
                for points in CLOSE
            ),
            found.scores,
            found.effects,
            self.bot.priorities(),
            "" if "bot" in self.facts.tables else NO_BOT,
        )

    def studied(self, study: Tally) -> StrategyFindings:
        """The effects of setups, and win rates by score."""
        name, until = self.facts.lineup[0], self.facts.until
        stopped = until if until is not None and until.metric == OPTION_METRIC else None
        return findings({name: study}, specs=[name], until=stopped, words=VERDICTS).strategies[0]

    def parts_of_scores(self) -> tuple[SoloPart, ...]:
        """Parts with points of either side."""
        sums = {part: [self.parts.of(part, side) for side in (0, 1)] for part in PARTS}
        family = sum(bool(each.y) for pair in sums.values() for each in pair)
        return tuple(
            SoloPart(part, *(points_of(each, family) for each in pair))
            for part, pair in sums.items()
            if any(each.y for each in pair)
        )


def points_of(sums: Sums, family: int) -> Estimate | None:
    """Points of a part per game; None if they are always 0."""
    return sums.point(Scale.MEAN).estimate(family=family) if sums.y else None


NO_BOT = "The run has no table bot, which tells what Botmegistus goes by: play it with --log turns."


def setups_of(facts: Facts) -> tuple[Setup, ...]:
    """The setups as in a study: the first is the baseline."""
    kinds = [
        PRESET if name in box_of(facts).solo.difficulty else OPTION for name in facts.scenarios
    ]
    return tuple(
        Setup(name, kind if number else NORMAL)
        for number, (name, kind) in enumerate(zip(facts.scenarios, kinds, strict=True))
    )


# ---------------------------------------------------------------- its priorities


class DecisionCounts:
    """The number of decisions by priority, with the sums for intervals by deal."""

    def __init__(self) -> None:
        self.settled: dict[tuple[str, str], Sums] = {}
        self.decided: dict[str, Sums] = {}

    def add(self, bot: pl.LazyFrame) -> None:
        """Add whole deals of the table ``bot``."""
        words = pl.col("decision", "priority").cast(pl.String).fill_null(NO_PRIORITY)
        by_deal = (
            bot.select("deal", "decision", "priority")
            .group_by("deal", "decision", "priority")
            .agg(pl.len().cast(pl.Float64).alias("y"))
            .with_columns(words, m=pl.col("y").sum().over("deal", "decision"))
            .collect()
        )
        y, m = pl.col("y"), pl.col("m")
        squares = [y.sum(), (y * y).sum().alias("yy"), (y * m).sum().alias("ym")]
        settled = by_deal.group_by("decision", "priority").agg(squares)
        for decision, priority, *sums in settled.rows():
            here = self.settled.get((decision, priority), Sums())
            y_, yy, ym = sums
            self.settled[decision, priority] = here + Sums(y=y_, yy=yy, ym=ym)
        for decision, deals, *sums in decided_in(by_deal).rows():
            here = self.decided.get(decision, Sums())
            self.decided[decision] = here + Sums(deals, m=sums[0], mm=sums[1])

    def priorities(self) -> tuple[BotPriority, ...]:
        """Decision by decision, the most frequent first."""
        family: dict[str, int] = {}
        for decision, _ in self.settled:
            family[decision] = family.get(decision, 0) + 1
        found = []
        for (decision, priority), sums in self.settled.items():
            point = (sums + self.decided[decision]).point(Scale.RATE)
            share = point.estimate(family=family[decision])
            found.append(BotPriority(decision, priority, round(sums.y), share))
        return tuple(sorted(found, key=lambda each: (each.decision, -each.count, each.priority)))


def decided_in(by_deal: pl.DataFrame) -> pl.DataFrame:
    """For each decision: its deals, its count, and the sum of squares over deals."""
    m = pl.col("m")
    totals = by_deal.group_by("deal", "decision").agg(m.first())
    return totals.group_by("decision").agg(
        pl.len(), m.sum().alias("sum"), (m * m).sum().alias("squares")
    )
