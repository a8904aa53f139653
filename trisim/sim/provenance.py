"""Where the rows of a run come from: versions, sources of the rules, the machine."""

from __future__ import annotations

import hashlib
import platform
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from trisim.rules.cache import PACKAGE, library_version, sources

LIBRARIES = ("numba", "numpy", "pyarrow")
"""What the bytes of a file depend on, besides trisim itself."""

NOT_COMPILED = (
    "box/worth.py",
    "players/choosing.py",
    "players/loading.py",
    "players/minds.py",
    "players/specs.py",
    "players/weights_file.py",
    "players/worths.py",
    "record/arrow.py",
    "record/words.py",
    "sim/block.py",
    "sim/design.py",
    "sim/plan.py",
)
"""Modules that turn a seed into rows, besides the compiled ones."""


@lru_cache(maxsize=1)
def rules_digest() -> str:
    """A hash of the sources that turn a seed into rows."""
    digest = hashlib.sha256()
    for path in row_sources():
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def row_sources() -> list[Path]:
    """The rules, how players are made up, how games are recorded, and how they are laid out."""
    return [*sources(), *(PACKAGE / name for name in NOT_COMPILED)]


def library_versions() -> dict[str, str]:
    """The versions that the bytes of a file depend on."""
    return {
        "python": platform.python_version(),
        **{name: library_version(name) for name in LIBRARIES},
    }


def now() -> str:
    """The time, for people and for sorting."""
    return datetime.now(UTC).isoformat(timespec="seconds")
