"""Botmegistus between rounds: ethereal dice, and the specialization of its commonest elemental."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.trismegistus.rules.bot.helpers import (
    AIR,
    EARTH,
    FIRE,
    WATER,
    bot_game,
    call,
    decided,
    ethereal,
    lab_of,
    solo_card,
)
from tests.trismegistus.rules.bot.test_deck import cards
from tests.trismegistus.rules.helpers import pass_on
from trisim.games.trismegistus.box.words import Element
from trisim.games.trismegistus.rules.bot.rounds import between_rounds
from trisim.games.trismegistus.rules.codes import At, BotDecision, Event, Priority
from trisim.games.trismegistus.rules.game import Game


def game_with(elementals: list[int], seed: int = 1, round_no: int = 1, first: int = -1) -> Game:
    """The bot has these elementals on artifacts: fire, water, earth, air; a round has ended."""
    game = bot_game(seed)
    game.state.round_no = round_no + 1
    game.state.bot.elementals[:] = elementals
    game.state.bot.special = first
    if first >= 0:
        game.state.bot.at[solo_card(game, special(Element(first)))] = At.DECK
    return game


def special(element: Element) -> str:
    """The specialization card of an element."""
    return f"bot-spec-{element.word}"


def added(game: Game) -> tuple[Element, Priority]:
    """The element of the card that it adds now, and why."""
    call(between_rounds, game)
    told = game.events()
    (card,) = [one.thing for one in told if one.what is Event.BOT_ADDED]
    (choice,) = [one for one in told if one.what is Event.BOT_CHOICE]
    assert choice.delta == card
    assert choice.thing // 100 == BotDecision.SPECIALIZATION
    assert game.state.bot.at[card] == At.DECK
    element = game.box.solo_cards[card].element
    assert element is not None
    return element, Priority(choice.thing % 100)


def test_rounds_two_ethereal_dice_after_the_first_and_three_after_the_second() -> None:
    game = bot_game()
    for ended, dice in ((1, 2), (2, 5)):
        game.state.round_no = ended + 1
        call(between_rounds, game)
        assert ethereal(game) == dice


@pytest.mark.parametrize("element", list(Element))
def test_rounds_specialization_of_the_commonest_elemental(element: Element) -> None:
    elementals = [1, 1, 1, 1]
    elementals[element] = 3
    assert added(game_with(elementals)) == (element, Priority.COMMONEST)


def test_rounds_completed_experiments_count_one_each() -> None:
    game = game_with([2, 1, 0, 0])
    lab_of(game).performed_element[:] = [0, 0, 3, 0]
    assert added(game) == (EARTH, Priority.COMMONEST)
    game = game_with([2, 1, 0, 0])
    lab_of(game).performed_element[:] = [0, 2, 1, 1]
    assert added(game) == (WATER, Priority.COMMONEST)


def test_rounds_ties_at_random() -> None:
    seen = Counter(added(game_with([2, 0, 2, 1], seed)) for seed in range(24))
    assert set(seen) == {(FIRE, Priority.RANDOM), (EARTH, Priority.RANDOM)}
    assert min(seen.values()) >= 4


def test_rounds_nothing_at_all_is_a_tie_of_all() -> None:
    seen = {added(game_with([0, 0, 0, 0], seed))[0] for seed in range(24)}
    assert seen == set(Element)


def test_rounds_the_second_leaves_out_the_element_of_the_first() -> None:
    game = game_with([9, 1, 3, 2], round_no=2, first=FIRE)
    assert added(game) == (EARTH, Priority.COMMONEST)
    assert cards(game, At.DECK) >= {special(FIRE), special(EARTH)}  # the first one stays
    assert int(game.state.bot.special) == FIRE


def test_rounds_the_second_ties_leave_out_the_first_too() -> None:
    seen = {added(game_with([3, 3, 0, 3], seed, 2, WATER))[0] for seed in range(16)}
    assert seen == {FIRE, AIR}


def test_rounds_the_second_is_random_if_it_has_no_other_element() -> None:
    seen = {added(game_with([0, 0, 0, 4], seed, 2, AIR)) for seed in range(24)}
    assert seen == {(element, Priority.RANDOM) for element in (FIRE, WATER, EARTH)}


def test_rounds_the_first_element_is_remembered() -> None:
    game = game_with([0, 0, 5, 0])
    assert added(game)[0] is EARTH
    assert int(game.state.bot.special) == EARTH
    game.state.round_no = 3
    assert added(game)[0] is not EARTH


def test_rounds_the_card_goes_into_those_left_and_used_ones_stay() -> None:
    game = game_with([3, 0, 0, 0])
    game.state.bot.at[solo_card(game, "bot-gold")] = At.USED
    added(game)
    assert cards(game, At.USED) == {"bot-gold"}
    assert special(FIRE) in cards(game, At.DECK)


def test_rounds_in_a_game_it_happens_after_rounds_1_and_2() -> None:
    game = bot_game(6)
    seen = []
    while not game.is_over:
        pass_on(game)
        for one in game.events():
            if one.what is Event.ROUND:
                seen.append(f"round {one.thing}")
            elif one.what is Event.BOT_ADDED:
                kind = game.box.solo_cards[one.thing].id.rpartition("-")[0]
                seen.append(kind)
    assert seen == ["round 2", "bot-spec", "round 3", "bot-spec"]
    assert decided(game) == []
