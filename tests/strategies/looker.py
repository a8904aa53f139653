"""A compiled strategy that looks at its view: most of what it may harvest, else the last option."""

from __future__ import annotations

from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy


@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    wanted = int(game.labs[seat].potency) + int(game.labs[(seat + 1) % 2].masterpiece)
    move = int(moves[wanted % n])
    moves[0] = -1  # its copy of the options is its own
    return move
