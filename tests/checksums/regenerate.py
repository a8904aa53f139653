"""The stored checksums, and a way to write them anew.

After a change that is meant to change rows or results, in a commit that does nothing else::

    python -m tests.checksums.regenerate

Then empty the declared changes in ``test_checksums.py``, and read the difference (``git diff
tests/checksums``): it names every column that has changed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.checksums.playing import Cases, as_text

ROOT = Path(__file__).parents[2]
STORED = Path(__file__).with_name("checksums.json")


def played(jobs: int = -1) -> Cases:
    """The checksums of all cases now; rules are compiled, which needs a process of its own."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "checksums.json"
        subprocess.run(
            [sys.executable, "-W", "error", "-m", "tests.checksums.playing", str(path), str(jobs)],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
            stdin=subprocess.DEVNULL,
            check=True,
            timeout=900,
        )
        return read(path)


def read(path: Path = STORED) -> Cases:
    """Checksums from a file."""
    cases: Cases = json.loads(path.read_text(encoding="utf-8"))
    return cases


def main() -> None:
    STORED.write_text(as_text(played()), encoding="utf-8")


if __name__ == "__main__":
    main()
