"""How many deals a question needs."""

from __future__ import annotations

import math
from bisect import bisect_left

from scipy.special import stdtrit

from trisim.stats.analyses.verdicts import games_for, times_for, times_more
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import student

MOST_DEALS = 10**12
"""A question that needs more is refused."""

POWER = 0.8
"""The probability with which an effect shall be found."""

ENOUGH = 30
"""Deals from which on Student's t is near the normal distribution."""


def deals_needed(
    deviation: float,
    effect: float,
    *,
    level: float = 0.95,
    family: int = 1,
    power: float = POWER,
    scale: Scale = Scale.MEAN_DIFFERENCE,
) -> int:
    """How many deals find an effect of this size with this probability.

    ``deviation`` is the standard deviation of what one deal adds to the difference (its paired
    difference, if both versions are played on the same deals); ``family`` is how many such
    questions are asked together. An effect is found if the interval of ``Point`` excludes 0. For
    differences of rates this also takes enough deals to rule out a rare kind of deal.
    """
    check(deviation, effect, level, power)
    alpha = (1 - level) / family
    least = max(2, deals_for_bounds(abs(effect), alpha, scale))
    if (deviation / effect) ** 2 > MOST_DEALS:
        raise StatsError(f"an effect of {effect:g} is too small: no number of games finds it")
    return deals_for_spread(deviation / abs(effect), alpha, power, least)


def check(deviation: float, effect: float, level: float, power: float) -> None:
    """Refuse what can't be computed."""
    if not (math.isfinite(effect) and effect):
        raise StatsError(f"an effect of {effect:g}: it must be a number other than 0")
    if not (math.isfinite(deviation) and deviation >= 0):
        raise StatsError(f"a standard deviation of {deviation:g}: it must be a number from 0 on")
    for name, share in (("level", level), ("power", power)):
        if not 0 < share < 1:
            raise StatsError(f"a {name} of {share:g}: it must be between 0 and 1")


def deals_for_spread(ratio: float, alpha: float, power: float, least: int) -> int:
    """The least number of deals whose spread allows it, with ``ratio`` deviations for an effect.

    n = ((t for alpha / 2 + t for the power) ratio)², with both t of n - 1 degrees of freedom. As t
    falls with n, the least such n is found by halving.
    """

    def needed(deals: int) -> int:
        reach = student(alpha, deals) + float(stdtrit(deals - 1, power))
        return math.ceil((max(reach, 0.0) * ratio) ** 2)

    start = max(least, ENOUGH)
    tried = range(least, max(start, needed(start)) + 1)
    return tried[bisect_left(tried, True, key=lambda deals: needed(deals) <= deals)]


def deals_for_bounds(effect: float, alpha: float, scale: Scale) -> int:
    """The least number of deals after which deals that never came can't explain the effect.

    See ``Point.unseen``: the share of such deals must be less than effect / (effect - bottom).
    """
    bottom, _ = scale.bounds
    if math.isinf(bottom):
        return 1
    share = effect / (effect - bottom) if effect > bottom else 1.0
    return math.floor(math.log(alpha / 2) / math.log1p(-share)) + 1 if share < 1 else 1


def more_to_decide(estimate: Estimate, margin: float, games: int) -> int | None:
    """How many further games would decide about a difference, if its value stays what it is.

    It is decided as soon as its interval excludes 0, or lies within ± the margin, whichever comes
    first. 0 if it is decided; None if no realistic number of games would decide.
    """
    if estimate.excludes(0) or -margin <= estimate.low <= estimate.high <= margin:
        return 0
    if estimate.clusters < 2:
        return None
    to_differ, to_be_equal = times_for(estimate, 0.0), times_more(estimate, (-margin, margin))
    return games_for(min(to_differ, to_be_equal), games)
