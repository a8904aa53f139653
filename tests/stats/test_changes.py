"""Verdicts on many differences at once: what is planted is found, and nulls keep the level."""

from __future__ import annotations

import numpy as np
import pytest

from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.changes import CHANGED, SAME, Family, Margins, read_margins, verdict_on
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.versions import VersionTotals

MEASURES, NAMED, DEALS, REPEATS = 24, 4, 120, 150
EFFECT = 0.15


def totals(rng: np.random.Generator, deals: int, effects: np.ndarray) -> VersionTotals:
    """Rates of two versions that share most of the luck of a deal."""
    found = VersionTotals(2)
    luck = rng.normal(0, 0.2, (deals, MEASURES))
    numbers = np.arange(deals)
    versions = {}
    for version in (0, 1):
        own = rng.normal(0, 0.1, (deals, MEASURES))
        y = np.clip(0.5 + luck + own + version * effects, 0, 1)
        versions[version] = DealTotals(numbers)
        for number in range(MEASURES):
            versions[version].put(f"m{number}", y[:, number], np.ones(deals), Scale.RATE)
    found.add(versions)
    return found


def verdicts(found: VersionTotals, family: Family) -> list[str]:
    made = []
    for number in range(MEASURES):
        point = found.difference(f"m{number}", 1)
        made.append(verdict_on(family.estimate(point, number < NAMED), 0.01))
    return made


def test_nulls_are_changed_in_at_most_one_of_twenty_comparisons() -> None:
    rng, wrong = np.random.default_rng(1), 0
    for _ in range(REPEATS):
        found = verdicts(totals(rng, DEALS, np.zeros(MEASURES)), Family(NAMED, MEASURES - NAMED))
        wrong += CHANGED in found
    assert wrong <= 14  # 5 % of 150 and two and a half standard errors


def test_nulls_hold_at_all_looks_together_when_peeking() -> None:
    rng, wrong = np.random.default_rng(2), 0
    for _ in range(60):
        found = VersionTotals(2)
        looks = []
        for look in range(4):
            batch = totals(rng, DEALS, np.zeros(MEASURES))
            for name, sums in batch.sums.items():
                if name in found.sums:
                    mine = found.sums[name]
                    mine.total += sums.total
                    mine.products += sums.products
                    mine.together += sums.together
                    mine.differing += sums.differing
                else:
                    found.sums[name] = sums
            looks += verdicts(found, Family(NAMED, MEASURES - NAMED, True, look + 1))
        wrong += CHANGED in looks
    assert wrong <= 6


def test_a_planted_effect_is_found_with_its_sign_and_size() -> None:
    rng = np.random.default_rng(3)
    effects = np.zeros(MEASURES)
    effects[0], effects[10] = EFFECT, -EFFECT
    family = Family(NAMED, MEASURES - NAMED)
    for _ in range(20):
        found = totals(rng, DEALS, effects)
        for number, sign in ((0, 1), (10, -1)):
            estimate = family.estimate(found.difference(f"m{number}", 1), number < NAMED)
            assert verdict_on(estimate, 0.01) == CHANGED
            assert abs(sign * estimate.value - EFFECT) < 0.06


def test_a_small_interval_within_the_margin_is_the_same() -> None:
    found = totals(np.random.default_rng(4), 4_000, np.zeros(MEASURES))
    assert verdicts(found, Family(NAMED, MEASURES - NAMED)).count(SAME) > MEASURES // 2


def test_half_of_the_risk_is_for_what_was_named() -> None:
    assert (Family(4, 100).size(True), Family(4, 100).size(False)) == (8, 200)
    assert Family(0, 100).size(False) == 100


@pytest.mark.parametrize("text", ["", "x", "0", "-1%", "1%,2%", "1%,1,2%,3", "nan", "200%"])
def test_a_margin_that_is_none_is_one_line(text: str) -> None:
    with pytest.raises(StatsError, match="such as 1%,1,2%"):
        read_margins(text)


def test_margins_are_read_and_written_alike() -> None:
    for margins in (Margins(), Margins(0.005, 2.0, 0.1)):
        assert read_margins(str(margins)) == margins


def test_an_interval_for_all_looks_costs_a_third_at_most() -> None:
    point = totals(np.random.default_rng(5), 4_000, np.zeros(MEASURES)).difference("m0", 1)
    fixed = Family(NAMED, MEASURES - NAMED).estimate(point, True)
    for times in (1, 2, 10):
        found = Family(NAMED, MEASURES - NAMED, True, times).estimate(point, True)
        assert 1.15 < found.halfwidth / fixed.halfwidth < 1.45
