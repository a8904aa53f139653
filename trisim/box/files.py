"""Reads the files of a box: rows and keys with their places, not yet interpreted.

Spreadsheets and editors leave marks (a BOM, semicolons, blanks). Each is reported and then ignored,
so that one check finds everything.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import re
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.schema import columns

if TYPE_CHECKING:
    from trisim.box.format import BoxFormat

OR_TIDY = ", or run 'trisim box tidy DIR'"
LARGEST = 4_000_000
BOM = "﻿"


@dataclass(slots=True)
class RawCard:
    """A row of a CSV file: its cells by column, and their places."""

    place: Place
    cells: dict[str, Any]
    places: dict[str, Place] = field(default_factory=dict)

    def at(self, column: str) -> Place:
        row = self.place
        return self.places.get(column) or Place(row.file, row.row, row.card, column)


@dataclass(slots=True)
class RawTable:
    """A TOML file: its nested tables, and the places of its keys."""

    file: str
    tables: dict[str, Any]
    lines: dict[str, int]
    places: dict[str, Place] = field(default_factory=dict)

    def at(self, path: str) -> Place:
        """The place of the value of a dotted path, or of the nearest table around it."""
        known = path
        while known and known not in self.lines and known not in self.places:
            known = known.rpartition(".")[0]
        if known in self.places:
            return self.places[known]
        return Place(self.file, self.lines.get(known, 0), column=path)


@dataclass(slots=True)
class RawBox:
    """All files of a box without those that could not be read at all."""

    cards: dict[str, list[RawCard]] = field(default_factory=dict)
    settings: dict[str, RawTable] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    """What the files hold, byte by byte."""

    torn: set[str] = field(default_factory=set)
    """CSV files that could be read in part only: what they lack may be further down."""


def read_folder(form: BoxFormat[Any], folder: Traversable, faults: Faults) -> RawBox:
    raw = RawBox()
    present = {path.name for path in folder.iterdir()}
    for name in form.file_names:
        if name not in present:
            others = sorted(present - set(form.file_names))
            near = get_close_matches(name, others, n=1, cutoff=0.7)
            fresh = "copy it from a fresh box ('trisim box new DIR')"
            remedy = f"rename '{near[0]}'" if near else fresh
            faults.add(Place(name), "", "this file is missing", remedy)
            continue
        text = read_text(folder / name, name, faults, raw.files)
        kind, _, ending = name.rpartition(".")
        if text is not None and ending == "csv":
            rows = read_csv(text, name, list(columns(form.cards[kind])), raw, faults)
            if rows is not None:
                raw.cards[kind] = rows
        elif text is not None:
            found = read_toml(text, name, faults)
            if found is not None:
                raw.settings[kind] = found
    return raw


def read_text(
    path: Traversable, name: str, faults: Faults, files: dict[str, bytes] | None = None
) -> str | None:
    """The text of a file; text that isn't UTF-8 is reported and read as well as possible.

    Its bytes are stored in ``files``.
    """
    if not path.is_file():
        problem = "this is a folder, not a file" if path.is_dir() else "there is no file behind it"
        faults.add(Place(name), "", problem, "put a file in its place")
        return None
    try:
        with path.open("rb") as file:
            data: bytes = file.read(LARGEST + 1)
    except OSError as error:
        faults.add(Place(name), "", f"can't be read ({error.strerror})", "check its permissions")
        return None
    if len(data) > LARGEST:
        problem = f"the file has more than {LARGEST // 1_000_000} million bytes"
        faults.add(Place(name), "", problem, "is this the right file?")
        return None
    if files is not None:
        files[name] = data
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        remedy = f"save it as UTF-8{OR_TIDY}"
        faults.add(Place(name, 1), "", "this is UTF-16, not UTF-8", remedy)
        text = data.decode("utf-16", errors="replace").removeprefix(BOM)
    else:
        text = decode(data, name, faults)
    return text


def decode(data: bytes, name: str, faults: Faults) -> str:
    """Bytes as UTF-8; the first wrong byte and a BOM are reported."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        word = data[error.start : error.start + 1]
        remedy = f"save it as UTF-8{OR_TIDY}"
        faults.add(Place(name, row), f"byte {word.hex()}", "this is not UTF-8", remedy)
        text = data.decode("utf-8", errors="replace")
    if text.startswith(BOM):
        remedy = f"save it without BOM, as plain UTF-8{OR_TIDY}"
        faults.add(Place(name, 1), "BOM", "the file starts with a byte-order mark", remedy)
    return text.removeprefix(BOM)


# ---------------------------------------------------------------- CSV


def read_csv(
    text: str, name: str, known: list[str], raw: RawBox, faults: Faults
) -> list[RawCard] | None:
    """The rows of a CSV file with ``known`` columns; None if its header can't be read."""
    records = list(read_records(text, name, raw, faults))
    if not records:
        faults.add(Place(name), "", "the file is empty", f"its first row must be {','.join(known)}")
        return None
    header = read_header(records[0], known, name, faults)
    cards = []
    first_row = 3 if SEPARATOR_LINE.match(text) else 2
    for row, record in enumerate(records[1:], start=first_row):
        if any(cell.strip() for cell in record):
            cards.append(read_row(record, header, Place(name, row), faults))
        elif record and row < len(records) + first_row - 2:
            faults.add(Place(name, row), "", "an empty row", "delete it")
        elif record:
            faults.add(Place(name, row), "", "an empty row at the end", "delete it")
    return cards


def read_records(text: str, name: str, raw: RawBox, faults: Faults) -> Iterator[list[str]]:
    """The records of a CSV text, with any separator."""
    separator = find_separator(text, name, faults)
    row = 0
    if line := SEPARATOR_LINE.match(text):
        faults.add(Place(name, 1), line[0].strip(), "this line is no row", f"delete it{OR_TIDY}")
        text, row = text[line.end() :], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for record in reader:
            row += 1
            yield record
    except csv.Error as error:
        problem = f"the file can't be read on from here ({error})"
        remedy = "look for a missing or stray quotation mark"
        faults.add(Place(name, row + 1), "", problem, remedy)
        raw.torn.add(name.removesuffix(".csv"))


SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?[,;\t ]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
"""A first line that names the separator, as Excel writes it."""


def find_separator(text: str, name: str, faults: Faults) -> str:
    """Comma, or the separator of a spreadsheet, which is reported."""
    separator = separator_of(text)
    if separator != ",":
        word = "semicolons" if separator == ";" else "tabs"
        remedy = f"save it as CSV with commas between the cells{OR_TIDY}"
        faults.add(Place(name, 1), separator.strip(), f"{word} separate the cells", remedy)
    return separator


def separator_of(text: str) -> str:
    """The separator between the names of the columns."""
    if line := SEPARATOR_LINE.match(text):
        return line[1]
    header = text.partition("\n")[0]
    for separator in (";", "\t"):
        if separator in header and "," not in header:
            return separator
    return ","


def read_header(record: list[str], known: list[str], name: str, faults: Faults) -> list[str]:
    """The columns in the order of the file; an empty name for an unusable one."""
    header: list[str] = []
    missing = [column for column in known if column not in record]
    for number, cell in enumerate(record, start=1):
        column = cell if cell in known and cell not in header else ""
        if not cell.strip():
            place = Place(name, 1, column=str(number))
            faults.add(place, "", "a column without a name", "delete it")
        elif not column:
            column = report_header(cell, header, missing, name, faults)
        header.append(column)
    for column in missing:
        if column not in header:
            faults.add(Place(name, 1), column, "this column is missing", "put it back")
    return header


def report_header(
    cell: str, header: list[str], missing: list[str], name: str, faults: Faults
) -> str:
    """Report a wrong name of a column; return the intended column, if that is clear."""
    place = Place(name, 1)
    if cell in header:
        faults.add(place, cell, "this column stands there twice", "delete one of them")
        return ""
    near = get_close_matches(cell.strip().lower(), missing, n=1, cutoff=0.6)
    if near:
        faults.add(place, cell, "unknown column", f"rename it to '{near[0]}'")
        return near[0]
    remedy = did_you_mean(cell, missing, "delete it") if missing else "delete it"
    faults.add(place, cell, "unknown column", remedy)
    return ""


def read_row(record: list[str], header: list[str], place: Place, faults: Faults) -> RawCard:
    """The cells of a row by column; blanks around them are removed and reported."""
    named = dict(zip(header, record, strict=False))
    place = Place(place.file, place.row, named.get("id", "").strip()[:24])
    card = RawCard(place, {})
    if len(record) > len(header) and any(cell.strip() for cell in record[len(header) :]):
        remedy = "delete them, or put quotation marks around a cell with a comma in it"
        faults.add(place, record[len(header)], "more cells than columns", remedy)
    elif len(record) > len(header):
        faults.add(place, "", "empty cells behind the last column", "delete them")
    elif len(record) < len(header):
        faults.add(place, "", f"{len(record)} cells for {len(header)} columns", "fill up the row")
    for column, cell in named.items():
        if column and cell != cell.strip():
            where = "the end" if cell == cell.lstrip() else "the start"
            problem = f"a blank or line break at {where}"
            faults.add(card.at(column), cell, problem, "delete it")
        if column:
            card.cells[column] = cell.strip()
    return card


# ---------------------------------------------------------------- TOML


def read_toml(text: str, name: str, faults: Faults) -> RawTable | None:
    """The tables of a TOML file; None if it is no TOML."""
    try:
        return RawTable(name, tomllib.loads(text), toml_lines(text))
    except tomllib.TOMLDecodeError as error:
        row, message, remedy = toml_problem(text, error)
        faults.add(Place(name, row), "", f"this is not TOML: {message}", remedy)
    except (ValueError, RecursionError):
        faults.add(
            Place(name), "", "a value is far too large", "look for a value that makes no sense"
        )
    return None


SMART_QUOTES = "“”„‟‘’‚‛«»"


def toml_problem(text: str, error: tomllib.TOMLDecodeError) -> tuple[int, str, str]:
    """The line (0 if unknown) of a mistake in TOML, the problem, and how to correct it."""
    message, row = str(error), 0
    if found := re.search(r" \(at line (\d+), column (\d+)\)$", message):
        row, message = int(found[1]), f"{message[: found.start()]} in column {found[2]}"
    message = message[:1].lower() + message[1:].replace(" (at end of document)", " at the end")
    line = text.split("\n")[row - 1] if row else ""
    if smart := set(line) & set(SMART_QUOTES):
        return row, f"{min(smart)} is a typographic quotation mark", 'write a straight one (")'
    return row, message, "correct it in a text editor"


HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


def toml_lines(text: str) -> dict[str, int]:
    """The line of each table and key, by dotted path; enough to find the place."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(line):
            table = clean_path(header[1])
            for inner in prefixes(table):
                lines.setdefault(inner, number)
        elif key := KEY.match(line):
            path = clean_path(key[1])
            for inner in prefixes(f"{table}.{path}" if table else path):
                lines.setdefault(inner, number)
    return lines


def prefixes(path: str) -> list[str]:
    """A dotted path and its prefixes, the shortest first."""
    parts = path.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def clean_path(path: str) -> str:
    """A dotted path without quotation marks and blanks."""
    return ".".join(part.strip().strip("\"'") for part in path.split("."))


def copy_reference(form: BoxFormat[Any], folder: Path) -> None:
    """Write the reference set to a new or empty folder, named after it; all of it or nothing."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(errno.EEXIST, "it exists and is not an empty folder", str(folder))
    near = folder.absolute()
    while not near.is_dir():
        near = near.parent
    with tempfile.TemporaryDirectory(dir=near, prefix=".trisim-") as scratch:
        staged = Path(scratch) / "box"
        staged.mkdir()
        for name in form.file_names:
            (staged / name).write_bytes((form.reference / name).read_bytes())
        name_box(staged / "box.toml", folder.resolve().name)
        if folder.is_dir():  # it stays the folder it is: perhaps a link, or where the user stands
            for name in form.file_names:
                (staged / name).replace(folder / name)
        else:
            folder.parent.mkdir(parents=True, exist_ok=True)
            staged.replace(folder)


def name_box(path: Path, name: str) -> None:
    """Replace the name in the file of a box."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in name)[:LONGEST_NAME].strip()
    quoted = json.dumps(shown or "My box", ensure_ascii=False)
    text = path.read_text(encoding="utf-8")
    path.write_text(NAME_LINE.sub(lambda _: f"name = {quoted}", text, count=1), encoding="utf-8")


NAME_LINE = re.compile(r"^name = .*$", re.MULTILINE)
LONGEST_NAME = 60
