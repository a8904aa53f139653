"""A small balancing of an example game, to be stopped or killed.

``python -m tests.campaigns.balance_fakes OUT`` plays one in a process of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.campaigns.sweep_fakes import SLOW
from trisim.campaigns.balance import Balance
from trisim.campaigns.balance_request import BalanceRequest
from trisim.sim.block import play_block
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import Blocks, OnGames, Plan
from trisim.sim.request import Execution

STOPPED = "tests.campaigns.balance_fakes:stopped"

TARGETS = """
["Scores"]
measures = "score.mean"
low = 26
high = 30
"""
"""A race of random climbers has 20 points; 8 days have 27."""

KNOBS = """
[Days]
set = "rules.days"
values = [4, 5, 8]
why = "Races are short."

[Falls]
set = "rules.most_falls"
values = [1, 2]
"""
"""The second is of the other game of the box: in a race it changes nothing."""


def stopped(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Blocks:
    """Somebody presses Ctrl-C when a race of eight days is played."""
    if plan.box.rules.days == 8:  # type: ignore[attr-defined]
        raise KeyboardInterrupt
    return play_block(plan, first_deal, deals, on_games)


def small(folder: Path, targets: str = TARGETS, knobs: str = KNOBS, **changes: Any) -> Any:
    """A request with files in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "targets.toml").write_text(targets)
    (folder / "knobs.toml").write_text(knobs)
    files = {"targets": folder / "targets.toml", "over": folder / "knobs.toml"}
    given = {"game": "summit", "strategy": "random", "games": 48, "seed": 3}
    return BalanceRequest.of(**{**files, **given, **changes})


def play(out: Path, request: BalanceRequest, *, play: str = SLOW, **how: Any) -> Balance:
    """Play a small balancing in one thread."""
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(Balance, prepare_campaign(request), out, execution, play=play)


if __name__ == "__main__":
    play(Path(sys.argv[1]), small(Path(sys.argv[2])))
