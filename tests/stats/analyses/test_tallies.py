"""Measures by name: estimates as from one list of deals, whatever the batches."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from trisim.stats.analyses.tallies import Tallies
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Scale

DEALS = pl.Series([4, 4, 5, 7, 7, 7])
VALUES = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
KEYS = np.array([0, 1, 0, 1, -1, 1])


def test_means_are_ratios_of_totals_by_deal() -> None:
    tally = Tallies("al*")
    tally.begin(DEALS)
    tally.mean("all", tally.deals_of(DEALS), VALUES)
    tally.mean("own", tally.deals_of(DEALS), VALUES)
    assert list(tally.totals.columns) == ["all"], "the other is not public"
    assert tally.estimate("all") == Sums.of([3.0, 3.0, 15.0], [2.0, 1.0, 3.0]).mean()
    column = tally.totals.columns["all"]
    assert (list(column.y), list(column.m)) == ([3, 3, 15], [2, 1, 3])
    assert list(tally.totals.deals) == [4, 5, 7]


def test_keys_have_their_own_rows_and_shares_have_all() -> None:
    tally = Tallies()
    tally.begin(DEALS)
    deals = tally.deals_of(DEALS)
    tally.by(["a", "b"], deals, KEYS, VALUES, Scale.MEAN)
    tally.shares(["share a", "share b"], deals, KEYS)
    assert tally.estimate("a").value == pytest.approx((1 + 3) / 2)
    assert tally.estimate("b").value == pytest.approx((2 + 4 + 6) / 3)
    assert tally.estimate("share a").value == pytest.approx(2 / 6)
    assert tally.estimate("share b").clusters == 3
    assert tally.estimates(["share a", "share b"])[0].family == 2


def test_batches_add_up_and_late_members_of_a_group_were_absent_before() -> None:
    whole, parts = Tallies(), Tallies()
    deals = [np.array([1.0, 2.0]), np.array([3.0])]
    found = [{"x": np.array([1.0, 0.0])}, {"x": np.array([1.0]), "y": np.array([3.0])}]
    for m, here in zip(deals, found, strict=True):
        parts.put_group("g", here, m, Scale.MEAN)
    together = {"x": np.array([1.0, 0.0, 1.0]), "y": np.array([0.0, 0.0, 3.0])}
    whole.put_group("g", together, np.concatenate(deals), Scale.MEAN)
    assert parts.names_of("g") == ["x", "y"]
    assert [parts.estimate(n) for n in "xy"] == [whole.estimate(n) for n in "xy"]


def test_a_measure_that_never_came_has_no_deals() -> None:
    tally = Tallies()
    assert "x" not in tally
    assert not tally.estimate("x").clusters
    assert math.isnan(tally.estimate("x").value)


def test_means_that_are_all_alike_have_the_limits_given() -> None:
    tally = Tallies()
    tally.begin(DEALS)
    tally.mean("x", tally.deals_of(DEALS), np.full(6, 2.0))
    assert math.isinf(tally.estimate("x").high)
    found = tally.estimate("x", limits=(0.0, 5.0))
    assert 0 < found.low < 2 < found.high < 5
