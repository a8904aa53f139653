"""The rules on reactions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    found,
    held,
    is_ready,
    kinds,
    levels,
    next_turn_of,
    pending,
    play,
    position,
    rule,
    slot,
    told,
    unpack,
)
from trisim.games.trismegistus.box.words import Color, Element, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game

READY = {"goods": "reaction"}


def harvested(*others: Data, **options: Any) -> Game:
    """Seat 0 has a black lead die (unless told otherwise) and harvested one."""
    game = acting(*others, **options)
    return play(game, Move.HARVEST, 1)


def reactors(game: Game) -> list[int]:
    """The seats that are asked to react, all of which decline."""
    seats = []
    while pending(game, Frame.REACT):
        seats.append(game.seat)
        play(game, Move.NONE)
    return seats


# ---------------------------------------------------------------- who, when


def test_reactions_come_after_the_action_and_the_free_actions() -> None:
    game = acting(READY, goods="gold")
    play(game, Move.HARVEST, 1)
    assert pending(game, Frame.AFTER)
    play(game, Move.NONE)
    assert (game.frame, game.seat) == (Frame.REACT, 1)


def test_each_other_player_is_asked_clockwise_from_the_left_of_the_active_one() -> None:
    assert reactors(harvested(READY, READY, READY)) == [1, 2, 3]


def test_clockwise_goes_on_from_the_last_seat_to_the_first() -> None:
    seats = [{"goods": "reaction"} for _ in range(4)]
    seats[2]["die"] = "black lead"
    # the order of the round is not the order of the reactions
    game = position(*seats, active=2, order=[2, 0, 3, 1], to="action", tokens={})
    play(game, Move.HARVEST, 1)
    assert reactors(game) == [3, 0, 1]


def test_the_active_player_does_not_react() -> None:
    game = harvested(READY, goods="2 reactions")
    assert reactors(game) == [1]


def test_players_who_have_finished_the_round_still_react() -> None:
    game = harvested({**READY, "dice_used": 3}, READY)
    assert reactors(game) == [1, 2]


def test_without_a_ready_reaction_nobody_is_asked() -> None:
    game = harvested({"goods": "", "used_reactions": 2}, READY)
    assert reactors(game) == [2]


def test_a_reaction_may_be_declined() -> None:
    game = harvested(READY)
    play(game, Move.NONE)
    assert held(game, 1) == {Thing.REACTION: 1}


def test_a_reaction_turns_one_token() -> None:
    game = harvested({"goods": "2 reactions"})
    play(game, Move.HARVEST, 1)
    assert held(game, 1) == {Thing.REACTION: 1, Thing.LEAD: 1}
    assert game.state.labs[1].used_reactions == 1


def test_one_reaction_each_turn() -> None:
    game = harvested({"goods": "2 reactions"}, READY)
    play(game, Move.HARVEST, 1)
    assert game.seat == 2
    play(game, Move.HARVEST, 1)
    assert pending(game, Frame.DRAFT)


def test_a_reaction_gained_by_reacting_does_not_serve_again_in_this_turn() -> None:
    other = {"goods": "reaction + lead + salt", "artifacts": {"lead_copper": "t2-reaction"}}
    game = harvested(other)
    play(game, Move.TRANSMUTE, slot("lead_copper"))
    play(game, Move.YES)
    assert held(game, 1) == {Thing.REACTION: 1, Thing.REFINED_COPPER: 1}
    assert (game.frame, game.seat) == (Frame.DRAFT, 1)


def test_a_used_reaction_does_not_serve_in_the_next_turn() -> None:
    game = harvested(READY, potency=2)
    play(game, Move.HARVEST, 1)
    next_turn_of(game)
    play(game, Move.NONE)
    play(game, Move.HARVEST, 1)
    assert pending(game, Frame.DRAFT)


# ---------------------------------------------------------------- exactly one of four


@pytest.mark.parametrize("symbol", list(Symbol)[:5])
def test_a_raw_material_of_the_symbol_of_the_active_die(symbol: Symbol) -> None:
    game = harvested(READY, die=f"black {symbol.word}", potency=3)
    assert [unpack(move)[1] for move in found(game, Move.HARVEST)] == [1]
    play(game, Move.HARVEST, 1)
    assert held(game, 1) == {Thing(symbol): 1}


@pytest.mark.parametrize(
    ("symbol", "things"),
    [
        ("lead", [Thing.SALT]),
        ("copper", [Thing.AETHER]),
        ("tin", [Thing.SULFUR]),
        ("mercury", [Thing.RAW_MERCURY]),
        ("iron", [Thing.SALT, Thing.SULFUR, Thing.AETHER, Thing.RAW_MERCURY]),
    ],
)
def test_an_essence_of_the_bowl_of_the_active_die(symbol: str, things: list[Thing]) -> None:
    essences = [(Essence(thing - Thing.SALT) if thing >= Thing.SALT else 3) for thing in things]
    for essence, thing in zip(essences, things, strict=True):
        game = harvested(READY, die=f"black {symbol}", potency=3)
        offered = [unpack(move)[1:3] for move in found(game, Move.ESSENCE)]
        assert offered == [(one, 1) for one in essences]
        play(game, Move.ESSENCE, essence, 1)
        assert held(game, 1) == {thing: 1}


FEET = "lead + raw copper + raw tin + raw mercury + raw iron + silver + salt"


@pytest.mark.parametrize("color", [Color.BLACK, Color.WHITE, Color.RED])
def test_one_transmutation_along_an_arrow_of_the_color_of_the_active_die(color: Color) -> None:
    game = harvested({"goods": f"reaction + {FEET}"}, die=f"{color.word} lead", potency=2)
    arrows = {unpack(move)[1] for move in found(game, Move.TRANSMUTE)}
    assert arrows == {arrow for arrow in range(6) if game.tables.arrow_color[arrow] == color}


def test_a_transmutation_as_a_reaction_runs_all_its_steps_once() -> None:
    other = {"goods": "reaction + 2 lead + 2 salt", "artifacts": {"lead_copper": "t0-die"}}
    game = harvested(other, potency=3)
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert (game.frame, game.seat) == (Frame.TRIGGER, 1)
    play(game, Move.YES)
    assert held(game, 1) == {
        Thing.LEAD: 1,
        Thing.REFINED_COPPER: 1,
        Thing.SALT: 1,
        Thing.ETHEREAL_DIE: 1,
    }
    assert levels(game, 1) == {Element.EARTH: 1}
    assert not is_ready(game, "lead_copper", 1)
    assert pending(game, Frame.DRAFT)


def test_a_transmutation_as_a_reaction_gives_bonus_tokens_after_the_artifact() -> None:
    other = {
        "goods": "reaction + lead + salt",
        "levels": {"earth": 3},
        "artifacts": {"lead_copper": "t0-die"},
    }
    game = harvested(other, board={"tokens": {"earth": ["chameleon", ""]}})
    play(game, Move.TRANSMUTE, slot("lead_copper"))
    assert pending(game, Frame.TRIGGER)
    assert Thing.CHAMELEON not in held(game, 1)
    play(game, Move.NONE)
    assert held(game, 1)[Thing.CHAMELEON] == 1


def test_recharging_one_used_artifact() -> None:
    tools = {"lead_copper": "t0-die", "copper_tin": "t0-air", "iron_silver": "t0-salt"}
    game = harvested({**READY, "artifacts": tools, "used": ["copper_tin", "iron_silver"]})
    assert [unpack(move)[1] for move in found(game, Move.RECHARGE)] == [1, 4]
    play(game, Move.RECHARGE, 1)
    assert is_ready(game, "copper_tin", 1)
    assert not is_ready(game, "iron_silver", 1)
    assert held(game, 1) == {}


def test_there_are_no_other_reactions() -> None:
    other = {
        "goods": f"reaction + chameleon + 3 gold + {FEET}",
        "artifacts": {"lead_copper": "t0-die"},
        "used": ["lead_copper"],
        "die": "red iron",
        "potency": 3,
        "beside": ["fire-0a"],
    }
    reactions = {Move.HARVEST, Move.ESSENCE, Move.TRANSMUTE, Move.RECHARGE}
    assert kinds(harvested(other)) == {Move.NONE} | reactions


def test_a_reaction_costs_the_reacting_player_no_potency() -> None:
    game = harvested({**READY, "die": "red iron", "potency": 3})
    play(game, Move.HARVEST, 1)
    assert game.state.labs[1].potency == 3


def test_others_react_to_a_die_that_has_no_potency_left() -> None:
    game = harvested(READY, die="white tin", potency=1)
    play(game, Move.HARVEST, 1)
    assert held(game, 1) == {Thing.RAW_TIN: 1}


def test_a_later_player_sees_what_an_earlier_one_chose() -> None:
    game = harvested(READY, READY)
    play(game, Move.HARVEST, 1)
    assert (game.seat, held(game, 1)) == (2, {Thing.LEAD: 1})


def test_the_log_tells_each_reaction() -> None:
    game = harvested(READY, READY)
    play(game, Move.NONE)
    play(game, Move.ESSENCE, Essence.SALT, 1)
    assert told(game, Event.REACT) == [(2, Move.ESSENCE, -1)]


# ---------------------------------------------------------------- gained reactions

AGRIPPA: Data = {
    "alchemist": "agrippa",
    "formulas": [f"agrippa-{i}" for i in range(1, 9)],
    "vault": {"0,0": "agrippa-6"},  # two reactions
}


def test_a_gained_reaction_is_kept_ready() -> None:
    game = acting(**AGRIPPA)
    play(game, Move.USE_FORMULA, 5)
    assert held(game) == {Thing.REACTION: 2}
    assert game.state.labs[0].used_reactions == 0


def test_by_a_ruling_a_gained_reaction_arrives_used() -> None:
    game = acting(box=rule(gained_reaction_is_ready=False), dice_used=2, **AGRIPPA)
    play(game, Move.USE_FORMULA, 5)
    assert held(game) == {}
    assert game.state.labs[0].used_reactions == 2
    play(game, Move.HARVEST, 1)
    while game.state.round_no == 1:
        game.apply(game.legal()[-1])
    assert held(game)[Thing.REACTION] == 2  # it turns up at the end of the round
    assert game.state.labs[0].used_reactions == 0
