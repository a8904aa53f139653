"""Alchemists: how often each wins and what it scores; by seat and by strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import polars as pl

from trisim.box.difficulty import BOTMEGISTUS
from trisim.stats.balance.cells import Cells
from trisim.stats.balance.source import Batch, Facts
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Estimate, Level, Scale
from trisim.stats.joint import Joint
from trisim.stats.multiple import against, pairwise
from trisim.stats.totals import SCORE, WIN, joint_by

ALCHEMIST = "alchemist"
QUANTITIES = {"win": WIN, "score": SCORE}


@dataclass(frozen=True, slots=True)
class AlchemistFigures:
    """One alchemist: wins against those of equals, and its score."""

    alchemist: str
    win: Comparison
    score: Estimate


@dataclass(frozen=True, slots=True)
class AlchemistPair:
    """Two alchemists: how much more often the first wins."""

    first: str
    second: str
    difference: Comparison


@dataclass(frozen=True, slots=True)
class AlchemistWhere:
    """An alchemist in a seat, or in the hands of a strategy: ``where`` says which."""

    alchemist: str
    where: str
    win: Estimate
    score: Estimate


@dataclass(frozen=True, slots=True)
class Alchemists:
    """The alchemists of a run; intervals of a table hold together."""

    par: float
    figures: tuple[AlchemistFigures, ...]
    pairs: tuple[AlchemistPair, ...]
    by_seat: tuple[AlchemistWhere, ...]
    by_strategy: tuple[AlchemistWhere, ...]

    def measures(self) -> dict[str, Estimate]:
        """Win rate and score of each."""
        found = {f"alchemist.{each.alchemist}.win": each.win.estimate for each in self.figures}
        return found | {f"alchemist.{each.alchemist}.score": each.score for each in self.figures}


class AlchemistAnalysis:
    """Reads ``players``; the row of Botmegistus, who has no alchemist, is left out."""

    needs: ClassVar[tuple[str, ...]] = ("players",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.alone, self.seats, self.strategies = Cells(), Cells(), Cells()
        self.joint: Joint[Level] | None = None

    def read(self, batch: Batch) -> None:
        """Add a batch."""
        rows = (
            batch["players"]
            .filter(pl.col("strategy").cast(pl.String) != BOTMEGISTUS)
            .select("deal", "seat", "strategy", ALCHEMIST, "win", "score")
            .collect()
        )
        self.alone.add(rows, QUANTITIES, [ALCHEMIST])
        self.seats.add(rows, QUANTITIES, [ALCHEMIST, "seat"])
        self.strategies.add(rows, QUANTITIES, [ALCHEMIST, "strategy"])
        joint = joint_by(rows, WIN, by=ALCHEMIST)
        self.joint = joint if self.joint is None else self.joint + joint

    def result(self) -> Alchemists:
        """All alchemists, in the order of their ids."""
        wins, scores = self.alone.by("win"), self.alone.by("score")
        compared = against(wins, self.facts.par)
        return Alchemists(
            self.facts.par,
            tuple(
                AlchemistFigures(str(each), compared[each], mean(scores[each], len(scores)))
                for each in wins
            ),
            pairs_of(self.joint),
            where(self.seats, len(self.facts.lineup) > 1),
            where(self.strategies, len(self.facts.strategies) > 1),
        )


def pairs_of(joint: Joint[Level] | None) -> tuple[AlchemistPair, ...]:
    """Each alchemist against each later one."""
    found = pairwise(joint).items() if joint is not None else ()
    return tuple(AlchemistPair(str(a), str(b), difference) for (a, b), difference in found)


def where(cells: Cells, telling: bool) -> tuple[AlchemistWhere, ...]:
    """By seat or strategy, if there are several."""
    keys = cells.keys("win") if telling else []
    return tuple(
        AlchemistWhere(
            str(alchemist),
            str(place),
            cells.of("win", alchemist, place).point(Scale.RATE).estimate(family=len(keys)),
            mean(cells.of("score", alchemist, place), len(keys)),
        )
        for alchemist, place in keys
    )


def mean(sums: Sums, family: int) -> Estimate:
    """A mean score, one of so many."""
    return sums.point(Scale.MEAN).estimate(family=family)
