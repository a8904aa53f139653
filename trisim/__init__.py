"""Monte Carlo balance analysis for heavy board games.

``trisim.run``, ``trisim.open``, ``trisim.write_report``, ``trisim.compare``, ``trisim.sweep``,
``trisim.balance``, ``trisim.restrict``, ``trisim.watch``, ``trisim.tournament``, ``trisim.tune``,
``trisim.difficulty``, ``trisim.play_game``, ``trisim.explain``, ``trisim.Game`` and
``trisim.load_box`` are loaded when they are first used, so that ``import trisim`` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trisim.api import GameResult as GameResult
    from trisim.api import balance as balance
    from trisim.api import compare as compare
    from trisim.api import difficulty as difficulty
    from trisim.api import explain as explain
    from trisim.api import load_box as load_box
    from trisim.api import play_game as play_game
    from trisim.api import restrict as restrict
    from trisim.api import run as run
    from trisim.api import sweep as sweep
    from trisim.api import tournament as tournament
    from trisim.api import tune as tune
    from trisim.api import watch as watch
    from trisim.api import write_report as write_report
    from trisim.campaigns.balance import Balance as Balance
    from trisim.campaigns.compare import ComparisonCampaign as ComparisonCampaign
    from trisim.campaigns.difficulty import Study as Study
    from trisim.campaigns.restrict import RestrictionStudy as RestrictionStudy
    from trisim.campaigns.solution import Solution as Solution
    from trisim.campaigns.sweep import Sweep as Sweep
    from trisim.campaigns.tournament import Tournament as Tournament
    from trisim.campaigns.tuning import Tuning as Tuning
    from trisim.games.trismegistus.rules.game import Game as Game
    from trisim.sim.run import Run as Run
    from trisim.sim.run import open as open  # noqa: A004 (of a run)

__version__ = "0.1.0"

LAZY = {
    "Balance": "trisim.campaigns.balance",
    "balance": "trisim.api",
    "ComparisonCampaign": "trisim.campaigns.compare",
    "compare": "trisim.api",
    "Game": "trisim.games.trismegistus.rules.game",
    "GameResult": "trisim.api",
    "explain": "trisim.api",
    "load_box": "trisim.api",
    "RestrictionStudy": "trisim.campaigns.restrict",
    "Run": "trisim.sim.run",
    "open": "trisim.sim.run",
    "play_game": "trisim.api",
    "restrict": "trisim.api",
    "run": "trisim.api",
    "Solution": "trisim.campaigns.solution",
    "Study": "trisim.campaigns.difficulty",
    "difficulty": "trisim.api",
    "Sweep": "trisim.campaigns.sweep",
    "sweep": "trisim.api",
    "Tournament": "trisim.campaigns.tournament",
    "tournament": "trisim.api",
    "Tuning": "trisim.campaigns.tuning",
    "tune": "trisim.api",
    "watch": "trisim.api",
    "write_report": "trisim.api",
}
"""Where the names are that are loaded when they are first used."""


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(f"module 'trisim' has no attribute '{name}'")
    return getattr(import_module(LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *LAZY])


# ---------------------------------------------------------------- modules that have moved

MOVED = {
    "trisim.players.strategy": "trisim.games.trismegistus.strategy",
    "trisim.rules": "trisim.games.trismegistus.rules",
    "trisim.rules.actions": "trisim.games.trismegistus.rules.actions",
    "trisim.rules.codes": "trisim.games.trismegistus.rules.codes",
    "trisim.rules.game": "trisim.games.trismegistus.rules.game",
    "trisim.rules.position": "trisim.games.trismegistus.text.position",
    "trisim.rules.solo": "trisim.games.trismegistus.rules.solo",
}
"""Documented modules that have moved, and where they are now. The old names go with version 1.0."""


def new_name(name: str) -> str | None:
    """Where a module is now that has moved, itself or with its package; None for all others."""
    package, _, module = name.rpartition(".")
    return MOVED.get(name) or (f"{MOVED[package]}.{module}" if package in MOVED else None)


class MovedModules:
    """Finds a module that has moved by its old name: it is the same module, not a copy of it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of an old name; nothing for all others."""
        return ModuleSpec(name, MovedModules()) if new_name(name) else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module where it is now."""
        found = import_module(str(new_name(spec.name)))
        self.own_spec = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it is: the import system has only changed its spec."""
        module.__spec__ = self.own_spec


sys.meta_path.insert(0, MovedModules)
