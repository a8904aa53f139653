"""The ladder: the same targets on several runs, and which verdicts hold for all of them.

Runs are in the given order. They are treated as independent of each other even if they share deals;
that makes the intervals of changes too wide rather than too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from trisim.stats.analyses.source import Facts, Result
from trisim.stats.analyses.targets import PAR, Target, par_of
from trisim.stats.analyses.verdicts import (
    OUTSIDE,
    UNDECIDED,
    WITHIN,
    MeasureVerdict,
    TargetVerdict,
    judge,
    share_beyond,
)
from trisim.stats.estimate import Estimate

HOLDS, CHANGES, OPEN, PARTLY = "holds", "changes", "open", "not in all runs"
Runs = Sequence[tuple[Facts, Mapping[str, Result]]]


@dataclass(frozen=True, slots=True)
class Rung:
    """One figure in all runs, in their order; None where a run has no such figure.

    ``change`` is from the first to the last run that has it; for a target around par, that of the
    difference from par.
    """

    measure: str
    verdicts: tuple[MeasureVerdict | None, ...]
    course: str
    change: Estimate | None

    @property
    def farthest(self) -> float:
        """The largest distance from its band in any run."""
        return max(share_beyond(each) for each in self.verdicts if each is not None)


@dataclass(frozen=True, slots=True)
class Ladder:
    """One target in all runs that it is set for; ``runs`` are their positions in the list."""

    target: Target
    runs: tuple[int, ...]
    verdicts: tuple[TargetVerdict, ...]
    rungs: tuple[Rung, ...]

    @property
    def holds(self) -> bool:
        """Whether the target has the same sure verdict in all runs, on the same side."""
        found = {(each.verdict, each.sides) for each in self.verdicts}
        sure = {verdict for verdict, _ in found} <= {WITHIN, OUTSIDE}
        return len(found) == 1 and sure and not self.crossing

    @property
    def moved(self) -> tuple[Rung, ...]:
        """The figures that surely moved from the first run to the last."""
        return tuple(each for each in self.rungs if each.change and each.change.excludes(0))

    @property
    def crossing(self) -> tuple[Rung, ...]:
        """The figures that are above in one run and below in another; the farthest out first."""
        return tuple(each for each in self.those(CHANGES) if changes_side(each.verdicts))

    def those(self, course: str) -> tuple[Rung, ...]:
        """The figures with this course; the farthest out first."""
        found = [each for each in self.rungs if each.course == course]
        return tuple(sorted(found, key=lambda each: -each.farthest))


def ladders(targets: Iterable[Target], runs: Runs) -> tuple[Ladder, ...]:
    """All targets with verdicts in at least two runs."""
    found = (ladder(target, runs) for target in targets)
    return tuple(each for each in found if len(each.runs) > 1 and each.rungs)


def ladder(target: Target, runs: Runs) -> Ladder:
    judged = [(i, judge(target, *run)) for i, run in enumerate(runs) if target.is_for(run[0])]
    judged = [(i, verdict) for i, verdict in judged if verdict.measures]
    verdicts = tuple(verdict for _, verdict in judged)
    names = dict.fromkeys(each.measure for verdict in verdicts for each in verdict.measures)
    return Ladder(
        target,
        tuple(i for i, _ in judged),
        verdicts,
        tuple(rung(name, target, verdicts) for name in names),
    )


def rung(measure: str, target: Target, verdicts: Sequence[TargetVerdict]) -> Rung:
    found = tuple(
        next((each for each in verdict.measures if each.measure == measure), None)
        for verdict in verdicts
    )
    there = [
        against_par(each.estimate, verdict.par) if target.around == PAR else each.estimate
        for each, verdict in zip(found, verdicts, strict=True)
        if each is not None
    ]
    change = difference(there[0], there[-1]) if len(there) > 1 else None
    return Rung(measure, found, course_of(found), change)


def course_of(verdicts: Sequence[MeasureVerdict | None]) -> str:
    """Whether a verdict holds for all runs, surely changes, or is open in some."""
    found = {each.verdict for each in verdicts if each is not None}
    if {WITHIN, OUTSIDE} <= found or changes_side(verdicts):
        return CHANGES
    if None in verdicts:
        return PARTLY
    return OPEN if UNDECIDED in found else HOLDS


def changes_side(verdicts: Sequence[MeasureVerdict | None]) -> bool:
    """Whether a figure is above its band in one run and below it in another."""
    return len({each.side for each in verdicts if each is not None and each.side}) > 1


def against_par(estimate: Estimate, par: float | None) -> Estimate:
    """The estimate as a difference from par."""
    middle = par_of(estimate.scale, par)
    if not middle:
        return estimate
    return replace(
        estimate,
        value=estimate.value - middle,
        low=estimate.low - middle,
        high=estimate.high - middle,
        scale=estimate.scale.difference,
    )


def difference(first: Estimate, last: Estimate) -> Estimate:
    """The last minus the first, as independent estimates.

    The interval combines both (Zou and Donner, Statistics in Medicine 27, 2008): each of its arms
    is the root of the squares of the two that point that way.
    """
    value = last.value - first.value
    down = math.hypot(last.value - last.low, first.high - first.value)
    up = math.hypot(last.high - last.value, first.value - first.low)
    return replace(
        last,
        value=value,
        low=value - down,
        high=value + up,
        n=first.n + last.n,
        clusters=first.clusters + last.clusters,
        level=min(first.level, last.level),
        family=min(first.family, last.family),
        scale=last.scale.difference,
    )
