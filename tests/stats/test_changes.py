"""Verdicts on changes: what they mean, how often chance alone gives one, and margins as written."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.changes import (
    CHANGED,
    SAME,
    UNDECIDED,
    Change,
    Family,
    Margins,
    games_to_decide,
    read_margins,
    verdict_on,
)
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point
from trisim.stats.sequence import looks
from trisim.stats.versions import VersionTotals


def between(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 2_000, 1_000, scale=Scale.RATE_DIFFERENCE)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.02, 0.05, CHANGED),
        (-0.05, -0.001, CHANGED),  # sure to differ, perhaps by little
        (-0.009, 0.009, SAME),
        (0.001, 0.009, SAME),  # sure to differ, and sure to be small
        (-0.01, 0.01, SAME),
        (-0.011, 0.005, UNDECIDED),
        (-0.5, 0.5, UNDECIDED),
        (0.0, 0.5, UNDECIDED),
        (-math.inf, math.inf, UNDECIDED),
    ],
)
def test_verdicts(low: float, high: float, verdict: str) -> None:
    assert verdict_on(between(low, high), 0.01) == verdict


def test_without_a_margin_only_a_change_is_sure() -> None:
    assert verdict_on(between(0.0, 0.0), 0.0) == SAME
    assert verdict_on(between(0.0, 0.001), 0.0) == UNDECIDED
    assert verdict_on(between(0.001, 0.002), 0.0) == CHANGED


def change(difference: Estimate | None, margin: float = 0.01) -> Change:
    return Change("a", "s", CHANGED, None, None, difference, margin, True, 5, 10, 1.0)


def test_the_size_of_a_change_is_in_margins() -> None:
    assert change(between(0.02, 0.06)).size == pytest.approx(4)
    assert change(between(0.02, 0.06)).surely == pytest.approx(2)
    assert change(between(-0.06, -0.02)).surely == pytest.approx(2)
    assert change(between(-0.06, 0.02)).surely == 0
    for none in (change(None), change(between(0.02, 0.06), margin=0)):
        assert (none.size, none.surely) == (0, 0)


def test_games_to_decide() -> None:
    assert games_to_decide(between(0.02, 0.06), 0.01, 2_000) is None  # it is decided
    more = games_to_decide(between(-0.01, 0.03), 0.001, 2_000)
    assert more is not None
    assert 5_000 < more < 8_000  # half the width takes four times as many
    assert games_to_decide(between(-1, 1), 1e-9, 2_000) is None  # no realistic number


# ---------------------------------------------------------------- many at once


def test_half_of_the_risk_is_for_what_was_named() -> None:
    family = Family(named=5, others=300)
    assert (family.size(True), family.size(False)) == (10, 600)
    risk = 5 / family.size(True) + 300 / family.size(False)
    assert risk == pytest.approx(1)
    for alone in (Family(0, 300), Family(300, 0)):
        assert alone.size(True) == alone.size(False) == 300
    assert Family(0, 0).size(True) == 1


def test_the_interval_of_a_family_is_that_of_bonferroni() -> None:
    point = Point(0.1, 0.0004, 2_000, 1_000, 1_000.0, Scale.RATE_DIFFERENCE)
    named, other = (Family(5, 300).estimate(point, named, 0.0) for named in (True, False))
    assert (named.family, other.family) == (10, 600)
    assert named.low == pytest.approx(point.estimate(1 - 0.05 / 10).low)
    assert other.low < named.low


def shared_luck(
    seed: int, measures: int, deals: int, effects: dict[int, float] | None = None
) -> VersionTotals:
    """Two versions with the same chances, but for some effects; most deals are identical."""
    draws = np.random.default_rng([31, seed])
    luck = draws.random((measures, deals, 2))
    again = np.where(draws.random((measures, deals, 2)) < 0.3, draws.random(luck.shape), luck)
    found, numbers = VersionTotals(2), np.arange(deals)
    here = {0: DealTotals(numbers), 1: DealTotals(numbers)}
    m = np.full(deals, 2.0)
    for measure in range(measures):
        chance = 0.1 + 0.8 * measure / measures
        more = (effects or {}).get(measure, 0.0)
        for version, wins in enumerate((luck[measure] < chance, again[measure] < chance + more)):
            here[version].put(f"m{measure}", wins.sum(axis=1).astype(float), m, Scale.RATE)
    found.add(here)
    return found


def test_chance_alone_rarely_makes_a_change_of_many_measures() -> None:
    """In 5 % of the comparisons at most there is any false verdict."""
    runs, named, others = 150, 4, 36
    family = Family(named, others)
    wrong = 0
    for seed in range(runs):
        found = shared_luck(seed, named + others, 300)
        verdicts = [
            verdict_on(family.estimate(found.difference(f"m{i}", 1), i < named, 0.0), 1e-9)
            for i in range(named + others)
        ]
        assert SAME not in verdicts
        wrong += CHANGED in verdicts
    assert wrong <= binom.isf(1e-7, runs, 0.05)


def test_planted_effects_are_found_with_their_sign() -> None:
    effects = {3: 0.06, 20: -0.06}
    family, margin = Family(2, 38), Margins().rate
    for seed in range(3):
        found = shared_luck(seed, 40, 8_000, effects)
        verdicts = {}
        for number in range(40):
            estimate = family.estimate(
                found.difference(f"m{number}", 1), number in effects, halfwidth=0.0
            )
            verdicts[number] = verdict_on(estimate, margin)
            if number in effects:
                assert math.copysign(1, estimate.value) == math.copysign(1, effects[number])
                assert estimate.low <= effects[number] <= estimate.high
        assert {n for n, verdict in verdicts.items() if verdict == CHANGED} == set(effects)


def test_no_change_is_said_to_be_the_same_as_soon_as_the_interval_is_narrow() -> None:
    found = shared_luck(1, 3, 40_000)
    for number in range(3):
        estimate = Family(0, 3).estimate(found.difference(f"m{number}", 1), False, 0.0)
        assert verdict_on(estimate, 0.02) == SAME


@pytest.mark.parametrize("halfwidth", [0.03, 0.0], ids=["planned", "unplanned"])
def test_an_interval_that_is_looked_at_again_and_again_holds(halfwidth: float) -> None:
    """The null is planted; an ordinary interval excludes it at some look far more often."""
    runs, parts, size = 400, 128, 20
    wrong = {True: 0, False: 0}
    for seed in range(runs):
        draws = np.random.default_rng([41, seed])
        values = draws.integers(-1, 2, parts * size).astype(float)
        y, yy = values.cumsum(), (values**2).cumsum()
        for peeking in (True, False):
            for look in looks(parts):
                family = Family(0, 1, peeking, look / looks(parts)[0])
                n = look * size
                mean = y[n - 1] / n
                variance = (yy[n - 1] / n - mean**2) / (n - 1)
                point = Point(mean, variance, n, n, float(n), Scale.RATE_DIFFERENCE)
                if family.estimate(point, False, halfwidth).excludes(0):
                    wrong[peeking] += 1
                    break
    assert wrong[True] <= binom.isf(1e-7, runs, 0.05)
    assert wrong[False] > binom.isf(1e-7, runs, 0.05)


@pytest.mark.parametrize("times", [1, 2, 10])
def test_an_interval_for_all_looks_costs_a_third_at_most(times: float) -> None:
    point = shared_luck(5, 1, 4_000).difference("m0", 1)
    fixed = Family(4, 20).estimate(point, True)
    found = Family(4, 20, True, times).estimate(point, True)
    assert 1.15 < found.halfwidth / fixed.halfwidth < 1.45


# ---------------------------------------------------------------- margins


@pytest.mark.parametrize(
    ("measure", "scale", "margin"),
    [
        ("seat.0.win", Scale.RATE, 0.01),
        ("card.x.win", Scale.RATE_DIFFERENCE, 0.01),
        ("category.stone.margin", Scale.RATE_DIFFERENCE, 0.01),
        ("score.mean", Scale.MEAN, 1.0),
        ("seat.0.score", Scale.MEAN, 1.0),
        ("card.x.points", Scale.MEAN, 1.0),
        ("solo.margin", Scale.MEAN_DIFFERENCE, 1.0),
        ("solo.setup.normal.margin", Scale.MEAN_DIFFERENCE, 1.0),
        ("solo.bot_score", Scale.MEAN, 1.0),
        ("flow.margin", Scale.MEAN, 1.0),
        ("flow.turns", Scale.MEAN, 0.8),
        ("economy.coins.gained", Scale.MEAN, 0.8),
    ],
)
def test_margins_are_in_the_unit_of_the_measure(measure: str, scale: Scale, margin: float) -> None:
    assert Margins().of(measure, scale, -40.0) == pytest.approx(margin)


@pytest.mark.parametrize(
    ("text", "margins"),
    [
        ("0.5%", Margins(0.005)),
        ("0.005", Margins(0.005)),
        (0.02, Margins(0.02)),
        (" 2 % , 1.5 , 5 % ", Margins(0.02, 1.5, 0.05)),
        ("1%,3", Margins(0.01, 3.0)),
        ("1%,12,0.5", Margins(0.01, 12.0, 0.5)),
        (Margins(0.03), Margins(0.03)),
    ],
)
def test_margins_as_a_user_writes_them(text: str | float | Margins, margins: Margins) -> None:
    found = read_margins(text)
    assert found.rate == pytest.approx(margins.rate)
    assert (found.points, found.share) == pytest.approx((margins.points, margins.share))
    assert read_margins(str(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "%",
        "1%%",
        "-1%",
        "0",
        "0%",
        "1",
        "100%",
        "nan",
        "inf%",
        "1e999",
        "1%,2%",
        "1%,0",
        "1%,-3",
        "1%,1,100%",
        "1%,1,2%,3",
        "one",
        "1%;2",
        "\x1b[31m\n1%",
        "9" * 500,
        True,
        math.nan,
        1,
    ],
)
def test_other_margins_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(StatsError) as told:
        read_margins(text)
    said = str(told.value)
    assert said.isprintable()
    assert len(said) < 200
    assert said.startswith("margin ")
    assert "such as 1%,1,2%" in said
