"""The rules on the chameleon."""

from __future__ import annotations

from tests.trismegistus.rules.helpers import (
    acting,
    can,
    first_arguments,
    found,
    held,
    kinds,
    next_turn_of,
    pending,
    play,
    potency,
    slot,
    told,
    unpack,
)
from trisim.games.trismegistus.box.words import Color, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move

BLACK, WHITE, RED = Color.BLACK, Color.WHITE, Color.RED
LEAD, COPPER, TIN, MERCURY, IRON, WILD = Symbol


def test_a_chameleon_offers_every_other_symbol_and_color() -> None:
    game = acting(goods="chameleon")
    offered = {unpack(move)[1:3] for move in found(game, Move.CHAMELEON)}
    everything = {(symbol, color) for symbol in range(5) for color in range(3)}
    assert offered == everything - {(LEAD, BLACK)}


def test_without_a_chameleon_there_is_no_such_choice() -> None:
    assert not can(acting(), Move.CHAMELEON)


def test_a_chameleon_need_not_be_discarded() -> None:
    game = acting(goods="chameleon")
    play(game, Move.HARVEST, 1)
    assert held(game) == {Thing.CHAMELEON: 1, Thing.LEAD: 1}


def test_the_action_treats_the_die_as_the_chosen_symbol() -> None:
    game = acting(goods="chameleon", potency=2)
    play(game, Move.CHAMELEON, IRON, BLACK)
    assert held(game) == {}
    play(game, Move.HARVEST, 2)
    assert held(game) == {Thing.RAW_IRON: 2}


def test_essences_of_the_chosen_symbol() -> None:
    game = acting(goods="chameleon", potency=2)
    play(game, Move.CHAMELEON, COPPER, RED)
    assert first_arguments(game, Move.ESSENCE) == [Essence.AETHER] * 2


def test_the_book_of_the_chosen_symbol() -> None:
    game = acting(goods="chameleon", board={"books": {"tin": ["", "air-1a"]}})
    assert not can(game, Move.EXPERIMENT)
    play(game, Move.CHAMELEON, TIN, BLACK)
    assert can(game, Move.EXPERIMENT, TIN, 1)


def test_arrows_and_market_of_the_chosen_color() -> None:
    market = {"black": ["t1-lead"], "red": ["t1-iron", "t1-tin"]}
    game = acting(goods="chameleon + lead + silver + salt", potency=3, board={"market": market})
    play(game, Move.CHAMELEON, LEAD, RED)
    assert first_arguments(game, Move.ARROW) == [slot("silver_gold")]
    offers = [unpack(move)[1:3] for move in found(game, Move.BUY_ARTIFACT)]
    assert offers == [(RED, 0), (RED, 1)]


def test_the_action_follows_the_chameleon_immediately() -> None:
    # a gold could buy a formula, and the second chameleon change the die again: not now
    game = acting(goods="2 chameleons + gold")
    assert Move.BUY_FORMULA in kinds(game)
    play(game, Move.CHAMELEON, IRON, BLACK)
    assert not kinds(game) & {Move.BUY_FORMULA, Move.CHAMELEON, Move.NONE}


def test_only_one_chameleon_serves_an_action() -> None:
    game = acting(goods="2 chameleons")
    play(game, Move.CHAMELEON, IRON, BLACK)
    assert not can(game, Move.CHAMELEON)
    assert held(game) == {Thing.CHAMELEON: 1}


def test_a_chameleon_leaves_the_potency_as_it_is() -> None:
    game = acting(goods="chameleon", potency=4)
    play(game, Move.CHAMELEON, IRON, WHITE)
    assert potency(game) == 4


def test_later_actions_of_the_die_see_the_real_one() -> None:
    game = acting(goods="chameleon", potency=2)
    play(game, Move.CHAMELEON, IRON, RED)
    play(game, Move.HARVEST, 1)
    next_turn_of(game)
    play(game, Move.NONE)
    play(game, Move.HARVEST, 1)
    assert held(game) == {Thing.RAW_IRON: 1, Thing.LEAD: 1}


def test_later_actions_of_a_last_die_see_the_real_one_too() -> None:
    # with two dice used no draft is possible, so that nothing is asked before the action
    game = acting(goods="chameleon", potency=2, dice_used=2)
    play(game, Move.CHAMELEON, IRON, RED)
    play(game, Move.HARVEST, 1)
    next_turn_of(game)
    assert pending(game, Frame.ACTION)
    play(game, Move.HARVEST, 1)
    assert held(game) == {Thing.RAW_IRON: 1, Thing.LEAD: 1}


def test_reactions_see_the_real_die() -> None:
    other = {
        "goods": "reaction + lead + raw copper + salt",
        "artifacts": {"lead_copper": "t0-salt"},
    }
    game = acting(other, goods="chameleon")
    play(game, Move.CHAMELEON, IRON, WHITE)
    play(game, Move.HARVEST, 1)
    assert (game.frame, game.seat) == (Frame.REACT, 1)
    assert first_arguments(game, Move.ESSENCE) == [Essence.SALT]
    assert {unpack(move)[1] for move in found(game, Move.TRANSMUTE)} == {slot("lead_copper")}
    play(game, Move.HARVEST, 1)
    assert held(game, 1)[Thing.LEAD] == 2


def test_the_die_that_is_put_aside_is_the_real_one() -> None:
    game = acting(goods="chameleon")
    play(game, Move.CHAMELEON, IRON, WHITE)
    play(game, Move.HARVEST, 1)
    assert told(game, Event.DIE_USED) == [(0, LEAD * 3 + BLACK, 0)]


def test_a_chameleon_gained_by_a_free_action_serves_the_same_turn() -> None:
    game = acting(alchemist="newton", goods="gold")
    assert not can(game, Move.CHAMELEON)
    play(game, Move.BUY_FORMULA, 0)
    play(game, Move.SPACE, 2 * 4 + 1)  # completes a row that gives a chameleon
    assert pending(game, Frame.ACTION)
    assert can(game, Move.CHAMELEON, IRON, RED)
