"""Mages: what each adds to the win rate, by first cards and by ability as far as can be told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from trisim.games.madness.box.box import Box
from trisim.games.madness.box.words import Element
from trisim.stats.analyses.team_roles import TeamRoleAnalysis


def first_values(box: Box) -> Mapping[str, Mapping[str, float]]:
    """By mage: the value of the first cards of each element."""
    return {
        mage.id: {
            element.word: float(mage.ones[element] + 2 * (element == mage.element))
            for element in Element
        }
        for mage in box.mages
    }


class MageAnalysis(TeamRoleAnalysis):
    """With the first cards of each mage as traits."""

    traits_of: ClassVar[Callable[[Any], Mapping[str, Mapping[str, float]]]] = staticmethod(
        first_values
    )
