"""Games on trial: random play inside compiled code, with every check after each decision."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.state_hash import Words, state_hash
from tests.trismegistus.support.books import Books, book_fault, enter
from tests.trismegistus.support.bot_checks import bot_fault
from tests.trismegistus.support.invariants import first_fault, options_fault, step_fault
from tests.trismegistus.support.noise import random_move
from trisim.engine.chance import deal_seed
from trisim.engine.kernel import U64
from trisim.games.trismegistus.kernels import REGISTRY, entry, kernel
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, apply, run_on
from trisim.games.trismegistus.rules.setup import set_up
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves

REGISTRY.arrays["Games"] = ("Game", 1)
REGISTRY.arrays["Shelf"] = ("Books", 1)
REGISTRY.arrays["Words"] = ("uint64", 1)
REGISTRY.arrays["Trace"] = ("int64", 1)
REGISTRY.pointers["Bots"] = ("int Game Box Log", 1)
Games: TypeAlias = Any
Shelf: TypeAlias = Any
Trace: TypeAlias = Any
Bots: TypeAlias = Any


@kernel
def fault_now(
    pool: Games, box: Box, moves: Moves, n: int, marks: Moves, books: Books, log: Log
) -> int:
    """The first check that fails now, ``pool[2]`` being the state one decision ago."""
    game = pool[0]
    fault = options_fault(game, moves, n)
    if fault == 0:
        fault = first_fault(game, box, marks)
    if fault == 0:
        fault = bot_fault(game, box)
    if fault == 0:
        fault = step_fault(pool[2], game, box)
    if fault == 0:
        enter(books, box, log, int(game.players))
        fault = book_fault(books, game, box)
    return fault


@kernel
def bot_goes_on(game: Game, box: Box, moves: Moves, log: Log, n: int, bots: Bots) -> int:
    """Botmegistus does what it has to, until somebody has a real choice: how many options."""
    while n == BOT_TO_MOVE:
        bots[0](game, box, log)
        n = run_on(game, box, moves, log, -1)
    return n


@entry
def play_checked(
    pool: Games,
    words: Words,
    box: Box,
    moves: Moves,
    marks: Moves,
    shelf: Shelf,
    log: Log,
    trace: Trace,
    players: int,
    achievements: bool,
    intro: bool,
    seed: U64,
    first: int,
    games: int,
    bots: Bots,
) -> int:
    """Play games by random moves with every check after each decision.

    Stops at the first fault and returns the check that failed, else 0; ``trace`` begins with the
    game, the decision and how many decisions there were in all. Where it has room for more, each
    decision adds the number of options, the move and the hash of the state before it.
    ``pool`` and ``shelf`` hold blanks at 1, which say whether the game is solo; ``words`` is the
    memory of ``pool``, and ``bots`` has the kernel of Botmegistus.
    """
    size = len(words) // len(pool)
    trace[2] = 0
    at = 3
    for number in range(first, first + games):
        trace[0] = number
        pool[0] = pool[1]
        shelf[0] = shelf[1]
        game = pool[0]
        log.count = 0
        set_up(game, box, log, players, achievements, intro, deal_seed(seed, number))
        n = bot_goes_on(game, box, moves, log, run_on(game, box, moves, log, -1), bots)
        pool[2] = pool[0]
        while True:
            trace[1] = game.decisions
            fault = fault_now(pool, box, moves, n, marks, shelf[0], log)
            if fault != 0:
                return fault
            move = random_move(game, moves, n) if n > 0 else -1
            if at + 3 <= len(trace):
                trace[at] = n
                trace[at + 1] = move
                trace[at + 2] = state_hash(words, size)
                at += 3
            if n == 0:
                break
            pool[2] = pool[0]
            n = bot_goes_on(game, box, moves, log, apply(game, box, moves, log, move), bots)
        trace[2] += game.decisions
    return 0
