"""Answers as frames say what the estimators say, for polars and for pandas."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from trisim.stats.ask import mean_differences, means, rate_differences, rates, table
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.multiple import against, pairwise
from trisim.stats.totals import Quantity, joint_by, sums_by

PLAYERS = pl.DataFrame(
    {
        "deal": [deal for deal in range(30) for _ in range(4)],
        "seat": [0, 1, 0, 1] * 30,
        "alchemist": pl.Series(["a", "b", "b", "a"] * 30, dtype=pl.Categorical),
        "win": [1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0] * 10,
        "score": [row * 37 % 23 for row in range(120)],
        "times": [1, 3, 2, 2] * 30,
    }
)


def test_rates_are_those_of_sums_with_corrected_intervals() -> None:
    found = rates(PLAYERS, "win", by="alchemist", against=0.5)
    expected = against(sums_by(PLAYERS, "win", by="alchemist"), 0.5)
    for row in found.iter_rows(named=True):
        each = expected[row["alchemist"]]
        assert (row["value"], row["low"], row["high"]) == pytest.approx(
            (each.estimate.value, each.estimate.low, each.estimate.high)
        )
        assert (row["n"], row["deals"]) == (60, 30)
        assert (row["p"], row["adjusted"]) == (each.p, each.adjusted)


def test_without_a_value_to_compare_with_there_are_no_p_values() -> None:
    plain, compared = rates(PLAYERS, by="seat"), rates(PLAYERS, by="seat", against=0.5)
    assert plain.columns == ["seat", "value", "low", "high", "n", "deals"]
    assert_frame_equal(plain, compared.drop("p", "adjusted"))


def test_means_by_several_columns_have_a_row_for_each_combination() -> None:
    found = means(PLAYERS, "score", by=["alchemist", "seat"])
    plain = PLAYERS.group_by("alchemist", "seat").agg(pl.col("score").mean(), pl.len())
    assert found.select("value", "n").sort("value").rows() == [
        (pytest.approx(score), n) for score, n in plain.select("score", "len").sort("score").rows()
    ]
    assert found["deals"].to_list() == [30] * 4


def test_without_columns_to_split_by_there_is_one_row() -> None:
    (row,) = means(PLAYERS, "score").iter_rows(named=True)
    estimate = sums_by(PLAYERS, "score")["all"].mean()
    assert (row["value"], row["low"], row["n"]) == pytest.approx(
        (estimate.value, estimate.low, estimate.n)
    )


def test_weights_count_rows_more_than_once() -> None:
    (row,) = means(PLAYERS, "score", weight="times").iter_rows(named=True)
    estimate = sums_by(PLAYERS, Quantity("score", "times"))["all"].mean()
    assert (row["value"], row["n"]) == (pytest.approx(estimate.value), 240)


@pytest.mark.parametrize(
    ("ask", "value", "scale"),
    [(rate_differences, "win", Scale.RATE), (mean_differences, "score", Scale.MEAN)],
)
def test_differences_are_pairwise_on_the_same_deals(ask, value, scale) -> None:  # type: ignore[no-untyped-def]
    (row,) = ask(PLAYERS, value, by="alchemist").iter_rows(named=True)
    (expected,) = pairwise(joint_by(PLAYERS, value, "alchemist"), scale).values()
    assert (row["first"], row["second"]) == ("a", "b")
    assert (row["value"], row["low"]) == pytest.approx(
        (expected.estimate.value, expected.estimate.low)
    )


def test_pandas_in_pandas_out() -> None:
    import pandas as pd

    frame = PLAYERS.to_pandas()
    for ask in (rates, rate_differences):
        found = ask(frame, "win", by="alchemist")
        assert isinstance(found, pd.DataFrame)
        assert_frame_equal(pl.from_pandas(found), ask(PLAYERS, "win", by="alchemist"))


def test_lazy_frames_are_asked_alike() -> None:
    assert_frame_equal(rates(PLAYERS.lazy(), by="seat"), rates(PLAYERS, by="seat"))


@pytest.mark.parametrize("frame", [PLAYERS, PLAYERS.to_pandas()], ids=["polars", "pandas"])
def test_a_missing_column_is_named_with_those_that_are_there(frame: pl.DataFrame) -> None:
    with pytest.raises(StatsError, match=r"no column 'alchemst'; there are deal, seat, alchemist"):
        rates(frame, "win", by="alchemst")


def test_a_column_that_the_answer_needs_is_refused() -> None:
    with pytest.raises(StatsError, match=r"by 'n': the answer has such a column; rename yours"):
        rates(PLAYERS.rename({"seat": "n"}), by="n")


def test_estimates_from_elsewhere_become_a_frame() -> None:
    found = table({("x",): sums_by(PLAYERS, "win")["all"].rate()}, "name")
    assert found.columns == ["name", "value", "low", "high", "n", "deals"]
    assert found["name"].to_list() == ["x"]


def test_one_level_has_nothing_to_compare_and_all_columns() -> None:
    alone = PLAYERS.filter(pl.col("seat") == 0)
    found = mean_differences(alone, "score", by="seat")
    assert len(found) == 0
    assert found.columns == mean_differences(PLAYERS, "score", by="seat").columns
