"""Distributions: counts and quantiles come out; intervals hold for games that are alike."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trisim.stats.analyses.distribution import Distribution
from trisim.stats.analyses.seated import Ints


def games_of(rng: np.random.Generator, deals: int) -> tuple[Ints, Ints]:
    """Four games a deal; half of a score is the deal's own."""
    deal = np.repeat(np.arange(deals), 4)
    values = rng.normal(80, 10, deals)[deal] + rng.normal(0, 10, 4 * deals)
    return deal, np.rint(values).astype(np.int64)


def test_counts_are_those_that_were_put_in() -> None:
    deal, values = np.array([0, 0, 1, 1]), np.array([3, 5, 5, 6])
    assert Distribution.of(deal, 2, values).counts() == ((3, 1), (4, 0), (5, 2), (6, 1))


def test_quantiles_are_the_least_numbers_that_so_many_do_not_exceed() -> None:
    deal, values = np.arange(10), np.arange(1, 11)
    found = Distribution.of(deal, 10, values)
    assert [found.quantile(share).value for share in (0.1, 0.5, 0.91)] == [1, 5, 10]


def test_parts_with_other_ranges_add_up() -> None:
    deal, values = games_of(np.random.default_rng(2), 50)
    early = deal < 20
    whole = Distribution.of(deal, 50, values)
    parts = Distribution.of(deal[early], 20, values[early])
    parts += Distribution.of(deal[~early] - 20, 30, values[~early] + 0)
    parts += Distribution()
    assert parts.counts() == whole.counts()
    assert parts.quantile(0.9) == whole.quantile(0.9)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_intervals_hold_for_games_that_resemble_each_other(share: float) -> None:
    rng = np.random.default_rng(5)
    _, many = games_of(rng, 100_000)
    truth = float(np.quantile(many, share, method="inverted_cdf"))
    hits = 0
    for _ in range(200):
        found = Distribution.of(*(each := games_of(rng, 60))[:1], 60, each[1]).quantile(share)
        hits += found.low <= truth <= found.high
    assert hits / 200 >= 0.9  # whole numbers: more than 95 %, if anything


def test_one_deal_and_none_tell_nothing() -> None:
    one = Distribution.of(np.zeros(4, dtype=np.int64), 1, np.array([7, 8, 9, 9])).quantile(0.5)
    assert (one.value, one.low, one.high) == (8.0, -math.inf, math.inf)
    assert math.isnan(Distribution().quantile(0.5).value)
