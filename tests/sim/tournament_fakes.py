"""A small tournament of stand-ins: rows with all that standings need, decided by the plan alone.

``python -m tests.sim.tournament_fakes OUT`` plays it in a process of its own, to be killed.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from trisim.campaigns.tournament import Tournament, TournamentRequest
from trisim.players.registry import StrategyError
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.plan import OnGames, Plan
from trisim.sim.request import Execution

ROOT = Path(__file__).parents[2]
LOOKER, FIRST = "tests/strategies/looker.py", "tests/strategies/first.py"
FAKE = "tests.sim.tournament_fakes:fake"
RAISING = "tests.sim.tournament_fakes:raising"
STOPPED = "tests.sim.tournament_fakes:stopped"

LAST = ("random", LOOKER)
"""The line-up that is played last: the others have a class in Python, and take longer."""

STRENGTH = {"random": 0.0, LOOKER: 0.5, FIRST: 1.0, "result": 2.0}
"""The last one is that of a tuning."""


def fake(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Games in which the strategies have known strengths; each takes ``FAKE_SLEEP`` seconds."""
    request, n = plan.request, plan.request.players
    for _ in range(deals):
        time.sleep(float(os.environ.get("FAKE_SLEEP", "0")))
        if on_games:
            on_games(request.rotations)
    places, _ = plan.design.block(first_deal, deals)
    seeds = np.repeat(plan.design.deal_seeds(first_deal, deals), request.rotations)
    games = np.arange(first_deal * request.rotations, (first_deal + deals) * request.rotations)
    strength = np.array([STRENGTH.get(spec, 0.3) for spec in request.lineup])[places[:, :n]]
    luck = np.array([luck_of(seed, game, n) for seed, game in zip(seeds, games, strict=True)])
    score = np.round(20 * (strength + luck)).astype(np.int16)
    tables = tables_of(games, request.rotations, score)
    names = np.array(request.lineup)[places[:, :n]].ravel().tolist()
    tables["players"] = tables["players"].append_column("strategy", pa.array(names))
    return tables


def luck_of(seed: Any, game: Any, players: int) -> Any:
    """Everybody's luck in a game."""
    return np.random.default_rng([int(seed), int(game)]).gumbel(size=players)


def tables_of(games: Any, rotations: int, score: Any) -> dict[str, Any]:
    """The tables of games, from the scores by game and seat."""
    n = score.shape[1]
    rank = (score[:, None, :] > score[:, :, None]).sum(axis=-1) + 1
    winners = (rank == 1).sum(axis=1, keepdims=True)
    players = {
        "game": np.repeat(games, n),
        "deal": np.repeat(games // rotations, n),
        "seat": np.tile(np.arange(n, dtype=np.int8), len(games)),
        "score": score.ravel(),
        "rank": rank.ravel().astype(np.int8),
        "win": np.where(rank == 1, 1 / winners, 0).ravel().astype(np.float32),
    }
    status = pa.array(["finished"] * len(games)).dictionary_encode()
    return {
        "games": pa.table({"game": games, "deal": games // rotations, "status": status}),
        "players": pa.table(players),
    }


def raising(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """A strategy that raises in the last line-up."""
    if plan.request.lineup == LAST:
        raise StrategyError(f"strategy '{LOOKER}' raised at game 3, seat 1, decision 7: ValueError")
    return fake(plan, first_deal, deals, on_games)


def stopped(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Somebody presses Ctrl-C in the last line-up."""
    if plan.request.lineup == LAST:
        raise KeyboardInterrupt
    return fake(plan, first_deal, deals, on_games)


def small(**changes: Any) -> TournamentRequest:
    """Three strategies, two players, three line-ups of 150 deals in five parts."""
    asked: dict[str, Any] = {"strategies": ("random", LOOKER, FIRST), "players": 2, "games": 300}
    return TournamentRequest.of(**{**asked, **changes})


def play(
    out: Path, request: TournamentRequest | None = None, *, play: str = FAKE, **how: Any
) -> Tournament:
    """Play a small tournament of stand-ins; all in one thread, as if all were compiled."""
    prepared = prepare_campaign(request or small())
    execution = Execution(**{"jobs": 1, "backend": "threads", **how})
    return play_campaign(Tournament, prepared, out, execution, play=play)


if __name__ == "__main__":
    play(Path(sys.argv[1]), small(strategies=("random", LOOKER), format="duel", players=3))
