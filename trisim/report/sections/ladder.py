"""The ladder in the section on skill: the same targets on several runs, compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from trisim.report.figures.ladder import LABEL, Slope, Stop, draw_slopes
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Standing, Table
from trisim.report.run_names import run_names
from trisim.report.sections.measures import Labels, band_words, labels_of
from trisim.report.sections.words import (
    counted,
    exact_percent,
    first_clauses,
    percent,
    slug,
)
from trisim.report.style import SERIES, role_colors
from trisim.stats.analyses.ladder import CHANGES, HOLDS, OPEN, Ladder, Rung, against_par, ladders
from trisim.stats.analyses.skill import Skill
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.analyses.targets import PAR
from trisim.stats.analyses.team import Team
from trisim.stats.analyses.verdicts import OUTSIDE, WITHIN, TargetVerdict
from trisim.stats.estimate import Estimate
from trisim.texts import listed

SKILL, OUTCOME = "skill", "outcome"
"""The section that these blocks are part of, and that on how often teams win."""

MOST_SLOPES, MOST_TARGETS = 6, 20
"""Figures in a picture, and targets that are shown at once."""

CHANGE = "the change, between runs that have it; around par, of the difference from par"
LEADERS = "flow.leader."
"""Figures that are win rates, though they are not aimed at par."""


@dataclass(frozen=True, slots=True)
class Group:
    """Runs that differ in one thing only, so that they can be compared."""

    key: str
    title: str
    by: str
    order: str
    runs: tuple[RunInputs, ...]

    @property
    def names(self) -> list[str]:
        """The distinguishing names of its runs."""
        return run_names([run.facts for run in self.runs])


def groups_of(inputs: ReportInputs) -> list[Group]:
    """Runs by strategies, the weakest first; by number of players; and by rules."""
    here = inputs.subject.facts
    same_table = (here.players, here.has_automa)
    table = [run for run in inputs.runs if (run.facts.players, run.facts.has_automa) == same_table]
    groups = (
        strategies_group([run for run in table if rules_of(run.facts) == rules_of(here)], inputs),
        players_group([run for run in inputs.tables if played_by(run, here)], here),
        rules_group([run for run in table if played_by(run, here)], inputs.subject),
    )
    return [group for group in groups if len(group.runs) > 1]


def played_by(run: RunInputs, here: Facts) -> bool:
    """Whether the same strategies play as in another run."""
    return run.facts.strategies == here.strategies


def rules_of(facts: Facts) -> tuple[object, ...]:
    """The rules of a run: box, variants, options and scenarios."""
    return *facts.rules, facts.scenarios


def strategies_group(runs: list[RunInputs], inputs: ReportInputs) -> Group:
    """By strategies; if one strategy has all seats, mixed tables are left out."""
    alone = [run for run in runs if len(run.facts.strategies) == 1]
    rungs = alone if inputs.subject in alone and len(alone) > 1 else runs
    return Group("ladder", "The ladder of strategies", "by strategy", *climbing(rungs))


def players_group(runs: Sequence[RunInputs], here: Facts) -> Group:
    alike = [run for run in runs if run.facts.rules == here.rules]
    counts = {run.facts.players: run for run in reversed(alike)}
    order = "The runs stand in the order of their numbers of players."
    found = tuple(counts[players] for players in sorted(counts))
    return Group("players", "By number of players", "by number of players", order, found)


def rules_group(runs: Sequence[RunInputs], subject: RunInputs) -> Group:
    """By rules, such as two variants of a box."""
    others = [run for run in runs if rules_of(run.facts) != rules_of(subject.facts)]
    order = (
        "They differ in box, variants or setups, and stand in the order in which they were named."
    )
    return Group("rules", "Other boxes and setups", "by run", order, (subject, *others))


def climbing(runs: Sequence[RunInputs]) -> tuple[str, tuple[RunInputs, ...]]:
    """Runs from weak to strong, by scores or by wins, and a sentence that says so."""
    found = [strength_of(run) for run in runs]
    strengths = [each.value for each in found if each is not None and math.isfinite(each.value)]
    if len(strengths) < len(runs):
        return "The runs stand in the order in which they were named.", tuple(runs)
    ranked = sorted(range(len(runs)), key=lambda i: strengths[i])
    by = "games won" if runs and runs[0].facts.is_team else "mean scores"
    said = f"The runs stand in the order of their {by}, the weakest first."
    return said, tuple(runs[i] for i in ranked)


def strength_of(run: RunInputs) -> Estimate | None:
    """The mean score of a seat, or the win rate of a team."""
    if run.facts.is_team:
        team = run.result(Team, OUTCOME)
        return None if isinstance(team, Missing) else team.won
    found = run.result(Skill, SKILL)
    return None if isinstance(found, Missing) else found.score


def ladder_blocks(group: Group, inputs: ReportInputs) -> list[Block]:
    """Every target in all runs of a group; unchanged ones in words alone."""
    found = ladders(inputs.targets.targets, [(run.facts, run.results) for run in group.runs])
    if not found:
        return []
    labels = labels_of(inputs.kit, (inputs.subject, *group.runs))
    moving = [each for each in found if not each.holds or each.moved]
    return [
        ladder_summary(found, group, labels),
        *(ladder_block(each, group, labels) for each in moving),
    ]


def ladder_summary(found: Sequence[Ladder], group: Group, labels: Labels) -> Block:
    games = "; ".join(
        f"{label}: {counted(run.facts.games, 'games')}{score_words(run)}"
        for label, run in zip(group.names, group.runs, strict=True)
    )
    return Block(
        f"skill-{group.key}",
        group.title,
        summary_words(found, group, labels),
        f"{games}. Runs count as independent, also where they share deals.",
        table=summary_table(found, group),
    )


def summary_words(found: Sequence[Ladder], group: Group, labels: Labels) -> tuple[str, ...]:
    """How many verdicts are the same in all runs, and how the others move."""
    holding = sum(each.holds for each in found)
    return (
        f"Of {len(found)} {'target' if len(found) == 1 else 'targets'} that several runs can be "
        f"judged by, {holding} {'has' if holding == 1 else 'have'} the same sure verdict in all of "
        f"them. {group.order}",
        *(target_words(each, group.names, labels) for each in found),
    )


def summary_table(found: Sequence[Ladder], group: Group) -> Table:
    """A row for each target, a column for each run."""
    columns = tuple(
        Column(f"{label}_standing", label, Kind.STANDING, meaning_of(label, group.runs[i]))
        for i, label in enumerate(group.names)
    )
    rows = tuple(
        (each.target.name, *(standing_in(each, i) for i in range(len(group.runs))))
        for each in found
    )
    name, title = f"skill-{group.key}", f"Targets {group.by}"
    return Table(name, title, (Column("target", "Target"), *columns), rows, MOST_TARGETS)


def standing_in(each: Ladder, run: int) -> Standing | None:
    """The verdict on a target in a run; None if it isn't judged there."""
    if run not in each.runs:
        return None
    found = each.verdicts[each.runs.index(run)]
    return Standing(found.side or found.verdict)


def meaning_of(label: str, run: RunInputs) -> str:
    """The strategies of a run; "" if its name says so."""
    who = listed(run.facts.strategies)
    return "" if label == who else who


def score_words(run: RunInputs) -> str:
    """The approximate strength of the players of a run."""
    found = strength_of(run)
    what = "games won" if run.facts.is_team else "mean score"
    return "" if found is None else f", {what} {percent(found)}"


def target_words(each: Ladder, names: Sequence[str], labels: Labels) -> str:
    """How the verdict on a target moves from run to run."""
    here = [names[i] for i in each.runs]
    verdicts = [standing_words(verdict) for verdict in each.verdicts]
    crossing = first_clauses([moves_words(rung, here, labels) for rung in each.crossing])
    crossed = f" On different sides: {crossing}." if crossing and each.rungs[1:] else ""
    if len(set(verdicts)) == 1:
        runs = f"all {len(verdicts)}" if verdicts[2:] else "both"
        return f"“{each.target.name}” is {verdicts[0]} in {runs} runs.{crossed}"
    said = by_verdict(list(zip(verdicts, here, strict=True)))
    changes = "changes" if surely_changes(each) else "is not sure in all runs"
    return f"“{each.target.name}” {changes}: {said}.{crossed}"


def surely_changes(each: Ladder) -> bool:
    """Whether two runs have different sure verdicts, or are outside on different sides."""
    return len({(v.verdict, v.sides) for v in each.verdicts if v.verdict in (WITHIN, OUTSIDE)}) > 1


def standing_words(verdict: TargetVerdict) -> str:
    """A verdict with the side on which figures are outside."""
    if verdict.verdict != OUTSIDE:
        return verdict.verdict
    return f"{verdict.side} its band" if verdict.side else "outside on both sides"


def by_verdict(verdicts: Sequence[tuple[str, str]]) -> str:
    """Verdicts with the runs that have them: ``within (4 players), outside (2 players)``."""
    runs: dict[str, list[str]] = {}
    for verdict, run in verdicts:
        runs.setdefault(verdict, []).append(run)
    return ", ".join(f"{verdict} ({'; '.join(those)})" for verdict, those in runs.items())


def ladder_block(each: Ladder, group: Group, labels: Labels) -> Block:
    runs, names = group.runs, group.names
    here = [names[i] for i in each.runs]
    name = f"skill-{group.key}-{slug(each.target.name)}"
    words = (*rung_words(each, here, labels), change_words(each, here, labels))
    slopes = shown_slopes(each, runs, labels)
    first = next(here for here in each.rungs[0].verdicts if here is not None)
    moved = is_from_par(each, runs)
    middle = (first.low + first.high) / 2 if moved else 0.0
    some = f", {len(slopes)} of {len(each.rungs)} figures" if len(slopes) < len(each.rungs) else ""
    par = ", as the difference from par" if moved else ""
    together = min(verdict.together for verdict in each.verdicts)
    return Block(
        name,
        f"{each.target.name}, {group.by}",
        tuple(word for word in words if word),
        f"The intervals of one run hold together at {100 * together:.0f} % or more, clustered by "
        f"deal.{par_note(each, group.runs)}",
        Picture(
            name,
            f"{each.target.name}{par}{some}",
            " ".join(word for word in words if word) or each.target.name,
            lambda: draw_slopes(here, slopes, first.low - middle, first.high - middle, moved),
        ),
        ladder_table(each, name, here, labels),
    )


def par_note(each: Ladder, runs: Sequence[RunInputs]) -> str:
    """A note that par depends on the number of players."""
    if is_from_par(each, runs):
        return " Equals win a different share in these runs."
    first, *_, last = (runs[i].facts.par for i in each.runs)
    if first is None or last is None or first == last:
        return ""
    if not any(rung.measure.startswith(LEADERS) for rung in each.rungs):
        return ""
    return (
        f" Equals win {exact_percent(first)} in the first of these runs and {exact_percent(last)} "
        "in the last; the figures are not set against that."
    )


def is_from_par(each: Ladder, runs: Sequence[RunInputs]) -> bool:
    """Whether figures are shown as differences from par: if par differs between runs."""
    return each.target.around == PAR and len({runs[i].facts.par for i in each.runs}) > 1


def shown_slopes(each: Ladder, runs: Sequence[RunInputs], labels: Labels) -> list[Slope]:
    """The figures that are farthest out in any run."""
    ranked = sorted(each.rungs, key=lambda rung: -rung.farthest)[:MOST_SLOPES]
    moved = is_from_par(each, runs)
    slopes = []
    colors = slope_colors([rung.measure for rung in ranked], labels)
    for rung, color in zip(ranked, colors, strict=True):
        stops: list[Stop] = []
        for i, verdict in zip(each.runs, rung.verdicts, strict=True):
            if verdict is None:
                stops.append(None)
            else:
                par = runs[i].facts.par
                value = against_par(verdict.estimate, par) if moved else verdict.estimate
                stops.append((value, verdict.verdict))
        slopes.append(Slope(labels.of(rung.measure, LABEL), tuple(stops), color))
    return slopes


def slope_colors(measures: Sequence[str], labels: Labels) -> Sequence[str]:
    """The colours of the roles that figures are about, if these are distinct."""
    known = role_colors(labels.names.roles)
    found = [known.get(part) for name in measures for part in name.split(".")[1:2]]
    own = [color for color in found if color]
    return own if len(set(own)) == len(measures) else SERIES[: len(measures)]


def rung_words(each: Ladder, names: Sequence[str], labels: Labels) -> list[str]:
    """The figures with the same verdict in all runs, and those that change."""
    words = []
    if holding := each.those(HOLDS):
        said = first_clauses(
            [f"{labels.of(rung.measure)} ({verdict_of(rung)})" for rung in holding]
        )
        words.append(f"The same in all runs: {said}.")
    if changing := each.those(CHANGES):
        said = first_clauses([moves_words(rung, names, labels) for rung in changing])
        words.append(f"Different from run to run: {said}.")
    if open_ := each.those(OPEN):
        said = first_clauses([labels.of(rung.measure) for rung in open_])
        words.append(f"Undecided in some run: {said}.")
    return words


def verdict_of(rung: Rung) -> str:
    """The verdict that all runs share."""
    return next(each.side or each.verdict for each in rung.verdicts if each is not None)


def moves_words(rung: Rung, names: Sequence[str], labels: Labels) -> str:
    """The verdicts of a figure, run by run."""
    pairs = zip(names, rung.verdicts, strict=True)
    said = by_verdict([(each.side or each.verdict, label) for label, each in pairs if each])
    return f"{labels.of(rung.measure)}: {said}"


def change_words(each: Ladder, names: Sequence[str], labels: Labels) -> str:
    """The figures that surely moved from the first run to the last, of those that have them."""
    moved = list(each.moved)
    if not moved:
        return "No figure surely moved between the first and the last run."
    moved.sort(key=lambda rung: -abs(rung.change.value) if rung.change else 0.0)
    spans: dict[tuple[str, str], list[str]] = {}
    for rung in moved:
        said = f"{labels.of(rung.measure)} by {rung_change(rung)}"
        spans.setdefault(span_of(rung, names), []).append(said)
    return " ".join(
        f"From {first} to {last}: {first_clauses(said)}." for (first, last), said in spans.items()
    )


def span_of(rung: Rung, names: Sequence[str]) -> tuple[str, str]:
    """The runs between which a figure changes: no game of two has a fourth player."""
    there = [label for label, each in zip(names, rung.verdicts, strict=True) if each is not None]
    return there[0], there[-1]


def rung_change(rung: Rung) -> str:
    return percent(rung.change) if rung.change is not None else ""


def ladder_table(each: Ladder, name: str, names: Sequence[str], labels: Labels) -> Table:
    """All figures in all runs, with their verdicts."""
    columns = [Column("label", "About")]
    for label in names:
        columns.append(Column(f"{label}_value", label, Kind.ESTIMATE))
        columns.append(Column(f"{label}_standing", "Verdict", Kind.STANDING, f"in {label}"))
    columns.append(Column("change", "First to last", Kind.ESTIMATE, CHANGE))
    columns.append(Column("measure", "Figure"))
    rows = tuple(ladder_row(rung, labels) for rung in each.rungs)
    first = next(here for here in each.rungs[0].verdicts if here is not None)
    aim = band_words(first.low, first.high, first.estimate.scale)
    return Table(name, f"Figures by run; aimed at in the first: {aim}", tuple(columns), rows)


def ladder_row(rung: Rung, labels: Labels) -> tuple[Cell, ...]:
    row: list[Cell] = [labels.of(rung.measure)]
    for each in rung.verdicts:
        row += [each.estimate, Standing(each.side or each.verdict)] if each else [None, None]
    return (*row, rung.change, rung.measure)
