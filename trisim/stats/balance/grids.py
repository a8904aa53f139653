"""Sums by deal over small whole numbers, for the tables with forty rows a game.

Where a key is a pick, a round or a size, counting into an array takes a tenth of the time of a
``group_by``; what comes out are the same ``Sums`` as those of ``Cells``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.point import Point

Values = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Deals:
    """Which deal the rows of a batch belong to, the deals numbered from 0."""

    row: NDArray[np.int64]
    count: int

    @classmethod
    def of(cls, deal: Values) -> Deals:
        """From the column of a table that is sorted by game."""
        starts = np.flatnonzero(np.diff(deal, prepend=deal[:1] - 1)) if len(deal) else deal[:0]
        lengths = np.diff(np.append(starts, len(deal)))
        return cls(np.repeat(np.arange(len(starts)), lengths), len(starts))

    def where(self, rows: Values) -> Deals:
        """Only some of the rows."""
        return Deals(self.row[rows], self.count)


@dataclass(slots=True)
class Grid:
    """Sums of some quantities by a key from 0 to below ``size``; they add up batch by batch."""

    size: int
    sums: dict[str, list[Sums]] = field(default_factory=dict)

    def add(self, deals: Deals, key: Values, values: Mapping[str, Values]) -> None:
        """Add rows: each has its key, and a value of every quantity."""
        cell = deals.row * self.size + key
        rows = self.counted(deals, cell)
        for name, value in values.items():
            self.add_totals(name, self.counted(deals, cell, value), rows)

    def add_totals(self, name: str, y: Values, m: Values) -> None:
        """Add totals by deal and key."""
        here = self.sums.setdefault(name, [Sums()] * self.size)
        for key in range(self.size):
            here[key] = here[key] + Sums.of(y[:, key], m[:, key])

    def counted(self, deals: Deals, cell: Values, value: Values | None = None) -> Values:
        """Rows, or the total of a value, by deal and key."""
        found = np.bincount(cell, weights=value, minlength=deals.count * self.size)
        return found.reshape(deals.count, self.size).astype(np.float64)

    def of(self, name: str, key: int = 0) -> Sums:
        """The sums of a key; without any deals if it never came."""
        return self.sums[name][key] if name in self.sums else Sums()

    def keys(self, name: str) -> list[int]:
        """The keys that have rows."""
        return [key for key in range(self.size) if self.of(name, key).clusters]

    def mean(
        self, name: str, key: int = 0, family: int = 1, limits: tuple[float, float] | None = None
    ) -> Estimate:
        """A mean with its interval; see ``mean_within``."""
        return mean_within(self.of(name, key), limits, family)

    def rate(self, name: str, key: int = 0, family: int = 1) -> Estimate:
        """A share with its interval."""
        return self.point(name, key, Scale.RATE).estimate(family=family)

    def point(self, name: str, key: int, scale: Scale) -> Point:
        """A value and how far chance moves it."""
        return self.of(name, key).point(scale)


def shares(deals: Deals, key: Values, size: int) -> tuple[Values, Values]:
    """By deal and key: rows with the key, and all rows; for what share of rows has it."""
    cell = deals.row * size + key
    y = np.bincount(cell, minlength=deals.count * size).reshape(deals.count, size)
    y = y.astype(np.float64)
    return y, np.broadcast_to(y.sum(axis=1, keepdims=True), y.shape)


def mean_within(sums: Sums, limits: tuple[float, float] | None, family: int = 1) -> Estimate:
    """A mean; where its deals tell of no variance, ``limits`` bound it, if there are any."""
    alike = sums.clusters < 2 or sums.variance == 0
    return sums.point(Scale.MEAN, limits if alike else None).estimate(family=family)
