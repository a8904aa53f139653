"""Distributions of whole numbers such as scores, with quantiles clustered by deal.

For each number the share of games with at most this number is kept as sums over deals. The interval
of a quantile has all numbers that the clustered intervals of these shares don't exclude: Woodruff
(1952), Journal of the American Statistical Association 47.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from trisim.stats.analyses.grids import counted
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale


def no_numbers() -> Array:
    return np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Sums over deals for each number from ``low`` on.

    ``y``, ``yy`` and ``ym`` are those of the games of a deal with at most this number; ``m`` and
    ``mm`` those of all its games.
    """

    low: int = 0
    clusters: int = 0
    m: float = 0.0
    mm: float = 0.0
    y: Array = field(default_factory=no_numbers)
    yy: Array = field(default_factory=no_numbers)
    ym: Array = field(default_factory=no_numbers)

    @classmethod
    def of(cls, deal: Ints, deals: int, values: Ints) -> Distribution:
        """From a number for each game."""
        if not len(values):
            return cls()
        low, size = int(values.min()), int(np.ptp(values)) + 1
        counts = counted(deal, deals, values - low, size)
        below, games = counts.cumsum(axis=1), counts.sum(axis=1)
        return cls(
            low,
            int((games > 0).sum()),
            float(games.sum()),
            float(games @ games),
            below.sum(axis=0),
            (below * below).sum(axis=0),
            games @ below,
        )

    def __add__(self, other: Distribution) -> Distribution:
        if not self.clusters or not other.clusters:
            return other if other.clusters else self
        low = min(self.low, other.low)
        high = max(self.low + len(self.y), other.low + len(other.y))
        mine, yours = self.spread(low, high), other.spread(low, high)
        sums = (getattr(mine, name) + getattr(yours, name) for name in ("y", "yy", "ym"))
        clusters = mine.clusters + yours.clusters
        return Distribution(low, clusters, mine.m + yours.m, mine.mm + yours.mm, *sums)

    def spread(self, low: int, high: int) -> Distribution:
        """The same over a larger range: below all numbers, no game; above all, every game."""
        edges = self.low - low, high - self.low - len(self.y)
        full = {"y": self.m, "yy": self.mm, "ym": self.mm}
        sums = [
            np.pad(getattr(self, name), edges, constant_values=(0.0, most))
            for name, most in full.items()
        ]
        return Distribution(low, self.clusters, self.m, self.mm, *sums)

    def counts(self) -> tuple[tuple[int, int], ...]:
        """The number of games with each number."""
        games = np.rint(np.diff(self.y, prepend=0.0)).astype(np.int64)
        return tuple((self.low + place, int(count)) for place, count in enumerate(games))

    def quantile(self, share: float, level: float = 0.95, family: int = 1) -> Estimate:
        """The least number that this share of games does not exceed."""
        n = round(self.m)
        if not self.clusters:
            return Estimate(np.nan, -np.inf, np.inf, n, 0, level, Scale.MEAN, family)
        rates = [
            self.sums(place).point(Scale.RATE).estimate(level, family)
            for place in range(len(self.y))
        ]
        value = self.first(np.array([each.value for each in rates]), share)
        low = self.first(np.array([each.high for each in rates]), share)
        high = self.first(np.array([each.low for each in rates]), share)
        ends = (-np.inf, np.inf) if self.clusters < 2 else (min(low, value), high)
        return Estimate(value, *ends, n, self.clusters, level, Scale.MEAN, family)

    def first(self, shares: Array, wanted: float) -> float:
        """The first number whose share is large enough; infinite if there is none."""
        reached = np.flatnonzero(shares >= wanted - 1e-12)
        return float(self.low + reached[0]) if len(reached) else np.inf

    def sums(self, place: int) -> Sums:
        """Games with at most a number, over all games."""
        numbers = (self.y[place], self.m, self.yy[place], self.ym[place], self.mm)
        return Sums(self.clusters, *(float(number) for number in numbers))
