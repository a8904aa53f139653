"""What comes by chance, and whether games with it are won: monsters, pages, curses.

Which one of several comes is drawn by lot, so games in which it came are compared with games in
which another one came at the same time: in the same stratum. See ``stats.analyses.adjusted``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trisim.stats.analyses.adjusted import Rivals
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.grids import Deals
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.estimate import Comparison, Scale
from trisim.stats.multiple import benjamini_hochberg


class Presence:
    """Things of a kind: the win rate with each less that with others in its place."""

    def __init__(self, ids: Sequence[str], measure: str) -> None:
        self.ids = list(ids)
        self.measure = measure
        """The name of the difference of each: ``curse.{}.win``."""

        self.rivals = Rivals(len(self.ids))

    def add(self, things: Ints, strata: Ints, deals: Deals, won: Array) -> None:
        """Add rows: each has a thing, and a number for what it is compared within."""
        known = things >= 0
        order = np.flatnonzero(known)[np.argsort(deals.row[known], kind="stable")]
        takes = np.arange(len(order)), things[order]
        self.rivals.add(strata[order], deals.where(order), won[order], takes)

    def put_totals(self, totals: DealTotals) -> None:
        """The contributions of the deals of the last batch."""
        if (both := self.rivals.spread.batch) is not None:
            names = [self.measure.format(each) for each in self.ids]
            totals.put_all(names, *both, Scale.RATE_DIFFERENCE)

    def ratios(self) -> dict[str, tuple[float, float]]:
        """By measure, the difference and its denominator."""
        above, below = self.rivals.ratio
        return {
            self.measure.format(name): (float(np.clip(over / under, -1.0, 1.0)), float(under))
            for name, over, under in zip(self.ids, above, below, strict=True)
            if under > 0
        }

    def differences(self) -> dict[str, Comparison]:
        """By thing, corrected for all of them; without things that have no rivals."""
        points = {
            name: point
            for name, point in zip(self.ids, self.rivals.points(), strict=True)
            if point.clusters > 1
        }
        p_values = [point.p_value(0.0) for point in points.values()]
        adjusted = benjamini_hochberg(p_values)
        return {
            name: Comparison(point.estimate(family=len(points)), 0.0, p, q)
            for (name, point), p, q in zip(points.items(), p_values, adjusted, strict=True)
        }
