"""The search, bound to this game: a line of play ends before the player's draft some dice later."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import REGISTRY, kernel
from trisim.games.trismegistus.players.evaluator import best_option, weigh
from trisim.games.trismegistus.players.features import look_at
from trisim.games.trismegistus.players.lookahead import DRAWS, FIRST, GIFTS, frame_kind, judge
from trisim.games.trismegistus.players.noise import error, makes_error
from trisim.games.trismegistus.players.policy import Policy, quiet_log
from trisim.games.trismegistus.players.restricting import allow
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import Frame
from trisim.games.trismegistus.rules.machine import apply, deciding_seat, run_on
from trisim.games.trismegistus.rules.state import Box, Game
from trisim.games.trismegistus.rules.view import masked
from trisim.players.search import LINE, TEMPLATES


@kernel
def begin_line(policy: Policy) -> None:
    """Nothing is known of the actions of dice."""
    policy.actions.draft_key = 0


@kernel
def dice_done(game: Game, box: Box, seat: int) -> int:
    """Dice that a seat has used in the game so far."""
    before = max(0, int(game.round_no) - 1) * int(box.rules.dice_per_round)
    return before + int(game.labs[seat].dice_used)


@kernel
def is_line_end(game: Game, box: Box, seat: int) -> bool:
    """Whether the seat drafts."""
    return frame_kind(game) == Frame.DRAFT


@kernel
def value_of_line(box: Box, seat: int, policy: Policy) -> float:
    """What a line of play that ends before its time has led to."""
    line = policy.search.worlds[LINE]
    policy.scratch.states[FIRST] = line
    policy.scratch.skipped[FIRST, DRAWS] = 0
    policy.scratch.skipped[FIRST, GIFTS] = 0
    look_at(line, box, seat, policy)
    return judge(box, seat, policy, FIRST)


@kernel
def final_score(game: Game, seat: int) -> float:
    """The score of a seat."""
    return float(game.labs[seat].score)


bound = TEMPLATES.bind(
    REGISTRY,
    __name__,
    apply=apply,
    run_on=run_on,
    deciding_seat=deciding_seat,
    automa_moves=bot_moves,
    allow=allow,
    masked=masked,
    weigh=weigh,
    best_option=best_option,
    begin_line=begin_line,
    progress=dice_done,
    is_line_end=is_line_end,
    value_of_line=value_of_line,
    final_value=final_score,
    quiet_log=quiet_log,
    makes_error=makes_error,
    error=error,
)
choose_by_search, estimate = bound.choose_by_search, bound.estimate
