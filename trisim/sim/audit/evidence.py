"""What an audit looks at: the tables of one part, beside what settings and box say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from trisim.record.columns import Kind
from trisim.sim.audit.facts import Facts
from trisim.sim.audit.findings import SHOWN, Finding, Wrong
from trisim.sim.audit.registry import has_column
from trisim.sim.receipts import PartRecord, table_file

NUMBER = "number"
"""In place of a word that a table is sorted by: its place in the vocabulary."""


class Evidence:
    """The tables of a part; those that turn out to be broken are given up."""

    def __init__(self, folder: Path, record: PartRecord, facts: Facts) -> None:
        self.folder = folder
        self.record = record
        self.facts = facts
        self.tables = list(facts.request.tables)
        self.is_lost = False
        """Whether a file is missing, or not what was written."""
        self._frames: dict[str, pl.DataFrame] = {}
        self._columns: dict[str, list[str]] = {}

    def has(self, need: str) -> bool:
        """Whether a table is there and sound as a file.

        ``turns.pick``: and has this column of its own, which means what it means now.
        """
        table, _, column = need.partition(".")
        return table in self.tables and (not column or self.is_as_now(table, column))

    def is_as_now(self, table: str, column: str) -> bool:
        """Whether a column was written, not supplied, and means what it means now."""
        there = self.columns(table)
        earlier = self.facts.game.record.earlier
        return has_column(column, there) and earlier.is_as_now(table, column, self.facts.format)

    def columns(self, table: str) -> list[str]:
        """The columns that the file of a table has."""
        if table not in self._columns:
            import pyarrow.parquet as pq

            self._columns[table] = pq.read_schema(self.path(table)).names
        return self._columns[table]

    def give_up(self, table: str, *, lost: bool) -> None:
        """Skip a table from now on: its file is damaged or was replaced."""
        self.tables.remove(table)
        self.is_lost |= lost

    def file(self, table: str) -> str:
        """The file of a table, as seen from the folder of the run."""
        return f"{table}/{table_file(self.record.part)}"

    def path(self, table: str) -> Path:
        """Where the file of a table is."""
        return self.folder / self.file(table)

    # -- rows

    def as_written(self, table: str) -> pl.DataFrame:
        """The rows of a table in the order in which they stand; of earlier formats, converted."""
        if table not in self._frames:
            frame, facts = read(self.path(table)).lazy(), self.facts
            earlier = facts.game.record.earlier
            current = earlier.current_columns(
                facts.tables[table], frame, facts.request, facts.format
            )
            self._frames[table] = widened(current.collect())
        return self._frames[table]

    def __getitem__(self, table: str) -> pl.DataFrame:
        """The rows of a table by their key, whatever the order in the file."""
        name = f"{table} by key"
        if name not in self._frames:
            self._frames[name] = self.numbered(table).sort(self.key_of(table), maintain_order=True)
        return self._frames[name]

    def numbered(self, table: str) -> pl.DataFrame:
        """The rows as they stand; a word of the key gets its number, which is its order."""
        frame = self.as_written(table)
        for column in map(self.facts.tables[table].__getitem__, self.facts.tables[table].key):
            if column.kind is Kind.WORD:
                words = self.facts.words[column.vocabulary]
                numbers = pl.DataFrame({column.name: words}).with_row_index(NUMBER)
                frame = frame.join(numbers, on=column.name, how="left", maintain_order="left")
        return frame

    def key_of(self, table: str) -> list[str]:
        """The columns by which a table is sorted."""
        declared = self.facts.tables[table]
        return [NUMBER if declared[name].kind is Kind.WORD else name for name in declared.key]

    def place_of(self, table: str) -> tuple[str, ...]:
        """What leads to a row: its key, and the seat where there is one."""
        declared = self.facts.tables[table]
        seat = ("seat",) if "seat" in declared.names and "seat" not in declared.key else ()
        return self.facts.game.audit.places.get(table, (*declared.key, *seat))

    def once(self, name: str, make: Callable[[Any], pl.DataFrame]) -> pl.DataFrame:
        """A frame that several checks need, made by the first of them."""
        if name not in self._frames:
            self._frames[name] = make(self)
        return self._frames[name]

    @property
    def first_game(self) -> int:
        """The number of the first game."""
        return self.record.first_deal * self.facts.request.games_a_deal

    @property
    def games(self) -> range:
        """The numbers of all games that the part must have."""
        count = self.record.deals * self.facts.request.games_a_deal
        return range(self.first_game, self.first_game + count)

    @cached_property
    def game_numbers(self) -> pl.DataFrame:
        """The same as a frame."""
        return pl.DataFrame({"game": pl.int_range(*bounds(self.games), dtype=pl.Int64, eager=True)})

    @cached_property
    def aborted(self) -> pl.DataFrame:
        """The numbers of games that were not played to their end."""
        return self["games"].filter(pl.col("status") != "finished").select("game")

    def finished(self, table: str) -> pl.DataFrame:
        """The rows of games that were played to their end; of others less can be said."""
        if self.aborted.is_empty():
            return self[table]
        return self[table].join(self.aborted, on="game", how="anti", maintain_order="left")

    def people(self, table: str) -> pl.DataFrame:
        """The same without those of an automa, which plays by rules of its own."""
        if not self.facts.automa_seats:
            return self.finished(table)
        return self.finished(table).filter(~self.facts.is_automa)

    def automas(self, table: str) -> pl.DataFrame:
        """Those of the automa alone."""
        return self.finished(table).filter(self.facts.is_automa)

    # -- what is wrong

    def differing(
        self,
        table: str,
        frame: pl.DataFrame,
        what: str,
        expected: pl.Expr | str,
        found: pl.Expr | str | None = None,
    ) -> Iterator[Wrong]:
        """Rows of a frame where a value is not the expected one; missing equals missing."""
        value = as_expression(what if found is None else found)
        right = as_expression(expected)
        yield from self.faulty(table, frame, value.ne_missing(right), what, right, value)

    def faulty(
        self,
        table: str,
        frame: pl.DataFrame,
        where: pl.Expr,
        what: str,
        expected: pl.Expr | str = "",
        found: pl.Expr | str | None = None,
    ) -> Iterator[Wrong]:
        """The rows of a frame that violate a condition; ``expected`` may be words."""
        bad = frame.filter(where)
        if bad.is_empty():
            return
        value = as_expression(what if found is None else found)
        right = expected if isinstance(expected, pl.Expr) else pl.lit(expected)
        place = [name for name in self.place_of(table) if name in frame.columns]
        rows = bad.head(SHOWN).select(*place, value.alias("·found"), right.alias("·expected"))
        first = [
            Finding(
                self.file(table),
                tuple((name, row[name]) for name in place if row[name] is not None),
                what,
                shown(row["·found"]),
                shown(row["·expected"]),
            )
            for row in rows.iter_rows(named=True)
        ]
        yield Wrong(bad.height, tuple(first))


def read(path: Path) -> pl.DataFrame:
    """A file as a frame, read through Arrow: without guesses about the folder it is in."""
    import pyarrow.parquet as pq

    frame = pl.from_arrow(pq.ParquetFile(path).read())
    assert isinstance(frame, pl.DataFrame)
    return frame


def widened(frame: pl.DataFrame) -> pl.DataFrame:
    """Words as text, and whole numbers wide enough to be added up."""
    narrow = (pl.Int8, pl.Int16)
    return frame.with_columns(
        pl.col(*narrow).cast(pl.Int32),
        pl.col(pl.Categorical).cast(pl.String),
        pl.col(pl.List(pl.Categorical)).cast(pl.List(pl.String)),
        pl.col(pl.List(pl.Int8), pl.List(pl.Int16)).cast(pl.List(pl.Int32)),
    )


def bounds(numbers: range) -> tuple[int, int]:
    """Where a range begins and ends."""
    return numbers.start, numbers.stop


def as_expression(value: pl.Expr | str) -> pl.Expr:
    """A column by name, or what is an expression already."""
    return pl.col(value) if isinstance(value, str) else value


def shown(value: Any) -> str:
    """A value in a finding.

    >>> shown(None), shown(0.5), shown(["a", "b"]), shown(True)
    ('nothing', '0.5', 'a, b', 'yes')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)
