"""Rates and means clustered by deal: coverage, agreement with slow ways, edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from tests.stats.planted import SEATS, Array, seat_wins, share, tolerated
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale, StatsError

EXPERIMENTS = 2_000


def holds(estimate: Estimate, truth: float) -> bool:
    return not estimate.excludes(truth)


def naive(y: Array, rows: float) -> tuple[float, float]:
    """The textbook interval that takes all rows for independent."""
    rate = float(y.sum()) / rows
    reach = 1.96 * math.sqrt(rate * (1 - rate) / rows)
    return rate - reach, rate + reach


def test_rate_covers_where_the_naive_interval_does_not() -> None:
    wins = seat_wins(np.random.default_rng(1), (EXPERIMENTS, 150), alike=0.8)[..., 0]
    rows = np.full(150, 4.0)
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(holds(Sums.of(y, rows).rate(), SEATS[0]) for y in wins) <= most
    ends = [naive(y, 600) for y in wins]
    assert share(low <= SEATS[0] <= high for low, high in ends) < 0.85


def test_mean_covers_with_deals_of_unequal_size_that_matters() -> None:
    """Small deals score more, so the ratio of totals is not the mean of the deals' means."""
    rng = np.random.default_rng(2)
    rows = rng.integers(1, 9, size=(EXPERIMENTS, 150)).astype(np.float64)
    luck = rng.normal(0, 10, size=rows.shape)
    points = rows * (100 - 3 * rows + luck)
    sizes = np.arange(1, 9)
    truth = float((sizes * (100 - 3 * sizes)).sum() / sizes.sum())
    held = [holds(Sums.of(y, m).mean(), truth) for y, m in zip(points, rows, strict=True)]
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(held) <= most


def test_mean_of_few_deals_needs_students_t() -> None:
    points = np.random.default_rng(3).normal(50, 10, size=(EXPERIMENTS, 5))
    sums = [Sums.of(y, np.ones(5)) for y in points]
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(holds(each.mean(), 50) for each in sums) <= most
    normal = [1.96 * math.sqrt(each.variance) for each in sums]
    close = (abs(each.ratio - 50) <= reach for each, reach in zip(sums, normal, strict=True))
    assert share(close) < least


@pytest.mark.parametrize(
    ("deals", "often", "least"),
    [(30, 0.02, 0.92), (200, 0.01, 0.92), (1000, 0.005, 0.92), (40, 0.97, 0.92), (200, 7e-4, 0.84)],
)
def test_rates_near_an_end_hold(deals: int, often: float, least: float) -> None:
    """Within a few per cent; in the last case, 0.14 events to be expected, 87 %: documented."""
    rng = np.random.default_rng(4)
    wins = 4.0 * (rng.random((EXPERIMENTS, deals)) < often)
    sums = [Sums.of(y, np.full(deals, 4.0)) for y in wins]
    assert share(holds(each.rate(), often) for each in sums) > least


def test_variance_of_equal_deals_is_the_textbook_one() -> None:
    wins = seat_wins(np.random.default_rng(5), (60,), alike=0.5)[:, 1]
    sums = Sums.of(wins, np.full(60, 4.0))
    assert sums.ratio == pytest.approx(wins.mean() / 4)
    assert sums.variance == pytest.approx((wins / 4).var(ddof=1) / 60)


def test_variance_agrees_with_leaving_out_each_deal_in_turn() -> None:
    rng = np.random.default_rng(6)
    m = rng.integers(1, 9, size=400).astype(np.float64)
    y = m * rng.normal(80, 20, size=400)
    without = (y.sum() - y) / (m.sum() - m)
    jackknife = 399 / 400 * ((without - without.mean()) ** 2).sum()
    assert Sums.of(y, m).variance == pytest.approx(jackknife, rel=0.02)


def test_variance_agrees_with_drawing_deals_again() -> None:
    rng = np.random.default_rng(7)
    m = rng.integers(1, 9, size=200).astype(np.float64)
    y = rng.binomial(m.astype(np.int64), rng.random(200)).astype(np.float64)
    drawn = rng.integers(0, 200, size=(4_000, 200))
    ratios = y[drawn].sum(axis=1) / m[drawn].sum(axis=1)
    assert math.sqrt(Sums.of(y, m).variance) == pytest.approx(ratios.std(), rel=0.06)


deals = st.tuples(
    st.floats(0, 1e4, allow_subnormal=False), st.integers(1, 16)
)  # total and rows of a deal


@settings(deadline=None, derandomize=True)
@given(st.lists(deals, min_size=1, max_size=30), st.data())
def test_sums_of_parts_add_up(totals: list[tuple[float, int]], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(totals)))
    parts = [totals[:cut], totals[cut:]]
    one, other = (Sums.of([y for y, _ in part], [m for _, m in part]) for part in parts)
    whole = Sums.of([y for y, _ in totals], [m for _, m in totals])
    both = one + other
    assert both.clusters == whole.clusters
    for name in ("y", "m", "yy", "ym", "mm"):
        assert getattr(both, name) == pytest.approx(getattr(whole, name), rel=1e-12)
    assert whole + Sums() == whole


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(4, 8)), max_size=12))
def test_rates_always_have_an_honest_interval(totals: list[tuple[int, int]]) -> None:
    estimate = Sums.of([y for y, _ in totals], [m for _, m in totals]).rate()
    assert 0 <= estimate.low < estimate.high <= 1
    assert not totals or estimate.low <= estimate.value <= estimate.high
    assert math.isnan(estimate.value) == (not totals)


def test_deals_without_rows_do_not_count() -> None:
    assert Sums.of([1.0, 0.0, 2.0], [4.0, 0.0, 4.0]) == Sums.of([1.0, 2.0], [4.0, 4.0])


@pytest.mark.parametrize("deals", [1, 2, 10, 1_000])
def test_rate_of_zero_or_one_is_that_of_clopper_and_pearson(deals: int) -> None:
    rows = np.full(deals, 4.0)
    never, always = Sums.of(np.zeros(deals), rows).rate(), Sums.of(rows, rows).rate()
    exact = binomtest(0, deals).proportion_ci(0.95, method="exact").high if deals > 1 else 1.0
    assert (never.value, never.low) == (0.0, 0.0)
    assert never.high == pytest.approx(exact)
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(1 - exact)


def test_large_deals_weigh_more_than_they_count() -> None:
    """Of 101 deals one has as many rows as all others: they count as about four of equal size."""
    rows = np.array([1.0] * 100 + [100.0])
    assert Sums.of(np.zeros(101), rows).rate().high == pytest.approx(1 - 0.025 ** (10_100 / 200**2))


def test_deals_that_are_all_alike_leave_room_for_those_unseen() -> None:
    sums = Sums.of(np.full(100, 1.0), np.full(100, 4.0))
    rate, mean = sums.rate(), sums.mean()
    unseen = 1 - 0.025 ** (1 / 100)
    assert rate.low == pytest.approx(0.25 * (1 - unseen))
    assert rate.high == pytest.approx(0.25 + 0.75 * unseen)
    assert (mean.low, mean.high) == (-math.inf, math.inf)


def test_one_deal_or_none_says_nothing() -> None:
    one = Sums.of([1.0], [4.0])
    assert (one.rate().low, one.rate().high) == (0.0, 1.0)
    assert (one.mean().low, one.mean().high) == (-math.inf, math.inf)
    assert one.point(Scale.RATE).p_value(0.9) == 1.0
    assert (Sums().rate().low, Sums().rate().high) == (0.0, 1.0)


def test_fractions_that_add_up_to_the_same_are_alike() -> None:
    """Ten times 0.1 is not quite 1; that is no variance."""
    thirds = np.array([1 / 3 + 1 / 3 + 1 / 3, 1.0, 0.1 * 3 + 0.7, 4 / 3 - 1 / 3] * 50)
    assert Sums.of(thirds, np.full(200, 4.0)).variance == 0.0


def test_a_rate_above_one_is_refused() -> None:
    with pytest.raises(StatsError, match="2 is no rate"):
        Sums.of([8.0, 8.0], [4.0, 4.0]).rate()


@pytest.mark.parametrize("null", [0.2, 0.25, 0.3, 0.33, 0.5])
def test_p_value_agrees_with_the_interval(null: float) -> None:
    rng = np.random.default_rng(8)
    samples = [seat_wins(rng, (80,), alike=0.5)[:, 0], np.zeros(80), np.full(80, 1.0)]
    for scale in (Scale.RATE, Scale.MEAN):
        for wins in samples:
            point = Sums.of(wins, np.full(80, 4.0)).point(scale)
            p = point.p_value(null)
            if 1e-12 < p < 1:
                wider, narrower = point.estimate(1 - 0.99 * p), point.estimate(1 - 1.01 * p)
                assert not wider.excludes(null)
                assert narrower.excludes(null)


def test_p_values_are_spread_evenly_where_nothing_is_the_matter() -> None:
    wins = seat_wins(np.random.default_rng(9), (EXPERIMENTS, 150), alike=0.8)[..., 0]
    rows = np.full(150, 4.0)
    p = np.array([Sums.of(y, rows).point(Scale.RATE).p_value(SEATS[0]) for y in wins])
    for alpha in (0.05, 0.2, 0.5):
        least, most = tolerated(EXPERIMENTS, alpha)
        assert least <= float((p < alpha).mean()) <= most
