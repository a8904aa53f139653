"""A sweep: a setting of a game at many values, all on the same deals, and which values are fair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from trisim.campaigns.detect import Detect, Needs, needs_in, pilot
from trisim.campaigns.measures import fitting
from trisim.campaigns.settings import SettingKind
from trisim.campaigns.sweep_design import Swept
from trisim.campaigns.sweep_request import SweepRequest
from trisim.report.results import read_result, write_result
from trisim.report.sweep_files import PAGE, TABLES, write_page, write_tables
from trisim.report.sweep_words import SweepLabels
from trisim.report.version_runs import VersionReader
from trisim.sim.campaign import Campaign, Prepared, count_aborted
from trisim.sim.folder import RUNS
from trisim.sim.inputs import load_inputs
from trisim.sim.manifest import Stopped
from trisim.sim.paired_games import compare_games
from trisim.sim.request import Execution
from trisim.sim.run import Run, lineup_words
from trisim.stats.changes import Family
from trisim.stats.curves import Curve, bands
from trisim.stats.sweep import (
    BASE,
    Measured,
    SweepFindings,
    halfwidths_of,
    missing,
    risk_shares,
    sweep_figures,
)

RESULT = "sweep.json"
CARD_QUANTITIES = ("win", "taken")
ROLE_QUANTITIES = ("win",)
GENERAL = ("team.won", "score.mean")
"""Candidates in every game, besides the measures of its targets."""

MOST_PILOTS = 4
"""Points besides the printed one from which the games that a question needs are estimated."""

CARD = "card."
"""The measures of single cards are no candidates: there are too many of them."""


class Sweep(Campaign[SweepRequest, SweepFindings]):
    """A sweep on disk, finished or not."""

    kind: ClassVar[str] = "sweep"
    command: ClassVar[str] = "sweep"
    of_what: ClassVar[str] = "points"
    request_type: ClassVar[type[Any]] = SweepRequest
    results: ClassVar[tuple[str, ...]] = (RESULT, *TABLES, PAGE)

    def __repr__(self) -> str:
        return f"Sweep({str(self.path)!r}: {', '.join(self.request.settings)})"

    # -- playing

    def play(self, prepared: Prepared[SweepRequest], execution: Execution, play: str) -> None:
        if prepared.request.until_ci is None:
            self.play_runs(prepared, execution, play)
        else:
            self.play_in_looks(prepared, execution, play, Watched(self, prepared).is_enough)

    # -- results

    def result(self) -> SweepFindings:
        runs, request = self.runs, self.request
        box = load_inputs(self.path, self.manifest)
        design = request.design(box)
        reader = VersionReader(runs, wanted=wanted_in(request, design.swept))
        reader.read()
        labels = SweepLabels(box, self.manifest.plugin.report)
        found = measured(reader, request, design.swept, labels)
        settings = tuple(labels.setting(each, request.lineup[0]) for each in design.settings)
        until = request.until_ci
        figures = sweep_figures(found, settings, design.described, design.lines, until=until)
        held = {each.measure: each.bands for each in figures.measures}
        return SweepFindings(
            lineup=lineup_words(request.lineup).replace(",", ", "),
            settings=settings,
            points=design.described,
            lines=design.lines,
            measures=figures.measures,
            fair=figures.fair,
            deals=reader.deals,
            games=runs[0].games_played,
            identical=identical_points(runs, found),
            aborted=sum(map(count_aborted, runs)),
            until=until,
            is_narrow=until is not None
            and all(each.halfwidth <= until[1] for each in held[until[0]]),
        )

    findings = result

    def write(self, result: SweepFindings) -> None:
        write_tables(self.path, result)
        base = Run(self.path / RUNS / self.manifest.runs[BASE])
        write_page(self.path, result, base, self.manifest)
        pairs = zip(result.points, self.manifest.runs, strict=True)
        runs = {each.words: f"runs/{name}" for each, name in pairs}
        asked = {"asked": self.manifest.asked(), "runs": runs}
        write_result(self.path / RESULT, {**asked, "findings": result.as_dict()})

    @classmethod
    def read_result(cls, folder: Path) -> SweepFindings:
        return read_result(cls, folder, RESULT, "findings", SweepFindings)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[SweepRequest]) -> str:
        request, points = prepared.request, len(prepared.runs)
        most = "at most " if request.until_ci else ""
        first = next(iter(prepared.runs.values()))
        return (
            f"{points} points of {lineup_words(request.lineup)}: {most}{first.games:,} games each, "
            f"{most}{prepared.games:,} in all, always the same {first.deals:,} deals."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[SweepRequest]) -> Iterable[str]:
        design = prepared.request.design(prepared.box)
        for each in design.swept:
            if each.setting.printed not in each.values:
                yield f"  {added_words(each)}"
        for number, point in enumerate(design.described):
            yield f"  {number:03d}  {point.words}"

    @classmethod
    def needs(cls, prepared: Prepared[SweepRequest], detect: Detect) -> Needs:
        """How many games find a change against the printed values, from both ends of curves."""
        request, design = prepared.request, prepared.request.design(prepared.box)
        ends = {place for line in design.lines for place in (line.points[0], line.points[-1])}
        places = [BASE, *sorted(ends - {BASE})[:MOST_PILOTS]]
        plans = [prepared.plan(design.names[place]) for place in places]
        patterns = detect.patterns(request.info)
        named = (*patterns, *named_measures(request, design.swept))
        wanted = cache(lambda name: bool(fitting([name], (*named, *candidates(request)))))
        with pilot(plans, wanted) as reader:
            first, names = fitting(reader.totals.sums, named), list(reader.totals.sums)
            changes = len(design.points) - 1
            family = Family(len(first) * changes, (len(names) - len(first)) * changes)
            listed = fitting(names, patterns) if patterns else first or names
            words = SweepLabels(prepared.box, load_kit(request)).measure
            return needs_in(reader, detect, listed, family, words, "point")

    @classmethod
    def rounding_words(cls, request: SweepRequest, games: int) -> str:
        if games == request.games:
            return ""
        each = request.run_of(request.lineup, request.options).games_a_deal
        return (
            f"--games {games}: rounded up to {request.games:,} at each point, whole deals of "
            f"{each} games."
        )


def added_words(each: Swept) -> str:
    """That the printed value was not asked for."""
    return (
        f"{each.setting.path}: the printed value, {each.setting.printed}, is not among the values; "
        "it is played as the base"
    )


# ---------------------------------------------------------------- which measures


def named_measures(request: SweepRequest, swept: Iterable[Swept]) -> tuple[str, ...]:
    """Patterns of measures that are shown whatever they say."""
    goals = [name for name, _ in request.targets]
    goals += [request.until_ci[0]] if request.until_ci else []
    if request.measures:
        return tuple(dict.fromkeys((*goals, *request.measures)))
    own = [name for each in swept for name in own_measures(request, each)]
    return tuple(dict.fromkeys((*goals, *own)))


def own_measures(request: SweepRequest, each: Swept) -> list[str]:
    """The measures of the card or role that a setting belongs to."""
    if each.setting.kind is not SettingKind.BOX:
        return []
    words = each.setting.path.split(".")
    role = request.info.role
    found = [f"{CARD}{word}.{quantity}" for word in words[1:2] for quantity in CARD_QUANTITIES]
    if role is not None:
        found += [f"{role.one}.{words[1]}.{quantity}" for quantity in ROLE_QUANTITIES]
        found.append(f"team.{role.one}.{words[1]}.won")
    return found


def candidates(request: SweepRequest) -> tuple[str, ...]:
    """Patterns of the measures of which those are shown that move."""
    if request.measures:
        return ()
    kit = load_kit(request)
    targets = [name for target in kit.default_targets().targets for name in target.measures]
    keys = [name for name, _ in kit.key_measures]
    role = request.info.role
    usual = ["seat.*.win", *([f"{role.one}.*.win"] if role else [])]
    every = dict.fromkeys((*targets, *keys, *usual, *GENERAL))
    return tuple(name for name in every if not name.startswith(CARD))


def load_kit(request: SweepRequest) -> Any:
    from trisim.plugin import load

    return load(request.game).report


def wanted_in(request: SweepRequest, swept: Iterable[Swept]) -> Any:
    """Whether a measure is read."""
    patterns = (*named_measures(request, swept), *candidates(request))
    return cache(lambda name: bool(fitting([name], patterns)))


def measured(
    reader: VersionReader, request: SweepRequest, swept: Iterable[Swept], labels: SweepLabels
) -> dict[str, Measured]:
    """The measures at all points, those that are named first."""
    names = list(reader.totals.names())
    named = fitting(names, named_measures(request, swept))
    others = [name for name in fitting(names, candidates(request)) if name not in named]
    targets = dict(request.targets)
    return {
        name: Measured(
            labels.measure(name),
            curve_of(reader, name),
            tuple(
                not reader.totals.is_identical(name, version)
                for version in range(reader.totals.versions)
            ),
            name in named,
            targets.get(name),
        )
        for name in (*named, *others)
    }


def curve_of(reader: VersionReader, name: str) -> Curve:
    """A measure at all points, by their numbers; points that lack it are not known."""
    totals, known = reader.totals, reader.known(name)
    places = range(totals.versions)
    has = [totals.has(name, place) and known_here(known, place) for place in places]
    scale = reader.scale(name)
    points = tuple(reader.point(name, place) if has[place] else missing(scale) for place in places)
    covariance = np.full((len(points), len(points)), np.inf)
    inside = np.flatnonzero(has)
    if len(inside):
        covariance[np.ix_(inside, inside)] = totals.covariance(name, known, [*map(int, inside)])
    return Curve(tuple(places), points, covariance)


def known_here(known: Mapping[int, Any], place: int) -> bool:
    """Whether a ratio that its analysis computes itself is there, if it is of some versions."""
    return not known or place in known


def identical_points(runs: list[Run], found: Mapping[str, Measured]) -> tuple[int, ...]:
    """The points whose games are those with the printed values, row by row.

    Only points are compared at which no measure differs.
    """
    same = [
        number
        for number in range(1, len(runs))
        if not any(each.differs[number] for each in found.values())
    ]
    return tuple(number for number in same if is_same_games(runs[0], runs[number]))


def is_same_games(one: Run, other: Run) -> bool:
    found = compare_games(one, other).divergence
    only_in_one = found.games_only_in_base + found.games_only_in_other
    return found.identical == found.games and not only_in_one


# ---------------------------------------------------------------- when to stop


class Watched:
    """Reads what the runs have, look after look, until a measure is known well enough."""

    def __init__(self, sweep: Sweep, prepared: Prepared[SweepRequest]) -> None:
        self.sweep, self.prepared = sweep, prepared
        self.reader: VersionReader | None = None

    def is_enough(self, parts: int) -> Stopped | None:
        """Read the parts up to this look; say so if all bands are narrow enough."""
        runs = list(self.sweep.begun())
        request, box = self.prepared.request, self.prepared.box
        swept = request.design(box).swept
        if self.reader is None:
            self.reader = VersionReader(runs, wanted=wanted_in(request, swept))
        self.reader.read_on(runs, parts)
        return self.stopped(parts, runs)

    def stopped(self, parts: int, runs: list[Run]) -> Stopped | None:
        request = self.prepared.request
        assert request.until_ci is not None
        assert self.reader is not None
        name, halfwidth = request.until_ci
        swept = request.design(self.prepared.box).swept
        labels = SweepLabels(self.prepared.box, load_kit(request))
        found = measured(self.reader, request, swept, labels)
        if name not in found:
            return None
        curves = {each: one.curve for each, one in found.items()}
        widths = halfwidths_of(curves, request.until_ci)
        held = bands(curves, 0.95, widths, risk_shares(found))[name]
        widest = max(each.halfwidth for each in held)
        if not widest <= halfwidth:
            return None
        words = [point.words for point in request.design(self.prepared.box).described]
        estimates = {word: each.as_dict() for word, each in zip(words, held, strict=True)}
        return Stopped(parts, name, halfwidth, widest, estimates)
