"""A difference that was found several times, each time with other players: mean and interval.

Players are tuned several times for each version, from different seeds. Each pair of tunings gives a
difference on deals of its own, so the K differences d of a measure are independent. Their variance
has two parts: chance of the tunings (T), and chance of the deals (W for the mean, known well from
many deals). The variance of the mean is T / K + W, and s² / K estimates that without bias, where s²
is the variance of the K differences.

With K = 3, s² has two degrees of freedom, and Student's t for one of many measures would make every
interval useless. So the ratios F = s² / (K W) of many measures are looked at together: the prior of
Smyth, estimated from the moments of log F, says what ratio F0 is usual, and how many degrees of
freedom d0 that is worth, few if measures differ much. A measure then has the ratio

    (d0 F0 + (K - 1) F) / (d0 + K - 1),  but at least 1 and at least F,

and Student's t with d0 + K - 1 degrees of freedom. At least 1, so that no interval is narrower than
deals alone allow; at least F, because a measure that was named, such as that of a changed card, may
spread more than its kind. ``MOST_PRIOR`` limits d0, because measures of the same games depend
on each other: together they say less than their number. Such intervals hold on average over the
measures. Without enough measures the interval is Student's with K - 1 degrees of freedom.

Smyth (2004), Statistical Applications in Genetics and Molecular Biology 3(1), article 3.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import polygamma, psi, stdtrit

from trisim.stats.estimate import Estimate
from trisim.stats.point import Point

FEWEST_MEASURES = 12
"""Measures from which on a prior is estimated."""

MOST_PRIOR = 8.0
"""The most degrees of freedom that a prior counts."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The usual ratio of the whole variance to that of deals alone."""

    ratio: float
    freedom: float
    """What it is worth, in degrees of freedom."""


NO_PRIOR = Prior(1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Replicates:
    """A value of one measure from each replicate, on deals of its own."""

    points: tuple[Point, ...]

    @property
    def value(self) -> float:
        return sum(each.value for each in self.points) / len(self.points)

    @property
    def freedom(self) -> int:
        return len(self.points) - 1

    @property
    def within(self) -> float:
        """The variance of the mean by chance of the deals alone."""
        return sum(each.variance for each in self.points) / len(self.points) ** 2

    @property
    def whole(self) -> float:
        """The variance of the mean, from the differences between replicates."""
        found = sum((each.value - self.value) ** 2 for each in self.points)
        return found / self.freedom / len(self.points)

    @property
    def ratio(self) -> float:
        """The whole variance in parts of that of deals alone."""
        if self.within > 0:
            return self.whole / self.within
        return math.inf if self.whole > 0 else 1.0

    @property
    def spread(self) -> float:
        """The standard deviation between replicates that deals don't explain."""
        return math.sqrt(max(0.0, self.whole - self.within) * len(self.points))

    def estimate(self, prior: Prior, level: float = 0.95, family: int = 1) -> Estimate:
        """The mean with an interval that has both parts of chance."""
        alpha = (1 - level) / family
        freedom, variance = float(self.freedom), max(self.whole, self.within)
        if prior.freedom and self.within > 0 and math.isfinite(self.ratio):
            freedom = self.freedom + prior.freedom
            weighted = prior.freedom * prior.ratio + self.freedom * self.ratio
            variance = self.within * max(1.0, weighted / freedom, self.ratio)
        point = Point(
            self.value,
            variance,
            sum(each.n for each in self.points),
            sum(each.clusters for each in self.points),
            sum(each.effective for each in self.points),
            self.points[0].scale,
            self.points[0].limits,
        )
        low, high = point.interval(-float(stdtrit(freedom, alpha / 2)), alpha)
        return point.between(low, high, level, family)


def prior_of(replicates: Iterable[Replicates]) -> Prior:
    """What the measures have in common; nothing if there are too few."""
    known = [each for each in replicates if 0 < each.ratio < math.inf and each.within > 0]
    if len(known) < FEWEST_MEASURES:
        return NO_PRIOR
    return fitted([each.ratio for each in known], known[0].freedom)


def fitted(ratios: Sequence[float], freedom: int) -> Prior:
    """Smyth's prior, by the mean and the variance of log ratios."""
    half = freedom / 2
    logs = np.log(np.array(ratios)) - psi(half) + math.log(half)
    excess = float(logs.var(ddof=1)) - float(polygamma(1, half))
    if excess <= 0:
        return Prior(max(1.0, math.exp(logs.mean())), MOST_PRIOR)
    half_prior = trigamma_inverse(excess)
    ratio = math.exp(float(logs.mean()) + float(psi(half_prior)) - math.log(half_prior))
    return Prior(max(1.0, ratio), min(2 * half_prior, MOST_PRIOR))


def trigamma_inverse(value: float) -> float:
    """The number whose trigamma is ``value``; by Newton's method.

    >>> round(trigamma_inverse(float(polygamma(1, 2.5))), 9)
    2.5
    """
    found = 0.5 + 1 / value
    for _ in range(50):
        here = float(polygamma(1, found))
        step = here * (1 - here / value) / float(polygamma(2, found))
        found += step
        if abs(step) < 1e-12 * found:
            break
    return found
