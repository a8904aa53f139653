"""Words that all sections use: estimates in sentences, names of cards and alchemists."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypeVar

from trisim.box.box import Box
from trisim.box.nouns import listed
from trisim.report.style import short
from trisim.stats.balance.source import Facts
from trisim.stats.estimate import Comparison, Estimate

T = TypeVar("T")


def percent(estimate: Estimate) -> str:
    """A rate or mean in a sentence: ``32.1 % [31.8, 32.4]``."""
    if not estimate.clusters:
        return "no data"
    low, high = estimate.shown(estimate.low), estimate.shown(estimate.high)
    return f"{estimate.shown(estimate.value)}{estimate.unit} [{low}, {high}]"


def basis_of(estimate: Estimate, what: str = "rows") -> str:
    """What figures stand on; for the line below a block."""
    together = f", {estimate.family} of them together" if estimate.family > 1 else ""
    return (
        f"n = {estimate.n:,} {what} in {estimate.clusters:,} deals; intervals at "
        f"{100 * estimate.level:.0f} %{together}, clustered by deal."
    )


def named(box: Box, name: str) -> str:
    """An alchemist or a card as printed; any other name as it is."""
    if name in box.alchemists:
        return box.alchemists[name].name
    return box.by_id[name].name if name in box.by_id else name


RISK = 0.05
"""Below this corrected p value a difference is called sure."""


def sure(comparison: Comparison) -> bool:
    """Whether a value surely differs from what it is held against, corrected for all of a kind."""
    return comparison.adjusted < RISK


def above(comparison: Comparison) -> bool:
    """Whether it is surely more."""
    return sure(comparison) and comparison.estimate.value > comparison.null


def below(comparison: Comparison) -> bool:
    """Whether it is surely less."""
    return sure(comparison) and comparison.estimate.value < comparison.null


def p_words(p: float) -> str:
    """A p value in a table."""
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"


def sorted_by_value(items: Iterable[T], value: Callable[[T], float]) -> list[T]:
    """From most to least; what has no value comes last."""
    return sorted(items, key=lambda each: (math.isnan(value(each)), -value(each)))


def run_words(facts: Facts) -> str:
    """A run in a few words: how many played, and who."""
    who = listed([short(name) for name in facts.strategies])
    return f"solo, {who}" if facts.is_solo else f"{facts.players} players, {who}"
