"""Scoring categories of *Trismegistus*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from trisim.stats.analyses import categories

CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "experiments": ("experiments", "masterpiece"),
    "publications": ("publications",),
    "stone": ("stone",),
    "mastery": ("mastery", "track_top"),
    "way": ("bonuses", "abilities", "formulas", "vault"),
    "leftovers": ("gold", "ethereal"),
    "achievements": ("achievements",),
    "botmegistus": ("artifacts", "bot"),
}
"""The parts of each category, without their ``vp_``."""

NOT_OPEN_TO_ALL = ("achievements", "botmegistus")
"""Categories that need an option, or Botmegistus."""


class CategoryAnalysis(categories.CategoryAnalysis):
    """With the categories of the game."""

    categories: ClassVar[Mapping[str, tuple[str, ...]]] = CATEGORIES
    open_to_all: ClassVar[tuple[str, ...]] = tuple(
        name for name in CATEGORIES if name not in NOT_OPEN_TO_ALL
    )
