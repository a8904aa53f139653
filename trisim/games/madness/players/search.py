"""The search, bound to this game: a line of play ends some turns later."""

from __future__ import annotations

from trisim.engine.log import quiet_log_of
from trisim.games.madness.kernels import REGISTRY, kernel
from trisim.games.madness.players.evaluator import best_option, error, makes_error, weigh
from trisim.games.madness.players.judging import final_value
from trisim.games.madness.players.policy import Mode, Policy
from trisim.games.madness.players.restricting import allow
from trisim.games.madness.rules.codes import Frame
from trisim.games.madness.rules.machine import apply, legal, masked, run_on
from trisim.games.madness.rules.stack import deciding_seat, pending
from trisim.games.madness.rules.state import Box, Game, Log
from trisim.players.search import LINE, TEMPLATES, WORST

DEPTH_OF_TURN = 3
"""Frames while the active player chooses an action: the turn, the recovery, the action."""


@kernel
def begin_line(policy: Policy) -> None:
    """In lines of play, all players look ahead less far."""
    policy.lookahead.mode = Mode.LINE


@kernel
def end_lines(policy: Policy) -> None:
    policy.lookahead.mode = Mode.DECISION


@kernel
def is_worth_it(game: Game) -> bool:
    """Payments follow from the action, and mages are all alike: these are not searched."""
    kind = pending(game)
    return kind != Frame.PAY and kind != Frame.MAGE


@kernel
def turns_done(game: Game, box: Box, seat: int) -> int:
    return int(game.turn)


@kernel
def is_line_end(game: Game, box: Box, seat: int) -> bool:
    """Whether the seat takes an action in its own turn."""
    return pending(game) == Frame.ACT and game.active == seat and game.depth <= DEPTH_OF_TURN


@kernel
def value_of_line(box: Box, seat: int, policy: Policy) -> float:
    """What a line of play that ends before its time has led to: the best that the seat can do."""
    line, best = policy.search.worlds[LINE], WORST
    policy.lookahead.mode = Mode.END_OF_LINE
    n = legal(line, box, policy.search.choices[:])
    weigh(line, box, policy.search.choices[:], n, seat, policy)
    for option in range(n):
        best = max(best, policy.evaluation.values[option])
    return best


@kernel
def no_automa_moves(game: Game, box: Box, log: Log) -> int:
    """There is no automa."""
    return 0


bound = TEMPLATES.bind(
    REGISTRY,
    __name__,
    apply=apply,
    run_on=run_on,
    deciding_seat=deciding_seat,
    automa_moves=no_automa_moves,
    allow=allow,
    masked=masked,
    weigh=weigh,
    best_option=best_option,
    begin_line=begin_line,
    end_lines=end_lines,
    is_worth_it=is_worth_it,
    progress=turns_done,
    is_line_end=is_line_end,
    value_of_line=value_of_line,
    final_value=final_value,
    quiet_log=quiet_log_of(REGISTRY),
    makes_error=makes_error,
    error=error,
)
choose_by_search, estimate = bound.choose_by_search, bound.estimate
