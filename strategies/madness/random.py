"""Any option, each as likely: the bottom of every ladder, and the fastest way through the rules.

It sees nothing but how many options there are.
"""

from __future__ import annotations

from trisim.games.madness.strategy import Box, Game, Moves, Policy, draw, strategy


@strategy(blind=True)
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """One of the options, by the seat's own noise."""
    return int(moves[draw(policy.noise, 0, int(game.decisions), n)])
