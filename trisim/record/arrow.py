"""From rows to Arrow and Parquet: words for codes, nulls for missing values."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from trisim.record.columns import MISSING, Column, Kind, Table, Words

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Dictionaries: TypeAlias = dict[str, pa.Array]
"""The words of each vocabulary."""

CACHE = 262_144
"""Bytes of rows that are turned into columns at a time."""

ROW_GROUP = 131_072
"""Rows of a row group: a lazy scan can skip whole ones by their games."""

NUMBERS = {
    Kind.FLAG: pa.bool_(),
    Kind.SMALL: pa.int8(),
    Kind.COUNT: pa.int16(),
    Kind.NUMBER: pa.int32(),
    Kind.LONG: pa.int64(),
    Kind.SEED: pa.uint64(),
    Kind.SHARE: pa.float32(),
    Kind.SEATS: pa.list_(pa.int8()),
    Kind.COUNTS: pa.list_(pa.int16()),
}
WORD = pa.dictionary(pa.int16(), pa.string())


def arrow_type(column: Column) -> pa.DataType:
    if column.kind is Kind.WORD:
        return WORD
    return pa.list_(WORD) if column.kind is Kind.WORDS else NUMBERS[column.kind]


@lru_cache
def schema(table: Table) -> pa.Schema:
    """The Arrow schema of a table, each column with its meaning and unit."""
    return pa.schema(
        [
            pa.field(
                column.name,
                arrow_type(column),
                nullable=column.may_be_missing,
                metadata={"meaning": column.meaning, "unit": column.unit},
            )
            for column in table.columns
        ],
        metadata={"row": table.row},
    )


def dictionaries(words: Words) -> Dictionaries:
    """Vocabularies as Arrow arrays."""
    return {name: pa.array(members, pa.string()) for name, members in words.items()}


def to_arrow(table: Table, rows: Array, words: Dictionaries) -> pa.Table:
    cells = columns_of(rows)
    columns = [to_column(column, cells, words) for column in table.columns]
    return pa.Table.from_arrays(columns, schema=schema(table))


def columns_of(rows: Array) -> dict[str, Array]:
    """Each field of the rows as an array of its own.

    Block by block, so that a block stays in the processor's cache for all of its fields: field by
    field, the rows would be read from memory again and again, which takes several times as long.
    """
    names = rows.dtype.names or ()
    columns = {name: np.empty_like(rows[name], order="C") for name in names}
    block = max(1, CACHE // rows.dtype.itemsize)
    for start in range(0, len(rows), block):
        some = rows[start : start + block]
        for name in names:
            columns[name][start : start + block] = some[name]
    return columns


def to_column(column: Column, columns: dict[str, Array], words: Dictionaries) -> pa.Array:
    cells = columns[column.field]
    if column.kind.is_list:
        return to_lists(column, cells, columns[f"n_{column.name}"], words)
    missing = cells == MISSING if column.may_be_missing else None
    if column.kind is Kind.WORD:
        return to_words(cells, missing, words[column.vocabulary])
    if column.kind is Kind.FLAG:
        cells = cells.astype(np.bool_)
    return pa.array(cells, arrow_type(column), mask=missing)


def to_words(codes: Array, missing: Array | None, words: pa.Array) -> pa.Array:
    """Codes as words; the dictionary has all of them, used or not, so it is the same everywhere."""
    indices = pa.array(codes.astype(np.int16), mask=missing)
    return pa.DictionaryArray.from_arrays(indices, words)


def to_lists(column: Column, cells: Array, counts: Array, words: Dictionaries) -> pa.Array:
    """Lists of different lengths."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    values = cells[np.arange(column.room) < counts[:, None]]
    if column.kind is Kind.WORDS:
        return pa.ListArray.from_arrays(offsets, to_words(values, None, words[column.vocabulary]))
    return pa.ListArray.from_arrays(offsets, pa.array(values))


def write_parquet(rows: pa.Table, path: Path, table: Table) -> None:
    """Write the rows of a table, sorted by its key: the same rows, the same bytes."""
    split = numbers_of(table) if table.varies else []
    rest = [name for name in table.names if name not in split]
    pq.write_table(
        rows,
        path,
        row_group_size=ROW_GROUP,
        compression="zstd",
        sorting_columns=[pq.SortingColumn(table.names.index(name)) for name in table.key],
        write_statistics=list(table.key),  # of the others nothing could be skipped, and they cost
        use_dictionary=rest if split else True,
        column_encoding=dict.fromkeys(split, "BYTE_STREAM_SPLIT") or None,
        write_batch_size=ROW_GROUP,
    )


def numbers_of(table: Table) -> list[str]:
    types = {column.name: arrow_type(column) for column in table.columns}
    return [name for name, kind in types.items() if pa.types.is_integer(kind)]
