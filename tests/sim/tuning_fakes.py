"""A small tuning of stand-ins: candidates whose worth is known, decided by the plan alone.

``python -m tests.sim.tuning_fakes OUT`` plays it in a process of its own, to be killed.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.sim.tournament_fakes import FAKE
from trisim.campaigns.tuning import Tuning
from trisim.campaigns.tuning_games import Outcome
from trisim.campaigns.tuning_request import TuningRequest
from trisim.players.registry import StrategyError
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import Plan, Told
from trisim.sim.request import Execution

ROOT = Path(__file__).parents[2]
PEAK = {"gold": (1.0, 2.0, 3.0), "silver": (-1.0, 0.0, 1.0)}
"""Where the planted landscape is highest."""

NOISE = 0.05


def hill(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """A noisy quadratic: the nearer gold and silver are to the peak, the better."""
    time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
    if told:
        told(deals * plan.request.rotations)
    weights = plan.players[0].weights
    away = sum(
        (found - best) ** 2
        for name, peak in PEAK.items()
        for found, best in zip(weights.get(name, (0.0, 0.0, 0.0)), peak, strict=True)
    )
    key = [first_deal, *(int(abs(1e6 * value)) for value in weights.get("gold", (0.0,)))]
    luck = float(np.random.default_rng(key).normal(0, NOISE))
    return Outcome(round(luck - away, 9), round(1 / (1 + away), 9))


def raising(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """An opponent that raises in the third generation."""
    if first_deal >= 2 * deals:
        raise StrategyError("strategy 'random' in game 5, seat 1, decision 7: ValueError")
    return hill(plan, first_deal, deals, told)


def failing(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """An opponent that raises at once."""
    raise StrategyError("strategy 'random' in game 0, seat 1, decision 7: ValueError")


def stopped(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """Somebody presses Ctrl-C in the third generation."""
    if first_deal >= 2 * deals:
        raise KeyboardInterrupt
    return hill(plan, first_deal, deals, told)


def watched(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """To be replaced by a test that looks at what is played."""
    return hill(plan, first_deal, deals, told)


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


class FakeTuning(Tuning):
    """A tuning whose candidates are stand-ins."""

    play_candidate = "tests.sim.tuning_fakes:hill"


class OnlyGenerations(FakeTuning):
    """One that ends before its check."""

    def play_runs(self, *_: Any, **how: Any) -> None:
        """Play no check."""

    def result(self) -> Any:
        """No result."""

    def write(self, result: Any) -> None:
        """Write no result."""


def begin(out: Path, request: TuningRequest | None = None, **how: Any) -> Tuning:
    """Play the generations of a small tuning, without its check."""
    return played(OnlyGenerations, out, request, **how)


def play(out: Path, request: TuningRequest | None = None, **how: Any) -> Tuning:
    """Play a small tuning to its end."""
    return played(FakeTuning, out, request, **how)


def played(
    kind: type[Tuning],
    out: Path,
    request: TuningRequest | None,
    candidates: str = "hill",
    **how: Any,
) -> Tuning:
    """Play a tuning; ``candidates`` is the function of this module that plays them."""
    own = type(kind.__name__, (kind,), {"play_candidate": f"tests.sim.tuning_fakes:{candidates}"})
    prepared = prepare_campaign(request or small())
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(own, prepared, out, execution, play=FAKE)


if __name__ == "__main__":
    play(Path(sys.argv[1]))
