"""Curves: a measure at several values of a setting, all played on the same deals.

The estimates at different values are correlated, because they share the luck of the deals. A curve
keeps their covariances, so that differences, slopes and interpolated values have the variance that
pairing leaves. Bands are simultaneous: each interval has its share of the risk (Bonferroni), so
that all intervals of all curves hold together at the level.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trisim.stats.clustered import ROUNDING
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point
from trisim.stats.sequence import Boundary, anytime

Array = NDArray[np.float64]

Value = int | float | str
"""A value of a setting: a number, or a text, which has no order."""

ENDLESS = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The points of a measure at the values of a setting.

    ``covariance`` is that of the estimates over the common deals, with the factor n / (n - 1); its
    diagonal has the variances of the points.
    """

    values: tuple[Value, ...]
    points: tuple[Point, ...]
    covariance: Array

    def __post_init__(self) -> None:
        size = len(self.values)
        if len(self.points) != size or self.covariance.shape != (size, size):
            raise ValueError("a curve has a point for each value, and a covariance for each pair")
        if len(set(self.values)) < size:
            twice = next(each for each in self.values if self.values.count(each) > 1)
            raise StatsError(f"the value {twice} is given twice")

    @classmethod
    def of(
        cls,
        values: Sequence[Value],
        estimates: Sequence[float] | Array,
        covariance: Array,
        deals: int,
        scale: Scale,
        rows: int | None = None,
    ) -> Curve:
        """From estimates of which each comes from all deals, with as many rows in each deal."""
        pairs = [(float(each), float(covariance[i, i])) for i, each in enumerate(estimates)]
        points = tuple(
            Point(
                value,
                variance if deals * variance > ROUNDING * value**2 else 0.0,
                rows or deals,
                deals,
                float(deals),
                scale,
            )
            for value, variance in pairs
        )
        return cls(tuple(values), points, np.asarray(covariance, dtype=np.float64))

    @property
    def scale(self) -> Scale:
        return self.points[0].scale

    @property
    def has_order(self) -> bool:
        """Whether all values are numbers."""
        return not any(isinstance(value, str) for value in self.values)

    @property
    def numbers(self) -> Array:
        """The values of a curve that has an order."""
        return np.array([float(value) for value in self.values])

    def in_order(self) -> Curve:
        """The same with increasing values; texts stay as they are."""
        if not self.has_order:
            return self
        order = [int(place) for place in np.argsort(self.numbers, kind="stable")]
        values, points = ([row[place] for place in order] for row in (self.values, self.points))
        return Curve(tuple(values), tuple(points), self.covariance[np.ix_(order, order)])  # type: ignore[arg-type]

    def place(self, value: Value) -> int:
        """The position of a value."""
        if value not in self.values:
            known = ", ".join(str(each) for each in self.values)
            raise StatsError(f"no games with the value {value}; there are {known}")
        return self.values.index(value)

    def combined(
        self, weights: Mapping[int, float], scale: Scale, limits: tuple[float, float] | None = None
    ) -> Point:
        """A weighted sum of the points at these places, as a point of its own.

        Points that were measured in different numbers of deals count as the one with the fewest.
        """
        places, factors = list(weights), np.array(list(weights.values()))
        points = [self.points[place] for place in places]
        value = math.fsum(f * p.value for f, p in zip(factors, points, strict=True))
        rows = sum(point.n for point in points)
        clusters = min(point.clusters for point in points)
        effective = min(point.effective for point in points)
        variance = self.variance_of(places, factors) if clusters > 1 else math.inf
        bottom, top = limits or scale.bounds
        if clusters > 1 and not bottom < value < top:  # at the end of the scale all deals are alike
            value, variance = min(max(value, bottom), top), 0.0
        return Point(value, variance, rows, clusters, effective, scale, limits)

    def variance_of(self, places: Sequence[int], factors: Array) -> float:
        """The variance of a weighted sum; 0 if nothing is left of it but rounding."""
        covariance = self.covariance_of(places)
        variance = float(factors @ covariance @ factors)
        return variance if variance > ROUNDING * float(factors**2 @ np.diag(covariance)) else 0.0

    def covariance_of(self, places: Sequence[int]) -> Array:
        """The covariance of some points; 0 for one without variance, without rounding."""
        varies = np.array([self.points[place].variance > 0 for place in places])
        return np.where(np.outer(varies, varies), self.covariance[np.ix_(places, places)], 0.0)

    def change(self, value: Value, base: Value) -> Point:
        """The measure at a value minus that at another, paired by deal.

        A variance of 0 says that the two are the same in all deals, or differ by the same.
        """
        weights = {self.place(value): 1.0, self.place(base): -1.0}
        return self.combined(weights, self.scale.difference)

    def between(self, place: int, share: float) -> Point:
        """The point at this share of the way to the next value, on a straight line."""
        here, there = self.points[place : place + 2]
        return self.combined(
            {place: 1.0 - share, place + 1: share}, here.scale, here.limits or there.limits
        )

    def slope(self) -> Point:
        """The slope, for each 1 of the value, of the straight line that fits the curve best.

        It is the line of least squares, with equal weights: a fixed weighted sum of the estimates,
        so its variance follows from the covariances without further assumptions. If the true
        curve is bent, it is the slope of the line that fits the true curve best.
        """
        if len(self.values) < 2 or not self.has_order:
            raise StatsError("a slope needs two values or more, and all must be numbers")
        away = self.numbers - self.numbers.mean()
        factors = away / float(away @ away)
        return self.combined(dict(enumerate(factors)), self.scale.difference, ENDLESS)


def bands(
    curves: Mapping[str, Curve],
    level: float = 0.95,
    halfwidths: Mapping[str, float] | None = None,
    shares: Mapping[str, float] | None = None,
) -> dict[str, tuple[Estimate, ...]]:
    """An estimate for each value of each curve; all intervals hold together at the level.

    ``halfwidths`` are for games that were played until intervals were narrow enough: the half-width
    asked for, by the name of the curve. The intervals then hold at all looks at once. ``shares``
    are those of the risk, by the name of the curve; by default every point has an equal one.
    """
    points = {name: list(curve.points) for name, curve in curves.items()}
    return held_together(points, level, halfwidths, shares)


def changes(
    curves: Mapping[str, Curve],
    base: Value,
    level: float = 0.95,
    halfwidths: Mapping[str, float] | None = None,
    shares: Mapping[str, float] | None = None,
) -> dict[str, dict[Value, Estimate]]:
    """Each value minus the base value, paired by deal; all intervals hold together at the level.

    They are a family of their own: they hold together with each other, not with the bands.
    """
    others = {
        name: [value for value in curve.values if value != base] for name, curve in curves.items()
    }
    points = {name: [curves[name].change(value, base) for value in others[name]] for name in curves}
    found = held_together(points, level, halfwidths, shares)
    return {name: dict(zip(others[name], found[name], strict=True)) for name in curves}


def held_together(
    points: Mapping[str, Sequence[Point]],
    level: float,
    halfwidths: Mapping[str, float] | None,
    shares: Mapping[str, float] | None = None,
) -> dict[str, tuple[Estimate, ...]]:
    """Estimates that hold together; all points of a curve have an equal share of the risk."""
    every = max(1, sum(map(len, points.values())))

    def estimate(name: str, point: Point) -> Estimate:
        family = every if shares is None else math.ceil(len(points[name]) / shares[name])
        if halfwidths is None:
            return point.estimate(level, family)
        boundary = Boundary(halfwidths[name], (1 - level) / family)
        return anytime(point, boundary, level, family)

    return {name: tuple(estimate(name, point) for point in row) for name, row in points.items()}
