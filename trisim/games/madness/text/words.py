"""Names for readers: players, kinds of cards, spells, curses, sheets, places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from trisim.games.madness.box.words import KINDS, MADNESS, VALUES, CurseKind, Element
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED
from trisim.texts import listed, plural
from trisim.transcript import GLUE, wrapped

SPACES = ("2", "3 left", "3 right", "4", "5")
"""The spaces of the track, by the slots of curses."""

INVOCATION = 6
"""The space after the fifth."""


KIND_OF_CARD = re.compile(r"\b(water|earth|fire|air) (?=\d)")


def flowing(text: str, indent: str = "  ", hang: str = "    ") -> list[str]:
    """Lines as wide as the page, in which an element stays with its value."""
    return wrapped(KIND_OF_CARD.sub(rf"\1{GLUE}", text), indent, hang)


# ---------------------------------------------------------------- cards


def kind_word(kind: int) -> str:
    """A kind of card.

    >>> kind_word(7), kind_word(12)
    ('fire 2', 'madness')
    """
    if kind == MADNESS:
        return "madness"
    return f"{Element(kind // VALUES).word} {kind % VALUES + 1}"


def counted_kind(kind: int, count: int) -> str:
    """So many cards of a kind.

    >>> counted_kind(6, 1), counted_kind(6, 3), counted_kind(12, 1), counted_kind(12, 2)
    ('fire 1', '3 fire 1', '1 madness', '2 madness')
    """
    if kind == MADNESS:
        return f"{count} madness"
    return kind_word(kind) if count == 1 else f"{count} {kind_word(kind)}"


def cards_words(cards: Mapping[int, int], nothing: str = "nothing") -> str:
    """Cards by kind: ``2 fire 1, air 1 and 1 madness``."""
    kinds = sorted(kind for kind, count in cards.items() if count)
    return listed(counted_kind(kind, cards[kind]) for kind in kinds) or nothing


def zone_words(counts: Any, nothing: str = "empty") -> str:
    """The cards of a zone that holds a number of each kind, in a short list.

    >>> zone_words([0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1])
    '2 fire 1, 1 madness'
    """
    held = [counted_kind(kind, int(counts[kind])) for kind in range(KINDS) if counts[kind]]
    return ", ".join(held) or nothing


def size_words(counts: Any) -> str:
    """How many cards a zone holds."""
    return cards_counted(sum(int(count) for count in counts))


def cards_counted(count: int) -> str:
    """``1 card``, ``3 cards``."""
    return f"{count} card{plural(count)}"


def deck_kinds(seat: Any) -> list[int]:
    """How many cards of each kind are in a deck, known or not."""
    counts = [int(copies).bit_count() for copies in seat.deck]
    for kind in seat.top[: int(seat.top_n)]:
        counts[int(kind)] += 1
    return counts


# ---------------------------------------------------------------- players


def player_name(game: Any, seat: int) -> str:
    """A player by the mage's name, or by the seat before there is one."""
    mage = int(game.state.seats[seat].mage)
    return f"seat {seat}" if mage < 0 else mage_name(game.box, mage)


def mage_name(box: Any, mage: int) -> str:
    return str(box.mages[mage].name)


def possessive(name: str) -> str:
    """Whose something is.

    >>> possessive("Ada"), possessive("Iris")
    ("Ada's", "Iris'")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def names_of(game: Any, seats: Iterable[int]) -> str:
    """Players by name."""
    return listed(player_name(game, seat) for seat in seats)


# ---------------------------------------------------------------- cards with names


def spell_name(box: Any, spell: int) -> str:
    return str(box.spells[spell].name)


def curse_name(box: Any, curse: int) -> str:
    return str(box.curses[curse].name)


def curse_words(box: Any, curse: int) -> str:
    """A curse with its kind: ``Dry Well (water)``."""
    return f"{curse_name(box, curse)} ({curse_kind_word(box.curses[curse].kind)})"


def curse_kind_word(kind: int) -> str:
    """A kind of curses.

    >>> curse_kind_word(CurseKind.MULTI), curse_kind_word(CurseKind.AIR)
    ('multi-element', 'air')
    """
    return "multi-element" if kind == CurseKind.MULTI else CurseKind(kind).word


def sheet_name(box: Any, sheet: int) -> str:
    """A sheet of the grimoire: the monster on its back, or the last page."""
    return str(box.sheets[sheet].name)


def place_words(game: Any, place: int, viewer: int) -> str:
    """Where a card is that a move names: the own hand, or somebody's support."""
    if place == 0:
        return "your hand"
    return "your support" if place - 1 == viewer else f"{whose(game, place - 1, viewer)} support"


def whose(game: Any, seat: int, viewer: int) -> str:
    """``your``, or the name of another player."""
    return "your" if seat == viewer else possessive(player_name(game, seat))


def mark_words(marks: int) -> str:
    """The state of a spell."""
    if marks & NEUTRALISED:
        return "neutralised, exhausted" if marks & EXHAUSTED else "neutralised"
    return "exhausted" if marks & EXHAUSTED else "ready"


def space_words(space: int) -> str:
    """A space of the track by its number in the record."""
    if space <= 0:
        return "before the first space"
    return "the invocation space" if space >= INVOCATION else f"space {space}"
