"""Checks of files: every part is there as it was written, and can be read as it was declared.

A file that fails one of them is given up: what is in it is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from trisim.record.arrow import arrow_type
from trisim.record.columns import Column
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong, one
from trisim.sim.audit.registry import check
from trisim.sim.disk import checksum

LookAtFile: TypeAlias = Callable[[Evidence, str], Wrong | None]


def file_check(name: str, says: str, *, lost: bool = False) -> Callable[[LookAtFile], LookAtFile]:
    """Register a check of each file of a part; a file that fails is given up.

    ``lost``: it is not what was written, and can be had back by playing the part again.
    """

    def register(look: LookAtFile) -> LookAtFile:
        @check(name, says)
        def look_at_all(evidence: Evidence) -> Iterator[Wrong]:
            for table in list(evidence.tables):
                wrong = look(evidence, table)
                if wrong is not None:
                    evidence.give_up(table, lost=lost)
                    yield wrong

        return look

    return register


@file_check("files", "every part has its file in every table", lost=True)
def file_is_there(evidence: Evidence, table: str) -> Wrong | None:
    """The record names the file, and the file is there."""
    if table not in evidence.record.files:
        return one("manifest.json", f"part {evidence.record.part}: no record of {table}", "")
    if not evidence.path(table).is_file():
        return one(evidence.file(table), "the file is", "missing")
    return None


@file_check("sizes", "files are as long as they were written", lost=True)
def file_is_as_long(evidence: Evidence, table: str) -> Wrong | None:
    """A file that was cut, or that something was added to."""
    size, written = evidence.path(table).stat().st_size, evidence.record.files[table].bytes
    if size == written:
        return None
    return one(evidence.file(table), "size", f"{size:,} bytes", f"{written:,}")


@file_check("checksums", "files have the bytes that were written (SHA-256)", lost=True)
def file_has_its_bytes(evidence: Evidence, table: str) -> Wrong | None:
    """A single flipped bit is enough."""
    written = evidence.record.files[table].sha256
    try:
        found = checksum(evidence.path(table))
    except OSError as error:
        return one(evidence.file(table), "the file can't be read:", error.strerror)
    if found == written:
        return None
    return one(evidence.file(table), "checksum", f"{found[:12]}…", f"{written[:12]}…")


@file_check("schema", "files are Parquet with the declared columns and types")
def file_has_declared_columns(evidence: Evidence, table: str) -> Wrong | None:
    """Names, order and types."""
    try:
        schema = pq.read_schema(evidence.path(table))
    except (OSError, pa.ArrowException) as error:
        return one(evidence.file(table), "no Parquet file:", str(error).splitlines()[0])
    facts = evidence.facts
    earlier, now = facts.game.record.earlier, facts.tables[table]
    declared = earlier.written_columns(now, facts.format, schema.names)
    names = [column.name for column in declared]
    if schema.names != names:
        odd = sorted(set(names) ^ set(schema.names)) or ["the same in another order"]
        return one(evidence.file(table), "columns differ:", ", ".join(odd))
    for column in declared:
        found = schema.field(column.name).type
        if found != arrow_type(column):
            return one(evidence.file(table), f"type of {column.name}", found, column.kind.said)
    return None


@file_check("readable", "every row of every file can be read")
def file_can_be_read(evidence: Evidence, table: str) -> Wrong | None:
    """Read it all: pages that can't be unpacked show only then."""
    try:
        evidence.as_written(table)
    except (OSError, pa.ArrowException) as error:
        return one(evidence.file(table), "can't be read:", str(error).splitlines()[0])
    return None


@check("rows", "files have as many rows as the manifest says")
def row_counts(evidence: Evidence) -> Iterator[Wrong]:
    """The rows that can be read against those that were written."""
    for table in evidence.tables:
        found, written = evidence.as_written(table).height, evidence.record.files[table].rows
        if found != written:
            yield one(evidence.file(table), "rows", found, written)


@check("missing-values", "only columns that may be missing are")
def missing_values(evidence: Evidence) -> Iterator[Wrong]:
    """A null where a value must be."""
    for table in evidence.tables:
        frame = evidence.as_written(table)
        counts = frame.null_count().row(0, named=True)
        for column in evidence.facts.tables[table].columns:
            if counts.get(column.name) and not column.may_be_missing:
                null = pl.col(column.name).is_null()
                yield from evidence.faulty(table, frame, null, column.name, "a value")


@check("words", "words are those of the game, the box and the settings")
def known_words(evidence: Evidence) -> Iterator[Wrong]:
    """Of every column with words, and of every list."""
    for table in evidence.tables:
        frame = evidence.as_written(table)
        for column in evidence.facts.tables[table].columns:
            if column.vocabulary and column.name in frame.columns:
                yield from unknown_words(evidence, table, frame, column)


def unknown_words(
    evidence: Evidence, table: str, frame: pl.DataFrame, column: Column
) -> Iterator[Wrong]:
    """Rows with a word that a column can't have."""
    name, known = column.name, evidence.facts.words[column.vocabulary]
    cells = frame[name].explode() if column.kind.is_list else frame[name]
    if unknown := sorted(set(cells.unique().drop_nulls()) - set(known)):
        cell = pl.col(name)
        is_odd = cell.is_in(unknown)
        if column.kind.is_list:
            is_odd = cell.list.eval(pl.element().is_in(unknown)).list.any()
        odd = is_odd.fill_null(False)
        yield from evidence.faulty(table, frame, odd, name, f"words of {column.vocabulary}")
