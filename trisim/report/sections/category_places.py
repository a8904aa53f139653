"""The blocks on categories by strategy and role, in the section on scoring categories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.report.figures.heat import COLUMN, HeatCell, draw_heat
from trisim.report.kit import ScoreWords
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.sections.role_names import title as heading
from trisim.report.sections.role_names import words_of
from trisim.report.sections.words import basis_of, named, percent
from trisim.stats.analyses.category_figures import Categories, CategoryWhere
from trisim.stats.analyses.source import Facts

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def strategy_block(found: Categories, score: ScoreWords) -> Block:
    return where_block(
        "strategies", "By strategy", "Strategy", found.by_strategy, None, score=score
    )


def role_block(found: Categories, facts: Facts, score: ScoreWords) -> Block:
    role = words_of(facts)
    return where_block(
        role.many, f"By {role.one}", heading(role.one), found.by_role, facts, score=score
    )


def where_block(
    kind: str,
    title: str,
    column: str,
    cells: Sequence[CategoryWhere],
    facts: Facts | None,
    *,
    score: ScoreWords,
) -> Block:
    """A heat map of points, coloured by the difference from the overall shares."""
    words = where_words(cells, facts, score)
    return Block(
        f"categories-{kind}",
        title,
        (words,),
        basis_of(cells[0].points, "scores in each cell"),
        Picture(
            f"category-{kind}",
            f"Points by category, {title.lower()}",
            words,
            lambda: where_picture(cells, facts, score),
        ),
        where_table(
            f"category-{kind}", f"Categories {title.lower()}", column, cells, facts, score=score
        ),
    )


def where_name(where: str, facts: Facts | None, longest: int | None = None) -> str:
    """The name of a role, or a strategy."""
    return named(facts.box, where, longest) if facts else where


def where_words(cells: Sequence[CategoryWhere], facts: Facts | None, score: ScoreWords) -> str:
    """The cell with the largest difference."""
    apart = [each for each in cells if each.share.excludes(each.share.value - each.beyond)]
    if not apart:
        return "No share is surely other than that of all together."
    far = max(apart, key=lambda each: abs(each.beyond))
    return (
        f"Farthest from the rest: with {where_name(far.where, facts)}, {percent(far.share)} of the "
        f"points are from {score.in_text(far.name)}; with all together it is "
        f"{100 * (far.share.value - far.beyond):.1f} %."
    )


def where_picture(cells: Sequence[CategoryWhere], facts: Facts | None, score: ScoreWords) -> Figure:
    """Categories from top to bottom, strategies or roles from left to right."""
    rows = list(dict.fromkeys(each.name for each in cells))
    columns = list(dict.fromkeys(each.where for each in cells))
    drawn = {
        (rows.index(each.name), columns.index(each.where)): HeatCell(
            each.beyond,
            each.points.shown(each.points.value),
            f"{100 * each.share.value:.1f} %",
            each.share.excludes(each.share.value - each.beyond),
        )
        for each in cells
    }
    return draw_heat(
        [score.category(each) for each in rows],
        [where_name(each, facts, COLUMN) for each in columns],
        drawn,
        0.0,
        "points, and share of the score; colour: share less that of all; bold: surely different",
    )


def where_table(
    name: str,
    caption: str,
    column: str,
    cells: Sequence[CategoryWhere],
    facts: Facts | None,
    *,
    score: ScoreWords,
) -> Table:
    return Table(
        name,
        caption,
        (
            Column("where", column),
            Column("category", "Category", Kind.TEXT, score.meaning),
            Column("points", "Points", Kind.ESTIMATE, "mean of a player"),
            Column("share", "Share", Kind.ESTIMATE, "of all points of these players"),
            Column("beyond", "Less all", Kind.NUMBER, "percentage points from the share of all"),
        ),
        tuple(
            (
                where_name(each.where, facts),
                score.category(each.name),
                each.points,
                each.share,
                100 * each.beyond,
            )
            for each in sorted(cells, key=lambda each: each.where)
        ),
    )
