"""Small stand-ins for the real games: rows that only the plan decides, as slowly as one likes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from trisim.players.registry import StrategyError
from trisim.sim.plan import OnGames, Plan

FAKE = "tests.sim.fakes:fake"
RAISING = "tests.sim.fakes:raising"
FORGETFUL = "tests.sim.fakes:forgetful"
DYING = "tests.sim.fakes:dying"
BULKY = "tests.sim.fakes:bulky"
BUGGY = "tests.sim.fakes:buggy"
DEADLY = "tests.sim.fakes:deadly"
HUNGRY = "tests.sim.fakes:hungry"

ROWS = {"games": 1, "players": 2, "rounds": 3, "turns": 36, "cards": 20, "ledger": 50}
"""Rows for each game."""

NUMBERS = ("seat", "round", "turn", "card", "step")
"""Columns that number the rows of a game; each table has one of them in its key."""


def fake(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """A few rows for each game; sleeps ``FAKE_SLEEP`` seconds for each."""
    pause = float(os.environ.get("FAKE_SLEEP", "0"))
    for _ in range(deals):
        time.sleep(pause * plan.request.games_a_deal)
        if on_games:
            on_games(plan.request.games_a_deal)
    return {name: rows_of(plan, name, first_deal, deals) for name in plan.request.tables}


def rows_of(plan: Plan, table: str, first_deal: int, deals: int) -> Any:
    """Rows that differ from game to game, by seed, design and box."""
    rotations = plan.request.games_a_deal
    _, alchemists = plan.design.block(first_deal, deals)
    seeds = np.repeat(plan.design.deal_seeds(first_deal, deals), rotations)
    games = np.arange(first_deal * rotations, (first_deal + deals) * rotations)
    each = ROWS[table]
    numbers = np.tile(np.arange(each, dtype=np.int8), len(games))
    luck = (np.repeat(seeds, each) >> np.uint64(7)) % np.uint64(100)
    return pa.table(
        {
            "game": np.repeat(games, each),
            "deal": np.repeat(games // rotations, each),
            "seed": np.repeat(seeds, each),
            **dict.fromkeys(NUMBERS, numbers),
            "score": luck.astype(np.int16) + numbers,
            "win": ((luck < 50) == (numbers == 0)).astype(np.float32),
            "alchemist": np.repeat(alchemists[:, 0], each),
            "box": pa.array([plan.box.digest[:8]] * len(games) * each).dictionary_encode(),
        }
    )


def raising(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """A strategy that raises in game 20."""
    if first_deal <= 10 < first_deal + deals:
        raise StrategyError("strategy 'random' raised at game 20, seat 1, decision 7: ValueError")
    return fake(plan, first_deal, deals, on_games)


def buggy(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """A fault of our own."""
    if first_deal >= 10:
        raise ZeroDivisionError("no turns")
    return fake(plan, first_deal, deals, on_games)


def hungry(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Not enough memory."""
    if first_deal >= 10:
        raise MemoryError
    return fake(plan, first_deal, deals, on_games)


def dying(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """The worker is killed in the middle of a later part, once: the first to make the mark."""
    mark = os.environ.get("FAKE_MARK", "")
    tables = fake(plan, first_deal, deals, on_games)
    if first_deal >= 10 and mark:
        try:
            Path(mark).touch(exist_ok=False)
        except FileExistsError:
            return tables
        os.kill(os.getpid(), 9)
    return tables


def deadly(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """A part that kills every worker that tries it."""
    tables = fake(plan, first_deal, deals, on_games)
    if first_deal == 10:
        os.kill(os.getpid(), 9)
    return tables


def bulky(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """About 100 KB of noise a game."""
    tables = fake(plan, first_deal, deals, on_games)
    noise = np.random.default_rng(first_deal).integers(0, 2**63, (tables["turns"].num_rows, 360))
    rows = [row.tobytes() for row in noise]
    tables["turns"] = tables["turns"].append_column("noise", pa.array(rows, pa.binary()))
    return tables
