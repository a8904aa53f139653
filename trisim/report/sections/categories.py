"""The section on scoring categories: what scores are made of."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.box.difficulty import BOTMEGISTUS
from trisim.texts import listed
from trisim.games.trismegistus.report.sections.category_names import (
    MEANING,
    by_share,
    in_text,
    name_of,
    part_name,
)
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.category_places import alchemist_block, strategy_block
from trisim.report.sections.category_wins import margin_block, score_block, winning_block
from trisim.report.sections.words import basis_of, percent
from trisim.stats.analyses.category_figures import Categories, CategoryWhere
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Estimate

KEY, TITLE = "categories", "Scoring categories"
QUESTION = "Where do points come from, and which of them win the game?"


def build(inputs: ReportInputs) -> Section:
    """What scores are made of, in the run that the page is about."""
    run = inputs.subject
    found = run.result(Categories, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    if not found.categories:
        return Section(KEY, TITLE, QUESTION, problem="Nobody scored a point in this run.")
    blocks = [
        share_block(found, run.facts),
        bot_block(found) if run.facts.has_automa else None,
        margin_block(found, found.margin) if found.margins and found.margin else None,
        winning_block(found) if found.winning else None,
        strategy_block(found) if found.by_strategy and not run.facts.has_automa else None,
        alchemist_block(found, run.facts) if found.by_role else None,
        score_block(found.winners) if found.winners else None,
    ]
    return Section(KEY, TITLE, QUESTION, tuple(block for block in blocks if block is not None))


# ---------------------------------------------------------------- shares of the score


def share_block(found: Categories, facts: Facts) -> Block:
    """Points and shares of each category and part."""
    words = share_words(found, facts)
    dots = [Dot(name_of(each.name), each.share) for each in by_share(found)]
    return Block(
        "categories-shares",
        "What a score is made of",
        (words,),
        basis_of(found.score, "scores"),
        Picture("category-shares", "Share of all points", words, lambda: draw_dots(dots)),
        share_table(found),
    )


def share_words(found: Categories, facts: Facts) -> str:
    """The largest categories, and the smallest."""
    who = "You score" if facts.has_automa else "Players score"
    ranked = by_share(found)
    most = listed(f"{in_text(each.name)} {percent(each.share)}" for each in ranked[:3])
    least = ranked[-1]
    tail = (
        f" Least comes from {in_text(least.name)}, {percent(least.share)}."
        if len(ranked) > 3
        else ""
    )
    score = found.score.shown(found.score.value)
    never = [in_text(name) for name, _ in found.never]
    tail += f" Nobody ever scored from {listed(never, 'or')}." if never else ""
    return f"{who} {score} points on average. The largest shares: {most}.{tail}"


def share_table(found: Categories) -> Table:
    """Categories with their parts."""
    rows: list[tuple[str, str, Estimate, Estimate]] = []
    for each in by_share(found):
        rows.append((name_of(each.name), "all of it", each.points, each.share))
        inside = [part for part in found.parts if part.category == each.name]
        if len(inside) > 1:
            rows += [("", part_name(part.name), part.points, part.share) for part in inside]
    return Table(
        "categories",
        "Points by category and part",
        (
            Column("category", "Category", Kind.TEXT, MEANING),
            Column("part", "Part"),
            Column("points", "Points", Kind.ESTIMATE, "mean of a player"),
            Column("share", "Share", Kind.ESTIMATE, "of all points: a ratio of totals"),
        ),
        tuple(rows),
        shown=20,
    )


# ---------------------------------------------------------------- you and Botmegistus


def bot_block(found: Categories) -> Block:
    """You and Botmegistus side by side."""
    sides = sorted(
        {each.where for each in found.by_strategy}, key=lambda name: (name == BOTMEGISTUS, name)
    )
    cells = {(each.name, each.where): each for each in found.by_strategy}
    names = list(dict.fromkeys(each.name for each in found.by_strategy))
    rows = [(name, [scored(cells[name, side]) for side in sides]) for name in names]
    groups = [Group(name_of(name), tuple(points)) for name, points in rows]
    words = bot_words(cells, names, sides)
    return Block(
        "categories-bot",
        "You and Botmegistus",
        (words,),
        basis_of(found.by_strategy[0].points, "games"),
        Picture(
            "category-bot",
            "Points of you and of Botmegistus",
            words,
            lambda: draw_grouped(groups, [side_name(side) for side in sides]),
        ),
        Table(
            "categories-bot",
            "Points of you and of Botmegistus; empty where there never are any",
            (
                Column("category", "Category", Kind.TEXT, MEANING),
                *(
                    Column(
                        "its" if side == BOTMEGISTUS else "yours", side_name(side), Kind.ESTIMATE
                    )
                    for side in sides
                ),
            ),
            tuple((name_of(name), *points) for name, points in rows),
        ),
    )


def scored(cell: CategoryWhere) -> Estimate | None:
    """Points of a side, unless it never has any."""
    return cell.points if cell.points.value else None


def side_name(side: str) -> str:
    """You, with the strategy that played for you, or Botmegistus."""
    return "Botmegistus" if side == BOTMEGISTUS else f"you ({side})"


def bot_words(
    cells: dict[tuple[str, str], CategoryWhere], names: Sequence[str], sides: Sequence[str]
) -> str:
    """Where only one of the two scores at all, and where one surely scores more."""
    if len(sides) < 2:
        return "Only one side has scored."
    you = {name: cells[name, sides[0]].points for name in names}
    bot = {name: cells[name, sides[-1]].points for name in names}
    told = {
        "Only you score from": [name for name in names if bot[name].value == 0],
        "Only Botmegistus scores from": [name for name in names if you[name].value == 0],
        "You surely score more from": [name for name in names if you[name].low > bot[name].high],
        "Botmegistus surely scores more from": [
            name for name in names if you[name].high < bot[name].low
        ],
    }
    said = [
        f"{words} {listed(in_text(name) for name in those)}."
        for words, those in told.items()
        if those
    ]
    return " ".join(said) or "In no category are the two surely apart."
