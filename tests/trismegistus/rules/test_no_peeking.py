"""Hidden cards change nothing that a seat can see: not its options, nor what it looks ahead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.trismegistus.rules.helpers import box_with
from tests.trismegistus.rules.property_checks import Table, copy_of
from tests.trismegistus.support.invariants import first_fault
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.rules.codes import LAID_BY, At, Frame
from trisim.games.trismegistus.rules.decks import draw_publication
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.machine import legal, resolve
from trisim.games.trismegistus.rules.state import LOG, MOVES
from trisim.games.trismegistus.rules.view import masked

Options = Callable[[Any, Any, Any], int]
KEYS = (11, 22, 33)


def reshuffled(table: Table, seat: int, key: int) -> Any:
    """A copy of the state with everything hidden from a seat dealt anew, by another key."""
    state = copy_of(table.state)
    state.seed = key
    masked(state, table.tables, seat)
    return state


def decider(state: Any) -> int:
    """Who decides."""
    return int(state.stack[state.depth - 1].seat)


def options_of(state: Any, tables: Any, find: Options = legal) -> list[int]:
    """The options that ``find`` gives in a state."""
    moves = np.zeros(MOVES, np.int32)
    return [int(move) for move in moves[: find(state, tables, moves)]]


def peeks(table: Table, find: Options) -> bool:
    """Whether options change with what the deciding seat can't see."""
    real = options_of(table.state, table.tables, find)
    seat = decider(table.state)
    return any(options_of(reshuffled(table, seat, key), table.tables, find) != real for key in KEYS)


def curious_about_masterpieces(state: Any, tables: Any, moves: Any) -> int:
    """Options that depend on the next player's masterpiece."""
    n = int(legal(state, tables, moves))
    return n - int(state.labs[(decider(state) + 1) % 2].masterpiece) % 2


def curious_about_publications(state: Any, tables: Any, moves: Any) -> int:
    """Options that depend on a card in another hand, or on its deck."""
    n = int(legal(state, tables, moves))
    return n - int(state.publication_at[0] == (decider(state) + 1) % 2)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("intro", [False, True])
def test_options_show_nothing_hidden(players: int, intro: bool) -> None:
    table = Table(box_with(), players, 7, achievements=True, intro=intro)
    for now in table.decisions():
        if now.options and (players == 2 or now.state.decisions % 2):
            assert not peeks(now, legal), f"decision {now.state.decisions}"


@pytest.mark.parametrize("find", [curious_about_masterpieces, curious_about_publications])
def test_peeking_would_be_noticed(find: Options) -> None:
    found = 0
    for now in Table(box_with(), 2, 1).decisions():
        found += bool(now.options) and peeks(now, find)
    assert found > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_looking_ahead_shows_nothing_hidden(players: int) -> None:
    quiet = records(1, LOG)[0]
    for now in Table(box_with(), players, 8, achievements=True).decisions():
        if not now.options:
            return
        ahead = []
        for state in (copy_of(now.state), reshuffled(now, decider(now.state), KEYS[0])):
            moves = np.zeros(MOVES, np.int32)
            n = resolve(state, now.tables, moves, quiet, now.next_move())
            ahead.append(moves[:n].tolist())
        assert ahead[0] == ahead[1], f"decision {now.state.decisions}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_does_not_depend_on_what_is_hidden(players: int) -> None:
    for now in Table(box_with(), players, 9).decisions():
        if now.state.decisions % 7:
            continue
        for seat in range(players):
            other = reshuffled(now, seat, KEYS[1])
            other.seed = now.state.seed
            masked(other, now.tables, seat)
            mine = reshuffled(now, seat, int(now.state.seed))
            assert mine.tobytes() == other.tobytes(), f"decision {now.state.decisions}"


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_is_a_game_that_could_be(players: int) -> None:
    marks = np.zeros(MOVES, np.int32)
    for now in Table(box_with(), players, 10, achievements=True).decisions():
        if now.options and now.state.decisions % 7 == 0:
            for seat in range(players):
                assert first_fault(reshuffled(now, seat, KEYS[2]), now.tables, marks) == 0


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_keeps_what_the_seat_sees(players: int) -> None:
    for now in Table(box_with(), players, 12).decisions():
        if now.state.decisions % 7 == 0:
            for seat in range(players):
                check_what_is_seen(now, seat, reshuffled(now, seat, KEYS[0]))


def check_what_is_seen(table: Table, seat: int, view: Any) -> None:
    """Everything open, and everything of the seat's own, is as it was."""
    state = table.state
    if state.stack[state.depth - 1].kind != Frame.LABORATORY:  # before, cards are not looked at
        assert (view.dealt[seat] == state.dealt[seat]).all()
    assert (view.kept[seat] == state.kept[seat]).all()
    for name in ("market", "books", "bowls", "bonus", "order", "stack", "agenda", "unders"):
        assert (view[name] == state[name]).all(), name
    for other in range(table.players):
        lab, seen = state.labs[other], view.labs[other]
        for name in lab.dtype.names:
            if name != "masterpiece" or other == seat:
                assert (seen[name] == lab[name]).all(), name
        hands = state.publication_at == other, view.publication_at == other
        assert hands[0].sum() == hands[1].sum()
    for at in ("publication_at", "experiment_at", "artifact_at"):
        for where in (seat, LAID_BY + seat, At.AWAY, At.OPEN):
            assert ((state[at] == where) == (view[at] == where)).all(), at


def test_hidden_cards_are_dealt_anew() -> None:
    table = Table(box_with(), 2, 14)
    for _ in range(20):
        table.step()
    assert int(table.state.labs[1].masterpiece) >= 0
    views = [reshuffled(table, 0, key) for key in range(40)]
    masterpieces = {int(view.labs[1].masterpiece) for view in views}
    level = [card for card in box_with().experiments if card.level is Level.MASTERPIECE]
    assert len(masterpieces) > len(level) // 2
    assert int(table.state.labs[0].masterpiece) not in masterpieces
    hands = {tuple(np.argwhere(view.publication_at == 1).ravel()) for view in views}
    assert len(hands) > 3


# ---------------------------------------------------------------- the edge of what a seat controls


@pytest.mark.parametrize("players", [2, 4])
def test_looking_ahead_stops_before_the_choices_of_others(players: int) -> None:
    quiet = records(1, LOG)[0]
    moves = np.zeros(MOVES, np.int32)
    others = 0
    for now in Table(box_with(), players, 8, achievements=True).decisions():
        if not now.options:
            break
        state = copy_of(now.state)
        n = resolve(state, now.tables, moves, quiet, now.next_move())
        if n > 0:
            assert decider(state) == decider(now.state), f"decision {now.state.decisions}"
        elif not state.over and decider(state) != decider(now.state):
            others += 1
    assert others > 0


def test_looking_ahead_at_a_laboratory_does_not_shuffle_its_formulas() -> None:
    game = Game.new(players=2, seed=3, box=box_with())
    assert game.frame is Frame.LABORATORY
    quiet = records(1, LOG)[0]
    state = game.copy().state
    seat = decider(state)
    assert resolve(state, game.tables, np.zeros(MOVES, np.int32), quiet, game.legal()[0]) == 0
    assert state.labs[seat].alchemist >= 0
    assert set(state.labs[seat].formula.tolist()) == {-1}
    game.apply(game.legal()[0])
    assert -1 not in game.state.labs[seat].formula.tolist()


def test_a_publication_drawn_from_under_the_deck_leaves_no_trace_there() -> None:
    game = Game.new(players=2, seed=3, box=box_with())
    while game.state.choosing:
        game.apply(game.legal()[0])
    game.state.publication_at[game.state.publication_at == At.DECK] = At.AWAY
    while game.state.unders:
        draw_publication(game.state, game.tables)
        assert not game.state.under[game.state.unders :].any()
