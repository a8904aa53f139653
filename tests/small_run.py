"""Small runs with every table, played once in a process, for tests that read one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trisim.api import run
from trisim.sim.run import Run

TESTBOX = Path(__file__).parent / "testbox"
GAMES = 8


@lru_cache(maxsize=1)
def small_run() -> Run:
    """Eight games of two players in two parts; in a temporary folder, not to be changed."""
    return run(
        players=2,
        games=GAMES,
        seed=3,
        box=TESTBOX,
        part_games=4,
        cards=True,
        ledger=True,
        jobs=1,
        progress=False,
    )


@lru_cache(maxsize=1)
def small_solo_run() -> Run:
    """Two games against Botmegistus; in a temporary folder, not to be changed."""
    return run(
        solo=True,
        games=2,
        seed=3,
        box=TESTBOX,
        cards=True,
        ledger=True,
        jobs=1,
        progress=False,
    )


def run_with(table: str) -> Run:
    """The run that has a table."""
    return small_solo_run() if table == "bot" else small_run()
