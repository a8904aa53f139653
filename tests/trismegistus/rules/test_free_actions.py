"""The rules on when free actions are possible."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    box_with,
    can,
    first_arguments,
    held,
    kinds,
    pass_until,
    pending,
    play,
    position,
    potency,
    rule,
    slot,
)
from tests.trismegistus.rules.helpers_2 import changed
from trisim.games.trismegistus.box.words import Element, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Frame, Move

FREE = {Move.BUY_FORMULA, Move.USE_FORMULA, Move.PERFORM, Move.CLAIM}
DUVAL: Data = {
    "alchemist": "duval",
    "formulas": [f"duval-{i}" for i in range(1, 9)],
    "vault": {"1,0": "duval-1", "2,1": "duval-3"},  # gold, refined copper
}
ALL_FOUR: Data = {**DUVAL, "goods": "2 gold + 2 lead", "beside": ["fire-0a"]}
BOARD: Data = {"achievements": ["ach-lead"], "market": {"black": ["t1-lead"]}}


# ---------------------------------------------------------------- when


def test_no_free_action_before_the_draft() -> None:
    game = position(ALL_FOUR, **BOARD)
    assert pending(game, Frame.DRAFT)
    assert kinds(game) == {Move.DIE}
    game = position({**ALL_FOUR, "die": "red tin", "potency": 2}, **BOARD)
    assert kinds(game) == {Move.DIE, Move.NONE}


BEFORE = {"experiments": {Move.PERFORM}, "all": FREE}


@pytest.mark.parametrize("which", BEFORE)
def test_by_a_ruling_free_actions_come_before_the_draft(which: str) -> None:
    box = rule(free_actions_before_draft=which)
    assert kinds(position(ALL_FOUR, box=box, **BOARD)) == {Move.DIE} | BEFORE[which]
    game = position({**ALL_FOUR, "die": "red tin", "potency": 2}, box=box, **BOARD)
    assert kinds(game) == {Move.DIE, Move.NONE} | BEFORE[which]


def test_where_no_die_can_be_drafted_free_actions_wait_for_the_next_menu() -> None:
    own = {**ALL_FOUR, "die": "red tin", "potency": 2, "dice_used": 2}
    game = position(own, box=rule(free_actions_before_draft="all"), **BOARD)
    assert pending(game, Frame.ACTION)
    assert kinds(game) >= FREE


def test_an_ethereal_die_gained_before_the_draft_raises_that_draft() -> None:
    box = changed(
        {
            "experiments.fire-0a": {"bonus": "ethereal die"},
            "rules.rulings": {"free_actions_before_draft": "experiments"},
        }
    )
    own = {**DUVAL, "goods": "lead", "beside": ["fire-0a"]}
    game = position(own, box=box, bowls={"tin": {"red": 2}, "iron": {"black": 1}})
    play(game, Move.PERFORM, 0)
    pass_until(game, Frame.DRAFT)
    assert int(game.state.labs[0].performed) == 1
    assert kinds(game) == {Move.DIE}  # any number of them, then the draft
    play(game, Move.DIE, Symbol.TIN)
    play(game, Move.YES, 1)
    assert (game.frame, potency(game)) == (Frame.ACTION, 3)


def test_no_free_action_while_turning_a_wild_die_or_raising_it() -> None:
    own = {**ALL_FOUR, "goods": "2 gold + 2 lead + ethereal die"}
    game = position(own, bowls={"wild": {"red": 2, "black": 1}}, **BOARD)
    play(game, Move.DIE, Symbol.WILD, 2)
    assert kinds(game) == {Move.SYMBOL}
    play(game, Move.SYMBOL, 0)
    assert kinds(game) == {Move.YES, Move.NONE}


def test_all_free_actions_just_before_the_action() -> None:
    assert kinds(acting(board=BOARD, **ALL_FOUR)) >= FREE


def test_all_free_actions_just_after_the_action() -> None:
    game = acting(board=BOARD, **ALL_FOUR)
    play(game, Move.HARVEST, 1)
    assert kinds(game) == FREE | {Move.NONE}


def test_claiming_needs_the_variant() -> None:
    assert Move.CLAIM not in kinds(acting(**ALL_FOUR))


def test_no_free_action_inside_a_transmute_action() -> None:
    own = {**ALL_FOUR, "goods": "2 gold + 3 lead + 3 salt"}
    game = acting(board=BOARD, potency=3, **own)
    play(game, Move.ARROW, slot("lead_copper"))
    assert kinds(game) == {Move.TRANSMUTE}
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert kinds(game) == {Move.TRANSMUTE, Move.NONE}


def test_no_free_action_inside_buying_an_artifact() -> None:
    game = acting(board=BOARD, potency=3, **ALL_FOUR)
    play(game, Move.BUY_ARTIFACT)
    assert kinds(game) == {Move.SLOT}
    play(game, Move.SLOT, 0)
    assert kinds(game) == {Move.YES, Move.NONE}


def test_no_free_action_inside_another() -> None:
    game = acting(board=BOARD, **ALL_FOUR)
    play(game, Move.BUY_FORMULA, 4)
    assert kinds(game) == {Move.SPACE}
    game = acting(board=BOARD, **ALL_FOUR)
    play(game, Move.PERFORM, 0)
    while not pending(game, Frame.ACTION):
        assert not kinds(game) & {Move.USE_FORMULA, Move.PERFORM, Move.CLAIM}
        game.apply(game.legal()[0])


def test_no_free_action_in_the_turn_of_another() -> None:
    other = {**ALL_FOUR, "goods": "2 gold + 2 lead + reaction"}
    game = acting(other, alchemist="maria", board=BOARD)
    play(game, Move.HARVEST, 1)
    play(game, Move.NONE)  # the active player could claim an achievement
    assert (game.frame, game.seat) == (Frame.REACT, 1)
    assert not kinds(game) & FREE


# ---------------------------------------------------------------- any number, in any order


def test_any_number_in_any_order_before_and_after_the_action() -> None:
    game = acting(board=BOARD, **ALL_FOUR)
    play(game, Move.USE_FORMULA, 0)  # a gold
    play(game, Move.CLAIM)  # another
    play(game, Move.USE_FORMULA, 2)  # a refined copper
    play(game, Move.PERFORM, 0)
    pass_until(game, Frame.ACTION)
    assert game.state.labs[0].performed == 1
    play(game, Move.HARVEST, 1)
    assert pending(game, Frame.AFTER)
    play(game, Move.BUY_FORMULA, 6)
    pass_until(game, Frame.AFTER)
    assert game.state.labs[0].bought == 1


def test_free_actions_cost_no_potency_and_leave_the_action_to_do() -> None:
    game = acting(board=BOARD, potency=2, **ALL_FOUR)
    play(game, Move.USE_FORMULA, 0)
    assert (game.frame, potency(game)) == (Frame.ACTION, 2)


def test_a_formula_is_turned_down_for_good() -> None:
    game = acting(**ALL_FOUR)
    play(game, Move.USE_FORMULA, 0)
    assert held(game)[Thing.GOLD] == 3
    assert not can(game, Move.USE_FORMULA, 0)
    assert can(game, Move.USE_FORMULA, 2)


def test_only_formulas_in_the_vault_can_be_used() -> None:
    game = acting(**ALL_FOUR)
    assert first_arguments(game, Move.USE_FORMULA) == [0, 2]


def test_goods_of_a_free_action_serve_the_action() -> None:
    own = {**DUVAL, "goods": "lead + raw mercury", "vault": {"1,0": "duval-8"}}  # any essence
    game = acting(potency=2, **own)
    play(game, Move.USE_FORMULA, 7)
    play(game, Move.THING, Thing.SULFUR)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SULFUR)
    assert game.state.labs[0].level[Element.WATER] == 1


def test_goods_of_the_action_serve_a_free_action_after_it() -> None:
    game = acting(beside=["fire-0a"])
    assert not can(game, Move.PERFORM)
    play(game, Move.HARVEST, 1)
    assert can(game, Move.PERFORM, 0)


def test_the_masterpiece_is_performed_like_an_experiment() -> None:
    game = acting(masterpiece="water-mb", goods="lead")
    play(game, Move.PERFORM)
    pass_until(game, Frame.ACTION)
    assert game.state.labs[0].performed == 1
    assert game.state.labs[0].masterpiece == -1


def test_after_the_third_die_free_actions_are_over_for_this_round() -> None:
    game = acting(board=BOARD, dice_used=2, **ALL_FOUR)
    play(game, Move.HARVEST, 1)
    assert pending(game, Frame.AFTER)  # still in the same turn
    play(game, Move.NONE)
    assert game.state.labs[0].finished
    for _ in range(30):
        if game.state.round_no == 2:
            break
        assert game.seat == 1
        game.apply(game.legal()[-1])
    assert game.state.round_no == 2


# ---------------------------------------------------------------- the ruling on formulas

BETWEEN: Data = {
    **DUVAL,
    "goods": "3 lead + salt + sulfur",
    "vault": {"1,0": "duval-8", "2,1": "duval-1"},  # any essence, gold
    "potency": 3,
}


def test_by_a_ruling_formulas_may_be_used_between_transmutations() -> None:
    game = acting(box=rule(formulas_between_transmutations=True), **BETWEEN)
    play(game, Move.ARROW, slot("lead_copper"))
    assert kinds(game) == {Move.TRANSMUTE}  # between them, not before the first
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    play(game, Move.USE_FORMULA, 7)
    play(game, Move.THING, Thing.AETHER)
    assert (game.frame, potency(game)) == (Frame.TRANSMUTE, 2)
    assert not can(game, Move.USE_FORMULA, 7)
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.AETHER)
    assert can(game, Move.USE_FORMULA, 0)
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SULFUR)
    assert held(game) == {Thing.REFINED_COPPER: 3}
    assert pending(game, Frame.AFTER)


def test_by_a_ruling_a_formula_may_pay_for_going_on() -> None:
    own = {**BETWEEN, "goods": "2 lead + salt", "vault": {"1,0": "duval-8"}}
    game = acting(box=rule(formulas_between_transmutations=True), **own)
    play(game, Move.ARROW, slot("lead_copper"))
    assert kinds(game) == {Move.NONE, Move.USE_FORMULA}  # the first was forced, a second unpaid
    play(game, Move.USE_FORMULA, 7)
    play(game, Move.THING, Thing.SALT)
    play(game, Move.TRANSMUTE)
    assert held(game) == {Thing.REFINED_COPPER: 2}


def test_by_a_ruling_formulas_do_not_interrupt_transmutations_of_effects() -> None:
    own = {**BETWEEN, "artifacts": {"lead_copper": "t2-chain"}, "goods": "3 lead + 3 salt + sulfur"}
    game = acting(box=rule(formulas_between_transmutations=True), **own)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SULFUR)
    play(game, Move.YES)  # two transmutations inside this one
    assert kinds(game) == {Move.NONE, Move.TRANSMUTE}
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert kinds(game) == {Move.NONE, Move.TRANSMUTE}
    play(game, Move.NONE)
    assert Move.USE_FORMULA in kinds(game)  # now between those of the action


def test_by_a_ruling_other_free_actions_still_wait_for_the_end_of_the_action() -> None:
    own = {**BETWEEN, "goods": "3 lead + salt + sulfur + 2 gold", "beside": ["fire-0a"]}
    game = acting(box=rule(formulas_between_transmutations=True), board=BOARD, **own)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert not kinds(game) & {Move.BUY_FORMULA, Move.PERFORM, Move.CLAIM}


def test_without_the_ruling_formulas_wait_for_the_end_of_the_action() -> None:
    game = acting(box=box_with(), **BETWEEN)
    play(game, Move.ARROW, slot("lead_copper"))
    play(game, Move.TRANSMUTE, slot("lead_copper"), Thing.LEAD, Thing.SALT)
    assert not can(game, Move.USE_FORMULA)
    play(game, Move.NONE)
    assert can(game, Move.USE_FORMULA)


def test_a_turn_ends_when_nothing_is_left_to_decide() -> None:
    game = acting(potency=2)
    play(game, Move.ESSENCE, Essence.SALT, 1)
    assert (game.frame, game.seat) == (Frame.DRAFT, 1)
