"""Whatever happens to one field or one file of a box is reported, or changes that field alone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.box.helpers import read_rows, write_rows
from tests.madness.box.helpers import BOX_FILES, TESTBOX, faults_of
from trisim.box.box import values_of
from trisim.box.schema import columns
from trisim.games.madness.box.box import Box, load_box
from trisim.games.madness.box.cards import CARD_FILES

CSV_FILES = [name for name in BOX_FILES if name.endswith(".csv")]
TEXTS = ["", "xyzzy", "-1", "999", "1.5", "draw 1", "draw", "each:", "win", "air", "yes", "é", " x"]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the test box; each test puts back what it damaged."""
    return Path(shutil.copytree(TESTBOX, tmp_path_factory.mktemp("damage") / "box"))


@contextmanager
def restored(path: Path) -> Iterator[None]:
    """Put a file back as it was."""
    before = path.read_bytes()
    try:
        yield
    finally:
        path.write_bytes(before)


def load_or_none(folder: Path) -> Box | None:
    """The box, or nothing if faults were found, which then all say where, what and how to mend."""
    faults = faults_of(folder)
    for fault in faults:
        assert fault.place.file in BOX_FILES, fault
        assert fault.problem, fault
        assert fault.remedy, fault
        assert fault.word.isprintable(), fault
    return None if faults else load_box(folder)


def check_cell(scratch: Path, testbox: Box, file: str, row: int, column: str, text: str) -> None:
    """A cell with another text is reported, or changes nothing but its own value."""
    path, kind = scratch / file, file.removesuffix(".csv")
    with restored(path):
        rows = read_rows(path)
        ident = rows[row][0]
        rows[row][rows[0].index(column)] = text
        write_rows(path, rows)
        box = load_or_none(scratch)
    if box is None:
        return
    for (where, card, field), _ in values_of(testbox).items() ^ values_of(box).items():
        assert where == kind
        assert (card == ident and field == column) or (column == "id" and card in (ident, text))


@pytest.mark.parametrize(
    ("file", "column"),
    [(file, column) for file in CSV_FILES for column in columns(CARD_FILES[file[:-4]])],
)
def test_usual_wrong_values_are_reported_or_harm_their_cell_alone(
    file: str, column: str, scratch: Path, testbox: Box
) -> None:
    for text in TEXTS:
        for row in (1, -1):
            check_cell(scratch, testbox, file, row, column, text)


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_cell_is_reported_or_harms_itself_alone(
    data: st.DataObject, scratch: Path, testbox: Box
) -> None:
    file = data.draw(st.sampled_from(CSV_FILES))
    rows = read_rows(scratch / file)
    row = data.draw(st.integers(1, len(rows) - 1))
    column = data.draw(st.sampled_from(rows[0]))
    cell = rows[row][rows[0].index(column)]
    at = data.draw(st.integers(0, max(len(cell) - 1, 0)))
    number = str(data.draw(st.integers(-2, 12)))
    damages = [cell[:at] + cell[at + 1 :], cell[: at + 1] + cell[at:], f"{cell[:at]} {cell[at:]}"]
    text = data.draw(st.sampled_from([*damages, re.sub(r"\d+", number, cell, count=1)]))
    check_cell(scratch, testbox, file, row, column, text)


@pytest.mark.parametrize("name", BOX_FILES)
def test_a_file_that_ends_early_is_reported(name: str, scratch: Path) -> None:
    path = scratch / name
    with restored(path):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        for kept in range(len(lines)):
            path.write_text("".join(lines[:kept]), "utf-8")
            assert load_or_none(scratch) is None or name == "modes.toml", kept


@pytest.mark.parametrize("name", BOX_FILES)
def test_a_missing_file_is_one_fault(name: str, scratch: Path) -> None:
    path = scratch / name
    before = path.read_bytes()
    path.unlink()
    try:
        (fault,) = faults_of(scratch)
        assert (fault.place.file, fault.problem) == (name, "this file is missing")
    finally:
        path.write_bytes(before)
