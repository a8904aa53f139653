"""The section on the solo game."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.analyses.solo import BotPriority, Solo, SoloPart
from trisim.games.trismegistus.report.facts import box_of
from trisim.games.trismegistus.report.figures.solo import draw_parts, draw_priorities
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import basis_of, first_clauses, named, percent
from trisim.report.style import INK, LONGEST, role_colors, short
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Estimate
from trisim.stats.score_brackets import ScoreTable
from trisim.stats.solo import SoloLevel
from trisim.texts import listed

KEY, TITLE = "solo", "Solo"
QUESTION = "Is Botmegistus a fair opponent?"
HALF = 0.5
"""How often one wins against an equal."""

CHOICES = {
    "step": "which step of the draft",
    "die": "which die of it",
    "personality": "its personality",
    "artifact": "which artifact",
    "experiment": "which experiment",
    "track": "which track",
    "complete": "what to complete first",
    "specialization": "specialization",
    "masterpiece": "which masterpiece",
}
"""Decisions in words; all else that the table has are no choices."""


def build(inputs: ReportInputs) -> Section | None:
    """The first solo run; nothing if there is none."""
    if not inputs.solo:
        return None
    run = inputs.solo[0]
    found = run.result(Solo, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    box = box_of(run.facts)
    blocks = [win_block(found, run), alchemist_block(found, box), parts_block(found)]
    blocks += [score_block(found.scores[0])] if found.scores else []
    blocks += [effects_block(found)] if found.effects else []
    blocks += [priority_block(found)] if found.priorities else []
    others = [each.facts.label for each in inputs.solo[1:]]
    more = f"Speaks of {run.facts.label} alone, not of {listed(others)}." if others else ""
    problem = " ".join(words for words in (found.lacking, more) if words)
    return Section(KEY, TITLE, QUESTION, tuple(blocks), problem)


# ---------------------------------------------------------------- wins and margins


def win_block(found: Solo, run: RunInputs) -> Block:
    """How often you win, by how much, against each setup."""
    several = (
        f" Against {len(found.setups)} setups, all taken together." if found.setups[1:] else ""
    )
    words = (
        f"With {found.strategy} playing for you, you win {percent(found.whole.win)} of the games, "
        f"and score {percent(found.whole.score)} to its {percent(found.whole.bot_score)}, a "
        f"margin of {percent(found.whole.margin)}.{several}"
    )
    dots = [Dot(short(str(each.level)), each.win) for each in found.setups]
    return Block(
        "solo-wins",
        "Your wins",
        (words, close_words(found)),
        basis_of(found.whole.win, "games"),
        Picture(
            "solo-wins",
            "Your win rate against each setup",
            words,
            lambda: draw_dots(dots, reference=HALF, reference_label="as often as not"),
        ),
        level_table("solo-wins", "Your games by setup", "Setup", found.setups, box_of(run.facts)),
    )


def close_words(found: Solo) -> str:
    """How close games are."""
    said = [f"{percent(each.share)} within {each.points} points" for each in found.close]
    return f"How close games are: {listed(said)}." if said else ""


def level_table(
    name: str, caption: str, title: str, levels: Sequence[SoloLevel], box: Box
) -> Table:
    """Wins, margin and both scores of each level."""
    return Table(
        name,
        caption,
        (
            Column(title.lower(), title),
            Column("win", "You win", Kind.ESTIMATE),
            Column("margin", "Margin", Kind.ESTIMATE, "your score less its"),
            Column("score", "Your score", Kind.ESTIMATE),
            Column("bot_score", "Its score", Kind.ESTIMATE),
        ),
        tuple(
            (named(box, str(each.level)), each.win, each.margin, each.score, each.bot_score)
            for each in levels
        ),
    )


def alchemist_block(found: Solo, box: Box) -> Block:
    """With which laboratory you win."""
    ranked = sorted(found.alchemists, key=lambda each: -each.win.value)
    best, worst = ranked[0], ranked[-1]
    words = f"With {named(box, str(best.level))} you win {percent(best.win)} of the games" + (
        f", with {named(box, str(worst.level))} {percent(worst.win)}." if ranked[1:] else "."
    )
    colors = role_colors(box.roles)
    dots = [
        Dot(
            short(named(box, str(each.level), LONGEST)),
            each.win,
            colors.get(str(each.level), INK),
        )
        for each in ranked
    ]
    return Block(
        "solo-alchemists",
        "By alchemist",
        (words,),
        basis_of(best.win, "games"),
        Picture(
            "solo-alchemists",
            "Your win rate by alchemist",
            words,
            lambda: draw_dots(dots, reference=found.whole.win.value, reference_label="all"),
        ),
        level_table("solo-alchemists", "Your games by alchemist", "Alchemist", ranked, box),
    )


# ---------------------------------------------------------------- scores


def part_words(part: str) -> str:
    """A part of the score in words."""
    word = part.removeprefix("vp_").replace("_", " ")
    return {"bot": "its cards and tokens", "track top": "top of tracks"}.get(word, word)


def parts_block(found: Solo) -> Block:
    """What both scores are made of."""
    ranked = sorted(found.parts, key=lambda part: -max(points(part)))
    labels = {part.part: part_words(part.part) for part in ranked}
    yours, its = (max(ranked, key=lambda part: points(part)[side]) for side in (0, 1))
    words = (
        f"Most of your points are from {labels[yours.part]}, {side_words(yours.yours)} a game; "
        f"most of those of Botmegistus from {labels[its.part]}, {side_words(its.its)}."
    )
    return Block(
        "solo-parts",
        "What both scores are made of",
        (words,),
        basis_of(yours.yours or found.whole.score, "games"),
        Picture(
            "solo-parts",
            "Points a game, by part of the score",
            words,
            lambda: draw_parts(ranked, labels),
        ),
        Table(
            "solo-parts",
            "Points a game, yours and its; empty where there never are any",
            (
                Column("part", "Part"),
                Column("yours", "You", Kind.ESTIMATE),
                Column("its", "Botmegistus", Kind.ESTIMATE),
            ),
            tuple((labels[part.part], part.yours, part.its) for part in ranked),
            20,
        ),
    )


def side_words(estimate: Estimate | None) -> str:
    """Points of one side."""
    return percent(estimate) if estimate is not None else "none"


def points(part: SoloPart) -> tuple[float, float]:
    """Points a game of yours and of its."""
    yours, its = (each.value if each is not None else 0.0 for each in (part.yours, part.its))
    return yours, its


def score_block(table: ScoreTable) -> Block:
    """What is a good score."""
    middle = next(each for each in table.quantiles if each.share == HALF)
    wins = next((each.score for each in table.thresholds if each.chance == HALF), None)
    enough = (
        f" From {percent(wins)} points on you win at least half of the games that end with so many."
        if wins
        else ""
    )
    top = table.quantiles[-1]
    words = (
        f"Against {table.setup}, half of your games end with {percent(middle.score)} points or "
        f"fewer, and one in ten with more than {percent(top.score)}.{enough}"
    )
    there = [each for each in table.brackets if each.win.clusters]
    dots = [Dot(each.words, each.win) for each in there]
    return Block(
        "solo-scores",
        "What is a good score",
        (words,),
        f"n = {table.games:,} games against {table.setup}; the intervals of all brackets hold "
        "together at 95 %.",
        Picture(
            "solo-scores",
            "How often you win, by your score",
            words,
            lambda: draw_dots(dots, reference=HALF, reference_label="as often as not"),
        ),
        Table(
            "solo-scores",
            "Brackets of your score",
            (
                Column("score", "Your score"),
                Column("share", "Games", Kind.PERCENT, "the share of games that end so"),
                Column("win", "You win", Kind.ESTIMATE),
            ),
            tuple((each.words, each.share, each.win) for each in there),
            20,
        ),
    )


# ---------------------------------------------------------------- setups and priorities


def effects_block(found: Solo) -> Block:
    """What setups change against the first one."""
    base = str(found.setups[0].level)
    sure = [each for each in found.effects if each.win.excludes(0)]
    said = first_clauses([f"{each.setup} {percent(each.win)}" for each in sure])
    words = (
        f"What surely changes your wins, against {base}: {said}."
        if sure
        else f"No setup surely changes your wins against {base}."
    )
    dots = [Dot(short(each.setup), each.win) for each in found.effects]
    return Block(
        "solo-effects",
        "What setups change",
        (words,),
        f"{basis_of(found.effects[0].win, 'games')} Differences are within deals, which all setups "
        "share.",
        Picture(
            "solo-effects",
            f"Your win rate less that against {base}",
            words,
            lambda: draw_dots(dots, reference=0.0, reference_label=short(base)),
        ),
        Table(
            "solo-effects",
            f"Against {base}, on the same deals",
            (
                Column("setup", "Setup"),
                Column("win", "Your wins", Kind.ESTIMATE),
                Column("margin", "Margin", Kind.ESTIMATE),
                Column("verdict", "By wins"),
                Column("margin_verdict", "By the margin"),
            ),
            tuple(
                (each.setup, each.win, each.margin, each.verdict, each.margin_verdict)
                for each in found.effects
            ),
            20,
        ),
    )


def priority_block(found: Solo) -> Block:
    """What settles the decisions of Botmegistus."""
    decisions = {
        words: here
        for decision, words in CHOICES.items()
        if (here := [each for each in found.priorities if each.decision == decision])
    }
    words = " ".join(decision_words(name, here) for name, here in decisions.items())
    return Block(
        "solo-priorities",
        "What Botmegistus goes by",
        (
            f"What settles each of its decisions most often. {words}",
            "A priority that hardly ever settles anything could leave the rules; one that settles "
            "nearly everything makes it easy to foresee.",
        ),
        f"{found.whole.win.n:,} games; shares of one decision hold together at 95 %, clustered by "
        "deal.",
        Picture(
            "solo-priorities",
            "Share of decisions settled by each priority",
            words,
            lambda: draw_priorities(decisions),
        ),
        Table(
            "solo-priorities",
            "Decisions and the priorities that settle them",
            (
                Column("decision", "Decision"),
                Column("priority", "Settled by"),
                Column("count", "Times", Kind.COUNT),
                Column("share", "Share", Kind.ESTIMATE),
            ),
            tuple(
                (name, each.priority, each.count, each.share)
                for name, here in decisions.items()
                for each in here
            ),
        ),
    )


def decision_words(name: str, found: Sequence[BotPriority]) -> str:
    """The commonest priority of a decision."""
    return f"{name[:1].upper()}{name[1:]}: “{found[0].priority}”, {percent(found[0].share)}."
