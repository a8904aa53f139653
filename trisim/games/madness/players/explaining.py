"""Why a player of weights chooses a move: the best line of play that begins with it, by feature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from trisim.players import explaining as any_game
from trisim.players.explaining import EQUAL, WORTH, Option


class Explaining(any_game.Explaining):
    """A chooser that remembers its reasons."""

    def option(self, game: Any, place: int, move: int) -> Option:
        """An option; the end of a game has no features, and is worth its points as a whole."""
        found = super().option(game, place, move)
        rest = found.value - sum(found.parts.values())
        if abs(rest) < EQUAL:
            return found
        return replace(found, parts={WORTH: found.value})
