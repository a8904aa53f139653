"""The rules on the order of turns and on cleaning up."""

from __future__ import annotations

from typing import Any

from tests.trismegistus.rules.helpers import (
    acting,
    box_with,
    held,
    levels,
    next_turn_of,
    number,
    pass_on,
    pending,
    play,
    position,
    potency,
    slot,
    told,
)
from trisim.games.trismegistus.box.words import Element, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game

CHAMELEON_AT_EARTH_4 = {"tokens": {"earth": ["chameleon", "step"]}}


# ---------------------------------------------------------------- dice


def test_a_die_at_zero_goes_to_the_used_dice() -> None:
    game = acting(potency=2)
    play(game, Move.HARVEST, 2)
    assert game.state.labs[0].dice_used == 1
    assert game.state.labs[0].die_symbol == -1
    assert told(game, Event.DIE_USED) == [(0, 0, 0)]


def test_a_die_with_potency_left_stays() -> None:
    game = acting(potency=2)
    play(game, Move.HARVEST, 1)
    assert (game.state.labs[0].dice_used, potency(game)) == (0, 1)
    assert game.state.labs[0].die_symbol == Symbol.LEAD


def test_used_dice_do_not_go_back_to_the_bowls() -> None:
    game = acting(board={"bowls": {"tin": {"red": 3, "black": 1}}})
    play(game, Move.HARVEST, 1)
    assert game.state.bowls.sum() == 4


# ---------------------------------------------------------------- the order of turns


def turns(game: Game, count: int) -> list[int]:
    """Who has the next turns; everybody passes on as fast as can be."""
    seats: list[int] = []
    while len(seats) < count and not game.is_over:
        if pending(game, Frame.ACTION):
            seats.append(game.seat)
            game.apply([m for m in game.legal() if m >> 24 == Move.HARVEST][-1])  # all potency
        else:
            pass_on(game)
    return seats


def empty_handed(*seats: dict[str, Any], **board: Any) -> Game:
    """A position in which nobody has goods, and so reacts or acts freely."""
    return position(*[{"goods": "", **seat} for seat in seats], **board)


def test_players_act_in_the_order_of_the_round_over_and_over() -> None:
    game = empty_handed({}, {}, {}, active=1, order=[1, 0, 2])
    assert turns(game, 9) == [1, 0, 2] * 3


def test_players_who_have_used_three_dice_are_left_out() -> None:
    game = empty_handed({}, {"dice_used": 2}, {}, active=0, order=[0, 1, 2])
    assert turns(game, 7) == [0, 1, 2, 0, 2, 0, 2]


def test_the_last_player_goes_on_alone() -> None:
    game = empty_handed({"dice_used": 2}, {}, active=0, order=[0, 1])
    assert turns(game, 4) == [0, 1, 1, 1]


def test_a_die_of_several_turns_delays_the_end_of_the_round() -> None:
    own = {"die": "black lead", "potency": 3, "dice_used": 2}
    game = empty_handed(own, {"dice_used": 3}, to="action")
    for left in (2, 1):
        play(game, Move.HARVEST, 1)
        assert (game.frame, game.seat, potency(game)) == (Frame.ACTION, 0, left)
    play(game, Move.HARVEST, 1)
    assert game.state.round_no == 2


# ---------------------------------------------------------------- finishing


def test_with_three_used_dice_a_player_takes_the_first_free_place_of_the_next_order() -> None:
    seats: list[dict[str, Any]] = [{}, {}, {"dice_used": 2}, {"dice_used": 3}]
    game = empty_handed(*seats, active=2, order=[2, 0, 1, 3], next_order=[3])
    assert turns(game, 1) == [2]
    while not told(game, Event.FINISH):
        pass_on(game)
    assert list(game.state.next_order) == [3, 2, -1, -1]
    assert game.state.labs[2].finished


def test_with_two_used_dice_nobody_finishes() -> None:
    game = acting(dice_used=1)
    play(game, Move.HARVEST, 1)
    assert told(game, Event.FINISH) == []
    assert not game.state.labs[0].finished


def test_an_early_draft_brings_the_end_of_the_round_nearer() -> None:
    own = {"die": "black lead", "potency": 5, "dice_used": 1}
    game = empty_handed(own, {}, bowls={"iron": {"red": 1, "white": 3}})
    play(game, Move.DIE, Symbol.IRON, 2)
    play(game, Move.HARVEST, 4)
    assert game.state.labs[0].finished


def test_the_order_of_finishing_is_the_order_of_the_next_round() -> None:
    game = empty_handed({}, {"dice_used": 1}, {"dice_used": 2}, active=0, order=[0, 1, 2])
    # 2 finishes first, then 1, then 0
    while game.state.round_no == 1:
        turns(game, 1)
    assert list(game.state.order[:3]) == [2, 1, 0]
    assert game.state.active == 2


def test_dice_per_round_is_a_number_of_the_box() -> None:
    game = acting(dice_used=1, box=number(dice_per_round=2))
    play(game, Move.HARVEST, 1)
    assert game.state.labs[0].finished


# ---------------------------------------------------------------- bonus tokens


def stepping(*others: dict[str, Any], board: dict[str, Any] | None = None, **seat: Any) -> Game:
    """Seat 0 stands one below the bonus space at earth 4 and is about to advance by salt."""
    own = {"goods": "lead + salt", "levels": {"earth": 3}, **seat}
    return acting(*others, board=board or CHAMELEON_AT_EARTH_4, **own)


def tokens_at(game: Game, element: Element) -> list[int]:
    """The tokens at level 4 and 8 of a track; -1: none."""
    return [int(kind) for kind in game.state.bonus[element, :2]]


STEP, CHAMELEON, NOTHING = 0, 1, -1


def test_a_token_somebody_stands_on_is_removed_at_the_end_of_the_turn() -> None:
    game = stepping({"goods": "reaction"})
    play(game, Move.ARROW, slot("lead_copper"))
    assert pending(game, Frame.REACT)
    assert tokens_at(game, Element.EARTH) == [CHAMELEON, STEP]
    play(game, Move.NONE)
    assert tokens_at(game, Element.EARTH) == [NOTHING, STEP]
    assert told(game, Event.TOKEN_GONE) == [(-1, CHAMELEON, Element.EARTH * 4)]


def test_all_who_reach_a_token_in_one_turn_get_it() -> None:
    other = {"goods": "reaction + lead + salt", "levels": {"earth": 3}}
    game = stepping(other, other)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE)
    play(game, Move.TRANSMUTE)
    for seat in range(3):
        assert held(game, seat)[Thing.CHAMELEON] == 1
    assert tokens_at(game, Element.EARTH) == [NOTHING, STEP]


def test_who_reaches_the_space_in_a_later_turn_gets_nothing() -> None:
    other = {"goods": "lead + salt", "levels": {"earth": 3}, "die": "black lead", "potency": 1}
    game = stepping(other)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.NONE)  # seat 1 goes on with its die
    play(game, Move.ARROW, slot("lead_copper"))
    assert levels(game, 1) == {Element.EARTH: 4}
    assert held(game, 1) == {Thing.REFINED_COPPER: 1}


def test_a_token_that_only_a_reacting_player_reached_is_removed_too() -> None:
    other = {"goods": "reaction + lead + salt", "levels": {"earth": 3}}
    game = acting(other, board=CHAMELEON_AT_EARTH_4)
    play(game, Move.HARVEST, 1)
    play(game, Move.TRANSMUTE)
    assert held(game, 1)[Thing.CHAMELEON] == 1
    assert tokens_at(game, Element.EARTH) == [NOTHING, STEP]


def test_a_token_that_a_marker_has_passed_is_removed() -> None:
    # seat 1 was put above the token: nobody got it, and it leaves all the same
    game = acting({"levels": {"earth": 6}}, board=CHAMELEON_AT_EARTH_4)
    play(game, Move.HARVEST, 1)
    assert tokens_at(game, Element.EARTH) == [NOTHING, STEP]
    assert told(game, Event.TOKEN) == []


def test_a_marker_above_both_tokens_removes_both() -> None:
    game = acting({"levels": {"earth": 8}}, board=CHAMELEON_AT_EARTH_4)
    play(game, Move.HARVEST, 1)
    assert tokens_at(game, Element.EARTH) == [NOTHING, NOTHING]


def test_tokens_that_nobody_reached_stay() -> None:
    tokens = {"earth": ["chameleon", "step"], "fire": ["step", "step"]}
    game = acting({"levels": {"earth": 3, "fire": 3}}, board={"tokens": tokens})
    play(game, Move.HARVEST, 1)
    assert tokens_at(game, Element.EARTH) == [CHAMELEON, STEP]
    assert tokens_at(game, Element.FIRE) == [STEP, STEP]


UP_AND_DOWN = box_with("""
[change.formulas.newton-1]
ability = "advance earth"
[change.formulas.newton-2]
ability = "down any -> 2 silver"
[change.formulas.newton-3]
ability = "advance earth"
""")


def up_and_down(again: bool) -> Game:
    """Seat 0 enters earth 4, goes down, and up again if asked; then its turn ends."""
    game = stepping(
        {"goods": "lead + salt", "levels": {"earth": 3}, "die": "black lead"},
        box=UP_AND_DOWN,
        goods="",
        alchemist="newton",
        formulas=[f"newton-{i}" for i in range(1, 9)],
        vault={"0,0": "newton-1", "1,0": "newton-2", "1,1": "newton-3"},
    )
    play(game, Move.USE_FORMULA, 0)
    assert held(game) == {Thing.CHAMELEON: 1}
    play(game, Move.USE_FORMULA, 1)
    play(game, Move.TRACK, Element.EARTH)
    if again:
        play(game, Move.USE_FORMULA, 2)
    play(game, Move.HARVEST, 1)
    while game.state.active == 0:
        play(game, Move.NONE)
    return game


def test_down_and_up_again_gives_a_token_no_second_time() -> None:
    game = up_and_down(again=True)
    assert levels(game) == {Element.EARTH: 4}
    assert held(game)[Thing.CHAMELEON] == 1
    assert tokens_at(game, Element.EARTH) == [NOTHING, STEP]


def test_a_token_that_no_marker_is_on_or_above_any_more_stays_for_the_others() -> None:
    game = up_and_down(again=False)
    assert levels(game) == {Element.EARTH: 3}
    assert tokens_at(game, Element.EARTH) == [CHAMELEON, STEP]
    play(game, Move.NONE)
    play(game, Move.ARROW, slot("lead_copper"))
    assert held(game, 1)[Thing.CHAMELEON] == 1


def test_in_a_later_turn_a_player_still_gets_a_token_no_second_time() -> None:
    game = stepping(potency=2, goods="2 lead + salt")
    play(game, Move.ARROW, slot("lead_copper"))
    assert held(game)[Thing.CHAMELEON] == 1
    next_turn_of(game)
    game.state.labs[0].level[Element.EARTH] = 3
    game.state.labs[0].held[Thing.SALT] = 1
    game.state.bonus[Element.EARTH, 0] = CHAMELEON  # as if it had stayed
    play(game, Move.NONE)
    play(game, Move.ARROW, slot("lead_copper"))
    assert levels(game) == {Element.EARTH: 4}
    assert held(game)[Thing.CHAMELEON] == 1
