"""Effects in plain English."""

from __future__ import annotations

import re

import pytest

from tests.madness.box.helpers import effects_of
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.notation import parse_ability, parse_effect
from trisim.games.madness.box.speech import ability_words, effect_words
from trisim.games.madness.box.words import When

SENTENCES = {
    "draw 1": "Draw 1 card.",
    "may draw 2": "You may draw 2 cards.",
    "each: support 1 from hand, then draw 1": (
        "Each player puts 1 card of their hand into their support, then draws 1 card."
    ),
    "another: may draw 1, then discard 1 from hand": (
        "Another player may draw 1 card, then discards 1 card of their hand."
    ),
    "2 others: act 1, then draw 1": "2 other players each take 1 action, then draw 1 card.",
    "others: draw to 6": "Each other player draws up to 6 cards in hand.",
    "a player: may discard 1 from hand or pool, if done draw 1": (
        "A player of your choice may discard 1 card of their hand or the pool, and if so draws 1 "
        "card."
    ),
    "3 players: act 1": "3 players of your choice each take 1 action.",
    "draw 1, then may swap 2": (
        "Draw 1 card, then you may exchange 2 cards of your hand for 2 of your support."
    ),
    "each: may destroy any from hand, then draw as many": (
        "Each player may destroy any number of cards from their hand, then draws as many cards."
    ),
    "discard all air from hand and support": "Discard all air cards of your hand and support.",
    "destroy 1 value 2 from discard": "Destroy 1 card of value 2 from your discard pile.",
    "destroy up to 2 fire value 3 from pool": (
        "Destroy up to 2 fire cards of value 3 from the pool."
    ),
    "destroy 4 from madness pile": "Destroy 4 madness of the pile.",
    "destroy 2 from deck": "Destroy the top 2 cards of your deck.",
    "support 1 from deck": "Put the top card of your deck into your support.",
    "discard all from deck": "Discard your whole deck.",
    "draw 2, then discard as many from deck": (
        "Draw 2 cards, then discard as many cards off the top of your deck."
    ),
    "cure 1 from hand or pool": "Cure 1 madness of your hand or the pool.",
    "give 2 element card to another": "Give 2 element cards of your hand to another player.",
    "return 1 value 2 to deck": "Put 1 destroyed card of value 2 on your deck.",
    "return up to 2 madness to discard": "Return up to 2 destroyed madness to your discard pile.",
    "madness 1 to deck": "Put 1 madness on your deck.",
    "madness 2 to support": "Add 2 madness to your support.",
    "madness 1 under each curse": "Lay 1 madness of the pile under each curse.",
    "gain value 2 to discard": "Take a card of value 2 of any element into your discard pile.",
    "destroy 1 from hand, if done gain higher to deck": (
        "Destroy 1 card of your hand, and if so put a card of the next higher value of its element "
        "on your deck."
    ),
    "act 1 from kept pool": (
        "Take 1 action, paid for with cards of the pool alone, which stay there."
    ),
    "recharge 1 own spell": "Recharge 1 of your spells.",
    "recharge 2 spells of anyone": "Recharge 2 spells of any player.",
    "each: neutralise 1 own spell": (
        "Each player neutralises 1 of their spells until the next monster appears."
    ),
    "neutralise 2 curses": "Neutralise 2 curses until the next turn.",
    "destroy 1 own spell": "Destroy 1 of your spells.",
    "destroy 1 curse": "Destroy 1 curse.",
    "token air on each curse": "Put an air token on each curse.",
    "token water on 2 curses": "Put a water token on each of 2 curses.",
    "reveal 1": "Turn up the top card of your deck: madness is cured, anything else discarded.",
    "shuffle hand into deck": "Shuffle your hand into your deck.",
    "win": "The game is won.",
    "lose": "The game is lost.",
    "draw 1; each: draw 1": "Draw 1 card. Each player draws 1 card.",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence(text: str) -> None:
    assert effect_words(parse_effect(text)) == SENTENCES[text]


def test_a_boost_multiplies_variables_alone() -> None:
    effect = parse_effect("1x others: draw 2x, then discard 1 from hand")
    assert effect_words(effect, 3) == (
        "3 other players each draw 6 cards, then discard 1 card of their hand."
    )
    assert (
        effect_words(effect) == "Another player draws 2 cards, then discards 1 card of their hand."
    )


def test_curses_and_monsters_name_the_active_player() -> None:
    effect = parse_effect("discard 3 from hand; a player: madness 1 to hand")
    assert effect_words(effect, you="the active player") == (
        "The active player discards 3 cards of their hand. "
        "A player that the active player chooses adds 1 madness to their hand."
    )


ABILITIES = {
    ("places 5", When.ALWAYS): "Your support has 5 places.",
    ("spells 6", When.ALWAYS): "You may have up to 6 spells.",
    ("draw 1", When.CURSE_DESTROYED): "When you destroy a curse: draw 1 card.",
    ("places 1; fire value 1 as any; swap 2", When.TURN): (
        "Your support has 1 place. Once in your turn, 1 fire card of value 1 may count as any "
        "other element. Once in your turn: exchange 2 cards of your hand for 2 of your support."
    ),
}


@pytest.mark.parametrize(("text", "when"), ABILITIES)
def test_an_ability_in_words(text: str, when: When) -> None:
    assert ability_words(parse_ability(text), when) == ABILITIES[text, when]


def test_every_effect_is_a_sentence(reference: Box, testbox: Box) -> None:
    for box in (reference, testbox):
        for ident, effect in effects_of(box):
            for boost in (1, 3):
                for you in ("", "the active player"):
                    words = effect_words(effect, boost, you=you)
                    assert not effect or re.fullmatch(r"([A-Z0-9][^.]+\. ?)+", words), ident
                    assert not re.search(r"\b1 (cards|spells|curses|actions)\b|  ", words), words
