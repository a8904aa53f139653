"""All targets on the runs of a report.

Most targets are judged on one run, the first that they are set for. One that must hold for several
strategies is judged on a run of each, and one on meetings of strategies on all runs in which they
meet. Runs are judged together only if they are of the same game: box, options, scenarios and number
of players. They may share deals: the risks of intervals are added, whatever their dependence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from trisim.stats.analyses.meetings import fits, is_meeting, who_meet
from trisim.stats.analyses.source import Facts, Result
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import (
    UNDECIDED,
    WITHIN,
    Figure,
    TargetVerdict,
    figures_of,
    judge,
    note_of,
    verdict_of,
)
from trisim.texts import listed

AnalysedRun = tuple[Facts, Mapping[str, Result]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """All targets, each on the runs that it is set for."""

    verdicts: tuple[TargetVerdict, ...]
    unused: tuple[str, ...]
    """Targets that are set for no run of the report."""

    def count(self, verdict: str) -> int:
        """How many targets have a verdict."""
        return sum(each.verdict == verdict for each in self.verdicts)


def judge_all(targets: Iterable[Target], runs: Sequence[AnalysedRun]) -> Judgement:
    """Each target on the first of the runs that it is set for, or on several if it needs them."""
    verdicts, unused = [], []
    for target in targets:
        of_kind = [run for run in runs if target.is_of_kind(run[0])]
        if of_kind:
            verdicts.append(judge_on(target, of_kind))
        else:
            unused.append(target.name)
    return Judgement(tuple(verdicts), tuple(unused))


def judge_on(target: Target, runs: Sequence[AnalysedRun]) -> TargetVerdict:
    """A target on runs of its kind."""
    here = [run for run in runs if not target.lacks(run[0])]
    if not here:
        return unjudged(target, runs)
    if target.holds_for:
        return on_rungs(target, here)
    return on_meetings(target, here) if target.is_on_meetings else judge(target, *here[0])


def unjudged(target: Target, runs: Sequence[AnalysedRun]) -> TargetVerdict:
    """A target for which there is no run, and why."""
    with_scenario = [f for f, _ in runs if not target.scenario or target.scenario in f.scenarios]
    like = with_scenario[0] if with_scenario else runs[0][0]
    missing: tuple[tuple[str, ...], ...] = ()
    if with_scenario:
        missing = tuple((name,) for name in target.holds_for or target.strategy[:1])
        missing = missing or meetings_lacking(target, ())
    return replace(
        verdict_of(target, [like], [], sentence(target.lacks(like))),
        missing=missing,
        like=like.label,
    )


def sentence(clause: str) -> str:
    """With a full stop, unless it ends as a question; names keep their letters."""
    return clause if clause.endswith("?") else f"{clause}."


# ---------------------------------------------------------------- several runs


def alike(runs: Sequence[AnalysedRun], base: Facts, scenario: str) -> list[AnalysedRun]:
    """The runs of the same game as the base; other scenarios don't matter if one is named."""

    def game(facts: Facts) -> tuple[object, ...]:
        scenarios = () if scenario else facts.scenarios
        return facts.players, facts.has_automa, facts.rules, scenarios

    return [run for run in runs if game(run[0]) == game(base)]


def on_rungs(target: Target, runs: Sequence[AnalysedRun]) -> TargetVerdict:
    """A target on the first run of each strategy that it must hold for."""
    base = runs[0][0]
    rungs: dict[str, AnalysedRun] = {}
    for run in alike(runs, base, target.scenario):
        rungs.setdefault(run[0].strategies[0], run)
    figures: list[Figure] = []
    notes: list[str] = []
    played = [name for name in target.holds_for if name in rungs]
    for name in played:
        facts, results = rungs[name]
        found = figures_of(target, facts, results, name)
        figures += found
        if note := note_of(target, found, facts, results):
            notes.append(f"“{facts.label}”: {note}")
    missing = [name for name in target.holds_for if name not in rungs]
    if missing:
        notes.append(f"{listed(missing, 'or')} plays all places in no run like “{base.label}”.")
    found_here = verdict_of(target, [rungs[name][0] for name in played], figures, " ".join(notes))
    return with_gaps(found_here, tuple((name,) for name in missing), base)


def on_meetings(target: Target, runs: Sequence[AnalysedRun]) -> TargetVerdict:
    """A target on all runs in which strategies meet; each figure is from the first that has it."""
    base = next((facts for facts, results in runs if figures_of(target, facts, results)), None)
    if base is None:
        found = judge(target, *runs[0])
        return with_gaps(found, meetings_lacking(target, ()), runs[0][0])
    figures: dict[str, Figure] = {}
    used: list[Facts] = []
    for facts, results in alike(runs, base, target.scenario):
        new = [each for each in figures_of(target, facts, results) if each.measure not in figures]
        figures |= {each.measure: each for each in new}
        used += [facts] if new else []
    missing = meetings_lacking(target, figures)
    notes = [f"{listed(pair)} meet in no run like “{base.label}”." for pair in missing]
    found = verdict_of(target, used, list(figures.values()), " ".join(notes))
    return with_gaps(found, missing, base)


def meetings_lacking(target: Target, figures: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Pairs that a target names and that don't meet."""
    known = list(figures)
    lacking = [
        who_meet(pattern)
        for pattern in target.measures
        if is_meeting(pattern) and not any(fits(name, pattern) for name in known)
    ]
    return tuple(dict.fromkeys(pair for pair in lacking if not any("*" in name for name in pair)))


def with_gaps(
    found: TargetVerdict, missing: tuple[tuple[str, ...], ...], base: Facts
) -> TargetVerdict:
    """A verdict that is undecided at best, if not all of it could be judged."""
    verdict = UNDECIDED if found.note and found.verdict == WITHIN else found.verdict
    return replace(found, verdict=verdict, missing=missing, like=base.label)
