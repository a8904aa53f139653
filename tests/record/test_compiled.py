"""Compiled and plain play write the same rows, whatever is asked for and whoever plays.

Compiling takes long, so weights players are compared here too, move by move.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tests.players.evaluator_games import first_difference
from tests.record.playing import cases
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
        timeout=900,
    )
    compiled, traces = pickle.loads(path.read_bytes())
    for name, every in (("two", 2), ("four", 9)):
        assert first_difference(name, traces[name], every) is None
    for name, plan in cases().items():
        plain = play_block(plan, 0, plan.settings.deals)
        assert list(compiled[name]) == list(plain)
        for table, rows in plain.items():
            assert compiled[name][table].equals(rows), f"{table} of {name}"
