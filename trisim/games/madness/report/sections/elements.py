"""The section on elements."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.games.madness.report.analyses.elements import (
    ELEMENTS,
    EVEN,
    ElementCurses,
    Elements,
    ElementShares,
)
from trisim.games.madness.report.colors import ELEMENTS as COLORS
from trisim.games.madness.report.words import SHARES
from trisim.report.figures.bars import Divided, draw_divided
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import (
    basis_of,
    exact_percent,
    percent,
    sorted_by_value,
    stands_out,
)
from trisim.stats.analyses.source import Facts, Missing
from trisim.texts import listed

KEY, TITLE = "elements", "Elements"
QUESTION = "Does an element dominate?"

NEEDED = {"paid": "actions", "cast": "cards"}


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Elements, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [share_block(found.shares, run.facts)]
    if found.curses:
        blocks.append(curse_block(found.curses))
    return Section(KEY, TITLE, QUESTION, tuple(blocks), problem_of(run.facts))


def problem_of(facts: Facts) -> str:
    """What is left out without optional tables."""
    lacking = [SHARES[what] for what, table in NEEDED.items() if table not in facts.tables]
    if not lacking:
        return ""
    return f"Without {listed(lacking)} and curses by element: play it --with cards."


def share_block(shares: Sequence[ElementShares], facts: Facts) -> Block:
    """The four elements in decks, payments and spells."""
    words = tuple(share_words(each) for each in shares if each.what != "first")
    bars = [
        Divided(SHARES[each.what], {e: each.shares[e].estimate.value for e in ELEMENTS})
        for each in shares
    ]
    first = shares[0].shares[ELEMENTS[0]].estimate
    return Block(
        "elements-shares",
        "Shares of the elements",
        words,
        basis_of(first, f"of value of {SHARES[shares[0].what]}"),
        Picture(
            "elements-shares",
            "Shares of the elements",
            f"A bar for each row, divided by element. {words[0]}",
            lambda: draw_divided(bars, COLORS),
        ),
        Table(
            "elements-shares",
            "Shares of the elements",
            (
                Column("what", "What"),
                Column("element", "Element"),
                Column("share", "Share", Kind.ESTIMATE),
                Column(
                    "p",
                    "p",
                    Kind.P_VALUE,
                    f"of a difference from {exact_percent(EVEN)}; after Holm",
                ),
            ),
            tuple(
                (SHARES[each.what], element, here.estimate, here.adjusted)
                for each in shares
                for element, here in each.shares.items()
            ),
            shown=20,
        ),
    )


def share_words(each: ElementShares) -> str:
    """The largest share, and which differ from an even split."""
    ranked = sorted_by_value(each.shares.items(), lambda pair: pair[1].estimate.value)
    (most, top), (least, bottom) = ranked[0], ranked[-1]
    name = SHARES[each.what]
    clear = stands_out(list(each.shares.items()), f"an even {exact_percent(EVEN)}")
    return (
        f"{name[:1].upper()}{name[1:]}: most {most}, {percent(top.estimate)}, least {least}, "
        f"{percent(bottom.estimate)}. {clear}"
    )


def curse_block(curses: Sequence[ElementCurses]) -> Block:
    """Curses of each element, and how many are destroyed."""
    ranked = sorted_by_value(curses, lambda each: each.destroyed.value)
    best, worst = ranked[0], ranked[-1]
    words = (
        f"Of the curses of {best.element} {percent(best.destroyed)} are destroyed, of those of "
        f"{worst.element} {percent(worst.destroyed)}."
    )
    dots = [Dot(each.element, each.destroyed, COLORS[each.element]) for each in ranked]
    return Block(
        "elements-curses",
        "Curses by element",
        (words,),
        basis_of(curses[0].destroyed, f"curses of {curses[0].element}"),
        Picture("elements-curses", "Curses that are destroyed", words, lambda: draw_dots(dots)),
        Table(
            "elements-curses",
            "Curses by element",
            (
                Column("element", "Element"),
                Column("laid", "Laid", Kind.ESTIMATE, "in a game"),
                Column("destroyed", "Destroyed", Kind.ESTIMATE),
            ),
            tuple((each.element, each.laid, each.destroyed) for each in ranked),
        ),
    )
