"""The rules on the one action of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    can,
    card,
    first_arguments,
    found,
    held,
    is_ready,
    kinds,
    next_turn_of,
    number,
    pass_until,
    pending,
    play,
    potency,
    rule,
    slot,
    told,
    unpack,
)
from trisim.games.trismegistus.box.words import Color, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import At, Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game

BLACK, WHITE, RED = Color.BLACK, Color.WHITE, Color.RED
SYMBOLS = [Symbol.LEAD, Symbol.COPPER, Symbol.TIN, Symbol.MERCURY, Symbol.IRON]
MARKET = {"black": ["t1-lead", "t1-black"], "white": ["t1-tin", "t1-step"], "red": ["t1-iron"]}
BOOKS = {"lead": ["", "fire-1a"], "tin": ["", "air-1a"]}


# ---------------------------------------------------------------- one action, never none


def test_a_player_can_not_pass_on_the_action() -> None:
    assert Move.NONE not in kinds(acting(potency=5))


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_harvesting_is_always_possible(symbol: Symbol) -> None:
    board: Data = {"market": {}, "books": {}}
    game = acting(die=f"red {symbol.word}", potency=1, board=board)
    assert can(game, Move.HARVEST, 1)


def test_there_is_one_action_in_a_turn() -> None:
    game = acting(potency=5, goods="gold")  # with gold, a free action is left: to buy a formula
    play(game, Move.HARVEST, 1)
    assert pending(game, Frame.AFTER)
    assert kinds(game) == {Move.NONE, Move.BUY_FORMULA}


# ---------------------------------------------------------------- harvest


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_harvest_gives_raw_materials_of_the_symbol(symbol: Symbol) -> None:
    game = acting(die=f"white {symbol.word}", potency=4)
    assert first_arguments(game, Move.HARVEST) == [1, 2, 3, 4]
    play(game, Move.HARVEST, 3)
    assert held(game) == {Thing(symbol): 3}
    assert potency(game) == 1


def test_harvest_costs_one_potency_each_and_may_use_them_all() -> None:
    game = acting(potency=5)
    play(game, Move.HARVEST, 5)
    assert held(game) == {Thing.LEAD: 5}
    assert game.state.labs[0].dice_used == 1


def test_a_limited_supply_of_cubes_cuts_gains_short() -> None:
    game = acting({"goods": "3 silver"}, potency=5, goods="2 lead", box=rule(cube_supply=7))
    play(game, Move.HARVEST, 5)
    assert held(game) == {Thing.LEAD: 4}


def test_a_limited_supply_of_cubes_does_not_touch_tokens() -> None:
    game = acting(potency=5, goods="2 lead", box=rule(cube_supply=2))
    play(game, Move.ESSENCE, Essence.SALT, 4)
    assert held(game) == {Thing.LEAD: 2, Thing.SALT: 4}


def test_a_limited_supply_of_cubes_holds_for_the_mercury_essence() -> None:
    game = acting(die="red mercury", potency=5, goods="2 lead", box=rule(cube_supply=3))
    play(game, Move.ESSENCE, Essence.MERCURY, 4)
    assert held(game) == {Thing.LEAD: 2, Thing.RAW_MERCURY: 1}


def test_a_limited_supply_of_cubes_does_not_hinder_transmuting() -> None:
    game = acting(goods="lead + salt", box=rule(cube_supply=1))
    play(game, Move.ARROW, slot("lead_copper"))
    assert held(game) == {Thing.REFINED_COPPER: 1}


def test_the_supply_of_cubes_is_not_limited_by_default() -> None:
    game = acting({"goods": "20 lead"}, goods="20 lead", potency=5)
    play(game, Move.HARVEST, 5)
    assert held(game) == {Thing.LEAD: 25}


# ---------------------------------------------------------------- essence


@pytest.mark.parametrize(
    ("symbol", "essence", "thing"),
    [
        ("lead", Essence.SALT, Thing.SALT),
        ("copper", Essence.AETHER, Thing.AETHER),
        ("tin", Essence.SULFUR, Thing.SULFUR),
        ("mercury", Essence.MERCURY, Thing.RAW_MERCURY),
    ],
)
def test_essences_of_the_bowl_of_the_symbol(symbol: str, essence: Essence, thing: Thing) -> None:
    game = acting(die=f"red {symbol}", potency=3)
    offered = [unpack(move)[1:3] for move in found(game, Move.ESSENCE)]
    assert offered == [(essence, 1), (essence, 2), (essence, 3)]
    play(game, Move.ESSENCE, essence, 2)
    assert held(game) == {thing: 2}
    assert potency(game) == 1


def test_the_iron_bowl_gives_any_one_essence_all_of_the_same_kind() -> None:
    game = acting(die="red iron", potency=3)
    offered = [unpack(move)[1:3] for move in found(game, Move.ESSENCE)]
    assert sorted(offered) == [(essence, k) for essence in range(4) for k in (1, 2, 3)]
    play(game, Move.ESSENCE, Essence.SULFUR, 3)
    assert held(game) == {Thing.SULFUR: 3}


def test_the_mercury_essence_of_the_iron_bowl_is_raw_mercury() -> None:
    game = acting(die="red iron", potency=2)
    play(game, Move.ESSENCE, Essence.MERCURY, 2)
    assert held(game) == {Thing.RAW_MERCURY: 2}


# ---------------------------------------------------------------- transmute

ALL_FEET = "2 lead + 2 raw copper + 2 raw tin + 2 raw mercury + 2 raw iron + 2 silver"


@pytest.mark.parametrize(
    ("color", "arrows"),
    [
        ("black", ["lead_copper", "mercury_iron"]),
        ("white", ["copper_tin", "iron_silver"]),
        ("red", ["tin_mercury", "silver_gold"]),
    ],
)
def test_transmuting_follows_an_arrow_of_the_color_of_the_die(
    color: str, arrows: list[str]
) -> None:
    game = acting(die=f"{color} tin", goods=f"{ALL_FEET} + 3 salt", potency=3)
    assert first_arguments(game, Move.ARROW) == [slot(arrow) for arrow in arrows]


def test_an_action_transmutes_along_one_arrow_only() -> None:
    game = acting(goods=f"{ALL_FEET} + 5 salt", potency=3)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert {unpack(move)[1] for move in found(game, Move.TRANSMUTE)} == {slot("lead_copper")}


def test_each_transmutation_costs_one_potency() -> None:
    game = acting(goods="5 lead + 5 salt + sulfur", potency=4)
    play(game, Move.ARROW, slot("lead_copper"))
    for left in (3, 2):
        play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
        assert potency(game) == left
    play(game, Move.NONE)
    assert held(game) == {
        Thing.LEAD: 3,
        Thing.REFINED_COPPER: 2,
        Thing.SALT: 3,
        Thing.SULFUR: 1,
    }
    assert potency(game) == 2


def test_transmuting_ends_with_the_potency() -> None:
    game = acting(goods="5 lead + 5 salt + sulfur", potency=2)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert held(game)[Thing.REFINED_COPPER] == 2
    assert game.seat == 1


def test_a_transmute_action_can_not_stop_before_the_first() -> None:
    game = acting(goods="2 lead + salt + sulfur", potency=2)
    play(game, Move.ARROW, slot("lead_copper"))
    assert kinds(game) == {Move.TRANSMUTE}
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert Move.NONE in kinds(game)


def test_an_arrow_without_a_cube_or_without_an_essence_can_not_be_chosen() -> None:
    assert not can(acting(goods="3 lead"), Move.ARROW)
    assert not can(acting(goods="3 salt"), Move.ARROW)
    assert can(acting(goods="lead + salt"), Move.ARROW, slot("lead_copper"))


def test_raw_and_refined_cubes_may_be_mixed_in_one_action() -> None:
    game = acting(die="white tin", goods="2 raw copper + refined copper + 3 salt", potency=3)
    play(game, Move.ARROW, slot("copper_tin"))
    play(game, Move.TRANSMUTE, slot("copper_tin"), Thing.REFINED_COPPER)
    play(game, Move.TRANSMUTE, slot("copper_tin"), Thing.RAW_COPPER)
    assert held(game) == {Thing.RAW_COPPER: 1, Thing.REFINED_TIN: 2, Thing.SALT: 1}


@pytest.mark.parametrize("first", [Thing.REFINED_COPPER, Thing.RAW_COPPER])
def test_by_a_ruling_raw_and_refined_cubes_are_not_mixed(first: Thing) -> None:
    game = acting(
        die="white tin",
        goods="2 raw copper + 2 refined copper + 5 salt",
        potency=3,
        box=rule(mix_raw_and_refined=False),
    )
    play(game, Move.ARROW, slot("copper_tin"))
    assert len(found(game, Move.TRANSMUTE)) == 2
    play(game, Move.TRANSMUTE, slot("copper_tin"), first)
    assert {unpack(move)[2] for move in found(game, Move.TRANSMUTE)} == {first}


def test_different_essences_may_be_mixed_in_one_action() -> None:
    game = acting(goods="3 lead + salt + sulfur + raw mercury", potency=3)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SULFUR)
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.RAW_MERCURY)
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert held(game) == {Thing.REFINED_COPPER: 3}


# ---------------------------------------------------------------- artifact


def buying(**seat: Any) -> Game:
    """Seat 0 has a black die of potency 3 and the market of this file."""
    return acting(**{"potency": 3, "board": {"market": MARKET}, **seat})


def test_an_artifact_costs_exactly_three() -> None:
    assert not can(buying(potency=2), Move.BUY_ARTIFACT)
    game = buying(potency=5)
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    assert potency(game) == 2


def test_only_artifacts_of_the_color_of_the_die_are_on_offer() -> None:
    offers = [unpack(move)[1:3] for move in found(buying(), Move.BUY_ARTIFACT)]
    assert offers == [(BLACK, 0), (BLACK, 1)]
    offers = [unpack(move)[1:3] for move in found(buying(die="red tin"), Move.BUY_ARTIFACT)]
    assert offers == [(RED, 0)]  # the other space is empty


def test_an_artifact_goes_to_any_slot_face_up() -> None:
    game = buying()
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    assert first_arguments(game, Move.SLOT) == [0, 1, 2, 3, 4, 5]
    play(game, Move.SLOT, slot("tin_mercury"))
    play(game, Move.NONE)
    assert game.state.labs[0].slots[slot("tin_mercury")] == card(game, "t1-lead")
    assert is_ready(game, "tin_mercury")


def test_the_artifact_that_was_there_leaves_the_game() -> None:
    game = buying(artifacts={"lead_copper": "t0-salt"}, used=["lead_copper"])
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    play(game, Move.SLOT, slot("lead_copper"))
    assert game.state.artifact_at[card(game, "t0-salt")] == At.AWAY
    assert game.state.labs[0].slots[slot("lead_copper")] == card(game, "t1-lead")
    assert is_ready(game, "lead_copper")  # though the old one was used


def test_a_bought_artifact_is_used_now_without_turning_it() -> None:
    game = buying()
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    play(game, Move.SLOT, slot("lead_copper"))
    play(game, Move.YES)
    assert held(game) == {Thing.LEAD: 1}
    assert is_ready(game, "lead_copper")


def test_a_bought_artifact_need_not_be_used() -> None:
    game = buying()
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    play(game, Move.SLOT, slot("lead_copper"))
    play(game, Move.NONE)
    assert held(game) == {}
    assert is_ready(game, "lead_copper")


def test_the_space_is_refilled_from_the_current_stack() -> None:
    game = buying(board={"market": {"black": ["t1-lead"]}, "round": 2})
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    play(game, Move.SLOT, 0)
    play(game, Move.NONE)
    fresh = int(game.state.market[BLACK, 0])
    assert game.tables.artifact_level[fresh] == 2
    assert game.state.artifact_at[fresh] == At.OPEN
    assert list(game.state.market[BLACK, 1:]) == [-1, -1, -1]  # only the space it was in


def test_the_space_is_refilled_after_the_ability() -> None:
    board = {"market": {"black": ["t2-random"]}, "round": 2}
    game = buying(board=board)
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    play(game, Move.SLOT, 0)
    game.events()
    play(game, Move.YES)
    play(game, Move.YES)  # gain a random artifact
    assert game.state.market[BLACK, 0] == -1
    play(game, Move.SLOT, 1)
    play(game, Move.NONE)
    assert [one[1:] for one in told(game, Event.TAKE_ARTIFACT, Event.OFFER_ARTIFACT)] == [
        (int(game.state.labs[0].slots[1]), 1),
        (int(game.state.market[BLACK, 0]), BLACK * 4),
    ]


def test_an_empty_stack_leaves_the_space_empty() -> None:
    market = {
        "black": ["t1-lead", "t1-black"],
        "white": ["t1-tin", "t1-step"],
        "red": ["t1-iron", "t1-other"],
    }
    other = {"artifacts": {"lead_copper": "t1-white", "copper_tin": "t1-chameleon"}}
    game = acting(other, potency=3, board={"market": market})
    play(game, Move.BUY_ARTIFACT, BLACK, 1)
    play(game, Move.SLOT, 3)
    play(game, Move.NONE)
    assert list(game.state.market[BLACK]) == [card(game, "t1-lead"), -1, -1, -1]


def test_a_bought_artifact_may_trigger_once_more_through_its_own_arrow() -> None:
    game = buying(goods="3 lead + 3 salt")
    play(game, Move.BUY_ARTIFACT, BLACK, 1)  # its ability: a black transmutation
    play(game, Move.SLOT, slot("lead_copper"))
    play(game, Move.YES)
    assert is_ready(game, "lead_copper")
    play(game, Move.TRANSMUTE, slot("lead_copper"))
    assert pending(game, Frame.TRIGGER)
    play(game, Move.YES)
    assert not is_ready(game, "lead_copper")
    play(game, Move.TRANSMUTE, slot("lead_copper"))  # its ability again, and now it is silent
    assert held(game) == {Thing.LEAD: 1, Thing.SALT: 1, Thing.REFINED_COPPER: 2}
    assert pending(game, Frame.DRAFT)


def test_the_price_of_an_artifact_is_a_number_of_the_box() -> None:
    game = buying(potency=5, box=number(artifact_potency=4))
    play(game, Move.BUY_ARTIFACT, BLACK, 0)
    assert potency(game) == 1
    assert not can(buying(box=number(artifact_potency=4)), Move.BUY_ARTIFACT)


def test_the_width_of_the_market_is_a_number_of_the_box() -> None:
    assert len(found(buying(box=number(market_per_color=1)), Move.BUY_ARTIFACT)) == 1


# ---------------------------------------------------------------- recharge


def test_recharging_turns_one_used_artifact_up_for_one_potency() -> None:
    game = acting(
        potency=3,
        artifacts={"lead_copper": "t0-salt", "copper_tin": "t0-die", "iron_silver": "t0-air"},
        used=["lead_copper", "iron_silver"],
    )
    assert first_arguments(game, Move.RECHARGE) == [slot("lead_copper"), slot("iron_silver")]
    play(game, Move.RECHARGE, slot("iron_silver"))
    assert is_ready(game, "iron_silver")
    assert not is_ready(game, "lead_copper")
    assert potency(game) == 2


def test_recharging_does_not_use_the_artifact() -> None:
    game = acting(artifacts={"lead_copper": "t0-salt"}, used=["lead_copper"])
    play(game, Move.RECHARGE, slot("lead_copper"))
    assert held(game) == {}


def test_only_used_artifacts_can_be_recharged() -> None:
    assert not can(acting(artifacts={"lead_copper": "t0-salt"}), Move.RECHARGE)
    assert not can(acting(), Move.RECHARGE)


def test_the_price_of_recharging_is_a_number_of_the_box() -> None:
    box = number(recharge_potency=2)
    tools: Data = {"artifacts": {"lead_copper": "t0-salt"}, "used": ["lead_copper"]}
    assert not can(acting(potency=1, box=box, **tools), Move.RECHARGE)
    game = acting(potency=3, box=box, **tools)
    play(game, Move.RECHARGE, slot("lead_copper"))
    assert potency(game) == 1


# ---------------------------------------------------------------- experiment


def test_an_experiment_comes_from_the_book_of_the_symbol_for_one_potency() -> None:
    game = acting(die="red tin", potency=3, board={"books": BOOKS})
    assert found(game, Move.EXPERIMENT) == found(game, Move.EXPERIMENT, Symbol.TIN, 1)
    play(game, Move.EXPERIMENT, Symbol.TIN, 1)
    assert list(game.state.labs[0].beside) == [card(game, "air-1a"), -1, -1, -1]
    assert game.state.experiment_at[card(game, "air-1a")] == 0
    assert potency(game) == 2


def test_a_card_of_the_current_level_is_replaced_at_once() -> None:
    game = acting(board={"books": BOOKS})
    play(game, Move.EXPERIMENT, Symbol.LEAD, 1)
    fresh = int(game.state.books[Symbol.LEAD, 1])
    assert game.tables.experiment_level[fresh] == 1
    assert game.state.experiment_at[fresh] == At.OPEN
    assert fresh != card(game, "fire-1a")


def test_in_the_second_round_both_cards_of_a_book_are_on_offer() -> None:
    books = {"lead": ["fire-1a", "fire-2a"]}
    game = acting(board={"books": books, "round": 2})
    assert [unpack(move)[1:3] for move in found(game, Move.EXPERIMENT)] == [(0, 0), (0, 1)]
    play(game, Move.EXPERIMENT, Symbol.LEAD, 1)
    assert game.state.books[Symbol.LEAD, 0] == card(game, "fire-1a")
    assert game.tables.experiment_level[game.state.books[Symbol.LEAD, 1]] == 2


def test_an_older_card_is_not_replaced() -> None:
    books = {"lead": ["fire-1a", "fire-2a"]}
    game = acting(board={"books": books, "round": 2})
    play(game, Move.EXPERIMENT, Symbol.LEAD, 0)
    assert list(game.state.books[Symbol.LEAD]) == [-1, card(game, "fire-2a")]
    assert told(game, Event.OFFER_EXPERIMENT) == []


def test_an_empty_book_offers_nothing() -> None:
    assert not can(acting(die="red iron", board={"books": BOOKS}), Move.EXPERIMENT)


def test_an_empty_deck_leaves_the_book_empty() -> None:
    # with two players there are five experiments of level 1
    books = {
        "lead": ["", "fire-1a"],
        "tin": ["", "air-1a"],
        "iron": ["", "water-1a"],
        "copper": ["", "earth-1a"],
        "mercury": ["", "air-1b"],
    }
    game = acting(board={"books": books})
    play(game, Move.EXPERIMENT, Symbol.LEAD, 1)
    assert list(game.state.books[Symbol.LEAD]) == [-1, -1]


def test_with_two_experiments_beside_the_laboratory_no_third_can_be_taken() -> None:
    board = {"books": BOOKS}
    assert can(acting(beside=["fire-0a"], board=board), Move.EXPERIMENT)
    assert not can(acting(beside=["fire-0a", "air-0a"], board=board), Move.EXPERIMENT)


def test_the_masterpiece_does_not_count_towards_the_limit() -> None:
    game = acting(beside=["fire-0b"], masterpiece="fire-ma", board={"books": BOOKS})
    assert can(game, Move.EXPERIMENT)


def test_performed_experiments_do_not_count_towards_the_limit() -> None:
    performed = ["fire-0b", "air-0a", "water-0a"]
    game = acting(performed=performed, beside=["earth-0a"], board={"books": BOOKS})
    assert can(game, Move.EXPERIMENT)


def test_performing_one_first_makes_room_in_the_same_turn() -> None:
    game = acting(beside=["fire-0a", "air-0a"], goods="lead", board={"books": BOOKS})
    play(game, Move.PERFORM, 0)
    pass_until(game, Frame.ACTION)
    assert can(game, Move.EXPERIMENT)


def test_price_and_limit_of_experiments_are_numbers_of_the_box() -> None:
    box = number(experiment_potency=3, held_experiments=1)
    board = {"books": BOOKS}
    assert not can(acting(potency=2, box=box, board=board), Move.EXPERIMENT)
    assert not can(acting(potency=3, beside=["fire-0a"], box=box, board=board), Move.EXPERIMENT)
    game = acting(potency=4, box=box, board=board)
    play(game, Move.EXPERIMENT, Symbol.LEAD, 1)
    assert potency(game) == 1


def test_what_is_left_of_the_die_serves_the_next_turn() -> None:
    game = acting(potency=3, board={"market": MARKET})
    play(game, Move.HARVEST, 1)
    next_turn_of(game)
    play(game, Move.NONE)
    assert (game.frame, potency(game)) == (Frame.ACTION, 2)
    assert not can(game, Move.BUY_ARTIFACT)
