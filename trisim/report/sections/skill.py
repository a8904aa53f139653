"""The section on strategies and skill: how verdicts depend on strategies, and who beats whom."""

from __future__ import annotations

from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.run_names import run_names
from trisim.report.sections.ladder import SKILL, groups_of, ladder_blocks
from trisim.report.sections.team import KEY as OUTCOME
from trisim.report.sections.team import strategy_block
from trisim.report.sections.words import (
    basis_of,
    counted,
    exact_percent,
    first_few,
    percent,
    slug,
    stands_out,
    sure,
)
from trisim.report.style import SERIES, plain_text, short
from trisim.stats.analyses.skill import Skill
from trisim.stats.analyses.source import Missing
from trisim.stats.analyses.team import Team

KEY, TITLE = SKILL, "Strategies and skill"
QUESTION = "Do the verdicts depend on who plays?"


def build(inputs: ReportInputs) -> Section | None:
    """The targets in all runs, and the strategies of each table."""
    if len(inputs.runs) == 1 and inputs.subject.facts.has_automa:
        return None
    blocks: list[Block] = []
    for group in groups_of(inputs):
        blocks += ladder_blocks(group, inputs)
    problems = []
    names = run_names([run.facts for run in inputs.runs])
    for run, name in zip(inputs.runs, names, strict=True):
        if run.facts.has_automa:
            continue
        found = run.result(Team, OUTCOME) if run.facts.is_team else run.result(Skill, KEY)
        shown = name if len(inputs.tables) > 1 else ""
        if isinstance(found, Missing):
            problems.append(found.reason)
        elif isinstance(found, Team):
            blocks += [strategy_block(found, shown)] if found.strategies[1:] else []
        elif found.figures:
            blocks += table_blocks(found, shown)
    if not blocks and not problems:
        blocks = [alone_block(inputs.subject)]
    return Section(KEY, TITLE, QUESTION, tuple(blocks), " ".join(dict.fromkeys(problems)))


def alone_block(run: RunInputs) -> Block:
    """The limits of a single run of one strategy."""
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
    """Wins and scores of the strategies of a run, and who beats whom; ``run`` if there are more."""
    where = f": {run}" if run else ""
    name = f"-{slug(run)}" if run else ""
    blocks = [wins_block(found, where, name)]
    return [*blocks, pairs_block(found, where, name)] if found.pairs else blocks


def wins_block(found: Skill, where: str, name: str) -> Block:
    ranked = sorted(found.figures, key=lambda each: -each.win.estimate.value)
    best, worst = ranked[0], ranked[-1]
    words = (
        f"A seat of {best.strategy} wins most often, {percent(best.win.estimate)}; one of "
        f"{worst.strategy} least often, {percent(worst.win.estimate)}. "
        f"Equals would win {exact_percent(best.win.null)}."
    )
    clear = stands_out([(each.strategy, each.win) for each in ranked], "that")
    dots = [
        Dot(short(each.strategy), each.win.estimate, SERIES[i % len(SERIES)])
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
            lambda: draw_dots(dots, reference=best.win.null, reference_label="equals"),
        ),
        Table(
            f"skill-wins{name}",
            "Strategies: wins and scores",
            (
                Column("strategy", "Strategy"),
                Column("win", "Wins", Kind.ESTIMATE),
                Column("p", "p", Kind.P_VALUE, "of a difference from equals; after Holm"),
                Column("score", "Score", Kind.ESTIMATE),
            ),
            tuple(
                (each.strategy, each.win.estimate, each.win.adjusted, each.score) for each in ranked
            ),
        ),
    )


def pairs_block(found: Skill, where: str, name: str) -> Block:
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
                Column("p", "p", Kind.P_VALUE, "of a difference from a half; after Holm"),
            ),
            tuple(
                (each.first, each.second, each.above.estimate, each.above.adjusted)
                for each in found.pairs
            ),
        ),
    )


def pair_words(found: Skill) -> str:
    """The pairs with a sure winner."""
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
