"""The tables of a page as CSV: an estimate is five columns."""

from __future__ import annotations

import csv
import io

from trisim.report.page.model import Cell, Column, Kind, Standing, Table
from trisim.stats.estimate import Estimate, finite, with_hyphen
from trisim.texts import defused

PARTS = ("", "_low", "_high", "_n", "_level")
"""Suffixes of the columns of an estimate."""


def csv_of(table: Table) -> str:
    """A table with a header line; unknown values are empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([name for column in table.columns for name in names_of(column)])
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        writer.writerow([value for cell, column in cells for value in values_of(cell, column)])
    return out.getvalue()


def names_of(column: Column) -> list[str]:
    """The names of a column, or of the five of an estimate."""
    key = defused(column.key)
    return [key + part for part in (PARTS if column.kind is Kind.ESTIMATE else ("",))]


def values_of(cell: Cell, column: Column) -> list[str | float | None]:
    """A cell as plain values, one for each name of its column."""
    if isinstance(cell, Estimate):
        ends = [finite(number) for number in (cell.value, cell.low, cell.high)]
        found: list[str | float | None] = [*ends, cell.n, cell.level]
    elif isinstance(cell, Standing):
        found = [cell.value]
    else:
        found = [plain_value(cell)]
    count = len(names_of(column))
    return (found + [None] * count)[:count]


def plain_value(cell: str | float | None) -> str | float | None:
    """A number or text as it is written: no text is a formula, NaN is empty."""
    if isinstance(cell, str):
        return defused(with_hyphen(cell))
    return finite(cell) if isinstance(cell, float) else cell
