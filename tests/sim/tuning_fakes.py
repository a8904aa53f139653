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

from trisim.players.registry import StrategyError
from trisim.report.tuning_files import write_results
from trisim.sim.plan import Plan, Told
from trisim.sim.tuning import Tuning, play_check, play_tuning
from trisim.sim.tuning_games import Outcome
from trisim.sim.tuning_settings import TuningSettings, tuning_settings

ROOT = Path(__file__).parents[2]
FAKE = "tests.sim.tournament_fakes:fake"
PEAK = {"gold": (1.0, 2.0, 3.0), "silver": (-1.0, 0.0, 1.0)}
"""Where the planted landscape is highest."""

NOISE = 0.05


def hill(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """A noisy quadratic: the nearer gold and silver are to the peak, the better."""
    time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
    if told:
        told(deals * plan.settings.rotations)
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


def small(**changes: Any) -> TuningSettings:
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
    return tuning_settings(**{**asked, **changes})


def begin(out: Path, settings: TuningSettings | None = None, **how: Any) -> Tuning:
    """Play the generations of a small tuning, without its check."""
    return play_tuning(settings or small(), out, **{"play": hill, "jobs": 1, **how})


def play(out: Path, settings: TuningSettings | None = None, **how: Any) -> Tuning:
    """Play a small tuning to its end."""
    tuned = begin(out, settings, **how)
    write_results(tuned, play_check(tuned, jobs=1, play=FAKE))
    return tuned


if __name__ == "__main__":
    play(Path(sys.argv[1]))
