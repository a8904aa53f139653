"""Timing on a machine that others use too: short turns, one case after the other, medians."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Turn = Callable[[int], float]
"""Plays one turn of a case, given the number of the round; returns what is measured."""

Tell = Callable[[int, int, str], None]
"""Called with the amount done, the total, and the current step."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What repeated turns gave, in their order."""

    values: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.values)

    @property
    def low(self) -> float:
        """The least."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The most."""
        return max(self.values)

    @property
    def n(self) -> int:
        """How many turns there were."""
        return len(self.values)

    def over(self, other: Sample) -> Sample:
        """The ratios of turns that were played next to each other."""
        pairs = zip(self.values, other.values, strict=True)
        return Sample(tuple(mine / yours for mine, yours in pairs))

    def as_dict(self) -> dict[str, float]:
        """Median, range and number, for a file."""
        return {"median": self.middle, "low": self.low, "high": self.high, "n": self.n}


def interleave(
    cases: dict[str, Turn], seconds: float, least: int = 3, tell: Tell | None = None
) -> dict[str, Sample]:
    """Let the cases take turns until the time is up, and at least so many rounds.

    Whatever slows the machine down then slows all cases, and pairs of turns can be compared.
    """
    values: dict[str, list[float]] = {name: [] for name in cases}
    began = time.perf_counter()
    rounds = 0
    while rounds < least or time.perf_counter() - began < seconds:
        for name, turn in cases.items():
            values[name].append(turn(rounds))
            if tell:
                done = min(time.perf_counter() - began, seconds)
                tell(int(done * 10), max(1, int(seconds * 10)), name)
        rounds += 1
    return {name: Sample(tuple(found)) for name, found in values.items()}
