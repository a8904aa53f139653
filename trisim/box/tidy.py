"""Putting the files of a box into their normal form, after a spreadsheet or editor has saved them.

Only what no one reads is changed: the encoding, a byte-order mark, what separates the cells, line
ends, blanks around cells, and empty rows and columns. What cells say stays as it is.
"""

from __future__ import annotations

import csv
import io
import os
import tempfile
from pathlib import Path

from trisim.box.files import BOM, file_names, separator_of

ENCODINGS = ("utf-8", "cp1252")
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def tidy_folder(folder: Path) -> list[str]:
    """Tidy the files of a box; which of them were changed."""
    return [name for name in file_names() if (folder / name).is_file() and tidy_file(folder / name)]


def tidy_file(path: Path) -> bool:
    """Tidy one file; whether that changed it. A CSV file with a torn cell is left alone."""
    data = path.read_bytes()
    text = decode_any(data).removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n")
    if path.suffix == ".csv":
        text = tidy_csv(text)
    tidied = text.encode()
    if tidied == data:
        return False
    replace_file(path, tidied)
    return True


def decode_any(data: bytes) -> str:
    """Text in UTF-8, in UTF-16 with its mark, or in the encoding of Western Windows."""
    if data[:2] in UTF_16_MARKS:
        return data.decode("utf-16", errors="replace")
    for encoding in ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def tidy_csv(text: str) -> str:
    """The same cells with commas between them, and nothing around them."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text), strict=True)
    try:
        rows = [[cell.strip() for cell in row] for row in reader]
    except csv.Error:
        return text
    rows = [row for row in rows if any(row)]
    width = max((len(trimmed(row)) for row in rows), default=0)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([*row, *[""] * (width - len(row))][:width] for row in rows)
    return out.getvalue()


def trimmed(row: list[str]) -> list[str]:
    """A row without the empty cells at its end."""
    while row and not row[-1]:
        row = row[:-1]
    return row


def replace_file(path: Path, data: bytes) -> None:
    """Put new content in place of a file's, all at once."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(path.stat().st_mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
