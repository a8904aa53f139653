"""Kernels that play games by an evaluator or the search, and deal anew before every decision."""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.engine.chance import hash3
from trisim.engine.kernel import U64
from trisim.games.madness.kernels import REGISTRY, entry, kernel
from trisim.games.madness.players.policy import Choosers, Policies
from trisim.games.madness.rules.codes import Frame
from trisim.games.madness.rules.machine import apply, assigned, masked, run_on
from trisim.games.madness.rules.setup import begin
from trisim.games.madness.rules.stack import deciding_seat, pending
from trisim.games.madness.rules.state import Box, Log, Moves

REGISTRY.arrays["Games"] = ("Game", 1)
Games: TypeAlias = Any
Floats: TypeAlias = Any

BLANK, HERE, ANEW = 0, 1, 2
"""Places of the pool."""

USUAL, OTHER = 0, 1
"""Places of the policies: of the player, and of the same player in positions dealt anew."""

DECISIONS, MOVES_DIFFER, VALUES_DIFFER, WON, ROWS = 0, 1, 2, 3, 8
"""What is found; behind it, move and value of the first decisions."""

KEYS = 3
"""How often each position is dealt anew."""


@kernel
def compare_anew(
    pool: Games,
    box: Box,
    moves: Moves,
    n: int,
    policies: Policies,
    move: int,
    found: Floats,
    choosers: Choosers,
) -> None:
    """Deal all that is hidden anew: the move and the values of all options must stay."""
    seat = deciding_seat(pool[HERE])
    for key in range(KEYS):
        pool[ANEW] = pool[HERE]
        game = pool[ANEW]
        game.seed = hash3(game.seed, 12345 + key, int(game.decisions))
        masked(game, box, seat)
        found[MOVES_DIFFER] += int(choosers[0](game, box, moves, n, seat, policies[OTHER]) != move)
        for option in range(n):
            value = policies[OTHER].evaluation.values[option]
            found[VALUES_DIFFER] += int(value != policies[USUAL].evaluation.values[option])


@entry
def play_and_compare(
    pool: Games,
    box: Box,
    moves: Moves,
    log: Log,
    policies: Policies,
    mages: Moves,
    players: int,
    seed: U64,
    choosers: Choosers,
    found: Floats,
) -> int:
    """Play a game by one player in all seats; what was found is added up."""
    pool[HERE] = pool[BLANK]
    game = pool[HERE]
    begin(game, box, log, players, seed)
    n, row = run_on(game, box, moves, log, -1), 0
    while n != 0:
        seat, log.count = deciding_seat(game), 0
        if pending(game) == Frame.MAGE:
            n = apply(game, box, moves, log, assigned(game, int(mages[seat])))
            continue
        move = choosers[0](game, box, moves, n, seat, policies[USUAL])
        place = ROWS + 2 * row
        if place + 1 < len(found):
            found[place] = move
            found[place + 1] = policies[USUAL].evaluation.values[0]
        compare_anew(pool, box, moves, n, policies, move, found, choosers)
        found[DECISIONS] += 1.0
        row += 1
        n = apply(game, box, moves, log, move)
    found[WON] += int(game.won)
    return row
