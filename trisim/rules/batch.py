"""Whole games inside compiled code: random play for benchmarks."""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.rules.chance import deal_seed
from trisim.rules.kernel import ARRAYS, U64, entry
from trisim.rules.machine import apply, run_on
from trisim.rules.noise import random_move
from trisim.rules.setup import set_up
from trisim.rules.state import Box, Log, Moves

ARRAYS["Games"] = ("Game", 1)
Games: TypeAlias = Any


@entry
def play_random(
    pool: Games, box: Box, moves: Moves, log: Log, players: int, seed: U64, games: int
) -> int:
    """Play games by random moves, one a deal of a run's seed; how many decisions there were.

    ``pool`` holds a blank game at 1; the last game played is left at 0.
    """
    decisions = 0
    for number in range(games):
        pool[0] = pool[1]
        game = pool[0]
        log.count = 0
        set_up(game, box, log, players, False, False, deal_seed(seed, number))
        n = run_on(game, box, moves, log, -1)
        while n > 0:
            n = apply(game, box, moves, log, random_move(game, moves, n))
        decisions += int(game.decisions)
    return decisions
