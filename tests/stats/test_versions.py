"""Measures of versions over the same deals, against slow sums and planted differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.estimate import Scale
from trisim.stats.versions import VersionTotals

Array = NDArray[np.float64]
Deals = dict[int, tuple[float, float]]
"""By deal, the totals y and m of one version."""

NEVER = 1e-7
"""How rarely a correct interval may fail a test, if seeds were drawn anew."""


def totals(deals: Deals, name: str = "a", scale: Scale = Scale.MEAN) -> DealTotals:
    numbers = np.array(sorted(deals), dtype=np.int64)
    found = DealTotals(numbers)
    y, m = (np.array([deals[int(deal)][place] for deal in numbers]) for place in (0, 1))
    found.put(name, y, m, scale)
    return found


def versions(*each: Deals, paired: bool = True, scale: Scale = Scale.MEAN) -> VersionTotals:
    found = VersionTotals(len(each), paired=paired)
    found.add({number: totals(deals, scale=scale) for number, deals in enumerate(each)})
    return found


def drawn(seed: int, deals: int = 40, share: float = 1.0) -> list[Deals]:
    """Three versions with common luck; each lacks some deals, and some deals have no rows."""
    draws = np.random.default_rng(seed)
    luck = draws.normal(size=deals)
    found: list[Deals] = []
    for version in range(3):
        m = draws.integers(0, 4, deals).astype(float)
        y = m * (2 + version + luck) + draws.normal(size=deals) * (m > 0)
        there = draws.random(deals) < share
        found.append({d: (y[d], m[d]) for d in range(deals) if there[d]})
    return found


def slow_difference(
    one: Deals, base: Deals, known: Mapping[int, tuple[float, float]] | None = None
) -> tuple[float, float, int]:
    """Value, variance and deals of a difference, deal by deal."""
    sides = []
    for place, deals in enumerate((base, one)):
        below = math.fsum(m for _, m in deals.values())
        ratio = math.fsum(y for y, _ in deals.values()) / below
        sides.append((deals, *((known or {}).get(place, (ratio, below)))))
    squares, count = 0.0, 0
    for deal in one.keys() | base.keys():
        parts = [
            (y - ratio * m) / below
            for deals, ratio, below in sides
            for y, m in [deals.get(deal, (0.0, 0.0))]
        ]
        squares += (parts[1] - parts[0]) ** 2
        count += any(deals.get(deal, (0.0, 0.0))[1] > 0 for deals, _, _ in sides)
    return sides[1][1] - sides[0][1], count / (count - 1) * squares, count


@pytest.mark.parametrize("share", [1.0, 0.7])
@pytest.mark.parametrize("paired", [True, False])
def test_differences_are_those_of_a_slow_computation(share: float, paired: bool) -> None:
    each = drawn(1, share=share)
    found = versions(*each, paired=paired)
    for base, version in ((0, 1), (0, 2), (2, 1)):
        point = found.difference("a", version, base=base)
        one, other = each[version], each[base]
        if not paired:  # the deals of the base are others
            other = {deal + 1000: both for deal, both in other.items()}
        value, variance, count = slow_difference(one, other)
        assert point.value == pytest.approx(value)
        assert point.variance == pytest.approx(variance)
        assert point.clusters == count
        assert point.scale is Scale.MEAN_DIFFERENCE


def test_pairing_takes_common_luck_away_and_unpaired_versions_have_none() -> None:
    each = drawn(2, deals=400)
    paired, alone = (versions(*each, paired=yes) for yes in (True, False))
    assert paired.joint("a").gain(1, 0) > 1.5
    assert alone.joint("a").gain(1, 0) == pytest.approx(1)
    covariance = alone.covariance("a")
    assert np.count_nonzero(covariance - np.diag(np.diag(covariance))) == 0


def test_the_variance_is_that_of_leaving_out_each_deal() -> None:
    one, base = drawn(3, deals=300)[:2]
    point = versions(base, one).difference("a", 1)
    values = []
    for left_out in range(300):
        rest = [{d: both for d, both in each.items() if d != left_out} for each in (one, base)]
        values.append(slow_difference(*rest)[0])
    jackknife = 299 / 300 * float(np.sum((np.array(values) - np.mean(values)) ** 2))
    assert point.variance == pytest.approx(jackknife, rel=0.05)


def test_known_ratios_replace_those_of_the_totals() -> None:
    """As adjusted wins do it: totals are contributions around a ratio from other sums."""
    base, one, other = drawn(4, share=0.8)
    known = {0: (1.9, 50.0), 1: (2.6, 77.0)}
    found = versions(base, one, other)
    value, variance, _ = slow_difference(one, base, known)
    point = found.difference("a", 1, known)
    assert value == pytest.approx(0.7)
    assert point.value == pytest.approx(value)
    assert point.variance == pytest.approx(variance)
    alone = found.joint("a", known).sums(1)
    assert alone.ratio == pytest.approx(2.6)
    assert alone.m == pytest.approx(77.0)
    untouched = found.joint("a", known).sums(2)
    assert untouched.ratio == pytest.approx(found.joint("a").sums(2).ratio)


def test_a_known_ratio_that_is_the_ratio_of_the_totals_changes_nothing() -> None:
    each = drawn(5)
    found = versions(*each)
    sums = found.joint("a").sums(1)
    again = found.difference("a", 1, {1: (sums.ratio, sums.m)})
    assert again.value == pytest.approx(found.difference("a", 1).value)
    assert again.variance == pytest.approx(found.difference("a", 1).variance)


def test_covariances_give_the_variance_of_every_difference() -> None:
    each = drawn(6)
    found = versions(*each)
    covariance = found.covariance("a")
    for one, base in ((1, 0), (2, 1)):
        whole = covariance[one, one] + covariance[base, base] - 2 * covariance[one, base]
        assert whole == pytest.approx(found.difference("a", one, base=base).variance, rel=0.02)


@pytest.mark.parametrize("size", [1, 7, 39])
def test_batches_of_any_size_give_the_same_sums(size: int) -> None:
    each = drawn(7, share=0.7)
    whole, pieces = versions(*each), VersionTotals(3)
    for first in range(0, 40, size):
        span = range(first, first + size)
        here = [{d: both for d, both in deals.items() if d in span} for deals in each]
        pieces.add({number: totals(deals) for number, deals in enumerate(here)})
    one, other = whole.sums["a"], pieces.sums["a"]
    np.testing.assert_allclose(one.total, other.total)
    np.testing.assert_allclose(one.products, other.products)
    assert one.together.tolist() == other.together.tolist()
    assert one.differing.tolist() == other.differing.tolist()


def test_a_measure_that_one_version_lacks() -> None:
    found = VersionTotals(2)
    base, one = drawn(8)[:2]
    both = totals(one)
    both.columns["only"] = both.columns["a"]
    found.add({0: totals(base), 1: both})
    assert list(found.names()) == ["a"]
    assert (found.has("only", 0), found.has("only", 1)) == (False, True)
    assert not found.has("nowhere", 0)
    assert not found.is_identical("only", 1)
    alone = found.joint("only").sums(1)
    assert alone.ratio == pytest.approx(found.joint("a").sums(1).ratio)


def test_a_measure_that_comes_in_a_later_batch() -> None:
    found = VersionTotals(2)
    found.add({0: totals({0: (1.0, 2.0)}), 1: totals({0: (1.0, 2.0)})})
    late = {1: (3.0, 4.0), 2: (1.0, 4.0)}
    found.add({0: totals(late, "b"), 1: totals(late, "b")})
    found.add({})
    assert set(found.names()) == {"a", "b"}
    assert found.joint("b").sums(0).clusters == 2
    assert found.is_identical("b", 1)


def test_identical_is_said_only_if_no_total_differs() -> None:
    base = drawn(9)[0]
    same, other = dict(base), dict(base)
    deal = next(deal for deal, (_, m) in base.items() if m)
    other[deal] = (base[deal][0] + 1, base[deal][1])
    found = versions(base, same, other)
    assert [found.is_identical("a", number) for number in range(3)] == [True, True, False]
    assert found.sums["a"].differing.tolist() == [0, 0, 1]
    point = found.difference("a", 1)
    assert (point.value, point.variance) == (0.0, 0.0)
    assert not versions(base, same, paired=False).is_identical("a", 1)
    fewer = {d: both for d, both in base.items() if d != deal}
    assert not versions(base, fewer).is_identical("a", 1)


def test_limits_of_a_difference() -> None:
    """Rates differ by 1 at most, differences by 2, and shares of a margin by anything."""
    both = {deal: (0.5 * (deal % 2), 1.0) for deal in range(10)}
    bounds = {
        scale: versions(both, both, scale=scale).difference("a", 1).bounds
        for scale in (Scale.RATE, Scale.RATE_DIFFERENCE, Scale.MEAN)
    }
    assert bounds[Scale.RATE] == (-1, 1)
    assert bounds[Scale.RATE_DIFFERENCE] == (-2, 2)
    assert bounds[Scale.MEAN] == (-math.inf, math.inf)
    found = VersionTotals(2)
    for deal in range(30):  # 150 % in one version, and -50 % in the other
        here = [DealTotals(np.array([deal])) for _ in range(2)]
        for each, share, luck in zip(here, (-0.5, 1.5), (2, 3), strict=True):
            y, m = np.array([share * 4 + deal % luck - (luck - 1) / 2]), np.array([4.0])
            each.put("margin", y, m, Scale.RATE_DIFFERENCE, (-math.inf, math.inf))
        found.add(dict(enumerate(here)))
    estimate = found.difference("margin", 1).estimate()
    assert estimate.value == pytest.approx(2.0)
    assert 1.5 < estimate.low < 2 < estimate.high < 2.5


# ---------------------------------------------------------------- coverage

RUNS, DEALS = 500, 250


def rates(chance: float) -> Callable[[np.random.Generator], tuple[Array, ...]]:
    """Two games a deal; the second version mostly has the luck of the first."""

    def draw(draws: np.random.Generator) -> tuple[Array, ...]:
        luck, own = draws.random((2, DEALS, 2))
        other = np.where(draws.random((DEALS, 2)) < 0.8, luck, own)
        wins = [(luck < chance).sum(axis=1), (other < chance + 0.02).sum(axis=1)]
        m = np.full(DEALS, 2.0)
        return wins[0].astype(float), m, wins[1].astype(float), m

    return draw


def means(draws: np.random.Generator) -> tuple[Array, ...]:
    """Points with much common luck, and a change of 0.02."""
    luck = 5 * draws.normal(size=DEALS)
    m = np.full(DEALS, 3.0)
    y = luck + draws.normal(size=DEALS)
    return 3 * y, m, 3 * (luck + draws.normal(size=DEALS) + 0.02), m


def ratios(draws: np.random.Generator) -> tuple[Array, ...]:
    """Points of a card, which comes a random number of times: also never."""
    luck = 3 + draws.normal(size=DEALS)
    m = draws.poisson(1.0, (2, DEALS)).astype(float)
    m[1] = np.where(draws.random(DEALS) < 0.7, m[0], m[1])
    return m[0] * luck, m[0], m[1] * (luck + 0.02), m[1]


@pytest.mark.parametrize(
    ("draw", "scale", "is_exact"),
    [
        (rates(0.01), Scale.RATE, False),
        (rates(0.4), Scale.RATE, True),
        (rates(0.97), Scale.RATE, False),
        (means, Scale.MEAN, True),
        (ratios, Scale.MEAN, True),
    ],
    ids=["rare", "middle", "nearly always", "means", "ratios"],
)
def test_paired_intervals_cover_the_planted_difference(
    draw: Callable[[np.random.Generator], tuple[Array, ...]], scale: Scale, is_exact: bool
) -> None:
    """Rare wins may be covered more often, as their intervals allow for what never came."""
    covered, numbers = 0, np.arange(DEALS)
    for seed in range(RUNS):
        y0, m0, y1, m1 = draw(np.random.default_rng([11, seed]))
        found = VersionTotals(2)
        here = {0: DealTotals(numbers), 1: DealTotals(numbers)}
        here[0].put("a", y0, m0, scale)
        here[1].put("a", y1, m1, scale)
        found.add(here)
        estimate = found.difference("a", 1).estimate()
        covered += estimate.low <= 0.02 <= estimate.high
    # Deals are few: the asymptotic interval is allowed to be one point off.
    assert covered >= binom.ppf(NEVER, RUNS, 0.94)
    if is_exact:
        assert covered <= binom.isf(NEVER, RUNS, 0.96)
