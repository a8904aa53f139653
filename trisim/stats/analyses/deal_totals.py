"""Totals of each deal behind the measures of an analysis: what two runs are paired by.

A measure is a ratio of totals y over m (wins over games, points over rows). An analysis that offers
``deal_totals`` keeps those of the batch it has read last, under the names of its measures; it may
offer more than its result has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
import polars as pl

from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.estimate import Scale


@dataclass(frozen=True, slots=True)
class DealColumn:
    """The totals of a measure by deal; where ``m`` is 0 the deal says nothing of it."""

    y: Array
    m: Array
    scale: Scale
    limits: tuple[float, float] | None = None
    """The bounds of the value, if they aren't those of its scale."""


@dataclass(frozen=True, slots=True)
class DealTotals:
    """Measures of a batch by deal; ``deals`` are the numbers of its deals, in order."""

    deals: Ints
    columns: dict[str, DealColumn] = field(default_factory=dict)

    def put(
        self,
        name: str,
        y: Array,
        m: Array,
        scale: Scale,
        limits: tuple[float, float] | None = None,
    ) -> None:
        self.columns[name] = DealColumn(y, m, scale, limits)

    def put_all(self, names: Iterable[str], y: Array, m: Array, scale: Scale) -> None:
        """Put measures whose totals are the columns of two tables."""
        for place, name in enumerate(names):
            self.put(name, y[:, place], m[:, place], scale)


NO_DEALS = DealTotals(np.empty(0, dtype=np.int64))
"""Before a batch is read, and of a batch without rows."""


@runtime_checkable
class HasDealTotals(Protocol):
    """An analysis whose measures can be paired by deal."""

    def deal_totals(self) -> DealTotals:
        """The totals of the batch that was read last."""


@runtime_checkable
class HasRatios(Protocol):
    """An analysis that computes some ratios itself, from other sums than those of its totals."""

    def ratios(self) -> Mapping[str, tuple[float, float]]:
        """By measure: its value, and the denominator that its totals refer to."""


def totals_of_frame(
    frame: pl.DataFrame, names: Mapping[str, Scale], prefix: str = "", by: str | None = None
) -> DealTotals:
    """The mean of each column by deal and, with ``by``, by level: ``prefix.LEVEL.column``."""
    deals = np.unique(frame["deal"].to_numpy()).astype(np.int64)
    found = DealTotals(deals)
    keys = ["deal", *([by] if by else [])]
    sums = [pl.col(name).cast(pl.Float64).sum() for name in names]
    words = [pl.col(by).cast(pl.String)] if by else []
    rows = frame.with_columns(words).group_by(keys).agg(pl.len().alias("rows"), *sums)
    groups = rows.partition_by(by, as_dict=True).items() if by else [((prefix,), rows)]
    for (level,), here in sorted(groups, key=lambda pair: str(pair[0][0])):
        if level is None:
            continue
        place = np.searchsorted(deals, here["deal"].to_numpy())
        for name, scale in names.items():
            y, m = np.zeros(len(deals)), np.zeros(len(deals))
            y[place], m[place] = here[name].to_numpy(), here["rows"].to_numpy()
            label = f"{prefix}.{level}.{name}" if by else f"{prefix}.{name}"
            found.put(label, y, m, scale)
    return found
