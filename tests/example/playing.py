"""Games of the example, decision by decision, without strategies.

``python -m tests.example.playing GAMES`` plays games compiled and plain, and says how many of them
were the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from summit import rules
from summit.box import FORMAT, box_record
from summit.state import (
    EVENTS,
    GAME,
    LOG,
    MOVES,
    REGISTRY,
    Box,
    Event,
    Frame,
    Game,
    Log,
    Move,
    Moves,
)
from trisim.box.box import load_box
from trisim.engine.chance import draw
from trisim.engine.kernel import records
from trisim.engine.moves import first_of, kind_of

CHOICES = 3000
"""The stream that moves are chosen by."""

BOX = load_box(FORMAT)


@dataclass
class Table:
    """A game on its way: its records, and how many options there are."""

    game: Any
    box: Any
    log: Any
    moves: Any
    n: int = 0

    @property
    def seat(self) -> int:
        return int(self.game.stack[self.game.depth - 1].seat)

    @property
    def frame(self) -> Frame:
        return Frame(int(self.game.stack[self.game.depth - 1].kind))

    def options(self) -> list[tuple[Move, int]]:
        """The options as kinds and numbers."""
        return [(Move(kind_of(int(move))), first_of(int(move))) for move in self.moves[: self.n]]

    def run_on(self) -> Table:
        self.n = int(rules.run_on(self.game, self.box, self.moves, self.log, -1))
        return self

    def apply(self, move: int) -> None:
        self.n = int(rules.apply(self.game, self.box, self.moves, self.log, move))

    def do(self, kind: Move, number: int = 0) -> None:
        """Make a move, which must be an option."""
        self.apply(int(self.moves[self.options().index((kind, number))]))

    def events(self, *kinds: Event) -> list[tuple[int, ...]]:
        """What the log has of some kinds, or all of it."""
        found = (tuple(event.tolist())[:4] for event in self.log.events[: self.log.count])
        return [event for event in found if not kinds or event[0] in kinds]


def begun(players: int = 3, seed: int = 1, *, team: bool = False, winter: bool = False) -> Table:
    """A game before its first choice."""
    log = records(1, LOG)[0]
    log.capacity = EVENTS
    table = Table(records(1, GAME)[0], box_record(BOX), log, np.zeros(MOVES, np.int32))
    table.game.team, table.game.winter = team, winter
    rules.begin(table.game, table.box, log, players, seed)
    return table.run_on()


def climbing(roles: Sequence[int] = (0, 1, 1), seed: int = 1, **how: bool) -> Table:
    """A game before the first choice of the first day, with these roles."""
    table = begun(len(roles), seed, **how)
    for role in roles:
        table.do(Move.ROLE, role)
    return table


def random_game(table: Table) -> Iterator[Table]:
    """Play on at random; before each choice and at the end."""
    seed = int(table.game.seed)
    while table.n:
        yield table
        table.apply(int(table.moves[draw(seed, CHOICES, int(table.game.decisions), table.n)]))
    yield table


@REGISTRY.entry
def play_random(game: Game, box: Box, log: Log, moves: Moves, players: int, seed: int) -> int:
    """The same in one go."""
    rules.begin(game, box, log, players, seed)
    n = rules.run_on(game, box, moves, log, -1)
    while n > 0:
        n = rules.apply(game, box, moves, log, int(moves[draw(seed, CHOICES, game.decisions, n)]))
    return int(game.decisions)


def played(number: int, is_compiled: bool) -> tuple[bytes, bytes]:
    """The last position and the log of a game, compiled or plain."""
    game, log = records(1, GAME)[0], records(1, LOG)[0]
    log.capacity = EVENTS
    game.team, game.winter = bool(number & 1), bool(number & 2)
    play = play_random.function(is_compiled)
    play(game, box_record(BOX), log, np.zeros(MOVES, np.int32), 2 + number % 4, number)
    return game.tobytes(), log.tobytes()


if __name__ == "__main__":
    numbers = range(int(sys.argv[1]))
    same = [played(number, True) == played(number, False) for number in numbers]
    sys.stdout.write(f"{sum(same)}\n")
