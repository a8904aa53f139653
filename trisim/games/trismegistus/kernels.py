"""The registry of this game's records and kernels, and its decorators."""

from __future__ import annotations

from pathlib import Path

from trisim.engine.kernel import KernelRegistry
from trisim.sources import GameSources

SOURCES = GameSources(
    Path(__file__).parent,
    no_rows=(
        "audit",
        "box/show",
        "box/speech.py",
        "earlier.py",
        "players/explaining.py",
        "report",
        "studies.py",
        "text",
    ),
    only_python=(
        "box/cards.py",
        "box/checks.py",
        "box/difficulty.py",
        "box/notation/__init__.py",
        "box/notation/lexer.py",
        "box/notation/parser.py",
        "box/notation/printer.py",
        "box/worth.py",
        "game.py",
        "players/card_values.py",
        "players/kit.py",
        "plugin.py",
    ),
)

REGISTRY = KernelRegistry("trismegistus", SOURCES)

kernel, inlined, entry = REGISTRY.kernel, REGISTRY.inlined, REGISTRY.entry
pointed, strategy = REGISTRY.pointed, REGISTRY.strategy
