"""Random players."""

from __future__ import annotations

from trisim.engine.chance import NOISE, draw
from trisim.engine.moves import kind_of
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.codes import Move
from trisim.games.madness.rules.state import Game, Moves


@kernel
def random_move(game: Game, moves: Moves, n: int) -> int:
    """One of the options, by the deal's own noise; in every second game seldom to do nothing."""
    first, at = 0, int(game.decisions)
    is_busy = draw(game.seed, NOISE, 0, 2) == 1
    leaves = kind_of(int(moves[0])) == Move.END or kind_of(int(moves[0])) == Move.STOP
    if is_busy and leaves and draw(game.seed, NOISE + 1, at, 16) > 0:
        first = 1
    return int(moves[first + draw(game.seed, NOISE + 2, at, n - first)])
