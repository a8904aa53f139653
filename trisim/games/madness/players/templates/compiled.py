"""A list of what it likes: destroying curses, then curing, spells, and better cards."""

from __future__ import annotations

from trisim.games.madness.strategy import Box, Game, Move, Moves, Policy, kind_of, strategy

AUTHOR = ""
PARAMETERS = {"pile": 8}  # NAME.py:pile=12; policy.parameters has the values in this order


@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """One of moves[0] to moves[n - 1]: of the kind it likes most, the last."""
    best, most = 0, -1
    for option in range(n):
        kind, liked = kind_of(int(moves[option])), 1
        if kind == Move.DESTROY:
            liked = 6
        elif kind == Move.CURE and game.pile < policy.parameters[0]:
            liked = 5
        elif kind == Move.CAST or kind == Move.ABILITY:
            liked = 4
        elif kind == Move.ACQUIRE:
            liked = 3
        elif kind == Move.LEARN:
            liked = 2
        elif kind == Move.END:
            liked = 0
        if liked >= most:
            best, most = option, liked
    return int(moves[best])
