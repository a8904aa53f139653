"""Roles: win rate and score of each; by seat and by strategy. For games of points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.grids import Deals, codes_of
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.analyses.source import Batch, Facts, Missing
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.joint import Joint
from trisim.stats.multiple import against, compare_all, pairwise

VALUES = ("win", "score")
SCALES = {"win": Scale.RATE, "score": Scale.MEAN}
Cell = tuple[str, ...]
"""A role; a role and where it was; or, of ``joint_where``, where alone."""


@dataclass(frozen=True, slots=True)
class RoleFigures:
    """One role: its win rate against the reference of the run, the difference, and its score."""

    role: str
    win: Comparison
    beyond: Estimate
    """Win rate less the reference."""

    score: Estimate


@dataclass(frozen=True, slots=True)
class RolePair:
    """The win rate of the first role minus that of the second."""

    first: str
    second: str
    difference: Comparison


@dataclass(frozen=True, slots=True)
class RoleWhere:
    """A role in a seat, or played by a strategy: ``where`` is its name.

    ``beyond`` is its win rate minus that of all roles there.
    """

    role: str
    where: str
    win: Comparison
    beyond: Comparison
    score: Estimate


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of a run; intervals of a table hold together.

    ``reference`` is the value that win rates are compared with: par; against an automa, which has
    no par, the win rate of all roles, taken as known.
    """

    word: str
    """What the game calls a role: the first word of measures."""

    par: float | None
    reference: float
    figures: tuple[RoleFigures, ...]
    pairs: tuple[RolePair, ...]
    by_seat: tuple[RoleWhere, ...]
    by_strategy: tuple[RoleWhere, ...]

    def measures(self) -> dict[str, Estimate]:
        found = {f"{self.word}.{each.role}.win": each.win.estimate for each in self.figures}
        return found | {f"{self.word}.{each.role}.score": each.score for each in self.figures}


class RoleAnalysis:
    """Reads ``players``; the row of an automa, which has no role, is left out."""

    needs: ClassVar[tuple[str, ...]] = ("players.score",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.column = facts.role.one if facts.role else ""
        several = {"seat": len(facts.lineup) > 1 and not facts.has_automa}
        several["strategy"] = len(facts.strategies) > 1
        self.places = [kind for kind, telling in several.items() if telling]
        self.alone = no_sums()
        self.where = {kind: no_sums() for kind in self.places}
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        if not self.column:
            return
        rows = (
            batch["players"]
            .filter(pl.col("strategy").cast(pl.String) != self.facts.automa)
            .select("deal", "seat", "strategy", self.column, *VALUES)
            .filter(pl.col(self.column).is_not_null())
            .collect()
        )
        deals = Deals.of(rows["deal"].to_numpy())
        names, role = codes_of(rows[self.column])
        places = {kind: codes_of(rows[kind]) for kind in self.places}
        self.totals = DealTotals(np.unique(rows["deal"].to_numpy()).astype(np.int64))
        for value in VALUES:
            values = rows[value].cast(pl.Float64).to_numpy()
            y, m = deals.totals(role, len(names), values), deals.totals(role, len(names))
            labels = [f"{self.column}.{name}.{value}" for name in names]
            self.totals.put_all(labels, y, m, SCALES[value])
            cells = [(name,) for name in names]
            self.alone[value] += deals.joint(role, cells, values)
            for kind, there in places.items():
                self.where[kind][value] += joint_where(deals, (names, role), there, values)

    @property
    def reference(self) -> float:
        """The value that win rates are compared with."""
        return overall(self.alone["win"]) if self.facts.par is None else self.facts.par

    def result(self) -> Roles | Missing:
        """All roles, in the order of their ids."""
        if not self.column:
            return Missing("The game has no roles.")
        wins, scores = self.alone["win"], self.alone["score"]
        cells = sorted(wins.levels)
        compared = against({cell: wins.sums(cell) for cell in cells}, self.reference)
        return Roles(
            self.column,
            self.facts.par,
            self.reference,
            tuple(
                RoleFigures(
                    cell[0],
                    compared[cell],
                    shifted(compared[cell].estimate, self.reference),
                    mean(scores.sums(cell), len(cells)),
                )
                for cell in cells
            ),
            pairs_of(wins),
            self.figures_where("seat"),
            self.figures_where("strategy"),
        )

    def figures_where(self, kind: str) -> tuple[RoleWhere, ...]:
        """By seat or strategy, if there are several."""
        if kind not in self.places:
            return ()
        wins, scores = self.where[kind]["win"], self.where[kind]["score"]
        cells = sorted(cell for cell in wins.levels if len(cell) == 2)
        rates = against({cell: wins.sums(cell) for cell in cells}, self.reference)
        beyond = compare_all({cell: wins.difference(cell, cell[1:]) for cell in cells}, 0.0)
        return tuple(
            RoleWhere(
                cell[0],
                cell[1],
                rates[cell],
                beyond[cell],
                mean(scores.sums(cell), len(cells)),
            )
            for cell in cells
        )


def no_sums() -> dict[str, Joint[Cell]]:
    return {value: Joint.of({}) for value in VALUES}


def joint_where(
    deals: Deals,
    roles: tuple[tuple[str, ...], Ints],
    places: tuple[tuple[str, ...], Ints],
    values: Array,
) -> Joint[Cell]:
    """Sums of each role in each place, and of all roles there."""
    (names, role), (there, place) = roles, places
    cells: list[Cell] = [(name, where) for name in names for where in there]
    inside = role * len(there) + place
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
    """A rate as a difference from a known value."""
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


def pairs_of(joint: Joint[Cell]) -> tuple[RolePair, ...]:
    """Each role against each later one."""
    found = pairwise(joint).items()
    return tuple(RolePair(a[0], b[0], difference) for (a, b), difference in found)


def mean(sums: Sums, family: int) -> Estimate:
    """A mean score in a family of ``family``."""
    return sums.point(Scale.MEAN).estimate(family=family)
