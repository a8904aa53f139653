"""Sums by any number of keys, batch after batch; used by most analyses.

A cell is a combination of keys (a role in a seat, a pick of a round); for each quantity its
``Sums`` over deals are kept, from which rates and means with clustered intervals follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level
from trisim.stats.totals import Quantity, check_columns, check_gaps, level_of, totals_of

Key = tuple[Level, ...]
SUMS = ("y", "m", "yy", "ym", "mm")


@dataclass(slots=True)
class Cells:
    """Sums of some quantities by cell; they add up batch by batch."""

    sums: dict[str, dict[Key, Sums]] = field(default_factory=dict)

    def add(
        self,
        frame: pl.LazyFrame | pl.DataFrame,
        quantities: Mapping[str, Quantity],
        keys: Sequence[str] = (),
        cluster: str = "deal",
    ) -> None:
        """Add the rows of a batch of whole deals; rows with an empty key belong to no cell."""
        for name, found in cell_sums(frame.lazy(), quantities, keys, cluster).items():
            here = self.sums.setdefault(name, {})
            for key, sums in found.items():
                here[key] = here.get(key, Sums()) + sums

    def put(self, name: str, key: Key, sums: Sums) -> None:
        """Add given sums to a cell; sums without deals are skipped."""
        if sums.clusters:
            here = self.sums.setdefault(name, {})
            here[key] = here.get(key, Sums()) + sums

    def all(self, name: str) -> dict[Key, Sums]:
        """The sums of all cells that have rows, in order."""
        return {key: self.of(name, *key) for key in self.keys(name)}

    def keys(self, name: str) -> list[Key]:
        """The cells that have rows, in order."""
        return sorted(self.sums.get(name, {}))

    def of(self, name: str, *key: Level) -> Sums:
        """The sums of a cell; without deals if it never appeared."""
        return self.sums.get(name, {}).get(key, Sums())

    def by(self, name: str) -> dict[Level, Sums]:
        """The sums of cells with a single key, in order."""
        return {key[0]: self.of(name, *key) for key in self.keys(name)}


def cell_sums(
    frame: pl.LazyFrame, quantities: Mapping[str, Quantity], keys: Sequence[str], cluster: str
) -> dict[str, dict[Key, Sums]]:
    """The sums of each quantity in each cell."""
    columns = {name for each in quantities.values() for name in (each.value, each.weight) if name}
    check_columns(frame, [*keys, cluster, *sorted(columns)])
    levels = [level_of(frame, key).alias(f"key {key}") for key in keys]
    names = [f"key {key}" for key in keys]
    by_deal = (
        frame.select(pl.col(cluster).cast(pl.Int64), *levels, *sorted(columns - {cluster}))
        .drop_nulls(names)
        .group_by(*names, cluster)
        .agg([total for name, each in quantities.items() for total in totals_of(name, each)])
    )
    gaps = [pl.col(f"gaps {name}").sum() for name in quantities]
    squares = [each for name in quantities for each in square_sums(name)]
    grouped = by_deal.group_by(names) if names else by_deal.group_by(pl.lit(0).alias("all"))
    table = grouped.agg(*gaps, *squares).sort(names or ["all"]).collect()
    check_gaps(table, quantities)
    return {
        name: {key: sums for key, sums in cells_in(table, name, names) if sums.clusters}
        for name in quantities
    }


def square_sums(name: str) -> list[pl.Expr]:
    """The sums over deals that ``Sums`` keeps of a quantity; deals without rows don't count."""
    y, m = pl.col(f"y {name}"), pl.col(f"m {name}")
    there = m > 0
    y, m = y.filter(there), m.filter(there)
    products = {"y": y, "m": m, "yy": y * y, "ym": y * m, "mm": m * m}
    return [
        there.sum().alias(f"clusters {name}"),
        *(each.sum().alias(f"sum {key} {name}") for key, each in products.items()),
    ]


def cells_in(table: pl.DataFrame, name: str, keys: Sequence[str]) -> list[tuple[Key, Sums]]:
    columns = [f"clusters {name}", *(f"sum {each} {name}" for each in SUMS)]
    rows = table.select(*keys, *columns).rows()
    size = len(keys)
    return [(row[:size], Sums(int(row[size]), *map(float, row[size + 1 :]))) for row in rows]
