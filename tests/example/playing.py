"""Games of the example, decision by decision, without strategies.

``python -m tests.example.playing GAMES`` plays games compiled and plain, compares every position,
and says how many were the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from summit import rules
from summit.state import EVENTS, GAME, LOG, MOVES, REGISTRY, Box, Game, Log, Moves
from trisim.engine.chance import draw
from trisim.engine.kernel import records

CHOICES = 3000
"""The stream that moves are chosen by."""


@dataclass
class Played:
    """A game on its way: its records, and how many options there are."""

    game: Any
    box: Any
    log: Any
    moves: Any
    n: int = 0

    @property
    def seat(self) -> int:
        return int(self.game.stack[self.game.depth - 1].seat)

    def options(self) -> list[int]:
        return [int(move) for move in self.moves[: self.n]]

    def apply(self, move: int) -> None:
        self.n = int(rules.apply(self.game, self.box, self.moves, self.log, move))

    def events(self) -> list[tuple[int, int, int, int]]:
        return [event.tolist() for event in self.log.events[: self.log.count]]


def begun(box: Any, players: int, seed: int, *, team: bool = False, winter: bool = False) -> Played:
    """A game before its first choice."""
    log = records(1, LOG)[0]
    log.capacity = EVENTS
    played = Played(records(1, GAME)[0], box, log, np.zeros(MOVES, np.int32))
    played.game.team, played.game.winter = team, winter
    rules.begin(played.game, box, log, players, seed)
    played.n = int(rules.run_on(played.game, box, played.moves, log, -1))
    return played


def random_game(played: Played) -> Iterator[Played]:
    """Play on at random; before each choice and at the end."""
    seed = int(played.game.seed)
    while played.n:
        yield played
        at = draw(seed, CHOICES, int(played.game.decisions), played.n)
        played.apply(int(played.moves[at]))
    yield played


@REGISTRY.entry
def play_random(game: Game, box: Box, log: Log, moves: Moves, players: int, seed: int) -> int:
    """The same in one go."""
    rules.begin(game, box, log, players, seed)
    n = rules.run_on(game, box, moves, log, -1)
    while n > 0:
        n = rules.apply(game, box, moves, log, int(moves[draw(seed, CHOICES, game.decisions, n)]))
    return int(game.decisions)
