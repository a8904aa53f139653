"""Compiled and plain play write the same rows and bytes, whatever is asked for and whoever plays.

Compiling takes long, so weights players are compared here too, move by move, and those who think.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.players.evaluator_games import first_difference
from tests.players.search_games import Findings, thoughts
from tests.players.searching import Thought
from tests.record.playing import cases
from tests.record.two_runs import TwoRuns
from trisim.sim.block import play_block

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("checked", ["0", "1"], ids=["compiled", "bounds checked"])
def test_compiled_rows_and_moves_are_plain_ones(tmp_path: Path, checked: str) -> None:
    path = tmp_path / "rows.pkl"
    subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.record.playing", str(path)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": checked},
        check=True,
        timeout=1500,
    )
    runs, compiled, traces, found = pickle.loads(path.read_bytes())
    check_runs(runs)
    if checked == "0":
        check_thinking(found)
    for name, every in (("two", 2), ("four", 9)):
        assert first_difference(name, traces[name], every) is None
    for name, plan in cases().items():
        plain = play_block(plan, 0, plan.request.deals)
        assert list(compiled[name]) == list(plain)
        for table, rows in plain.items():
            assert compiled[name][table].equals(rows), f"{table} of {name}"


def check_runs(runs: TwoRuns) -> None:
    """One process plays plain, without numba, and then compiled, to the same bytes."""
    assert not runs.numba_for_plain
    assert len(runs.plain) == 2 * 6
    assert runs.compiled == runs.plain


def check_thinking(found: Findings) -> None:
    """Nobody peeks or carries thoughts over, games are the same, and thoughts as plain ones."""
    assert found.peeking == []
    assert found.carried == []
    assert found.games == []
    plain = thoughts()
    assert [rounded(one) for one in found.thoughts] == [rounded(one) for one in plain]
    assert sum(bool(one.candidates) for one in plain) >= 4


def rounded(thought: Thought) -> Thought:
    """A thought without the last digits of its sums, which depend on the order of additions."""
    return replace(thought, sums=tuple(round(each, 6) for each in thought.sums))
