"""A whole box on one page: contents and their sources, elements, effects, mages, difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trisim.box.show.pages import about_text
from trisim.box.show.style import DIM, STRONG, count_or_dot, flexible_bar, grid, heading, table
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.show.decks import rounds_table
from trisim.games.madness.box.show.style import element_text
from trisim.games.madness.box.speech import ability_words
from trisim.games.madness.box.terms import Step, steps_of
from trisim.games.madness.box.words import VALUES, Element, Side, Source, Verb, Zone

SOURCES_NOTE = (
    "text: from the rulebook; public: from other public pages; ours: made for trisim. Results rest "
    "on invented cards as far as these are used."
)
ELEMENTS_NOTE = (
    "Value 1 to 3: cards. 1 to 3: spells of the library by level. Symbols: curses that monsters "
    "bring."
)
PLACES = {
    "spells": "spells",
    "mages": "mages",
    "curses": "curses",
    "bonus": "bonus",
    "failure": "fail-\nure",
    "appearance": "appear-\nance",
}
"""Where effects stand, and the head of each one's column."""


def summary_page(box: Box) -> RenderableType:
    return Group(
        about_text(box),
        heading("In the box, and where it is from"),
        sources_table(box),
        Text(SOURCES_NOTE, DIM),
        heading("Elements"),
        elements_table(box),
        Text(ELEMENTS_NOTE, DIM),
        heading("Steps of effects, by how often they occur"),
        effects_table(box),
        heading("Mages"),
        mages_table(box),
        heading("Multi-element curses by round and difficulty"),
        rounds_table(box),
        Text(madness_words(box), DIM),
        heading("See more, with --game madness"),
        more_table(box),
    )


# ---------------------------------------------------------------- contents


def sources(box: Box) -> dict[str, list[Source]]:
    """Where the values of all cards are from; the two sides of a sheet are counted apart."""
    fronts = [sheet for sheet in box.sheets if sheet.side is not Side.COVER]
    backs = [sheet for sheet in box.sheets if sheet.side is not Side.LAST]
    return {
        "mages": [card.source for card in box.mages],
        "basic spells": [card.source for card in box.spells if card.basic],
        "library spells": [card.source for card in box.spells if not card.basic],
        "curses": [card.source for card in box.curses],
        "bonus and failure": [sheet.source for sheet in fronts],
        "monsters": [sheet.monster_source for sheet in backs],
    }


def sources_table(box: Box) -> Table:
    """How many cards of each kind, by source."""
    heads = ["all", *(source.word for source in Source), "share ours"]
    made = table("", *heads, right=heads)
    cards = sum(card.copies for card in box.elements)
    made.add_row("element cards", str(cards), str(cards), *[count_or_dot(0)] * 2, share_text(0, 1))
    found = sources(box)
    for name, each in {**found, "": list(chain.from_iterable(found.values()))}.items():
        counts = Counter(each)
        made.add_row(
            name or Text("all but element cards", STRONG),
            str(len(each)),
            *(count_or_dot(counts[source]) for source in Source),
            share_text(counts[Source.OURS], len(each)),
        )
    return made


def share_text(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


# ---------------------------------------------------------------- elements


def elements_table(box: Box) -> Table:
    """Cards, spells, curses and symbols by element."""
    values = [f"value {value}" for value in range(1, VALUES + 1)]
    heads = [*values, "mages", "basic", "1", "2", "3", "curses", "symbols"]
    made = table("", *heads, right=heads)
    for element in Element:
        cards = {card.value: card.copies for card in box.elements if card.element is element}
        spells = [card for card in box.spells if card.element is element]
        levels = Counter(card.level for card in spells if not card.basic)
        counts = [
            *(cards[value] for value in range(1, VALUES + 1)),
            sum(card.element is element for card in box.mages),
            sum(card.basic for card in spells),
            *(levels[level] for level in (1, 2, 3)),
            sum(card.kind == int(element) for card in box.curses),
            sum(kind == int(element) for sheet in box.sheets for kind in sheet.curses),
        ]
        made.add_row(element_text(element), *map(count_or_dot, counts))
    return made


# ---------------------------------------------------------------- effects

VERBS = {
    Verb.DISCARD: "discard cards",
    Verb.DESTROY: "destroy cards",
    Verb.SUPPORT: "put into support",
    Verb.TOP: "put on deck",
    Verb.CURE: "cure madness",
    Verb.GIVE: "give cards",
    Verb.RETURN: "return destroyed cards",
    Verb.MADNESS: "add madness",
    Verb.GAIN: "take from a stack",
    Verb.ACT: "take actions",
    Verb.SWAP: "exchange cards",
    Verb.REVEAL: "turn up cards",
    Verb.SHUFFLE: "shuffle into deck",
    Verb.TOKEN: "put tokens on curses",
}
"""Verbs whose own word says too little."""


def step_kind(step: Step) -> str:
    """The kind of a step, in a few words."""
    if step.verb is Verb.DESTROY and step.zones == (Zone.PILE,):
        return "destroy the pile"
    return VERBS.get(step.verb, step.verb.word)


def uses(box: Box) -> Iterator[tuple[str, str]]:
    """Where each step stands, and its kind."""
    found = [("spells", card.effect) for card in box.spells]
    found += [("mages", card.ability.effect) for card in box.mages]
    found += [("curses", card.effect) for card in box.curses]
    for name in ("bonus", "failure", "appearance"):
        found += [(name, getattr(sheet, name)) for sheet in box.sheets]
    for place, effect in found:
        for step in steps_of(effect):
            yield place, step_kind(step)


def effects_table(box: Box) -> Table:
    """Kinds of steps with a bar, and how often they occur where."""
    counts = Counter(uses(box))
    totals = Counter(kind for _, kind in uses(box))
    most = max(totals.values(), default=0)
    made = table("", "", "all", *PLACES.values(), right=["all", *PLACES.values()])
    made.columns[0].no_wrap, made.columns[1].ratio, made.expand = True, 1, True
    for kind, total in totals.most_common():
        by_place = [count_or_dot(counts[place, kind]) for place in PLACES]
        made.add_row(kind, flexible_bar(total, most), str(total), *by_place)
    return made


# ---------------------------------------------------------------- mages, difficulty, the way on


def mages_table(box: Box) -> Table:
    """Name and ability, a line each."""
    made = grid()
    made.add_column(no_wrap=True)
    made.add_column(no_wrap=True)
    for mage in box.mages:
        words = ability_words(mage.ability, mage.when)
        made.add_row(
            Text(mage.name),
            element_text(mage.element),
            Text(words, DIM, no_wrap=True, overflow="ellipsis"),
        )
    return made


def madness_words(box: Box) -> str:
    """The madness pile by the number of players."""
    counts = box.rules.madness.by_players
    return f"Madness with 2 to 5 players: {', '.join(map(str, counts))}."


def more_table(box: Box) -> Table:
    """Commands for the other pages."""
    made = grid()
    rows = [
        (box.spells[0].id if box.spells else "", "any card, mage or monster, by id or name"),
        ("level 2", "spells; also spells, basic, level 1, level 3"),
        ("fire", "spells and curses of an element"),
        ("curses", "also water curses, multi curses, …"),
        ("sheets", "covers, pages and monsters of the grimoire"),
        ("rules", "numbers and rulings; also modes, rounds, mages, elements"),
    ]
    for what, meaning in rows:
        if what:
            made.add_row(f"trisim box show {what}", Text(meaning, DIM))
    return made
