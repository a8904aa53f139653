"""A strategy at the table of a single game: what chooses for a seat, from Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from trisim.players.mind import MIND, noise_key
from trisim.players.registry import Player
from trisim.rules.game import Game
from trisim.rules.kernel import records

Choose: TypeAlias = Callable[[Game], int]
"""Given a game in which its seat decides, one of the legal moves."""


def chooser(player: Player, seed: int, seat: int, rotation: int = 0) -> Choose:
    """What chooses for a seat: the same moves as in a run, in the same game."""
    if not player.compiled:
        own = player.choose()
        return lambda game: int(own.choose(game.view(seat)))
    mind = records(1, MIND)[0]
    mind.noise = noise_key(seed, seat, rotation)

    def choose(game: Game) -> int:
        seen = game if player.blind else game.view(seat)
        moves = np.array(game.legal(), np.int32)
        return int(player.choose(seen.state, seen.tables, moves, len(moves), seat, mind))

    return choose
