"""Views of solo games: the order of the bot's deck, its dice and its masterpieces stay hidden."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trismegistus.rules.bot.helpers import random_solo, solo_of
from tests.trismegistus.rules.helpers import box_with
from tests.trismegistus.rules.property_checks import Table, copy_of
from tests.trismegistus.rules.test_no_peeking import (
    KEYS,
    check_what_is_seen,
    decider,
    peeks,
    reshuffled,
)
from tests.trismegistus.support.bot_checks import bot_fault
from tests.trismegistus.support.invariants import first_fault
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.rules.bot.choices import roll_d6
from trisim.games.trismegistus.rules.bot.deck import top_card
from trisim.games.trismegistus.rules.bot.experiments import draw_masterpiece
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import Event, Frame
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, carry_out, legal, resolve, run_on
from trisim.games.trismegistus.rules.state import EVENTS, LOG, MOVES
from trisim.games.trismegistus.rules.view import masked

SEEDS = (3, 4)


def table_of(seed: int) -> Table:
    """A random solo game with random options."""
    return Table(box_with(), 2, seed, solo=random_solo(seed))


def early(seed: int) -> Table:
    """The same at the first turn of yours that comes after one of the bot's."""
    for now in table_of(seed).decisions():
        if now.state.turn_no > 1:
            return now
    raise AssertionError("no such turn")


@pytest.mark.parametrize("seed", SEEDS)
def test_solo_options_show_nothing_hidden(seed: int) -> None:
    for now in table_of(seed).decisions():
        if now.options:
            assert not peeks(now, legal), f"decision {now.state.decisions}"


@pytest.mark.parametrize("seed", SEEDS)
def test_solo_looking_ahead_shows_nothing_hidden_and_stops_before_the_bot(seed: int) -> None:
    quiet = records(1, LOG)[0]
    stops = 0
    for now in table_of(seed).decisions():
        if not now.options:
            break
        ahead = []
        for state in (copy_of(now.state), reshuffled(now, decider(now.state), KEYS[0])):
            moves = np.zeros(MOVES, np.int32)
            before = state.bot.tobytes()
            n = resolve(state, now.tables, moves, quiet, now.next_move())
            ahead.append(moves[:n].tolist())
            assert n != BOT_TO_MOVE
            assert state.bot.tobytes() == before
            stops += n == 0
        assert ahead[0] == ahead[1], f"decision {now.state.decisions}"
    assert stops > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_solo_a_view_does_not_depend_on_what_is_hidden(seed: int) -> None:
    for now in table_of(seed).decisions():
        if now.state.decisions % 5:
            continue
        for seat in range(2):
            other = reshuffled(now, seat, KEYS[1])
            other.seed = now.state.seed
            mine = reshuffled(now, seat, int(now.state.seed))
            masked(other, now.tables, seat)
            assert mine.tobytes() == other.tobytes(), f"decision {now.state.decisions}"


@pytest.mark.parametrize("seed", SEEDS)
def test_solo_a_view_keeps_what_is_seen_and_is_a_game_that_could_be(seed: int) -> None:
    marks = np.zeros(MOVES, np.int32)
    for now in table_of(seed).decisions():
        if now.options and now.state.decisions % 5 == 0:
            for seat in range(2):
                view = reshuffled(now, seat, KEYS[2])
                check_what_is_seen(now, seat, view)
                assert view.bot.tobytes() == now.state.bot.tobytes()
                assert view.solo.tobytes() == now.state.solo.tobytes()
                assert first_fault(view, now.tables, marks) == 0
                assert bot_fault(view, now.tables) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_solo_a_view_hides_the_next_card_the_d6_and_the_masterpieces(seed: int) -> None:
    table = early(seed)
    log = records(1, LOG)[0]
    log.capacity = EVENTS
    cards, masterpieces = set(), set()
    for key in range(40):
        view = reshuffled(table, decider(table.state), key)
        cards.add(top_card(view, table.tables))
        roll_d6(view, log, 2)
        masterpieces.add(int(draw_masterpiece(view, table.tables, log)))
    faces = {int(one.thing) for one in log.events[: log.count] if one.what == Event.BOT_ROLL}
    level = [card for card in table.box.experiments if card.level is Level.MASTERPIECE]
    assert len(cards) > 2
    assert faces == set(range(6))
    assert len(masterpieces) > len(level) // 2
    assert int(table.state.labs[1 - int(table.state.bot_seat)].masterpiece) not in masterpieces


def test_solo_a_view_hides_the_dice_of_the_setup() -> None:
    table = Table(box_with(), 2, 5, solo=solo_of(setup_rolls=2))
    assert table.state.stack[table.state.depth - 1].kind <= Frame.START_SLOT
    levels = set()
    for key in range(12):
        view = reshuffled(table, decider(table.state), key)
        quiet, moves = records(1, LOG)[0], np.zeros(MOVES, np.int32)
        while view.stack[view.depth - 1].kind <= Frame.START_SLOT:
            legal(view, table.tables, moves)
            carry_out(view, table.tables, quiet, int(moves[0]))
            if run_on(view, table.tables, moves, quiet, -1) == BOT_TO_MOVE:
                bot_moves(view, table.tables, quiet)
                break
        levels.add(tuple(view.labs[int(view.bot_seat)].level.tolist()))
    assert len(levels) > 3
