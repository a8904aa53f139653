"""Properties of every game: checked over random games on both boxes, and that checks can fail.

Here uncompiled, over a few games; ``test_compiled`` does the same over thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.madness.properties.boxes import random_box, reference, small_box
from tests.madness.properties.playing import Kind, Table, check_game, copy_of
from tests.madness.support import trial
from tests.madness.support.invariants import Check
from trisim.engine.kernel import records
from trisim.games.madness.box.words import MADNESS, Difficulty, Mode, Zone
from trisim.games.madness.rules.codes import Event, Frame, Loss
from trisim.games.madness.rules.machine import apply, legal
from trisim.games.madness.rules.stack import note
from trisim.games.madness.rules.state import GAME

PLAYERS = (2, 3, 4, 5)


def kind(players: int = 3, mode: Mode = Mode.TERROR) -> Kind:
    return Kind("reference", reference(), players, Difficulty.II, mode)


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_keep_every_check(players: int) -> None:
    check_game(Table(kind(players, Mode(players % 4)), players), every=4)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_on_the_test_box_keep_every_check(players: int) -> None:
    check_game(Table(Kind("test box", small_box(), players, Difficulty.III, Mode.BOTH), 7), every=4)


def test_random_games_with_random_effects_keep_every_check() -> None:
    check_game(Table(Kind("random", random_box(5), 3, Difficulty.III), 7), every=4)


# ---------------------------------------------------------------- checks can fail


@cache
def first_midgame() -> Table:
    """A table in an action phase of the second round, checked so far; not to be changed."""
    for seed in range(20):
        table = Table(kind(), seed)
        for now in table.decisions():
            state = now.state
            if state.turn == 8 and state.stack[state.depth - 1].kind == Frame.ACT:
                assert table.fault() == 0
                table.before = copy_of(state)
                return table
    raise AssertionError("no game comes so far")


def midgame() -> Table:
    """A copy of it."""
    table = copy(first_midgame())
    table.state, table.before = copy_of(table.state), copy_of(table.before)
    table.log, table.books = table.log.copy(), table.books.copy()
    table.moves = table.moves.copy()
    return table


def seat(table: Table, number: int = 0) -> Any:
    return table.state.seats[number]


def put(field: str, value: object, place: object = None) -> Callable[[Table], None]:
    """A plant: a field of the game gets another value."""

    def plant(table: Table) -> None:
        if place is None:
            table.state[field] = value
        else:
            table.state[field][place] = value

    return plant


def put_seat(field: str, value: object, place: object = None) -> Callable[[Table], None]:
    """A plant: a field of seat 0 gets another value."""

    def plant(table: Table) -> None:
        if place is None:
            seat(table)[field] = value
        else:
            seat(table)[field][place] = value

    return plant


def lie(what: Event, number: int, thing: int, delta: int) -> Callable[[Table], None]:
    """A plant: a line in the log that nothing stands behind."""
    return lambda table: note(table.state, table.log, what, number, thing, delta)


def cards(kind: int, source: Zone, target: Zone) -> int:
    return kind | source << 4 | target << 8


def first_of(counts: Any) -> int:
    """The first kind of which there is a card."""
    return int(np.flatnonzero(counts)[0])


def move(table: Table, number: int, source: str, target: str) -> None:
    """Move a card of a seat without a word."""
    own = seat(table, number)
    card = first_of(own[source])
    own[source][card] -= 1
    own[target][card] += 1


def add_a_card(table: Table) -> None:
    seat(table).hand[0] += 1


def owe_a_card(table: Table) -> None:
    own, card = seat(table), first_of(seat(table).hand)
    own.discard[card] += own.hand[card] + 1
    own.hand[card] = -1


def take_a_spell_twice(table: Table) -> None:
    seat(table).spells[7] = table.state.library[0]


def leave_a_mark(table: Table) -> None:
    own = seat(table)
    own.marks[int(np.flatnonzero(own.spells < 0)[0])] = 1


def hold_six_spells(table: Table) -> None:
    basic = [number for number, spell in enumerate(reference().spells) if not spell.basic]
    seat(table).spells[:6] = [spell for spell in basic if spell not in table.state.library][:6]


def mix_stacks_up(table: Table) -> None:
    library = table.state.library
    library[:2] = library[1::-1].copy()


def lay_a_curse_twice(table: Table) -> None:
    there = [int(curse) for curse in table.state.track if curse >= 0]
    table.state.track[:2] = there[0]


def curse_without_a_place(table: Table) -> None:
    table.state.curses[np.flatnonzero(table.state.curses[: len(reference().curses)] == 0)[0]] = -1


def token_on_nothing(table: Table) -> None:
    table.state.track[4] = -1
    table.state.tokens[4, 0] += 1
    table.state.token_supply[0] -= 1


def seat_out_of_turn(table: Table) -> None:
    """An eliminated player, with all that is right then, is to act."""
    own, state = seat(table), table.state
    for zone in ("hand", "support", "discard"):
        state.gone += own[zone]
        own[zone] = 0
    for card in range(13):
        state.gone[card] += int(own.deck[card]).bit_count()
    state.gone += np.bincount(own.top[: own.top_n], minlength=13).astype(np.int8)
    own.deck[:], own.deck_n, own.top_n, own.out = 0, 0, 0, True
    own.spells[:], own.marks[:] = -1, 0
    state.active = 0


def end_for_nothing(loss: Loss, won: bool) -> Callable[[Table], None]:
    """The game is over, and the log says so; but nothing has happened for that."""

    def plant(table: Table) -> None:
        state = table.state
        state.over, state.won, state.loss, state.depth = True, won, loss, 0
        table.options = 0
        note(state, table.log, Event.ENDED, -1, int(won), loss)

    return plant


def double_an_option(table: Table) -> None:
    table.moves[1] = table.moves[0]


def bring_back(table: Table) -> None:
    table.before.gone[3] = 1


def bring_a_player_back(table: Table) -> None:
    table.before.seats[1].out = True


def turn_back(table: Table) -> None:
    table.before.turn = 30


def end_a_turn_without_cards(table: Table) -> None:
    """The next turn is told while the hand of this one is no full hand."""
    state = table.state
    active = int(state.active)
    card = first_of(seat(table, active).hand)
    note(state, table.log, Event.CARDS, active, cards(card, Zone.HAND, Zone.DISCARD), 1)
    note(state, table.log, Event.TURN, int(state.turn) % 3, int(state.turn) + 1, 0)


def take_a_turn_twice(table: Table) -> None:
    """The hand is filled up, and the next turn is that of the same player."""
    state = table.state
    active = int(state.active)
    missing = 6 - int(seat(table, active).hand.sum())
    if missing > 0:
        drawn = cards(0, Zone.BOX, Zone.HAND)
        note(state, table.log, Event.CARDS, active, drawn, missing)
    note(state, table.log, Event.TURN, active, int(state.turn) + 1, 0)


def fill_a_support(table: Table) -> None:
    """More cards than the hand has: the first fault is that there is no room."""
    note(table.state, table.log, Event.CARDS, 0, cards(0, Zone.HAND, Zone.SUPPORT), 9)


def told(what: Event, place: int) -> Callable[[Table], None]:
    """A plant: something happens to a curse that is not there."""
    return lambda table: note(table.state, table.log, what, 0, 40, place)


PLANTS: list[tuple[Check, Callable[[Table], None]]] = [
    (Check.COUNTS, owe_a_card),
    (Check.COUNTS, put("used", -1, (0, 0))),
    (Check.CARDS, add_a_card),
    (Check.CARDS, put("pile", 0)),
    (Check.DECK, lambda table: seat(table).__setattr__("deck_n", 50)),
    (Check.DECK, put_seat("top_n", -1)),
    (Check.PASSING, lambda table: move(table, 0, "hand", "passing")),
    (Check.SPELLS, take_a_spell_twice),
    (Check.SPELLS, leave_a_mark),
    (Check.SPELLS, hold_six_spells),
    (Check.LIBRARY, mix_stacks_up),
    (Check.LIBRARY, put("library_level", 3, 0)),
    (Check.LIBRARY, put("library", -1, 0)),
    (Check.TOKENS, put("token_supply", 5, 0)),
    (Check.TOKENS, token_on_nothing),
    (Check.CURSES, lay_a_curse_twice),
    (Check.CURSES, curse_without_a_place),
    (Check.CURSES, put("curses", 99, 0)),
    (Check.TURN, put("turn", 9)),
    (Check.TURN, put("space", 5)),
    (Check.TURN, put("monster", 0)),
    (Check.ACTIVE, seat_out_of_turn),
    (Check.OUT, put_seat("out", True)),
    (Check.BOOK, put("book", -1, 1)),
    (Check.BOOK, lambda table: put("book", table.state.book[1], 2)(table)),
    (Check.BOOK, lambda table: put("book", table.state.book[1], 0)(table)),
    (Check.BEATEN, put("beaten", 1 << 3)),
    (Check.STACK, put("depth", 0)),
    (Check.STACK, lambda table: table.state.stack[0].__setattr__("seat", 4)),
    (Check.END, end_for_nothing(Loss.PILE, False)),
    (Check.END, end_for_nothing(Loss.ESCAPE, False)),
    (Check.END, end_for_nothing(Loss.MADNESS, False)),
    (Check.END, end_for_nothing(Loss.NONE, True)),
    (Check.END, end_for_nothing(Loss.NONE, False)),
    (Check.OPTIONS, lambda table: table.__setattr__("options", 1)),
    (Check.OPTIONS, double_an_option),
    (Check.ENDLESS, put("decisions", 100_000)),
    (Check.COMES_BACK, bring_back),
    (Check.COMES_BACK, bring_a_player_back),
    (Check.GOES_BACK, turn_back),
    (Check.BOOK_CARDS, lie(Event.CARDS, 0, cards(0, Zone.STOCK, Zone.DISCARD), 1)),
    (Check.BOOK_CARDS, lie(Event.CARDS, 0, cards(MADNESS, Zone.PILE, Zone.DESTROYED), 1)),
    (Check.BOOK_CARDS, lie(Event.CARDS, 0, cards(5, Zone.BOX, Zone.HAND), 1)),
    (Check.BOOK_SPELLS, lie(Event.EXHAUSTED, 0, 5, 7)),
    (Check.BOOK_SPELLS, lie(Event.SPELL_DESTROYED, 0, 0, 5)),
    (Check.BOOK_CURSES, told(Event.CURSE_DESTROYED, 0)),
    (Check.BOOK_CURSES, told(Event.CURSE_LAID, 0)),
    (Check.BOOK_CURSES, lie(Event.PILE_REFILLED, -1, 0, 3)),
    (Check.BOOK_TOKENS, lie(Event.TOKEN, -1, 1, 0)),
    (Check.BOOK_TOKENS, lie(Event.TOKENS_BACK, -1, 1, 1)),
    (Check.BOOK_UNDER, lie(Event.CURSE_MADNESS, -1, 0, 1)),
    (Check.BOOK_TURNS, take_a_turn_twice),
    (Check.BOOK_TURNS, lambda table: put("active", (int(table.state.active) + 1) % 3)(table)),
    (Check.BOOK_TURNS, lie(Event.MARKER, 0, 5, 0)),
    (Check.BOOK_HAND, end_a_turn_without_cards),
    (Check.BOOK_PLACES, fill_a_support),
    (Check.BOOK_OUT, lie(Event.ELIMINATED, 0, 6, 0)),
    (Check.BOOK_END, lie(Event.ENDED, -1, 1, 0)),
    (Check.BOOK_MONSTERS, lie(Event.MONSTER, -1, 0, 2)),
    (Check.BOOK_MONSTERS, lie(Event.BEATEN, -1, 0, 0)),
    (Check.BOOK_LIBRARY, lie(Event.LIBRARY, -1, 5, 0)),
    (Check.BOOK_LIBRARY, lie(Event.LEARN, 0, 9, 6)),
    (Check.BOOK_SHUFFLES, lie(Event.SHUFFLED, 0, 99, 0)),
]
IN_TRIALS = {Check.HIDDEN, Check.BRANCH}
"""Planted below."""


@pytest.mark.parametrize(
    ("check", "plant"), PLANTS, ids=[f"{i}-{c.name}" for i, (c, _) in enumerate(PLANTS)]
)
def test_every_check_finds_what_is_planted(check: Check, plant: Callable[[Table], None]) -> None:
    table = midgame()
    plant(table)
    assert Check(table.fault()) is check


def test_every_check_is_planted() -> None:
    assert {check for check, _ in PLANTS} | IN_TRIALS == set(Check)


def pool_of(table: Table) -> Any:
    """A pool with the game of a table."""
    pool = records(trial.POOL, GAME)
    pool[trial.GAME] = table.state
    return pool


def tried(table: Table) -> Iterator[int]:
    """The faults of trials at a position: other hidden cards, and options carried out."""
    marks, n = np.zeros_like(table.moves), table.options
    for every in (1, 3):
        yield trial.hidden_fault(pool_of(table), table.tables, table.moves, marks, n)
        yield trial.branch_fault(
            pool_of(table), table.tables, table.moves, marks, n, table.log, every
        )


def test_trials_of_a_position_find_nothing() -> None:
    assert set(tried(midgame())) == {0}


def test_options_by_hidden_cards_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def curious(game: Any, box: Any, moves: Any) -> int:
        n = int(legal(game, box, moves))
        moves[0] += game.seed % 2**20
        return n

    monkeypatch.setattr(trial, "legal", curious)
    assert Check.HIDDEN in set(tried(midgame()))


def test_an_option_that_leads_to_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def thief(game: Any, box: Any, moves: Any, log: Any, option: int) -> int:
        game.pile -= 1
        return int(apply(game, box, moves, log, option))

    monkeypatch.setattr(trial, "apply", thief)
    assert Check.BRANCH in set(tried(midgame()))


# ---------------------------------------------------------------- copies


def is_same(one: Any, other: Any) -> bool:
    """Whether two states are the same, byte by byte."""
    return bool(one.tobytes() == other.tobytes())


@pytest.mark.parametrize("players", PLAYERS)
def test_asking_for_options_changes_nothing(players: int) -> None:
    for now in Table(kind(players), 81).decisions():
        if now.options:
            before, moves = copy_of(now.state), np.zeros_like(now.moves)
            assert legal(now.state, now.tables, moves) == now.options
            assert moves[: now.options].tolist() == now.legal
            assert is_same(before, now.state)


def test_old_states_stay_as_they_were_while_the_game_goes_on() -> None:
    copies, bytes_then = [], []
    for now in Table(kind(2), 82).decisions():
        copies.append(copy_of(now.state))
        bytes_then.append(now.state.tobytes())
    assert len(copies) > 50
    for old, then in zip(copies, bytes_then, strict=True):
        assert old.tobytes() == then


def test_playing_on_from_a_copy_gives_the_same_game() -> None:
    table = Table(kind(4), 83)
    copies = [
        (copy_of(now.state), now.moves.copy(), now.options)
        for now in table.decisions()
        if now.options and now.state.decisions % 25 == 5
    ]
    assert len(copies) > 1
    for state, moves, options in copies:
        other = Table(kind(4), 83, tables=table.tables)
        other.state, other.moves, other.options = state, moves, options
        assert is_same(other.play().state, table.state)


def test_two_copies_are_independent() -> None:
    table = midgame()
    one, other = copy_of(table.state), copy_of(table.state)
    before = table.state.tobytes()
    table.state = one
    table.apply(table.legal[-1])
    assert other.tobytes() == before
    assert one.tobytes() != before


def test_the_same_moves_give_the_same_bytes_again() -> None:
    one, other = Table(kind(5), 85).play(), Table(kind(5), 85).play()
    assert is_same(one.state, other.state)
    assert one.log.count == other.log.count
    assert one.log.events[: one.log.count].tobytes() == other.log.events[: one.log.count].tobytes()
