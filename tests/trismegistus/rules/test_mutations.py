"""The script that breaks rules still knows its way about the sources; it isn't run here."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest

from tests.mutations import MUTATIONS, ROOT, RULES, Mutation, first_failure, occurrences


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[one.name for one in MUTATIONS])
def test_the_text_of_a_mutation_stands_in_its_module_just_once(mutation: Mutation) -> None:
    assert occurrences(mutation) == 1
    source = (ROOT / RULES / f"{mutation.module}.py").read_text("utf-8")
    ast.parse(source.replace(mutation.old, mutation.new))


def test_there_are_many_mutations_of_different_names() -> None:
    assert len({one.name for one in MUTATIONS}) == len(MUTATIONS) >= 30


def test_a_test_that_fails_is_named(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    path = tmp_path / "tests" / "trismegistus" / "rules" / "test_planted.py"
    path.parent.mkdir(parents=True)
    path.write_text("def test_yes(): pass\ndef test_no(): assert False\n", "utf-8")
    assert (
        first_failure(tmp_path, ["tests/trismegistus/rules/test_planted.py"])
        == "test_planted.py::test_no"
    )
