"""The interval one may look at while a run goes on, and stop by.

An ordinary interval holds for a number of deals that was fixed beforehand. Looked at again and
again, one of them misses sooner or later. A confidence *sequence* holds at all looks at once. This
is the asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics 52,
2024): Robbins' normal mixture with the variance estimated, here the clustered variance of a ratio.

The mixture has one free number, which says when the interval is tightest. It is set so that this
is the moment at which the half-width asked for is reached: with x the ratio of the mixture's
variance to that of the estimate, the interval has sqrt((1 + 1/x)(log(1 + x) + 2 log(1/alpha)))
standard errors, least against the ordinary one where x = log(1 + x) + 2 log(1/alpha); there it has
sqrt(1 + x) of them. So neither the number of deals nor their spread needs to be guessed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from scipy.special import lambertw

from trisim.record.base import Outcome, RoleWords
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Level, Scale, StatsError
from trisim.stats.point import Point

L = TypeVar("L", bound=Level)


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of ``--until-ci``, by its name: that of a column with wins, or one below."""

    value: str

    @property
    def scale(self) -> Scale:
        """Win rates, the mean score of all players, or changes of win rates by a scenario."""
        scales = {SCORE: Scale.MEAN, OPTION: Scale.RATE_DIFFERENCE}
        return scales.get(self, Scale.RATE)


SEAT, STRATEGY, SCORE = Metric("seat"), Metric("strategy"), Metric("score")
OPTION = Metric("option")
"""What each scenario changes against the first one."""

WON = Metric("won")
"""How often a team wins."""


def metrics_of(outcome: Outcome, role: RoleWords | None = None) -> tuple[Metric, ...]:
    """The metrics of a game; wins of roles are named by the game's word for a role."""
    if outcome is Outcome.TEAM:
        return WON, OPTION
    return (SEAT, *([Metric(role.one)] if role else []), STRATEGY, SCORE, OPTION)


def parse_target(text: str, metrics: Sequence[Metric]) -> Target:
    """Read ``seat=0.005`` or ``seat=0.5%``."""
    name, sign, width = (word.strip() for word in text.partition("="))
    if not sign:
        example = next((each for each in metrics if each not in (SEAT, OPTION)), SEAT)
        raise StatsError(f"'{text}': write METRIC=HALFWIDTH, such as {example.value}=0.005")
    metric = metric_named(name, metrics)
    return Target(metric, halfwidth_of(width, metric))


@dataclass(frozen=True, slots=True)
class Target:
    """Continue until every interval of the metric is this narrow: value ± halfwidth."""

    metric: Metric
    halfwidth: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.halfwidth) and self.halfwidth > 0):
            raise StatsError(
                f"half-width {self.halfwidth:g}: it must be a finite number greater than 0"
            )
        bottom, top = self.metric.scale.bounds
        if self.halfwidth >= (known := (top - bottom) / 2):
            what = "rate" if self.metric.scale is Scale.RATE else "difference of rates"
            raise StatsError(
                f"half-width {self.halfwidth:g}: every {what} is known to ±{known:.1f} beforehand; "
                f"for ±{known:.1f} percentage points write {self.metric.value}={known:.1f}%"
            )

    def __str__(self) -> str:
        return f"{self.metric.value}={self.halfwidth!r}"


def metric_named(name: str, metrics: Sequence[Metric]) -> Metric:
    names = [metric.value for metric in metrics]
    if name in names:
        return Metric(name)
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names)}"
    raise StatsError(f"unknown metric '{name}'; {hint}")


def halfwidth_of(text: str, metric: Metric) -> float:
    """A number, or a percentage if the metric is a rate."""
    percent = text.endswith("%")
    if percent and metric == SCORE:
        raise StatsError(f"half-width '{text}': {metric.value} is in points, not in per cent")
    try:
        number = float(text.removesuffix("%"))
    except ValueError:
        example = "0.5" if metric == SCORE else "0.005 or 0.5%"
        raise StatsError(f"half-width '{text}': write a number, such as {example}") from None
    return number / 100 if percent else number


@dataclass(frozen=True, slots=True)
class Boundary:
    """The standard errors of an interval that is tightest at a certain half-width."""

    halfwidth: float
    alpha: float

    @property
    def peak(self) -> float:
        """The x at which the interval costs least, from Lambert's W."""
        return -1 - float(lambertw(-(self.alpha**2) / math.e, -1).real)

    def multiplier(self, variance: float, clusters: int) -> float:
        """The number of standard errors, given the variance of the estimate after so many deals."""
        if variance == 0 or clusters < 2 or math.isinf(variance):
            return 0.0 if variance == 0 else math.inf
        x = self.halfwidth**2 * self.peak / (1 + self.peak) / variance
        return heavier((1 + 1 / x) * (math.log1p(x) - 2 * math.log(self.alpha)), clusters - 1)


def heavier(square: float, freedom: int) -> float:
    """The root of a normal variable's square, widened as Student's t is (Wallace, 1959).

    The theory is asymptotic; this keeps the first looks honest, when the variance is hardly known.
    """
    grown = square / freedom * ((8 * freedom + 3) / (8 * freedom + 1)) ** 2
    return math.sqrt(freedom * math.expm1(grown)) if grown < 700 else math.inf


def intervals(
    target: Target,
    sums: Mapping[L, Sums],
    level: float = 0.95,
    levels: int | None = None,
) -> dict[L, Estimate]:
    """An interval for each level; all of them hold together, at all looks at once.

    ``levels`` is how many there will be, if some may not have appeared yet.
    """
    family = max(levels or 1, len(sums))
    boundary = Boundary(target.halfwidth, (1 - level) / family)
    points = {key: sums[key].point(target.metric.scale) for key in sorted(sums)}
    return {key: anytime(point, boundary, level, family) for key, point in points.items()}


def anytime(point: Point, boundary: Boundary, level: float, family: int) -> Estimate:
    """An estimate with the interval that a boundary gives."""
    multiplier = boundary.multiplier(point.variance, point.clusters)
    low, high = point.interval(multiplier, boundary.alpha)
    return point.between(low, high, level, family, anytime=True)


def is_reached(
    target: Target,
    sums: Mapping[L, Sums],
    level: float = 0.95,
    levels: int | None = None,
) -> bool:
    """Is the widest interval narrow enough? Not before every one of ``levels`` has appeared."""
    found = intervals(target, sums, level, levels).values()
    if len(found) < max(1, levels or 1):
        return False
    return max(estimate.halfwidth for estimate in found) <= target.halfwidth


def expected_deals(target: Target, deviation: float, level: float = 0.95, levels: int = 1) -> int:
    """About how many deals it takes, if a deal's value has this standard deviation.

    A deal's value is its rate or mean: for a win rate of p over r independent games a deal,
    ``deviation`` is sqrt(p(1 - p) / r).
    """
    peak = Boundary(target.halfwidth, (1 - level) / levels).peak
    return math.ceil((1 + peak) * (deviation / target.halfwidth) ** 2)


def looks(parts: int) -> list[int]:
    """After how many parts to look: 1, 2, 3, 4, 6, 8, 12, 16, … and after the last.

    Fixed beforehand, so that neither speed nor the number of jobs can decide when a run stops.
    """
    steps = {count << twice for twice in range(parts.bit_length()) for count in (1, 3)}
    return sorted(step for step in steps | {parts} if 0 < step <= parts)
