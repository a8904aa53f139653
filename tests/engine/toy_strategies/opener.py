"""Always the first option."""

from __future__ import annotations

from tests.engine.toy_pig import REGISTRY, Box, Game, Moves, Policy


@REGISTRY.strategy(blind=True)
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """It rolls until the pot is gone."""
    return int(moves[0])
