"""Difficulties and modes: how decks begin, and how many multi-element curses there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.madness.rules.boxes import box_with, plain_box
from tests.madness.rules.table import Table, new_game, table
from tests.madness.rules.test_setup import deck_and_hand

M1 = "water 1 x3, water 2, earth 1 x2, fire 1 x2, air 1 x4"
M1_OF_ONES = "water 1 x4, earth 1 x2, fire 1 x2, air 1 x4"


def begun(mode: str) -> Table:
    return new_game("m1", "nobody", mode=mode)


def test_normal_decks_have_no_madness() -> None:
    game = begun("normal")
    assert deck_and_hand(game, 0) == M1
    assert game.pile == 20


def test_terror_shuffles_a_madness_of_the_pile_into_each_deck() -> None:
    game = begun("terror")
    assert deck_and_hand(game, 0) == f"{M1}, madness"
    assert game.pile == 18


def test_a_madness_of_terror_may_be_in_the_first_hand() -> None:
    hands = [new_game("m1", "nobody", mode="terror", seed=seed).hand(0) for seed in range(20)]
    assert 3 < sum("madness" in hand for hand in hands) < 17


def test_nightmare_replaces_the_2_by_a_1_of_the_same_element() -> None:
    game = begun("nightmare")
    assert deck_and_hand(game, 0) == M1_OF_ONES
    assert game.pile == 20


def test_the_2_of_nightmare_stays_in_its_stack() -> None:
    assert begun("nightmare").stock("water 2") == 10


def test_the_2_of_nightmare_can_leave_the_game_instead() -> None:
    box = box_with(rulings={"nightmare_two_in_stack": False})
    game = new_game("m1", "m8", mode="nightmare", box=box)
    assert (game.stock("water 2"), game.stock("earth 2"), game.stock("fire 2")) == (9, 9, 10)
    assert game.game.gone[1] == 1


def test_the_ruling_on_nightmare_changes_no_normal_game() -> None:
    box = box_with(rulings={"nightmare_two_in_stack": False})
    game = new_game("m1", "m8", box=box)
    assert (game.stock("water 2"), game.game.gone[1]) == (9, 0)


def test_both_is_terror_and_nightmare() -> None:
    game = begun("both")
    assert deck_and_hand(game, 0) == f"{M1_OF_ONES}, madness"
    assert game.pile == 18


TABLE = {"I": (0, 0, 0, 1, 1, 1), "II": (0, 0, 1, 1, 2, 2), "III": (1, 1, 1, 2, 2, 2)}


@pytest.mark.parametrize("difficulty", TABLE)
@pytest.mark.parametrize("monster", range(6))
def test_the_round_table_says_how_many_multi_element_curses(difficulty: str, monster: int) -> None:
    columns = zip(plain_box().rounds, *TABLE.values(), strict=True)
    rounds = tuple(replace(row, I=a, II=b, III=c) for row, a, b, c in columns)
    box = replace(plain_box(), rounds=rounds)
    if monster == 0:
        game = new_game("m1", "nobody", box=box, difficulty=difficulty)
    else:
        game = table(
            start="monster",
            box=box,
            book="cover-1 page-1 page-2 page-3 page-4 page-5 last",
            monster=monster - 1,
            space=5,
            difficulty=list(TABLE).index(difficulty),
        )
    kinds = [name.partition("-")[0] for name in game.track.split() if name != "-"]
    number = TABLE[difficulty][monster]
    assert kinds[:number] == ["multi"] * number
    assert len(kinds) == number + 3
    assert "multi" not in kinds[number:]
