"""What the tests of runs share."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from tests.sim.fakes import FAKE
from trisim.sim.runner import run
from trisim.sim.settings import Settings, settings_for

ROOT = Path(__file__).parents[2]


def small(**changes: Any) -> Settings:
    """Settings of a small run: 20 deals of 2 games in 10 parts."""
    asked: dict[str, Any] = {"players": 2, "games": 40, "lineup": "random", "part_deals": 2}
    return settings_for(**{**asked, **changes})


def play(out: Path, settings: Settings | None = None, **how: Any) -> Path:
    """Play a small run of stand-ins in one thread."""
    return run(settings or small(), out, **{"play": FAKE, "jobs": 1, **how})


def parquet(folder: Path) -> dict[str, str]:
    """The checksum of every Parquet file of a run."""
    found = sorted(folder.rglob("*.parquet"))
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in found
    }


def names(folder: Path) -> set[str]:
    """Everything in a directory, by name."""
    return {path.name for path in folder.iterdir()}


def litter(folder: Path) -> list[Path]:
    """What nobody should leave in a run that isn't being played."""
    return [
        path
        for path in folder.rglob("*")
        if path.name.endswith(".unfinished") or path.name == ".lock"
    ]
