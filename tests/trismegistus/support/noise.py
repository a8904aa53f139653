"""Random players."""

from __future__ import annotations

from trisim.engine.chance import NOISE, draw
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.state import Game, Moves


@kernel
def random_move(game: Game, moves: Moves, n: int) -> int:
    """One of the options, by the deal's own noise."""
    return int(moves[draw(game.seed, NOISE, int(game.decisions), n)])
