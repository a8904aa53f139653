"""What is hidden: the order of decks, piles and pages, which follows from the seed alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.madness.properties.boxes import reference, small_box
from tests.madness.properties.playing import Kind, Table, copy_of
from trisim.engine.kernel import records
from trisim.games.madness.box.words import Difficulty, Mode
from trisim.games.madness.rules.cards import next_unknown, take_top
from trisim.games.madness.rules.curses import next_curse
from trisim.games.madness.rules.library import spell_of_level
from trisim.games.madness.rules.machine import legal, masked
from trisim.games.madness.rules.state import LOG, MONSTERS
from trisim.games.madness.rules.turn import next_sheet

QUIET = records(1, LOG)[0]
KINDS_OF_GAMES = [
    Kind("reference", reference(), 3, Difficulty.II, Mode.TERROR),
    Kind("test box", small_box(), 4, Difficulty.III, Mode.NIGHTMARE),
]


def positions(kind: Kind, every: int = 4) -> Iterator[Table]:
    """Some positions of a game after its setup."""
    for now in Table(kind, 5).decisions():
        if now.options and now.state.turn > 0 and now.state.decisions % every == 0:
            yield now


def reseeded(state: Any, seed: int) -> Any:
    """The same position with everything hidden in another order."""
    other = copy_of(state)
    other.seed = seed
    return other


@pytest.mark.parametrize("kind", KINDS_OF_GAMES, ids=lambda kind: kind.name)
def test_the_hidden_order_changes_no_options(kind: Kind) -> None:
    for now in positions(kind, every=1):
        for seed in (1, 2**63):
            moves = np.zeros_like(now.moves)
            n = legal(reseeded(now.state, seed), now.tables, moves)
            assert moves[:n].tolist() == now.legal


@pytest.mark.parametrize("kind", KINDS_OF_GAMES, ids=lambda kind: kind.name)
def test_a_view_changes_nothing_but_the_order_of_what_is_hidden(kind: Kind) -> None:
    for now in positions(kind):
        for seat in range(kind.players):
            view = copy_of(now.state)
            masked(view, now.tables, seat)
            assert view.seed != now.state.seed
            view.seed = now.state.seed
            assert view.tobytes() == now.state.tobytes()


def hidden(table: Table, state: Any) -> list[list[int]]:
    """What comes next: of each deck, each pile of curses, the grimoire and the library."""
    state = copy_of(state)
    found = [[next_curse(state, table.tables, kind)] for kind in range(5)]
    found += [[spell_of_level(state, table.tables, element, 3)] for element in range(4)]
    found.append([next_sheet(state, table.tables, min(MONSTERS - 1, int(state.monster) + 2))])
    for seat in range(int(state.players)):
        own = state.seats[seat]
        below = int(own.deck_n - own.top_n)
        found.append([next_unknown(state, seat) for _ in range(below)])
    return found


def test_what_is_hidden_is_dealt_anew_for_each_view() -> None:
    same, seen = np.zeros(13), [set[str]() for _ in range(13)]
    views = 0
    for now in positions(KINDS_OF_GAMES[0], every=2):
        real = hidden(now, now.state)
        for seat in range(3):
            view = copy_of(now.state)
            masked(view, now.tables, seat)
            dealt = hidden(now, view)
            views += 1
            for place, (one, other) in enumerate(zip(dealt, real, strict=True)):
                same[place] += one == other
                seen[place].add(str(one))
    assert views > 60
    assert all(len(each) > 2 for each in seen)
    assert (same / views < 0.7).all()


def test_known_cards_of_a_deck_stay_in_a_view() -> None:
    table = next(positions(KINDS_OF_GAMES[0]))
    own = table.state.seats[1]
    own.top[:2], own.top_n, own.deck_n = [4, 7], 2, own.deck_n + 2
    for seat in range(3):
        view = copy_of(table.state)
        masked(view, table.tables, seat)
        assert [take_top(view, QUIET, 1) for _ in range(2)] == [7, 4]
