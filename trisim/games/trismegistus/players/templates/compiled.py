"""A list of what it likes: performing, then formulas, experiments to hold, transmuting."""

from __future__ import annotations

from trisim.games.trismegistus.strategy import (
    Box,
    Game,
    Move,
    Moves,
    Policy,
    experiments_held,
    kind_of,
    strategy,
)

AUTHOR = ""
PARAMETERS = {"hand": 2}  # NAME.py:hand=3; policy.parameters has the values in this order


@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """One of moves[0] to moves[n - 1]: of the kind it likes most, the last."""
    best, most = 0, -1
    for option in range(n):
        kind, liked = kind_of(int(moves[option])), 1
        if kind == Move.PERFORM:
            liked = 5
        elif kind == Move.BUY_FORMULA or kind == Move.USE_FORMULA:
            liked = 4
        elif kind == Move.EXPERIMENT and experiments_held(game, seat) < policy.parameters[0]:
            liked = 3
        elif kind == Move.TRANSMUTE or kind == Move.ARROW:
            liked = 2
        if liked >= most:
            best, most = option, liked
    return int(moves[best])
