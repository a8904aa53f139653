"""The words behind the codes of word columns: of the game, and of a box."""

from __future__ import annotations

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.limits import MAX_BONUS_KINDS
from trisim.games.trismegistus.box.words import ARROWS, Color, Element, Symbol
from trisim.games.trismegistus.record.codes import (
    Action,
    CardKind,
    decision_words,
    item_words,
    priority_words,
)
from trisim.games.trismegistus.rules.codes import Cause
from trisim.record.columns import Words


def fixed_words() -> Words:
    """The vocabularies that depend on no box."""
    return {
        "action": [action.word for action in Action],
        "arrow": [f"{foot.word}-{head.word}" for foot, head in ARROWS],
        "cause": [cause.word for cause in Cause],
        "color": color_words(),
        "decision": decision_words(),
        "item": item_words(),
        "kind": [kind.word for kind in CardKind],
        "priority": priority_words(),
        "symbol": [symbol.word for symbol in Symbol],
    }


def box_words(box: Box) -> Words:
    """The vocabularies of a box."""
    experiments, artifacts = ids(box, "experiments"), ids(box, "artifacts")
    publications, achievements = ids(box, "publications"), ids(box, "achievements")
    formulas, solo_cards = ids(box, "formulas"), ids(box, "solo_cards")
    cards = [*experiments, *artifacts, *publications, *achievements, *formulas]
    alchemists, arrows = list(box.alchemists), fixed_words()["arrow"]
    return {
        "alchemist": alchemists,
        "artifact": artifacts,
        "card": cards,
        "cause_id": [*cards, *alchemists, *token_words(box), *arrows, *solo_cards],
        "choice": [*dice_words(), *experiments, *artifacts, *element_words(box), *solo_cards],
        "experiment": experiments,
        "formula": formulas,
        "publication": publications,
        "solo_card": solo_cards,
    }


def ids(box: Box, kind: str) -> list[str]:
    """The ids of the cards of a kind, in the order of their numbers."""
    return [card.id for card in box.cards(kind)]


def color_words() -> list[str]:
    return [color.word for color in Color if color != Color.ANY]


def dice_words() -> list[str]:
    """Dice as they lie in the bowls, by symbol and colour: "red iron"."""
    return [f"{color} {symbol.word}" for symbol in Symbol for color in color_words()]


def element_words(box: Box) -> list[str]:
    """The elements; one that has the name of a card of the box is called its track."""
    cards = {*ids(box, "experiments"), *ids(box, "artifacts"), *ids(box, "solo_cards")}
    words = [element.word for element in Element]
    return [f"{word} track" if word in cards else word for word in words]


def token_words(box: Box) -> list[str]:
    """Kinds of bonus tokens, with room for as many as a box can have."""
    named = [f"token-{kind}" for kind in box.board.bonus_tokens]
    return [*named, *(f"token-{spare}" for spare in range(len(named), MAX_BONUS_KINDS))]
