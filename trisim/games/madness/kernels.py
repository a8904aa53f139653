"""The registry of this game's records and kernels, and its decorators."""

from __future__ import annotations

from pathlib import Path

from trisim.engine.kernel import KernelRegistry
from trisim.sources import GameSources

SOURCES = GameSources(
    Path(__file__).parent,
    no_rows=("audit", "box/show", "box/speech.py", "report", "text"),
    only_python=(
        "box/box.py",
        "box/cards.py",
        "box/checks.py",
        "box/effect_checks.py",
        "box/fields.py",
        "box/limits.py",
        "box/notation.py",
        "box/settings.py",
        "box/spelling.py",
        "game.py",
        "players/kit.py",
        "plugin.py",
    ),
)

REGISTRY = KernelRegistry("madness", SOURCES)

kernel, inlined, entry = REGISTRY.kernel, REGISTRY.inlined, REGISTRY.entry
pointed, strategy = REGISTRY.pointed, REGISTRY.strategy
