"""The section on scoring categories: the parts of scores."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.kit import ReportKit, ScoreWords
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.category_places import role_block, strategy_block
from trisim.report.sections.category_wins import (
    by_share,
    margin_block,
    score_block,
    winning_block,
)
from trisim.report.sections.words import basis_of, percent
from trisim.stats.analyses.category_figures import Categories, CategoryWhere
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Estimate
from trisim.texts import listed

KEY, TITLE = "categories", "Scoring categories"
QUESTION = "Where do points come from, and which of them win the game?"


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Categories, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    if not found.categories:
        return Section(KEY, TITLE, QUESTION, problem="Nobody scored a point in this run.")
    score, facts = inputs.kit.score, run.facts
    blocks = [
        share_block(found, facts, score),
        automa_block(found, facts, inputs.kit) if facts.has_automa else None,
        margin_block(found, found.margin, score) if found.margins and found.margin else None,
        winning_block(found, score) if found.winning else None,
        strategy_block(found, score) if found.by_strategy and not facts.has_automa else None,
        role_block(found, facts, score) if found.by_role else None,
        score_block(found.winners) if found.winners else None,
    ]
    return Section(KEY, TITLE, QUESTION, tuple(block for block in blocks if block is not None))


# ---------------------------------------------------------------- shares of the score


def share_block(found: Categories, facts: Facts, score: ScoreWords) -> Block:
    """Points and shares of each category and part."""
    words = share_words(found, facts, score)
    dots = [Dot(score.category(each.name), each.share) for each in by_share(found)]
    return Block(
        "categories-shares",
        "What a score is made of",
        (words,),
        basis_of(found.score, "scores"),
        Picture("category-shares", "Share of all points", words, lambda: draw_dots(dots)),
        share_table(found, score),
    )


def share_words(found: Categories, facts: Facts, score: ScoreWords) -> str:
    who = "You score" if facts.has_automa else "Players score"
    ranked = by_share(found)
    most = listed(f"{score.in_text(each.name)} {percent(each.share)}" for each in ranked[:3])
    least = ranked[-1]
    tail = (
        f" Least comes from {score.in_text(least.name)}, {percent(least.share)}."
        if len(ranked) > 3
        else ""
    )
    points = found.score.shown(found.score.value)
    never = [score.in_text(name) for name, _ in found.never]
    tail += f" Nobody ever scored from {listed(never, 'or')}." if never else ""
    return f"{who} {points} points on average. The largest shares: {most}.{tail}"


def share_table(found: Categories, score: ScoreWords) -> Table:
    rows: list[tuple[str, str, Estimate, Estimate]] = []
    for each in by_share(found):
        rows.append((score.category(each.name), "all of it", each.points, each.share))
        inside = [part for part in found.parts if part.category == each.name]
        if len(inside) > 1:
            rows += [("", score.part(part.name), part.points, part.share) for part in inside]
    return Table(
        "categories",
        "Points by category and part",
        (
            Column("category", "Category", Kind.TEXT, score.meaning),
            Column("part", "Part"),
            Column("points", "Points", Kind.ESTIMATE, "mean of a player"),
            Column("share", "Share", Kind.ESTIMATE, "of all points: a ratio of totals"),
        ),
        tuple(rows),
        shown=20,
    )


# ---------------------------------------------------------------- you and the automa


def automa_block(found: Categories, facts: Facts, kit: ReportKit) -> Block:
    """The player and the automa side by side."""
    score, automa = kit.score, kit.automa
    sides = sorted(
        {each.where for each in found.by_strategy}, key=lambda name: (name == facts.automa, name)
    )
    heads = [automa if side == facts.automa else f"you ({side})" for side in sides]
    cells = {(each.name, each.where): each for each in found.by_strategy}
    names = list(dict.fromkeys(each.name for each in found.by_strategy))
    rows = [(name, [scored(cells[name, side]) for side in sides]) for name in names]
    groups = [Group(score.category(name), tuple(points)) for name, points in rows]
    words = automa_words(cells, names, sides, kit)
    return Block(
        "categories-bot",
        f"You and {automa}",
        (words,),
        basis_of(found.by_strategy[0].points, "games"),
        Picture(
            "category-bot",
            f"Points of you and of {automa}",
            words,
            lambda: draw_grouped(groups, heads),
        ),
        Table(
            "categories-bot",
            f"Points of you and of {automa}; empty where there never are any",
            (
                Column("category", "Category", Kind.TEXT, score.meaning),
                *(
                    Column("its" if side == facts.automa else "yours", head, Kind.ESTIMATE)
                    for side, head in zip(sides, heads, strict=True)
                ),
            ),
            tuple((score.category(name), *points) for name, points in rows),
        ),
    )


def scored(cell: CategoryWhere) -> Estimate | None:
    """Points of a side, unless they are always 0."""
    return cell.points if cell.points.value else None


def automa_words(
    cells: dict[tuple[str, str], CategoryWhere],
    names: Sequence[str],
    sides: Sequence[str],
    kit: ReportKit,
) -> str:
    """Categories in which only one of the two scores, and in which one surely scores more."""
    if len(sides) < 2:
        return "Only one side has scored."
    you = {name: cells[name, sides[0]].points for name in names}
    its = {name: cells[name, sides[-1]].points for name in names}
    groups = {
        "Only you score from": [name for name in names if its[name].value == 0],
        f"Only {kit.automa} scores from": [name for name in names if you[name].value == 0],
        "You surely score more from": [name for name in names if you[name].low > its[name].high],
        f"{kit.automa} surely scores more from": [
            name for name in names if you[name].high < its[name].low
        ],
    }
    said = [
        f"{words} {listed(kit.score.in_text(name) for name in those)}."
        for words, those in groups.items()
        if those
    ]
    return " ".join(said) or "In no category are the two surely apart."
