"""A point estimate and how far chance moves it: from this come intervals and p values.

The interval of a rate is Wilson's on the effective sample size (as many independent rows as would
give the same variance), which stays inside 0 and 1 and holds for rare events; that of a mean or a
difference is symmetric. No interval of a rate, or of a difference of rates, is narrower than what
is known of deals that never came: see ``unseen``.

Dean and Pagano (2015), Journal of Survey Statistics and Methodology 3, compare such intervals for
clustered rates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import stdtr, stdtrit

from trisim.stats.estimate import Comparison, Estimate, Scale


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its variance, from ``n`` rows in so many ``clusters``.

    ``effective`` is how many clusters of equal size would weigh as much. ``limits`` are for values
    that can lie elsewhere than their scale says, such as a difference of differences.
    """

    value: float
    variance: float
    n: int
    clusters: int
    effective: float
    scale: Scale
    limits: tuple[float, float] | None = None

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the value must lie."""
        return self.limits or self.scale.bounds

    @property
    def error(self) -> float:
        """The standard error."""
        return math.sqrt(self.variance)

    def estimate(self, level: float = 0.95, family: int = 1) -> Estimate:
        """With an interval for a number of deals that was fixed beforehand."""
        alpha = (1 - level) / family
        low, high = self.interval(student(alpha, self.clusters), alpha)
        return self.between(low, high, level, family)

    def between(
        self, low: float, high: float, level: float, family: int, anytime: bool = False
    ) -> Estimate:
        """With an interval from elsewhere."""
        return Estimate(
            self.value, low, high, self.n, self.clusters, level, self.scale, family, anytime
        )

    def interval(self, multiplier: float, alpha: float) -> tuple[float, float]:
        """All values within so many standard errors, and at least as wide as ``unseen`` demands."""
        bottom, top = self.bounds
        if self.clusters < 2 or not math.isfinite(multiplier * self.error):
            return bottom, top
        low, high = self.wilson(multiplier) if self.is_within else self.plain(multiplier)
        least, most = self.unseen(alpha)
        return max(bottom, min(low, least)), min(top, max(high, most))

    @property
    def is_within(self) -> bool:
        """Whether it is a rate between 0 and 1.

        A share of totals, some of them negative, can be 0 or 1 with a variance.
        """
        return self.scale is Scale.RATE and 0 < self.value < 1

    def plain(self, multiplier: float) -> tuple[float, float]:
        """The same distance to both sides."""
        return self.value - multiplier * self.error, self.value + multiplier * self.error

    def wilson(self, multiplier: float) -> tuple[float, float]:
        """All rates from which the one found is so many of *their* standard errors away."""
        if self.variance == 0:
            return self.value, self.value
        rate, rows = self.value, self.effective_rows
        shrink = 1 + multiplier**2 / rows
        middle = (rate + multiplier**2 / (2 * rows)) / shrink
        reach = multiplier / shrink * math.sqrt(self.variance + (multiplier / (2 * rows)) ** 2)
        return middle - reach, middle + reach

    @property
    def effective_rows(self) -> float:
        """How many independent rows would give this variance of a rate."""
        return self.value * (1 - self.value) / self.variance

    def unseen(self, alpha: float) -> tuple[float, float]:
        """The least interval: a kind of deal with so small a share may well not have come yet.

        Of n deals none was of a kind with share 1 - (alpha/2)**(1/n): that happens with probability
        alpha/2. At worst such deals have the least or greatest value that there is. For rates of
        exactly 0 and 1 this is the interval of Clopper and Pearson, with deals as trials.
        Without bounds nothing is known from deals that are all alike.
        """
        bottom, top = self.bounds
        if math.isinf(top):
            return (bottom, top) if self.variance == 0 else (self.value, self.value)
        share = self.unseen_share(alpha)
        return self.value - share * (self.value - bottom), self.value + share * (top - self.value)

    def unseen_share(self, alpha: float) -> float:
        """The largest share of a kind of deal that may well not have come yet."""
        return -math.expm1(math.log(alpha / 2) / self.effective)

    def p_value(self, null: float) -> float:
        """How often chance alone leads so far from ``null``; agrees with ``estimate``."""
        if self.clusters < 2:
            return 1.0
        tail = 2 * float(stdtr(self.clusters - 1, -self.distance(null)))
        return min(1.0, max(tail, self.unseen_p_value(null)))

    def distance(self, null: float) -> float:
        """How many standard errors ``null`` is away; those of ``null`` itself if it is a rate."""
        gap = abs(self.value - null)
        if gap == 0 or self.variance == 0:
            return 0.0 if gap == 0 else math.inf
        if not self.is_within:
            return gap / self.error
        spread = math.sqrt(null * (1 - null) / self.effective_rows)
        return gap / spread if spread else math.inf

    def unseen_p_value(self, null: float) -> float:
        """The alpha at which ``unseen`` just reaches ``null``."""
        bottom, top = self.bounds
        if math.isinf(top):
            return float(self.variance == 0)
        if self.value == null:
            return 1.0
        edge = top if self.value < null else bottom
        return float(2 * ((edge - null) / (edge - self.value)) ** self.effective)

    def against(self, null: float, level: float = 0.95) -> Comparison:
        """A comparison that stands alone."""
        p = self.p_value(null)
        return Comparison(self.estimate(level), null, p, p)


def student(alpha: float, clusters: int) -> float:
    """Student's t for a two-sided interval; no bound with fewer than two clusters."""
    return -float(stdtrit(clusters - 1, alpha / 2)) if clusters > 1 else math.inf
