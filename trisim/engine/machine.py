"""A game as a machine of decisions: its stack of frames, its log, and its steps.

A frame is a pending task: a decision of a seat, or a step that runs by itself. The top frame comes
first. A game numbers its kinds of frames in this order:

- decisions: kinds below ``DECISIONS``;
- automatic consequences of a move;
- chance and the other players: kinds from ``EDGE`` on, where look-ahead stops.

The functions are templates. ``STACK`` is bound before the rules, which use it, and ``MACHINE``
after them, to the three kernels that the rules of a game consist of.
``docs/decisions/0002-machine-of-decisions.md`` has the reasons.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import kernel, struct
from trisim.engine.moves import move_of
from trisim.engine.template import OF_GAME, Templates

STACK, MACHINE = Templates(), Templates()

Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any

# the kernels of a game

legal = OF_GAME
"""``legal(game, box, moves)`` lists the options of the pending decision: how many there are."""

carry_out = OF_GAME
"""``carry_out(game, box, log, move)`` takes the pending decision off and does the move."""

run_frame = OF_GAME
"""``run_frame(game, box, log)`` takes the top frame, which is no decision, off and does it."""

DECISIONS = OF_GAME
"""Frames of a kind below this are decisions."""

EDGE = OF_GAME
"""Frames of this kind or above are chance, or belong to other players."""

CHOICE = 0
"""The event that tells of a choice, in the log of every game: kind of frame, number of options."""

# ---------------------------------------------------------------- records

FRAME = struct(("kind", np.int8), ("seat", np.int8), ("arg", np.int16, (2,)))


def game_type(*fields: tuple[Any, ...], stack: int = 16) -> np.dtype[Any]:
    """The record of a game: the fields of every game, its own fields, and a stack of frames."""
    return struct(
        ("seed", np.uint64),
        ("players", np.int8),
        ("over", np.bool_),
        ("decisions", np.int32),  # made so far, forced ones not counted
        *fields,
        ("depth", np.int8),  # of the stack
        ("stack", FRAME, (stack,)),
    )


# ---------------------------------------------------------------- stack and log


@STACK.kernel
def note(log: Log, what: int, seat: int, thing: int, delta: int) -> None:
    """Write an event to the log."""
    if log.count < log.capacity:
        event = log.events[log.count]
        event.what = what
        event.seat = seat
        event.thing = thing
        event.delta = delta
        log.count += 1


@STACK.kernel
def push(game: Game, kind: int, seat: int) -> None:
    push_with(game, kind, seat, 0, 0)


@STACK.kernel
def push_with(game: Game, kind: int, seat: int, a: int, b: int) -> None:
    """Put a frame with two numbers on the stack."""
    if game.depth >= len(game.stack):
        raise OverflowError("too many frames are pending")
    frame = game.stack[game.depth]
    frame.kind = kind
    frame.seat = seat
    frame.arg[0] = a
    frame.arg[1] = b
    game.depth += 1


@STACK.kernel
def pop(game: Game) -> None:
    game.depth -= 1


@STACK.kernel
def pending(game: Game) -> int:
    """The kind of the top frame."""
    return int(game.stack[game.depth - 1].kind)


@STACK.kernel
def deciding_seat(game: Game) -> int:
    """The seat of the top frame."""
    return int(game.stack[game.depth - 1].seat)


@STACK.kernel
def note_choice(game: Game, log: Log, seat: int, options: int) -> None:
    """Log that a seat has a choice."""
    note(log, CHOICE, seat, pending(game), options)


@kernel
def add_move(moves: Moves, n: int, kind: int, first: int) -> int:
    """Append an option with one argument; return the number of options."""
    if n >= len(moves):
        raise OverflowError("more options than there is room for")
    moves[n] = move_of(kind, first, 0, 0)
    return n + 1


# ---------------------------------------------------------------- going on


@MACHINE.kernel
def run_on(game: Game, box: Box, moves: Moves, log: Log, mover: int) -> int:
    """Continue to the next real choice; return its number of options, 0 at the end of the game.

    A decision with one option is made automatically. With a ``mover`` it stops before chance and
    the other players, and returns 0 there; with -1 it continues.
    """
    while not game.over and game.depth > 0:
        frame = game.stack[game.depth - 1]
        kind = int(frame.kind)
        if mover >= 0 and (kind >= EDGE or (kind < DECISIONS and int(frame.seat) != mover)):
            return 0
        if kind >= DECISIONS:
            run_frame(game, box, log)
        else:
            n = legal(game, box, moves)
            if n > 1:
                return n
            if n == 0:
                raise ValueError("a decision without options")
            carry_out(game, box, log, int(moves[0]))
    return 0


@MACHINE.kernel
def resolve(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """Make a move with its consequences: up to the next choice, chance or another player."""
    mover = int(game.stack[game.depth - 1].seat)
    carry_out(game, box, log, move)
    return run_on(game, box, moves, log, mover)


@MACHINE.kernel
def apply(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """Make a move and continue to the next real choice; its options are in ``moves``."""
    game.decisions += 1
    carry_out(game, box, log, move)
    return run_on(game, box, moves, log, -1)
