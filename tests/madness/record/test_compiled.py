"""Compiled and plain games write the same rows, and any number of jobs the same bytes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from tests.madness.record.playing import EASY, cases, request_for
from tests.sim.helpers import parquet
from trisim.sim.block import play_block
from trisim.sim.plan import prepare
from trisim.sim.request import Execution
from trisim.sim.runner import run

ROOT = Path(__file__).parents[3]


def test_compiled_rows_are_plain_ones(tmp_path: Path) -> None:
    path = tmp_path / "rows.pkl"
    subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.madness.record.playing", str(path)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        check=True,
        timeout=900,
    )
    compiled = pickle.loads(path.read_bytes())
    assert list(compiled) == list(cases())
    for name, plan in cases().items():
        plain = play_block(replace(plan, is_compiled=False), 0, plan.request.deals)
        assert list(compiled[name]) == list(plain)
        for table, rows in plain.items():
            assert compiled[name][table].equals(rows), f"{table} of {name}"


def test_any_number_of_jobs_writes_the_same_bytes(tmp_path: Path) -> None:
    request = request_for(2, 3, lineup="random", variants=(EASY,), part_games=2)
    plan = replace(prepare(request), is_compiled=False)
    runs = [run(plan, tmp_path / str(jobs), Execution(jobs=jobs)) for jobs in (1, 2)]
    files = [parquet(folder) for folder in runs]
    assert len(files[0]) == 3 * len(request.tables)
    assert files[0] == files[1]
