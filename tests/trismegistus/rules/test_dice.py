"""The rules on dice: rolling, rerolling, drafting, wild faces, ethereal dice, early drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    ESSENCES,
    Data,
    box_with,
    can,
    first_arguments,
    held,
    kinds,
    next_turn_of,
    number,
    pending,
    play,
    position,
    potency,
    told,
)
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Color, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game

LEAD, COPPER, TIN, MERCURY, IRON, WILD = Symbol
BLACK, WHITE, RED = Color.BLACK, Color.WHITE, Color.RED
BOWLS = {"mercury": {"red": 2, "black": 1}, "wild": {"white": 4}, "lead": {"black": 5}}


def drafting(box: Box | None = None, bowls: dict[str, Any] | None = None, **seat: Any) -> Game:
    """Seat 0 is about to draft from a mercury bowl of 3, a wild one of 4, a lead one of 5."""
    own = {"goods": "", **seat}
    board = {"tokens": {}, "essences": ESSENCES, "bowls": bowls or BOWLS}
    return position(own, {"goods": ""}, box=box, **board)


# ---------------------------------------------------------------- rolling


def test_a_die_less_of_one_colour_leaves_the_rolls_of_the_others() -> None:
    fewer = box_with("[change.board.dice]\nblack = 5")
    without_reroll = 0
    for seed in range(12):
        one, other = Game.new(4, seed, box=box_with()), Game.new(4, seed, box=fewer)
        rerolled = [told(game, Event.REROLL) for game in (one, other)]
        if not any(rerolled):
            without_reroll += 1
            difference = one.state.bowls - other.state.bowls
            assert (difference[:, WHITE] == 0).all()
            assert (difference[:, RED] == 0).all()
            assert sorted(difference[:, BLACK].tolist()) == [0, 0, 0, 0, 0, 1]
    assert without_reroll > 3


Script = Callable[[list[int]], Game]


@pytest.fixture
def rolled(monkeypatch: pytest.MonkeyPatch) -> Script:
    """A new two-player game whose dice (5 black, 5 white, 4 red) show what a script says."""

    def roll(faces: list[int]) -> Game:
        script: Iterator[int] = iter(faces)
        monkeypatch.setattr("trisim.games.trismegistus.rules.dice.draw", lambda *_: next(script))
        game = Game.new(2, 1, box=box_with())
        assert next(script, None) is None
        return game

    return roll


def test_dice_are_rolled_into_the_bowls_of_their_symbols(rolled: Script) -> None:
    game = rolled([0, 1, 2, 3, 4, 5, 5, 5, 0, 0, 1, 1, 2, 2])
    assert game.state.bowls.tolist() == [
        [1, 2, 0],
        [1, 0, 2],
        [1, 0, 2],
        [1, 0, 0],
        [1, 0, 0],
        [0, 3, 0],
    ]
    assert told(game, Event.REROLL) == []


def test_a_bowl_of_five_is_not_rerolled(rolled: Script) -> None:
    game = rolled([3] * 5 + [5] * 5 + [0] * 4)
    assert told(game, Event.REROLL) == []


def test_all_dice_of_a_bowl_of_six_are_rerolled(rolled: Script) -> None:
    game = rolled([3] * 5 + [3] + [5] * 4 + [0] * 4 + [1, 1, 2, 2, 4, 4])
    assert told(game, Event.REROLL) == [(-1, MERCURY, 6)]
    assert game.state.bowls.sum() == 14
    assert game.state.bowls[COPPER].tolist() == [2, 0, 0]  # in the colours they had
    assert game.state.bowls[IRON].tolist() == [1, 1, 0]


def test_full_bowls_are_rerolled_in_order_wild_last(rolled: Script) -> None:
    faces = [5] * 5 + [5, 5] + [2] * 3 + [2] * 4  # seven wild and seven tin
    first = [0, 0, 0, 1, 1, 3, 3]  # the tin bowl
    second = [4, 4, 4, 1, 1, 3, 3]  # then the wild one
    game = rolled([*faces, *first, *second])
    assert told(game, Event.REROLL) == [(-1, TIN, 7), (-1, WILD, 7)]


def test_after_each_reroll_the_first_full_bowl_is_looked_for_anew(rolled: Script) -> None:
    faces = [5] * 5 + [5, 5] + [2] * 3 + [2] * 4
    game = rolled([*faces, *[5] * 6, 0, *[0] * 8, 2, 2, 3, 3, 4, *[1, 1, 1, 2, 2, 3, 3, 4, 4]])
    # wild holds 13: they go to lead (9) and elsewhere, and lead comes before any other
    assert told(game, Event.REROLL) == [(-1, TIN, 7), (-1, WILD, 13), (-1, LEAD, 9)]


@pytest.mark.parametrize("limit", [3, 5])
def test_no_bowl_ever_holds_more_than_its_limit(limit: int) -> None:
    for seed in range(30):
        bowls = Game.new(4, seed, box=number(bowl_limit=limit)).state.bowls
        assert bowls.sum(axis=1).max() <= limit
        assert bowls.sum() == 16


# ---------------------------------------------------------------- drafting


def test_with_no_die_a_player_must_draft() -> None:
    game = drafting()
    assert kinds(game) == {Move.DIE}


def test_any_die_of_any_bowl_may_be_drafted() -> None:
    game = drafting()
    for symbol, color in ((LEAD, BLACK), (MERCURY, BLACK), (MERCURY, RED), (WILD, WHITE)):
        assert can(game, Move.DIE, symbol, color)
    assert len(game.legal()) == 4


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_potency_is_the_number_of_dice_in_the_bowl_itself_included(count: int) -> None:
    game = drafting(bowls={"tin": {"white": count}, "iron": {"red": 1}})
    play(game, Move.DIE, TIN, WHITE)
    assert potency(game) == count
    assert game.state.bowls[TIN].sum() == count - 1


def test_dice_of_all_colors_in_the_bowl_count_for_potency() -> None:
    game = drafting(bowls={"tin": {"white": 1, "black": 1, "red": 2}})
    play(game, Move.DIE, TIN, WHITE)
    assert potency(game) == 4
    assert game.state.bowls[TIN].tolist() == [1, 0, 2]


def test_potency_never_exceeds_its_limit_even_from_a_larger_bowl() -> None:
    box = number(bowl_limit=8, potency_limit=3)
    game = drafting(box, {"lead": {"black": 5, "red": 1}}, goods="ethereal die")
    play(game, Move.DIE, LEAD, BLACK)
    assert pending(game, Frame.ACTION)  # nothing to raise
    assert potency(game) == 3


# ---------------------------------------------------------------- ethereal dice


def test_one_ethereal_die_may_be_paid_for_one_potency() -> None:
    game = drafting(goods="3 ethereal dice")
    play(game, Move.DIE, MERCURY, RED)
    assert pending(game, Frame.ETHEREAL)
    assert first_arguments(game, Move.YES) == [1]  # only one
    play(game, Move.YES, 1)
    assert potency(game) == 4
    assert held(game) == {Thing.ETHEREAL_DIE: 2}
    assert pending(game, Frame.ACTION)  # and not a second one


def test_an_ethereal_die_need_not_be_paid() -> None:
    game = drafting(goods="ethereal die")
    play(game, Move.DIE, MERCURY, RED)
    play(game, Move.NONE)
    assert potency(game) == 3
    assert held(game) == {Thing.ETHEREAL_DIE: 1}


def test_an_ethereal_die_never_raises_potency_above_five() -> None:
    game = drafting(goods="2 ethereal dice")
    play(game, Move.DIE, LEAD, BLACK)
    assert pending(game, Frame.ACTION)
    assert potency(game) == 5


def test_an_ethereal_die_raises_four_to_five() -> None:
    game = drafting(goods="ethereal die", bowls={"iron": {"red": 3, "white": 1}})
    play(game, Move.DIE, IRON, RED)
    play(game, Move.YES, 1)
    assert potency(game) == 5


def test_an_ethereal_die_can_only_be_paid_at_the_draft() -> None:
    game = drafting(goods="ethereal die", die="red iron", potency=2)
    play(game, Move.NONE)  # go on with the die there is
    assert pending(game, Frame.ACTION)
    assert Move.YES not in kinds(game)


def test_without_ethereal_dice_nothing_is_asked() -> None:
    game = drafting()
    play(game, Move.DIE, MERCURY, RED)
    assert pending(game, Frame.ACTION)


@pytest.mark.parametrize(("limit", "most"), [(5, 2), (4, 1), (9, 3)])
def test_more_ethereal_dice_per_draft_by_a_number_of_the_box(limit: int, most: int) -> None:
    box = number(ethereal_per_draft=3, potency_limit=limit)
    game = drafting(box, goods="4 ethereal dice")
    play(game, Move.DIE, MERCURY, RED)
    assert first_arguments(game, Move.YES) == list(range(1, most + 1))
    play(game, Move.YES, most)
    assert potency(game) == 3 + most
    assert held(game)[Thing.ETHEREAL_DIE] == 4 - most


def test_no_ethereal_dice_per_draft_by_a_number_of_the_box() -> None:
    game = drafting(number(ethereal_per_draft=0), goods="4 ethereal dice")
    play(game, Move.DIE, MERCURY, RED)
    assert pending(game, Frame.ACTION)


# ---------------------------------------------------------------- wild


def test_a_wild_die_is_turned_at_once_to_one_of_the_other_five_symbols() -> None:
    game = drafting(goods="ethereal die")
    play(game, Move.DIE, WILD, WHITE)
    assert pending(game, Frame.WILD)
    assert first_arguments(game, Move.SYMBOL) == [LEAD, COPPER, TIN, MERCURY, IRON]


def test_a_wild_die_has_the_potency_of_the_wild_bowl() -> None:
    game = drafting()
    play(game, Move.DIE, WILD, WHITE)
    play(game, Move.SYMBOL, LEAD)  # a bowl of five
    assert potency(game) == 4
    assert game.state.bowls[WILD].sum() == 3
    assert game.state.bowls[LEAD].sum() == 5  # it doesn't go there


def test_a_wild_die_counts_as_its_new_symbol_from_then_on() -> None:
    game = drafting(bowls={"wild": {"white": 2}, "lead": {"black": 5}})
    play(game, Move.DIE, WILD, WHITE)
    play(game, Move.SYMBOL, IRON)
    play(game, Move.HARVEST, 1)
    assert held(game) == {Thing.RAW_IRON: 1}
    next_turn_of(game)
    play(game, Move.NONE)  # the next turn, with the same die
    play(game, Move.HARVEST, 1)
    assert held(game) == {Thing.RAW_IRON: 2}


def test_others_react_to_the_new_symbol_of_a_wild_die() -> None:
    board: Data = {"bowls": BOWLS, "tokens": {}}
    game = position({"goods": ""}, {"goods": "reaction"}, **board)
    play(game, Move.DIE, WILD, WHITE)
    play(game, Move.SYMBOL, TIN)
    play(game, Move.HARVEST, 1)
    play(game, Move.HARVEST, 1)
    assert held(game, 1) == {Thing.RAW_TIN: 1}


def test_a_wild_die_can_be_raised_like_any_other() -> None:
    game = drafting(goods="ethereal die")
    play(game, Move.DIE, WILD, WHITE)
    play(game, Move.SYMBOL, COPPER)
    play(game, Move.YES, 1)
    assert potency(game) == 5


# ---------------------------------------------------------------- early drafts


def test_with_a_die_a_player_may_draft_another_or_not() -> None:
    game = drafting(die="red iron", potency=2)
    assert kinds(game) == {Move.NONE, Move.DIE}
    play(game, Move.NONE)
    assert (game.frame, potency(game)) == (Frame.ACTION, 2)


def test_an_early_draft_wastes_what_is_left_of_the_die() -> None:
    game = drafting(die="red iron", potency=2)
    play(game, Move.DIE, MERCURY, BLACK)
    assert potency(game) == 3
    assert game.state.labs[0].dice_used == 1
    assert told(game, Event.WASTE) == [(0, IRON * 3 + RED, 2)]


def test_a_wasted_die_does_not_go_back_to_its_bowl() -> None:
    game = drafting(die="red iron", potency=2)
    play(game, Move.DIE, MERCURY, BLACK)
    assert game.state.bowls[IRON].sum() == 0


def test_a_third_die_may_be_drafted_early() -> None:
    game = drafting(die="red iron", potency=1, dice_used=1)
    play(game, Move.DIE, MERCURY, BLACK)
    assert game.state.labs[0].dice_used == 2
    assert potency(game) == 3


def test_a_fourth_die_is_never_drafted() -> None:
    game = drafting(die="red iron", potency=4, dice_used=2)
    assert pending(game, Frame.ACTION)  # going on is forced
    assert potency(game) == 4


def test_the_third_die_is_used_to_its_end_over_several_turns() -> None:
    game = drafting(die="red iron", potency=2, dice_used=2)
    play(game, Move.HARVEST, 1)
    assert not game.state.labs[0].finished
    next_turn_of(game)
    assert (game.frame, game.seat, potency(game)) == (Frame.ACTION, 0, 1)
    play(game, Move.HARVEST, 1)
    assert game.state.labs[0].finished


@pytest.mark.parametrize(("dice", "used", "may"), [(2, 0, True), (2, 1, False), (4, 2, True)])
def test_dice_per_round_by_a_number_of_the_box(dice: int, used: int, may: bool) -> None:
    game = drafting(number(dice_per_round=dice), die="red iron", potency=2, dice_used=used)
    assert (Move.DIE in kinds(game)) == may
