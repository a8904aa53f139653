"""Alchemists: how often each wins and what it scores; by seat and by strategy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.games.trismegistus.box.difficulty import BOTMEGISTUS
from trisim.stats.analyses.grids import Deals, codes_of
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.joint import Joint
from trisim.stats.multiple import against, compare_all, pairwise

ALCHEMIST = "alchemist"
VALUES = ("win", "score")
Cell = tuple[str, ...]
"""An alchemist; an alchemist and where it was; or, of ``joint_where``, where alone."""


@dataclass(frozen=True, slots=True)
class AlchemistFigures:
    """One alchemist: wins against the reference of the run, how far from it, and its score."""

    alchemist: str
    win: Comparison
    beyond: Estimate
    """Win rate less the reference."""

    score: Estimate


@dataclass(frozen=True, slots=True)
class AlchemistPair:
    """Two alchemists: how much more often the first wins."""

    first: str
    second: str
    difference: Comparison


@dataclass(frozen=True, slots=True)
class AlchemistWhere:
    """An alchemist in a seat, or in the hands of a strategy: ``where`` says which.

    ``beyond`` is its win rate less that of all alchemists there.
    """

    alchemist: str
    where: str
    win: Comparison
    beyond: Comparison
    score: Estimate


@dataclass(frozen=True, slots=True)
class Alchemists:
    """The alchemists of a run; intervals of a table hold together.

    ``reference`` is what win rates are held against: par at a table; in a solo run your win rate
    with all of them, which then counts as known.
    """

    par: float
    reference: float
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
        several = {"seat": len(facts.lineup) > 1 and not facts.is_solo}
        several["strategy"] = len(facts.strategies) > 1
        self.places = [kind for kind, telling in several.items() if telling]
        self.alone = no_sums()
        self.where = {kind: no_sums() for kind in self.places}

    def read(self, batch: Batch) -> None:
        """Add a batch."""
        rows = (
            batch["players"]
            .filter(pl.col("strategy").cast(pl.String) != BOTMEGISTUS)
            .select("deal", "seat", "strategy", ALCHEMIST, "win", "score")
            .filter(pl.col(ALCHEMIST).is_not_null())
            .collect()
        )
        deals = Deals.of(rows["deal"].to_numpy())
        names, alchemist = codes_of(rows[ALCHEMIST])
        places = {kind: codes_of(rows[kind]) for kind in self.places}
        for value in VALUES:
            values = rows[value].cast(pl.Float64).to_numpy()
            cells = [(name,) for name in names]
            self.alone[value] += deals.joint(alchemist, cells, values)
            for kind, there in places.items():
                self.where[kind][value] += joint_where(deals, (names, alchemist), there, values)

    def result(self) -> Alchemists:
        """All alchemists, in the order of their ids."""
        wins, scores = self.alone["win"], self.alone["score"]
        reference = overall(wins) if self.facts.is_solo else self.facts.par
        cells = sorted(wins.levels)
        compared = against({cell: wins.sums(cell) for cell in cells}, reference)
        return Alchemists(
            self.facts.par,
            reference,
            tuple(
                AlchemistFigures(
                    cell[0],
                    compared[cell],
                    shifted(compared[cell].estimate, reference),
                    mean(scores.sums(cell), len(cells)),
                )
                for cell in cells
            ),
            pairs_of(wins),
            self.figures_where("seat"),
            self.figures_where("strategy"),
        )

    def figures_where(self, kind: str) -> tuple[AlchemistWhere, ...]:
        """By seat or strategy, if there are several."""
        if kind not in self.places:
            return ()
        wins, scores = self.where[kind]["win"], self.where[kind]["score"]
        cells = sorted(cell for cell in wins.levels if len(cell) == 2)
        rates = against({cell: wins.sums(cell) for cell in cells}, self.facts.par)
        beyond = compare_all({cell: wins.difference(cell, cell[1:]) for cell in cells}, 0.0)
        return tuple(
            AlchemistWhere(
                cell[0],
                cell[1],
                rates[cell],
                beyond[cell],
                mean(scores.sums(cell), len(cells)),
            )
            for cell in cells
        )


def no_sums() -> dict[str, Joint[Cell]]:
    """Nothing read yet."""
    return {value: Joint.of({}) for value in VALUES}


def joint_where(
    deals: Deals,
    alchemists: tuple[tuple[str, ...], Ints],
    places: tuple[tuple[str, ...], Ints],
    values: Array,
) -> Joint[Cell]:
    """Sums of each alchemist in each place, and of all alchemists there."""
    (names, alchemist), (there, place) = alchemists, places
    cells: list[Cell] = [(name, where) for name in names for where in there]
    inside = alchemist * len(there) + place
    twice = Deals(np.concatenate([deals.row, deals.row]), deals.count)
    return twice.joint(
        np.concatenate([inside, len(cells) + place]),
        [*cells, *((where,) for where in there)],
        np.concatenate([values, values]),
    )


def overall(joint: Joint[Cell]) -> float:
    """The rate of all levels together."""
    size = len(joint.levels)
    rows = float(joint.total[size:].sum())
    return float(joint.total[:size].sum()) / rows if rows else math.nan


def shifted(rate: Estimate, by: float) -> Estimate:
    """A rate as a difference from a value that is known."""
    return Estimate(
        rate.value - by,
        rate.low - by,
        rate.high - by,
        rate.n,
        rate.clusters,
        rate.level,
        Scale.RATE_DIFFERENCE,
        rate.family,
        rate.anytime,
    )


def pairs_of(joint: Joint[Cell]) -> tuple[AlchemistPair, ...]:
    """Each alchemist against each later one."""
    found = pairwise(joint).items()
    return tuple(AlchemistPair(a[0], b[0], difference) for (a, b), difference in found)


def mean(sums: Sums, family: int) -> Estimate:
    """A mean score, one of so many."""
    return sums.point(Scale.MEAN).estimate(family=family)
