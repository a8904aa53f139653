"""Rows of the example: what they say, and that compiled games give the same."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from summit.state import Loss
from tests.example.playing import BOX
from tests.example.rows import DEALS, GAMES, LINEUP, request_of
from tests.installed import ROOT, environment
from trisim.sim.block import play_block
from trisim.sim.plan import prepare


@cache
def played(game: str) -> dict[str, pl.DataFrame]:
    """The tables of a game."""
    rows = play_block(prepare(request_of(game)), 0, DEALS)
    frames: dict[str, Any] = {name: pl.from_arrow(table) for name, table in rows.items()}
    return frames


@pytest.fixture(params=GAMES)
def tables(request: pytest.FixtureRequest) -> dict[str, pl.DataFrame]:
    return played(request.param)


def test_each_deal_is_played_in_each_season_and_rotation(tables: dict[str, pl.DataFrame]) -> None:
    games = tables["games"]
    assert games["game"].to_list() == list(range(DEALS * 6))
    assert games["scenario"].cast(str).to_list() == (["summer"] * 3 + ["winter"] * 3) * DEALS
    assert games["rotation"].to_list() == [0, 1, 2] * 2 * DEALS
    strategies = tables["players"]["strategy"].cast(str).to_list()
    assert strategies[:9] == [*LINEUP, *LINEUP[1:], *LINEUP[:1], *LINEUP[2:], *LINEUP[:2]]


def test_turns_add_up_to_heights_and_falls(tables: dict[str, pl.DataFrame]) -> None:
    players = tables["players"].sort("game", "seat")
    turns = tables["turns"].group_by("game", "seat").agg(pl.col("climbed", "fell").sum())
    turns = turns.sort("game", "seat")
    assert turns["climbed"].to_list() == players["height"].to_list()
    assert turns["fell"].to_list() == players["falls"].to_list()
    assert tables["games"]["turns"].to_list() == (
        tables["turns"].group_by("game").len().sort("game")["len"].to_list()
    )


def test_points_are_height_and_cards_and_the_most_win() -> None:
    players = played("summit")["players"]
    assert (players["score"] == players["vp_height"] + players["vp_cards"]).all()
    assert (players["vp_height"] == players["height"]).all()
    best = players.group_by("game").agg(
        (pl.col("win").sum() - 1).abs().alias("missing"),
        (pl.col("score").max() - pl.col("score").filter(pl.col("win") > 0).min()).alias("behind"),
    )
    assert best["missing"].max() == pytest.approx(0)
    assert best["behind"].to_list() == [0] * len(best)


def test_a_team_wins_if_all_are_up() -> None:
    tables = played("expedition")
    is_up = (pl.col("height") == BOX.rules.summit).all()
    up = tables["players"].group_by("game").agg(is_up).sort("game")
    games = tables["games"]
    assert games["won"].to_list() == up["height"].to_list()
    assert ((games["loss"].cast(str) == Loss.NONE.name.lower()) == games["won"]).all()
    assert ((games["progress"] == 1) == games["won"]).all()
    assert not {"score", "rank"} & {*tables["players"].columns}


def test_compiled_games_have_the_same_rows(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.example.rows"],
        cwd=ROOT,
        env=environment(NUMBA_DISABLE_JIT="0", TRISIM_CACHE_DIR=tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "summit True\nexpedition True\n"
