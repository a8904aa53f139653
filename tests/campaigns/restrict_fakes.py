"""A small study of stand-ins: games in which parts have known worths, decided by the plan alone.

``python -m tests.campaigns.restrict_fakes OUT`` plays it in a process of its own, to be killed.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa

from trisim.campaigns.restrict import RestrictionStudy
from trisim.campaigns.restrict_request import SECOND, RestrictRequest
from trisim.players.registry import StrategyError
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import OnGames, Plan
from trisim.sim.request import Execution
from trisim.sim.usage import Use

FAKE = "tests.campaigns.restrict_fakes:fake"
RAISING = "tests.campaigns.restrict_fakes:raising"
STOPPED = "tests.campaigns.restrict_fakes:stopped"
STOPPED_LATE = "tests.campaigns.restrict_fakes:stopped_late"

LOSSES = {
    "harvest": -30.0,
    "perform": -14.0,
    "chameleon": 0.0,
    "random-artifact": 12.0,
    "exchange": 0.0,
}
"""Points that a seat gains without each part; games without others are the free ones."""

NEVER_CHOSEN = "recharge"
ONLY = (*LOSSES, NEVER_CHOSEN)


def fake(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Games whose players have luck and nothing else; each deal takes ``FAKE_SLEEP`` seconds."""
    each = plan.request.rotations
    for _ in range(deals):
        time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
        if on_games:
            on_games(each)
    _, _, name = plan.request.lineup[0].partition(":without=")
    places, _ = plan.design.block(first_deal, deals)
    places = places[:, : plan.request.players]
    seeds = np.repeat(plan.design.deal_seeds(first_deal, deals), each)
    games = np.arange(first_deal * each, (first_deal + deals) * each)
    own = list(LOSSES).index(name) + 1 if name in LOSSES else 0
    score = np.array(
        [scores_of(int(s), int(g), places.shape[1], own) for s, g in zip(seeds, games, strict=True)]
    )
    score[places == 0] += LOSSES.get(name, 0.0)
    names = np.array(plan.request.lineup)[places].ravel().tolist()
    return tables_of(games, each, np.round(score).astype(np.int16), names, places == 0)


def scores_of(seed: int, game: int, players: int, own: int) -> Any:
    """Luck of the deal, and some of the game with a restriction."""
    luck = np.random.default_rng([seed, game]).normal(size=players)
    more = np.random.default_rng([seed, game, own]).normal(size=players) if own else 0.0
    return 100 + 10 * luck + 6 * more


def tables_of(
    games: Any, rotations: int, score: Any, names: list[str], mine: Any
) -> dict[str, Any]:
    """The tables of games, from scores by game and seat."""
    n, many = score.shape[1], len(games)
    best = score == score.max(axis=1, keepdims=True)
    players = {
        "game": np.repeat(games, n),
        "deal": np.repeat(games // rotations, n),
        "seat": np.tile(np.arange(n, dtype=np.int8), many),
        "strategy": pa.array(names).dictionary_encode(),
        "score": score.ravel(),
        "win": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
        "all_restricted": mine.ravel().astype(np.int16),
    }
    where = {
        "game": games,
        "deal": games // rotations,
        "rotation": (games % rotations).astype(np.int8),
        "seed": games,
        "turns": np.full(many, 40, dtype=np.int16),
        "decisions": np.full(many, 200),
        "status": pa.array(["finished"] * many).dictionary_encode(),
    }
    return {"games": pa.table(where), "players": pa.table(players)}


def fake_usage(plan: Plan) -> dict[str, Use]:
    """Everything is chosen but one part."""
    return {name: Use(200, 0 if name == NEVER_CHOSEN else 100) for name in ONLY}


def raising(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """A restricted player raises."""
    if "without" in plan.request.lineup[0]:
        raise StrategyError("strategy 'random' raised at game 3, seat 0, decision 7: ValueError")
    return fake(plan, first_deal, deals, on_games)


def stopped(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Somebody presses Ctrl-C in the middle of the first stage."""
    if "chameleon" in plan.request.lineup[0]:
        raise KeyboardInterrupt
    return fake(plan, first_deal, deals, on_games)


def stopped_late(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Somebody presses Ctrl-C in the second stage."""
    if plan.request.seed == small().seed_of(SECOND) and "without" in plan.request.lineup[0]:
        raise KeyboardInterrupt
    return fake(plan, first_deal, deals, on_games)


def small(**changes: Any) -> RestrictRequest:
    """Six restrictions, 3 players, 100 deals; the largest loss and gain again."""
    asked: dict[str, Any] = {"only": ONLY, "players": 3, "games": 300, "again": 1}
    return RestrictRequest.of(**{"strategy": "random", **asked, **changes})


def play(
    out: Path, request: RestrictRequest | None = None, *, play: str = FAKE, **how: Any
) -> RestrictionStudy:
    """Play a small study of stand-ins in one thread."""
    prepared = prepare_campaign(request or small())
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(RestrictionStudy, prepared, out, execution, play=play)


if __name__ == "__main__":
    with patch("trisim.campaigns.restrict.usage", fake_usage):
        play(Path(sys.argv[1]))
