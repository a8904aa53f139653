"""Rules, the philosopher's stone: unlocking formulas, the vault, abilities, prices, points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    acting,
    can,
    card,
    end_turn,
    first_arguments,
    held,
    levels,
    pass_until,
    play,
    told,
)
from tests.trismegistus.rules.helpers_2 import (
    EXPERIMENTS,
    FORMULAS,
    all_ends,
    asking,
    can_perform,
    changed,
    goods_of,
    is_idle,
    perform,
    points,
    rulings,
)
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import Event, FormulaState, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game

SPACES = ["0,1", "0,2", "1,0", "1,1", "1,2", "2,0", "2,1"]
"""Duval's vault in the test box, row by row."""


def stone(placed: int = 0, bought: int = 0, skip: int = 0, **seat: Any) -> Game:
    """Seat 0 has Duval's laboratory, so many formulas placed (used), the first ones bought.

    Formulas are placed column by column, the first of each; then the second of each.
    """
    order = [0, 2, 4, 6, 1, 3, 5, 7][skip : skip + placed]
    vault = {SPACES[n]: FORMULAS[position] for n, position in enumerate(order)}
    lab = {
        "alchemist": "duval",
        "formulas": FORMULAS,
        "vault": vault,
        "used_formulas": list(vault.values()),
        "bought": [FORMULAS[position] for position in order[:bought]],
    }
    return acting(**{**lab, **seat})


def placed(game: Game, seat: int = 0) -> int:
    return int(game.state.labs[seat].placed)


# ---------------------------------------------------------------- unlocking for gold


@pytest.mark.parametrize("bought", [0, 1, 2, 3])
def test_the_price_is_1_2_3_4_gold_for_the_first_to_fourth_bought(bought: int) -> None:
    price = bought + 1
    assert not can(stone(bought, bought, goods=f"{price - 1} gold" if bought else ""), *BUY)
    game = stone(bought, bought, goods=f"{price + 5} gold")
    play(game, Move.BUY_FORMULA, first_arguments(game, Move.BUY_FORMULA)[0])
    pass_until(game, Frame.ACTION)
    assert held(game)[Thing.GOLD] in (5, 6)  # a row of the vault gives a gold


BUY = (Move.BUY_FORMULA,)


def test_nothing_but_gold_buys_a_formula() -> None:
    assert not can(stone(goods="9 silver + 9 refined iron + 9 ethereal dice"), *BUY)


def test_buying_is_free_before_and_after_the_action() -> None:
    game = stone(goods="gold", potency=2)
    assert can(game, *BUY)
    play(game, Move.HARVEST, 1)
    assert game.frame is Frame.AFTER
    assert can(game, *BUY)


def test_any_locked_formula_can_be_bought() -> None:
    assert first_arguments(stone(goods="gold"), Move.BUY_FORMULA) == list(range(8))


@pytest.mark.parametrize("position", range(8))
def test_at_most_one_is_bought_in_a_column(position: int) -> None:
    game = stone(goods="9 gold")
    play(game, Move.BUY_FORMULA, position)
    pass_until(game, Frame.ACTION)
    column = position // 2 * 2
    left = [n for n in range(8) if n not in (column, column + 1)]
    assert first_arguments(game, Move.BUY_FORMULA) == left


def test_after_the_first_experiment_the_other_formula_can_still_be_bought() -> None:
    game = stone(1, performed=["fire-0b"], goods="gold")
    assert first_arguments(game, Move.BUY_FORMULA) == [1, 2, 3, 4, 5, 6, 7]


def test_one_formula_in_all_by_ruling_forbids_buying_after_an_experiment() -> None:
    box = changed(rulings(one_formula_by_each_way=False))
    game = stone(1, performed=["fire-0b"], goods="gold", box=box)
    assert first_arguments(game, Move.BUY_FORMULA) == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(("only", "price"), [(True, 1), (False, 3)])
def test_the_price_counts_formulas_bought_only(only: bool, price: int) -> None:
    box = changed(rulings(price_counts_bought_only=only))
    game = stone(2, performed=["fire-0b", "water-0b"], goods="5 gold", box=box)
    play(game, Move.BUY_FORMULA, 4)
    assert held(game)[Thing.GOLD] == 5 - price


def test_other_prices_by_the_box() -> None:
    box = changed({"board.stone": {"prices": [3, 1, 1, 1]}})
    assert not can(stone(goods="2 gold", box=box), *BUY)
    game = play(stone(goods="4 gold", box=box), Move.BUY_FORMULA, 0)
    assert held(game) == {Thing.GOLD: 1}
    assert can(pass_until(game, Frame.ACTION), Move.BUY_FORMULA, 2)


def test_a_bought_formula_gives_its_column_a_discount() -> None:
    game = asking("2 lead", goods="lead + gold", performed=["fire-0b"])
    assert can_perform(game)  # gold as lead
    play(game, Move.BUY_FORMULA, 0)
    pass_until(game, Frame.ACTION)
    assert held(game) == {Thing.LEAD: 1}
    assert can_perform(game)


# ---------------------------------------------------------------- the vault


def test_it_goes_at_once_to_an_empty_vault_space() -> None:
    game = play(stone(2, goods="gold"), Move.BUY_FORMULA, 4)
    assert game.frame is Frame.VAULT
    assert first_arguments(game, Move.SPACE) == [4, 5, 6, 8, 9]  # row * 4 + column
    play(game, Move.SPACE, 9)
    assert is_idle(game)
    assert int(game.state.labs[0].vault[9]) == 4
    assert placed(game) == 3


@pytest.mark.parametrize("alchemist", ["duval", "newton", "agrippa", "bacon", "maria"])
def test_only_spaces_of_the_shape_are_spaces(alchemist: str) -> None:
    game = acting(alchemist=alchemist, goods="gold")
    play(game, Move.BUY_FORMULA, 0)
    spaces = game.box.alchemists[alchemist].vault.spaces
    assert first_arguments(game, Move.SPACE) == [row * 4 + column for row, column in spaces]


def fill(alchemist: str, last: str, *spaces: str, goods: str = "gold", **seat: Any) -> Game:
    """Place a bought formula in the last space, with formulas in some others already."""
    formulas = [f"{alchemist}-{number}" for number in range(1, 9)]
    order = [0, 2, 4, 1, 3, 5]
    vault = {space: formulas[order[n]] for n, space in enumerate(spaces)}
    seat = {"used_formulas": list(vault.values()), **seat}
    game = acting(alchemist=alchemist, formulas=formulas, vault=vault, goods=goods, **seat)
    game.events()
    play(game, Move.BUY_FORMULA, 6)
    row, column = (int(n) for n in last.split(","))
    return play(game, Move.SPACE, row * 4 + column)


def test_an_incomplete_line_gives_nothing() -> None:
    game = fill("duval", "0,1")
    assert is_idle(game)
    assert held(game) == {}


def test_a_completed_row_gives_its_left_bonus() -> None:
    assert held(fill("duval", "1,2", "1,0", "1,1")) == {Thing.GOLD: 1}


def test_a_completed_column_gives_its_top_bonus() -> None:
    assert held(fill("duval", "2,0", "1,0")) == {Thing.SALT: 1}


def test_a_completed_column_gives_its_bottom_bonus() -> None:
    assert held(fill("duval", "2,1", "0,1", "1,1")) == {Thing.SILVER: 1}


def test_a_completed_row_gives_left_and_right_bonuses() -> None:
    game = fill("newton", "1,2", "1,0", "1,1")  # left: gold, right: advance fire + water; column
    for end in all_ends(game, Frame.EFFECTS):
        assert held(end)[Thing.GOLD] == 1
        assert levels(end) == {0: 1, 1: 1}
        assert held(end)[Thing.RAW_TIN] == 1  # the column is this one space


def test_a_single_space_completes_its_row() -> None:
    game = fill("newton", "0,0")  # left: advance lowest, right: point
    assert points(game) == {Part.VAULT: 1}
    assert game.frame is Frame.ADVANCE_LOWEST


def test_a_completed_column_gives_top_and_bottom_bonuses() -> None:
    game = fill("newton", "3,0", "0,0", "1,0")  # top: 2 points, bottom: advance 2 different
    assert points(game) == {Part.VAULT: 2}
    assert game.frame is Frame.ADVANCE_DIFFERENT


def test_row_and_column_completed_by_one_tile_give_both() -> None:
    game = fill("duval", "1,1", "1,0", "1,2", "0,1", "2,1")
    assert held(game) == {Thing.GOLD: 1, Thing.SILVER: 1}


def test_bonuses_of_row_and_column_come_in_the_order_one_likes() -> None:
    left = ["advance any", "any raw -> other raw", "gold"]
    top = ["salt", "advance lowest", ""]
    box = changed({"alchemists.maria.vault": {"left": left, "top": top}})
    game = fill("maria", "0,1", "0,0", "0,2", "2,1", box=box)
    assert game.frame is Frame.EFFECTS
    assert first_arguments(game, Move.PART) == [0, 1]
    assert play(game.copy(), Move.PART, 0).frame is Frame.ADVANCE_ANY
    assert play(game.copy(), Move.PART, 1).frame is Frame.ADVANCE_LOWEST


def test_plain_bonuses_of_a_line_are_taken_at_once_and_the_others_follow() -> None:
    box = changed({"alchemists.maria.vault": {"top": ["salt", "draw publications", ""]}})
    game = fill("maria", "0,1", "0,0", "0,2", "2,1", box=box)
    assert sum(held(game).values()) == 6  # the row
    assert game.frame is Frame.RETURN  # the column


def test_bonuses_of_a_line_are_taken_now_or_never() -> None:
    game = fill("maria", "2,1", "2,0", goods="refined tin + gold")
    assert game.frame is Frame.EXCHANGE  # any refined -> gold up to 3 times
    play(game, Move.NONE)
    assert is_idle(game)


def test_a_line_is_paid_once() -> None:
    game = fill("duval", "2,0", "1,0")
    play(game, Move.HARVEST, 1)
    end_turn(game)
    assert [h for h in game.events() if h.thing == Thing.SALT and h.what is Event.HOLD] != []
    assert game.state.labs[0].held[Thing.SALT] == 1


def test_points_of_a_line_count_as_points_of_the_vault() -> None:
    assert Part.VAULT in points(fill("newton", "3,0", "0,0", "1,0"))


# ---------------------------------------------------------------- abilities


def test_the_ability_of_a_tile_can_wait() -> None:
    game = play(stone(goods="gold"), Move.BUY_FORMULA, 0)
    play(game, Move.SPACE, 1)
    assert is_idle(game)
    assert can(game, Move.USE_FORMULA, 0)
    play(game, Move.HARVEST, 1)
    assert can(game, Move.USE_FORMULA, 0)


def test_using_a_formula_turns_it_down_for_good() -> None:
    game = acting(formulas=FORMULAS, vault={"0,1": "duval-1"})
    play(game, Move.USE_FORMULA, 0)
    assert held(game) == {Thing.GOLD: 1}
    assert int(game.state.labs[0].formula_state[0]) == FormulaState.USED
    assert not can(game, Move.USE_FORMULA)
    assert placed(game) == 1


def test_a_locked_formula_cannot_be_used() -> None:
    assert not can(stone(), Move.USE_FORMULA)


def test_points_of_a_tile_count_as_points_of_formulas() -> None:
    game = acting(alchemist="bacon", formulas=[f"bacon-{n}" for n in range(1, 9)],
                  vault={"0,0": "bacon-2"}, artifacts={"lead_copper": "t0-salt"})  # fmt: skip
    play(game, Move.USE_FORMULA, 1)
    assert points(game) == {Part.FORMULAS: 1}


def test_used_formulas_keep_their_discount() -> None:
    game = asking("lead", goods="", discounts=1)
    assert can_perform(game)


# ---------------------------------------------------------------- the full vault


def full(**seat: Any) -> Game:
    """Duval's vault is full: all but the second formula of the air column are placed."""
    return stone(7, goods="9 gold + 2 lead + raw mercury", **seat)


def test_with_the_vault_full_nothing_can_be_bought() -> None:
    assert not can(full(), *BUY)


@pytest.mark.parametrize("keeps", [True, False])
def test_with_the_vault_full_an_unlocked_formula_leaves_and_its_discount_stays(
    keeps: bool,
) -> None:
    box = changed(rulings(full_vault_keeps_discount=keeps))
    game = full(beside=[EXPERIMENTS["air"]], levels={"air": 1}, box=box)
    before = int(game.state.labs[0].discounts[3])
    game.events()
    play(game, Move.PERFORM, 0)
    end = next(all_ends(game, Frame.PAY))
    lab = end.state.labs[0]
    assert int(lab.formula_state[7]) == FormulaState.GONE
    assert int(lab.discounts[3]) == before + keeps
    assert placed(end) == 7
    assert is_idle(end)
    assert not can(end, Move.USE_FORMULA, 7)


def test_a_formula_that_leaves_the_game_is_told() -> None:
    game = full(beside=[EXPERIMENTS["air"]], levels={"air": 1})
    play(game, Move.PERFORM, 0)
    pass_until(game, Frame.ACTION)
    assert (0, card(game, "duval-8"), -1) in told(game, Event.UNLOCK)


def test_buying_changes_goods_by_the_price_alone() -> None:
    game = stone(goods="3 gold + salt")
    before = goods_of(game)
    play(game, Move.BUY_FORMULA, 0)
    play(game, Move.SPACE, 2)
    after = goods_of(game)
    assert [b - a for a, b in zip(after, before, strict=True) if a != b] == [1]


def test_an_unlocked_formula_is_the_owners_alone() -> None:
    game = perform(asking("lead", goods="lead"))
    play(game, Move.BUY_FORMULA, 1)
    pass_until(game, Frame.ACTION)
    assert placed(game, 0) == 1
    assert placed(game, 1) == 0
