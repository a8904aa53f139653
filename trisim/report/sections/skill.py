"""The section on strategies and skill: who plays how well, and which verdicts that moves."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.box.box import Box
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.figures.ladder import Slope, Stop, draw_slopes
from trisim.report.material import Material, RunMaterial
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Section, Standing, Table
from trisim.report.sections.measures import band_words, label_of
from trisim.report.sections.words import (
    basis_of,
    counted,
    exact_percent,
    first_clauses,
    first_few,
    percent,
    run_names,
    slug,
    stands_out,
    sure,
)
from trisim.report.style import SERIES, alchemist_colors, plain_text, short
from trisim.stats.balance.ladder import CHANGES, HOLDS, OPEN, Ladder, Rung, against_par, ladders
from trisim.stats.balance.skill import Skill
from trisim.stats.balance.source import Missing
from trisim.stats.balance.targets import PAR
from trisim.stats.balance.verdicts import MeasureVerdict

KEY, TITLE = "skill", "Strategies and skill"
QUESTION = "Do the verdicts depend on who plays?"
MOST_SLOPES = 6


def build(material: Material) -> Section | None:
    """The strategies of each table, and the targets in all runs."""
    if len(material.runs) == 1 and material.subject.facts.is_solo:
        return None
    blocks: list[Block] = []
    problems = []
    names = run_names([run.facts for run in material.runs])
    for run, name in zip(material.runs, names, strict=True):
        if run.facts.is_solo:
            continue
        found = run.result(Skill, KEY)
        if isinstance(found, Missing):
            problems.append(found.reason)
        elif found.figures:
            blocks += table_blocks(found, name if len(material.tables) > 1 else "")
    if len(material.runs) > 1:
        blocks += ladder_blocks(material, names)
    if not blocks and not problems:
        blocks = [alone_block(material.subject)]
    return Section(KEY, TITLE, QUESTION, tuple(blocks), " ".join(dict.fromkeys(problems)))


def alone_block(run: RunMaterial) -> Block:
    """What a single run of one strategy leaves open."""
    names = ", ".join(run.facts.strategies)
    return Block(
        "skill-alone",
        "One strategy",
        (
            f"Every seat of this run is played by {names}, so it can't tell whether the verdicts "
            "hold for weaker and stronger players. Play the same games with other strategies, "
            "and name all runs: 'trisim report RUN RUN …'.",
        ),
        f"{counted(run.facts.games, 'games')}.",
    )


# ---------------------------------------------------------------- strategies at one table


def table_blocks(found: Skill, run: str) -> list[Block]:
    """Wins and scores of the strategies of a run, and who beats whom; named if there are more."""
    where = f": {run}" if run else ""
    name = f"-{slug(run)}" if run else ""
    blocks = [wins_block(found, where, name)]
    return [*blocks, pairs_block(found, where, name)] if found.pairs else blocks


def wins_block(found: Skill, where: str, name: str) -> Block:
    """Each strategy against par."""
    ranked = sorted(found.figures, key=lambda each: -each.win.estimate.value)
    best, worst = ranked[0], ranked[-1]
    words = (
        f"A seat of {best.strategy} wins most often, {percent(best.win.estimate)}; one of "
        f"{worst.strategy} least often, {percent(worst.win.estimate)}. "
        f"Equals would win {exact_percent(found.par)}."
    )
    clear = stands_out([(each.strategy, each.win) for each in ranked], "that")
    dots = [
        Dot(plain_text(short(each.strategy)), each.win.estimate, SERIES[i % len(SERIES)])
        for i, each in enumerate(ranked)
    ]
    return Block(
        f"skill-wins{name}",
        f"Strategies against each other{where}",
        (f"{words} {clear}",),
        basis_of(best.win.estimate, "seats"),
        Picture(
            f"skill-wins{name}",
            "Win rate of a seat by strategy",
            words,
            lambda: draw_dots(dots, reference=found.par, reference_label="equals"),
        ),
        Table(
            f"skill-wins{name}",
            "Strategies: wins and scores",
            (
                Column("strategy", "Strategy"),
                Column("win", "Wins", Kind.ESTIMATE),
                Column("p", "p", Kind.NUMBER, "of a difference from equals; after Holm"),
                Column("score", "Score", Kind.ESTIMATE),
            ),
            tuple(
                (each.strategy, each.win.estimate, each.win.adjusted, each.score) for each in ranked
            ),
        ),
    )


def pairs_block(found: Skill, where: str, name: str) -> Block:
    """Who finishes above whom."""
    words = [pair_words(found)]
    words += [f"Round and round: {cycle}." for cycle in found.cycles]
    dots = [
        Dot(plain_text(f"{short(each.first, 16)} > {short(each.second, 16)}"), each.above.estimate)
        for each in found.pairs
    ]
    return Block(
        f"skill-pairs{name}",
        f"Who beats whom{where}",
        tuple(words),
        basis_of(found.pairs[0].above.estimate, "meetings"),
        Picture(
            f"skill-pairs{name}",
            "How often the first finishes above the second",
            words[0],
            lambda: draw_dots(dots, reference=0.5, reference_label="as often as not"),
        ),
        Table(
            f"skill-pairs{name}",
            "Pairs of strategies at the same table",
            (
                Column("first", "First"),
                Column("second", "Second"),
                Column("above", "First above second", Kind.ESTIMATE, "equals count half"),
                Column("p", "p", Kind.NUMBER, "of a difference from a half; after Holm"),
            ),
            tuple(
                (each.first, each.second, each.above.estimate, each.above.adjusted)
                for each in found.pairs
            ),
        ),
    )


def pair_words(found: Skill) -> str:
    """Those who surely beat another one."""
    beats = []
    for each in found.pairs:
        if sure(each.above):
            pair = (each.first, each.second)
            first, second = pair if each.above.estimate.value > 0.5 else pair[::-1]
            beats.append(f"{first} surely beats {second}")
    open_ = len(found.pairs) - len(beats)
    if not beats:
        return f"Nobody surely beats another; undecided: {counted(open_, 'pairs')}."
    more = f" Undecided: {counted(open_, 'pairs')} more." if open_ else ""
    return f"{first_few(beats)}.{more}"


# ---------------------------------------------------------------- the ladder


def ladder_blocks(material: Material, labels: Sequence[str]) -> list[Block]:
    """Every target in all runs."""
    runs = material.runs
    found = ladders(material.targets.targets, [(run.facts, run.results) for run in runs])
    if not found:
        return []
    box = material.subject.facts.box
    return [
        ladder_summary(found, runs, labels),
        *(ladder_block(each, runs, labels, box) for each in found),
    ]


def ladder_summary(
    found: Sequence[Ladder], runs: Sequence[RunMaterial], labels: Sequence[str]
) -> Block:
    """The verdict on each target in each run."""
    holding = sum(each.holds for each in found)
    words = [
        f"Of {len(found)} {'target' if len(found) == 1 else 'targets'} that several runs can be "
        f"judged by, {holding} {'has' if holding == 1 else 'have'} the same sure verdict in all of "
        "them. The runs stand in the order in which they were named.",
        *(target_words(each, labels) for each in found),
    ]
    rows = tuple(
        (
            each.target.name,
            *(
                Standing(each.verdicts[each.runs.index(i)].verdict) if i in each.runs else None
                for i in range(len(runs))
            ),
        )
        for each in found
    )
    columns = tuple(
        Column(f"run_{i}", label, Kind.STANDING, runs[i].facts.label)
        for i, label in enumerate(labels)
    )
    games = "; ".join(
        f"{label}: {counted(run.facts.games, 'games')}{score_words(run)}"
        for label, run in zip(labels, runs, strict=True)
    )
    return Block(
        "skill-ladder",
        "Which verdicts hold for all runs",
        tuple(words),
        f"{games}. Runs count as independent, also where they share deals.",
        table=Table(
            "skill-ladder", "Targets by run", (Column("target", "Target"), *columns), rows, 20
        ),
    )


def score_words(run: RunMaterial) -> str:
    """What a seat scores: how strong its players are, roughly."""
    found = run.result(Skill, KEY)
    return "" if isinstance(found, Missing) else f", mean score {percent(found.score)}"


def target_words(each: Ladder, labels: Sequence[str]) -> str:
    """How the verdict on a target moves from run to run."""
    verdicts = [verdict.verdict for verdict in each.verdicts]
    if len(set(verdicts)) == 1:
        runs = f"all {len(verdicts)}" if verdicts[2:] else "both"
        return f"“{each.target.name}” is {verdicts[0]} in {runs} runs."
    said = by_verdict(
        [(verdict, labels[i]) for i, verdict in zip(each.runs, verdicts, strict=True)]
    )
    return f"“{each.target.name}” changes: {said}."


def by_verdict(verdicts: Sequence[tuple[str, str]]) -> str:
    """Verdicts with the runs that have them: ``within (4 players; 3 players), outside (solo)``."""
    runs: dict[str, list[str]] = {}
    for verdict, run in verdicts:
        runs.setdefault(verdict, []).append(run)
    return ", ".join(f"{verdict} ({'; '.join(those)})" for verdict, those in runs.items())


def ladder_block(
    each: Ladder, runs: Sequence[RunMaterial], labels: Sequence[str], box: Box
) -> Block:
    """One target from run to run."""
    here = [labels[i] for i in each.runs]
    name = f"skill-{slug(each.target.name)}"
    words = (*rung_words(each, here, box), change_words(each, here, box))
    slopes = shown_slopes(each, runs, box)
    first = next(here for here in each.rungs[0].verdicts if here is not None)
    moved = is_from_par(each, runs)
    middle = (first.low + first.high) / 2 if moved else 0.0
    some = f", {len(slopes)} of {len(each.rungs)} figures" if len(slopes) < len(each.rungs) else ""
    par = ", as the difference from par" if moved else ""
    together = min(verdict.together for verdict in each.verdicts)
    return Block(
        name,
        f"{each.target.name}, from run to run",
        tuple(word for word in words if word),
        f"The intervals of one run hold together at {100 * together:.0f} % or more, clustered by "
        f"deal.{' Equals win a different share in these runs.' if moved else ''}",
        Picture(
            name,
            f"{each.target.name}{par}{some}",
            " ".join(word for word in words if word) or each.target.name,
            lambda: draw_slopes(here, slopes, first.low - middle, first.high - middle, moved),
        ),
        ladder_table(each, name, here, box),
    )


def is_from_par(each: Ladder, runs: Sequence[RunMaterial]) -> bool:
    """Whether figures are shown as differences from par: where par is not the same."""
    return each.target.around == PAR and len({runs[i].facts.par for i in each.runs}) > 1


def shown_slopes(each: Ladder, runs: Sequence[RunMaterial], box: Box) -> list[Slope]:
    """The figures that are farthest out in any run."""
    ranked = sorted(each.rungs, key=lambda rung: -rung.farthest)[:MOST_SLOPES]
    moved = is_from_par(each, runs)
    slopes = []
    known = alchemist_colors(box)
    for number, rung in enumerate(ranked):
        stops: list[Stop] = []
        for i, verdict in zip(each.runs, rung.verdicts, strict=True):
            if verdict is None:
                stops.append(None)
            else:
                par = runs[i].facts.par
                value = against_par(verdict.estimate, par) if moved else verdict.estimate
                stops.append((value, verdict.verdict))
        about = rung.measure.split(".")[1:2]
        color = known.get("".join(about), SERIES[number % len(SERIES)])
        slopes.append(Slope(label_of(rung.measure, box), tuple(stops), color))
    return slopes


def rung_words(each: Ladder, labels: Sequence[str], box: Box) -> list[str]:
    """Which figures have the same verdict in all runs, and which change."""
    words = []
    if holding := each.those(HOLDS):
        said = first_clauses(
            [f"{label_of(rung.measure, box)} ({verdict_of(rung)})" for rung in holding]
        )
        words.append(f"The same in all runs: {said}.")
    if changing := each.those(CHANGES):
        said = first_clauses([moves_words(rung, labels, box) for rung in changing])
        words.append(f"Different from run to run: {said}.")
    if open_ := each.those(OPEN):
        said = first_clauses([label_of(rung.measure, box) for rung in open_])
        words.append(f"Undecided in some run: {said}.")
    return words


def verdict_of(rung: Rung) -> str:
    """The verdict that all runs share."""
    return next(each.verdict for each in rung.verdicts if each is not None)


def moves_words(rung: Rung, labels: Sequence[str], box: Box) -> str:
    """The verdicts of a figure, run by run."""
    pairs = zip(labels, rung.verdicts, strict=True)
    said = by_verdict([(side(each), label) for label, each in pairs if each is not None])
    return f"{label_of(rung.measure, box)}: {said}"


def side(each: MeasureVerdict) -> str:
    """A verdict with the side on which a figure is out."""
    if each.verdict != "outside":
        return each.verdict
    return "above" if each.beyond > 0 else "below"


def change_words(each: Ladder, labels: Sequence[str], box: Box) -> str:
    """The figures that surely moved from the first run to the last."""
    moved = [rung for rung in each.rungs if rung.change is not None and rung.change.excludes(0)]
    if not moved:
        return "No figure surely moved between the first and the last run."
    moved.sort(key=lambda rung: -abs(rung.change.value) if rung.change else 0.0)
    said = first_clauses(
        [f"{label_of(rung.measure, box)} by {rung_change(rung)}" for rung in moved]
    )
    return f"From {labels[0]} to {labels[-1]}: {said}."


def rung_change(rung: Rung) -> str:
    """By how much a figure moved."""
    return percent(rung.change) if rung.change is not None else ""


def ladder_table(each: Ladder, name: str, labels: Sequence[str], box: Box) -> Table:
    """All figures in all runs, with their verdicts."""
    columns = [Column("label", "About"), Column("measure", "Figure")]
    for i, label in enumerate(labels):
        columns.append(Column(f"value_{i}", label, Kind.ESTIMATE))
        columns.append(Column(f"standing_{i}", "Verdict", Kind.STANDING, f"in {label}"))
    columns.append(
        Column("change", "First to last", Kind.ESTIMATE, "the change, of the difference from par")
    )
    rows = tuple(ladder_row(rung, box) for rung in each.rungs)
    first = next(here for here in each.rungs[0].verdicts if here is not None)
    aim = band_words(first.low, first.high, first.estimate.scale)
    return Table(name, f"Figures by run; aimed at in the first: {aim}", tuple(columns), rows)


def ladder_row(rung: Rung, box: Box) -> tuple[Cell, ...]:
    """One figure."""
    row: list[Cell] = [label_of(rung.measure, box), rung.measure]
    for each in rung.verdicts:
        row += [each.estimate, Standing(each.verdict)] if each is not None else [None, None]
    return (*row, rung.change)
