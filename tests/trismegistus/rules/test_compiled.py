"""Compiled play is plain play, and keeps every check; no index is out of bounds.

Compiling takes a minute, and whether to compile is settled once per process: so these run in
processes of their own, one with and one without a check of every index.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.state_hash import state_hash
from tests.trismegistus.rules.compiled_games import SEED, Kind, traced_kinds
from tests.trismegistus.rules.property_checks import Table

ROOT = Path(__file__).parents[3]


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Begin to play compiled games in a process of its own."""
    return subprocess.Popen(
        [
            sys.executable,
            "-W",
            "error",
            "-m",
            "tests.trismegistus.rules.compiled_games",
            *arguments,
        ],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """Wait for a process to end well; what it said."""
    said, _ = process.communicate(timeout=900)
    assert process.returncode == 0, said
    return said


def plain_trace(kind: Kind) -> tuple[list[list[int]], list[list[int]]]:
    """The same as ``play_checked`` traces, uncompiled: options, move and hash; and the log."""
    table = Table(kind.box, kind.players, SEED, kind.achievements, kind.intro, solo=kind.solo)
    words = np.frombuffer(table.state.data, np.uint64)
    rows = []
    for now in table.decisions():
        hashed = state_hash(words, len(words))
        rows.append([now.options, now.next_move() if now.options else -1, hashed])
    events: Any = table.log.events[: table.log.count]
    return rows, [[int(event[name]) for name in event.dtype.names] for event in events]


def first_difference(one: list[list[int]], other: list[list[int]]) -> int | None:
    """Where two lists begin to differ."""
    for place, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))


@pytest.mark.filterwarnings("error")
def test_compiled_games_are_the_plain_ones_and_keep_every_check(tmp_path: Path) -> None:
    traces = tmp_path / "traces.npz"
    process = start("traces", str(traces), "checks", "400")
    plain = {kind.name: plain_trace(kind) for kind in traced_kinds()}
    assert len(plain) >= 16
    said = finish(process)
    with np.load(traces) as compiled:
        for name, (rows, events) in plain.items():
            trace = compiled[f"{name}/trace"]
            trace = trace[: len(trace) - int((trace.sum(axis=1) == 0).sum())]
            assert first_difference(rows, trace.tolist()) is None, f"decisions of {name}"
            assert first_difference(events, compiled[f"{name}/log"].tolist()) is None, name
    assert int(said.split()[0]) > 10_000


def test_no_index_is_out_of_bounds() -> None:
    process = start("bounds", "on", "checks", "20", NUMBA_BOUNDSCHECK="1")
    assert int(finish(process).split()[0]) > 600
