"""Where the rows of a run come from: versions, sources of the rules, the machine."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from functools import lru_cache

from trisim.engine.cache import library_version
from trisim.games.trismegistus.kernels import SOURCES
from trisim.sources import digest_of, row_sources

LIBRARIES = ("numba", "numpy", "pyarrow")
"""What the bytes of a file depend on, besides trisim itself."""


@lru_cache(maxsize=1)
def rules_digest() -> str:
    """A hash of the sources that turn a seed into rows: taken once, as they are imported once."""
    return digest_of(row_sources(SOURCES))


def library_versions() -> dict[str, str]:
    """The versions that the bytes of a file depend on."""
    return {
        "python": platform.python_version(),
        **{name: library_version(name) for name in LIBRARIES},
    }


def now() -> str:
    """The time, for people and for sorting."""
    return datetime.now(UTC).isoformat(timespec="seconds")
