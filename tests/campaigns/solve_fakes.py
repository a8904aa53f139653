"""Searches for a win rate by stand-ins: the worths of parts add up, so answers are known.

``python -m tests.campaigns.solve_fakes OUT`` plays one in a process of its own, to be killed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.campaigns.study_fakes import games_of
from trisim.campaigns.solution import Solution, SolveRequest
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import OnGames, Plan
from trisim.sim.request import Execution

FAKE = "tests.campaigns.solve_fakes:fake"
STOPPED = "tests.campaigns.solve_fakes:stopped"
OTHERS = 10.0
WORTH = {"less_gold": -8.0, "no_personality": -7.0, "easy": -40.0, "extra_gold": 30.0}
"""Points that Botmegistus gets more with a part; all other parts are worth ``OTHERS``."""

ANSWER = "less_gold+no_personality"
"""Nothing else comes near to ``RATE``."""

RATE = "83%"
PAUSED_AT = 20
"""``stopped`` stops in the round with so many candidates."""


def fake(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Solo games in which the worths of parts add up."""
    return games_of(plan, first_deal, deals, on_games, worth_of)


def worth_of(setup: str) -> float:
    parts = () if setup == "normal" else setup.split("+")
    return sum(WORTH.get(part, OTHERS) for part in parts)


def stopped(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Somebody presses Ctrl-C in the second round."""
    if len(plan.request.setups) == PAUSED_AT:
        raise KeyboardInterrupt
    return fake(plan, first_deal, deals, on_games)


def wanted(**changes: Any) -> SolveRequest:
    return SolveRequest.of(**{"strategies": "random", "solve": RATE, "games": 480, **changes})


def play(
    out: Path, request: SolveRequest | None = None, *, play: str = FAKE, **how: Any
) -> Solution:
    """Play a small search of stand-ins in one thread."""
    prepared = prepare_campaign(request or wanted())
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(Solution, prepared, out, execution, play=play)


if __name__ == "__main__":
    play(Path(sys.argv[1]))
