"""The search, bound to this game: a line of play ends some turns later."""

from __future__ import annotations

from trisim.engine.log import quiet_log_of
from trisim.games.madness.kernels import REGISTRY, kernel
from trisim.games.madness.players.evaluator import best_option, error, makes_error, weigh
from trisim.games.madness.players.judging import final_value, judge
from trisim.games.madness.players.lookahead import begin_root
from trisim.games.madness.players.policy import ROOT, Policy
from trisim.games.madness.players.restricting import allow
from trisim.games.madness.rules.machine import apply, masked, run_on
from trisim.games.madness.rules.stack import deciding_seat
from trisim.games.madness.rules.state import Box, Game, Log
from trisim.players.search import LINE, TEMPLATES


@kernel
def begin_line(policy: Policy) -> None:
    """Nothing is kept from one line of play to the next."""


@kernel
def turns_done(game: Game, box: Box, seat: int) -> int:
    return int(game.turn)


@kernel
def is_line_end(game: Game, box: Box, seat: int) -> bool:
    """A line of play may end at any decision of its player."""
    return True


@kernel
def value_of_line(box: Box, seat: int, policy: Policy) -> float:
    """What a line of play that ends before its time has led to."""
    begin_root(policy.search.worlds[LINE], policy, seat)
    return judge(box, policy, ROOT)


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
    progress=turns_done,
    is_line_end=is_line_end,
    value_of_line=value_of_line,
    final_value=final_value,
    quiet_log=quiet_log_of(REGISTRY),
    makes_error=makes_error,
    error=error,
)
choose_by_search, estimate = bound.choose_by_search, bound.estimate
