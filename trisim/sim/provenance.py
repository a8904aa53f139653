"""The origin of rows: versions, sources of the rules, the machine."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from functools import cache

from trisim.engine.cache import library_version
from trisim.plugin import GamePlugin
from trisim.sources import digest_of, row_sources

LIBRARIES = ("numba", "numpy", "pyarrow")
"""The libraries that the bytes of a file depend on."""


@cache
def rules_digest(game: GamePlugin) -> str:
    """A hash of the sources that turn a seed into rows; computed once per process."""
    return digest_of(row_sources(game.rules.registry.sources))


def library_versions() -> dict[str, str]:
    """The versions that the bytes of a file depend on."""
    return {
        "python": platform.python_version(),
        **{name: library_version(name) for name in LIBRARIES},
    }


def now() -> str:
    """The time in UTC, as text that can be sorted."""
    return datetime.now(UTC).isoformat(timespec="seconds")
