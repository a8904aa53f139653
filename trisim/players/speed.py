"""Decides whether games are played compiled or plain, by players and number of games.

The rows are the same. Compiling takes half a minute to a minute, once; plain games start at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trisim.engine import cache, kernel
from trisim.players.player import Kind, Player

PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS = 100, 4
"""So many games are over sooner plain than after a compilation: a plain game takes a third of a
second, or half a minute with players of weights. With a search it would take hours."""


def plays_compiled(players: Iterable[Player], games: int, few: int = PLAIN_GAMES) -> bool:
    """Whether games are played compiled; up to ``few`` games are not.

    Always with a search, always if the rules are compiled already, never if the user has set
    NUMBA_DISABLE_JIT.
    """
    if not kernel.JIT:
        return False
    seated = list(players)
    if any(player.kind is Kind.WEIGHTS for player in seated):
        few = min(few, PLAIN_GAMES_OF_WEIGHTS)
    searches = any(player.uses_search for player in seated)
    return games > few or searches or is_compiled_already(seated)


def is_compiled_already(players: Sequence[Player]) -> bool:
    return any(cache.is_compiled(player.kit.registry) for player in players[:1])
