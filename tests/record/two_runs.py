"""One run, played plain and then compiled by the same process."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.sim.helpers import parquet, play_games
from tests.trismegistus.rules.helpers import TESTBOX
from trisim.sim.run_request import RunRequest

STRATEGIES = Path(__file__).parents[1] / "strategies"
EVERYTHING: dict[str, Any] = {"cards": True, "ledger": 1, "achievements": True}


@dataclass(frozen=True, slots=True)
class TwoRuns:
    """The checksums of the files of both."""

    plain: dict[str, str]
    compiled: dict[str, str]
    numba_for_plain: bool
    """Whether the plain one imported numba."""


def two_runs() -> TwoRuns:
    """Play a run of all kinds of strategies but weights, in two parts, with everything written."""
    lineup = ("random", str(STRATEGIES / "looker.py"), str(STRATEGIES / "first.py"))
    request = RunRequest.of(
        players=3, games=12, part_games=6, seed=8, lineup=lineup, box=TESTBOX, **EVERYTHING
    )

    def played(compiled: bool) -> dict[str, str]:
        with TemporaryDirectory() as folder:
            return parquet(play_games(Path(folder) / "run", request, compiled=compiled))

    plain = played(compiled=False)
    return TwoRuns(plain, numba_for_plain="numba" in sys.modules, compiled=played(compiled=True))
