"""An estimate: a number, its interval, and its numbers of rows and deals."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from trisim.documents import Document, Null

Level = str | int
"""What rows are grouped by: the name of a role or strategy, the number of a seat."""


HYPHEN, MINUS = "-", "\N{MINUS SIGN}"
"""What Python writes before a negative number, and what people read."""


class StatsError(ValueError):
    """A question that the tables can't answer, in one line."""


class Scale(Enum):
    """The kind of quantity, which decides bounds and format."""

    RATE = "rate"
    MEAN = "mean"
    RATE_DIFFERENCE = "difference of rates"
    MEAN_DIFFERENCE = "difference of means"

    @property
    def bounds(self) -> tuple[float, float]:
        """The limits of the value."""
        if self is Scale.RATE:
            return 0.0, 1.0
        if self is Scale.RATE_DIFFERENCE:
            return -1.0, 1.0
        return -math.inf, math.inf

    @property
    def difference(self) -> Scale:
        """The scale of a difference between two such values."""
        rate = self in (Scale.RATE, Scale.RATE_DIFFERENCE)
        return Scale.RATE_DIFFERENCE if rate else Scale.MEAN_DIFFERENCE


@dataclass(frozen=True, slots=True)
class Estimate(Document):
    """A value between ``low`` and ``high``, from ``n`` rows in ``clusters`` deals.

    ``level`` is the confidence that all intervals of the ``family`` hold together. An ``anytime``
    interval holds at all looks at once, so that it may decide when to stop.
    """

    value: Annotated[float, Null(math.nan)]
    low: Annotated[float, Null(-math.inf)]
    high: Annotated[float, Null(math.inf)]
    n: int
    clusters: int
    level: float = 0.95
    scale: Scale = Scale.RATE
    family: int = 1
    anytime: bool = False

    @property
    def halfwidth(self) -> float:
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high

    def __str__(self) -> str:
        if not self.clusters:
            return "no data"
        value, low, high = (self.shown(number) for number in (self.value, self.low, self.high))
        return (
            f"{value}{self.unit} [{low}, {high}], n = {self.n:,} in {self.clusters:,} "
            f"{'deal' if self.clusters == 1 else 'deals'}"
        )

    @property
    def unit(self) -> str:
        """The text after the value: per cent, percentage points, or none."""
        return {Scale.RATE: " %", Scale.RATE_DIFFERENCE: " pp"}.get(self.scale, "")

    def shown(self, number: float) -> str:
        """A number with as many digits as the interval justifies.

        An end that rounds to 0 keeps its sign if the interval excludes 0.
        """
        times = 100 if self.unit else 1
        signed = self.scale in (Scale.RATE_DIFFERENCE, Scale.MEAN_DIFFERENCE)
        if math.isinf(number):
            return "∞" if number > 0 else f"{MINUS}∞"
        digits = decimals(self.halfwidth * times)
        sign = ("+" if signed else "") + ("" if self.excludes(0) else "z")
        return with_minus(f"{number * times:{sign}.{digits}f}")


def with_minus(number: str) -> str:
    """A formatted number with a minus sign instead of a hyphen.

    >>> with_minus(f"{-1.5:.1f} pp")
    '−1.5 pp'
    """
    return number.replace(HYPHEN, MINUS)


def with_hyphen(words: str) -> str:
    """Words for a program: minus signs of numbers become hyphens again."""
    return re.sub(rf"{MINUS}(?=[\d.∞])", HYPHEN, words)


@dataclass(frozen=True, slots=True)
class Comparison(Document):
    """An estimate compared with its value under the null hypothesis.

    ``p`` is for this comparison alone, ``adjusted`` for it as one of its family.
    """

    estimate: Estimate
    null: float
    p: Annotated[float, Null(math.nan)]
    adjusted: Annotated[float, Null(math.nan)]

    def __str__(self) -> str:
        p = "p < 0.0001" if self.adjusted < 0.0001 else f"p = {self.adjusted:.2g}"
        return f"{self.estimate}, {p}"


def decimals(halfwidth: float) -> int:
    """One decimal, or more if the interval would round to nothing."""
    if not 0 < halfwidth < 0.1:
        return 1
    return min(6, math.ceil(-math.log10(halfwidth)))


def finite(number: float) -> float | None:
    """The number; None if JSON can't represent it."""
    return number if math.isfinite(number) else None
