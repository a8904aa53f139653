"""Totals by deal and key as arrays: for few keys and many rows.

If a key is a pick, a round, a seat or a card, this takes a tenth of the time of a ``group_by``; the
results are the same ``Sums`` as those of ``Cells``, or the same ``Joint``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.joint import Joint, K
from trisim.stats.point import Point

Values = NDArray[Any]


def counted(row: Values, rows: int, key: Values, keys: int, values: Values | None = None) -> Array:
    """A table of totals, or of counts, by row and key; rows with key -1 are skipped."""
    if len(key) and key.min() < 0:
        there = key >= 0
        row, key = row[there], key[there]
        values = None if values is None else values[there]
    found = np.bincount(row * keys + key, weights=values, minlength=rows * keys)
    return found.reshape(rows, keys).astype(np.float64, copy=False)


@dataclass(frozen=True, slots=True)
class Deals:
    """The deal of each row of a batch, with deals numbered from 0."""

    row: Ints
    count: int

    @classmethod
    def of(cls, deal: Values) -> Deals:
        """From a column; no search is needed in a sorted one, as those of tables are."""
        if (deal[1:] < deal[:-1]).any():
            names, row = np.unique(deal, return_inverse=True)
            return cls(row.astype(np.int64), len(names))
        row = np.cumsum(np.diff(deal, prepend=deal[:1]) != 0, dtype=np.int64)
        return cls(row, int(row[-1]) + 1 if len(row) else 0)

    def where(self, rows: Values) -> Deals:
        return Deals(self.row[rows], self.count)

    def totals(self, key: Values, keys: int, values: Values | None = None) -> Array:
        """The total of each deal and key; without values, the number of rows."""
        return counted(self.row, self.count, key, keys, values)

    def shares(self, key: Values, keys: int) -> tuple[Array, Array]:
        """By deal and key: rows with the key, and all rows."""
        found = self.totals(key, keys)
        return found, np.broadcast_to(found.sum(axis=1, keepdims=True), found.shape)

    def columns(self, *columns: Values) -> Array:
        """The total of each deal and column."""
        found = [np.bincount(self.row, weights=each, minlength=self.count) for each in columns]
        return np.stack(found, axis=1)

    def joint(self, key: Values, levels: Sequence[K], values: Array) -> Joint[K]:
        """Sums of values over rows, with covariances of keys; keys without rows are left out."""
        y, m = self.totals(key, len(levels), values), self.totals(key, len(levels))
        known = np.flatnonzero(m.any(axis=0))
        table = np.hstack([y[:, known], m[:, known]])
        present = (m[:, known] > 0).astype(np.float64)
        return Joint(
            tuple(levels[int(place)] for place in known),
            table.sum(axis=0),
            table.T @ table,
            np.rint(present.T @ present).astype(np.int64),
        )


def codes_of(column: pl.Series) -> tuple[tuple[str, ...], Ints]:
    """The levels of a column, as words in order, and the position of each row's; -1 for none."""
    words = column.cast(pl.String)
    levels = tuple(sorted(column.unique().drop_nulls().cast(pl.String).to_list()))
    codes = words.cast(pl.Enum(levels)).to_physical().cast(pl.Int64).fill_null(-1)
    return levels, codes.to_numpy()


class Ratios:
    """Sums over deals of totals y over m, a column for each key; they add up batch by batch."""

    def __init__(self, keys: int) -> None:
        self.clusters = np.zeros(keys, dtype=np.int64)
        self.sums = np.zeros((5, keys))
        self.keeps = False
        """Whether the totals of a batch are kept: from the first ``begin_batch`` on."""

        self.batch: tuple[Array, Array] | None = None
        """The totals by deal that were added since the beginning of the batch."""

    def begin_batch(self) -> None:
        """Forget the totals by deal of the batch before, and keep those of this one."""
        self.keeps, self.batch = True, None

    def add(self, y: Array, m: Array) -> None:
        """Add totals by deal (rows) and key (columns); where m is 0, so is y."""
        if self.keeps:
            self.batch = (y, m) if self.batch is None else (self.batch[0] + y, self.batch[1] + m)
        self.clusters += np.count_nonzero(m, axis=0)
        self.sums += [y.sum(axis=0), m.sum(axis=0), dot(y, y), dot(y, m), dot(m, m)]

    def of(self, key: int) -> Sums:
        """The sums of one key."""
        return Sums(int(self.clusters[key]), *(float(each) for each in self.sums[:, key]))


def dot(a: Array, b: Array) -> Array:
    """The sum of products, column by column."""
    products: Array = np.einsum("ij,ij->j", a, b)
    return products


@dataclass(slots=True)
class Grid:
    """Ratios of some quantities by a key from 0 to below ``size``."""

    size: int
    ratios: dict[str, Ratios] = field(default_factory=dict)
    keeps: bool = False

    def begin_batch(self) -> None:
        """Forget the totals by deal of the batch before, and keep those of this one."""
        self.keeps = True
        for each in self.ratios.values():
            each.begin_batch()

    def of_batch(self, name: str, key: int) -> tuple[Array, Array] | None:
        """The totals by deal of a key in this batch."""
        found = self.ratios[name].batch if name in self.ratios else None
        return None if found is None else (found[0][:, key], found[1][:, key])

    def add(self, deals: Deals, key: Values, values: Mapping[str, Values]) -> None:
        """Add rows: each has its key, and a value of every quantity."""
        rows = self.totals(deals, key)
        for name, value in values.items():
            self.add_totals(name, self.totals(deals, key, value), rows)

    def add_totals(self, name: str, y: Array, m: Array) -> None:
        """Add totals by deal and key."""
        if name not in self.ratios:
            self.ratios[name] = Ratios(self.size)
            self.ratios[name].keeps = self.keeps
        self.ratios[name].add(y, m)

    def totals(self, deals: Deals, key: Values, values: Values | None = None) -> Array:
        """Rows, or the total of a value, by deal and key."""
        return deals.totals(key, self.size, values)

    def of(self, name: str, key: int = 0) -> Sums:
        """The sums of a key; without deals if it never appeared."""
        return self.ratios[name].of(key) if name in self.ratios else Sums()

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


def mean_within(sums: Sums, limits: tuple[float, float] | None, family: int = 1) -> Estimate:
    """A mean; if its deals show no variance, ``limits`` bound it, if there are any."""
    alike = sums.clusters < 2 or sums.variance == 0
    return sums.point(Scale.MEAN, limits if alike else None).estimate(family=family)
