"""The section on verdicts: the targets of a designer, and the results of the runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from trisim.report.figures.bands import MOST_DOTS, BandDot, Strip, draw_band, draw_strips
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.kit import ReportKit
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Section, Standing, Table
from trisim.report.sections.commands import command_like
from trisim.report.sections.measures import (
    Labels,
    about,
    band_words,
    distance_words,
    labels_of,
    outside_words,
    undecided_words,
)
from trisim.report.sections.words import counted, first_clauses, first_few, slug
from trisim.report.style import LONGEST
from trisim.stats.analyses.judgement import Judgement, judge_all
from trisim.stats.analyses.verdicts import (
    OUTSIDE,
    UNDECIDED,
    UNJUDGED,
    WITHIN,
    MeasureVerdict,
    TargetVerdict,
    share_beyond,
)
from trisim.texts import listed

KEY, TITLE = "verdicts", "Verdicts"
QUESTION = "Is the game where its designer wants it?"


def build(inputs: ReportInputs) -> Section | None:
    """Every target on the runs that it is set for, beginning with the run of the page.

    None without targets.
    """
    if not inputs.targets.targets:
        return None
    subject = inputs.subject
    runs = [subject, *(run for run in inputs.runs if run is not subject)]
    found = judge_all(inputs.targets.targets, [(run.facts, run.results) for run in runs])
    labels = labels_of(inputs.kit, [subject])
    plays = {each.target.name: plays_words(each, runs) for each in found.verdicts}
    judged = [each for each in found.verdicts if each.measures]
    blocks = [summary_block(found, inputs.targets.source, labels)]
    for verdict in (OUTSIDE, UNDECIDED):
        blocks += [
            target_block(each, labels, inputs.kit) for each in judged if each.verdict == verdict
        ]
    if judged:
        blocks.append(figures_block(judged, labels))
    return Section(KEY, TITLE, QUESTION, tuple(blocks), problem_of(found, plays))


def problem_of(found: Judgement, plays: Mapping[str, str]) -> str:
    """The targets that could not be judged, or not in full, why, and what would help."""
    words: dict[str, list[str]] = {"Not judged": [], "Not judged in full": []}
    for each in found.verdicts:
        if each.note:
            in_part = each.verdict != UNJUDGED and bool(each.like)
            said = f"“{each.target.name}”: {each.note}{plays[each.target.name]}"
            words["Not judged in full" if in_part else "Not judged"].append(said)
    return " ".join(f"{head}: {' '.join(said)}" for head, said in words.items() if said)


def plays_words(each: TargetVerdict, runs: Sequence[RunInputs]) -> str:
    """The commands that play what a target lacks; "" if it lacks no run."""
    if not each.missing:
        return ""
    like = next(run for run in runs if run.facts.label == each.like)
    commands = [f"'{command_like(like, lineup)}'" for lineup in each.missing]
    what = "plays it" if len(commands) == 1 else "play them"
    return f" {listed(commands)} {what}; then name that run as well."


# ---------------------------------------------------------------- the summary


def summary_block(found: Judgement, source: str, labels: Labels) -> Block:
    judged = [each for each in found.verdicts if each.measures]
    words = [summary_words(found)]
    if found.unused:
        names = first_few([f"“{name}”" for name in found.unused])
        words.append(f"Set for other kinds of games, and left out: {names}.")
    return Block(
        "verdicts-summary",
        "All targets",
        tuple(words),
        f"Judged by {source}. A target is within if the whole interval of each of its figures is, "
        "outside if that of any is outside, and undecided else.",
        summary_picture(judged, labels) if judged else None,
        summary_table(found, labels),
    )


def summary_words(found: Judgement) -> str:
    """The numbers of targets met, missed and undecided."""
    total = len(found.verdicts)
    if not total:
        return "No target is set for games of this kind."
    verdicts = {WITHIN: "met", OUTSIDE: "missed", UNDECIDED: "undecided", UNJUDGED: "not judged"}
    counts = {word: found.count(verdict) for verdict, word in verdicts.items()}
    if total in counts.values():
        word = next(word for word, count in counts.items() if count == total)
        return {1: f"The only target is {word}.", 2: f"Both targets are {word}."}.get(
            total, f"All {total} targets are {word}."
        )
    said = listed(f"{count} {word}" for word, count in counts.items() if count)
    return f"Of {total} targets: {said}."


def summary_picture(judged: Sequence[TargetVerdict], labels: Labels) -> Picture:
    """Every figure on its band."""
    strips = [strip for each in judged for strip in strips_of(each, labels, with_aim=True)]
    alt = "; ".join(f"{each.target.name}: {count_words(each)}" for each in judged)
    return Picture(
        "verdicts",
        "Every figure on the band where it should lie",
        f"A strip for each target; its band is shaded, figures are dots with intervals. {alt}.",
        lambda: draw_strips(strips),
    )


def count_words(each: TargetVerdict) -> str:
    """``4 within, 1 outside``."""
    counts = {verdict: len(each.those(verdict)) for verdict in (WITHIN, OUTSIDE, UNDECIDED)}
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)


def strips_of(each: TargetVerdict, labels: Labels, with_aim: bool = False) -> list[Strip]:
    """The figures of a target, separated by units and bands."""
    groups: dict[tuple[str, float, float], list[MeasureVerdict]] = {}
    for measure in sorted(each.measures, key=lambda here: -share_beyond(here)):
        key = measure.estimate.unit, measure.low, measure.high
        groups.setdefault(key, []).append(measure)
    return [
        Strip(
            strip_title(each, found) if with_aim else each.target.name,
            low,
            high,
            tuple(BandDot(about(m, labels, LONGEST), m.estimate, m.verdict) for m in found),
        )
        for (_, low, high), found in groups.items()
    ]


def strip_title(each: TargetVerdict, found: Sequence[MeasureVerdict]) -> str:
    """The target, its band, and its verdict."""
    some = f"; the {MOST_DOTS} farthest out of {len(found)}" if len(found) > MOST_DOTS else ""
    aim = band_words(found[0].low, found[0].high, found[0].estimate.scale)
    return f"{each.target.name} ({aim}{some}): {each.verdict}"


def summary_table(found: Judgement, labels: Labels) -> Table:
    several = len({each.run for each in found.verdicts}) > 1
    columns = [
        Column("target", "Target"),
        Column("aim", "Aimed at"),
        Column("standing", "Verdict", Kind.STANDING),
        Column("figures", "Figures", Kind.COUNT, "how many figures it is about"),
        Column("farthest", "Farthest out", Kind.TEXT, "of the figures that have the verdict"),
        Column("value", "Its value", Kind.ESTIMATE),
        Column("more", "More games", Kind.COUNT, "how many would decide this figure"),
    ]
    rows = [summary_row(each, labels) for each in found.verdicts]
    if several:
        columns.append(Column("run", "Run"))
        rows = [(*row, each.run) for row, each in zip(rows, found.verdicts, strict=True)]
    return Table("verdicts", "Targets and verdicts", tuple(columns), tuple(rows), shown=20)


def summary_row(each: TargetVerdict, labels: Labels) -> tuple[Cell, ...]:
    name = each.target.name
    if not each.measures:
        return name, each.target.about, None, 0, "", None, None
    figure = each.telling
    aims = dict.fromkeys(band_words(m.low, m.high, m.estimate.scale) for m in each.measures)
    return (
        name,
        ", ".join(aims),
        Standing(each.verdict),
        len(each.measures),
        about(figure, labels),
        figure.estimate,
        figure.more_games,
    )


# ---------------------------------------------------------------- a target that is not met


def target_block(each: TargetVerdict, labels: Labels, kit: ReportKit) -> Block:
    """A missed or undecided target: its figures, their distances, what to look at."""
    (strip, *_) = strips_of(each, labels)
    title = f"{each.verdict.capitalize()}: {each.target.name}"
    words = [
        each.target.why,
        figures_words("Outside", each.those(OUTSIDE), outside_words, labels),
        figures_words("Undecided", each.those(UNDECIDED), undecided_words, labels),
        next_words(each, kit),
    ]
    name = f"verdict-{slug(each.target.name)}"
    some = f", the {MOST_DOTS} farthest out" if len(strip.dots) > MOST_DOTS else ""
    alt = " ".join(sentence for sentence in words[1:3] if sentence) or each.note
    return Block(
        name,
        title,
        tuple(sentence for sentence in words if sentence),
        basis_words(each),
        Picture(name, f"{each.target.name}{some}", alt, lambda: draw_band(strip)),
    )


def figures_words(
    word: str,
    found: Sequence[MeasureVerdict],
    say: Callable[[MeasureVerdict, Labels], str],
    labels: Labels,
) -> str:
    """The first few figures in a sentence."""
    return f"{word}: {first_clauses([say(each, labels) for each in found])}." if found else ""


def next_words(each: TargetVerdict, kit: ReportKit) -> str:
    """What to look at next."""
    sections = dict.fromkeys(
        measure.section for verdict in (OUTSIDE, UNDECIDED) for measure in each.those(verdict)
    )
    where = " and ".join(f"“{kit.title_of(key)}”" for key in sections)
    look = each.target.look
    if not sections:
        return f"Not judged in full: {each.note}"
    return f"Where to look next: {f'{look[:1].lower()}{look[1:]} ' if look else ''}See {where}."


def basis_words(each: TargetVerdict) -> str:
    """The number of games, and the meaning of the intervals."""
    count = len(each.measures)
    level = f"{math.floor(1000 * each.together + 1e-6) / 10:g} %"
    holds = (
        f"the interval holds at {level}"
        if count == 1
        else f"the {count} intervals hold together at {level} or more"
    )
    return f"{counted(each.games, 'games')} of {each.run}; {holds}, clustered by deal."


# ---------------------------------------------------------------- all figures


MORE_GAMES = "how many would decide; none if it is decided, or if no sensible number would"


def figures_block(judged: Sequence[TargetVerdict], labels: Labels) -> Block:
    rows = tuple(figure_row(each, measure, labels) for each in judged for measure in each.measures)
    least = math.floor(100 * min(each.together for each in judged) + 1e-6)
    return Block(
        "verdicts-figures",
        "All figures",
        (
            "“Beyond” is how far the value lies outside its band. How many more games would decide "
            "follows from half the width of an interval shrinking with the root of their number, "
            "if the figure stays where it is.",
        ),
        f"The intervals of one target hold together at {least} % or more; those of different "
        "targets each on their own.",
        table=Table(
            "verdict-figures",
            "Figures and what is aimed at",
            (
                Column("target", "Target"),
                Column("label", "About"),
                Column("standing", "Verdict", Kind.STANDING),
                Column("value", "Value", Kind.ESTIMATE),
                Column("aim", "Aimed at"),
                Column("beyond", "Beyond"),
                Column("more", "More games", Kind.COUNT, MORE_GAMES),
                Column("measure", "Figure", meaning="its name in a file of targets"),
            ),
            rows,
        ),
    )


def figure_row(each: TargetVerdict, measure: MeasureVerdict, labels: Labels) -> tuple[Cell, ...]:
    return (
        each.target.name,
        about(measure, labels),
        Standing(measure.verdict),
        measure.estimate,
        band_words(measure.low, measure.high, measure.estimate.scale),
        distance_words(measure),
        measure.more_games,
        measure.measure,
    )
