"""Plays the candidates of a balancing as ordinary runs, and reads the measures of its targets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.stats import norm

from trisim.box.box import Box
from trisim.campaigns.balance_groups import Group
from trisim.campaigns.balance_request import SEARCH, BalanceRequest, search_name
from trisim.campaigns.balance_search import MOST_VARIANTS, Aims, Readings
from trisim.campaigns.knobs import Knobs, known_options
from trisim.campaigns.measures import fitting
from trisim.campaigns.settings import (
    BoxWithValues,
    Values,
    box_values,
    options_with,
    variant_with,
)
from trisim.report.balance_change import Judged, TargetValue
from trisim.report.comparison_targets import TargetReader
from trisim.report.version_runs import VersionReader
from trisim.sim.campaign import Prepared, Version
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.folder import RUNS, Holds, what_holds
from trisim.sim.plan import prepare
from trisim.sim.request import Execution, OnProgress
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import extend, run
from trisim.stats.analyses.targets import Band
from trisim.stats.analyses.verdicts import known_figures
from trisim.stats.changes import LEVEL
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.knob_effects import Array, Changes, Levels
from trisim.stats.point import student

USUAL_REACH = 0.05
"""Of a band that is open on one side, or wide: 5 percentage points, or 5 % of an end."""

CERTAINTY = 0.05
"""The risk that all intervals of the check share."""

Together = Callable[[int], OnProgress | None]


@dataclass(frozen=True, slots=True)
class Aimed:
    """A measure of a target with its band, in the games of a group."""

    target: str
    measure: str
    band: Band
    group: Group
    error: float
    """The standard error of its printed value, in the deals of the search."""

    @property
    def halfwidth(self) -> float:
        """Half the width of the band; infinite if a side is open."""
        return (self.band[1] - self.band[0]) / 2

    @property
    def reach(self) -> float:
        """What a distance is counted in: half the width of the band, or less of a wide one."""
        ends = [abs(each) for each in self.band if math.isfinite(each)]
        usual = USUAL_REACH * max(1.0, *ends) if max(ends) > 1 else USUAL_REACH
        return max(min(usual, self.halfwidth), 1e-6)


@dataclass
class GamePlays:
    """Candidates as runs in a folder; without ``execution`` they are only read."""

    folder: Path
    prepared: Prepared[BalanceRequest]
    box: Box
    knobs: Knobs
    groups: tuple[Group, ...]
    label: Callable[[str], str]
    execution: Execution | None
    play: str = ""
    tell: Together | None = None
    names: dict[tuple[str, Group, Levels], str] = field(default_factory=dict)
    """The runs by stage, group and candidate, in the order in which they were first played."""

    games: dict[str, int] = field(default_factory=dict)
    """The games of each run."""

    games_of_tunings: int = 0
    """The games of tunings, and of those who are tuned, that lie beside the runs."""

    boxes: dict[Levels, Box | None] = field(default_factory=dict)
    aimed: tuple[Aimed, ...] = ()

    # -- playing

    def allows(self, levels: Levels) -> bool:
        return self.box_of(levels) is not None and self.allows_options(levels)

    def allows_options(self, levels: Levels) -> bool:
        try:
            for group in self.groups:
                made = options_with(group.options, self.option_values(levels, group))
                made.check_values(self.box)
        except SettingsError:
            return False
        return True

    def option_values(self, levels: Levels, group: Group) -> Values:
        """The options that differ in the games of a group."""
        return known_options(self.knobs.values(levels), group.options, self.box)

    def box_of(self, levels: Levels) -> Box | None:
        """The box of a candidate; None if the check refuses it."""
        values = box_values(self.knobs.values(levels))
        if not values:
            return self.box
        if levels not in self.boxes:
            with BoxWithValues(self.box) as again:
                try:
                    self.boxes[levels] = again.load(values)
                except SettingsError:
                    self.boxes[levels] = None
        return self.boxes[levels]

    def played(
        self, stage: str, group: Group, candidates: Sequence[Levels], deals: int
    ) -> list[Run]:
        """The runs of candidates by a group, with at least so many deals."""
        return [self.one(stage, group, levels, deals) for levels in candidates]

    def one(self, stage: str, group: Group, levels: Levels, deals: int) -> Run:
        key = stage, group, levels
        if key not in self.names:
            number = sum((each, who) == key[:2] for each, who, _ in self.names)
            self.names[key] = search_name(stage, group, number, self.knobs.words(levels))
        name = self.names[key]
        folder, request = self.folder / RUNS / name, self.request(stage, group, levels, deals)
        self.games[name] = max(self.games.get(name, 0), request.games)
        self.complete(folder, levels, group, request)
        return Run(folder)

    def request(self, stage: str, group: Group, levels: Levels, deals: int = 0) -> RunRequest:
        values = box_values(self.knobs.values(levels))
        paths = Version("", None, (variant_with(values),)).paths if values else ()
        options = self.option_values(levels, group)
        return self.prepared.request.run_of(stage, deals, paths, group, options)

    def complete(self, folder: Path, levels: Levels, group: Group, request: RunRequest) -> None:
        """Play what is missing; a run that has more deals stays as it is."""
        is_begun = what_holds(folder) is Holds.A_RUN
        found = Run(folder) if is_begun else None
        is_whole = found is not None and found.is_finished and not found.missing_parts
        if is_whole and found is not None and found.request.games >= request.games:
            return
        if self.execution is None:
            raise FolderError(f"{self.folder}: not all games are played; continue with --resume")
        if found is not None and found.request.games > request.games:
            request = found.request
        players = self.prepared.players
        plan = prepare(
            request,
            box=self.box_of(levels),
            strategies={spec: players[spec] for spec in dict.fromkeys(group.lineup)},
            compiled=self.prepared.is_compiled,
        )
        extend(folder, plan.request)
        before = sum(self.games.values()) + self.games_of_tunings - request.games
        told = self.tell(before) if self.tell else None
        here = replace(self.execution, resume=True, force=False, on_progress=told)
        run(plan, folder, here, play=self.play)

    # -- reading

    def read(self, candidates: Sequence[Levels], deals: int) -> Readings:
        """As ``trisim.campaigns.balance_search.Plays`` says."""
        both = (self.knobs.printed, *candidates)
        by_group = {}
        for group in self.groups:
            runs = self.played(SEARCH, group, both, deals)
            by_group[group] = Figures(self.reader(group, runs, deals))
        if not self.aimed:
            self.aimed = self.aims_of(by_group)
        at_printed = [by_group[each.group].value(0, each.measure) for each in self.aimed]
        numbers = range(1, len(both))
        changes = [
            [by_group[each.group].change(number, each.measure) for each in self.aimed]
            for number in numbers
        ]
        same = [
            [by_group[each.group].is_same(number, each.measure) for each in self.aimed]
            for number in numbers
        ]
        shape = (len(candidates), len(self.aimed))
        values, errors = (np.array(each) for each in zip(*at_printed, strict=True))
        pairs = np.array(changes, dtype=float).reshape(*shape, 2)
        return Readings(
            values,
            errors,
            Changes(tuple(candidates), pairs[..., 0], pairs[..., 1]),
            np.array(same, dtype=bool).reshape(shape),
        )

    def reader(self, group: Group, runs: Sequence[Run], deals: int) -> VersionReader:
        patterns = [name for target in group.targets for name in target.measures]
        known: dict[str, bool] = {}

        def wanted(name: str) -> bool:
            if name not in known:
                known[name] = bool(fitting([name], patterns))
            return known[name]

        reader = VersionReader(runs, wanted=wanted)
        reader.read_spans([(0, deals)])
        return reader

    def aims_of(self, by_group: Mapping[Group, Figures]) -> tuple[Aimed, ...]:
        """The measures of targets that the printed values have."""
        found = [each for group, figures in by_group.items() for each in aims_in(group, figures)]
        if not found:
            raise SettingsError(
                "targets: none is about a measure of these games; see 'trisim report --help'"
            )
        return tuple(found)

    @property
    def aims(self) -> Aims:
        low, high = (np.array([each.band[end] for each in self.aimed]) for end in (0, 1))
        return Aims(low, high, np.array([each.reach for each in self.aimed]), self.margins)

    @property
    def margins(self) -> Array:
        """How far inside each value should be; 0 if the check can't decide it.

        Of a target that can't be decided as a whole, a standard error is enough: its measures
        should not be missed on new deals.
        """
        family = (MOST_VARIANTS + 1) * len(self.aimed)
        times = float(norm.isf(CERTAINTY / family / 2))
        margins = [times * each.error for each in self.aimed]
        pairs = zip(self.aimed, margins, strict=True)
        open_ = {each.target for each, margin in pairs if margin > each.halfwidth / 2}
        return np.array(
            [
                margin if each.target not in open_ else each.error * (margin <= each.halfwidth / 2)
                for each, margin in zip(self.aimed, margins, strict=True)
            ]
        )

    @property
    def unread(self) -> tuple[str, ...]:
        """Targets without a measure."""
        known = {each.target for each in self.aimed}
        return tuple(each.name for each in self.prepared.request.goals() if each.name not in known)

    def judged(self, stage: str, candidates: Sequence[Levels], deals: int) -> list[Judged]:
        """The targets on each candidate, on the deals of a stage; all intervals hold together."""
        count = max(1, len(candidates) * len(self.aimed))
        estimates: dict[Group, list[dict[str, Estimate]]] = {}
        for group in self.groups:
            runs = self.played(stage, group, candidates, deals)
            target_reader = reader_of(group, self.reader(group, runs, deals))
            names = [each.measure for each in self.aimed if each.group == group]
            estimates[group] = [
                {name: target_reader.estimate(name, number, count) for name in names if name in has}
                for number, has in enumerate(target_reader.figures)
            ]
        return [
            Judged(
                tuple(
                    self.value(each, estimates[each.group][number][each.measure])
                    for each in self.aimed
                    if each.measure in estimates[each.group][number]
                )
            )
            for number in range(len(candidates))
        ]

    def value(self, aimed: Aimed, estimate: Estimate) -> TargetValue:
        """A measure of a target as results have it."""
        name = aimed.group.name
        label = self.label(aimed.measure) + (f" ({name})" if name else "")
        return TargetValue(aimed.target, aimed.measure, label, *aimed.band, estimate, name)


def reader_of(group: Group, reader: VersionReader) -> TargetReader:
    """What judges the targets of a group."""
    return TargetReader(reader, group.targets, False, 1.0, 1)


def aims_in(group: Group, figures: Figures) -> Iterator[Aimed]:
    """The measures of the targets of a group that the printed values have."""
    judge = reader_of(group, figures.reader)
    for target in group.targets:
        if judge.why_not(target):
            continue
        for name in target.matching(figures.known[0]):
            band = target.band(figures.scale(name), figures.reader.versions[0].facts.par)
            error = figures.value(0, name)[1]
            if band is not None and math.isfinite(error):
                yield Aimed(target.name, name, band, group, error)


class Figures:
    """The measures of several versions as values with standard errors."""

    def __init__(self, reader: VersionReader) -> None:
        self.reader = reader
        self.known: list[Mapping[str, Estimate]] = [
            {
                name: estimate
                for name, (_, estimate) in known_figures(version.results(), True).items()
            }
            for version in reader.versions
        ]

    def scale(self, name: str) -> Scale:
        return self.known[0][name].scale

    def value(self, version: int, name: str) -> tuple[float, float]:
        """A value and its standard error, which is infinite if nothing is known."""
        if self.reader.totals.has(name, version):
            point = self.reader.point(name, version)
            return number(point.value, point.error)
        estimate = self.known[version].get(name)
        if estimate is None or estimate.clusters < 2:
            return 0.0, math.inf
        alpha = (1 - LEVEL) / estimate.family
        return number(estimate.value, estimate.halfwidth / student(alpha, estimate.clusters))

    def change(self, version: int, name: str) -> tuple[float, float]:
        """A version minus the printed values, paired by deal if there are totals by deal."""
        if self.is_same(version, name):
            return 0.0, 0.0
        totals = self.reader.totals
        if totals.has(name, version) and totals.has(name, 0):
            point = self.reader.difference(name, version)
            return number(point.value, point.error)
        before, after = self.value(0, name), self.value(version, name)
        return number(after[0] - before[0], math.hypot(before[1], after[1]))

    def is_same(self, version: int, name: str) -> bool:
        totals = self.reader.totals
        if totals.has(name, version) and totals.has(name, 0):
            return totals.is_identical(name, version)
        return bool(self.value(version, name) == self.value(0, name))


def number(value: float, error: float) -> tuple[float, float]:
    """Both, if they are finite; digits that depend on the processor are cut."""
    if not (math.isfinite(value) and math.isfinite(error)):
        return 0.0, math.inf
    return round(value, 10), round(error, 10)
