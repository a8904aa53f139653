"""Alchemists by name and rank, for all blocks about them."""

from __future__ import annotations

from trisim.report.sections.words import named, sorted_by_value
from trisim.report.style import LONGEST
from trisim.stats.analyses.roles import RoleFigures, Roles
from trisim.stats.analyses.source import Facts


def label(facts: Facts, alchemist: str) -> str:
    """An alchemist as printed."""
    return named(facts.box, alchemist)


def short_label(facts: Facts, alchemist: str, longest: int = LONGEST) -> str:
    """An alchemist in a figure: as printed if there is room for it."""
    return named(facts.box, alchemist, longest)


def ranked(found: Roles) -> list[RoleFigures]:
    """From the best to the worst."""
    return sorted_by_value(found.figures, lambda each: each.win.estimate.value)
