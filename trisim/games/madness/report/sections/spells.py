"""The section on spells: that on cards, and how spells are cast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trisim.games.madness.report.analyses.spells import KINDS, SpellCards, SpellUse
from trisim.games.madness.report.facts import box_of
from trisim.games.madness.report.sections.standing_out import known
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections import cards
from trisim.report.sections.words import basis_of, first_few, named, percent, sorted_by_value
from trisim.report.style import SERIES
from trisim.stats.analyses.source import Facts, Missing

KEY, TITLE = cards.KEY, "Spells"
QUESTION = "Which spells are learned and cast, and which make teams win?"

SHOWN, NAMED = 12, 4


def build(inputs: ReportInputs) -> Section:
    """Cards of the kinds of spells; then casts and boosts."""
    run = inputs.subject
    found = run.result(SpellCards, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    section = cards.build(inputs)
    blocks = (*section.blocks, cast_block(found.uses, run.facts))
    return replace(section, title=TITLE, question=QUESTION, blocks=blocks)


def cast_block(uses: Sequence[SpellUse], facts: Facts) -> Block:
    """How often each spell is cast, boosted, and cast in others' turns."""
    box = box_of(facts)
    ranked = sorted_by_value(uses, lambda each: each.casts.value)
    often = first_few([f"{named(box, e.spell)} ({percent(e.casts)})" for e in ranked[:NAMED]])
    never = [named(box, each.spell) for each in uses if not each.casts.value]
    words = [f"Cast most often in a game: {often}.", boost_words(ranked, facts)]
    if never:
        words.append(f"Never cast: {first_few(never)}.")
    dots = [
        Dot(named(box, each.spell), each.casts, SERIES[each.kind == KINDS[1]])
        for each in ranked[:SHOWN]
    ]
    return Block(
        "spells-casts",
        "How spells are cast",
        tuple(word for word in words if word),
        basis_of(ranked[0].casts, "games"),
        Picture(
            "spells-casts",
            f"Casts in a game, the {len(dots)} most frequent; basic spells in the second colour",
            words[0],
            lambda: draw_dots(dots),
        ),
        Table(
            "spells-casts",
            "Casts of spells",
            (
                Column("spell", "Spell"),
                Column("kind", "Kind"),
                Column("element", "Element"),
                Column("level", "Level", Kind.COUNT),
                Column("casts", "Casts", Kind.ESTIMATE, "in a game, by all players"),
                Column("boosted", "Boosted", Kind.ESTIMATE, "share paid two or three times"),
                Column("abroad", "Abroad", Kind.ESTIMATE, "share cast in somebody else's turn"),
            ),
            tuple(
                (
                    named(box, each.spell),
                    each.kind,
                    each.element,
                    each.level,
                    each.casts,
                    known(each.boosted),
                    known(each.abroad),
                )
                for each in ranked
            ),
        ),
    )


def boost_words(uses: Sequence[SpellUse], facts: Facts) -> str:
    """The spells that are paid more than once, as shares of their casts."""
    boosted = [each for each in uses if each.boosted.clusters and each.boosted.value > 0]
    if not boosted:
        return "No cast was boosted."
    ranked = sorted_by_value(boosted, lambda each: each.boosted.value)
    names = [f"{named(box_of(facts), e.spell)} ({percent(e.boosted)})" for e in ranked[:NAMED]]
    return f"Boosted most often, as a share of its casts: {first_few(names)}."
