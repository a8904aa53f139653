"""The script that breaks rules still knows its way about the sources; it isn't run here."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest

from tests.mutating import ROOT, Mutation, Suite, first_failure
from tests.mutations import all_of, suites

EVERY = [
    pytest.param(suite, mutation, id=f"{suite.name}: {mutation.name}")
    for suite in suites()
    for mutation in suite.mutations
]


@pytest.mark.parametrize(("suite", "mutation"), EVERY)
def test_the_text_of_a_mutation_stands_in_its_module_just_once(
    suite: Suite, mutation: Mutation
) -> None:
    assert suite.occurrences(mutation) == 1
    source = suite.source(mutation).read_text("utf-8")
    ast.parse(source.replace(mutation.old, mutation.new))


def test_there_are_many_mutations_of_different_names() -> None:
    names = [mutation.name for _, mutation in all_of(("trismegistus", "madness"))]
    assert len(set(names)) == len(names)
    assert all(len(suite.mutations) >= 60 for suite in suites())


def test_every_game_of_trisim_has_its_mutations() -> None:
    games = (ROOT / "trisim" / "games").glob("*/game.py")
    assert {suite.name for suite in suites()} == {path.parent.name for path in games}


def test_tests_of_single_rules_run_before_broad_ones(tmp_path: Path) -> None:
    for name in ("test_payment", "test_turn", "test_properties", "test_compiled"):
        (tmp_path / "tests" / "one").mkdir(parents=True, exist_ok=True)
        (tmp_path / "tests" / "one" / f"{name}.py").touch()
    suite = Suite("one", ("tests/one",), [], ("test_properties",), ("test_compiled",))
    assert suite.stages(tmp_path, "turn") == [
        ["tests/one/test_turn.py"],
        ["tests/one/test_payment.py"],
        ["tests/one/test_properties.py"],
    ]


def test_a_test_that_fails_is_named(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    path = tmp_path / "tests" / "one" / "test_planted.py"
    path.parent.mkdir(parents=True)
    path.write_text("def test_yes(): pass\ndef test_no(): assert False\n", "utf-8")
    assert (
        first_failure(tmp_path, ["tests/one/test_planted.py"])
        == "tests/one/test_planted.py::test_no"
    )
