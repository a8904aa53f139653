"""Ways to damage a copy of a run of any game, so that only a look at its rows finds it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from trisim.sim.disk import checksum
from trisim.sim.receipts import table_file

Change: TypeAlias = Callable[[pl.DataFrame], pl.DataFrame]


def copy_of(folder: Path, to: Path) -> Path:
    """A copy to be damaged."""
    return Path(shutil.copytree(folder, to / "run"))


def path_of(folder: Path, table: str, part: int = 0) -> Path:
    """The file of a table."""
    return folder / table / table_file(part)


def rewrite(folder: Path, table: str, change: Change, part: int = 0) -> None:
    """Change the rows of a file, so that neither its size nor its checksum gives it away."""
    path = path_of(folder, table, part)
    written = pq.ParquetFile(path).read()
    frame = pl.from_arrow(written)
    assert isinstance(frame, pl.DataFrame)
    words = frame.with_columns(
        pl.col(pl.Categorical).cast(pl.String),
        pl.col(pl.List(pl.Categorical)).cast(pl.List(pl.String)),
    )
    changed = change(words).to_arrow()
    columns = [
        changed[field.name].combine_chunks().cast(plain_type(field.type)).cast(field.type)
        for field in written.schema
    ]
    fields = [pa.field(field.name, field.type) for field in written.schema]
    pq.write_table(pa.Table.from_arrays(columns, schema=pa.schema(fields)), path)
    record_anew(folder, table, part, rows=changed.num_rows)


def plain_type(kind: Any) -> Any:
    """A type without dictionaries."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(plain_type(kind.value_type))
    return kind


def record_anew(folder: Path, table: str, part: int = 0, **values: Any) -> None:
    """Let the manifest say what the file is now."""
    path = path_of(folder, table, part)
    values |= {"bytes": path.stat().st_size, "sha256": checksum(path)}
    edit_manifest(folder, lambda data: data["parts"][part]["files"][table].update(values))


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest."""
    path = folder / "manifest.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def put(column: str, value: Any, where: pl.Expr | bool = True) -> Change:
    """Change one cell, in the first row of which something holds; ``value`` may be a function."""

    def change(frame: pl.DataFrame) -> pl.DataFrame:
        condition = where if isinstance(where, pl.Expr) else pl.lit(where)
        rows = frame.with_row_index("·row").filter(condition)
        assert not rows.is_empty(), f"no row to change {column} in"
        row, old = rows["·row"][0], rows[column][0]
        old = old.to_list() if isinstance(old, pl.Series) else old
        cells = frame[column].to_list()
        cells[row] = value(old) if callable(value) else value
        return frame.with_columns(pl.Series(column, cells, dtype=frame.schema[column]))

    return change


def swapped(first: int, second: int) -> Change:
    """Two rows change places."""

    def change(frame: pl.DataFrame) -> pl.DataFrame:
        rows = list(range(frame.height))
        rows[first], rows[second] = rows[second], rows[first]
        return frame[rows]

    return change


def without(where: pl.Expr) -> Change:
    """Rows go missing."""
    return lambda frame: frame.filter(~where)


def twice(where: pl.Expr) -> Change:
    """Rows are there twice."""
    return lambda frame: pl.concat([frame, frame.filter(where)]).sort("game", maintain_order=True)


def both(*changes: Change) -> Change:
    def change(frame: pl.DataFrame) -> pl.DataFrame:
        for each in changes:
            frame = each(frame)
        return frame

    return change


def exchanged(column: str, first: pl.Expr, second: pl.Expr) -> Change:
    """The values of a column change places between two rows."""

    def change(frame: pl.DataFrame) -> pl.DataFrame:
        one, other = frame.filter(first)[column][0], frame.filter(second)[column][0]
        return both(put(column, other, first), put(column, one, second))(frame)

    return change
