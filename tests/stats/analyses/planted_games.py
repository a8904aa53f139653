"""Planted tables of turns and rounds, small enough to reckon by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from tests.stats.analyses.people import GAME_FACTS
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.analyses.bowl_rolls import BOWLS
from trisim.stats.analyses.source import Batch, Facts

TABLES = frozenset({"games", "players", "rounds", "turns"})


def facts(box: Box, players: int = 2, rotations: int = 2, **more: Any) -> Facts:
    """A run of this box."""
    lineup = ("keen", "calm", "third", "fourth")[:players]
    more = {**GAME_FACTS, **more}
    return Facts("planted", box, players, lineup, rotations, 4, TABLES, **more)


def round_row(game: int, number: int, rerolls: int = 0, **bowls: int) -> dict[str, Any]:
    """A roll; bowls by name, such as ``lead_black=3``."""
    row = {"game": game, "round": number, "rerolls": rerolls}
    return row | {name: bowls.get(name.removeprefix("bowl_"), 0) for name in BOWLS}


def turn_row(game: int, turn: int, seat: int, **more: Any) -> dict[str, Any]:
    """A turn; without more, one that goes on with a die of potency 1."""
    usual: dict[str, Any] = {
        "round": 1,
        "drafted": "bowl" in more,
        "bowl": None,
        "color": "black",
        "symbol": more.get("bowl", "lead"),
        "bowl_size": None,
        "ethereal": 0,
        "potency": 1,
        "wasted": 0,
        "action": "harvest",
        "scores": [0, 0],
        "choices": 1,
        "options": 2,
    }
    return {"game": game, "turn": turn, "seat": seat} | usual | more


def batch(games_a_deal: int, **tables: Sequence[dict[str, Any]]) -> Batch:
    """Tables from rows."""
    frames = {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in tables.items()}
    return batch_of(frames, games_a_deal)


def batch_of(frames: Mapping[str, pl.DataFrame], games_a_deal: int) -> Batch:
    """Tables with what follows from other columns: deals, and the picks of turns."""
    deal = pl.col("game") // games_a_deal
    made = {name: frame.lazy().with_columns(deal=deal) for name, frame in frames.items()}
    if "turns" in made:
        drafts = pl.col("drafted").cast(pl.Int8).cum_sum().over("game", "round")
        made["turns"] = made["turns"].with_columns(pick=pl.when("drafted").then(drafts))
    return Batch(made)
