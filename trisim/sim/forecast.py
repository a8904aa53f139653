"""Estimates the time and disk of a run from a small sample of its games."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from trisim.record.columns import Table
from trisim.sim.part import write_table
from trisim.sim.plan import Blocks, Plan

LONG_ENOUGH = 1.5
"""Seconds after which a pace is known well enough."""

SLOW = 5.0
"""Seconds after which a first deal alone is long enough: loading compiled code takes less."""

PATIENCE = 20.0
"""Seconds after which no further run of several is tried."""

SHARED = 0.9
"""The speed of a core when others are busy, relative to its speed alone."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Time and disk of a run, estimated from a sample of its first deals."""

    games: int
    sample: int
    """The games of the sample."""

    pace: float
    """Games a second, on one core."""

    bytes_a_game: float
    cores: int

    @property
    def seconds(self) -> float:
        return self.games / (self.pace * self.cores * (SHARED if self.cores > 1 else 1.0))

    @property
    def bytes(self) -> int:
        return round(self.games * self.bytes_a_game)


def forecast(plan: Plan, cores: int, long_enough: float = LONG_ENOUGH) -> Forecast:
    """Play growing blocks of deals, up to a part, until one takes ``long_enough`` seconds."""
    request = plan.request
    most = min(request.part_deals, request.deals)
    deals = 1
    seconds, weight = sampled(plan, deals)  # the first deal loads what is compiled
    if seconds < SLOW:
        seconds, weight = sampled(plan, deals)
        while seconds < long_enough and deals < most:
            deals = min(most, deals * 4)
            seconds, weight = sampled(plan, deals)
    games = deals * request.games_a_deal
    busy = min(cores, request.parts)
    return Forecast(request.games, games, games / seconds, weight / games, busy)


def sampled(plan: Plan, deals: int) -> tuple[float, int]:
    """Seconds and bytes of the first deals."""
    from trisim.sim.block import play_block

    started = time.perf_counter()
    weight = bytes_of(play_block(plan, 0, deals), plan.game.record.tables)
    return time.perf_counter() - started, weight


def forecast_several(
    plans: Iterable[Plan], tried: int, runs: int, cores: int
) -> tuple[float, float]:
    """Seconds and bytes of ``runs`` runs, from at most ``tried`` plans; fewer if games are slow."""
    started, found = time.perf_counter(), []
    for plan in plans:
        found.append(forecast(plan, cores, LONG_ENOUGH / tried))
        if time.perf_counter() - started > PATIENCE:
            break
    times = runs / len(found)
    return times * sum(one.seconds for one in found), times * sum(one.bytes for one in found)


def bytes_of(tables: Blocks, declared: Mapping[str, Table]) -> int:
    with TemporaryDirectory(prefix="trisim-") as place:
        drafts = ((rows, Path(place) / name, declared[name]) for name, rows in tables.items())
        return sum(write_table(*draft).bytes for draft in drafts)


def free_bytes(folder: Path) -> int:
    """Free space on the disk of a folder that may not exist yet."""
    place = folder.absolute()
    while not place.is_dir() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free
