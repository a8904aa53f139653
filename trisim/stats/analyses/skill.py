"""Strategies at one table: win rate and score of each, and who beats whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.cells import Cells
from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals, totals_of_frame
from trisim.stats.analyses.meetings import meeting_name
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.deal_arrays import read_sheet
from trisim.stats.dominance import beating, cycles
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.joint import Joint, Totals
from trisim.stats.multiple import against, compare_all
from trisim.stats.standings import Edge, above_totals, complement
from trisim.stats.totals import SCORE, WIN

EVEN = 0.5
"""How often one of two equals finishes first."""

QUANTITIES = {"win": WIN, "score": SCORE}
SCALES = {"win": Scale.RATE, "score": Scale.MEAN}


@dataclass(frozen=True, slots=True)
class StrategyFigures:
    """One strategy: wins of a seat against par, and its score."""

    strategy: str
    win: Comparison
    score: Estimate


@dataclass(frozen=True, slots=True)
class StrategyPair:
    """How often the first strategy finishes above the second; ties count half."""

    first: str
    second: str
    above: Comparison


@dataclass(frozen=True, slots=True)
class Skill:
    """The strategies of a run; intervals of a table hold together."""

    par: float | None
    score: Estimate
    """The score of a seat, over all strategies."""

    figures: tuple[StrategyFigures, ...]
    """None where one strategy has all seats: together they win every game."""

    pairs: tuple[StrategyPair, ...]
    cycles: tuple[str, ...]
    """Strategies that beat each other round and round, in words."""

    def measures(self) -> dict[str, Estimate]:
        found = {f"strategy.{each.strategy}.win": each.win.estimate for each in self.figures}
        return found | {f"strategy.{each.strategy}.score": each.score for each in self.figures}

    def meetings(self) -> dict[str, Estimate]:
        """``strategy.A.against.B.win``: how often A finishes above B; ties count half."""
        found: dict[str, Estimate] = {}
        for each in self.pairs:
            found[meeting_name(each.first, each.second)] = each.above.estimate
            found[meeting_name(each.second, each.first)] = complement(each.above.estimate)
        return found


class SkillAnalysis:
    """Reads ``players``; an automa is no strategy."""

    needs: ClassVar[tuple[str, ...]] = ("players.score",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.alone, self.whole = Cells(), Cells()
        self.numbers = {name: number for number, name in enumerate(facts.strategies)}
        self.above: Joint[tuple[int, int]] = Joint.of({})
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    @property
    def several(self) -> bool:
        """Whether different strategies play against each other."""
        return self.facts.par is not None and len(self.numbers) > 1

    def read(self, batch: Batch) -> None:
        rows = (
            batch["players"]
            .select("game", "deal", "seat", "strategy", "rank", "win", "score")
            .filter(pl.col("strategy").cast(pl.String) != self.facts.automa)
            .collect()
        )
        self.whole.add(rows, {"score": SCORE})
        self.totals = NO_DEALS
        if self.several and len(rows):
            self.totals = totals_of_frame(rows, SCALES, "strategy", "strategy")
            self.alone.add(rows, QUANTITIES, ["strategy"])
            sheet = read_sheet(rows, [self.numbers[name] for name in self.facts.lineup])
            above = above_totals([sheet])
            self.above = self.above + Joint.of(above)
            self.put_meetings(above)

    def put_meetings(self, above: Mapping[Edge, Totals]) -> None:
        """Add the meetings of a batch to its totals by deal."""
        names, deals = list(self.numbers), self.totals.deals
        for (one, other), here in above.items():
            y, m = np.zeros(len(deals)), np.zeros(len(deals))
            place = np.searchsorted(deals, here.deals)
            y[place], m[place] = here.y, here.m
            self.totals.put(meeting_name(names[one], names[other]), y, m, Scale.RATE)

    def result(self) -> Skill:
        """All strategies, in the order of the line-up."""
        wins, scores = self.alone.by("win"), self.alone.by("score")
        par = self.facts.par
        compared = against(wins, par) if par is not None else {}
        names = sorted(compared, key=lambda name: self.numbers.get(str(name), len(self.numbers)))
        pairs = self.pairs()
        return Skill(
            par,
            self.whole.of("score").point(Scale.MEAN).estimate(),
            tuple(
                StrategyFigures(
                    str(name),
                    compared[name],
                    scores[name].point(Scale.MEAN).estimate(family=len(scores)),
                )
                for name in names
            ),
            tuple(StrategyPair(*pair, above) for pair, above in pairs.items()),
            tuple(map(str, cycles(list(self.numbers), beating(pairs)))) if pairs else (),
        )

    def pairs(self) -> Mapping[tuple[str, str], Comparison]:
        names = list(self.numbers)
        points = {
            (names[one], names[other]): self.above.sums((one, other)).point(Scale.RATE)
            for one, other in self.above.levels
            if one < other
        }
        return compare_all(points, EVEN)
