"""Changes of measures between two versions: which are sure, which are small, which are undecided.

All intervals hold together at 95 % (Bonferroni). Half of the risk is for measures that were named
before anything was played (those of changed cards and roles, and of targets), half for all others:
so the many figures of a report don't hide the few that a designer has asked about.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated

from trisim.documents import Document, Null
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point
from trisim.stats.power import more_to_decide
from trisim.stats.sequence import Boundary, anytime

CHANGED, SAME, UNDECIDED, IDENTICAL = VERDICTS = ("changed", "same", "undecided", "identical")
"""*changed*: the interval of the difference excludes 0, and is not within the margin. *same*: the
whole interval is within the margin. *identical*: no deal differs. *undecided*: all others."""

ALONE = "in one version"
"""Instead of a verdict, of a measure that only one of the versions has."""

LEVEL = 0.95
IN_POINTS = (
    "score.*",
    "*.score",
    "*.points",
    "*.bot_score",
    "solo.margin",
    "flow.margin",
    "flow.drama",
    "flow.swing",
)
"""Means that are counted in points of the game."""

RATES = (Scale.RATE, Scale.RATE_DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Margins(Document):
    """Changes that are too small to matter: of rates, of points, and of other means as a share."""

    rate: float = 0.01
    points: float = 1.0
    share: float = 0.02

    def of(self, measure: str, scale: Scale, before: float) -> float:
        """The margin of a measure in its own unit."""
        if scale in RATES:
            return self.rate
        if any(fnmatchcase(measure, pattern) for pattern in IN_POINTS):
            return self.points
        return self.share * abs(before)

    def __str__(self) -> str:
        return f"{100 * self.rate:g}%,{self.points:g},{100 * self.share:g}%"


USUAL = Margins()
"""One percentage point, one point, and 2 % of other means."""


def read_margins(text: str | float | Margins) -> Margins:
    """Margins as a user writes them: percentage points, points, per cent of other means.

    >>> read_margins("0.5%"), read_margins("2%,1.5,5%").points
    (Margins(rate=0.005, points=1.0, share=0.02), 1.5)
    """
    if isinstance(text, Margins):
        return text
    words = [word.strip() for word in str(text).split(",")]
    usual = (USUAL.rate, USUAL.points, USUAL.share)
    numbers = [number_of(word, place, str(text)) for place, word in enumerate(words[:3])]
    if len(words) > 3:
        raise unreadable(str(text))
    return Margins(*numbers, *usual[len(numbers) :])


def number_of(word: str, place: int, text: str) -> float:
    """One of the margins; the first and the third are in per cent, or shares."""
    is_percent = word.endswith("%")
    try:
        number = float(word.removesuffix("%")) / (100 if is_percent else 1)
    except ValueError:
        raise unreadable(text) from None
    if (is_percent and place == 1) or not (math.isfinite(number) and number > 0):
        raise unreadable(text)
    if place != 1 and number >= 1:
        raise unreadable(text)
    return number


def unreadable(text: str) -> StatsError:
    return StatsError(
        f"margin {text}: write percentage points, and if you like points and per cent of other "
        f"means, such as {Margins()}"
    )


# ---------------------------------------------------------------- one change


@dataclass(frozen=True, slots=True)
class Change(Document):
    """A measure in two versions; estimates that a version doesn't have are None."""

    measure: str
    section: str
    verdict: str
    before: Estimate | None
    after: Estimate | None
    difference: Estimate | None
    """After minus before, with an interval that holds together with all others; None if it is
    identical, or if one version doesn't have the measure."""

    margin: float
    named: bool
    """Whether it was named beforehand: a changed card or role, or a target."""

    differing: int
    """Deals in which it differs."""

    deals: int
    gain: Annotated[float, Null(math.inf)]
    """The factor of games that the same interval would need without pairing."""

    more_games: int | None = None
    """Games that would decide, if it is undecided; None: no realistic number."""

    @property
    def size(self) -> float:
        """How large the change is, in margins."""
        if self.difference is None or not self.margin:
            return 0.0
        return abs(self.difference.value) / self.margin

    @property
    def surely(self) -> float:
        """How large the change is at least, in margins; 0 if the interval contains 0."""
        found = self.difference
        if found is None or not self.margin or not found.excludes(0):
            return 0.0
        return min(abs(found.low), abs(found.high)) / self.margin


@dataclass(frozen=True, slots=True)
class Family:
    """How many differences are looked at together."""

    named: int
    others: int
    peeking: bool = False
    """Whether intervals must hold at all looks at once."""

    times: float = 1.0
    """How many times the deals of the first look there are now."""

    def size(self, named: bool) -> int:
        """As a number of equal shares of the risk."""
        if not self.named or not self.others:
            return max(1, self.named + self.others)
        return 2 * (self.named if named else self.others)

    def estimate(self, point: Point, named: bool, halfwidth: float = 0.0) -> Estimate:
        """The interval of a difference.

        One that holds at many looks is tightest at a half-width, or else at the first look: both
        are fixed before anything is played.
        """
        family = self.size(named)
        if not self.peeking:
            return point.estimate(LEVEL, family)
        alpha = (1 - LEVEL) / family
        peak = Boundary(1.0, alpha).peak
        width = halfwidth or math.sqrt((1 + peak) * self.times) * point.error
        return anytime(point, Boundary(width, alpha), LEVEL, family)


def verdict_on(difference: Estimate, margin: float) -> str:
    if -margin <= difference.low and difference.high <= margin:
        return SAME
    return CHANGED if difference.excludes(0) else UNDECIDED


def games_to_decide(difference: Estimate, margin: float, games: int) -> int | None:
    """Further games that would decide; None if there is no realistic number."""
    return more_to_decide(difference, margin, games) or None
