"""The shipped strategies: in a checkout `strategies/`, installed inside the package."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def strategies_folder() -> Traversable:
    """Where the shipped strategies lie.

    >>> strategies_folder().is_dir()
    True
    """
    installed = files("trisim") / "_strategies"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "strategies"
