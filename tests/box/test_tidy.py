"""Files that a spreadsheet saved in its own way come back, with the same cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from trisim.box.box import values_of
from trisim.box.faults import BoxError
from trisim.box.tidy import tidy_folder
from trisim.cli import main
from trisim.games.trismegistus.box.box import FORMAT, load_box

MARKS: dict[str, Callable[[bytes], bytes]] = {
    "byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "semicolons": lambda data: data.replace(b",", b";"),
    "tabs": lambda data: data.replace(b",", b"\t"),
    "Excel's line with the separator": lambda data: b"sep=;\r\n" + data.replace(b",", b";"),
    "decimals": lambda data: re.sub(rb"(?<=,)([0-9]+)(?=,)", rb"\1.0", data),
    "decimals with commas": lambda data: re.sub(
        rb"(?<=;)([0-9]+)(?=;)", rb"\1,0", data.replace(b",", b";")
    ),
    "trailing blanks": lambda data: data.replace(b"\n", b" \n"),
    "empty rows": lambda data: data + b",,,,\n\n,,,,\n",
    "empty columns": lambda data: data.replace(b"\n", b",,\n"),
    "all at once": lambda data: (
        data.replace(b",", b" ; ").replace(b"\n", b";;\r\n").decode().encode("utf-16")
    ),
}


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_is_reported_and_tidied(mark: str, fresh_box: Path) -> None:
    before = values_of(load_box(fresh_box))
    path = fresh_box / "publications.csv"
    original = path.read_bytes()
    path.write_bytes(MARKS[mark](original))
    with pytest.raises(BoxError):
        load_box(fresh_box)
    assert list(tidy_folder(FORMAT, fresh_box)) == ["publications.csv"]
    assert path.read_bytes() == original
    assert values_of(load_box(fresh_box)) == before


def test_decimals_are_tidied_wherever_only_the_whole_number_is_a_value(fresh_box: Path) -> None:
    path = fresh_box / "experiments.csv"
    original = path.read_text()
    row = next(line for line in original.splitlines() if ",1," in line)
    changed = row.replace(",1,", ",1.0,")
    path.write_text(original.replace(row, changed))
    assert list(tidy_folder(FORMAT, fresh_box)) == ["experiments.csv"]
    assert path.read_text() == original


def test_letters_of_western_windows_are_kept(fresh_box: Path) -> None:
    path = fresh_box / "publications.csv"
    path.write_bytes(path.read_bytes().replace(b"Book of Cinders", b"Livre br\xfbl\xe9"))
    tidy_folder(FORMAT, fresh_box)
    assert "Livre brûlé" in path.read_text(encoding="utf-8")


def test_a_tidy_box_is_left_alone(fresh_box: Path) -> None:
    times = {path.name: path.stat().st_mtime_ns for path in fresh_box.iterdir()}
    assert not tidy_folder(FORMAT, fresh_box)
    assert {path.name: path.stat().st_mtime_ns for path in fresh_box.iterdir()} == times


def test_a_torn_file_is_left_alone(fresh_box: Path) -> None:
    path = fresh_box / "artifacts.csv"
    path.write_text(path.read_text().replace("Ember Tongs", '"Ember Tongs'))
    torn = path.read_bytes()
    assert not tidy_folder(FORMAT, fresh_box)
    assert path.read_bytes() == torn


def test_a_torn_file_keeps_its_line_with_the_separator(fresh_box: Path) -> None:
    path = fresh_box / "artifacts.csv"
    path.write_text("sep=;\n" + path.read_text().replace(",", ";").replace("Ember", '"Ember', 1))
    torn = path.read_bytes()
    assert not tidy_folder(FORMAT, fresh_box)
    assert path.read_bytes() == torn


def test_a_toml_file_loses_its_byte_order_mark(fresh_box: Path) -> None:
    path = fresh_box / "rules.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert tidy_folder(FORMAT, fresh_box) == {"rules.toml": "UTF-8"}
    load_box(fresh_box)


def test_the_command_says_what_it_did(fresh_box: Path) -> None:
    assert "tidy already" in CliRunner().invoke(main, ["box", "tidy", str(fresh_box)]).output
    path = fresh_box / "formulas.csv"
    path.write_bytes(MARKS["semicolons"](path.read_bytes()))
    assert "formulas.csv" in CliRunner().invoke(main, ["box", "tidy", str(fresh_box)]).output
    path.write_bytes(path.read_bytes() + b"\xe9\n")
    said = CliRunner().invoke(main, ["box", "tidy", str(fresh_box)]).output
    assert said == "Tidied formulas.csv (read as Windows-1252: check accented letters)\n"
    gone = CliRunner().invoke(main, ["box", "tidy", "nowhere"])
    assert gone.exit_code == 2
    assert "no such folder" in gone.output
