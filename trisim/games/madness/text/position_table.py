"""What a position consists of: each key with its place in the record and its vocabulary.

These tables are read in both directions, so that whatever is written is read. ``DERIVED`` names the
fields of the records that follow from others, or that matter only in the middle of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trisim.games.madness.box.tables import modes_in_order
from trisim.games.madness.box.words import CurseKind, Difficulty, Element
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED, SERVED
from trisim.games.madness.rules.state import MONSTERS, SEATS, SPELLS
from trisim.games.madness.rules.turn import SPACES
from trisim.games.madness.text.position_words import (
    Bits,
    ByWord,
    Cards,
    Deck,
    Flag,
    Number,
    OneCard,
    OneWord,
    Row,
    Top,
    Vocabulary,
)

MANY = 10_000
"""More than any game counts."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a position, the field of the record, and how its value is written."""

    key: str
    field: str
    of: Vocabulary
    usual: Any = None
    """What needs no line."""


def difficulty_words(box: Any) -> Sequence[str]:
    return [difficulty.word for difficulty in Difficulty]


def mode_words(box: Any) -> Sequence[str]:
    return [name for name, _ in modes_in_order(box)]


GAME_ENTRIES = (
    Entry("players", "players", Number(2, SEATS)),
    Entry("seed", "seed", Number(0, 2**64 - 1)),
    Entry("decisions", "decisions", Number(0, 10**9)),
    Entry("difficulty", "difficulty", OneWord(difficulty_words)),
    Entry("mode", "mode", OneWord(mode_words)),
    Entry("turn", "turn", Number(0, MONSTERS * SPACES)),
    Entry("active", "active", Number(0, SEATS - 1)),
    Entry("space", "space", Number(0, SPACES)),
    Entry("monster", "monster", Number(0, MONSTERS, first=1)),
    Entry("beaten", "beaten", Bits(MONSTERS), []),
    Entry("pile", "pile", Number(0, 255)),
    Entry("book", "book", Row(OneCard("sheets"), MONSTERS + 1, -1)),
    Entry("library", "library", ByWord(OneCard("spells"), Element, -1)),
    Entry("stacks", "stock", Cards()),
    Entry("destroyed", "destroyed", Cards(), {}),
    Entry("gone", "gone", Cards(), {}),
    Entry("curse_shuffles", "curse_shuffles", ByWord(Number(0, 100), CurseKind), {}),
)

SEAT_ENTRIES = (
    Entry("mage", "mage", OneCard("mages")),
    Entry("out", "out", Flag(), False),
    Entry("ability_used", "ability_used", Flag(), False),
    Entry("wild_used", "wild_used", Flag(), False),
    Entry("hand", "hand", Cards()),
    Entry("support", "support", Cards(), {}),
    Entry("discard", "discard", Cards(), {}),
    Entry("deck", "deck", Deck(), {}),
    Entry("top", "top", Top(), []),
    Entry("shuffles", "shuffles", Number(0, MANY)),
    Entry("spells", "spells", Row(OneCard("spells"), SPELLS, -1)),
)

CARD_ZONES = ("hand", "support", "discard", "deck", "top")
"""Keys of a seat: where one of them is named, the others are empty unless they are, too."""

CURSE_ENTRIES = (
    Entry("id", "track", OneCard("curses")),
    Entry("neutralised", "neutral", Flag(), False),
    Entry("madness", "under", Number(0, 255), 0),
    Entry("tokens", "tokens", ByWord(Number(0, 255), Element), {}),
)

MARKS = {"exhausted": EXHAUSTED, "neutralised": NEUTRALISED, "cast": SERVED}
"""Keys of a seat that name its spells with a mark."""

PILE_KEYS = ("destroyed", "under")
"""Keys of ``[curses_away]``: destroyed curses, and those under their piles, the next first."""

DERIVED = {
    "over": "a position is one of a game that goes on",
    "won": "the same",
    "loss": "the same",
    "cause": "set by the next frame",
    "cause_id": "set by the next frame",
    "library_level": "the level of the spell",
    "curses": "see [[curses]] and [curses_away]",
    "curses_under": "the number of those under their piles",
    "token_supply": "the tokens that are on no curse",
    "used": "begins anew with each effect that needs it",
    "seats": "see [[seats]]",
    "depth": "the action phase of a turn",
    "stack": "the same",
    "deck_n": "the cards of the deck",
    "top_n": "the cards in top",
    "passing": "empty between actions",
    "marks": "see MARKS",
}
"""Fields of the records without a key."""
