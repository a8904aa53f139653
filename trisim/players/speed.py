"""Whether games are played compiled or plain: decided here, by who plays and how many games.

The rows are the same. Compiling takes half a minute to a minute, once; plain games start at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from trisim.engine import cache, kernel
from trisim.players.player import Kind, Player

PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS = 100, 4
"""So many games are over sooner plain than after a compilation: a plain game takes a third of a
second, or half a minute with players of weights. With a search it would take hours."""


def plays_compiled(players: Iterable[Player], games: int, few: int = PLAIN_GAMES) -> bool:
    """Whether so many games of some players are played compiled; ``few`` are not worth it.

    Always with a search, always if the rules are compiled already, never if the user has set
    NUMBA_DISABLE_JIT.
    """
    if not kernel.JIT:
        return False
    seated = list(players)
    if any(player.kind is Kind.WEIGHTS for player in seated):
        few = min(few, PLAIN_GAMES_OF_WEIGHTS)
    return games > few or any(player.uses_search for player in seated) or cache.is_compiled()
