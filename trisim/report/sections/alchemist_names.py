"""Alchemists by name and rank, for all blocks about them."""

from __future__ import annotations

from trisim.report.sections.words import named, sorted_by_value
from trisim.stats.balance.alchemists import AlchemistFigures, Alchemists
from trisim.stats.balance.source import Facts


def label(facts: Facts, alchemist: str) -> str:
    """An alchemist as printed."""
    return named(facts.box, alchemist)


def ranked(found: Alchemists) -> list[AlchemistFigures]:
    """From the best to the worst."""
    return sorted_by_value(found.figures, lambda each: each.win.estimate.value)
