"""Differences between levels of one run, whose deals are shared."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.stats.planted import SEATS, Array, players_table, seat_wins, share, tolerated
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.joint import Joint, Totals
from trisim.stats.totals import joint_by, totals_by

EXPERIMENTS = 1_500


def joint_of(y: Array, m: Array) -> Joint[int]:
    """From a table of deals by levels; a level is absent where it has no rows."""
    here = {level: np.flatnonzero(m[:, level] > 0) for level in range(m.shape[1])}
    return Joint.of(
        {level: Totals(rows, y[rows, level], m[rows, level]) for level, rows in here.items()}
    )


def test_difference_of_seats_covers_where_independence_does_not() -> None:
    """What one seat wins the other loses: taken for independent, the interval is too narrow."""
    wins = seat_wins(np.random.default_rng(21), (EXPERIMENTS, 100), alike=0.7)
    truth = SEATS[0] - SEATS[1]
    held, alone = [], []
    for y in wins:
        joint = joint_of(y, np.full_like(y, 4.0))
        point = joint.difference(0, 1)
        held.append(not point.estimate().excludes(truth))
        error = math.sqrt(joint.sums(0).variance + joint.sums(1).variance)
        alone.append(abs(point.value - truth) <= 1.98 * error)
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(held) <= most
    assert share(alone) < least


def test_difference_of_means_covers_when_deals_are_only_partly_shared() -> None:
    """Each level misses some deals; luck of the deal is common and drops out where both play."""
    rng = np.random.default_rng(22)
    held = []
    for _ in range(EXPERIMENTS):
        m = np.where(rng.random((80, 2)) < 0.8, 4.0, 0.0)
        y = m * (rng.normal(0, 10, (80, 1)) + rng.normal([50.0, 47.0], 3, (80, 2)))
        held.append(not joint_of(y, m).difference(0, 1, Scale.MEAN).estimate().excludes(3))
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(held) <= most


def test_variance_agrees_with_leaving_out_each_deal_in_turn() -> None:
    rng = np.random.default_rng(23)
    m = rng.integers(0, 4, size=(300, 2)).astype(np.float64)
    y = m * (rng.normal(50, 10, (300, 1)) + rng.normal(0, 5, (300, 2)))
    left = (y.sum(axis=0) - y) / (m.sum(axis=0) - m)
    without = left[:, 0] - left[:, 1]
    jackknife = 299 / 300 * ((without - without.mean()) ** 2).sum()
    point = joint_of(y, m).difference(0, 1, Scale.MEAN)
    assert point.variance == pytest.approx(jackknife, rel=0.03)
    assert point.clusters == int((m.sum(axis=1) > 0).sum())
    assert point.n == m.sum()


def test_difference_of_equal_deals_is_the_textbook_paired_one() -> None:
    y = seat_wins(np.random.default_rng(24), (50,), alike=0.5)
    joint = joint_of(y, np.full_like(y, 4.0))
    gaps = (y[:, 0] - y[:, 1]) / 4
    point = joint.difference(0, 1)
    assert point.value == pytest.approx(gaps.mean())
    assert point.variance == pytest.approx(gaps.var(ddof=1) / 50)
    assert joint.correlation(0, 1) == pytest.approx(np.corrcoef(y[:, 0], y[:, 1])[0, 1])
    assert point.against(0.0).p == point.p_value(0.0)


def test_one_level_of_many_has_its_own_sums() -> None:
    table = players_table(np.random.default_rng(25), 20)
    totals = totals_by(table, by="alchemist")
    joint = joint_by(table, by="alchemist")
    for level, here in totals.items():
        alone = Sums.of(here.y, here.m)
        assert joint.sums(level).clusters == alone.clusters
        assert joint.sums(level).variance == pytest.approx(alone.variance)


def test_levels_that_appear_later_find_room() -> None:
    y = seat_wins(np.random.default_rng(26), (40,), alike=0.5)
    m = np.full_like(y, 4.0)
    m[:20, 2], m[20:, 0] = 0.0, 0.0
    whole = joint_of(np.where(m > 0, y, 0.0), m)
    parts = [
        {level: Totals(rows, y[rows, level], m[rows, level]) for level, rows in levels.items()}
        for levels in (
            {level: np.arange(20) for level in (0, 1, 3)},
            {level: np.arange(20, 40) for level in (3, 2, 1)},
        )
    ]
    added: Joint[int] = Joint.of({})
    for part in parts:
        added += Joint.of(part)
    for pair in ((0, 1), (0, 2), (2, 3), (3, 1)):
        mine, yours = added.difference(*pair), whole.difference(*pair)
        assert mine.value == pytest.approx(yours.value)
        assert mine.variance == pytest.approx(yours.variance)
        assert mine.clusters == yours.clusters


def test_differences_that_never_change_leave_room_for_deals_unseen() -> None:
    y = np.ones((60, 2))
    estimate = joint_of(y, np.full_like(y, 4.0)).difference(0, 1).estimate()
    unseen = 1 - 0.025 ** (1 / 60)
    assert (estimate.low, estimate.high) == pytest.approx((-unseen, unseen))
    apart = joint_of(y * [4.0, 0.0], np.full_like(y, 4.0)).difference(0, 1)
    assert apart.estimate().low == pytest.approx(1 - 2 * unseen)
    assert apart.estimate().high == 1.0
    assert apart.p_value(0.0) == pytest.approx(2 * 0.5**60)
    scores = joint_of(y, np.full_like(y, 4.0)).difference(0, 1, Scale.MEAN)
    assert math.isinf(scores.estimate().high)
    assert scores.p_value(3.0) == 1.0


def test_differences_of_rates_stay_between_their_bounds() -> None:
    y = np.array([[4.0, 0.0], [4.0, 0.0], [3.0, 1.0], [4.0, 0.0]])
    estimate = joint_of(y, np.full_like(y, 4.0)).difference(0, 1).estimate()
    assert estimate.value == 0.875
    assert -1 < estimate.low < estimate.high == 1


def test_fractions_that_differ_by_the_same_do_not_vary() -> None:
    rng = np.random.default_rng(27)
    for _ in range(20):
        y = rng.random((60, 1)) + np.array([0.1, 0.3])
        assert joint_of(y, np.full_like(y, 3.0)).difference(0, 1).variance == 0.0


def test_unknown_levels_are_named() -> None:
    y = np.ones((3, 2))
    with pytest.raises(StatsError, match="no rows for 7; there are 0, 1"):
        joint_of(y, y).difference(0, 7)
