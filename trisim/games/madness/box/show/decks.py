"""Spells, curses, mages, sheets and element cards as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trisim.box.box import Card
from trisim.box.show.style import DIM, STRONG, heading, name_text, table, title
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.cards import Curse, Mage, Sheet, Spell
from trisim.games.madness.box.show.cards import effect_line
from trisim.games.madness.box.show.style import (
    ELEMENT_STYLES,
    THE_ACTIVE,
    element_text,
    kind_style,
    kinds_text,
    source_text,
)
from trisim.games.madness.box.speech import ability_words, effect_words
from trisim.games.madness.box.terms import has_variable
from trisim.games.madness.box.words import VALUES, CurseKind, Difficulty, Element, Side

C = TypeVar("C", bound=Card)

BOOST = "×: a boost multiplies numbers of this spell; 'trisim box show' with its name shows how."


def sectioned(made: Table, cards: Sequence[C], key: Callable[[C], int]) -> Iterable[C]:
    """The cards, with a gap in the table wherever the key changes."""
    for index, card in enumerate(cards):
        if index and key(cards[index - 1]) != key(card):
            made.add_section()
        yield card


# ---------------------------------------------------------------- spells


def spell_order(card: Spell) -> tuple[int, int, bool, str]:
    return card.element, card.level, not card.basic, card.id


def spells_table(cards: Iterable[Spell], by: Callable[[Spell], int]) -> Table:
    """Spells, with a gap where the element or the level changes."""
    made = table("spell", "element", "level", "", "what it does", "source")
    for card in sectioned(made, sorted(cards, key=lambda card: (by(card), spell_order(card))), by):
        made.add_row(
            name_text(card.name, card.id),
            element_text(card.element),
            "basic" if card.basic else str(card.level),
            "×" if has_variable(card.effect) else "",
            effect_words(card.effect),
            source_text(card.source),
        )
    return made


def spells_page(box: Box) -> RenderableType:
    """All spells by element."""
    made = spells_table(box.spells, lambda card: card.element)
    return Group(title(f"Spells ({len(box.spells)})"), "", made, "", Text(BOOST, DIM))


def basic_page(box: Box) -> RenderableType:
    """The spells that everybody begins with."""
    cards = [card for card in box.spells if card.basic]
    made = spells_table(cards, lambda card: card.level)
    return Group(title(f"Basic spells ({len(cards)})"), "", made, "", Text(BOOST, DIM))


def level_page(box: Box, level: int) -> RenderableType:
    """The spells of the library of a level."""
    cards = [card for card in box.spells if card.level == level and not card.basic]
    made = spells_table(cards, lambda card: card.element)
    head = title(f"Level {level} spells of the library ({len(cards)})")
    return Group(head, "", made, "", Text(BOOST, DIM))


# ---------------------------------------------------------------- curses


def curses_table(cards: Iterable[Curse]) -> Table:
    made = table("curse", "kind", "what it does", "source")
    order = sorted(cards, key=lambda card: (card.kind, card.id))
    for card in sectioned(made, order, lambda card: card.kind):
        made.add_row(
            name_text(card.name, card.id),
            Text(card.kind.word, kind_style(card.kind)),
            effect_words(card.effect, you=THE_ACTIVE),
            source_text(card.source),
        )
    return made


def curses_page(box: Box, kind: CurseKind | None = None) -> RenderableType:
    """All curses, or those of a kind."""
    cards = [card for card in box.curses if kind in (None, card.kind)]
    head = "Curses" if kind is None else f"{kind.word.capitalize()} curses"
    return Group(title(f"{head} ({len(cards)})"), "", curses_table(cards))


def element_page(box: Box, element: Element) -> RenderableType:
    """Spells and curses of an element."""
    spells = [card for card in box.spells if card.element is element]
    curses = [card for card in box.curses if card.kind == int(element)]
    return Group(
        title(element.word.capitalize()),
        heading(f"Spells ({len(spells)})"),
        spells_table(spells, lambda card: card.level),
        heading(f"Curses ({len(curses)})"),
        curses_table(curses),
        "",
        Text(BOOST, DIM),
    )


# ---------------------------------------------------------------- mages and element cards


def mages_page(box: Box) -> RenderableType:
    """Mages with their first decks."""
    heads = [element.word for element in Element]
    made = table("mage", "element", *heads, "ability", right=heads)
    for card in box.mages:
        made.add_row(
            name_text(card.name, card.id),
            element_text(card.element),
            *(deck_text(card, element) for element in Element),
            ability_words(card.ability, card.when),
        )
    note = "Numbers: cards of value 1 in the first deck; +2: and a card of value 2."
    return Group(title(f"Mages ({len(box.mages)})"), "", made, "", Text(note, DIM))


def deck_text(card: Mage, element: Element) -> Text:
    """Cards of value 1, with a mark at the element of the card of value 2."""
    text = Text(str(card.ones[element]))
    if card.element is element:
        text.append("+2", ELEMENT_STYLES[element])
    return text


def elements_page(box: Box) -> RenderableType:
    """Copies by element and value."""
    copies = {(card.element, card.value): card.copies for card in box.elements}
    values = range(1, VALUES + 1)
    heads = [*(f"value {value}" for value in values), "all"]
    made = table("", *heads, right=heads)
    for element in Element:
        row = [copies[element, value] for value in values]
        made.add_row(element_text(element), *map(str, row), str(sum(row)))
    total = sum(copies.values())
    note = "Ids are element and value, as water-1. Madness is counted in rules.toml."
    return Group(title(f"Element cards ({total})"), "", made, "", Text(note, DIM))


# ---------------------------------------------------------------- the grimoire


def sheets_page(box: Box) -> RenderableType:
    """Covers, inner pages and the last page: fronts, then monsters."""
    fronts = [sheet for sheet in box.sheets if sheet.side is not Side.COVER]
    backs = [sheet for sheet in box.sheets if sheet.side is not Side.LAST]
    return Group(
        title(f"Sheets of the grimoire ({len(box.sheets)})"),
        heading("Fronts: bonus and failure"),
        fronts_table(fronts),
        heading("Backs: monsters, what they do when they appear, and their curses"),
        backs_table(backs),
        "",
        Text("The monster of a sheet lies left of the front of the next one.", DIM),
    )


def fronts_table(sheets: Iterable[Sheet]) -> Table:
    made = table("sheet", "bonus", "failure", "source")
    for sheet in sorted(sheets, key=lambda sheet: sheet.side):
        made.add_row(
            name_text(sheet.name, sheet.id),
            effect_line(sheet.bonus),
            effect_line(sheet.failure),
            source_text(sheet.source),
        )
    return made


def backs_table(sheets: Iterable[Sheet]) -> Table:
    made = table("monster", "side", "appearance", "curses", "source")
    for sheet in sectioned(made, sorted(sheets, key=lambda each: each.side), lambda s: s.side):
        made.add_row(
            name_text(sheet.name, sheet.id),
            sheet.side.word,
            effect_line(sheet.appearance),
            kinds_text(sheet.curses),
            source_text(sheet.monster_source),
        )
    return made


def rounds_page(box: Box) -> RenderableType:
    """The round table."""
    note = "Multi-element curses that a monster brings, besides those of its symbols."
    return Group(title("Rounds", note), "", rounds_table(box))


def rounds_table(box: Box) -> Table:
    heads = [difficulty.word for difficulty in Difficulty]
    made = table("", *heads, "id", right=heads)
    for each in box.rounds:
        counts = map(str, each.by_difficulty)
        made.add_row(Text(each.name, STRONG), *counts, Text(each.id, DIM))
    return made
