"""Restores the normal form of the files of a box after a spreadsheet or editor has saved them.

Only the form is changed: the encoding, a byte-order mark, separators, line ends, blanks around
cells, empty rows and columns, and whole numbers written as decimals (``3.0``). The meaning of cells
stays.
"""

from __future__ import annotations

import csv
import io
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.box.files import BOM, SEPARATOR_LINE, separator_of
from trisim.box.schema import Column, columns

if TYPE_CHECKING:
    from trisim.box.format import BoxFormat

ENCODINGS = {"utf-8": "UTF-8", "cp1252": "Windows-1252", "latin-1": "Latin-1"}
"""Encodings in the order in which they are tried, and their usual names; the last fits anything."""

UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
DECIMAL = re.compile(r"(-?[0-9]+)[.,]0+")


def tidy_folder(form: BoxFormat[Any], folder: Path) -> dict[str, str]:
    """Tidy the files of a box; the names of changed files, and their old encodings."""
    changed = {}
    for path in (folder / name for name in form.file_names if (folder / name).is_file()):
        known = columns(form.cards[path.stem]) if path.suffix == ".csv" else None
        encoding = tidy_file(path, known)
        if encoding:
            changed[path.name] = encoding
    return changed


def tidy_file(path: Path, known: dict[str, Column] | None) -> str | None:
    """Tidy one file, CSV with ``known`` columns or TOML; its old encoding if it was changed."""
    data = path.read_bytes()
    text, encoding = decode_any(data)
    text = text.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n")
    if known is not None:
        text = tidy_csv(text, known)
    tidied = text.encode()
    if tidied == data:
        return None
    replace_file(path, tidied)
    return encoding


def decode_any(data: bytes) -> tuple[str, str]:
    """Text and its encoding: UTF-16 with its mark, UTF-8, or one of Western Windows."""
    if data[:2] in UTF_16_MARKS:
        return data.decode("utf-16", errors="replace"), "UTF-16"
    for encoding, name in ENCODINGS.items():
        with suppress(UnicodeDecodeError):
            return data.decode(encoding), name
    raise AssertionError("Latin-1 has a letter for every byte")


def tidy_csv(text: str, known: dict[str, Column]) -> str:
    """The same cells, separated by commas and without blanks; a damaged file stays as it is."""
    separator = separator_of(text)
    line = SEPARATOR_LINE.match(text)
    rest = text[line.end() :] if line else text
    reader = csv.reader(io.StringIO(rest, newline=""), delimiter=separator, strict=True)
    try:
        rows = [[cell.strip() for cell in row] for row in reader]
    except csv.Error:
        return text
    rows = with_whole_numbers([row for row in rows if any(row)], known)
    filled = (place for row in rows for place, cell in enumerate(row, start=1) if cell)
    width = max(filled, default=0)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([*row, *[""] * (width - len(row))][:width] for row in rows)
    return out.getvalue()


def with_whole_numbers(rows: list[list[str]], known: dict[str, Column]) -> list[list[str]]:
    """Rows with ``3`` for ``3.0`` or ``3,0`` in columns where only ``3`` is a value."""
    for place, name in enumerate(rows[0] if rows else []):
        for row in rows[1:] if name in known else ():
            decimal = DECIMAL.fullmatch(row[place]) if place < len(row) else None
            if decimal and not known[name].is_value(row[place]):
                row[place] = decimal[1]
    return rows


def replace_file(path: Path, data: bytes) -> None:
    """Replace the content of a file atomically."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(path.stat().st_mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
