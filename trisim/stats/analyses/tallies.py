"""Measures as ratios of totals, kept by name: their estimates, and what two runs are paired by.

A measure is a total over another, such as wins over games. Its sums over deals add up batch by
batch. Two runs are paired by the totals by deal of the last batch, which ``DealTotals`` hands on;
they are kept of *public* measures only, those of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.grids import Deals, mean_within
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.point import Point

Values = NDArray[Any]


class Tallies:
    """Measures by name; ``begin`` a batch before any rows of it are added.

    ``public`` are names, or patterns of names, of measures by which runs are paired.
    """

    def __init__(self, *public: str) -> None:
        self.public = public
        self.is_public: dict[str, bool] = {}
        self.sums: dict[str, Sums] = {}
        self.scales: dict[str, Scale] = {}
        self.totals = NO_DEALS
        self.members: dict[str, set[str]] = {}
        """The names of each open group: see ``put_group``."""

        self.without: dict[str, Sums] = {}
        """What a member of a group that has not come yet would have: nothing, over all of m."""

    def begin(self, deals: pl.Series) -> None:
        """A batch with these deals, one for each game."""
        self.totals = DealTotals(np.unique(deals.to_numpy()).astype(np.int64))

    def deals_of(self, column: pl.Series) -> Deals:
        """The deals of the rows of any table of the batch."""
        place = np.searchsorted(self.totals.deals, column.to_numpy())
        return Deals(place.astype(np.int64), len(self.totals.deals))

    def add(self, name: str, y: Array, m: Array, scale: Scale) -> None:
        """Add totals by deal; where m is 0, so is y."""
        self.sums[name] = self.sums.get(name, Sums()) + Sums.of(y, m)
        self.scales[name] = scale
        if name not in self.is_public:
            self.is_public[name] = any(fnmatchcase(name, each) for each in self.public)
        if self.is_public[name]:
            self.totals.put(name, y, m, scale)

    def mean(self, name: str, deals: Deals, values: Values, scale: Scale = Scale.MEAN) -> None:
        """The mean of a value over rows."""
        self.ratio(name, deals, values, np.ones(len(deals.row)), scale)

    def ratio(
        self, name: str, deals: Deals, over: Values, under: Values, scale: Scale = Scale.RATE
    ) -> None:
        """A total of one value over that of another."""
        y, m = deals.columns(over.astype(np.float64), under.astype(np.float64)).T
        self.add(name, y, m, scale)

    def by(
        self, names: Sequence[str], deals: Deals, key: Ints, values: Values, scale: Scale
    ) -> None:
        """The mean of a value over the rows with each key; rows with key -1 are skipped."""
        y = deals.totals(key, len(names), values.astype(np.float64))
        self.add_all(names, y, deals.totals(key, len(names)), scale)

    def shares(self, names: Sequence[str], deals: Deals, key: Ints) -> None:
        """The share of each key among all rows; rows with key -1 count as rows."""
        y = deals.totals(key, len(names))
        rows = np.bincount(deals.row, minlength=deals.count).astype(np.float64)
        self.add_all(names, y, np.broadcast_to(rows[:, None], y.shape), Scale.RATE)

    def add_all(self, names: Iterable[str], y: Array, m: Array, scale: Scale) -> None:
        """Add measures whose totals are the columns of two tables."""
        for place, name in enumerate(names):
            self.add(name, y[:, place], m[:, place], scale)

    def put_group(self, group: str, found: Mapping[str, Array], m: Array, scale: Scale) -> None:
        """Measures over the same m; one that a batch lacks, earlier or later, has 0 there."""
        members = self.members.setdefault(group, set())
        so_far = self.without.get(group, Sums())
        for name in sorted(found.keys() - members):
            self.sums[name] = so_far
            members.add(name)
        for name in sorted(members):
            self.add(name, found.get(name, 0 * m), m, scale)
        self.without[group] = so_far + Sums.of(0 * m, m)

    def names_of(self, group: str) -> list[str]:
        """The measures of a group that came."""
        return sorted(self.members.get(group, ()))

    def __contains__(self, name: str) -> bool:
        return name in self.sums and self.sums[name].clusters > 0

    def point(self, name: str) -> Point:
        """A measure and how far chance moves it; without deals if it never came."""
        return self.sums.get(name, Sums()).point(self.scales.get(name, Scale.MEAN))

    def estimate(
        self, name: str, family: int = 1, limits: tuple[float, float] | None = None
    ) -> Estimate:
        """A measure with its interval; ``limits`` bound a mean whose deals are all alike."""
        if self.scales.get(name, Scale.MEAN) is Scale.MEAN:
            return mean_within(self.sums.get(name, Sums()), limits, family)
        return self.point(name).estimate(family=family)

    def estimates(self, names: Sequence[str]) -> tuple[Estimate, ...]:
        """Measures of one kind; their intervals hold together."""
        return tuple(self.estimate(name, len(names)) for name in names)
