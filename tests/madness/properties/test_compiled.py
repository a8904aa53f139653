"""Compiled play is plain play, and keeps every check over thousands of games of many kinds.

Compiling takes a while, and whether to compile is settled once per process: so these run in a
process of their own, which checks every index, too.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.contract.playing import plain as plain_plan
from tests.contract.playing import rows_of
from tests.madness.properties.compiled_games import SEED, requests, traced_kinds
from tests.madness.properties.playing import Kind, Table
from tests.state_hash import state_hash
from trisim.games.madness.rules.codes import DECISIONS, Cause, Event, Frame, Loss
from trisim.games.madness.rules.state import MOVES, STACK

ROOT = Path(__file__).parents[3]


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Begin to play compiled games in a process of its own."""
    module = "tests.madness.properties.compiled_games"
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", module, *arguments],
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
    table = Table(kind, SEED)
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
    traces, rows_file = tmp_path / "traces.npz", tmp_path / "rows.pkl"
    tasks = ("bounds", "on", "traces", str(traces), "rows", str(rows_file), "checks", "60")
    process = start(*tasks, NUMBA_BOUNDSCHECK="1")
    plain = {kind.name: plain_trace(kind) for kind in traced_kinds()}
    plain_rows = [rows_of(plain_plan(request)) for request in requests()]
    assert len(plain) >= 10
    said = finish(process)
    assert pickle.loads(rows_file.read_bytes()) == plain_rows
    with np.load(traces) as compiled:
        for name, (rows, events) in plain.items():
            trace = compiled[f"{name}/trace"]
            trace = trace[: len(trace) - int((trace.sum(axis=1) == 0).sum())]
            assert first_difference(rows, trace.tolist()) is None, f"decisions of {name}"
            assert first_difference(events, compiled[f"{name}/log"].tolist()) is None, name
    check_what_was_reached(json.loads(said))


def check_what_was_reached(found: dict[str, Any]) -> None:
    """There were many games, with all that rules can do but wins, and room was never short."""
    assert found["games"] > 9_000
    assert 8 < found["frames"] <= STACK // 2
    assert 30 < found["options"] <= MOVES // 2
    assert {*found["decisions"]} == {frame.name for frame in Frame if frame < DECISIONS}
    assert {*found["events"]} == {event.name for event in Event if event is not Event.CHOICE}
    assert {*found["causes"]} == {cause.name for cause in Cause}
    assert {*found["ends"]} >= {loss.name for loss in Loss if loss is not Loss.NONE}
