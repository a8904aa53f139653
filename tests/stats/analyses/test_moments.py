"""Moments: ratios are those of ``Sums``, shares stay shares, batches add up."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trisim.stats.analyses.moments import Moments
from trisim.stats.clustered import Sums

COLUMNS = ("rows", "score", "stone")
RNG = np.random.default_rng(7)
TABLE = np.column_stack(
    [RNG.integers(1, 5, 40), RNG.integers(50, 90, 40), RNG.integers(0, 20, 40)]
).astype(np.float64)


def test_a_mean_is_that_of_sums() -> None:
    found = Moments.of(COLUMNS, TABLE).mean("stone", family=3)
    expected = Sums.of(TABLE[:, 2], TABLE[:, 0]).mean()
    assert found.value == expected.value
    assert (found.n, found.clusters, found.family) == (int(TABLE[:, 0].sum()), 40, 3)
    assert found.low < expected.low  # three that hold together


def test_a_share_counts_rows_not_points() -> None:
    found = Moments.of(COLUMNS, TABLE).share("stone", "score")
    assert found.value == pytest.approx(TABLE[:, 2].sum() / TABLE[:, 1].sum())
    assert found.n == int(TABLE[:, 0].sum())
    assert 0 <= found.low < found.value < found.high <= 1


def test_a_signed_share_may_be_less_than_nothing() -> None:
    table = TABLE.copy()
    table[:, 2] -= 30
    found = Moments.of(COLUMNS, table).signed_share("stone", "score")
    assert found.low < found.value < found.high < 0
    middle = (found.low + found.high) / 2
    assert middle == pytest.approx(found.value)


def test_intervals_of_shares_hold_as_often_as_they_say() -> None:
    """Deals of very different size, with a share that moves with it."""
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(400):
        size = rng.integers(1, 6, 80).astype(np.float64)
        score = size * rng.normal(60, 10, 80)
        stone = rng.binomial(60 * size.astype(np.int64), 0.2) * score / (60 * size)
        table = np.column_stack([size, score, stone])
        found = Moments.of(COLUMNS, table).share("stone", "score")
        hits += found.low <= 0.2 <= found.high
    assert 0.915 <= hits / 400 <= 0.985


def test_batches_add_up() -> None:
    whole = Moments.of(COLUMNS, TABLE)
    parts = Moments.of(COLUMNS, TABLE[:11]) + Moments.of(COLUMNS, TABLE[11:])
    assert parts.mean("score").low == pytest.approx(whole.mean("score").low)
    assert parts.clusters == whole.clusters


def test_nothing_is_no_number() -> None:
    found = Moments.none(COLUMNS).mean("score")
    assert math.isnan(found.value)
    assert (found.low, found.high, found.n) == (-math.inf, math.inf, 0)
