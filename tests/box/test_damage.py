"""Whatever happens to one field or one file of a box is reported, or harms that field alone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.box.helpers import (
    BOX_FILES,
    CSV_FILES,
    TOML_FILES,
    edit,
    faults_of,
    load_or_none,
    read_rows,
    write_rows,
)
from trisim.box.box import values_of
from trisim.box.schema import columns
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import CARD_FILES

Path3 = tuple[str, str, str]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory, testbox_path: Path) -> Path:
    """A copy of the test box; each test puts back what it damaged."""
    return Path(shutil.copytree(testbox_path, tmp_path_factory.mktemp("damage") / "box"))


@contextmanager
def restored(path: Path) -> Iterator[None]:
    """Put a file back as it was."""
    before = path.read_bytes()
    try:
        yield
    finally:
        path.write_bytes(before)


def differing(box: Box, other: Box) -> set[Path3]:
    """The file, card or table, and field of every value that differs."""
    return {place for place, _ in values_of(box).items() ^ values_of(other).items()}


# ---------------------------------------------------------------- damages to a text


@st.composite
def damaged_texts(draw: st.DrawFn, text: str) -> str:
    """A text after a slip of hand."""
    at = draw(st.integers(0, max(len(text) - 1, 0)))
    deeds = {
        "delete": text[:at] + text[at + 1 :],
        "double": text[: at + 1] + text[at:],
        "swap": text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
        "case": text[:at] + text[at:].swapcase(),
        "blank": "",
        "space": text[:at] + " " + text[at:],
    }
    deed = draw(st.sampled_from([*deeds, "number", "random", "insert"]))
    if deed == "number":
        new = str(draw(st.integers(-2, 30) | st.integers()))
        return re.sub(r"\d+|$", new, text, count=1)
    if deed in ("random", "insert"):
        noise = draw(
            st.text(
                st.characters(exclude_categories=["Cs", "Zl", "Zp"], exclude_characters="\r\n\x85"),
                max_size=8,
            )
        )
        return noise if deed == "random" else text[:at] + noise + text[at:]
    return deeds[deed]


# ---------------------------------------------------------------- one cell


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
    for where, card, field in differing(testbox, box):
        assert where == kind
        assert (card == ident and field == column) or (column == "id" and card in (ident, text))


@pytest.mark.parametrize(
    ("file", "column"),
    [(file, column) for file in CSV_FILES for column in columns(CARD_FILES[file[:-4]])],
)
def test_usual_wrong_values_are_reported_or_harm_their_cell_alone(
    file: str, column: str, scratch: Path, testbox: Box
) -> None:
    for text in ("", "xyzzy", "-1", "999", "1.5", "gold +", "=1+1", "NaN", "é", " x"):
        check_cell(scratch, testbox, file, 1, column, text)


@settings(max_examples=100)
@given(data=st.data())
def test_a_damaged_cell_is_reported_or_harms_itself_alone(
    data: st.DataObject, scratch: Path, testbox: Box
) -> None:
    file = data.draw(st.sampled_from(CSV_FILES))
    rows = read_rows(scratch / file)
    row = data.draw(st.integers(1, len(rows) - 1))
    column = data.draw(st.sampled_from(rows[0]))
    text = data.draw(damaged_texts(rows[row][rows[0].index(column)]))
    check_cell(scratch, testbox, file, row, column, text)


def test_unreadable_signs_in_a_cell_are_reported(scratch: Path, testbox: Box) -> None:
    for text in ("\x00", "a\x00b", "\x1b[31m", "\r", "a\nb", "\ufeff", "\u2028", "\ud7ff", "🜍"):
        for column in ("id", "name", "cost"):
            check_cell(scratch, testbox, "experiments.csv", 3, column, text)


def test_a_report_never_holds_unprintable_signs(scratch: Path) -> None:
    path = scratch / "experiments.csv"
    with restored(path):
        rows = read_rows(path)
        rows[1][0] = "\x1b[31mred"
        write_rows(path, rows)
        assert all(str(fault).isprintable() for fault in faults_of(scratch))


# ---------------------------------------------------------------- one key


class Leaf(NamedTuple):
    """A line of a TOML file that gives a key its value."""

    number: int
    path: str
    head: str
    value: str


def leaves(path: Path) -> list[Leaf]:
    """The lines with keys, their dotted paths, and what stands before and behind the sign."""
    found, table = [], ""
    for number, line in enumerate(path.read_text("utf-8").split("\n")):
        if header := re.match(r"\[([a-z0-9_.-]+)\]", line):
            table = header[1]
        elif key := re.match(r"([a-z0-9_]+)(\s*=\s*)(.*)", line):
            dotted = f"{table}.{key[1]}" if table else key[1]
            found.append(Leaf(number, dotted, key[1] + key[2], key[3]))
    return found


def with_lines(text: str, changed: dict[int, str]) -> str:
    return "\n".join(changed.get(n, line) for n, line in enumerate(text.split("\n")))


@settings(max_examples=100)
@given(data=st.data())
def test_a_damaged_key_is_reported_or_harms_itself_alone(
    data: st.DataObject, scratch: Path, testbox: Box
) -> None:
    file = data.draw(st.sampled_from(TOML_FILES))
    path, kind = scratch / file, file.removesuffix(".toml")
    leaf = data.draw(st.sampled_from(leaves(path)))
    value = data.draw(damaged_texts(leaf.value))
    line = data.draw(st.sampled_from([leaf.head + value, leaf.head + value, ""]))
    with restored(path):
        path.write_text(with_lines(path.read_text("utf-8"), {leaf.number: line}), "utf-8")
        box = load_or_none(scratch)
    if box is None:
        return
    for where, table, field in differing(testbox, box):
        assert where == kind
        assert f"{table}.{field}".strip(".").startswith(leaf.path)


@pytest.mark.parametrize("file", TOML_FILES)
def test_usual_wrong_values_of_all_keys_are_reported(file: str, scratch: Path) -> None:
    """In all keys at once: there are too many for one at a time."""
    path = scratch / file
    single = [leaf for leaf in leaves(path) if not leaf.value.endswith(",")]
    values = (
        '""',
        '"xyzzy"',
        "-1",
        "999",
        "1.5",
        "true",
        "[]",
        "[[]]",
        "{}",
        "nan",
        "07:32:00",
        "[1, 2]",
    )
    for value in values:
        with restored(path):
            changed = {leaf.number: leaf.head + value for leaf in single}
            path.write_text(with_lines(path.read_text("utf-8"), changed), "utf-8")
            assert load_or_none(scratch) is None


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("9" * 5000, id="decimal"),
        pytest.param("[" * 5000, id="lists"),
        pytest.param("0x" + "f" * 4000, id="hexadecimal"),
    ],
)
def test_a_monstrous_value_is_reported(value: str, scratch: Path) -> None:
    path = scratch / "rules.toml"
    with restored(path):
        edit(path, "rounds = 3", f"rounds = {value}")
        assert load_or_none(scratch) is None


def test_a_monstrous_key_is_reported(scratch: Path) -> None:
    path = scratch / "rules.toml"
    with restored(path):
        edit(path, "rounds = 3", f"rounds{'.a' * 3000} = 3")
        assert load_or_none(scratch) is None


# ---------------------------------------------------------------- one file


@st.composite
def damaged_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes of a file after an accident or two."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.integers(1, 4))
        deed = draw(st.sampled_from(["flip", "insert", "delete", "truncate", "move"]))
        if deed == "flip" and data:
            flipped = data[at] ^ (1 << draw(st.integers(0, 7)))
            data = data[:at] + bytes([flipped]) + data[at + 1 :]
        elif deed == "insert":
            data = data[:at] + draw(st.binary(min_size=1, max_size=4)) + data[at:]
        elif deed == "delete":
            data = data[:at] + data[at + length :]
        elif deed == "truncate":
            data = data[:at]
        else:
            data = data[at:] + data[:at]
    return data


@settings(max_examples=120)
@given(data=st.data())
def test_a_file_with_damaged_bytes_is_reported_or_loads(data: st.DataObject, scratch: Path) -> None:
    path = scratch / data.draw(st.sampled_from(BOX_FILES))
    with restored(path):
        path.write_bytes(data.draw(damaged_bytes(path.read_bytes())))
        load_or_none(scratch)


@settings(max_examples=60)
@given(
    file=st.sampled_from(BOX_FILES),
    start=st.sampled_from([b"", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"id,name\n", b"[a]\n"]),
    noise=st.binary(max_size=200),
)
def test_a_file_of_noise_is_reported(file: str, start: bytes, noise: bytes, scratch: Path) -> None:
    path = scratch / file
    with restored(path):
        path.write_bytes(start + noise)
        box = load_or_none(scratch)
    assert box is None or file == "alchemists.toml"  # see the next test


def test_a_box_without_alchemists_is_reported(scratch: Path) -> None:
    path = scratch / "alchemists.toml"
    with restored(path):
        path.write_bytes(b"")
        assert load_or_none(scratch) is None


@pytest.mark.parametrize("file", BOX_FILES)
def test_a_file_cut_off_at_any_line_is_reported_or_loads(file: str, scratch: Path) -> None:
    path = scratch / file
    all_lines = path.read_bytes().splitlines(keepends=True)
    for end in range(0, len(all_lines), max(1, len(all_lines) // 4)):
        with restored(path):
            path.write_bytes(b"".join(all_lines[:end]))
            load_or_none(scratch)
