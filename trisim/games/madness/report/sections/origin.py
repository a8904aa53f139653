"""The section on the origin of the figures, with the share of cards that are trisim's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from trisim.games.madness.box.box import Box
from trisim.games.madness.box.words import Side, Source
from trisim.games.madness.report.facts import box_of
from trisim.report.figures.bars import Divided, draw_divided
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections import provenance
from trisim.report.style import GREY, SERIES

KEY, TITLE = provenance.KEY, provenance.TITLE

NAMES = {Source.TEXT: "rulebook", Source.PUBLIC: "public pages", Source.OURS: "ours"}
COLORS = {"rulebook": SERIES[0], "public pages": SERIES[7], "ours": GREY}

Counts = Mapping[str, int]


def build(inputs: ReportInputs) -> Section:
    """How the runs were played, and where the values of the box are from."""
    section = provenance.build(inputs)
    block = source_block(box_of(inputs.subject.facts))
    return replace(section, blocks=(block, *section.blocks))


def sources_of(box: Box) -> dict[str, list[Source]]:
    """The source of each card, by file."""
    inner = [each for each in box.sheets if each.side is not Side.COVER]
    monsters = [each for each in box.sheets if each.side is not Side.LAST]
    return {
        "mages": [each.source for each in box.mages],
        "spells": [each.source for each in box.spells],
        "curses": [each.source for each in box.curses],
        "pages": [each.source for each in inner],
        "monsters": [each.monster_source for each in monsters],
    }


def source_block(box: Box) -> Block:
    """How many cards of each file are ours."""
    sources = sources_of(box)
    every = [source for found in sources.values() for source in found]
    ours = every.count(Source.OURS)
    words = (
        f"Of {len(every)} mages, spells, curses, pages and monsters of this box {ours} are "
        f"trisim's own ({100 * ours / len(every):.0f} %), not the printed ones; which curses a "
        "monster brings and the round table are trisim's own, too. What this report says of the "
        "whole game rests on them."
    )
    bars = [Divided(name, shares(found)) for name, found in sources.items()]
    return Block(
        f"{KEY}-cards",
        "Whose cards these are",
        (words,),
        "Counted in the box of the run, changes of variants included.",
        Picture(f"{KEY}-cards", "Cards by source", words, lambda: draw_divided(bars, COLORS)),
        Table(
            f"{KEY}-cards",
            "Cards by source",
            (
                Column("cards", "Cards"),
                *(Column(source.word, NAMES[source], Kind.COUNT) for source in Source),
                Column("share", "Ours", Kind.PERCENT),
            ),
            tuple(
                (
                    name,
                    *(found.count(source) for source in Source),
                    found.count(Source.OURS) / len(found),
                )
                for name, found in sources.items()
                if found
            ),
        ),
    )


def shares(found: Sequence[Source]) -> dict[str, float]:
    return {NAMES[source]: found.count(source) / max(1, len(found)) for source in Source}
