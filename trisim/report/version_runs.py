"""Reads the runs of several versions over the same deals, for all analyses at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from trisim.report.load_runs import NEEDED, facts_of, silent, sorted_out, tables_gone
from trisim.report.page.files import Progress
from trisim.sim.errors import FolderError
from trisim.sim.receipts import PartRecord, table_file
from trisim.sim.run import Run
from trisim.sim.verify import file_states
from trisim.stats.analyses.deal_totals import DealTotals, HasDealTotals, HasRatios
from trisim.stats.analyses.meetings import is_usual
from trisim.stats.analyses.source import Analysis, Batch, Facts, Missing, Result, lacking_words
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.joint import Joint
from trisim.stats.point import Point
from trisim.stats.versions import Ratio, VersionTotals

GAMES_AT_A_TIME = 8_192
"""Games of each version in memory at a time."""

ANY = (float("-inf"), float("inf"))
Span = tuple[int, int]
"""The first deal, and the one behind the last."""

Wanted = Callable[[str], bool]


@dataclass(slots=True)
class VersionRun:
    """The run of a version, and the analyses that have read it."""

    run: Run
    parts: list[PartRecord]
    """The parts that can be read."""

    facts: Facts
    analyses: dict[str, Analysis] = field(default_factory=dict)
    missing: dict[str, Result] = field(default_factory=dict)
    """Sections without a result, and why."""

    def begin(self) -> None:
        """Make the analyses that the run has tables for."""
        for chapter in self.run.plugin.report.chapters:
            if chapter.analysis is None:
                continue
            lacking = [need for need in chapter.analysis.needs if not self.facts.has(need)]
            if lacking:
                self.missing[chapter.key] = Missing(lacking_words(self.facts, lacking))
            else:
                self.analyses[chapter.key] = chapter.analysis(self.facts)

    def batch(self, span: Span) -> Batch:
        """Some deals of all tables."""
        first, end = (deal * self.facts.games_a_deal for deal in span)
        parts = [part for part in self.parts if overlaps(part, span)]
        here = pl.col("game").is_between(first, end - 1)
        frames = {}
        for table in sorted(self.facts.tables):
            files = [self.run.path / table / table_file(part.part) for part in parts]
            frames[table] = self.run.scanned(table, files).filter(here)
        return Batch(frames)

    def ratios(self) -> dict[str, Ratio]:
        """Measures whose ratios analyses compute themselves."""
        found: dict[str, Ratio] = {}
        for each in self.analyses.values():
            if isinstance(each, HasRatios):
                found |= each.ratios()
        return found

    def results(self) -> dict[str, Result]:
        """The result of each section."""
        found = {key: each.result() for key, each in self.analyses.items()} | self.missing
        keys = [chapter.key for chapter in self.run.plugin.report.chapters]
        return {key: found[key] for key in keys if key in found}


def opened(run: Run) -> VersionRun:
    """A run with the parts that are sound."""
    states = file_states(run.path, run.recorded)
    gone = tables_gone(states)
    parts, _ = sorted_out(run.recorded, states, gone)
    if not parts or gone & set(NEEDED):
        raise FolderError(
            f"{run.path}: no game of this run can be read; continue it with '--resume', or see "
            f"'trisim audit {run.path}'"
        )
    return VersionRun(run, parts, facts_of(run, parts, gone))


def overlaps(part: PartRecord, span: Span) -> bool:
    return part.first_deal < span[1] and span[0] < part.first_deal + part.deals


# ---------------------------------------------------------------- several versions


class VersionReader:
    """Reads the runs of versions deal by deal; unless ``paired``, each on its own.

    ``wanted`` says which measures are kept.
    """

    def __init__(
        self, runs: Sequence[Run], *, paired: bool = True, wanted: Wanted = is_usual
    ) -> None:
        self.versions = [opened(run) for run in runs]
        for each in self.versions:
            each.begin()
        self.totals = VersionTotals(len(runs), paired=paired)
        self.wanted = wanted
        self.sections: dict[str, str] = {}
        """The section of each measure."""

        self.ratios: list[dict[str, Ratio]] | None = None
        """By version, ratios that analyses compute themselves; None after a batch."""

        self.deals = 0
        """The deals that all versions have in common and that have been read; if unpaired, those
        of the version with the fewest."""

    def read(self, on_progress: Progress = silent) -> None:
        """Read all deals: those that all versions have, or of each version all."""
        if self.totals.paired:
            self.read_spans(common_spans(self.versions), on_progress)
            return
        counts = []
        for number, version in enumerate(self.versions):
            counts.append(self.read_alone(number, version, on_progress))
        self.deals = min(counts)

    def read_spans(self, spans: Sequence[Span], on_progress: Progress = silent) -> None:
        """Read some deals of all versions."""
        total = sum(end - first for first, end in spans)
        each = max(1, GAMES_AT_A_TIME // max(one.facts.games_a_deal for one in self.versions))
        done = 0
        for span in pieces(spans, each):
            for version in self.versions:
                batch = version.batch(span)
                for analysis in version.analyses.values():
                    analysis.read(batch)
            self.add_totals(range(len(self.versions)))
            done += span[1] - span[0]
            on_progress("Reading deals", done, total)
        self.deals += done

    def read_on(self, runs: Sequence[Run], parts: int) -> None:
        """Read so many parts of each run, of which some were read before; runs grow from part 0."""
        for version, here in zip(self.versions, runs, strict=True):
            version.run, version.parts = here, list(here.parts[:parts])
        end = sum(part.deals for part in self.versions[0].parts)
        self.read_spans([(self.deals, end)])

    def read_alone(self, number: int, version: VersionRun, on_progress: Progress) -> int:
        """Read all deals of one version; return their number."""
        spans, done = spans_of(version.parts), 0
        total = sum(end - first for first, end in spans)
        for span in pieces(spans, max(1, GAMES_AT_A_TIME // version.facts.games_a_deal)):
            batch = version.batch(span)
            for analysis in version.analyses.values():
                analysis.read(batch)
            self.add_totals([number])
            done += span[1] - span[0]
            on_progress("Reading deals", done, total)
        return done

    def add_totals(self, numbers: Sequence[int]) -> None:
        """Add what the analyses of some versions have just read."""
        for key in dict.fromkeys(k for number in numbers for k in self.versions[number].analyses):
            found: dict[int, DealTotals] = {}
            for number in numbers:
                analysis = self.versions[number].analyses.get(key)
                if isinstance(analysis, HasDealTotals):
                    totals = analysis.deal_totals()
                    columns = {n: c for n, c in totals.columns.items() if self.wanted(n)}
                    found[number] = DealTotals(totals.deals, columns)
                    self.sections |= dict.fromkeys(columns, key)
            self.totals.add(found)
        self.ratios = None

    # -- what follows

    def known(self, name: str) -> dict[int, Ratio]:
        """Ratios of a measure that its analysis computes itself, by version."""
        if self.ratios is None:
            self.ratios = [version.ratios() for version in self.versions]
        return {number: each[name] for number, each in enumerate(self.ratios) if name in each}

    def joint(self, name: str) -> Joint[int]:
        return self.totals.joint(name, self.known(name))

    def difference(self, name: str, version: int, base: int = 0) -> Point:
        """A version minus the base, paired if the versions are."""
        return self.totals.difference(name, version, self.known(name), base)

    def point(self, name: str, version: int) -> Point:
        """The value of a measure in one version."""
        scale, sums = self.totals.scale(name), self.joint(name).sums(version)
        bottom, top = scale.bounds
        within = self.totals.limits(name) if bottom <= sums.ratio <= top else ANY
        return sums.point(scale, within)

    def estimate(self, name: str, version: int, level: float = 0.95) -> Estimate | None:
        """The value of a measure in one version with its interval; None if it has none."""
        if not self.totals.has(name, version):
            return None
        found = self.point(name, version).estimate(level)
        if not found.clusters:
            return None
        return as_share(found) if self.totals.limits(name) else found

    def scale(self, name: str) -> Scale:
        return self.totals.scale(name)


def as_share(found: Estimate) -> Estimate:
    """A share of a total; one that can be negative is told like any other."""
    if found.scale is Scale.RATE:
        return replace(found, low=max(0.0, found.low), high=min(1.0, found.high))
    return replace(found, scale=Scale.RATE)


# ---------------------------------------------------------------- which deals


def spans_of(parts: Sequence[PartRecord]) -> list[Span]:
    """The deals of parts, as few spans as possible."""
    found: list[Span] = []
    for part in sorted(parts, key=lambda each: each.first_deal):
        first, end = part.first_deal, part.first_deal + part.deals
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found


def common_spans(versions: Sequence[VersionRun]) -> list[Span]:
    """The deals that all versions have."""
    common, *others = (spans_of(version.parts) for version in versions)
    for spans in others:
        both = ((max(a[0], b[0]), min(a[1], b[1])) for a in common for b in spans)
        common = [span for span in both if span[0] < span[1]]
    return common


def pieces(spans: Sequence[Span], size: int) -> Iterator[Span]:
    """Spans in pieces of at most ``size`` deals."""
    for first, end in spans:
        for start in range(first, end, size):
            yield start, min(start + size, end)
