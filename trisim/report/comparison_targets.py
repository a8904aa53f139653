"""The targets of a designer on each version of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from trisim.report.comparison import NOT_JUDGED, TargetChange, TargetMeasure
from trisim.report.version_runs import VersionReader, Wanted
from trisim.stats.analyses.judgement import meetings_lacking, sentence
from trisim.stats.analyses.meetings import is_usual
from trisim.stats.analyses.targets import Band, Target
from trisim.stats.analyses.verdicts import (
    ABOVE,
    BELOW,
    OUTSIDE,
    UNJUDGED,
    known_figures,
    note_on,
    risk_of,
    verdict_on,
    widened,
)
from trisim.stats.changes import LEVEL, Change, Family
from trisim.stats.estimate import Estimate
from trisim.texts import listed


def wanted_by(targets: Iterable[Target]) -> Wanted:
    """Which measures are read: the usual ones, and those on meetings that targets name."""
    on_meetings = [each for each in targets if each.is_on_meetings]
    return lambda name: is_usual(name) or any(each.matching([name]) for each in on_meetings)


@dataclass(frozen=True)
class TargetReader:
    """The measures of all targets in all versions, with intervals that hold together."""

    reader: VersionReader
    targets: tuple[Target, ...]
    peeking: bool
    times: float
    """How many times the deals of the first look there are."""

    looks: int
    """How often results were looked at, this time included."""

    @cached_property
    def figures(self) -> list[dict[str, tuple[str, Estimate]]]:
        """By version, the figures of a report: section and estimate by name."""
        with_meetings = any(each.is_on_meetings for each in self.targets)
        return [known_figures(version.results(), with_meetings) for version in self.reader.versions]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All figures of any version."""
        return tuple(dict.fromkeys(name for each in self.figures for name in each))

    @cached_property
    def measures(self) -> frozenset[str]:
        """Those that any target is about."""
        fit = [each for each in self.targets if not self.why_not(each)]
        return frozenset(name for each in fit for name in each.matching(self.names))

    def why_not(self, target: Target) -> str:
        """Why the versions can't be judged by it, in a clause; "" if they can."""
        if target.holds_for:
            rungs = listed(target.holds_for)
            return f"it must hold for {rungs}; a report on a run of each judges that"
        for version in self.reader.versions:
            if reason := target.lacks(version.facts):
                return reason
        lacking = meetings_lacking(target, self.names)
        return f"{listed(lacking[0])} don't meet in these games" if lacking else ""

    @cached_property
    def estimates(self) -> list[dict[str, Estimate]]:
        """By version, the measures of targets; all intervals hold together."""
        count = max(1, len(self.figures) * len(self.measures))
        return [
            {
                name: self.estimate(name, number, count)
                for name in self.names
                if name in self.measures and name in known
            }
            for number, known in enumerate(self.figures)
        ]

    def estimate(self, name: str, number: int, count: int) -> Estimate:
        """A measure of a version, as one of so many.

        What has no totals by deal, such as a percentile, has no interval for all looks. It has its
        share of the risk at each look instead: the k-th of them 1 / (k (k + 1)).
        """
        if self.reader.totals.has(name, number):
            point = self.reader.point(name, number)
            return Family(count, 0, self.peeking, self.times).estimate(point, True)
        found = self.figures[number][name][1]
        times = self.looks * (self.looks + 1) if self.peeking else 1
        share = (1 - LEVEL) / (count * times) / risk_of(found)
        return widened(found, share) if share < 1 else found

    def against(self, number: int, changes: Mapping[str, Change]) -> tuple[TargetChange, ...]:
        """Each target in the base and in a version."""
        return tuple(self.target(each, number, changes) for each in self.targets)

    def target(self, target: Target, number: int, changes: Mapping[str, Change]) -> TargetChange:
        if why_not := self.why_not(target):
            note = f"{NOT_JUDGED}{sentence(why_not)}"
            return TargetChange(target.name, target.why, target.look, (), note)
        facts = self.reader.versions[0].facts
        known = {**self.figures[number], **self.figures[0]}
        bands = {
            name: target.band(known[name][1].scale, facts.par)
            for name in target.matching(self.names)
        }
        fit = {name: band for name, band in bands.items() if band is not None}
        unfit = [name for name, band in bands.items() if band is None]
        measures = tuple(
            self.measure(name, band, known[name][0], number, changes.get(name))
            for name, band in fit.items()
        )
        note = ""
        if unfit or not fit:
            results = self.reader.versions[0].results()
            note = note_on(target, facts.par, unfit, known, results)
        return TargetChange(target.name, target.why, target.look, measures, note)

    def measure(
        self, name: str, band: Band, section: str, number: int, change: Change | None
    ) -> TargetMeasure:
        before, after = (self.estimates[each].get(name) for each in (0, number))
        return TargetMeasure(
            name,
            section,
            low=band[0],
            high=band[1],
            before=before,
            after=after,
            difference=change.difference if change else None,
            verdict_before=verdict_of(before, band),
            verdict_after=verdict_of(after, band),
            side_before=side_of(before, band),
            side_after=side_of(after, band),
            change=change.verdict if change else "",
        )


def verdict_of(estimate: Estimate | None, band: Band) -> str:
    return UNJUDGED if estimate is None else verdict_on(estimate, band)


def side_of(estimate: Estimate | None, band: Band) -> str:
    """On which side the whole interval is outside."""
    if estimate is None or verdict_on(estimate, band) != OUTSIDE:
        return ""
    return ABOVE if estimate.low > band[1] else BELOW


def moved(targets: Sequence[TargetChange]) -> tuple[TargetChange, ...]:
    """The targets whose verdict, or its side, is another one after."""
    return tuple(each for each in targets if each.has_moved)
