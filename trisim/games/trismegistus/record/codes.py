"""Codes of the tables: actions, kinds of cards, items of the ledger."""

from __future__ import annotations

from enum import IntEnum

from trisim.games.trismegistus.box.words import Element, Thing, Word
from trisim.games.trismegistus.rules.codes import BotDecision, Part, Priority


class Action(Word):
    """Actions of a turn."""

    NONE = 0
    HARVEST = 1
    ESSENCE = 2
    TRANSMUTE = 3
    ARTIFACT = 4
    RECHARGE = 5
    EXPERIMENT = 6
    CARD = 7  # of Botmegistus: what its card says


class CardKind(Word):
    """Kinds of cards in ``cards``; starting cards are kinds of their own."""

    EXPERIMENT = 0
    STARTING_EXPERIMENT = 1
    MASTERPIECE = 2
    ARTIFACT = 3
    STARTING_ARTIFACT = 4
    PUBLICATION = 5
    ACHIEVEMENT = 6
    FORMULA = 7


class Item(IntEnum):
    """Items of the ledger; up to ``ACHIEVEMENTS`` each is the first of its kind."""

    THINGS = 0  # + Thing, without points
    MASTERY = int(Thing.POINT)  # + Element
    POINTS = int(Thing.POINT) + len(Element)  # + Part
    EXPERIMENTS_HELD = int(Thing.POINT) + len(Element) + len(Part)
    EXPERIMENTS_DONE = int(Thing.POINT) + len(Element) + len(Part) + 1
    ARTIFACTS = int(Thing.POINT) + len(Element) + len(Part) + 2
    PUBLICATIONS = int(Thing.POINT) + len(Element) + len(Part) + 3
    FORMULAS = int(Thing.POINT) + len(Element) + len(Part) + 4
    ACHIEVEMENTS = int(Thing.POINT) + len(Element) + len(Part) + 5


class BotDeed(Word):
    """Rows of ``bot`` other than decisions, whose codes come first."""

    CARD = len(BotDecision)  # the card of a turn is flipped
    ADDED = len(BotDecision) + 1  # its personality card joins the deck, at setup
    DRAWN = len(BotDecision) + 2  # a masterpiece is drawn for it, at the end


class Settled(Word):
    """The origin of the card of a turn; other decisions are settled by a ``Priority``."""

    DECK = len(Priority)
    LEFT_CARD = len(Priority) + 1  # of the open ones
    RIGHT_CARD = len(Priority) + 2


def item_words() -> list[str]:
    """The items of the ledger in words, as the columns of ``players`` are named."""
    return [
        *(thing.name.lower() for thing in Thing if thing < Thing.POINT),
        *(f"mastery_{element.name.lower()}" for element in Element),
        *(f"vp_{part.name.lower()}" for part in Part),
        *(item.name.lower() for item in Item if item >= Item.EXPERIMENTS_HELD),
    ]


def decision_words() -> list[str]:
    """Decisions and actions of Botmegistus, each word at the position of its code."""
    return [code.word for code in sorted([*BotDecision, *BotDeed])]


def priority_words() -> list[str]:
    """The reasons of its decisions, each word at the position of its code."""
    return [code.word for code in sorted([*Priority, *Settled])]
