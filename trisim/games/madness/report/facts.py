"""Facts of a run that only this game has."""

from __future__ import annotations

from trisim.games.madness.box.box import Box
from trisim.stats.analyses.source import Facts

MONSTERS = 6
"""Monsters of a whole game."""

TURNS = 5
"""Turns of a monster."""


def box_of(facts: Facts) -> Box:
    """The box of a run, which is one of this game."""
    assert isinstance(facts.box, Box)
    return facts.box


def round_of(turn: int) -> int:
    """The number of the monster in a turn counted from 0."""
    return min(max(turn, 0) // TURNS + 1, MONSTERS)
