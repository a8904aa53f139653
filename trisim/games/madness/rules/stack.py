"""The log, the stack of frames, and small functions that every chapter uses."""

from __future__ import annotations

from trisim.engine.moves import move_of
from trisim.games.madness.kernels import inlined, kernel
from trisim.games.madness.rules.codes import ARGS, Act, Eff, Event, Frame, Loss
from trisim.games.madness.rules.state import STACK, Box, Game, Log, Moves


@kernel
def note(game: Game, log: Log, what: int, seat: int, thing: int, delta: int) -> None:
    """Write an event to the log, with its cause."""
    if log.count < log.capacity:
        event = log.events[log.count]
        event.what = what
        event.seat = seat
        event.thing = thing
        event.delta = delta
        event.cause = game.cause
        event.cause_id = game.cause_id
        log.count += 1


@kernel
def because(game: Game, cause: int, cause_id: int) -> None:
    """Say why the following happens."""
    game.cause = cause
    game.cause_id = cause_id


@kernel
def push(game: Game, kind: int, seat: int, first: int, second: int) -> None:
    """Put a frame on the stack, with the cause of what happens now."""
    if game.depth >= STACK:
        raise OverflowError("too many frames are pending")
    frame = game.stack[game.depth]
    frame.kind = kind
    frame.seat = seat
    frame.cause = game.cause
    frame.cause_id = game.cause_id
    for arg in range(ARGS):
        frame.arg[arg] = 0
    frame.arg[0] = first
    frame.arg[1] = second
    game.depth += 1


@kernel
def push_effect(game: Game, caster: int, row: int, boost: int, spell: int) -> None:
    """Put the steps of an effect on the stack; a row below 0 is none."""
    if row < 0:
        return
    push(game, Frame.EFFECT, caster, row, boost)
    frame = game.stack[game.depth - 1]
    frame.arg[Eff.SEAT] = -1
    frame.arg[Eff.LEFT] = -1
    frame.arg[Eff.PLAYERS] = -1
    frame.arg[Eff.LAST] = -1
    frame.arg[Eff.TO] = -1
    frame.arg[Eff.SPELL] = spell


@kernel
def push_actions(game: Game, seat: int, actions: int, kept: int) -> None:
    """Let a seat take actions: any number with -1."""
    push(game, Frame.ACT, seat, 0, 0)
    frame = game.stack[game.depth - 1]
    frame.arg[Act.LEFT] = actions
    frame.arg[Act.KEPT] = kept


@inlined
def pop(game: Game) -> None:
    game.depth -= 1


@inlined
def pending(game: Game) -> int:
    """The kind of the top frame."""
    return int(game.stack[game.depth - 1].kind)


@kernel
def is_pending(game: Game, kind: int) -> bool:
    """Whether a frame of a kind is on the stack."""
    for place in range(int(game.depth)):
        if game.stack[place].kind == kind:
            return True
    return False


@kernel
def deciding_seat(game: Game) -> int:
    """The seat of the top frame."""
    return int(game.stack[game.depth - 1].seat)


@kernel
def note_choice(game: Game, log: Log, seat: int, options: int) -> None:
    """Log that a seat has a choice."""
    note(game, log, Event.CHOICE, seat, pending(game), options)


@kernel
def add_move(moves: Moves, n: int, kind: int, first: int, second: int) -> int:
    """Append an option; return the number of options."""
    if n >= len(moves):
        raise OverflowError("more options than there is room for")
    moves[n] = move_of(kind, first, second, 0)
    return n + 1


@kernel
def is_in(game: Game, seat: int) -> bool:
    """Whether a seat is still in the game."""
    return 0 <= seat < int(game.players) and not game.seats[seat].out


@kernel
def next_in(game: Game, seat: int) -> int:
    """A seat, or the next one clockwise that is not eliminated; -1: all are."""
    players = int(game.players)
    for step in range(players):
        other = (seat + step) % players
        if not game.seats[other].out:
            return other
    return -1


@kernel
def end_game(game: Game, log: Log, seat: int, won: bool, loss: int) -> None:
    """The game is over at once: nothing that is pending happens.

    ``seat`` is the one whose madness loses it; -1 if it is nobody's.
    """
    game.over = True
    game.won = won
    game.loss = loss
    game.depth = 0
    note(game, log, Event.ENDED, seat, int(won), loss)


@kernel
def finish(game: Game, box: Box, log: Log) -> None:
    """Score a game that is aborted: it counts as lost."""
    game.over = True
    game.won = False
    game.loss = Loss.NONE
