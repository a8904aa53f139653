"""The section on curses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trisim.games.madness.report.analyses.curses import CurseFigures, Curses
from trisim.games.madness.report.facts import box_of
from trisim.games.madness.report.sections.standing_out import (
    difference_dots,
    differences_words,
    known,
)
from trisim.games.madness.report.words import KINDS
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Section, Table
from trisim.report.sections.cards import differences_picture
from trisim.report.sections.words import basis_of, named, percent, sorted_by_value
from trisim.stats.analyses.source import Facts, Missing
from trisim.texts import listed

KEY, TITLE = "curses", "Curses"
QUESTION = "Which curses strike, which are destroyed in time, and which cost games?"

LESS_OTHERS = "win rate less that with other curses of its kind"
ADJUSTED = "wins in games with it less those with others of its kind at the same monster"
NAMED = 4


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Curses, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = (kind_block(found.kinds), win_block(found, run.facts), fate_block(found, run.facts))
    return Section(KEY, TITLE, QUESTION, blocks)


# ---------------------------------------------------------------- kinds


def kind_block(kinds: Sequence[CurseFigures]) -> Block:
    """The five kinds side by side."""
    ranked = sorted_by_value(kinds, lambda each: each.destroyed.value)
    best, worst = ranked[0], ranked[-1]
    words = (
        f"Destroyed most often are {KINDS[best.name]}, {percent(best.destroyed)}; least often "
        f"{KINDS[worst.name]}, {percent(worst.destroyed)}; of these {percent(worst.struck)} strike."
    )
    return Block(
        "curses-kinds",
        "Kinds of curses",
        (words,),
        basis_of(kinds[0].destroyed, f"curses laid: {KINDS[kinds[0].name]}"),
        Picture(
            "curses-kinds",
            "Curses that are destroyed, and that strike",
            words,
            lambda: draw_grouped(
                [Group(KINDS[each.name], (each.destroyed, each.struck)) for each in kinds],
                ["destroyed", "strike"],
            ),
        ),
        Table(
            "curses-kinds",
            "Kinds of curses",
            (Column("kind", "Kind"), *FIGURES),
            tuple((KINDS[each.name], *figures_of(each)) for each in kinds),
        ),
    )


FIGURES = (
    Column("laid", "Laid", Kind.ESTIMATE, "in a game"),
    Column("struck", "Strike", Kind.ESTIMATE, "share of those that are laid"),
    Column("destroyed", "Destroyed", Kind.ESTIMATE, "share of those that are laid"),
    Column("by_effect", "By effects", Kind.ESTIMATE, "share of those that are destroyed"),
    Column("turns", "Turns", Kind.ESTIMATE, "from laying to destruction"),
    Column("madness", "Madness", Kind.ESTIMATE, "taken by players for one that strikes"),
    Column("fatal", "Fatal", Kind.ESTIMATE, "share of strikes that lose the game"),
)


def figures_of(each: CurseFigures) -> tuple[Cell, ...]:
    return (
        each.laid,
        each.struck,
        each.destroyed,
        *(known(here) for here in (each.by_effect, each.turns, each.madness, each.fatal)),
    )


# ---------------------------------------------------------------- single curses


def win_block(found: Curses, facts: Facts) -> Block:
    """What each curse does to the chance of winning."""
    box = box_of(facts)
    compared = [(named(box, each.name), each.win) for each in found.curses if each.win is not None]
    ranked = sorted(
        found.curses, key=lambda each: each.win.estimate.value if each.win else math.inf
    )
    words = (
        f"{differences_words(compared, 'curses')} Which curse of a pile is laid is drawn by lot. "
        "So games with a curse are compared with games in which another one of its kind was laid "
        "at the same monster, whatever became of the two."
    )
    return Block(
        "curses-wins",
        "Curses that cost games",
        (words,),
        basis_of(ranked[0].struck, f"times that {named(box, ranked[0].name)} is laid"),
        differences_picture(
            "curses-wins", "Games won with each curse", difference_dots(compared), LESS_OTHERS
        )
        if compared
        else None,
        Table(
            "curses-wins",
            "Curses and wins",
            (
                Column("curse", "Curse"),
                Column("kind", "Kind"),
                Column("win", "Adjusted wins", Kind.ESTIMATE, ADJUSTED),
                Column("q", "q", Kind.P_VALUE, "false discovery rate at which it is no chance"),
            ),
            tuple(
                (
                    named(box, each.name),
                    each.kind,
                    each.win.estimate if each.win else None,
                    each.win.adjusted if each.win else None,
                )
                for each in ranked
            ),
        ),
    )


def fate_block(found: Curses, facts: Facts) -> Block:
    """How often each strikes, is destroyed, and ends the game."""
    box = box_of(facts)
    by_strike = sorted_by_value(found.curses, lambda each: each.struck.value)
    feared = [each for each in found.curses if each.madness.clusters]
    by_madness = sorted_by_value(feared, lambda each: each.madness.value)
    deadly = sorted_by_value(
        [each for each in feared if each.fatal.value > 0], lambda each: each.fatal.value
    )
    struck = listed([f"{named(box, e.name)} ({percent(e.struck)})" for e in by_strike[:3]])
    takes = listed([f"{named(box, e.name)} ({percent(e.madness)})" for e in by_madness[:3]])
    words = [f"Most often strike {struck}. Most madness for a strike: {takes}."]
    if deadly:
        ends = listed([f"{named(box, e.name)} ({percent(e.fatal)})" for e in deadly[:3]])
        words.append(f"Most often a strike of these is the last: {ends}.")
    return Block(
        "curses-fates",
        "What becomes of each",
        tuple(words),
        basis_of(by_strike[0].struck, f"times that {named(box, by_strike[0].name)} is laid"),
        table=Table(
            "curses-fates",
            "Curses, by how often they strike",
            (Column("curse", "Curse"), *FIGURES),
            tuple((named(box, each.name), *figures_of(each)) for each in by_strike),
        ),
    )
