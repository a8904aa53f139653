"""The economy of *Trismegistus*: materials, essences, gold, dice and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from trisim.stats.analyses import economy

KINDS: Mapping[str, tuple[str, ...]] = {
    "raw": ("lead", "raw_copper", "raw_tin", "raw_mercury", "raw_iron"),
    "refined": ("refined_copper", "refined_tin", "refined_mercury", "refined_iron"),
    "silver": ("silver",),
    "gold": ("gold",),
    "essences": ("salt", "sulfur", "aether"),
    "ethereal": ("ethereal_die",),
}
"""What is shown together in the flow; mercury, which is also an essence, among the materials."""

TOKENS = ("chameleon", "reaction")


class EconomyAnalysis(economy.EconomyAnalysis):
    """With the things of the game."""

    kinds: ClassVar[Mapping[str, tuple[str, ...]]] = KINDS
    tokens: ClassVar[tuple[str, ...]] = TOKENS
    held: ClassVar[Mapping[str, str]] = {"gold": "gold"}
