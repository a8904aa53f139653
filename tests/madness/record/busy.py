"""Actions as long as there are any: curses first, seldom the end, else any option."""

from __future__ import annotations

from trisim.games.madness.strategy import Box, Game, Move, Moves, Policy, draw, kind_of, strategy


@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """Destroy a curse if that can be paid; cure sometimes; never end with actions left."""
    start = draw(policy.noise, 0, int(game.decisions), n)
    eager = draw(policy.noise, 1, int(game.decisions), 3)
    for option in range(n):
        kind = kind_of(int(moves[option]))
        if kind == Move.DESTROY or kind == Move.ABILITY or (kind == Move.CURE and eager == 0):
            return int(moves[option])
    if kind_of(int(moves[start])) == Move.END and n > 1 and eager > 0:
        return int(moves[(start + 1) % n])
    return int(moves[start])
