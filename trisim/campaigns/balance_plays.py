"""Plays the candidates of a balancing as ordinary runs, and reads the measures of its targets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from trisim.box.box import Box
from trisim.campaigns.balance_request import SEARCH, BalanceRequest
from trisim.campaigns.balance_search import Aims, Readings
from trisim.campaigns.knobs import Knobs
from trisim.campaigns.measures import fitting
from trisim.campaigns.settings import BoxWithValues, variant_with
from trisim.report.comparison_targets import TargetReader
from trisim.report.version_runs import VersionReader
from trisim.sim.campaign import Prepared, Version, run_name
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.folder import RUNS, Holds, what_holds
from trisim.sim.plan import prepare
from trisim.sim.request import Execution, OnProgress
from trisim.sim.run import Run
from trisim.sim.runner import extend, run
from trisim.stats.analyses.targets import Band, Target
from trisim.stats.analyses.verdicts import known_figures
from trisim.stats.balanced import Judged, TargetValue
from trisim.stats.changes import LEVEL
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.knob_effects import Changes, Levels
from trisim.stats.point import student

USUAL_REACH = 0.05
"""Of a band that is open on one side: 5 percentage points, or 5 % of its end."""

Together = Callable[[int], OnProgress | None]


@dataclass(frozen=True, slots=True)
class Aimed:
    """A measure of a target with its band."""

    target: str
    measure: str
    band: Band

    @property
    def reach(self) -> float:
        """Half the width of the band."""
        low, high = self.band
        if math.isfinite(high - low):
            return max((high - low) / 2, 1e-6)
        end = abs(low if math.isfinite(low) else high)
        return USUAL_REACH * (end if end > 1 else 1.0)


@dataclass
class GamePlays:
    """Candidates as runs in a folder; without ``execution`` they are only read."""

    folder: Path
    prepared: Prepared[BalanceRequest]
    box: Box
    knobs: Knobs
    targets: tuple[Target, ...]
    label: Callable[[str], str]
    execution: Execution | None
    play: str = ""
    tell: Together | None = None
    names: dict[tuple[str, Levels], str] = field(default_factory=dict)
    """The runs by stage and candidate, in the order in which they were first played."""

    games: dict[str, int] = field(default_factory=dict)
    """The games of each run."""

    boxes: dict[Levels, Box | None] = field(default_factory=dict)
    aimed: tuple[Aimed, ...] = ()

    # -- playing

    def allows(self, levels: Levels) -> bool:
        return self.box_of(levels) is not None

    def box_of(self, levels: Levels) -> Box | None:
        """The box of a candidate; None if the check refuses it."""
        values = self.knobs.values(levels)
        if not values:
            return self.box
        if levels not in self.boxes:
            with BoxWithValues(self.box) as again:
                try:
                    self.boxes[levels] = again.load(values)
                except SettingsError:
                    self.boxes[levels] = None
        return self.boxes[levels]

    def played(self, stage: str, candidates: Sequence[Levels], deals: int) -> list[Run]:
        """The runs of candidates, with at least so many deals."""
        return [self.one(stage, levels, deals) for levels in candidates]

    def one(self, stage: str, levels: Levels, deals: int) -> Run:
        key = stage, levels
        if key not in self.names:
            number = sum(each == stage for each, _ in self.names)
            self.names[key] = f"{stage}-{run_name(number, self.knobs.words(levels))}"[:80]
        name = self.names[key]
        folder, request = self.folder / RUNS / name, self.request(stage, levels, deals)
        self.games[name] = max(self.games.get(name, 0), request.games)
        self.complete(folder, levels, request)
        return Run(folder)

    def request(self, stage: str, levels: Levels, deals: int) -> Any:
        values = self.knobs.values(levels)
        paths = Version("", None, (variant_with(values),)).paths if values else ()
        return self.prepared.request.run_of(stage, deals, paths)

    def complete(self, folder: Path, levels: Levels, request: Any) -> None:
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
        plan = prepare(
            request,
            box=self.box_of(levels),
            strategies=self.prepared.players,
            compiled=self.prepared.is_compiled,
        )
        extend(folder, plan.request)
        told = self.tell(sum(self.games.values()) - request.games) if self.tell else None
        here = replace(self.execution, resume=True, force=False, on_progress=told)
        run(plan, folder, here, play=self.play)

    # -- reading

    def read(self, candidates: Sequence[Levels], deals: int) -> Readings:
        """As ``trisim.campaigns.balance_search.Plays`` says."""
        printed = self.knobs.printed
        reader = self.reader(self.played(SEARCH, (printed, *candidates), deals), deals)
        figures = Figures(reader)
        if not self.aimed:
            self.aimed = self.aims_of(reader, figures)
        names = [each.measure for each in self.aimed]
        at_printed = [figures.value(0, name) for name in names]
        changes = [
            [figures.change(number, name) for name in names]
            for number in range(1, len(candidates) + 1)
        ]
        shape = (len(candidates), len(names))
        same = [[figures.is_same(number + 1, name) for name in names] for number in range(shape[0])]
        values, errors = (np.array(each) for each in zip(*at_printed, strict=True))
        both = np.array(changes, dtype=float).reshape(*shape, 2)
        return Readings(
            values,
            errors,
            Changes(tuple(candidates), both[..., 0], both[..., 1]),
            np.array(same, dtype=bool).reshape(shape),
        )

    def reader(self, runs: Sequence[Run], deals: int) -> VersionReader:
        patterns = [name for target in self.targets for name in target.measures]
        known: dict[str, bool] = {}

        def wanted(name: str) -> bool:
            if name not in known:
                known[name] = bool(fitting([name], patterns))
            return known[name]

        reader = VersionReader(runs, wanted=wanted)
        reader.read_spans([(0, deals)])
        return reader

    def aims_of(self, reader: VersionReader, figures: Figures) -> tuple[Aimed, ...]:
        """The measures of targets that the printed values have."""
        found = []
        judge = TargetReader(reader, self.targets, False, 1.0, 1)
        for target in self.targets:
            if judge.why_not(target):
                continue
            for name in target.matching(figures.known[0]):
                band = target.band(figures.scale(name), reader.versions[0].facts.par)
                if band is not None and math.isfinite(figures.value(0, name)[1]):
                    found.append(Aimed(target.name, name, band))
        if not found:
            raise SettingsError(
                "targets: none is about a measure of these games; see 'trisim report --help'"
            )
        return tuple(found)

    @property
    def aims(self) -> Aims:
        low, high = (np.array([each.band[end] for each in self.aimed]) for end in (0, 1))
        return Aims(low, high, np.array([each.reach for each in self.aimed]))

    @property
    def unread(self) -> tuple[str, ...]:
        """Targets without a measure."""
        known = {each.target for each in self.aimed}
        return tuple(each.name for each in self.targets if each.name not in known)

    def judged(self, stage: str, candidates: Sequence[Levels], deals: int) -> list[Judged]:
        """The targets on each candidate, on the deals of a stage; all intervals hold together."""
        reader = self.reader(self.played(stage, candidates, deals), deals)
        estimates = TargetReader(reader, self.targets, False, 1.0, 1).estimates
        return [
            Judged(
                tuple(
                    TargetValue(
                        each.target,
                        each.measure,
                        self.label(each.measure),
                        *each.band,
                        estimates[number][each.measure],
                    )
                    for each in self.aimed
                    if each.measure in estimates[number]
                )
            )
            for number in range(len(candidates))
        ]


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
