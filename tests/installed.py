"""The example as if it were installed, for processes that tests start.

In tests themselves, ``pythonpath`` in ``pyproject.toml`` has the same folders.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT, ROOT / "examples" / "summit", ROOT / "tests" / "example" / "installed")


def environment(**changes: str | Path) -> dict[str, str]:
    """The environment of a process that finds trisim, the tests and the example."""
    paths = os.pathsep.join(map(str, FOLDERS))
    return {**os.environ, "PYTHONPATH": paths} | {name: str(it) for name, it in changes.items()}
