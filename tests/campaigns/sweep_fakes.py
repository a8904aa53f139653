"""Small sweeps of an example game, to be stopped or killed.

``python -m tests.campaigns.sweep_fakes OUT`` plays one in a process of its own.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from trisim.campaigns.sweep import Sweep
from trisim.campaigns.sweep_request import SweepRequest
from trisim.sim.block import play_block
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import Blocks, OnGames, Plan
from trisim.sim.request import Execution

STOPPED = "tests.campaigns.sweep_fakes:stopped"
SLOW = "tests.campaigns.sweep_fakes:slow"
DAYS = "rules.days=3,5,8"
"""The days of a race: the printed number, fewer, more."""


def stopped(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Blocks:
    """Somebody presses Ctrl-C while the last point is played."""
    if plan.box.rules.days == 8:  # type: ignore[attr-defined]
        raise KeyboardInterrupt
    return play_block(plan, first_deal, deals, on_games)


def slow(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Blocks:
    """Each part takes a moment, so that there is time for a kill."""
    time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
    return play_block(plan, first_deal, deals, on_games)


def small(**changes: Any) -> SweepRequest:
    """Three points of 24 games of random play."""
    given = {"game": "summit", "settings": DAYS, "strategy": "random", "games": 24}
    return SweepRequest.of(**{**given, **changes})


def play(out: Path, request: SweepRequest | None = None, *, play: str = SLOW, **how: Any) -> Sweep:
    """Play a small sweep in one thread."""
    prepared = prepare_campaign(request or small())
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(Sweep, prepared, out, execution, play=play)


if __name__ == "__main__":
    play(Path(sys.argv[1]), small(targets="score.mean=20"))
