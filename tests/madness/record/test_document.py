"""docs/madness-tables.md says of every column what its declaration says."""

from __future__ import annotations

from pathlib import Path

import pytest

from trisim.games.madness.record.rows import RECORDING
from trisim.games.madness.record.tables import TABLES
from trisim.record.document import document

PAGE = Path(__file__).parents[3] / "docs" / "madness-tables.md"
COMMAND = "python -m trisim.record.document madness"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == document(RECORDING, COMMAND), COMMAND


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_explained(name: str) -> None:
    chapter = PAGE.read_text(encoding="utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]
    for column in TABLES[name].columns:
        (line,) = [line for line in chapter.splitlines() if line.startswith(f"| `{column.name}` |")]
        assert column.meaning in line
        assert column.unit in line
        assert ("missing" in line.split("|")[2]) == column.may_be_missing


def test_words_are_numbered_as_their_codes() -> None:
    for words in RECORDING.vocabularies.values():
        assert len(words) == len({*words})
