"""Totals of deals in several columns, with their products.

From these sums follow ratios of any two columns (points over rows, one part of the score over all
of it) with intervals clustered by deal; they add up batch by batch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from trisim.stats.analyses.seated import Array
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.point import Point

ANY = (-np.inf, np.inf)
"""Limits of a value that has none."""


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Sums over deals of each column, and of the products of each two.

    The first column counts rows or games.
    """

    columns: tuple[str, ...]
    clusters: int
    total: Array
    products: Array

    @classmethod
    def of(cls, columns: tuple[str, ...], table: Array) -> Moments:
        """From a table with a row for each deal; empty deals don't count."""
        there = table[table[:, 0] > 0]
        return cls(columns, len(there), there.sum(axis=0), there.T @ there)

    @classmethod
    def none(cls, columns: tuple[str, ...]) -> Moments:
        """Without any deals."""
        return cls.of(columns, np.zeros((0, len(columns))))

    def __add__(self, other: Moments) -> Moments:
        return Moments(
            self.columns,
            self.clusters + other.clusters,
            self.total + other.total,
            self.products + other.products,
        )

    @property
    def n(self) -> int:
        """Rows or games."""
        return round(float(self.total[0]))

    def sums(self, over: str, under: str) -> Sums:
        """One column over another."""
        i, j = self.columns.index(over), self.columns.index(under)
        p = self.products
        numbers = (self.total[i], self.total[j], p[i, i], p[i, j], p[j, j])
        return Sums(self.clusters, *(float(number) for number in numbers))

    def point(
        self,
        over: str,
        under: str | None = None,
        scale: Scale = Scale.MEAN,
        limits: tuple[float, float] | None = None,
    ) -> Point:
        """A ratio with its variance; over the first column if no other is named."""
        sums = self.sums(over, under or self.columns[0])
        if not sums.m:
            return Point(np.nan, np.inf, self.n, 0, 0.0, scale, limits)
        return replace(sums.point(scale, limits), n=self.n)

    def mean(self, column: str, family: int = 1) -> Estimate:
        """A column over the first one."""
        return self.point(column).estimate(family=family)

    def share(self, column: str, of: str, family: int = 1) -> Estimate:
        """A column as a share of another, from 0 to 1."""
        found = self.point(column, of, Scale.RATE, ANY).estimate(family=family)
        return replace(found, low=max(0.0, found.low), high=min(1.0, found.high))

    def signed_share(self, column: str, of: str, family: int = 1) -> Estimate:
        """A share that can be negative, or more than 1."""
        found = self.point(column, of, Scale.RATE_DIFFERENCE, ANY).estimate(family=family)
        return replace(found, scale=Scale.RATE)
