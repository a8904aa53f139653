"""Several ratios over the same deals, with their covariances."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from trisim.stats.clustered import ROUNDING, Sums
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.point import Point

K = TypeVar("K", bound=Hashable)
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals y over m of each deal in which a level appeared."""

    deals: NDArray[np.int64]
    y: Array
    m: Array


@dataclass(frozen=True, slots=True, eq=False)
class Joint(Generic[K]):
    """Sums and products of the totals of all levels, deal by deal; they add up like ``Sums``.

    Columns of ``total`` and both sides of ``products``: y of each level, then m of each level.
    ``together`` counts the deals in which both of two levels appeared.
    """

    levels: tuple[K, ...]
    total: Array
    products: Array
    together: NDArray[np.int64]

    @classmethod
    def of(cls, totals: Mapping[K, Totals]) -> Joint[K]:
        """From the totals of each level."""
        k = len(totals)
        found = [here.deals for here in totals.values()]
        deals = np.unique(np.concatenate(found)) if found else np.empty(0, dtype=np.int64)
        table = np.zeros((len(deals), 2 * k))
        for i, here in enumerate(totals.values()):
            rows = np.searchsorted(deals, here.deals)
            table[rows, i], table[rows, k + i] = here.y, here.m
        present = (table[:, k:] > 0).astype(np.int64)
        return cls(tuple(totals), table.sum(axis=0), table.T @ table, present.T @ present)

    def __add__(self, other: Joint[K]) -> Joint[K]:
        levels = tuple(dict.fromkeys([*self.levels, *other.levels]))
        mine, yours = self.spread_over(levels), other.spread_over(levels)
        return Joint(
            levels,
            mine.total + yours.total,
            mine.products + yours.products,
            mine.together + yours.together,
        )

    def spread_over(self, levels: tuple[K, ...]) -> Joint[K]:
        """The same, with room for more levels."""
        k = len(levels)
        places = np.array([levels.index(level) for level in self.levels], dtype=np.int64)
        both = np.concatenate([places, k + places])
        total, products = np.zeros(2 * k), np.zeros((2 * k, 2 * k))
        together = np.zeros((k, k), dtype=np.int64)
        total[both] = self.total
        products[np.ix_(both, both)] = self.products
        together[np.ix_(places, places)] = self.together
        return Joint(levels, total, products, together)

    def place(self, level: K) -> int:
        """The position of a level."""
        if level not in self.levels:
            known = ", ".join(str(each) for each in self.levels)
            raise StatsError(f"no rows for {level}; there are {known or 'none'}")
        return self.levels.index(level)

    def sums(self, level: K) -> Sums:
        """The sums of one level alone."""
        i = self.place(level)
        j = len(self.levels) + i
        p = self.products
        numbers = (self.total[i], self.total[j], p[i, i], p[i, j], p[j, j])
        return Sums(int(self.together[i, i]), *(float(number) for number in numbers))

    def influence(self, level: K) -> Array:
        """The contribution of each column of a deal to the ratio of a level, to first order."""
        i, sums = self.place(level), self.sums(level)
        weights = np.zeros(2 * len(self.levels))
        weights[i], weights[len(self.levels) + i] = 1 / sums.m, -sums.ratio / sums.m
        return weights

    def covariance(self, first: K, second: K) -> float:
        """Of two ratios, from their common deals; no small-sample factor."""
        return float(self.influence(first) @ self.products @ self.influence(second))

    def correlation(self, first: K, second: K) -> float:
        """The correlation of two ratios; 0 if one has no variance."""
        size = self.covariance(first, first) * self.covariance(second, second)
        return self.covariance(first, second) / math.sqrt(size) if size > 0 else 0.0

    def gain(self, first: K, second: K) -> float:
        """The factor by which the variance of the difference grows without common deals."""
        alone = self.covariance(first, first) + self.covariance(second, second)
        paired = alone - 2 * self.covariance(first, second)
        return alone / paired if paired > ROUNDING * abs(alone) else math.inf

    def difference(self, first: K, second: K, scale: Scale = Scale.RATE) -> Point:
        """The ratio of one level minus that of another; ``n`` counts the rows of both."""
        a, b = self.sums(first), self.sums(second)
        i, j = self.place(first), self.place(second)
        both = int(self.together[i, j])
        clusters = a.clusters + b.clusters - both
        weights = self.influence(first) - self.influence(second)
        squares = float(weights @ self.products @ weights)
        if squares <= ROUNDING * float(weights**2 @ np.diag(self.products)):
            squares = 0.0
        variance = clusters / (clusters - 1) * squares if clusters > 1 else math.inf
        k = len(self.levels)
        weight = a.mm + b.mm + 2 * float(self.products[k + i, k + j])
        effective = (a.m + b.m) ** 2 / weight
        value = a.ratio - b.ratio
        return Point(value, variance, round(a.m + b.m), clusters, effective, scale.difference)
