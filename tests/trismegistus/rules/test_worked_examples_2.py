"""The worked examples about experiments and books."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.helpers import acting, can, card, play, position
from tests.trismegistus.rules.helpers_2 import FORMULAS, all_ends, goods_of, is_performed, offered
from tests.trismegistus.rules.test_rounds import BOOKS, end_round, last_turn, level_of
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import At, Frame, Move
from trisim.games.trismegistus.rules.game import Game

# ---------------------------------------------------------------- a discount and a silver


def air(goods: str = "refined mercury + silver", formula: str = "duval-7", level: int = 4) -> Game:
    """An air experiment of level 2 asks air 5, a raw iron and a refined mercury."""
    return acting(
        goods=goods,
        alchemist="duval",
        formulas=FORMULAS,  # 7 and 8 are in the air column
        vault={"0,1": formula},
        used_formulas=[formula],
        levels={"air": level},
        beside=["air-2a"],
        performed=["air-0a"],
    )


def test_one_formula_ignores_the_iron_and_one_silver_makes_up_the_level() -> None:
    game = air()
    assert can(game, Move.PERFORM, 0)
    play(game, Move.PERFORM, 0)
    ends = list(all_ends(game, Frame.PAY))
    assert all(is_performed(end, "air-2a") for end in ends)
    assert {sum(goods_of(end)) for end in ends} == {0}


def test_the_discount_may_not_be_used_twice() -> None:
    assert not can(air(goods="refined mercury"), Move.PERFORM)
    assert not can(air(goods="silver"), Move.PERFORM)


def test_without_the_formula_it_cannot_be_performed() -> None:
    assert not can(air(formula="duval-1"), Move.PERFORM)


def test_without_the_silver_it_cannot_be_performed() -> None:
    assert not can(air(goods="refined mercury"), Move.PERFORM)


def test_one_level_lower_it_cannot_be_performed() -> None:
    assert not can(air(level=3), Move.PERFORM)


def test_a_gold_may_take_the_place_of_the_silver() -> None:
    assert can(air(goods="refined mercury + gold"), Move.PERFORM)


def test_the_discount_may_go_to_the_level_and_a_gold_to_the_iron() -> None:
    game = play(air(goods="refined mercury + silver + gold"), Move.PERFORM, 0)
    assert offered(game) == [None, Thing.GOLD]
    left = {goods_of(end)[Thing.SILVER : Thing.GOLD + 1] for end in all_ends(game, Frame.PAY)}
    assert left == {(1, 0), (0, 1), (0, 0)}  # on the level, the iron, the mercury


# ---------------------------------------------------------------- level 1 leaves the books


def test_after_round_2_level_1_leaves_and_level_3_joins() -> None:
    game = end_round(last_turn(round_no=2, books=BOOKS))
    held = [int(n) for n in game.state.books.ravel() if n >= 0]
    assert {level_of(game, "experiment", n) for n in held} == {2, 3}


@pytest.mark.parametrize(("place", "replaced"), [(0, False), (1, True)])
def test_a_level_1_card_taken_in_round_2_is_not_replaced(place: int, replaced: bool) -> None:
    books = {**BOOKS, "iron": ["air-1b", ""]}  # a level-2 card is left on the deck
    game = position(
        {"goods": "", "die": "black lead", "potency": 2}, {"goods": ""}, round=2, books=books,
        to="action",
    )  # fmt: skip
    taken = card(game, BOOKS["lead"][place])
    play(game, Move.EXPERIMENT, 0, place)
    assert int(game.state.labs[0].beside[0]) == taken
    new = int(game.state.books[0, place])
    assert (new >= 0) == replaced
    if replaced:
        assert level_of(game, "experiment", new) == 2
        assert int(game.state.experiment_at[new]) == At.OPEN
