"""The section on monsters and pages."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trisim.games.madness.report.analyses.monsters import MonsterFigures, Monsters, PageFigures
from trisim.games.madness.report.facts import box_of
from trisim.games.madness.report.sections.standing_out import (
    difference_dots,
    differences_words,
    known,
)
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Section, Table
from trisim.report.sections.cards import differences_picture
from trisim.report.sections.words import basis_of, named, percent, sorted_by_value
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Comparison

KEY, TITLE = "monsters", "Monsters and pages"
QUESTION = "Which monsters and pages decide games?"

LESS_OTHERS = "win rate less that with others at the same place"
ADJUSTED = "wins in games with it less those with others at the same place"


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Monsters, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [round_block(found.rounds), monster_block(found.monsters, run.facts)]
    if any(each.win is not None for each in found.pages):
        blocks.append(page_block(found.pages, run.facts))
    return Section(KEY, TITLE, QUESTION, tuple(blocks))


# ---------------------------------------------------------------- by round


def round_block(rounds: Sequence[MonsterFigures]) -> Block:
    """How the six monsters of a game differ."""
    decided = [each for each in rounds if each.beaten.clusters]
    ranked = sorted_by_value(decided, lambda each: each.beaten.value)
    words = "No monster was beaten, and none escaped."
    if ranked:
        best, worst = ranked[0], ranked[-1]
        words = (
            f"Beaten most often is monster {best.name}, {percent(best.beaten)} of those that are "
            f"beaten or escape; least often monster {worst.name}, {percent(worst.beaten)}."
        )
    return Block(
        "monsters-rounds",
        "One monster after another",
        (words,),
        basis_of(rounds[0].fatal, "games that reach the first monster"),
        Picture(
            "monsters-rounds",
            "Monsters beaten, curses that strike, and games lost",
            f"Three figures for each monster. {words}",
            lambda: draw_grouped(
                [
                    Group(f"monster {each.name}", (known(each.beaten), each.struck, each.fatal))
                    for each in rounds
                ],
                ["beaten", "curses that strike", "games lost"],
            ),
        ),
        Table(
            "monsters-rounds",
            "Monsters by number",
            COLUMNS,
            tuple((each.name, *figures_of(each)) for each in rounds),
        ),
    )


FIGURES = (
    Column("beaten", "Beaten", Kind.ESTIMATE, "of those that are beaten or escape"),
    Column("struck", "Curses strike", Kind.ESTIMATE, "share of its curses that are applied"),
    Column("madness", "Madness", Kind.ESTIMATE, "taken by players while it is at hand"),
    Column("fatal", "Lost there", Kind.ESTIMATE, "share of its games that are lost at it"),
)
COLUMNS = (Column("monster", "Monster"), *FIGURES)


def figures_of(each: MonsterFigures) -> tuple[Cell, ...]:
    return known(each.beaten), known(each.struck), known(each.madness), each.fatal


# ---------------------------------------------------------------- by monster


def monster_block(monsters: Sequence[MonsterFigures], facts: Facts) -> Block:
    """Each monster, against others with the same number."""
    box = box_of(facts)
    compared = [(named(box, each.name), each.win) for each in monsters if each.win is not None]
    ranked = sorted(
        monsters, key=lambda each: each.win.estimate.value if each.win is not None else math.inf
    )
    words = (
        f"{differences_words(compared, 'monsters')} A monster is compared with the others that "
        "appear with the same number, in games that reach it."
    )
    return Block(
        "monsters-each",
        "Monsters",
        (words,),
        basis_of(monsters[0].fatal, f"games with {named(box, monsters[0].name)}"),
        differences_picture(
            "monsters-each", "Games won with each monster", difference_dots(compared), LESS_OTHERS
        )
        if compared
        else None,
        Table(
            "monsters-each",
            "Monsters",
            (*COLUMNS, Column("win", "Adjusted wins", Kind.ESTIMATE, ADJUSTED), Q),
            tuple(
                (named(box, each.name), *figures_of(each), *win_cells(each.win)) for each in ranked
            ),
            shown=16,
        ),
    )


Q = Column("q", "q", Kind.P_VALUE, "false discovery rate at which it is no chance")


def win_cells(win: Comparison | None) -> tuple[Cell, Cell]:
    return (None, None) if win is None else (win.estimate, win.adjusted)


# ---------------------------------------------------------------- by page


def page_block(pages: Sequence[PageFigures], facts: Facts) -> Block:
    """Each page, from when it lies open."""
    box = box_of(facts)
    compared = [(named(box, each.name), each.win) for each in pages if each.win is not None]
    ranked = sorted_by_value(
        [each for each in pages if each.win is not None],
        lambda each: -each.win.estimate.value if each.win is not None else 0.0,
    )
    words = (
        f"{differences_words(compared, 'pages')} A page is compared with the others from when it "
        "lies open: with its bonus or failure, and with the monster on its back if the game comes "
        "so far. Pages bear the names of these monsters."
    )
    return Block(
        "monsters-pages",
        "Pages",
        (words,),
        basis_of(ranked[0].bonus, f"times that the page of {named(box, ranked[0].name)} counts"),
        differences_picture(
            "monsters-pages", "Games won with each page", difference_dots(compared), LESS_OTHERS
        ),
        Table(
            "monsters-pages",
            "Pages",
            (
                Column("page", "Page"),
                Column(
                    "bonus", "Bonus", Kind.ESTIMATE, "of the times that bonus or failure counts"
                ),
                Column("win", "Adjusted wins", Kind.ESTIMATE, ADJUSTED),
                Q,
            ),
            tuple((named(box, e.name), known(e.bonus), *win_cells(e.win)) for e in ranked),
            shown=16,
        ),
    )
