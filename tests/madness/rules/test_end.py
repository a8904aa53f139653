"""The end of the game: won, or lost in one of three ways, at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.madness.rules.boxes import box_with
from tests.madness.rules.table import Place, Table, effect, new_game, seat, table
from trisim.games.madness.rules.codes import Event, Loss

DRAWS = seat(deck="air 1 x40")
LAST = "cover-1 page-1 page-2 page-3 page-4 page-5 last"


def at_the_end(*places: Place, **board: Any) -> Table:
    """The last monster, before the monster phase of turn 31."""
    usual: dict[str, Any] = {"book": LAST, "monster": 5, "space": 5, "turn": 31, "start": "monster"}
    board = usual | board
    return table(*(places or (DRAWS, DRAWS)), **board)


def test_won_when_no_curse_of_the_last_monster_is_left() -> None:
    game = at_the_end()
    assert (game.asked, bool(game.game.won), int(game.game.loss)) == ("won", True, Loss.NONE)


def test_not_before_the_invocation_space() -> None:
    game = at_the_end(space=4)
    assert game.asked == "act 0"
    game.play("end")
    assert game.asked == "won"


@pytest.mark.parametrize("curses", ["fire-1", "- - fire-1/neutral", "- - - - multi-1"])
def test_lost_when_the_last_monster_escapes(curses: str) -> None:
    assert at_the_end(curses=curses).asked == "lost: escape"


def test_monsters_that_escaped_before_do_not_matter() -> None:
    game = at_the_end()
    assert game.game.beaten == 0b100000
    assert game.asked == "won"


def test_nothing_happens_after_the_end() -> None:
    game = at_the_end()
    assert game.game.depth == 0
    assert game.options == []
    assert game.events(Event.ENDED)[0][1:] == (1, 0)


def test_thirty_turns_and_the_monster_phase_of_the_31st() -> None:
    box = box_with(failure={"*": "", "last": "lose"}, rounds=[0] * 6)
    game = new_game("m1", "m8", box=box)
    while not game.game.over:
        hold_on(game)
    assert game.game.turn == 31
    assert game.asked == "lost: escape"
    numbers = [number for _, _, number in game.events(Event.MONSTER)]
    turns = [event.delta for event in game.log.events[: game.log.count] if event.what == Event.TURN]
    assert (numbers, len(turns)) == (list(range(6)), 31)
    assert len(game.events(Event.ESCAPED)) == 6


def hold_on(game: Table) -> None:
    """End the turn with a pile that lasts and hands without madness."""
    game.game.pile = 60
    for own in game.game.seats[:2]:
        own.hand[12] = 0
    game.play("end" if "end" in game.options else game.options[0])


def test_lost_when_madness_must_be_taken_from_an_empty_pile_even_in_mid_effect() -> None:
    game = effect("each: madness 1 to hand, then draw 1; draw 9", DRAWS, DRAWS, pile=1)
    assert game.asked == "lost: pile"
    assert game.hand(0) == "air 1, madness"
    assert game.hand(1) == ""


def test_lost_in_the_monster_phase() -> None:
    box = box_with(curses={"fire-1": "madness 1 to discard"})
    game = table(DRAWS, DRAWS, space=1, curses="fire-1", box=box, pile=0, start="monster")
    assert game.asked == "lost: pile"


def test_lost_in_recovery() -> None:
    game = table(seat("fire 1"), DRAWS, pile=0).play("end")
    assert game.asked == "lost: pile"


def test_lost_in_an_action_on_the_turn_of_another() -> None:
    game = effect("another: act 1", DRAWS, seat("earth 1", spells="growth, ice"), pile=0)
    # the card that pays is in the discard pile, and the deck is empty
    assert game.play("cast growth").asked == "lost: pile"


def test_lost_when_all_players_are_eliminated() -> None:
    game = table(seat("madness x6"), seat("madness x6")).play("end")
    assert game.asked == "act 1"
    assert game.play("end").asked == "lost: madness"


def test_lost_when_the_last_player_is_eliminated() -> None:
    assert table(seat("madness x6"), DRAWS, out=[1]).play("end").asked == "lost: madness"


def test_one_player_who_is_left_may_win() -> None:
    assert at_the_end(DRAWS, DRAWS, DRAWS, out=[1, 2]).asked == "won"


def test_won_and_lost_are_effects_of_the_last_page() -> None:
    assert effect("win").asked == "won"
    assert effect("each: lose").asked == "lost: escape"


def test_the_cause_of_the_end_is_logged() -> None:
    assert effect("madness 1 to hand", pile=0).events(Event.ENDED)[0][1:] == (0, Loss.PILE)
    game = table(seat("madness x6"), DRAWS, out=[1]).play("end")
    assert game.events(Event.ENDED)[0][1:] == (0, Loss.MADNESS)
