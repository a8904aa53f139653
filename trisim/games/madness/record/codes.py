"""Codes of the tables: actions, kinds of cards in decks, what becomes of curses and monsters."""

from __future__ import annotations

from trisim.games.madness.box.words import MADNESS, VALUES, Element, Word
from trisim.games.madness.rules.codes import Move


class Action(Word):
    """What a seat does when it may act."""

    CAST = 0
    LEARN = 1
    ACQUIRE = 2
    DESTROY = 3
    CURE = 4
    ABILITY = 5  # between actions of the own turn; it is none of the five actions
    PASS = 6  # actions that another player gave are left


MOVES_OF_ACTIONS = (
    Move.CAST,
    Move.LEARN,
    Move.ACQUIRE,
    Move.DESTROY,
    Move.CURE,
    Move.ABILITY,
)
"""The moves that are the causes of payments, as ``Cause.ACTION`` names them: a run of numbers."""

FIRST_MOVE = int(Move.CAST)


class CardKind(Word):
    """Kinds of cards in ``cards``."""

    SPELL = 0  # of the library
    BASIC_SPELL = 1
    MAGE = 2


class CurseFate(Word):
    """What became of a curse that was laid."""

    OPEN = 0  # the game ended before
    DESTROYED = 1
    LEFT = 2  # it went under its pile


class MonsterFate(Word):
    """What became of a monster."""

    OPEN = 0
    BEATEN = 1
    ESCAPED = 2


def kind_words() -> list[str]:
    """The kinds of cards in decks: ``water 1`` to ``air 3``, and ``madness``."""
    cards = [f"{element.word} {value + 1}" for element in Element for value in range(VALUES)]
    assert len(cards) == MADNESS
    return [*cards, "madness"]
