"""Games on trial: random play inside compiled code, with every check after each decision."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.madness.support.books import Books, book_fault, enter, open_books
from tests.madness.support.invariants import Check, first_fault, options_fault, step_fault
from tests.madness.support.noise import random_move
from tests.state_hash import Words, state_hash
from trisim.engine.chance import deal_seed, hash3
from trisim.engine.kernel import U64
from trisim.engine.loop import LOG_RESERVE
from trisim.games.madness.kernels import REGISTRY, entry, kernel
from trisim.games.madness.rules.machine import apply, legal, masked, run_on
from trisim.games.madness.rules.setup import begin
from trisim.games.madness.rules.state import Box, Game, Log, Moves

REGISTRY.arrays["Games"] = ("Game", 1)
REGISTRY.arrays["Shelf"] = ("Books", 1)
REGISTRY.arrays["Words"] = ("uint64", 1)
REGISTRY.arrays["Trace"] = ("int64", 1)
Games: TypeAlias = Any
Shelf: TypeAlias = Any
Trace: TypeAlias = Any

GAME, BLANK, BEFORE, OTHER, POOL = 0, 1, 2, 3, 4
"""Places in the pool: the game, a blank one, the one a decision ago, and one to try things on."""

NUMBER, DECISION, DEEPEST, MOST, FRAMES, EVENTS, CAUSES, ENDS, STEPS = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Places in a trace: the game and its decision; the deepest stack and the most options; a bit for
each kind of decision, event, cause and end that there was; then three numbers a decision."""


@kernel
def fault_now(pool: Games, box: Box, moves: Moves, n: int, books: Books, log: Log) -> int:
    """The first check that fails now."""
    game = pool[GAME]
    if log.count + LOG_RESERVE > log.capacity:  # a run would abort the game
        return int(Check.ENDLESS)
    fault = options_fault(game, moves, n)
    if fault == 0:
        fault = first_fault(game, box)
    if fault == 0:
        fault = step_fault(pool[BEFORE], game)
    if fault == 0:
        enter(books, box, log, int(game.players))
        fault = book_fault(books, game, box)
    return fault


@kernel
def hidden_fault(pool: Games, box: Box, moves: Moves, marks: Moves, n: int) -> int:
    """Whether options are those of a game with other hidden cards, which could be this one."""
    game, other = pool[GAME], pool[OTHER]
    pool[OTHER] = pool[GAME]
    other.seed = hash3(game.seed, int(game.decisions), n)
    if legal(other, box, marks) != n:
        return int(Check.HIDDEN)
    for place in range(n):
        if marks[place] != moves[place]:
            return int(Check.HIDDEN)
    return first_fault(other, box)


@kernel
def branch_fault(
    pool: Games, box: Box, moves: Moves, marks: Moves, n: int, log: Log, every: int
) -> int:
    """Carry out some options on copies, dealt anew in turn: each leads to a right position."""
    game, other, count = pool[GAME], pool[OTHER], int(log.count)
    for place in range(int(game.decisions) % every, n, every):
        pool[OTHER] = pool[GAME]
        if place % 2 == 1:
            masked(other, box, place % int(game.players))
        left = apply(other, box, marks, log, int(moves[place]))
        log.count = count
        if first_fault(other, box) != 0 or options_fault(other, marks, left) != 0:
            return int(Check.BRANCH)
    return 0


@kernel
def write_reached(trace: Trace, game: Game, log: Log, n: int) -> None:
    """Note what there is now in games; events at the end."""
    trace[DECISION] = game.decisions
    trace[DEEPEST] = max(trace[DEEPEST], int(game.depth))
    trace[MOST] = max(trace[MOST], n)
    if not game.over:
        trace[FRAMES] |= 1 << int(game.stack[game.depth - 1].kind)
        return
    trace[ENDS] |= 1 << int(game.loss)
    for place in range(int(log.count)):
        trace[EVENTS] |= 1 << int(log.events[place].what)
        trace[CAUSES] |= 1 << int(log.events[place].cause)


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
    every: int,
    seed: U64,
    first: int,
    games: int,
) -> int:
    """Play games by random moves with every check after each decision.

    Stops at the first fault and returns the check that failed, else 0. With room in ``trace`` each
    decision adds the number of options, the move and the hash of the state before it. One of
    ``every`` options is tried on a copy. ``pool`` and ``shelf`` hold blanks at 1, the game's with
    its difficulty and mode; ``words`` is the memory of ``pool``.
    """
    size = len(words) // len(pool)
    at = STEPS
    for number in range(first, first + games):
        trace[NUMBER] = number
        pool[GAME] = pool[BLANK]
        shelf[0] = shelf[1]
        game = pool[GAME]
        log.count = 0
        begin(game, box, log, players, deal_seed(seed, number))
        open_books(shelf[0], game, box)
        n = run_on(game, box, moves, log, -1)
        pool[BEFORE] = pool[GAME]
        while True:
            write_reached(trace, game, log, n)
            fault = fault_now(pool, box, moves, n, shelf[0], log)
            if fault == 0 and n > 0:
                fault = hidden_fault(pool, box, moves, marks, n)
            if fault == 0 and n > 0:
                fault = branch_fault(pool, box, moves, marks, n, log, every)
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
            pool[BEFORE] = pool[GAME]
            n = apply(game, box, moves, log, move)
    return 0
