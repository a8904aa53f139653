"""docs/tables.md says of every column what its declaration says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.small_run import run_with
from trisim.games.trismegistus.record.rows import RECORDING
from trisim.games.trismegistus.record.tables import TABLES
from trisim.record.document import document

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"


def test_the_page_is_up_to_date() -> None:
    command = "python -m trisim.record.document > docs/tables.md"
    assert PAGE.read_text(encoding="utf-8") == document(RECORDING), command


def test_the_module_prints_the_page() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "trisim.record.document"], capture_output=True, text=True, check=True
    )
    assert done.stdout == document(RECORDING)


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_explained(name: str) -> None:
    chapter = document(RECORDING).split(f"\n## {name}\n")[1].split("\n## ")[0]
    for column in TABLES[name].columns:
        (line,) = [line for line in chapter.splitlines() if line.startswith(f"| `{column.name}` |")]
        assert column.meaning in line
        assert column.unit in line
        assert ("missing" in line.split("|")[2]) == column.may_be_missing


@pytest.mark.parametrize("name", TABLES)
def test_files_have_the_columns_of_the_page_in_their_order(name: str) -> None:
    assert run_with(name).table(name).collect_schema().names() == TABLES[name].names


@pytest.mark.parametrize("name", TABLES)
def test_words_in_files_are_among_those_of_the_page(name: str) -> None:
    chapter = document(RECORDING).split(f"\n## {name}\n")[1].split("\n## ")[0]
    frame = run_with(name).table(name).collect()
    for line in chapter.splitlines():
        if line.startswith("Words of "):
            columns, words = line.removeprefix("Words of ").removesuffix(".").split(": ")
            for column in columns.replace("`", "").split(" and "):
                found = set(frame[column].drop_nulls().to_list())
                assert found <= set(words.split(", ")), column
