"""Words that all sections use: estimates in sentences, names of cards and alchemists."""

from __future__ import annotations

from trisim.box.box import Box
from trisim.stats.estimate import Estimate


def percent(estimate: Estimate) -> str:
    """A rate in a sentence: ``32.1 % [31.8, 32.4]``."""
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
