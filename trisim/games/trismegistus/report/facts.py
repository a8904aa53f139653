"""What only this game knows of a run."""

from __future__ import annotations

from trisim.games.trismegistus.box.box import Box
from trisim.stats.analyses.source import Facts


def box_of(facts: Facts) -> Box:
    """The box of a run, which is one of this game."""
    assert isinstance(facts.box, Box)
    return facts.box
