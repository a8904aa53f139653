"""Plays a small run of stand-ins in a process of its own, to be killed.

``python -m tests.sim.playing OUT [key=value …]``
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.sim.helpers import ROOT, play
from trisim.sim.errors import RunError
from trisim.sim.receipts import RECEIPTS

LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""


def main(out: str, *options: str) -> int:
    """Play, and end as the command line would."""
    how: dict[str, Any] = dict(option.split("=", 1) for option in options)
    how |= {name: int(how[name]) for name in ("jobs", "resume") if name in how}
    try:
        play(Path(out), **how)
    except RunError as error:
        sys.stderr.write(f"trisim: {error}\n")
        return error.exit_code
    return 0


def start(out: Path, *options: str, sleep: float = 0.05, **environment: str) -> Any:
    """Begin to play in another process."""
    with said_file(out).open("w") as said:  # not a pipe: workers that live on would hold it
        return subprocess.Popen(
            [sys.executable, "-m", "tests.sim.playing", str(out), *options],
            cwd=ROOT,
            env={**os.environ, "FAKE_SLEEP": str(sleep), **environment},
            stdin=subprocess.DEVNULL,
            stderr=said,
        )


def said_file(out: Path) -> Path:
    """Where a process writes what it says."""
    return out.with_name(f"{out.name}.stderr")


def wait_for_parts(process: Any, out: Path, parts: int) -> None:
    """Wait until so many parts are finished."""
    until = time.monotonic() + LONGEST
    while len(list((out / RECEIPTS).glob("part-*.json"))) < parts:
        assert process.poll() is None, said_file(out).read_text()
        assert time.monotonic() < until
        time.sleep(0.002)


def kill(process: Any, out: Path, with_signal: int = signal.SIGKILL) -> tuple[int, str]:
    """End a process that is still playing; its exit code and what it said."""
    process.send_signal(with_signal)
    return end_of(process, out)


def end_of(process: Any, out: Path) -> tuple[int, str]:
    """Wait for a process to end; its exit code and what it said."""
    process.wait(timeout=LONGEST)
    return process.returncode, said_file(out).read_text()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
