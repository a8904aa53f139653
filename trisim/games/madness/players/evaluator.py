"""The player of weights, and the search, bound to this game."""

from __future__ import annotations

from trisim.games.madness.kernels import REGISTRY, kernel
from trisim.games.madness.players.features import fill_features, phase
from trisim.games.madness.players.restricting import falls_under
from trisim.games.madness.rules import machine
from trisim.games.madness.rules.stack import deciding_seat
from trisim.games.madness.rules.state import Box, Game, Log, Moves
from trisim.players.evaluator import bind_players


@kernel
def resolve(game: Game, box: Box, moves: Moves, log: Log, move: int) -> int:
    """Make a move and all that follows from it, with nothing that is hidden."""
    game.seed = 0
    return machine.resolve(game, box, moves, log, move)


@kernel
def turns_done(game: Game, box: Box, seat: int) -> int:
    return int(game.turn)


@kernel
def final_value(game: Game, seat: int) -> float:
    """What the end of a game is worth."""
    return 1000.0 if game.won else -100.0 + float(game.turn)


bound = bind_players(
    REGISTRY,
    __name__,
    apply=machine.apply,
    run_on=machine.run_on,
    resolve=resolve,
    masked=machine.masked,
    deciding_seat=deciding_seat,
    fill_features=fill_features,
    phase=phase,
    final_value=final_value,
    progress=turns_done,
    falls_under=falls_under,
)
choose_best, choose_by_search = bound.choose_best, bound.choose_by_search
