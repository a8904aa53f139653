"""How many deals a question needs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.stats.planted import tolerated
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point, student
from trisim.stats.power import deals_needed, more_to_decide

EXPERIMENTS = 20_000


def found_share(effect: float, deviation: float, deals: int, family: int, seed: int) -> float:
    """How often a planted effect is found."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(effect, deviation, (EXPERIMENTS, deals))
    t = rows.mean(axis=1) / (rows.std(axis=1, ddof=1) / math.sqrt(deals))
    return float(np.mean(np.abs(t) > student(0.05 / family, deals)))


@pytest.mark.parametrize(
    ("effect", "family", "power"), [(1.0, 1, 0.8), (0.5, 1, 0.9), (0.4, 10, 0.8), (2.0, 1, 0.8)]
)
def test_a_planted_effect_is_found_with_the_power(effect: float, family: int, power: float) -> None:
    deals = deals_needed(1.0, effect, family=family, power=power)
    least, _ = tolerated(EXPERIMENTS, power)
    assert found_share(effect, 1.0, deals, family, 81) >= least - 0.01
    fewer = math.floor(0.8 * deals)
    assert found_share(effect, 1.0, fewer, family, 82) < least


def test_a_textbook_case() -> None:
    """Half a standard deviation at 80 %: 34 pairs; the normal approximation alone gives 32."""
    assert deals_needed(1.0, 0.5) == 34
    assert deals_needed(1.0, -0.5) == 34
    assert deals_needed(100.0, 1.0) == 78_491


def test_more_questions_and_more_power_need_more_deals() -> None:
    one = deals_needed(1.0, 0.1)
    assert deals_needed(1.0, 0.1, family=200) > 2 * one
    assert deals_needed(1.0, 0.1, power=0.99) > 2 * one
    assert deals_needed(1.0, 0.1, level=0.99) > one
    assert deals_needed(1.0, 0.05) == pytest.approx(4 * one, rel=0.01)


def test_it_is_the_least_number_of_deals() -> None:
    for deviation in (0.1, 0.7, 3.0):
        deals = deals_needed(deviation, 0.5)
        assert deals == 2 or deals_needed(deviation, 0.5 + 1e-9) <= deals
        assert deals_needed(deviation, 0.49) >= deals


def test_differences_of_rates_must_rule_out_rare_deals() -> None:
    """With no spread at all, 184 deals: below that a rare kind of deal may hide the opposite."""
    scale = Scale.RATE_DIFFERENCE
    deals = deals_needed(0.0, 0.02, scale=scale)
    for number, sure in ((deals, True), (deals - 1, False)):
        point = Point(0.02, 0.0, number, number, float(number), scale)
        assert point.estimate().excludes(0) is sure
    assert deals_needed(0.0, 0.02) == 2
    assert deals_needed(0.0, -0.02, scale=scale) == deals


@pytest.mark.parametrize(
    ("deviation", "effect", "message"),
    [
        (1.0, 0.0, "an effect of 0: it must be a number other than 0"),
        (1.0, math.nan, "an effect of nan"),
        (-1.0, 0.1, "a standard deviation of -1"),
        (math.inf, 0.1, "a standard deviation of inf"),
        (1.0, 1e-9, "too small: no number of games finds it"),
    ],
)
def test_impossible_questions_are_refused(deviation: float, effect: float, message: str) -> None:
    with pytest.raises(StatsError, match=message):
        deals_needed(deviation, effect)


@pytest.mark.parametrize("share", [0.0, 1.0, 80.0])
def test_levels_and_powers_are_shares(share: float) -> None:
    with pytest.raises(StatsError, match="a power of"):
        deals_needed(1.0, 0.1, power=share)
    with pytest.raises(StatsError, match="a level of"):
        deals_needed(1.0, 0.1, level=share)


# ---------------------------------------------------------------- further games


def change(value: float, halfwidth: float) -> Estimate:
    low, high = value - halfwidth, value + halfwidth
    return Estimate(value, low, high, 999, 99, scale=Scale.MEAN_DIFFERENCE)


def test_an_effect_that_will_exclude_0_first() -> None:
    """From ± 2 to ± 1 takes four times the games."""
    assert more_to_decide(change(1.0, 2.0), 1.0, 1_000) == 3_000


def test_an_effect_that_will_be_within_the_margin_first() -> None:
    """The upper end must come from 2.2 down to 1: from ± 2 to ± 0.8."""
    assert more_to_decide(change(0.2, 2.0), 1.0, 1_000) == 5_300  # 5,250 in two digits


def test_an_effect_beyond_the_margin_can_only_exclude_0() -> None:
    assert more_to_decide(change(-3.0, 6.0), 1.0, 1_000) == 3_000


def test_what_is_decided_needs_no_more_games() -> None:
    assert more_to_decide(change(3.0, 2.0), 1.0, 1_000) == 0
    assert more_to_decide(change(0.1, 0.5), 1.0, 1_000) == 0


def test_what_no_number_of_games_decides() -> None:
    assert more_to_decide(change(0.0, 2.0), 0.0, 1_000) is None
    assert more_to_decide(change(1e-9, 2.0), 0.0, 1_000) is None
    single = Estimate(0.1, -math.inf, math.inf, 4, 1, scale=Scale.MEAN_DIFFERENCE)
    assert more_to_decide(single, 1.0, 4) is None
    alike = Estimate(0.0, -math.inf, math.inf, 400, 100, scale=Scale.MEAN_DIFFERENCE)
    assert more_to_decide(alike, 1.0, 400) is None
