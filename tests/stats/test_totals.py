"""From tables to sums: agreement with a slow and obvious way, parts, order, gaps."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.stats.planted import ALCHEMISTS, players_table
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level, StatsError
from trisim.stats.totals import (
    ALL,
    SCORE,
    WIN,
    WINNING_SCORE,
    all_sums_by,
    combine,
    joint_by,
    opened,
    sums_by,
    totals_by,
)

TABLE = players_table(np.random.default_rng(11), 40)


def slowly(table: pl.DataFrame, value: str, by: str) -> dict[Level, Sums]:
    """Row by row, with nothing but dictionaries."""
    y: dict[Level, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    m: dict[Level, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for row in table.to_dicts():
        y[row[by]][row["deal"]] += row[value]
        m[row[by]][row["deal"]] += 1
    return {level: Sums.of(list(y[level].values()), list(m[level].values())) for level in sorted(y)}


@pytest.mark.parametrize("by", ["seat", "alchemist", "strategy"])
@pytest.mark.parametrize("value", ["win", "score"])
def test_sums_agree_with_adding_row_by_row(value: str, by: str) -> None:
    found, slow = sums_by(TABLE, value, by), slowly(TABLE, value, by)
    assert list(found) == list(slow)
    for level, sums in found.items():
        assert sums.clusters == slow[level].clusters
        assert sums.y == pytest.approx(slow[level].y, rel=1e-9)
        assert sums.variance == pytest.approx(slow[level].variance, rel=1e-9)


def test_levels_are_words_in_order_and_seats_are_numbers() -> None:
    assert list(sums_by(TABLE, by="alchemist")) == sorted(ALCHEMISTS)
    assert list(sums_by(TABLE, by="seat")) == [0, 1, 2, 3]
    assert list(sums_by(TABLE)) == [ALL]


def test_deals_in_which_a_level_is_absent_are_not_its_clusters() -> None:
    assert sums_by(TABLE, by="alchemist")["dee"].clusters == 32
    assert sums_by(TABLE, by="seat")[0].clusters == 40


def test_parts_add_up_to_the_whole() -> None:
    parts = [TABLE.filter(pl.col("deal") // 7 == part) for part in range(6)]
    whole = sums_by(TABLE, by="alchemist")
    together = combine(sums_by(part, by="alchemist") for part in parts)
    assert list(together) == list(whole)
    assert list(combine([{2: Sums()}, {1: Sums(), 3: Sums()}])) == [1, 2, 3]
    for level, sums in together.items():
        assert sums.variance == pytest.approx(whole[level].variance, rel=1e-9)
    joint = joint_by(parts[0], by="alchemist")
    for part in parts[1:]:
        joint += joint_by(part, by="alchemist")
    assert joint.sums("dee").variance == pytest.approx(whole["dee"].variance, rel=1e-9)


def test_order_of_rows_changes_not_even_the_last_digit() -> None:
    rng = np.random.default_rng(12)
    shares = rng.choice([0, 1 / 4, 1 / 3, 1 / 2, 1, 1 / 7], size=(400, 16))
    table = pl.DataFrame({"deal": np.repeat(np.arange(400), 16), "win": shares.ravel()})
    first = totals_by(table)[ALL]
    for seed in range(5):
        mixed = table.sample(fraction=1, shuffle=True, seed=seed)
        assert np.array_equal(totals_by(mixed)[ALL].y, first.y)
        assert sums_by(mixed) == sums_by(table)


def test_winning_score_is_the_mean_over_wins() -> None:
    found = all_sums_by(TABLE, {"win": WIN, "score": SCORE, "winning": WINNING_SCORE}, by="seat")
    for seat, sums in found["winning"].items():
        rows = TABLE.filter(pl.col("seat") == seat)
        expected = np.average(rows["score"], weights=rows["win"])
        assert sums.ratio == pytest.approx(expected)
        assert sums.clusters == rows.filter(pl.col("win") > 0)["deal"].n_unique()
    assert found["win"] == sums_by(TABLE, "win", "seat")
    assert found["score"] == sums_by(TABLE, "score", "seat")


def test_rows_without_level_belong_to_none() -> None:
    holes = TABLE.with_columns(
        alchemist=pl.when(pl.col("alchemist").cast(pl.String) != "dee").then("alchemist")
    )
    whole = sums_by(TABLE, by="alchemist")
    del whole["dee"]
    assert sums_by(holes, by="alchemist") == whole
    nobody = TABLE.with_columns(alchemist=pl.lit(None, dtype=pl.String))
    assert sums_by(nobody, by="alchemist") == {}


@pytest.mark.parametrize("hole", [None, float("nan")])
def test_empty_cells_are_refused(hole: float | None) -> None:
    holes = TABLE.with_columns(win=pl.when(pl.col("game") > 3).then("win").otherwise(pl.lit(hole)))
    with pytest.raises(StatsError, match="column 'win' has empty cells"):
        sums_by(holes)


def test_unknown_columns_are_named() -> None:
    with pytest.raises(StatsError, match="no column 'sead'; there are game, deal, seat"):
        sums_by(TABLE, by="sead")


def test_parts_may_be_files_or_tables(tmp_path: Path) -> None:
    path = tmp_path / "part-00000.parquet"
    TABLE.write_parquet(path)
    expected = sums_by(TABLE, by="strategy")
    for part in (path, str(path), TABLE, TABLE.lazy()):
        assert sums_by(opened(part), by="strategy") == expected


def test_no_rows_give_no_sums() -> None:
    assert sums_by(TABLE.head(0), by="seat") == {}
    assert sums_by(TABLE.head(0)) == {}
