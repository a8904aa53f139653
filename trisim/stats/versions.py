"""Measures of several versions of a game over the same deals: values and covariances.

A version is a run with its own box, options or strategies. Where versions meet the same deals, much
of the luck is common: the variance of a difference follows from the products of totals of the same
deal, as in ``Joint``, of which there is one for each measure with versions as its levels. Products
add up batch by batch, so memory doesn't depend on the number of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from trisim.stats.analyses.deal_totals import DealColumn, DealTotals
from trisim.stats.estimate import Scale
from trisim.stats.joint import Joint
from trisim.stats.point import Point

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

Ratio = tuple[float, float]
"""A value that was computed elsewhere, and its denominator."""


@dataclass(slots=True)
class Products:
    """The sums of one measure; in arrays y of each version stands before m of each version."""

    scale: Scale
    limits: tuple[float, float] | None
    total: Array
    products: Array
    together: Ints
    """By two versions, deals in which both have rows."""

    differing: Ints
    """By version, deals whose totals differ from those of the first version."""

    @classmethod
    def none(cls, column: DealColumn, versions: int) -> Products:
        size = 2 * versions
        return cls(
            column.scale,
            column.limits,
            np.zeros(size),
            np.zeros((size, size)),
            np.zeros((versions, versions), dtype=np.int64),
            np.zeros(versions, dtype=np.int64),
        )

    def add(self, table: Array) -> None:
        """Add deals (rows) with the totals of all versions."""
        versions = len(self.differing)
        y, m = table[:, :versions], table[:, versions:]
        present = (m > 0).astype(np.int64)
        self.total += table.sum(axis=0)
        self.products += table.T @ table
        self.together += present.T @ present
        self.differing += ((y != y[:, :1]) | (m != m[:, :1])).sum(axis=0)


class VersionTotals:
    """Totals of measures by deal, for versions that are told apart by their numbers.

    Unless ``paired``, each version has deals of its own, and differences have no covariance.
    """

    def __init__(self, versions: int, *, paired: bool = True) -> None:
        self.versions = versions
        self.paired = paired
        self.sums: dict[str, Products] = {}

    def add(self, totals: Mapping[int, DealTotals]) -> None:
        """Add a batch: the totals of versions for the same range of deals."""
        if not totals:
            return
        groups = [totals] if self.paired else [{number: each} for number, each in totals.items()]
        for group in groups:
            deals = np.unique(np.concatenate([each.deals for each in group.values()]))
            self.add_aligned(group, deals)

    def add_aligned(self, totals: Mapping[int, DealTotals], deals: Ints) -> None:
        places = {number: np.searchsorted(deals, each.deals) for number, each in totals.items()}
        names = dict.fromkeys(name for each in totals.values() for name in each.columns)
        for name in names:
            table = np.zeros((len(deals), 2 * self.versions))
            there = {
                number: each.columns[name]
                for number, each in totals.items()
                if name in each.columns
            }
            for number, column in there.items():
                table[places[number], number] = column.y
                table[places[number], self.versions + number] = column.m
            if name not in self.sums:
                self.sums[name] = Products.none(next(iter(there.values())), self.versions)
            self.sums[name].add(table)

    # -- what follows

    def names(self) -> Iterator[str]:
        """The measures that at least two versions have."""
        for name, each in self.sums.items():
            if np.count_nonzero(np.diag(each.together)) > 1:
                yield name

    def has(self, name: str, version: int) -> bool:
        return name in self.sums and bool(self.sums[name].together[version, version])

    def scale(self, name: str) -> Scale:
        return self.sums[name].scale

    def limits(self, name: str) -> tuple[float, float] | None:
        """The bounds of the values, if they aren't those of their scale."""
        return self.sums[name].limits

    def is_identical(self, name: str, version: int) -> bool:
        """Whether the totals of all deals are those of the first version."""
        return self.paired and not self.sums[name].differing[version]

    def joint(self, name: str, known: Mapping[int, Ratio] | None = None) -> Joint[int]:
        """The sums of a measure, with versions as levels.

        ``known`` are ratios that were computed elsewhere, by version: the totals then are
        contributions to numerator and denominator around that ratio.
        """
        here = self.sums[name]
        total, products = here.total, here.products
        if known:
            total, products = around(total, products, known, self.versions)
        return Joint(tuple(range(self.versions)), total, products, here.together)

    def difference(
        self, name: str, version: int, known: Mapping[int, Ratio] | None = None, base: int = 0
    ) -> Point:
        """A version minus the base."""
        scale = self.scale(name)
        point = self.joint(name, known).difference(version, base, scale)
        twice = (-2.0, 2.0) if scale is Scale.RATE_DIFFERENCE else None
        return replace(point, limits=self.limits(name) or twice)

    def covariance(
        self,
        name: str,
        known: Mapping[int, Ratio] | None = None,
        versions: Sequence[int] | None = None,
    ) -> Array:
        """Of the values of some versions, or all, which must have rows; corrected for few deals."""
        joint = self.joint(name, known)
        chosen = range(self.versions) if versions is None else versions
        weights = np.stack([joint.influence(version) for version in chosen])
        deals = int(joint.together.diagonal().max())
        found: Array = weights @ joint.products @ weights.T
        return found * deals / (deals - 1) if deals > 1 else np.full_like(found, np.inf)


def around(
    total: Array, products: Array, known: Mapping[int, Ratio], versions: int
) -> tuple[Array, Array]:
    """Sums as if each version's totals had the known ratio and denominator.

    A deal with contributions u and h to a ratio v with denominator b has the influence
    (u - v h) / b. The totals y = u - v h (1 - s) and m = s h with s = b / sum of h give the same.
    """
    change, totals = np.eye(2 * versions), total.copy()
    for version, (value, below) in known.items():
        i, j = version, versions + version
        share = below / total[j] if total[j] else 1.0
        change[i, j] = -value * (1 - share)
        change[j, j] = share
        totals[i], totals[j] = value * below, below
    return totals, change @ products @ change.T
