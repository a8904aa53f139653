"""Random players."""

from __future__ import annotations

from trisim.rules.chance import NOISE, draw
from trisim.rules.kernel import kernel
from trisim.rules.state import Game, Moves


@kernel
def random_move(game: Game, moves: Moves, n: int) -> int:
    """One of the options, by the deal's own noise."""
    return int(moves[draw(game.seed, NOISE, int(game.decisions), n)])
