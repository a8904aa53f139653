"""A turn: concentration, the monster phase, and recovery; whose turn it is."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with
from tests.madness.rules.table import Table, is_idle, kinds_of, new_game, seat, table
from trisim.games.madness.rules.codes import Event

DRAWS = seat(deck="air 1 x9")

# ---------------------------------------------------------------- whose turn


def test_turns_go_clockwise() -> None:
    game = table(DRAWS, DRAWS, DRAWS)
    seats = [game.play("end").deciding for _ in range(3)]
    assert seats == [1, 2, 0]


def test_the_turn_of_an_eliminated_player_is_taken_by_the_next_who_is_not() -> None:
    game = table(DRAWS, DRAWS, DRAWS, DRAWS, out=[1, 2])
    seats = [game.play("end").deciding for _ in range(4)]
    assert seats == [3, 0, 3, 0]


def test_a_monster_lasts_five_turns_with_eliminated_players_too() -> None:
    game = new_game("m1", "m8", "nobody")
    game.game.seats[1].out = True
    while game.game.turn < 12:
        game.play("end")
    assert [number for _, _, number in game.events(Event.MONSTER)] == [0, 1, 2]
    turns = [turn for _, turn, _ in game.events(Event.TURN)]
    assert turns == list(range(1, 13))


# ---------------------------------------------------------------- concentration


def test_the_active_player_recharges_all_own_exhausted_spells() -> None:
    game = table(
        DRAWS,
        seat(spells="ice exhausted, growth exhausted, combustion"),
        seat(spells="ice exhausted"),
    ).play("end")
    assert game.deciding == 1
    assert game.spells(1) == "ice, growth, combustion"
    assert game.spells(2) == "ice exhausted"


def test_neutralised_spells_are_not_recharged() -> None:
    game = table(DRAWS, seat(spells="ice exhausted neutral, growth neutral")).play("end")
    assert game.spells(1) == "ice exhausted neutral, growth neutral"


def test_spells_are_recharged_before_the_monster_phase() -> None:
    box = box_with(curses={"fire-1": "each: neutralise 1 own spell"})
    spells = "ice exhausted"
    game = table(DRAWS, seat(spells=spells), space=2, curses="- fire-1", box=box)
    game.play("end", "growth of 0")
    assert game.spells(1) == "ice neutral"


# ---------------------------------------------------------------- the marker


@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_the_marker_advances_one_space(space: int) -> None:
    game = table(DRAWS, DRAWS, space=space).play("end")
    assert game.game.space == space + 1
    assert game.events(Event.MARKER) == [(1, space + 1, 0)]


def test_the_first_turn_opens_the_book_and_puts_the_marker_onto_1() -> None:
    game = new_game("m1", "m8")
    assert (game.game.turn, game.game.space, game.game.monster) == (1, 1, 0)
    assert game.track != "- - - - -"
    assert game.struck() == []


CURSES = "fire-1 fire-2 fire-3 fire-4 fire-5"


@pytest.mark.parametrize(
    ("space", "struck"),
    [(1, ["fire-1"]), (2, ["fire-2", "fire-3"]), (3, ["fire-4"]), (4, ["fire-5"])],
)
def test_the_curses_of_the_space_apply_and_no_others(space: int, struck: list[str]) -> None:
    game = table(DRAWS, DRAWS, space=space, curses=CURSES, start="monster")
    assert game.struck() == struck


def test_a_curse_strikes_once_on_arrival_and_stays() -> None:
    box = box_with(curses={"fire-1": "each: draw 1"})
    game = table(DRAWS, DRAWS, space=1, curses="fire-1", box=box, start="monster")
    assert (game.hand(0), game.hand(1)) == ("air 1", "air 1")
    assert game.track == "fire-1 - - - -"
    game.play("end")
    assert game.struck() == ["fire-1"]
    assert game.track == "fire-1 - - - -"


def test_on_3_the_left_curse_applies_to_all_before_the_right_one() -> None:
    texts = {"fire-2": "each: discard 1 from hand", "fire-3": "each: draw 1"}
    here = seat("fire 1, madness", deck="air 1 x9")
    box = box_with(curses=texts)
    game = table(here, here, space=2, curses="- fire-2 fire-3", box=box, start="monster")
    game.play("madness")
    assert (game.hand(0), game.asked) == ("fire 1", "card 1")  # nobody has drawn yet
    game.play("fire 1")
    assert (game.hand(0), game.hand(1)) == ("fire 1, air 1", "air 1, madness")


def test_the_right_curse_on_3_applies_alone_if_the_left_one_is_gone() -> None:
    game = table(DRAWS, DRAWS, space=2, curses="- - fire-3", start="monster")
    assert game.struck() == ["fire-3"]


def test_the_right_curse_is_spared_if_the_left_one_destroys_it() -> None:
    box = box_with(curses={"fire-2": "act 1"})
    game = table(
        seat("fire 2 x2"), DRAWS, space=2, curses="- fire-2 fire-3", box=box, start="monster"
    )
    game.play("destroy fire-3", "element air")
    assert game.struck() == ["fire-2"]


def test_a_neutralised_curse_has_no_effect() -> None:
    game = table(DRAWS, DRAWS, space=1, curses="fire-1/neutral", start="monster")
    assert game.struck() == []


def test_a_neutralised_curse_turns_up_in_the_next_turn_after_the_monster_phase() -> None:
    box = box_with(spells={"ice": "neutralise 1 curse"})
    here = seat("water 1", deck="air 1 x9", spells="ice")
    game = table(here, DRAWS, space=1, curses="fire-1", box=box)
    game.play("cast ice")
    assert game.track == "fire-1/neutral - - - -"
    game.play("end")
    assert game.struck() == []  # the marker has passed it
    assert game.track == "fire-1 - - - -"
    assert len(game.events(Event.CURSE_UP)) == 1


def test_a_curse_that_is_neutralised_in_the_monster_phase_stays_so_until_the_next_turn() -> None:
    box = box_with(curses={"fire-1": "neutralise 1 curse"})
    game = table(DRAWS, DRAWS, space=1, curses="fire-1 fire-2", box=box, start="monster")
    game.play("fire-2")
    assert game.asked == "act 0"
    assert game.track == "fire-1 fire-2/neutral - - -"
    game.play("end")
    assert game.struck() == ["fire-1"]
    assert game.track == "fire-1 fire-2 - - -"


def test_a_curse_is_caused_by_whoever_is_active() -> None:
    box = box_with(curses={"fire-1": "a player: draw 1"})
    game = table(DRAWS, DRAWS, space=1, curses="fire-1", box=box).play("end")
    assert game.asked == "seat 1"


# ---------------------------------------------------------------- recovery


@pytest.mark.parametrize("count", range(6))
def test_under_six_in_hand_one_draws_to_six(count: int) -> None:
    hand = f"fire 1 x{count}" if count else ""
    game = table(seat(hand, deck="air 1 x9"), DRAWS).play("end")
    assert len(kinds_of(game.hand(0))) == 6
    assert len(kinds_of(game.deck(0))) == 3 + count


def test_support_does_not_count_for_the_hand() -> None:
    game = table(seat(support="fire 1 x3", deck="air 1 x9"), DRAWS).play("end")
    assert game.hand(0) == "air 1 x6"


def test_six_in_hand_are_kept() -> None:
    game = table(seat("fire 1 x6", deck="air 1 x9"), DRAWS).play("end")
    assert (game.hand(0), game.discard(0)) == ("fire 1 x6", "")


def test_over_six_one_discards_element_cards_of_the_own_choice() -> None:
    game = table(seat("fire 1 x4, water 1 x3, madness"), DRAWS).play("end")
    assert game.asked == "trim 0"
    assert game.options == ["trim water 1", "trim fire 1"]
    game.play("trim water 1", "trim fire 1")
    assert game.hand(0) == "water 1 x2, fire 1 x3, madness"
    assert game.discard(0) == "water 1, fire 1"
    assert game.asked == "act 1"


def test_each_set_of_discards_is_offered_once() -> None:
    game = table(seat("fire 1 x4, water 1 x4"), DRAWS).play("end", "trim fire 1")
    assert game.asked == "act 1"  # water can't follow, so a second fire went by itself
    assert game.discard(0) == "fire 1 x2"


def test_madness_is_never_discarded_in_recovery() -> None:
    game = table(seat("madness x5, fire 1, air 1 x2"), DRAWS).play("end")
    assert "trim madness" not in game.options


def test_nothing_is_discarded_before_drawing_up() -> None:
    game = table(seat("madness x4", deck="air 1 x9"), DRAWS).play("end")
    assert game.hand(0) == "air 1 x2, madness x4"


def test_only_the_active_player_recovers() -> None:
    game = table(DRAWS, seat("fire 1 x9"), seat()).play("end")
    assert game.hand(1) == "fire 1 x9"
    game.play("end")
    assert game.hand(1) == "fire 1 x6"
    assert game.hand(2) == ""


def test_the_number_of_the_hand_is_one_of_the_box() -> None:
    box = box_with(numbers={"hand": 4})
    assert table(DRAWS, DRAWS, box=box).play("end").hand(0) == "air 1 x4"


# ---------------------------------------------------------------- elimination


def eliminated(game: Table) -> list[int]:
    return [number for number, _, _ in game.events(Event.ELIMINATED)]


@pytest.mark.parametrize("count", [6, 7, 8])
def test_six_or_more_madness_eliminate(count: int) -> None:
    game = table(seat(f"madness x{count}"), DRAWS).play("end")
    assert eliminated(game) == [0]
    assert game.asked == "act 1"


def test_element_cards_do_not_save_who_holds_six_madness() -> None:
    game = table(seat("madness x6, fire 1"), DRAWS).play("end")
    assert eliminated(game) == [0]


def test_five_madness_and_an_element_card_do_not_eliminate() -> None:
    game = table(seat("madness x5", deck="air 1"), DRAWS).play("end")
    assert eliminated(game) == []
    assert game.hand(0) == "air 1, madness x5"


def test_a_sixth_madness_that_is_drawn_up_eliminates() -> None:
    game = table(seat("madness x5", deck="madness"), DRAWS).play("end")
    assert eliminated(game) == [0]


def test_madness_in_support_does_not_count() -> None:
    here = seat("madness x5", support="madness x3", deck="air 1")
    assert eliminated(table(here, DRAWS).play("end")) == []


def test_six_madness_in_the_middle_of_a_turn_do_not_eliminate() -> None:
    game = table(seat("madness x7, fire 1 x2", deck="air 1"), DRAWS, box=box_with())
    game.play("cure madness of hand with fire")
    assert game.hand(0) == "madness x6"
    assert eliminated(game) == []


def test_nobody_is_eliminated_in_the_recovery_of_another() -> None:
    game = table(DRAWS, seat("madness x9"), DRAWS).play("end")
    assert eliminated(game) == []


def test_all_cards_and_spells_of_the_eliminated_leave_the_game() -> None:
    here = seat(
        "madness x6, fire 1", support="air 2, madness", discard="water 1", deck="earth 1 x2"
    )
    game = table(here, DRAWS, pile=9).play("end")
    assert (game.hand(0), game.support(0), game.discard(0), game.deck(0)) == ("",) * 4
    assert game.spells(0) == ""
    assert (game.pile, game.destroyed) == (9, "")
    gone = [int(n) for n in game.game.gone]
    assert gone == [1, 0, 0, 2, 0, 0, 1, 0, 0, 0, 1, 0, 7]


def test_the_others_go_on() -> None:
    game = table(seat("madness x6"), DRAWS, DRAWS).play("end")
    assert [game.play("end").deciding for _ in range(3)] == [2, 1, 2]
    assert is_idle(game)
