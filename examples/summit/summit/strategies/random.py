"""Any option, each as likely."""

from __future__ import annotations

from summit.strategy import Box, Game, Moves, Policy, draw, strategy


@strategy(blind=True)
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """One of the options, by the seat's own noise."""
    return int(moves[draw(policy.noise, 0, int(game.decisions), n)])
