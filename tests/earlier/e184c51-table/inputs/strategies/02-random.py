"""Any option, each as likely: the bottom of every ladder, and the fastest way through the rules.

It sees nothing but how many options there are.
"""

from __future__ import annotations

from trisim.players.strategy import Box, Game, Mind, Moves, draw, strategy


@strategy(blind=True)
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int:
    """One of the options, by the seat's own noise."""
    return int(moves[draw(mind.noise, 0, int(game.decisions), n)])
