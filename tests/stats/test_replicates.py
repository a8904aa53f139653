"""Intervals from several tunings: they hold whether tunings differ little or much."""

from __future__ import annotations

import numpy as np
import pytest

from trisim.stats.estimate import Scale
from trisim.stats.point import Point
from trisim.stats.replicates import (
    MOST_PRIOR,
    NO_PRIOR,
    Prior,
    Replicates,
    fitted,
    prior_of,
)

WITHIN = 0.01
"""The variance of a difference by chance of the deals."""

MEASURES, TIMES = 120, 25


def of_values(values: np.ndarray, variance: float = WITHIN) -> Replicates:
    scale = Scale.MEAN_DIFFERENCE
    return Replicates(tuple(Point(float(v), variance, 4000, 1000, 1000.0, scale) for v in values))


def drawn(rng: np.random.Generator, ratios: np.ndarray, share: float = 0.0) -> list[Replicates]:
    """Measures with the true difference 0; ``share`` of all chance is common to all measures."""
    common = rng.normal(size=3)
    found = []
    for ratio in ratios:
        own = rng.normal(size=3)
        chance = np.sqrt(share) * common + np.sqrt(1 - share) * own
        found.append(of_values(np.sqrt(WITHIN * ratio) * chance))
    return found


def missed(ratios: np.ndarray, family: int = 1, *, alone: bool = False) -> float:
    """The share of intervals that don't have the true difference."""
    rng = np.random.default_rng(7)
    errors = 0
    for _ in range(TIMES):
        found = drawn(rng, ratios)
        prior = NO_PRIOR if alone else prior_of(found)
        errors += sum(each.estimate(prior, 0.95, family).excludes(0) for each in found)
    return errors / (TIMES * len(ratios))


@pytest.mark.parametrize("spread", [0.0, 0.5, 20.0])
@pytest.mark.parametrize("alone", [False, True])
def test_intervals_hold_for_any_spread_between_tunings(spread: float, alone: bool) -> None:
    ratios = np.full(MEASURES, 1 + spread)
    assert missed(ratios, alone=alone) <= 0.065


def test_intervals_are_not_much_wider_than_needed() -> None:
    assert missed(np.full(MEASURES, 1.0)) >= 0.01


def test_intervals_hold_on_average_if_measures_spread_differently() -> None:
    ratios = 1 + np.random.default_rng(3).gamma(0.5, 8.0, MEASURES)
    assert missed(ratios) <= 0.065
    assert missed(ratios, family=20) <= 0.0065


def test_corrected_intervals_hold() -> None:
    assert missed(np.full(MEASURES, 2.0), family=20) <= 0.005


def test_it_holds_if_measures_depend_on_each_other() -> None:
    rng = np.random.default_rng(11)
    errors = 0
    for _ in range(400):
        found = drawn(rng, np.full(40, 2.0), share=0.5)
        prior = prior_of(found)
        errors += sum(each.estimate(prior).excludes(0) for each in found)
    assert errors / (400 * 40) <= 0.08


def test_it_is_never_narrower_than_deals_alone_allow() -> None:
    same = of_values(np.array([0.5, 0.5, 0.5]))
    estimate = same.estimate(Prior(1.0, 8.0))
    assert estimate.halfwidth > 1.96 * np.sqrt(WITHIN / 3)
    assert same.spread == 0


def test_a_measure_that_spreads_more_than_its_kind_keeps_its_own_spread() -> None:
    prior = prior_of(drawn(np.random.default_rng(1), np.full(MEASURES, 1.0)))
    here = of_values(np.array([-1.0, 0.0, 1.0]))
    assert here.ratio > 50
    assert here.estimate(prior).halfwidth > 2 * np.sqrt(here.whole)


def test_many_measures_make_intervals_narrower() -> None:
    found = drawn(np.random.default_rng(1), np.full(MEASURES, 1.5))
    here = of_values(np.array([0.1, 0.2, 0.3]))
    wide, narrow = here.estimate(NO_PRIOR, 0.95, 40), here.estimate(prior_of(found), 0.95, 40)
    assert narrow.halfwidth < wide.halfwidth / 3


def test_few_measures_have_no_prior() -> None:
    found = drawn(np.random.default_rng(1), np.full(5, 1.5))
    assert prior_of(found) == NO_PRIOR


def test_a_planted_prior_is_found() -> None:
    rng = np.random.default_rng(5)
    size, freedom, usual = 20_000, 5.0, 3.0
    true = usual * freedom / rng.chisquare(freedom, size)
    found = fitted(list(true * rng.chisquare(2, size) / 2), 2)
    assert found.ratio == pytest.approx(usual, rel=0.08)
    assert found.freedom == pytest.approx(freedom, rel=0.15)
    assert fitted(list(usual * rng.chisquare(2, size) / 2), 2).freedom == MOST_PRIOR


def test_the_spread_of_tunings_is_without_that_of_deals() -> None:
    rng = np.random.default_rng(9)
    found = [of_values(rng.normal(0, np.sqrt(4 + WITHIN), 3)) for _ in range(4000)]
    assert np.mean([each.spread**2 for each in found]) == pytest.approx(4, rel=0.1)


def test_without_chance_of_deals_student_has_two_degrees_of_freedom() -> None:
    here = of_values(np.array([2.0, 2.1, 2.0]), 0.0)
    assert here.estimate(Prior(1.0, 8.0)).halfwidth == pytest.approx(4.303 * 0.1 / 3, rel=1e-3)
    assert of_values(np.array([2.0, 2.0, 2.0]), 0.0).ratio == 1.0
