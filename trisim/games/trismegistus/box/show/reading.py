"""Cards interpreted with the rules of their own box: words, worth, kind and order."""

from __future__ import annotations

from trisim.box.box import Card
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import (
    Achievement,
    Artifact,
    Experiment,
    Formula,
    Publication,
    SoloCard,
)
from trisim.games.trismegistus.box.notation.terms import Effects
from trisim.games.trismegistus.box.speech import Drawing, effects_words
from trisim.games.trismegistus.box.worth import When, effect_worth, usual_time


def words(box: Box, effects: Effects) -> str:
    """An effect in words, with the numbers of this box."""
    numbers = box.rules.numbers
    return effects_words(
        effects, Drawing(numbers.publications_drawn, numbers.publications_returned)
    )


def worth(box: Box, effects: Effects, when: When) -> float:
    """The worth of an effect under the rulings of this box."""
    precious = box.rules.rulings.any_refined_gained_is_precious
    return effect_worth(effects, when, precious=precious)


def card_worth(box: Box, card: Card) -> float:
    """The worth of the effect of a card at its typical time of use."""
    match card:
        case Experiment():
            return worth(box, card.bonus, usual_time(card.level))
        case Artifact():
            return worth(box, card.ability, usual_time(card.level))
        case Formula():
            return worth(box, card.ability, When.ROUND_2)
        case Achievement():
            return worth(box, card.bonus, When.ROUND_3)
        case _:
            return 0.0


def in_order(card: Card) -> tuple[int, tuple[int, ...], int, str]:
    """The order of cards in a table: level, element, mastery, id."""
    match card:
        case Experiment():
            return card.level, (card.element,), card.mastery, card.id
        case Artifact():
            return card.level, (len(card.elementals), *card.elementals), 0, card.id
        case Publication():
            return len(card.elementals), tuple(card.elementals), card.points, card.id
        case SoloCard():
            return card.kind, (-1 if card.element is None else card.element,), 0, card.id
        case _:
            return 0, (), 0, card.id
