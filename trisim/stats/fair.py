"""Fair values: the values of a setting at which a measure may well be what the designer wants.

They are a confidence set by inversion of a test (Neyman 1937, Philosophical Transactions A 236): of
all values, those at which "measure = target" is not rejected. Such a set needs no correction for
the number of values. Let x be a true fair value: the set misses x only if the one test at x
rejects, and that happens with probability 1 - level at most, whatever the tests at other values
do. If the true curve meets the target at several values, each of them is in the set with that
probability; that all of them are in it at once may be less probable.

The test is the one of ``Point``: Student's t over deals; for rates with the standard error of the
target, as in Wilson's interval; and never surer than deals that never came allow. So a value is
fair just when the ordinary interval of the measure there includes the target.

Between neighbouring numbers the measure is interpolated on a straight line. The variance there
follows from the covariance of both ends, hence from the pairing. With w the share of the way, the
test keeps w where a polynomial in w is not positive: of degree 2, as for a ratio of means (Fieller
1954, Journal of the Royal Statistical Society B 16), or 4 for rates. Its roots are the ends of the
set. Fieller's set may be empty, open or in pieces, and so may this one. It covers a value at which
the *interpolated* true curve meets the target; where the true curve is bent between two swept
values, the two differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.polynomial.polynomial import polymul, polyroots, polysub

from trisim.documents import Document
from trisim.stats.analyses.verdicts import ABOVE, BELOW
from trisim.stats.curves import Array, Curve, Value
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point, student
from trisim.stats.sequence import Boundary, anytime

FAIR, UNKNOWN = "fair", "unknown"
"""The verdict on a value, besides above and below the target.

Nothing is known where fewer than two deals measure it, or all are alike and nothing bounds them.
"""

TINY = 1e-13
"""Coefficients below this share of the largest are rounding."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FairPoint(Document):
    """A value of the setting, the measure there with the interval of the test, and the verdict."""

    value: Value
    estimate: Estimate
    verdict: str


@dataclass(frozen=True, slots=True)
class Range(Document):
    """Numbers from ``low`` to ``high``, both included.

    An open end is the end of what was swept: the range may go on beyond.
    """

    low: float
    high: float
    open_below: bool = False
    open_above: bool = False


@dataclass(frozen=True, slots=True)
class FairSet(Document):
    """All values at which "measure = target" is not rejected: those swept, and interpolated ones.

    ``ranges`` and ``crossings``, where the interpolated curve meets the target, are empty for
    texts and for a single value. ``printed`` is the value of the box.
    """

    target: float
    level: float
    points: tuple[FairPoint, ...]
    has_order: bool
    ranges: tuple[Range, ...] = ()
    crossings: tuple[float, ...] = ()
    printed: Value | None = None

    def those(self, verdict: str) -> tuple[Value, ...]:
        """The swept values with a verdict."""
        return tuple(each.value for each in self.points if each.verdict == verdict)

    @property
    def fair(self) -> tuple[Value, ...]:
        """The playable fair values."""
        return self.those(FAIR)

    @property
    def printed_verdict(self) -> str | None:
        """The verdict on the printed value; None if it was not swept."""
        found = [each.verdict for each in self.points if each.value == self.printed]
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class InvertedTest:
    """The test of "measure = target", at a fixed number of deals or at every look."""

    target: float
    level: float
    boundary: Boundary | None

    @property
    def alpha(self) -> float:
        return 1 - self.level

    def estimate(self, point: Point) -> Estimate:
        """The measure with the targets that the test would keep as its interval."""
        if self.boundary is None:
            return point.estimate(self.level)
        return anytime(point, self.boundary, self.level, 1)

    def errors(self, variances: Iterable[float], clusters: int) -> float:
        """The number of standard errors that the test allows at the worst of these variances."""
        if self.boundary is None:
            return student(self.alpha, clusters)
        return max(self.boundary.multiplier(each, clusters) for each in variances)

    def keeps(self, point: Point, errors: float) -> bool:
        """Whether the target is so many standard errors away at most."""
        low, high = point.interval(errors, self.alpha)
        return low <= self.target <= high


def fair_values(
    curve: Curve,
    target: float,
    *,
    level: float = 0.95,
    printed: Value | None = None,
    halfwidth: float | None = None,
) -> FairSet:
    """The values at which the measure of a curve may be the target.

    ``halfwidth`` is for games that were played until intervals were so narrow: the test then holds
    at all looks at once.
    """
    check_target(target, curve.points[0])
    boundary = None if halfwidth is None else Boundary(halfwidth, 1 - level)
    test, curve = InvertedTest(target, level, boundary), curve.in_order()
    points = tuple(
        fair_point(value, point, test)
        for value, point in zip(curve.values, curve.points, strict=True)
    )
    between: tuple[tuple[Range, ...], tuple[float, ...]] = ((), ())
    if curve.has_order and len(points) > 1:
        between = ranges_of(curve, points, test), tuple(crossings_of(curve, target))
    return FairSet(target, level, points, curve.has_order, *between, printed)


def check_target(target: float, point: Point) -> None:
    """Refuse a target that no measure of this kind can have."""
    bottom, top = point.bounds
    if not math.isfinite(target):
        raise StatsError(f"target {target:g}: it must be a finite number")
    if not bottom <= target <= top:
        what = point.scale.value
        raise StatsError(f"target {target:g}: a {what} must be {bottom:g} to {top:g}")


def fair_point(value: Value, point: Point, test: InvertedTest) -> FairPoint:
    """The verdict on a swept value."""
    estimate = test.estimate(point)
    if estimate.excludes(test.target):
        return FairPoint(value, estimate, ABOVE if point.value > test.target else BELOW)
    return FairPoint(value, estimate, FAIR if is_known(point, test.target) else UNKNOWN)


def is_known(point: Point, target: float) -> bool:
    """Whether the deals say anything about the measure; if all are alike, see ``Point.unseen``."""
    if point.clusters < 2 or not math.isfinite(point.variance):
        return False
    return point.variance > 0 or math.isfinite(point.bounds[1]) or point.value == target


# ---------------------------------------------------------------- between the swept values


def ranges_of(curve: Curve, points: Sequence[FairPoint], test: InvertedTest) -> tuple[Range, ...]:
    """The interpolated set: the spans of all pieces, joined where they meet.

    Where nothing is known of an end of a piece, nothing is rejected on it.
    """
    numbers = [float(number) for number in curve.numbers]
    spans: list[Span] = [(x, x) for x, each in zip(numbers, points, strict=True) if is_kept(each)]
    for place, (left, right) in enumerate(pairwise(numbers)):
        known = all(each.verdict != UNKNOWN for each in points[place : place + 2])
        for low, high in kept_shares(curve, place, test) if known else [(0.0, 1.0)]:
            spans.append(((1 - low) * left + low * right, (1 - high) * left + high * right))
    first, last = numbers[0], numbers[-1]
    return tuple(Range(low, high, low == first, high == last) for low, high in joined(spans))


def is_kept(point: FairPoint) -> bool:
    return point.verdict in (FAIR, UNKNOWN)


def kept_shares(curve: Curve, place: int, test: InvertedTest) -> list[Span]:
    """The shares of the way from a value to the next at which the test does not reject."""
    variance = variance_along(curve, place)
    errors = test.errors(extremes(variance), min(p.clusters for p in curve.points[place:][:2]))
    meets = list(meeting_shares(curve, place, test.target))
    cuts = {0.0, 1.0, *ends_of_test(curve, place, test, variance, errors), *meets}
    spans = [
        (low, high)
        for low, high in pairwise(sorted(cuts))
        if test.keeps(curve.between(place, (low + high) / 2), errors)
    ]
    return spans + [(share, share) for share in meets]


def variance_along(curve: Curve, place: int) -> Array:
    """The variance of the interpolated measure, as a polynomial in the share of the way."""
    (here, both), (_, there) = curve.covariance_of([place, place + 1])
    return np.array([here, 2 * (both - here), here + there - 2 * both])


def extremes(variance: Array) -> list[float]:
    """The variances at both ends, and the least one if it is between them."""
    constant, linear, square = variance
    found = [constant, constant + linear + square]
    if square > 0 and 0 < -linear / (2 * square) < 1:
        found.append(constant - linear**2 / (4 * square))
    return [max(0.0, float(each)) for each in found]


def ends_of_test(
    curve: Curve, place: int, test: InvertedTest, variance: Array, errors: float
) -> Iterator[float]:
    """The shares of the way at which the test begins or ends to reject: roots of polynomials."""
    here, there = curve.points[place : place + 2]
    measure = np.array([here.value, there.value - here.value])
    gap = polysub(measure, [test.target])
    distance: Array = polymul(gap, gap)
    allowed = errors**2 * variance
    if here.scale is Scale.RATE:
        distance = polymul(distance, polymul(measure, polysub([1.0], measure)))
        allowed = test.target * (1 - test.target) * allowed
    yield from roots_between_0_and_1(polysub(distance, allowed))
    for end in here.bounds:
        if math.isfinite(end):  # where ``Point.unseen`` just reaches the target
            share = min(here, there, key=lambda p: p.effective).unseen_share(test.alpha)
            reach = (test.target - share * end) / (1 - share)
            yield from roots_between_0_and_1(polysub(measure, [reach]))


def roots_between_0_and_1(coefficients: Array) -> list[float]:
    """The real roots of a polynomial, the constant first, that lie between 0 and 1."""
    size = float(np.abs(coefficients).max())
    known = np.flatnonzero(np.abs(coefficients) > TINY * size)
    if not len(known) or not math.isfinite(size):
        return []
    roots = polyroots(coefficients[: known[-1] + 1] / size)
    return [float(root.real) for root in roots if abs(root.imag) < 1e-9 and 0 < root.real < 1]


def meeting_shares(curve: Curve, place: int, target: float) -> Iterator[float]:
    """The shares of the way at which the interpolated measure is the target.

    If it is the target all the way, both ends.
    """
    left, right = (point.value - target for point in curve.points[place : place + 2])
    if left == 0:
        yield 0.0
    if right == 0:
        yield 1.0
    if left * right < 0:
        yield left / (left - right)


def crossings_of(curve: Curve, target: float) -> list[float]:
    """All values at which the interpolated curve meets the target."""
    found = [
        (1 - share) * left + share * right
        for place, (left, right) in enumerate(pairwise(curve.numbers))
        for share in meeting_shares(curve, place, target)
    ]
    return sorted({float(each) for each in found})


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans from left to right; those that meet or overlap are one."""
    found: list[Span] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found
