"""Positions: what is written is read back and goes on in the same way; errors take one line."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.madness.text.helpers import (
    Data,
    choose,
    new_game,
    options,
    played,
    position,
    reference,
    small_box,
)
from trisim.engine.game import GameError
from trisim.games.madness.box.box import Box
from trisim.games.madness.rules.codes import Act, Event, Frame
from trisim.games.madness.rules.state import GAME, SEAT
from trisim.games.madness.text.kit import TEXT
from trisim.games.madness.text.position import (
    PositionError,
    make_position,
    read_position,
    write_position,
)
from trisim.games.madness.text.position_maker import CURSE_KEYS, SEAT_KEYS, TOP_KEYS
from trisim.games.madness.text.position_table import (
    CURSE_ENTRIES,
    DERIVED,
    GAME_ENTRIES,
    SEAT_ENTRIES,
)

BOXES = {"testbox": small_box, "reference": reference}
COMPARED = [name for name in (GAME.names or ()) if name not in DERIVED]


def is_writable(game: Any) -> bool:
    """Whether a player chooses an action in the own turn."""
    top = game.state.stack[game.state.depth - 1]
    return bool(top.kind == Frame.ACT and top.arg[Act.LEFT] < 0)


def positions(box: Box, seeds: range, share: float) -> Iterator[Any]:
    """Random positions that can be written."""
    for seed in seeds:
        game, chance = new_game(seed, box), random.Random(seed)
        for _ in played(game, seed):
            if is_writable(game) and chance.random() < share:
                yield game.copy()


def log_of(game: Any) -> list[tuple[int, ...]]:
    return [(e.what, e.seat, e.thing, e.delta, e.cause, e.cause_id) for e in game.events()]


@pytest.mark.parametrize("name", BOXES)
def test_what_was_written_is_read_and_written_the_same(name: str) -> None:
    box = BOXES[name]()
    for game in positions(box, range(8), 0.2):
        text = write_position(game)
        again = read_position(text, box)
        assert write_position(again) == text
        assert again.legal() == game.legal()
        for field in (*COMPARED, "library_level", "token_supply", "depth"):
            assert np.array_equal(game.state[field], again.state[field]), field
        for one, other in zip(game.state.seats, again.state.seats, strict=True):
            assert one.deck_n == other.deck_n
            assert list(one.marks) == list(other.marks)


@pytest.mark.parametrize("name", BOXES)
def test_what_a_seat_sees_of_a_position_read_back_is_the_same(name: str) -> None:
    box = BOXES[name]()
    for game in positions(box, range(20, 24), 0.05):
        again = read_position(write_position(game), box)
        one, other = game.view(game.seat), again.view(game.seat)
        one.events(), other.events()
        for view in (one, other):
            for _ in played(view, 5):
                pass
        assert log_of(one) == log_of(other)


def test_a_position_read_back_goes_on_to_the_same_end() -> None:
    for box in (small_box(), reference()):
        for game in positions(box, range(40, 46), 0.05):
            again = read_position(write_position(game), box)
            for one in (game, again):
                one.events()
                for _ in played(one, 11):
                    pass
            assert log_of(game) == log_of(again)
            assert game.loss is again.loss


def test_every_field_of_the_records_is_written_or_derived() -> None:
    written = {entry.field for entry in (*GAME_ENTRIES, *CURSE_ENTRIES, *SEAT_ENTRIES)}
    fields = {*(GAME.names or ()), *(SEAT.names or ())}
    assert fields == written | set(DERIVED)
    assert not written & set(DERIVED)


def test_only_actions_of_the_own_turn_can_be_written() -> None:
    seen = set()
    game = new_game(3)
    for _ in played(game, 3):
        seen.add(is_writable(game))
        if not is_writable(game):
            with pytest.raises(PositionError, match="chooses an action in their own turn"):
                write_position(game)
    assert seen == {True, False}


def test_the_texts_of_the_game_read_and_write_positions() -> None:
    game = position(turn=4)
    assert TEXT.write_position is not None
    assert TEXT.read_position is not None
    again = TEXT.read_position(TEXT.write_position(game), small_box())
    assert write_position(again) == write_position(game)


# ---------------------------------------------------------------- what a position can say


def test_what_is_not_named_is_as_after_an_ordinary_setup() -> None:
    game = position(players=3, seed=5)
    state = game.state
    assert [int(seat.mage) for seat in state.seats[:3]] == [0, 1, 2]
    assert [int(seat.hand.sum()) for seat in state.seats[:3]] == [7, 7, 7]
    assert (int(state.turn), int(state.space), int(state.monster)) == (1, 1, 0)
    assert not (state.track >= 0).any()
    assert int(state.pile) == 20
    assert small_box().sheets[int(state.book[0])].side.word == "cover"


def test_the_moment_follows_from_the_turn() -> None:
    state = position(players=3, turn=13).state
    assert (int(state.active), int(state.space), int(state.monster)) == (0, 3, 2)
    assert sum(int(sheet) >= 0 for sheet in state.book) == 4


def test_who_names_cards_has_those_alone_and_the_stacks_have_the_rest() -> None:
    game = position(seats=[{"mage": "m1", "hand": {"fire 2": 1}}, {"mage": "m3", "hand": {}}])
    first, second = game.state.seats[:2]
    assert (int(first.hand.sum()), int(first.deck_n), int(second.hand.sum())) == (1, 0, 0)
    copies = {card.id: card.copies for card in small_box().elements}
    assert int(game.state.stock[7]) == copies["fire-2"] - 1


def test_every_key_of_a_position() -> None:
    game = position(
        players=2,
        seed=9,
        decisions=4,
        difficulty="III",
        mode="terror",
        turn=8,
        active=0,
        space=3,
        monster=2,
        beaten=[1],
        pile=3,
        to="act",
        book=["cover-a", "page-1", "page-2"],
        library={"fire": "doom"},
        stacks={"water 2": 1},
        destroyed={"madness": 1},
        gone={"air 1": 1},
        curse_shuffles={"multi": 1},
        curses=[
            {
                "id": "guest",
                "on": "4",
                "neutralised": True,
                "madness": 2,
                "tokens": {"air": 1},
            }
        ],
        curses_away={"destroyed": ["sink"], "under": ["mud", "ash"]},
        seats=[
            {
                "mage": "m2",
                "ability_used": True,
                "wild_used": True,
                "hand": {"water 1": 1},
                "support": {"water 2": 1},
                "discard": {"madness": 1},
                "deck": {"air 1": [2]},
                "top": ["madness", "earth 1"],
                "shuffles": 3,
                "spells": ["growth", "", "ice"],
                "exhausted": ["ice"],
                "neutralised": ["ice"],
                "cast": ["growth"],
            },
            {"mage": "m3"},
        ],
    )
    state, own = game.state, game.state.seats[0]
    data = tomllib.loads(write_position(game))
    assert {*data} == {*TOP_KEYS} - {"to"}
    assert {*data["curses"][0]} == {*CURSE_KEYS}
    assert {*data["seats"][0]} == {*SEAT_KEYS} - {"out"}
    ids = [spell.id for spell in small_box().spells]
    assert list(own.spells[:4]) == [ids.index("growth"), -1, ids.index("ice"), -1]
    assert list(own.marks[:3]) == [4, 0, 3]
    assert (int(own.deck_n), int(own.top_n)) == (3, 2)
    assert int(own.deck[9]) == 1 << 2
    assert int(state.token_supply[3]) == 1
    assert int(state.library_level[2]) == 3


def test_known_cards_of_a_deck_come_in_their_order() -> None:
    game = position(seats=[{"hand": {"earth 1": 1}, "top": ["fire 1", "air 1"], "deck": {}}])
    choose(game, "cast Growth (1 earth)")
    drawn = [
        e.thing & 15 for e in game.events() if e.what is Event.CARDS and e.thing >> 4 & 15 == 4
    ]
    assert drawn[0] == 6


def test_the_next_turn_can_begin() -> None:
    game = position(
        players=3,
        turn=2,
        to="turn",
        curses=[{"id": "fire-loss", "on": "3 left"}],
    )
    log = game.events()
    assert [e.thing for e in log if e.what is Event.TURN] == [3]
    assert [e.delta for e in log if e.what is Event.CURSE_STRIKES] == [1]


def test_the_first_turn_can_begin() -> None:
    game = position(players=2, turn=0, to="turn")
    assert (int(game.state.turn), int(game.state.monster)) == (1, 0)


def test_who_is_eliminated_has_nothing() -> None:
    game = position(players=3, turn=2, seats=[{"out": True}])
    assert int(game.state.seats[0].deck_n) == 0
    assert game.seat == 1


# ---------------------------------------------------------------- impossible positions


IMPOSSIBLE: list[tuple[Data, str]] = [
    ({"player": 2}, "position: unknown key 'player'; did you mean 'players'?"),
    ({"players": 6}, "players = 6: a whole number from 2 to 5 is expected"),
    ({"players": True}, "players = True: a whole number"),
    ({"seed": -1}, "seed = -1: a whole number from 0"),
    ({"difficulty": "IV"}, "difficulty: unknown word 'IV'; did you mean 'I'?"),
    ({"mode": 3}, "mode: unknown word '3'"),
    ({"to": "ac"}, "to: unknown word 'ac'; did you mean 'act'?"),
    ({"turn": 0}, "turn = 0: no turn has begun"),
    ({"turn": 31}, "turn = 31: a whole number from 0 to 30 is expected"),
    ({"turn": 3, "space": 0}, "turn = 3, space = 0, monster = 1: before the first turn all are 0"),
    ({"turn": 0, "to": "turn", "monster": 2}, "before the first turn all are 0"),
    ({"active": 2}, "active = 2: a seat that is in the game is expected"),
    ({"active": 0, "seats": [{"out": True}]}, "active = 0: a seat that is in the game"),
    ({"seats": [{"out": True}, {"out": True}]}, "active = -1: a seat that is in the game"),
    ({"seats": [{}, {}, {}]}, "a list of at most 2 is expected"),
    ({"seats": [3]}, "seats 0 = 3: a table is expected"),
    ({"seats": [{"mag": "m1"}]}, "seats 0: unknown key 'mag'; did you mean 'mage'?"),
    ({"seats": [{"mage": "m99"}]}, "seats 0, mage: no mage 'm99'"),
    ({"seats": [{"mage": ""}]}, "seats 0, mage: this is nobody; name another mage"),
    ({"seats": [{"mage": "m2"}, {"mage": "m2"}]}, "seats 1, mage: this is seat 0"),
    ({"seats": [{"hand": {"fire 4": 1}}]}, "seats 0, hand: unknown kind of card 'fire 4'"),
    ({"seats": [{"hand": {"fire 1": -1}}]}, "seats 0, hand.fire 1 = -1: a whole number from 0"),
    ({"seats": [{"hand": ["fire 1"]}]}, "seats 0, hand = ['fire 1']: a table is expected"),
    ({"seats": [{"hand": {"fire 1": 99}}]}, "fire 1: the position has 102 cards, and the game 22"),
    ({"seats": [{"deck": {"air 1": [1, 1]}}]}, "seats 0, deck.air 1: copy 1 stands there twice"),
    ({"seats": [{"deck": {"air 1": [62]}}]}, "seats 0, deck.air 1 = 62: a whole number from 0 to"),
    ({"seats": [{"top": ["fire"]}]}, "seats 0, top: unknown kind of card 'fire'"),
    ({"seats": [{"spells": ["ice", "ice"]}]}, "seats 0, spells: a spell stands there twice"),
    ({"seats": [{"spells": ["icy"]}]}, "seats 0, spells: no spell 'icy'; did you mean 'ice'?"),
    ({"seats": [{"exhausted": ["flood"]}]}, "seats 0, exhausted: unknown spell 'flood'"),
    ({"seats": [{"out": 1}]}, "seats 0, out = 1: true or false is expected"),
    (
        {"seats": [{"out": True, "hand": {"fire 1": 1}}, {}]},
        "seats 0: out = true: who is eliminated has no cards and spells",
    ),
    ({"curses": [{"on": "2"}]}, "curses 0: 'id' is missing; name a curse"),
    ({"curses": [{"id": "guest"}]}, "curses 0, on: unknown space 'None'; known: 2, 3 left"),
    ({"curses": [{"id": "guest", "on": "6"}]}, "curses 0, on: unknown space '6'"),
    (
        {"curses": [{"id": "guest", "on": "2"}, {"id": "guest", "on": "4"}]},
        "curses 1: 'guest' stands in two places",
    ),
    (
        {"curses": [{"id": "guest", "on": "2"}, {"id": "mud", "on": "2"}]},
        "curses 1, on: another curse is on 2",
    ),
    (
        {"curses": [{"id": "guest", "on": "2", "tokens": {"air": 9}}]},
        "curses: there are only 2 tokens of each element",
    ),
    (
        {"curses": [{"id": "guest", "on": "2"}], "curses_away": {"under": ["guest"]}},
        "curses_away, under: 'guest' stands in two places",
    ),
    ({"curses_away": {"over": []}}, "curses_away: unknown key 'over'"),
    ({"curses_away": {"destroyed": [""]}}, "curses_away, destroyed: no curse 'None'"),
    ({"book": ["cover-a"]}, "book: 2 sheets are expected, from the cover to the right page"),
    ({"book": ["page-1", "page-2"]}, "book: 'page-1' is no cover sheet"),
    (
        {"turn": 6, "book": ["cover-a", "page-1", "page-1"]},
        "book: 'page-1' stands there twice; name each once",
    ),
    ({"library": {"fire": "flood"}}, "library: 'flood' is a water spell; move it"),
    ({"library": {"fire": "combustion"}}, "library: 'combustion' is a basic spell; move it"),
    ({"pile": 21}, "madness: the position has 21 cards, and the game 15"),
    ({"stacks": {"fire 1": 20}}, "fire 1: the position has"),
    ({"beaten": [7]}, "beaten = 7: a whole number from 1 to 6 is expected"),
]


@pytest.mark.parametrize(("data", "words"), IMPOSSIBLE, ids=lambda value: str(value)[:60])
def test_an_impossible_position_is_named_in_one_line(data: Data, words: str) -> None:
    with pytest.raises(PositionError) as raised:
        position(data)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["players = ", "[seats", "a = 1\nb = “x”", "\x00", "x = 1\nx = 2"])
def test_what_is_not_toml_is_said_in_one_line(text: str) -> None:
    with pytest.raises(PositionError, match=r"^position.*: this is not TOML: ") as raised:
        read_position(text, small_box())
    assert "\n" not in str(raised.value)


WORDS = ["ice", "guest", "mud", "m1", "fire 1", "madness", "2", "3 left", "", "x", "\n", "cover-a"]
VALUES = st.recursive(
    st.one_of(
        st.integers(-2, 300),
        st.just(10**30),
        st.booleans(),
        st.sampled_from(WORDS),
        st.floats(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from([*SEAT_KEYS, *CURSE_KEYS, *WORDS, "fire", "under", "destroyed"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


def made(data: Data) -> tuple[Any, str]:
    """A position, or why it is none."""
    try:
        return make_position(data, small_box()), ""
    except PositionError as error:
        return None, str(error)


@given(st.dictionaries(st.sampled_from([*TOP_KEYS, "x"]), VALUES, max_size=6))
def test_whatever_stands_in_a_position_is_read_or_named_in_one_line(data: Data) -> None:
    game, error = made(data)
    if game is None:
        assert error
        assert "\n" not in error
        return
    assert game.is_over or options(game)
    for number, _ in enumerate(played(game, 1)):
        if number > 30:
            break


def test_a_position_error_is_an_error_of_the_game() -> None:
    assert issubclass(PositionError, GameError)
