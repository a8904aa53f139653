"""What a run will take: a few of its games are played, timed and weighed, and forgotten."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from trisim.record.tables import TABLES
from trisim.sim.part import write_table
from trisim.sim.plan import Blocks, Plan

LONG_ENOUGH = 1.5
"""Seconds after which a pace is known well enough."""

SHARED = 0.9
"""What a core gives when others are at work beside it, of what it gives alone."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run will take, by a sample of its first deals."""

    games: int
    sample: int
    """Games that were played to find out."""

    pace: float
    """Games a second, on one core."""

    bytes_a_game: float
    cores: int

    @property
    def seconds(self) -> float:
        """How long the run will take, about."""
        return self.games / (self.pace * self.cores * (SHARED if self.cores > 1 else 1.0))

    @property
    def bytes(self) -> int:
        """How much disk the run will take, about."""
        return round(self.games * self.bytes_a_game)


def forecast(plan: Plan, cores: int, long_enough: float = LONG_ENOUGH) -> Forecast:
    """Play growing blocks of deals, up to a part, until one took long enough."""
    from trisim.sim.block import play_block

    settings = plan.settings
    most = min(settings.part_deals, settings.deals)
    play_block(plan, 0, 1)  # the first game loads what is compiled
    deals = 1
    while True:
        started = time.perf_counter()
        tables = play_block(plan, 0, deals)
        weight = bytes_of(tables)
        seconds = time.perf_counter() - started
        if seconds >= long_enough or deals == most:
            break
        deals = min(most, deals * 4)
    games = deals * settings.rotations
    busy = min(cores, settings.parts)
    return Forecast(settings.games, games, games / seconds, weight / games, busy)


def bytes_of(tables: Blocks) -> int:
    """The size of tables on disk."""
    with TemporaryDirectory(prefix="trisim-") as place:
        drafts = ((rows, Path(place) / name, TABLES[name]) for name, rows in tables.items())
        return sum(write_table(*draft).bytes for draft in drafts)


def free_bytes(folder: Path) -> int:
    """What is free on the disk of a folder that may not be there yet."""
    place = folder.absolute()
    while not place.is_dir() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free
