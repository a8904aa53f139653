"""Random games at a table of one's own, step by step, with every check after each decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.madness.support.books import BOOKS, book_fault, enter, open_books
from tests.madness.support.invariants import Check, first_fault, options_fault, step_fault
from tests.madness.support.noise import random_move
from trisim.engine.chance import deal_seed
from trisim.engine.kernel import records
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.tables import box_record
from trisim.games.madness.box.words import Difficulty, Mode
from trisim.games.madness.rules.machine import apply, run_on
from trisim.games.madness.rules.setup import begin
from trisim.games.madness.rules.state import EVENTS, GAME, LOG, MOVES


@dataclass(frozen=True)
class Kind:
    """A kind of game: what is played, without a seed."""

    name: str
    box: Box
    players: int
    difficulty: Difficulty = Difficulty.I
    mode: Mode = Mode.NORMAL

    def fill(self, state: Any) -> Any:
        """Write the scenario into a blank game."""
        state.difficulty, state.mode = self.difficulty, self.mode
        return state


def scenarios() -> list[tuple[Difficulty, Mode]]:
    return [(difficulty, mode) for difficulty in Difficulty for mode in Mode]


@dataclass
class Table:
    """A game being played by random moves, at the level of records."""

    kind: Kind
    seed: int  # of the run
    number: int = 0  # of the deal
    tables: Any = None
    state: Any = field(init=False)
    log: Any = field(init=False)
    moves: Any = field(init=False)
    options: int = field(init=False)

    def __post_init__(self) -> None:
        self.tables = box_record(self.kind.box) if self.tables is None else self.tables
        self.state = self.kind.fill(records(1, GAME)[0])
        self.log = records(1, LOG)[0]
        self.log.capacity = EVENTS
        self.moves = np.zeros(MOVES, np.int32)
        begin(
            self.state,
            self.tables,
            self.log,
            self.kind.players,
            deal_seed(self.seed, self.number),
        )
        self.books = records(1, BOOKS)[0]
        open_books(self.books, self.state, self.tables)
        self.options = run_on(self.state, self.tables, self.moves, self.log, -1)
        self.before = copy_of(self.state)

    @property
    def legal(self) -> list[int]:
        return [int(move) for move in self.moves[: self.options]]

    def next_move(self) -> int:
        """The random move that comes next."""
        return int(random_move(self.state, self.moves, self.options))

    def apply(self, move: int) -> None:
        self.before = copy_of(self.state)
        self.options = apply(self.state, self.tables, self.moves, self.log, move)

    def decisions(self) -> Iterator[Table]:
        """This table at every decision, and at the end."""
        yield self
        while self.options:
            self.apply(self.next_move())
            yield self

    def play(self) -> Table:
        """To the end."""
        for _ in self.decisions():
            pass
        return self

    def fault(self) -> int:
        """The first check that fails; 0: none."""
        state, tables = self.state, self.tables
        enter(self.books, tables, self.log, self.kind.players)
        return int(
            options_fault(state, self.moves, self.options)
            or first_fault(state, tables)
            or step_fault(self.before, state)
            or book_fault(self.books, state, tables)
        )


def copy_of(state: Any) -> Any:
    """An independent copy of a state."""
    copies = records(1, GAME)
    copies[0] = state
    return copies[0]


def check_game(table: Table, every: int = 1) -> Table:
    """Play to the end, with the checks at every so many decisions and at the end.

    They are slow uncompiled; compiled, they are made at every decision (``test_compiled``).
    """
    for now in table.decisions():
        if now.state.over or now.state.decisions % every == 0:
            found = now.fault()
            assert not found, f"{Check(found).name} at {described(now)}"
    return table


def described(table: Table) -> str:
    """Where a table is, for messages."""
    where = f"{table.kind.name}, {table.kind.players} players, seed {table.seed}"
    return f"{where}, deal {table.number}, decision {table.state.decisions}"
