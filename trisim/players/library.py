"""The shipped strategies: in a checkout `strategies/`, installed inside the package."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def strategies_folder() -> Traversable:
    """Where the shipped strategies lie.

    >>> strategies_folder().is_dir()
    True
    """
    installed = files("trisim") / "_strategies"
    found = installed if installed.is_dir() else Path(__file__).parents[2] / "strategies"
    return found / "trismegistus"


SHIPPED_BEFORE = ("806de7fe74cffb19fbc535c83b4e942d9d20389bae4144ee8a4a2dc8051ea452",)
"""Digests of shipped strategies in Python as earlier versions had them: their runs have copies, and
this code is ours."""

RECOMMENDED = "tuned"
"""Who to play with for questions about balance: the strongest that plays many games fast."""

WEAKER = {"random", "greedy", "balanced"}
WEAKER |= {"artificer", "experimenter", "goldsmith", "master", "publisher"}


def advice(specs: Iterable[str]) -> str:
    """Who to play with for questions about balance, and why; empty unless all are weaker.

    >>> advice(["balanced:noise=0.1", "random"])[:38], advice(["balanced", "tuned", "mine.py"])
    ('For questions about balance, play with', '')
    """
    if not {spec.partition(":")[0] for spec in specs} <= WEAKER:
        return ""
    return (
        f"For questions about balance, play with --strategy {RECOMMENDED}: weaker strategies "
        "overlook whole cards (in the reference set balanced takes Courier Bell in 0.4 % of cases, "
        "tuned in 94 %)."
    )
