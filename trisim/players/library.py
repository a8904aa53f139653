"""The strategies that come with trisim: in a checkout `strategies/`, installed in the package."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def strategies_folder(game: str) -> Traversable:
    """The folder with the shipped strategies of a game."""
    installed = files("trisim") / "_strategies"
    found = installed if installed.is_dir() else Path(__file__).parents[2] / "strategies"
    return found / game
