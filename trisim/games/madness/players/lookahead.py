"""A move on a copy of the game, and the choices that follow from it, whoever of the team has them.

It stops at the next action, and before chance. Draws are left out and counted: the cards are worth
what they are worth on average. Nothing that is hidden is read: the copies have no seed, and the
spell below a learned one stays unknown.
"""

from __future__ import annotations

from trisim.engine.kernel import copy_start
from trisim.games.madness.box.words import Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.players.judging import judge
from trisim.games.madness.players.paying import planned_payment
from trisim.games.madness.players.policy import BEST, LINE, ROOT, TRY, Policy, quiet_log
from trisim.games.madness.players.restricting import allow
from trisim.games.madness.rules.codes import DECISIONS, EDGE, Frame
from trisim.games.madness.rules.machine import carry_out, legal, run_frame
from trisim.games.madness.rules.stack import deciding_seat, pending, pop
from trisim.games.madness.rules.state import FRAME, GAME, SEATS, SPELLS, Box, Game, Moves
from trisim.players.search import WORST

STACK_AT, FRAME_SIZE = GAME.fields["stack"][1], FRAME.itemsize  # type: ignore[index]
"""Where the stack begins in a state, and the bytes of a frame: what lies above is not copied."""

STEPS = 48
"""Choices that follow a move, at the most."""


@kernel
def copy_state(policy: Policy, target: int, source: int) -> None:
    """Copy a position with what was left to chance in it."""
    state = policy.lookahead.states[source]
    size = STACK_AT + FRAME_SIZE * int(state.depth)
    copy_start(policy.lookahead.states, target, state, size)
    for seat in range(SEATS):
        policy.lookahead.coming[target, seat] = policy.lookahead.coming[source, seat]
        policy.lookahead.laid[target, seat] = policy.lookahead.laid[source, seat]


@kernel
def begin_root(game: Game, policy: Policy, seat: int) -> None:
    """Copy the position that is decided, without its seed."""
    policy.lookahead.seat = seat
    copy_start(policy.lookahead.states, ROOT, game, STACK_AT + FRAME_SIZE * int(game.depth))
    policy.lookahead.states[ROOT].seed = 0
    for other in range(SEATS):
        policy.lookahead.coming[ROOT, other] = 0
        policy.lookahead.laid[ROOT, other] = 0


@kernel
def skip_draw(policy: Policy, place: int) -> None:
    """Leave a draw to chance, and count its cards."""
    state = policy.lookahead.states[place]
    frame = state.stack[state.depth - 1]
    if frame.arg[1] == Zone.HAND and not frame.arg[2]:
        policy.lookahead.coming[place, frame.seat] += frame.arg[0]
    elif frame.arg[1] == Zone.SUPPORT:
        policy.lookahead.laid[place, frame.seat] += frame.arg[0]
    pop(state)


@kernel
def learn_unseen(state: Game) -> None:
    """Learn a spell; what lies below it is unknown."""
    frame = state.stack[state.depth - 1]
    own, element, slot = state.seats[frame.seat], int(frame.arg[0]), 0
    pop(state)
    while slot < SPELLS - 1 and own.spells[slot] >= 0:
        slot += 1
    own.spells[slot] = state.library[element]
    own.marks[slot] = 0
    state.library[element] = -1
    state.library_level[element] += 1


@kernel
def is_chance(kind: int) -> bool:
    """Whether looking ahead ends at a frame: what comes next is hidden."""
    return kind == Frame.LAY or (kind >= EDGE and kind != Frame.DRAW)


@kernel
def run_line(box: Box, policy: Policy, place: int, moves: Moves) -> int:
    """Go on to the next choice that isn't an action; how many options, 0 at an action or the end.

    A choice with one option is made, and payments are made as planned.
    """
    state = policy.lookahead.states[place]
    while state.depth > 0 and not state.over:
        kind = pending(state)
        if kind == Frame.ACT or is_chance(kind):
            return 0
        if kind == Frame.DRAW:
            skip_draw(policy, place)
        elif kind == Frame.LEARN:
            learn_unseen(state)
        elif kind >= DECISIONS:
            run_frame(state, box, quiet_log(policy.lookahead.log))
        else:
            n, planned = options_in(state, box, policy, moves), -1
            if kind == Frame.PAY and n > 1:
                planned = planned_payment(state, box, policy)
            if n > 1 and planned < 0 and kind != Frame.PAY:
                return n
            move = int(moves[0]) if planned < 0 else planned
            carry_out(state, box, quiet_log(policy.lookahead.log), move)
    return 0


@kernel
def options_in(state: Game, box: Box, policy: Policy, moves: Moves) -> int:
    """The options of a decision in a line of play: the player's own without what is restricted."""
    n = legal(state, box, moves)
    if policy.without.applies and deciding_seat(state) == policy.lookahead.seat:
        n = allow(state, box, moves, n, policy)
    return n


@kernel
def step(box: Box, policy: Policy, move: int) -> None:
    """A move in the line of play, and the choices that follow from it, each as is best at once."""
    carry_out(policy.lookahead.states[LINE], box, quiet_log(policy.lookahead.log), move)
    for _ in range(STEPS):
        n = run_line(box, policy, LINE, policy.lookahead.choices[:])
        if n == 0:
            return
        choose_next(box, policy, n)


@kernel
def choose_next(box: Box, policy: Policy, n: int) -> None:
    """Go on with the option after which the line of play is worth most."""
    best = WORST
    for option in range(n):
        copy_state(policy, TRY, LINE)
        move = int(policy.lookahead.choices[option])
        carry_out(policy.lookahead.states[TRY], box, quiet_log(policy.lookahead.log), move)
        run_line(box, policy, TRY, policy.lookahead.more[:])
        value = judge(box, policy, TRY)
        if value > best:
            best = value
            copy_state(policy, BEST, TRY)
    copy_state(policy, LINE, BEST)
