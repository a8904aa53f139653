"""From tables of games to sums by deal.

All functions take one part, or several at once, as long as the rows of a deal stay together: the
sums of parts are added (``combine``, or ``+`` of ``Joint``). Rows without a level (an empty cell in
``by``) belong to no level.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level, StatsError
from trisim.stats.joint import Joint, Totals

Frame = pl.LazyFrame | pl.DataFrame
Part = Frame | str | Path
"""A table, or the Parquet file that holds it."""

ALL = "all"
"""The level of all rows, where nothing splits them."""

DIGITS = 12
"""Digits kept of a deal's total: beyond them is the order in which threads added fractions."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is averaged: the total of a column over the number of rows.

    With a weight, each row counts as often as that column says.
    """

    value: str
    weight: str | None = None


WIN = Quantity("win")
SCORE = Quantity("score")
WINNING_SCORE = Quantity("score", weight="win")
"""Shared wins count their share."""


def sums_by(
    frame: Frame, value: str | Quantity = WIN, by: str | None = None, cluster: str = "deal"
) -> dict[Level, Sums]:
    """The sums of each level of ``by``, in order; of all rows under ``"all"`` without it."""
    return all_sums_by(frame, {"": quantity_of(value)}, by, cluster)[""]


def joint_by(
    frame: Frame, value: str | Quantity = WIN, by: str | None = None, cluster: str = "deal"
) -> Joint[Level]:
    """The same for differences between levels: with what they have in common."""
    return Joint.of(totals_by(frame, value, by, cluster))


def totals_by(
    frame: Frame, value: str | Quantity = WIN, by: str | None = None, cluster: str = "deal"
) -> dict[Level, Totals]:
    """The totals of each deal, level by level."""
    table = deal_totals(frame.lazy(), {"": quantity_of(value)}, by, cluster)
    return {level: totals_in(here, "", cluster) for level, here in by_level(table)}


def all_sums_by(
    frame: Frame, quantities: Mapping[str, Quantity], by: str | None = None, cluster: str = "deal"
) -> dict[str, dict[Level, Sums]]:
    """The sums of several quantities, in one reading."""
    found: dict[str, dict[Level, Sums]] = {name: {} for name in quantities}
    for level, here in by_level(deal_totals(frame.lazy(), quantities, by, cluster)):
        for name in quantities:
            totals = totals_in(here, name, cluster)
            if len(totals.deals):
                found[name][level] = Sums.of(totals.y, totals.m)
    return found


def combine(parts: Iterable[Mapping[Level, Sums]]) -> dict[Level, Sums]:
    """The sums of all parts, levels in order. The parts must come in the same order each time."""
    together: dict[Level, Sums] = {}
    for part in parts:
        for level, sums in part.items():
            together[level] = together.get(level, Sums()) + sums
    return {level: together[level] for level in sorted(together)}


def quantity_of(value: str | Quantity) -> Quantity:
    """A column by its name is the mean of that column."""
    return Quantity(value) if isinstance(value, str) else value


def by_level(table: pl.DataFrame) -> list[tuple[Level, pl.DataFrame]]:
    """A table for each level."""
    return [(level, here) for (level,), here in table.partition_by("level", as_dict=True).items()]


def totals_in(table: pl.DataFrame, name: str, cluster: str) -> Totals:
    """The totals of a quantity in the deals where it has any rows."""
    here = table.filter(pl.col(f"m {name}") > 0)
    return Totals(*(here[column].to_numpy() for column in (cluster, f"y {name}", f"m {name}")))


def deal_totals(
    frame: pl.LazyFrame, quantities: Mapping[str, Quantity], by: str | None, cluster: str
) -> pl.DataFrame:
    """A row for each level and deal, sorted, with totals ``y`` over ``m`` of each quantity."""
    columns = {name for each in quantities.values() for name in (each.value, each.weight) if name}
    check_columns(frame, [by, cluster, *sorted(columns)])
    totals = [total for name, each in quantities.items() for total in totals_of(name, each)]
    table = (
        frame.with_columns(level_of(frame, by).alias("level"), pl.col(cluster).cast(pl.Int64))
        .filter(pl.col("level").is_not_null())
        .group_by("level", cluster)
        .agg(totals)
        .sort("level", cluster)
        .collect()
    )
    check_gaps(table, quantities)
    return table


def totals_of(name: str, quantity: Quantity) -> list[pl.Expr]:
    """The totals of a quantity over the rows of a deal, and its number of gaps."""
    value = pl.col(quantity.value).cast(pl.Float64)
    weight = pl.col(quantity.weight).cast(pl.Float64) if quantity.weight else None
    y = value if weight is None else value * weight
    m = pl.len().cast(pl.Float64) if weight is None else weight.sum().round_sig_figs(DIGITS)
    return [
        y.sum().round_sig_figs(DIGITS).alias(f"y {name}"),
        m.alias(f"m {name}"),
        (y.is_null() | y.is_nan()).sum().alias(f"gaps {name}"),
    ]


def check_gaps(table: pl.DataFrame, quantities: Mapping[str, Quantity]) -> None:
    """Empty cells are no numbers, and leaving them out is not for us to decide."""
    for name, each in quantities.items():
        if table[f"gaps {name}"].sum():
            raise StatsError(f"column '{each.value}' has empty cells; leave out those rows")


def level_of(frame: pl.LazyFrame, by: str | None) -> pl.Expr:
    """The level of a row; words as words, whatever way they are stored."""
    if by is None:
        return pl.lit(ALL)
    return pl.col(by).cast(pl.Int64 if frame.collect_schema()[by].is_integer() else pl.String)


def check_columns(frame: pl.LazyFrame, wanted: Iterable[str | None]) -> None:
    """A missing column is named, with those that are there."""
    there = frame.collect_schema().names()
    for name in wanted:
        if name is not None and name not in there:
            raise StatsError(f"no column '{name}'; there are {', '.join(there)}")


def opened(part: Part) -> pl.LazyFrame:
    """A part as a lazy table, whichever way it came; only words may be patterns, with ``*``."""
    if isinstance(part, (str, Path)):
        return pl.scan_parquet(part, glob=isinstance(part, str))
    return part.lazy()
