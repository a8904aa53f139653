"""Facts of a run that only this game has."""

from __future__ import annotations

from trisim.games.trismegistus.box.box import Box
from trisim.stats.analyses.source import Facts


def box_of(facts: Facts) -> Box:
    """The box of a run, which is one of this game."""
    assert isinstance(facts.box, Box)
    return facts.box
