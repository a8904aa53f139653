"""The log, the stack of frames, and the small deeds every chapter uses."""

from __future__ import annotations

from trisim.engine.moves import move_of
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Part
from trisim.games.trismegistus.rules.state import AGENDA, STACK, Box, Game, Log, Moves

REACTION = int(Thing.REACTION)


@kernel
def note(game: Game, log: Log, what: int, seat: int, thing: int, delta: int) -> None:
    """Tell the log what happened, and why."""
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
def push(game: Game, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Put a frame on the stack, with the cause of what happens now."""
    if game.depth >= STACK:
        raise OverflowError("too much is pending")
    frame = game.stack[game.depth]
    frame.kind = kind
    frame.seat = seat
    frame.cause = game.cause
    frame.cause_id = game.cause_id
    frame.arg[0] = a
    frame.arg[1] = b
    frame.arg[2] = c
    frame.arg[3] = 0
    frame.arg[4] = 0
    game.depth += 1


@kernel
def pop(game: Game) -> None:
    """Take the top frame off."""
    game.depth -= 1


@kernel
def add_move(moves: Moves, n: int, kind: int, a: int, b: int, c: int) -> int:
    """Put an option on the list and return how many there are."""
    if n >= len(moves):
        raise OverflowError("more options than there is room for")
    moves[n] = move_of(kind, a, b, c)
    return n + 1


@kernel
def hold(game: Game, log: Log, seat: int, thing: int, delta: int) -> None:
    """Gain or pay a thing that is held and counted; points go to ``points``."""
    if delta != 0:
        game.labs[seat].held[thing] += delta
        note(game, log, Event.HOLD, seat, thing, delta)


@kernel
def part_of(cause: int) -> int:
    """The part of the score that points on the way belong to."""
    if cause == Cause.EXPERIMENT:
        return int(Part.BONUSES)
    if cause == Cause.FORMULA:
        return int(Part.FORMULAS)
    if cause == Cause.VAULT:
        return int(Part.VAULT)
    if cause == Cause.ACHIEVEMENT:
        return int(Part.ACHIEVEMENTS)
    return int(Part.ABILITIES)


@kernel
def points(game: Game, log: Log, seat: int, part: int, delta: int) -> None:
    """Score points in a part of the score."""
    if delta != 0:
        game.labs[seat].vp[part] += delta
        note(game, log, Event.POINTS, seat, part, delta)


@kernel
def cap_supply(game: Game, box: Box, thing: int, amount: int) -> int:
    """How many cubes the supply still has; all that are asked for if it is not limited."""
    supply = int(box.rules.cube_supply)
    if supply == 0 or thing > Thing.GOLD:
        return amount
    for seat in range(int(game.players)):
        for cube in range(int(Thing.GOLD) + 1):
            supply -= int(game.labs[seat].held[cube])
    return max(0, min(amount, supply))


@kernel
def gain(game: Game, box: Box, log: Log, seat: int, thing: int, amount: int) -> None:
    """Gain so many of a named thing, points included."""
    if thing == Thing.POINT:
        points(game, log, seat, part_of(int(game.cause)), amount)
    else:
        hold(game, log, seat, thing, cap_supply(game, box, thing, amount))


@kernel
def begin_effects(game: Game, box: Box, seat: int, first: int, count: int) -> None:
    """Put the parts of an effect on the agenda and a frame for them on the stack."""
    if count == 0:
        return
    if int(game.agenda_top) + count > AGENDA:
        raise OverflowError("too many effects are pending")
    for row in range(first, first + count):
        game.agenda[game.agenda_top] = row
        game.agenda_top += 1
    push(game, Frame.EFFECTS, seat, count, 0, 0)
