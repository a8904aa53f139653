"""The words of the game and their numbers in records and tables.

A *kind* of card is an element with a value, or madness: ``3 * element + value - 1`` is 0 to 11, and
``MADNESS`` is 12. A set of kinds is a number with a bit for each.
"""

from __future__ import annotations

from enum import IntEnum

ELEMENTS, VALUES = 4, 3
MADNESS = ELEMENTS * VALUES
KINDS = MADNESS + 1
"""Kinds of cards in decks: twelve of elements, and madness."""

ELEMENT_CARDS = (1 << MADNESS) - 1
ANY_CARD = (1 << KINDS) - 1
"""Sets of kinds."""


class Word(IntEnum):
    """A code with a word for readers."""

    @property
    def word(self) -> str:
        """The word in files and on the screen."""
        return self.name.lower().replace("_", " ")


class Element(Word):
    """Elements, in the order in which every list of the game names them."""

    WATER = 0
    EARTH = 1
    FIRE = 2
    AIR = 3


class CurseKind(Word):
    """The five piles of curses: one for each element, in its order, and multi-element ones."""

    WATER = 0
    EARTH = 1
    FIRE = 2
    AIR = 3
    MULTI = 4


class Side(Word):
    """What a sheet of the grimoire is."""

    COVER = 0
    INNER = 1
    LAST = 2


class When(Word):
    """When the ability of a mage is used."""

    ALWAYS = 0
    TURN = 1  # once in the mage's own turn
    CURSE_DESTROYED = 2


class Source(Word):
    """Where the values of a card are from."""

    TEXT = 0  # the rulebook
    PUBLIC = 1  # other public pages
    OURS = 2


class Difficulty(Word):
    """The columns of the round table."""

    I = 0  # noqa: E741
    II = 1
    III = 2

    @property
    def word(self) -> str:
        return self.name


class Mode(Word):
    """How the players' decks begin."""

    NORMAL = 0
    TERROR = 1
    NIGHTMARE = 2
    BOTH = 3


class Verb(Word):
    """What a step of an effect does."""

    END = 0  # after the last step
    DRAW = 1
    DISCARD = 2
    DESTROY = 3
    SUPPORT = 4
    TOP = 5  # on the deck
    CURE = 6
    GIVE = 7
    RETURN = 8  # from the destroyed cards
    MADNESS = 9
    GAIN = 10  # from the stacks of value 2 and 3
    ACT = 11
    RECHARGE = 12
    NEUTRALISE_SPELL = 13
    NEUTRALISE_CURSE = 14
    DESTROY_SPELL = 15
    DESTROY_CURSE = 16
    TOKEN = 17
    SWAP = 18
    REVEAL = 19
    SHUFFLE = 20
    WIN = 21
    LOSE = 22


class Who(Word):
    """Whom a clause of an effect is about."""

    YOU = 0
    SOME_OTHERS = 1  # as many different ones as the clause says, chosen by the caster
    OTHERS = 2
    SOME_PLAYERS = 3  # the same, the caster included
    EACH = 4


class Count(Word):
    """How many a step takes."""

    EXACT = 0  # as many of them as there are
    UP_TO = 1
    ANY = 2  # any number
    AS_MANY = 3  # as the step before did
    ALL = 4
    UNTIL = 5  # so many are in hand


class Zone(Word):
    """Where a card can be."""

    HAND = 0
    SUPPORT = 1  # the player's own
    POOL = 2  # everybody's supports: where cards are chosen from, never where one is
    DISCARD = 3
    DECK = 4
    STOCK = 5  # the stacks of value 2 and 3
    PILE = 6  # of madness
    DESTROYED = 7
    BOX = 8  # out of the game
    CURSE = 9  # under a curse
    PASSING = 10  # on the way from hand to hand, or from hand to support
