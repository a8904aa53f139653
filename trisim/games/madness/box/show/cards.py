"""One card, mage or sheet as a page for players."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from trisim.box.box import Card
from trisim.box.show.card import Line, framed, sections, written
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.cards import Curse, ElementCard, Mage, Round, Sheet, Spell
from trisim.games.madness.box.show.style import (
    ELEMENT_STYLES,
    THE_ACTIVE,
    kind_style,
    kinds_text,
)
from trisim.games.madness.box.speech import ability_words, effect_words
from trisim.games.madness.box.terms import Effect, has_variable
from trisim.games.madness.box.words import CurseKind, Difficulty, Element, Side, Source
from trisim.texts import listed, plural

SOURCES = {
    Source.TEXT: "the rulebook",
    Source.PUBLIC: "public pages",
    Source.OURS: "trisim's own, not the printed one",
}


def card_page(box: Box, card: Card) -> RenderableType:
    """A card in a frame: kind, text, notation, source."""
    parts = sections(face(box, card), written(card), source_lines(card))
    return framed(card, card_words(box, card), card_style(card), parts)


def card_words(box: Box, card: Card) -> str:
    """What kind of card it is: ``level 2 fire spell``."""
    match card:
        case Spell(basic=True):
            return f"basic {card.element.word} spell"
        case Spell():
            return f"level {card.level} {card.element.word} spell"
        case Curse(kind=CurseKind.MULTI):
            return "multi-element curse"
        case Curse():
            return f"{card.kind.word} curse"
        case Mage():
            return f"{card.element.word} mage"
        case Sheet(side=Side.INNER):
            return "page of the grimoire"
        case Sheet():
            return "cover of the grimoire" if card.side is Side.COVER else "the last page"
        case ElementCard():
            return f"{card.element.word} card"
    return "row of the round table" if isinstance(card, Round) else "card"


def card_style(card: Card) -> str:
    """The colour of a card's element, if it has one."""
    if isinstance(card, Curse):
        return kind_style(card.kind)
    if isinstance(card, Spell | Mage | ElementCard):
        return ELEMENT_STYLES[card.element]
    return ""


def source_lines(card: Card) -> Iterator[Line]:
    """Where its values are from."""
    source = getattr(card, "source", None)
    if source is None:
        return
    back = getattr(card, "back_source", None)
    if back is None:
        yield "source", SOURCES[source]
    else:
        yield "source", f"front: {SOURCES[source]}"
        yield "source", f"back: {SOURCES[back]}"


# ---------------------------------------------------------------- what a card says


def face(box: Box, card: Card) -> Iterator[Line]:
    """The text of a card."""
    match card:
        case Spell():
            yield from spell_face(box, card)
        case Curse():
            yield "strikes", effect_words(card.effect, you=THE_ACTIVE)
            yield "destroyed", f"by {curse_cost(box, card)}"
        case Mage():
            yield "ability", ability_words(card.ability, card.when)
            yield "deck", first_deck_words(card)
        case Sheet():
            yield from sheet_face(card)
        case ElementCard():
            yield "pays", f"{card.value} {card.element.word}"
            yield "copies", str(card.copies)
            price = (
                f"{card.value} {card.element.word}" if card.value > 1 else "nothing: none is left"
            )
            yield "acquired", f"for {price}" if card.value > 1 else "never"
        case Round():
            for difficulty, count in zip(Difficulty, card.by_difficulty, strict=True):
                yield difficulty.word, f"{count} multi-element curse{plural(count)}"


def spell_face(box: Box, card: Spell) -> Iterator[Line]:
    """Its cost and effect, boosted too."""
    most = box.rules.numbers.most_boost if has_variable(card.effect) else 1
    for boost in range(1, most + 1):
        label = f"{boost * card.level} {card.element.word}"
        yield label, effect_words(card.effect, boost)
    if most == 1:
        yield "boost", "none: no number of it varies"


def curse_cost(box: Box, card: Curse) -> str:
    """What destroys a curse."""
    numbers = box.rules.numbers
    if card.kind is CurseKind.MULTI:
        return f"{numbers.multi_cost} of each element, and {numbers.token_cost} for each token"
    element = card.kind.word
    return f"{numbers.curse_cost} {element}, and {numbers.token_cost} for each token"


def first_deck_words(card: Mage) -> str:
    """The cards that a mage begins with."""
    ones = listed(f"{n} {e.word}" for e, n in zip(Element, card.ones, strict=True) if n)
    return f"value 1: {ones}; value 2: 1 {card.element.word}"


def sheet_face(card: Sheet) -> Iterator[Line]:
    """Front and back of a sheet."""
    if card.side is not Side.COVER:
        yield "bonus", effect_line(card.bonus)
        yield "failure", effect_line(card.failure)
    if card.side is Side.LAST:
        yield "opened", effect_line(card.appearance)
        return
    yield "monster", card.monster
    yield "appears", effect_line(card.appearance)
    yield "curses", kinds_text(card.curses)


def effect_line(effect: Effect) -> str | Text:
    return effect_words(effect, you=THE_ACTIVE) or "nothing"
