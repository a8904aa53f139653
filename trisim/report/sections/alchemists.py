"""The section on alchemists."""

from __future__ import annotations

from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.material import Material
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import basis_of, named, percent
from trisim.report.style import alchemist_colors
from trisim.stats.balance.alchemists import Alchemists
from trisim.stats.balance.source import Facts, Missing

KEY, TITLE = "alchemists", "Alchemists"
QUESTION = "Does it matter which laboratory you have?"


def build(material: Material) -> Section:
    """Win rates and scores of the alchemists in the run that the page is about."""
    run = material.subject
    found = run.result(Alchemists, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    return Section(KEY, TITLE, QUESTION, (win_block(found, run.facts),))


def win_block(found: Alchemists, facts: Facts) -> Block:
    """Each alchemist against par."""
    return Block(
        "alchemists-wins",
        "Win rates",
        (win_words(found, facts),),
        basis_of(found.figures[0].win.estimate) if found.figures else "",
        win_picture(found, facts),
        win_table(found, facts),
    )


def win_words(found: Alchemists, facts: Facts) -> str:
    """Best and worst, in a sentence."""
    ranked = sorted(found.figures, key=lambda each: -each.win.estimate.value)
    best, worst = ranked[0], ranked[-1]
    return (
        f"{named(facts.box, best.alchemist)} wins most often, {percent(best.win.estimate)}; "
        f"{named(facts.box, worst.alchemist)} least often, {percent(worst.win.estimate)}. "
        f"Equals would win {100 * found.par:.0f} %."
    )


def win_picture(found: Alchemists, facts: Facts) -> Picture:
    """A dot with its interval for each."""
    colors = alchemist_colors(facts.box)
    dots = [
        Dot(named(facts.box, each.alchemist), each.win.estimate, colors[each.alchemist])
        for each in sorted(found.figures, key=lambda each: -each.win.estimate.value)
    ]
    return Picture(
        "alchemist-wins",
        "Win rate by alchemist",
        win_words(found, facts),
        lambda: draw_dots(dots, reference=found.par, reference_label="equals"),
    )


def win_table(found: Alchemists, facts: Facts) -> Table:
    """The figures behind the picture."""
    return Table(
        "alchemist-wins",
        "Alchemists: wins and scores",
        (
            Column("alchemist", "Alchemist"),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.NUMBER, "of a difference from equals; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (named(facts.box, each.alchemist), each.win.estimate, each.win.adjusted, each.score)
            for each in found.figures
        ),
    )
