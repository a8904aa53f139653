"""Rules, publications: drawing two, putting one back, what lies under the deck."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import acting, card, first_arguments, play, told
from tests.trismegistus.rules.helpers_2 import FORMULAS, changed, is_idle, using
from trisim.games.trismegistus.rules.codes import LAID_BY, At, Event, Frame, Move
from trisim.games.trismegistus.rules.decks import publications_left
from trisim.games.trismegistus.rules.game import Game

ALL = [
    "pub-fire", "pub-water", "pub-earth", "pub-air", "pub-fire-water", "pub-earth-air",
    "pub-three", "pub-six",
]  # fmt: skip
"""The publications of a game of two."""


def drawing(
    own: list[str], other: list[str], times: int = 1, numbers: dict[str, int] | None = None
) -> Game:
    """Seat 0 draws publications; both hands are as given, the rest is the deck."""
    effect = "draw publications" + (f" x{times}" if times > 1 else "")
    changes: dict[str, dict[str, Any]] = {"formulas.duval-1": {"ability": effect}}
    if numbers:
        changes["rules.numbers"] = dict(numbers)
    game = acting(
        {"publications": other},
        box=changed(changes),
        alchemist="duval",
        formulas=FORMULAS,
        vault={"0,1": "duval-1"},
        publications=own,
    )
    game.events()
    return play(game, Move.USE_FORMULA, 0)


def hand(game: Game, seat: int = 0) -> set[str]:
    ids = [one.id for one in game.box.publications]
    return {ids[n] for n in range(len(ids)) if game.state.publication_at[n] == seat}


def under(game: Game) -> list[str]:
    ids = [one.id for one in game.box.publications]
    return [ids[int(n)] for n in game.state.under[: game.state.unders]]


def left(game: Game) -> int:
    return int(publications_left(game.state, game.tables))


def test_two_are_drawn_then_any_one_of_the_hand_goes_back() -> None:
    game = drawing(["pub-fire"], [])
    assert len(hand(game)) == 3
    assert game.frame is Frame.RETURN
    assert len(game.legal()) == 3
    assert can_return(game, "pub-fire")
    play(game, Move.RETURN, card(game, "pub-fire"))
    assert len(hand(game)) == 2
    assert "pub-fire" not in hand(game)
    assert is_idle(game)


def can_return(game: Game, ident: str) -> bool:
    return card(game, ident) in first_arguments(game, Move.RETURN)


def test_a_card_just_drawn_may_go_back() -> None:
    game = drawing(["pub-fire"], [])
    drawn = hand(game) - {"pub-fire"}
    ident = sorted(drawn)[0]
    play(game, Move.RETURN, card(game, ident))
    assert hand(game) == {"pub-fire"} | drawn - {ident}


def test_the_card_returned_goes_under_the_deck() -> None:
    game = drawing(["pub-fire"], [])
    play(game, Move.RETURN, card(game, "pub-fire"))
    assert under(game) == ["pub-fire"]
    assert int(game.state.publication_at[card(game, "pub-fire")]) == LAID_BY
    assert left(game) == 6


def test_what_lies_under_the_deck_is_drawn_last_and_in_order() -> None:
    game = drawing(ALL[:2], ALL[2:6], times=3)  # two left on top
    play(game, Move.RETURN, card(game, "pub-fire"))
    assert game.frame is Frame.ACTION  # then one left: taken, and none returned; then none
    assert under(game) == []
    assert hand(game) == {"pub-fire", "pub-water", "pub-three", "pub-six"}


def test_each_time_two_are_drawn_before_one_is_returned() -> None:
    game = drawing([], [], times=2)
    assert len(hand(game)) == 2
    game.apply(game.legal()[0])
    assert len(hand(game)) == 3
    game.apply(game.legal()[0])
    assert len(hand(game)) == 2
    assert is_idle(game)
    assert len(under(game)) == 2


def test_with_one_left_it_is_taken_and_none_returned() -> None:
    game = drawing(ALL[:3], ALL[3:7])
    assert is_idle(game)
    assert hand(game) == {*ALL[:3], ALL[7]}
    assert left(game) == 0


def test_with_none_left_nothing_happens() -> None:
    game = drawing(ALL[:3], ALL[3:])
    assert is_idle(game)
    assert hand(game) == set(ALL[:3])
    assert told(game, Event.DRAW, Event.RETURN) == []


def test_with_two_left_one_is_returned() -> None:
    game = drawing(ALL[:3], ALL[3:6])
    assert game.frame is Frame.RETURN
    assert len(game.legal()) == 5


def test_there_is_no_hand_limit() -> None:
    game = drawing(ALL[:6], [])
    game.apply(game.legal()[0])
    assert len(hand(game)) == 7


def test_publications_never_leave_the_game() -> None:
    game = drawing(ALL[:2], ALL[2:4], times=3)
    while game.frame is Frame.RETURN:
        game.apply(game.legal()[0])
    places = [int(game.state.publication_at[card(game, ident)]) for ident in ALL]
    assert At.AWAY not in places
    assert len(hand(game)) + len(hand(game, 1)) + left(game) == 8


def test_cards_of_more_players_are_not_in_the_deck() -> None:
    game = drawing([], ALL[:6])
    game.apply(game.legal()[0])
    assert hand(game) | set(under(game)) == {"pub-three", "pub-six"}


@pytest.mark.parametrize(("drawn", "returned"), [(1, 0), (2, 0), (3, 1), (4, 3), (3, 2), (2, 1)])
def test_other_numbers_drawn_and_returned(drawn: int, returned: int) -> None:
    numbers = {"publications_drawn": drawn, "publications_returned": returned}
    game = drawing(["pub-fire"], [], numbers=numbers)
    assert len(hand(game)) == 1 + drawn
    for _ in range(returned):
        assert game.frame is Frame.RETURN
        game.apply(game.legal()[0])
    assert is_idle(game)
    assert len(hand(game)) == 1 + drawn - returned
    assert len(under(game)) == returned


def test_drawing_and_returning_are_told() -> None:
    game = drawing(["pub-fire"], [])
    game.apply(game.legal()[0])
    draws = told(game, Event.DRAW, Event.RETURN)
    assert [delta for _, _, delta in draws] == [1, 1, -1]


def test_the_same_deal_draws_the_same_cards_whatever_was_chosen() -> None:
    one = drawing(["pub-fire"], [], times=2)
    other = one.copy()
    one.apply(one.legal()[0])
    other.apply(other.legal()[-1])
    assert hand(one) ^ hand(other) <= {*under(one), *under(other)}


def test_a_bonus_may_draw_for_each_of_something() -> None:
    game = using("draw publications per lowest level", levels=dict.fromkeys(LEVELS, 2))
    game.apply(game.legal()[0])
    assert game.frame is Frame.RETURN
    game.apply(game.legal()[0])
    assert is_idle(game)
    assert len(hand(game)) == 2


LEVELS = ("fire", "water", "earth", "air")
