"""Ratios of totals, clustered by deal, from sums that add up part by part.

A win rate is wins over appearances, a mean score is points over rows: a ratio of two totals, each a
sum over deals. Games of the same deal resemble each other, so the deal is what varies, not the row.
The variance is that of the linearised ratio (Cochran, Sampling Techniques, 1977, chapter 6), which
is the cluster-robust one; Student's t with a degree less than there are deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point

Numbers = NDArray[np.float64] | Sequence[float]

ROUNDING = 1e-12
"""Squares below this share of what they were left over from are rounding, not variance."""


@dataclass(frozen=True, slots=True)
class Sums:
    """All that is kept of deals with totals y (wins, points) over m (rows).

    Sums of different deals add up to the sums of all of them, so memory stays flat.
    """

    clusters: int = 0
    y: float = 0.0
    m: float = 0.0
    yy: float = 0.0
    ym: float = 0.0
    mm: float = 0.0

    @classmethod
    def of(cls, y: Numbers, m: Numbers) -> Sums:
        """From the totals of each deal; deals without rows (m = 0) don't count."""
        ys, ms = np.asarray(y, dtype=np.float64), np.asarray(m, dtype=np.float64)
        present = ms > 0
        ys, ms = ys[present], ms[present]
        sums = (in_order(values) for values in (ys, ms, ys * ys, ys * ms, ms * ms))
        return cls(len(ms), *sums)

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.clusters + other.clusters,
            self.y + other.y,
            self.m + other.m,
            self.yy + other.yy,
            self.ym + other.ym,
            self.mm + other.mm,
        )

    @property
    def ratio(self) -> float:
        """The total of y over that of m; not a number if there are no deals."""
        return self.y / self.m if self.m else math.nan

    @property
    def squares(self) -> float:
        """The sum of the squared deviations y - ratio * m of the deals."""
        around = self.yy + self.ratio**2 * self.mm
        left = around - 2 * self.ratio * self.ym
        return left if left > ROUNDING * around else 0.0

    @property
    def variance(self) -> float:
        """Of the ratio; without bound if fewer than two deals tell of it."""
        if self.clusters < 2:
            return math.inf
        return self.clusters / (self.clusters - 1) * self.squares / self.m**2

    def point(self, scale: Scale, limits: tuple[float, float] | None = None) -> Point:
        """The ratio with its variance; it lies between other limits than its scale's if told."""
        bottom, top = limits or scale.bounds
        if self.clusters and not bottom - ROUNDING <= self.ratio <= top + ROUNDING:
            raise StatsError(
                f"{self.ratio:g} is no {scale.value}: it must be {bottom:g} to {top:g}"
            )
        value = min(max(self.ratio, bottom), top) if self.clusters else math.nan
        effective = self.m**2 / self.mm if self.mm else 0.0
        rows = round(self.m)
        return Point(value, self.variance, rows, self.clusters, effective, scale, limits)

    def rate(self, level: float = 0.95) -> Estimate:
        """The ratio as a share from 0 to 1, such as a win rate."""
        return self.point(Scale.RATE).estimate(level)

    def mean(self, level: float = 0.95) -> Estimate:
        """The ratio as a mean without bounds, such as a mean score."""
        return self.point(Scale.MEAN).estimate(level)


def in_order(values: NDArray[np.float64]) -> float:
    """The sum, added one by one.

    ``numpy.sum`` adds in an order that depends on the processor, and its last digit must not decide
    when a run stops.
    """
    return float(np.cumsum(values)[-1]) if len(values) else 0.0
