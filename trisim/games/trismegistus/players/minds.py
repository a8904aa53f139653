"""The mind of a player: its record filled with weights, parameters and the worths of cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from trisim.engine.kernel import records
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.players.card_values import fill_facts, fill_worths
from trisim.games.trismegistus.players.features import Feature
from trisim.games.trismegistus.players.mind import LESSENED, MIND
from trisim.games.trismegistus.rules.game import engine_box
from trisim.players.player import Kind, Player


def mind_of(player: Player, box: Box) -> Any:
    """A new mind for a player at a table of its own."""
    mind = records(1, MIND)[0]
    fill_mind(mind, player, box)
    return mind


def fill_mind(mind: Any, player: Player, box: Box) -> None:
    """Put all that a player is into a blank mind."""
    mind.erring = player.noise
    mind.far = player.far
    if player.kind is Kind.WEIGHTS:
        fill_worths(mind, box)
        fill_facts(mind, engine_box(box))
        for name, value in {**player.judgement, **player.search}.items():
            mind[name] = value
        counts = np.arange(LESSENED)
        mind.lessened[:] = counts / (1.0 + mind.less * counts)
        for name, weights in player.weights.items():
            mind.weights[:, Feature[name.upper()]] = weights
    elif player.kind is Kind.COMPILED:
        for place, value in enumerate(player.parameters.values()):
            mind.parameters[place] = value
