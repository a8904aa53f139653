"""The interval one may look at while a run goes on."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from scipy.optimize import minimize_scalar

from tests.stats.planted import SEATS, Array, players_table, seat_wins, share, tolerated
from trisim.record.base import Outcome, RoleWords
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level, Scale, StatsError
from trisim.stats.metric_sums import MetricSource
from trisim.stats.sequence import (
    OPTION,
    SCORE,
    SEAT,
    STRATEGY,
    WON,
    Boundary,
    Metric,
    Target,
    expected_deals,
    intervals,
    is_reached,
    looks,
    metrics_of,
    parse_target,
)
from trisim.stats.totals import sums_by

PART = 25
"""Deals in a part: so few that the first looks are hard."""

ALCHEMIST = Metric("alchemist")
METRICS = metrics_of(Outcome.POINTS, RoleWords("alchemist", "alchemists", ""))


def seat_sums(wins: Array) -> dict[Level, Sums]:
    rows = np.full(len(wins), 4.0)
    return {seat: Sums.of(wins[:, seat], rows) for seat in range(wins.shape[1])}


def test_all_looks_hold_together_where_ordinary_intervals_do_not() -> None:
    """Eleven looks: those at four seats hold together, ordinary ones at one seat don't."""
    experiments, parts = 500, 48
    wins = seat_wins(np.random.default_rng(51), (experiments, parts * PART), alike=0.8)
    target = Target(SEAT, 0.05)
    held, peeked, stopped = [], [], []
    for path in wins:
        found = [seat_sums(path[: look * PART]) for look in looks(parts)]
        safe = [intervals(target, sums) for sums in found]
        held.append(not any(each[s].excludes(SEATS[s]) for each in safe for s in range(4)))
        usual = [sums[0].rate() for sums in found]
        peeked.append(not any(each.excludes(SEATS[0]) for each in usual))
        stopped.append(is_reached(target, found[-1]))
    least, _ = tolerated(experiments)
    assert share(held) >= least
    assert share(peeked) < 0.85
    assert all(stopped)


def test_looks_at_any_time_hold_together() -> None:
    """After every third deal, from the first on."""
    experiments, deals = 300, 1_500
    scores = np.random.default_rng(52).normal(80, 15, (experiments, deals))
    boundary = Boundary(1.0, 0.05)
    counts = np.arange(1, deals + 1)
    total, squares = scores.cumsum(axis=1), (scores**2).cumsum(axis=1)
    mean = total / counts
    variance = np.maximum(squares / counts - mean**2, 0) / np.maximum(counts - 1, 1)
    missed = np.zeros(experiments, dtype=bool)
    peeked = np.zeros(experiments, dtype=bool)
    for n in range(3, deals + 1, 3):
        off = np.abs(mean[:, n - 1] - 80) / np.sqrt(variance[:, n - 1])
        many = [boundary.multiplier(each, n) for each in variance[:, n - 1]]
        missed |= off > np.array(many)
        peeked |= off > 2.0
    least, _ = tolerated(experiments)
    assert 1 - missed.mean() >= least
    assert peeked.mean() > 0.3


def test_boundary_is_robbins_mixture() -> None:
    """As published: for t unit-variance observations, with rho from the time it is best for."""
    alpha, best = 0.05, 10_000
    boundary = Boundary(0.02, alpha)
    spread = 0.02 * math.sqrt(best / (1 + boundary.peak))  # so that 10,000 deals reach ± 0.02
    rho2 = boundary.peak / best
    for t in (100, 10_000, 1_000_000):
        inside = math.log(math.sqrt(t * rho2 + 1) / alpha)
        margin = math.sqrt(2 * (t * rho2 + 1) / (t**2 * rho2) * inside)
        found = boundary.multiplier(spread**2 / t, 10**12) / math.sqrt(t)
        assert found == pytest.approx(margin, rel=1e-6)


@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.001])
def test_boundary_is_tightest_when_the_target_is_reached(alpha: float) -> None:
    boundary = Boundary(0.005, alpha)
    variance = 0.005**2 / (1 + boundary.peak)
    least = minimize_scalar(
        lambda log: Boundary(math.exp(log), alpha).multiplier(variance, 10**12),
        bounds=(math.log(0.0005), math.log(0.05)),
        method="bounded",
    )
    assert math.exp(least.x) == pytest.approx(0.005, rel=0.01)
    reach = boundary.multiplier(variance, 10**12) * math.sqrt(variance)
    assert reach == pytest.approx(0.005, rel=1e-6)


def test_first_looks_are_wide_and_later_ones_narrow() -> None:
    boundary = Boundary(0.01, 0.05)
    assert boundary.multiplier(0.01, 5) > boundary.multiplier(0.01, 500) > 5
    assert boundary.multiplier(1.0, 2) == math.inf
    assert boundary.multiplier(math.inf, 1) == math.inf
    wide = intervals(Target(SEAT, 0.01), {0: Sums.of([1.0, 2.0], [4.0, 4.0])})[0]
    assert (wide.low, wide.high) == (0.0, 1.0)


def test_levels_to_come_count() -> None:
    sums = seat_sums(seat_wins(np.random.default_rng(53), (800,), alike=0.5)[:, :2])
    target = Target(SEAT, 0.05)
    assert is_reached(target, sums)
    assert not is_reached(target, sums, levels=4)
    assert not is_reached(target, {})
    found = intervals(target, sums, levels=4)
    assert found[0].family == 4
    assert found[0].anytime
    assert found[0].halfwidth > intervals(target, sums)[0].halfwidth


def test_what_never_varies_is_known_soon_but_not_at_once() -> None:
    """One strategy on all seats wins one game in four, always."""
    target = Target(STRATEGY, 0.01)
    few, many = ({"random": Sums.of(np.full(n, 4.0), np.full(n, 16.0))} for n in (20, 400))
    assert not is_reached(target, few)
    assert is_reached(target, many)
    assert intervals(target, many)["random"].high > 0.25


def test_widest_interval_decides() -> None:
    wins = seat_wins(np.random.default_rng(54), (400,), alike=0.5)
    sums = seat_sums(wins)
    widest = max(each.halfwidth for each in intervals(Target(SEAT, 0.04), sums).values())
    sums[3] = Sums.of(wins[:40, 3], np.full(40, 4.0))
    assert widest < 0.06
    assert not is_reached(Target(SEAT, 0.06), sums)


def test_expected_deals_are_about_right() -> None:
    target = Target(SEAT, 0.02)
    wins = seat_wins(np.random.default_rng(55), (20_000,), alike=0.5)
    deviation = float((wins[:, 0] / 4).std())
    deals = expected_deals(target, deviation, levels=4)
    assert not is_reached(target, seat_sums(wins[: int(deals * 0.95)]))
    assert is_reached(target, seat_sums(wins[: int(deals * 1.05)]))


def test_price_of_peeking_is_what_the_page_says() -> None:
    """docs/statistics.md: standard errors of both kinds, for 1, 4 and 5 levels."""
    found = [math.sqrt(1 + Boundary(0.01, 0.05 / levels).peak) for levels in (1, 4, 5)]
    assert found == pytest.approx([3.04, 3.50, 3.57], abs=0.005)


@pytest.mark.parametrize(
    ("text", "metric", "halfwidth"),
    [
        ("alchemist=0.005", ALCHEMIST, 0.005),
        ("alchemist=0.5%", ALCHEMIST, 0.005),
        (" seat = 1 % ", SEAT, 0.01),
        ("strategy=.02", STRATEGY, 0.02),
        ("score=0.5", SCORE, 0.5),
        ("score=0.123456789", SCORE, 0.123456789),
    ],
)
def test_targets_are_read(text: str, metric: Metric, halfwidth: float) -> None:
    target = parse_target(text, METRICS)
    assert target == Target(metric, halfwidth)
    assert parse_target(str(target), METRICS) == target


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("alchemst=0.005", "unknown metric 'alchemst'; did you mean 'alchemist'?"),
        ("wins=0.1", "unknown metric 'wins'; there are seat, alchemist, strategy, score"),
        ("=0.1", "unknown metric ''; there are seat, alchemist, strategy, score"),
        ("seat", "'seat': write METRIC=HALFWIDTH, such as alchemist=0.005"),
        ("seat=", "half-width '': write a number, such as 0.005 or 0.5%"),
        ("seat=narrow", "half-width 'narrow': write a number, such as 0.005 or 0.5%"),
        ("score=a", "half-width 'a': write a number, such as 0.5"),
        ("seat=0", "half-width 0: it must be a finite number greater than 0"),
        ("seat=-0.1", "half-width -0.1: it must be a finite number greater than 0"),
        ("seat=nan", "half-width nan: it must be a finite number greater than 0"),
        ("score=inf", "half-width inf: it must be a finite number greater than 0"),
        ("score=1%", "half-width '1%': score is in points, not in per cent"),
        ("seat=0.5", "every rate is known to ±0.5 beforehand"),
    ],
)
def test_nonsense_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(StatsError) as caught:
        parse_target(text, METRICS)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_metrics_read_the_table_of_players() -> None:
    table = players_table(np.random.default_rng(56), 20)
    for metric in (SEAT, ALCHEMIST, STRATEGY):
        assert MetricSource().sums(metric, table) == sums_by(table, "win", metric.value)
        assert metric.scale is Scale.RATE
    assert MetricSource().sums(SCORE, table) == sums_by(table, "score")
    found = intervals(Target(SCORE, 2.0), MetricSource().sums(SCORE, table))
    assert found["all"].scale is Scale.MEAN


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (0, []),
        (1, [1]),
        (2, [1, 2]),
        (5, [1, 2, 3, 4, 5]),
        (12, [1, 2, 3, 4, 6, 8, 12]),
        (50, [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 50]),
    ],
)
def test_looks_are_few_and_fixed(parts: int, expected: list[int]) -> None:
    assert looks(parts) == expected


def test_more_parts_leave_earlier_looks_where_they_were() -> None:
    for parts in range(1, 200):
        assert looks(parts)[:-1] == [look for look in looks(4096) if look < parts]


def test_metrics_are_those_of_the_game() -> None:
    assert [each.value for each in METRICS] == ["seat", "alchemist", "strategy", "score", "option"]
    assert metrics_of(Outcome.POINTS) == (SEAT, STRATEGY, SCORE, OPTION)
    assert metrics_of(Outcome.TEAM, RoleWords("mage", "mages", "")) == (WON, OPTION)
    assert parse_target("won=1%", metrics_of(Outcome.TEAM)) == Target(WON, 0.01)
    with pytest.raises(StatsError, match="unknown metric 'seat'; there are won, option"):
        parse_target("seat=1%", metrics_of(Outcome.TEAM))
    with pytest.raises(StatsError, match=r"such as won=0\.005"):
        parse_target("seat", metrics_of(Outcome.TEAM))


def test_a_team_has_one_result_a_game() -> None:
    rows = [(deal * 4 + game, deal, "easy" if game < 2 else "hard", (deal + game) % 4 == 0)
            for deal in range(20) for game in range(4)]  # fmt: skip
    games = pl.DataFrame(rows, schema=["game", "deal", "scenario", "won"], orient="row")
    source = MetricSource(("easy", "hard"), Outcome.TEAM)
    assert source.table == "games"
    sums = source.sums(WON, games)
    assert {name: each.ratio for name, each in sums.items()} == {"easy": 0.25, "hard": 0.25}
    assert {each.m for each in sums.values()} == {40.0}
    (change,) = source.sums(OPTION, games).values()
    assert (change.ratio, change.m, change.clusters) == (0.0, 40.0, 20)
