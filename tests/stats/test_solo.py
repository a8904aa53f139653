"""The figures of a solo run, against rows whose figures are known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from trisim.games.trismegistus.game import GAME
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.metric_sums import MetricSource
from trisim.stats.sequence import SCORE, STRATEGY, Metric, Target
from trisim.stats.solo import SoloSummary, solo_games
from trisim.stats.solo import summarise_solo as summarise_any
from trisim.stats.totals import Part

SETUPS = ["normal", "hard"]
ALCHEMIST = Metric("alchemist")


def summarise_solo(parts: Sequence[Part], setups: Sequence[str], **more: Any) -> SoloSummary:
    return summarise_any(parts, setups, GAME.automa, GAME.role, **more)


def players(deals: range, setups: int = 2) -> pl.DataFrame:
    """You win every game of deals divisible by 4 by 10, else lose by 2 (and 10 more at hard).

    Odd deals are newton's, the others duval's; Botmegistus sits first in the second setup.
    """
    rows = []
    for deal in deals:
        for setup in range(setups):
            score = 100 + deal % 3
            margin = (10 if deal % 4 == 0 else -2) - 10 * setup
            alchemist = "newton" if deal % 2 else "duval"
            yours = ("mine", alchemist, score, float(margin > 0))
            its = ("botmegistus", None, score - margin, float(margin <= 0))
            for seat, row in enumerate((its, yours) if setup else (yours, its)):
                rows.append((deal * setups + setup, deal, seat, *row))
    names = ["game", "deal", "seat", "strategy", "alchemist", "score", "win"]
    return pl.DataFrame(rows, schema=names, orient="row").with_columns(
        pl.col("strategy", "alchemist").cast(pl.Categorical), pl.col("score").cast(pl.Int16)
    )


def test_a_row_for_each_game() -> None:
    games = solo_games(players(range(8)), SETUPS, GAME.automa).collect()
    assert games.height == 16
    assert games["scenario"].to_list() == SETUPS * 8
    assert set(games["strategy"]) == {"mine"}
    assert games["margin"].to_list()[:4] == [10, 0, -2, -12]
    assert (games["score"] - games["bot_score"] == games["margin"]).all()


def test_the_figures_of_each_setup() -> None:
    found = summarise_solo([players(range(400))], SETUPS)
    assert (found.games, found.deals) == (800, 400)
    normal, hard = found.setups
    assert (normal.level, hard.level) == ("normal", "hard")
    assert normal.win.value == 0.25
    assert hard.win.value == 0.0
    assert normal.margin.value == pytest.approx(1.0)
    assert hard.margin.value == pytest.approx(-9.0)
    assert normal.margin.scale is Scale.MEAN_DIFFERENCE
    assert normal.score.value - normal.bot_score.value == pytest.approx(1.0)
    assert normal.win.low < 0.25 < normal.win.high
    assert normal.win.n == normal.win.clusters == 400
    assert normal.win.family == 2


def test_your_alchemists_over_all_setups() -> None:
    found = summarise_solo([players(range(400))], SETUPS)
    duval, newton = found.roles
    assert (duval.level, newton.level) == ("duval", "newton")
    assert duval.win.value == 0.25
    assert newton.win.value == 0.0
    assert duval.win.n == 400
    assert duval.win.clusters == 200
    assert found.whole.win.value == 0.125


def test_parts_add_up(tmp_path: Path) -> None:
    files = []
    for part, deals in enumerate((range(30), range(30, 90))):
        files.append(tmp_path / f"{part}.parquet")
        players(deals).write_parquet(files[-1])
    assert summarise_solo(files, SETUPS) == summarise_solo([players(range(90))], SETUPS)


def test_setups_keep_their_order_and_json_their_figures() -> None:
    found = summarise_solo([players(range(40), 1)], ["z"])
    assert [each.level for each in found.setups] == ["z"]
    written = json.loads(json.dumps(found.as_dict()))
    assert written["setups"][0]["win"]["value"] == 0.25
    assert written["whole"]["margin"]["scale"] == "difference of means"
    assert [each["level"] for each in written["alchemists"]] == ["duval", "newton"]


def test_what_a_run_waits_for_is_yours_alone() -> None:
    rows = players(range(400))
    source = MetricSource(tuple(SETUPS), automa=GAME.automa)
    rates = source.sums(STRATEGY, rows)
    assert {name: sums.ratio for name, sums in rates.items()} == {"hard": 0.0, "normal": 0.25}
    alchemists = source.sums(ALCHEMIST, rows)
    assert {name: sums.ratio for name, sums in alchemists.items()} == {"duval": 0.25, "newton": 0}
    score = source.sums(SCORE, rows)["all"]
    assert score.ratio == rows.filter(pl.col("strategy") == "mine")["score"].mean()


@pytest.mark.parametrize(
    ("metric", "name", "group"),
    [
        (STRATEGY, "win", "setups"),
        (ALCHEMIST, "win", "roles"),
        (SCORE, "score", "whole"),
    ],
)
def test_the_intervals_it_stops_by_hold_at_every_look(
    metric: Metric, name: str, group: str
) -> None:
    target = Target(metric, 0.1)
    found = summarise_solo([players(range(400))], SETUPS, until=target)
    for each in ("setups", "roles", "whole"):
        levels = getattr(found, each)
        for level in levels if isinstance(levels, tuple) else (levels,):
            for quantity in ("win", "margin", "score", "bot_score"):
                is_watched = (quantity, each) == (name, group)
                assert getattr(level, quantity).anytime == is_watched, (quantity, each)


def test_no_games_have_no_figures() -> None:
    with pytest.raises(StatsError, match="no games to summarise"):
        summarise_solo([], SETUPS)
