"""Ctrl-C ends whatever trisim does, with exit code 130 and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.sim.helpers import play, small
from trisim import interrupt
from trisim.sim.errors import InterruptedRunError
from trisim.sim.run import Run

ROOT = Path(__file__).parents[1]
LONGEST = 60.0
"""Seconds that anything may take on a busy machine."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

STUCK = """
import hashlib, pathlib

class Stuck:
    def choose(self, view):
        pathlib.Path("begun").touch()
        hashlib.pbkdf2_hmac("sha256", b"x", b"x", 2**31 - 1)  # hours without the GIL
"""
"""As far as Python is concerned the same as a compiled strategy that never returns."""


def start(*command: str, cwd: Path) -> Any:
    """A process in a group of its own, as a terminal starts one."""
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def play_stuck(folder: Path, *options: str) -> Any:
    """A run whose strategy has begun to think, for hours."""
    (folder / "stuck.py").write_text(STUCK)
    args = ["--players", "2", "--games", "8", "--part-games", "2", "--strategy", "stuck.py"]
    process = start("-m", "trisim", "run", *args, "--out", "run", *options, cwd=folder)
    until = time.monotonic() + LONGEST
    while not (folder / "begun").exists():
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


def press(process: Any) -> None:
    """Ctrl-C, which reaches all processes of the group."""
    os.killpg(process.pid, signal.SIGINT)


def is_running(process: Any) -> bool:
    """Whether a process of the group is more than an entry in the table of processes."""
    found = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True
    )
    groups = (line.split() for line in found.stdout.splitlines())
    return any(group == str(process.pid) and stat[0] != "Z" for group, stat in groups)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_second_ctrl_c_ends_a_strategy_that_never_returns(jobs: str, tmp_path: Path) -> None:
    process = play_stuck(tmp_path, "--jobs", jobs, "--backend", "threads")
    try:
        press(process)
        with pytest.raises(subprocess.TimeoutExpired):  # it waits for the threads
            process.wait(timeout=0.7)
        press(process)
        _, said = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
    assert process.returncode == 130
    last = said.splitlines()[-1]  # with what is kept, if the main thread was quicker
    assert last == "trisim: stopped" or last.endswith("continue with --resume")
    assert "Traceback" not in said


def test_ctrl_c_ends_workers_that_never_return(tmp_path: Path) -> None:
    process = play_stuck(tmp_path, "--jobs", "2", "--backend", "loky")
    try:
        press(process)
        _, said = process.communicate(timeout=LONGEST)
    finally:
        process.kill()
    assert process.returncode == 130
    assert said.endswith("stopped; 0 of 8 games are kept, continue with --resume\n")
    assert "Traceback" not in said
    until = time.monotonic() + LONGEST
    while is_running(process):  # the trackers of joblib end after the processes they look after
        assert time.monotonic() < until
        time.sleep(0.05)


INTERRUPTED = "os.kill(os.getpid(), signal.SIGINT); time.sleep(9)"


@pytest.mark.parametrize(
    "deed",
    [
        INTERRUPTED,
        f"""
        try: {INTERRUPTED}
        except KeyboardInterrupt: raise ValueError("a library has turned it into something else")
        """,
        f"""
        try: {INTERRUPTED}
        except KeyboardInterrupt: sys.exit(1)
        """,
    ],
)
def test_whatever_becomes_of_ctrl_c_the_exit_code_is_130(deed: str, tmp_path: Path) -> None:
    code = (
        "import os, signal, sys, time\n"
        "from trisim.interrupt import interruptible\n"
        f"with interruptible():\n        {deed}\n"
    )
    process = start("-c", code, cwd=tmp_path)
    _, said = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert said == ("" if "sys.exit" in deed else "trisim: stopped\n")


def test_an_interrupt_that_a_library_dropped_stops_the_run_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed = threading.Event()
    pressed.set()
    monkeypatch.setattr(interrupt, "RECEIVED", pressed)
    with pytest.raises(InterruptedRunError, match="--resume"):
        play(tmp_path / "a", small(games=8, part_games=2), jobs=1)
    assert 0 < Run(tmp_path / "a").games_played < 8
