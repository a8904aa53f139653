"""Tables of runs in earlier formats."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from trisim.record.columns import Column, Table

if TYPE_CHECKING:
    import polars as pl


ADDED = {"players": ("all_restricted",)}
"""Columns of every game that runs of any format may lack: nothing else changed with them."""


class EarlierTables:
    """The differences between tables of earlier formats and the current columns.

    This class is for a game whose tables have never changed; others have a subclass. A format is
    given by its number.
    """

    def may_lack(self, table: str, number: int) -> tuple[str, ...]:
        """Current columns that a table of a format may lack."""
        return ADDED.get(table, ())

    def written_columns(self, table: Table, number: int, there: Collection[str]) -> list[Column]:
        """The columns that a file of a format must have; ``there`` are those that it has."""
        added = ADDED.get(table.name, ())
        return [each for each in table.columns if each.name in there or each.name not in added]

    def is_as_now(self, table: str, column: str, number: int) -> bool:
        """Whether an existing column has its current meaning."""
        return True

    def current_columns(
        self, table: Table, frame: pl.LazyFrame, request: Any, number: int
    ) -> pl.LazyFrame:
        """A table with the current columns that it has or that follow from them."""
        return frame
