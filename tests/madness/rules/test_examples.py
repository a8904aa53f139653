"""Worked examples: each is a small story, with what comes of it."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with
from tests.madness.rules.table import effect, is_idle, new_game, seat, table
from trisim.games.madness.rules.codes import Event

DRAWS = seat(deck="air 1 x9")
BOOK = "cover-1 page-1"


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("fire 1 x3", {""}),
        ("fire 1, fire 2", {""}),
        ("fire 3", {""}),
        ("fire 2 x2", {""}),
        ("fire 2 x2, fire 1", {"fire 1", "fire 2"}),
    ],
)
def test_1_a_cost_of_3(hand: str, left: set[str]) -> None:
    """1+1+1, 1+2, 3, or 2+2 with one lost; not 2+2+1."""
    assert hands_after(hand, []) == left


def hands_after(hand: str, path: list[str]) -> set[str]:
    """What may be left in hand when a 3 was acquired."""
    game = table(seat(hand)).play("acquire fire 3", *path)
    if game.asked != "pay 0":
        return {game.hand(0)}
    return set().union(*(hands_after(hand, [*path, option]) for option in game.options))


def test_2_three_cards_of_value_2_buy_a_3_and_a_2() -> None:
    game = table(seat("fire 2 x3")).play("acquire fire 3")
    assert game.hand(0) == "fire 2"
    assert "acquire fire 3" not in game.options
    game.play("acquire fire 2")
    assert game.discard(0) == "fire 2 x4, fire 3"


def test_3_glacial_circle_for_6() -> None:
    here = seat("water 2 x3, fire 1 x2", deck="air 1 x2", spells="glacial-circle")
    game = table(here, seat("fire 1 x3", deck="air 1 x2")).play("cast glacial-circle x2")
    assert (game.support(0), game.hand(0)) == ("fire 1 x2", "air 1 x2")
    assert (game.support(1), game.hand(1)) == ("fire 1 x2", "fire 1, air 1 x2")


def test_4_eye_of_the_tornado_with_an_empty_hand() -> None:
    here = seat("fire 3", deck="air 1", spells="eye-of-the-tornado")
    game = table(here, seat("fire 1", deck="air 1")).play("cast eye-of-the-tornado")
    assert (game.hand(0), game.discard(0)) == ("air 1", "fire 3")
    assert (game.hand(1), game.discard(1)) == ("air 1", "fire 1")


def test_5_curses_left_on_3_and_5_only() -> None:
    box = box_with(failure={"page-1": "madness 1 to discard", "*": ""})
    game = table(DRAWS, DRAWS, space=1, curses="- fire-1 - - air-1", book=BOOK, box=box)
    for space in (2, 3, 4, 5):
        game.play("end")
        assert game.game.space == space
        assert game.struck() == ["fire-1", "air-1"][: (space >= 3) + (space >= 5)]
    game.play("end")
    assert len(game.events(Event.ESCAPED)) == 1
    assert game.discard(game.deciding).count("madness") == 1
    assert [game.curse_state(name) for name in ("fire-1", "air-1")] == [1, 2]


def test_6_cards_of_value_2_against_curses() -> None:
    game = table(seat("fire 2 x2"), curses="fire-1").play("destroy fire-1")
    assert game.hand(0) == ""
    here = seat("water 2, earth 1, fire 3, air 1")
    game = table(here, curses="multi-1").play("destroy multi-1")
    assert (game.hand(0), game.track) == ("", "- - - - -")


def test_7_a_card_in_the_support_of_another() -> None:
    game = table(seat("fire 1"), seat(support="fire 1")).play("acquire fire 2")
    assert (game.discard(0), game.discard(1)) == ("fire 1, fire 2", "fire 1")


def test_8_higher_value() -> None:
    text = "may destroy 1 from discard, if done gain higher to hand"
    for card, gained in (("fire 1", "fire 2"), ("fire 2", "fire 3"), ("fire 3", "")):
        game = effect(text, seat(discard=card)).play(f"{card} of discard")
        assert game.hand(0) == gained


def test_9_only_a_neutralised_curse_is_left() -> None:
    box = box_with(failure={"page-1": "madness 1 to discard", "*": ""})
    game = table(
        DRAWS, DRAWS, start="monster", space=5, curses="- fire-1/neutral", book=BOOK, box=box
    )
    assert len(game.events(Event.ESCAPED)) == 1
    assert game.discard(0) == "madness"


def test_10_empty_deck_and_discard_pile() -> None:
    game = effect("draw 1", pile=1)
    assert (game.hand(0), game.pile) == ("madness", 0)
    assert effect("draw 1", pile=0).asked == "lost: pile"


def test_11_the_sorcerer_with_one_of_three_curses_destroyed() -> None:
    box = box_with(appearance={"page-1": "madness 1 under each curse"})
    here = seat("water 3 x2", deck="air 1 x40")
    game = table(here, seat(deck="air 1 x40"), start="monster", space=5, book=BOOK, box=box)
    assert game.track.count("/madness") == 3
    assert game.pile == 17
    water = game.track.split("/")[0]
    game.play(f"destroy {water}", "element fire")
    assert game.discard(0) == "water 3 x2, fire 2, madness"
    while len(game.events(Event.ESCAPED)) == 0:
        game.play("end")
    assert game.pile == 19


def test_12_four_players_the_first_takes_turns_1_and_5() -> None:
    game = new_game("m1", "m3", "m8", "nobody")
    seats, monsters = [game.deciding], [int(game.game.monster)]
    for _ in range(5):
        game.play("end")
        seats.append(int(game.game.active))
        monsters.append(int(game.game.monster))
    assert seats == [0, 1, 2, 3, 0, 1]
    assert monsters == [0, 0, 0, 0, 0, 1]  # the second opens round 2


def test_13_telepathy_answered_by_telepathy() -> None:
    game = table(seat("air 1, air 2, fire 1"), seat("air 1"))
    game.play("cast telepathy", "air 1", "cast telepathy")
    assert game.asked == "act 0"
    assert not is_idle(game)
    assert game.options == ["end", "cast combustion", "learn air", "acquire air 2"]
    game.play("acquire air 2")
    assert is_idle(game)


@pytest.mark.parametrize(("multi", "spaces"), [(1, [2, 3, 3, 4]), (2, [2, 3, 3, 4, 5])])
def test_14_four_and_five_curses(multi: int, spaces: list[int]) -> None:
    game = new_game("m1", "m8", box=box_with(rounds=[multi] * 6))
    laid = [name for name in game.track.split() if name != "-"]
    assert len(laid) == len(spaces)
    struck = []
    for space in range(2, 6):
        before = len(game.struck())
        game.play("end")
        struck += [space] * (len(game.struck()) - before)
    assert struck == spaces
    assert game.struck() == laid
