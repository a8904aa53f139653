"""A small study of stand-ins: solo games with all that findings need, decided by the plan alone.

``python -m tests.campaigns.study_fakes OUT`` plays it in a process of its own, to be killed.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from trisim.campaigns.difficulty import DifficultyRequest, Study
from trisim.players.registry import StrategyError
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import OnGames, Plan
from trisim.sim.request import Execution

ROOT = Path(__file__).parents[2]
LOOKER = "tests/strategies/looker.py"
FAKE = "tests.campaigns.study_fakes:fake"
RAISING = "tests.campaigns.study_fakes:raising"
STOPPED = "tests.campaigns.study_fakes:stopped"

WORTH = {"extra_gold": 8.0, "less_gold": -8.0, "easy": -15.0, "hard": 15.0, "nightmare": 40.0}
"""Points that Botmegistus gets more with a setup."""


def fake(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Solo games in which setups have known worths."""
    return games_of(plan, first_deal, deals, on_games, lambda name: WORTH.get(name, 0.0))


def games_of(
    plan: Plan,
    first_deal: int,
    deals: int,
    on_games: OnGames | None,
    worth_of: Callable[[str], float],
) -> dict[str, Any]:
    """Solo games with the worth of each setup; each deal takes ``FAKE_SLEEP`` seconds."""
    setups = plan.request.setups
    k = len(setups)
    for _ in range(deals):
        time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
        if on_games:
            on_games(k)
    worth = np.array([worth_of(setup.name) for setup in setups])
    scores = np.array(
        [scores_of(int(seed), worth) for seed in plan.design.deal_seeds(first_deal, deals)]
    )  # [deal, setup, you and it]
    games = np.arange(first_deal * k, (first_deal + deals) * k)
    return tables_of(games, k, scores.reshape(-1, 2).astype(np.int16), plan.request.lineup)


def scores_of(seed: int, worth: Any) -> Any:
    """Both scores against each setup: luck of the deal, and some of each game."""
    rng = np.random.default_rng([seed])
    luck, own = rng.normal(size=(1, 2)), rng.normal(size=(len(worth), 2))
    scores = np.round(100 + 10 * luck + 4 * own)
    scores[:, 1] += worth
    return scores


def tables_of(games: Any, setups: int, score: Any, lineup: tuple[str, ...]) -> dict[str, Any]:
    """The tables of games, from both scores; Botmegistus wins ties."""
    won = score[:, 0] > score[:, 1]
    players = {
        "game": np.repeat(games, 2),
        "deal": np.repeat(games // setups, 2),
        "seat": np.tile(np.arange(2, dtype=np.int8), len(games)),
        "strategy": pa.array(list(lineup) * len(games)).dictionary_encode(),
        "alchemist": pa.array(["newton", None] * len(games)).dictionary_encode(),
        "score": score.ravel(),
        "win": np.stack([won, ~won], axis=1).ravel().astype(np.float32),
    }
    status = pa.array(["finished"] * len(games)).dictionary_encode()
    where = {"game": games, "deal": games // setups, "status": status}
    return {"games": pa.table(where), "players": pa.table(players)}


def raising(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """The second strategy raises."""
    if plan.request.lineup[0] == LOOKER:
        raise StrategyError(f"strategy '{LOOKER}' raised at game 3, seat 0, decision 7: ValueError")
    return fake(plan, first_deal, deals, on_games)


def stopped(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Somebody presses Ctrl-C while the second strategy plays."""
    if plan.request.lineup[0] == LOOKER:
        raise KeyboardInterrupt
    return fake(plan, first_deal, deals, on_games)


def small(strategies: tuple[str, ...] = ("random", LOOKER), **changes: Any) -> DifficultyRequest:
    """Two strategies, gold and presets: 200 deals against six setups."""
    asked: dict[str, Any] = {"games": 200, "only": ("extra_gold", "less_gold", "presets")}
    return DifficultyRequest.of(strategies=strategies, **{**asked, **changes})


def play(
    out: Path, request: DifficultyRequest | None = None, *, play: str = FAKE, **how: Any
) -> Study:
    """Play a small study of stand-ins in one thread."""
    prepared = prepare_campaign(request or small())
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(Study, prepared, out, execution, play=play)


if __name__ == "__main__":
    play(Path(sys.argv[1]))
