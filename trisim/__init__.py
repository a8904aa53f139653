"""Monte Carlo balance analysis for heavy board games.

``trisim.run``, ``trisim.open``, ``trisim.write_report``, ``trisim.tournament``, ``trisim.tune``,
``trisim.difficulty``, ``trisim.play_game``, ``trisim.explain``, ``trisim.Game`` and
``trisim.load_box`` are loaded when they are first used, so that ``import trisim`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trisim.api import GameResult as GameResult
    from trisim.api import difficulty as difficulty
    from trisim.api import play_game as play_game
    from trisim.api import run as run
    from trisim.api import tournament as tournament
    from trisim.api import tune as tune
    from trisim.api import write_report as write_report
    from trisim.box.box import load_box as load_box
    from trisim.games.trismegistus.rules.game import Game as Game
    from trisim.players.explaining import explain as explain
    from trisim.sim.run import Run as Run
    from trisim.sim.run import open as open  # noqa: A004 (of a run)
    from trisim.sim.study import Study as Study
    from trisim.sim.tournament import Tournament as Tournament
    from trisim.sim.tuning import Tuning as Tuning

__version__ = "0.1.0"

LAZY = {
    "Game": "trisim.games.trismegistus.rules.game",
    "GameResult": "trisim.api",
    "explain": "trisim.players.explaining",
    "load_box": "trisim.box.box",
    "Run": "trisim.sim.run",
    "open": "trisim.sim.run",
    "play_game": "trisim.api",
    "run": "trisim.api",
    "Study": "trisim.sim.study",
    "difficulty": "trisim.api",
    "Tournament": "trisim.sim.tournament",
    "tournament": "trisim.api",
    "Tuning": "trisim.sim.tuning",
    "tune": "trisim.api",
    "write_report": "trisim.api",
}
"""Where the names are that are loaded when they are first used."""


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(f"module 'trisim' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *LAZY])
