"""A small tuning of stand-ins: candidates whose worth is known, decided by the plan alone.

``python -m tests.sim.tuning_fakes OUT`` plays it in a process of its own, to be killed.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import numpy as np

from tests.sim.tournament_fakes import FAKE, fake
from trisim.campaigns.tuning import Tuning
from trisim.campaigns.tuning_games import Outcome
from trisim.campaigns.tuning_request import TuningRequest
from trisim.players.registry import StrategyError
from trisim.sim.campaign import Prepared, play_campaign, prepare_campaign, prepared_for
from trisim.sim.plan import OnGames, Plan
from trisim.sim.request import Execution

ROOT = Path(__file__).parents[2]
HILL = "tests.sim.tuning_fakes:hill"
RAISING = "tests.sim.tuning_fakes:raising"
FAILING = "tests.sim.tuning_fakes:failing"
STOPPED = "tests.sim.tuning_fakes:stopped"
CHECK_STOPPED = "tests.sim.tuning_fakes:check_stopped"
CHECK_FAILING = "tests.sim.tuning_fakes:check_failing"
PEAK = {"gold": (1.0, 2.0, 3.0), "silver": (-1.0, 0.0, 1.0)}
"""Where the planted landscape is highest."""

NOISE = 0.05


# ---------------------------------------------------------------- games of candidates


def hill(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Outcome:
    """A noisy quadratic: the nearer gold and silver are to the peak, the better."""
    time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
    if on_games:
        on_games(deals * plan.request.rotations)
    weights = plan.players[0].weights
    away = sum(
        (found - best) ** 2
        for name, peak in PEAK.items()
        for found, best in zip(weights.get(name, (0.0, 0.0, 0.0)), peak, strict=True)
    )
    key = [first_deal, *(int(abs(1e6 * value)) for value in weights.get("gold", (0.0,)))]
    luck = float(np.random.default_rng(key).normal(0, NOISE))
    return Outcome(round(luck - away, 9), round(1 / (1 + away), 9))


def raising(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Outcome:
    """An opponent that raises in the third generation."""
    if first_deal >= 2 * deals:
        raise StrategyError("strategy 'random' in game 5, seat 1, decision 7: ValueError")
    return hill(plan, first_deal, deals, on_games)


def failing(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Outcome:
    """An opponent that raises at once."""
    raise StrategyError("strategy 'random' in game 0, seat 1, decision 7: ValueError")


def stopped(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Outcome:
    """Somebody presses Ctrl-C in the third generation."""
    if first_deal >= 2 * deals:
        raise KeyboardInterrupt
    return hill(plan, first_deal, deals, on_games)


# ---------------------------------------------------------------- games of the check


def check_stopped(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Somebody presses Ctrl-C in the last run of the check."""
    if plan.request.lineup[1] == "random":
        raise KeyboardInterrupt
    return fake(plan, first_deal, deals, on_games)


def check_failing(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """An opponent of the check that raises at once."""
    raise StrategyError("strategy 'greedy' in game 0, seat 1, decision 7: ValueError")


# ---------------------------------------------------------------- tunings


def small(**changes: Any) -> TuningRequest:
    """Seven generations of four candidates, two opponents and an earlier state of the mean."""
    asked: dict[str, Any] = {
        "start": "balanced",
        "pool": ("balanced", "random"),
        "check": ("greedy",),
        "generations": 7,
        "population": 4,
        "games": 4,
        "check_games": 40,
        "self_play": 2,
        "players": 2,
    }
    return TuningRequest.of(**{**asked, **changes})


class Unchecked(Tuning):
    """A tuning that ends before its check."""

    def play_runs(self, *_: Any, **__: Any) -> None:
        """Play no run."""

    def result(self) -> Any:
        """Nothing is found out."""

    def write(self, result: Any) -> None:
        """Write nothing."""


T = TypeVar("T", bound=Tuning)


def begin(out: Path, request: TuningRequest | None = None, **how: Any) -> Tuning:
    """Play the generations of a small tuning, without its check."""
    return played_as(Unchecked, out, prepare_campaign(request or small()), **how)


def play(out: Path, request: TuningRequest | None = None, **how: Any) -> Tuning:
    """Play a small tuning to its end."""
    return played_as(Tuning, out, prepare_campaign(request or small()), **how)


def go_on(out: Path, **how: Any) -> Tuning:
    """Play the tuning in a folder to its end, with its own copies."""
    prepared = prepared_for(Tuning, {}, out, resume=True)
    return played_as(Tuning, out, prepared, resume=True, **how)


def played_as(
    kind: type[T],
    out: Path,
    prepared: Prepared[TuningRequest],
    *,
    candidates: str = HILL,
    check: str = FAKE,
    **how: Any,
) -> T:
    """Play a tuning of stand-ins in one thread."""
    execution = Execution(**{"jobs": 1, **how})
    with patch.object(kind, "play_candidate", candidates):
        return play_campaign(kind, prepared, out, execution, play=check)


if __name__ == "__main__":
    play(Path(sys.argv[1]))
