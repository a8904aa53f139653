"""Many comparisons at once."""

from __future__ import annotations

import numpy as np
import pytest

from tests.stats.planted import SEATS, seat_wins, share, tolerated
from trisim.stats.clustered import Sums
from trisim.stats.joint import Joint, Totals
from trisim.stats.multiple import against, benjamini_hochberg, holm, pairwise

EXPERIMENTS = 1_000
PAR = np.full(4, 0.25)


def test_holm_by_hand() -> None:
    """0.005 × 4, 0.01 × 3, 0.03 × 2, and 0.04 × 1, which may not be less than the one before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.4, 0.5, 0.6]) == [1.0, 1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


def test_benjamini_hochberg_by_hand() -> None:
    """From the largest down: 0.04 × 4/4, 0.03 × 4/3, 0.01 × 4/2, 0.005 × 4/1, least so far."""
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert benjamini_hochberg([]) == []


def test_equals_are_rarely_called_unequal() -> None:
    """Each at 5 % alone would raise one false alarm or more in about 17 % of all runs."""
    wins = seat_wins(np.random.default_rng(41), (EXPERIMENTS, 150), alike=0.7, rates=PAR)
    alarms, alone, together = [], [], []
    for y in wins:
        sums = {seat: Sums.of(y[:, seat], np.full(150, 4.0)) for seat in range(4)}
        found = against(sums, 0.25).values()
        alarms.append(any(each.adjusted < 0.05 for each in found))
        alone.append(any(each.p < 0.05 for each in found))
        together.append(not any(each.estimate.excludes(0.25) for each in found))
    least, most = tolerated(EXPERIMENTS, 0.05)
    assert share(alarms) <= most
    assert share(alone) > 0.12
    assert share(together) >= 1 - most
    assert least < 0.05


def test_all_differences_hold_together() -> None:
    wins = seat_wins(np.random.default_rng(42), (500, 150), alike=0.7)
    deals, rows = np.arange(150), np.full(150, 4.0)
    together, alone = [], []
    for y in wins:
        joint = Joint.of({seat: Totals(deals, y[:, seat], rows) for seat in range(4)})
        found = pairwise(joint)
        truths = {pair: SEATS[pair[0]] - SEATS[pair[1]] for pair in found}
        together.append(not any(found[p].estimate.excludes(truths[p]) for p in found))
        single = {pair: joint.difference(*pair).estimate() for pair in found}
        alone.append(not any(single[p].excludes(truths[p]) for p in found))
    least, _ = tolerated(500)
    assert share(together) >= least
    assert share(alone) < least
    assert list(found) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert found[0, 1].estimate.family == 6


def test_holm_finds_whatever_the_intervals_find() -> None:
    y = seat_wins(np.random.default_rng(43), (2_000,), alike=0.7)
    sums = {seat: Sums.of(y[:, seat], np.full(2_000, 4.0)) for seat in range(4)}
    found = against(sums, 0.25)
    assert found[0].estimate.excludes(0.25)
    for each in found.values():
        assert each.p <= each.adjusted <= 4 * each.p
        assert each.adjusted < 0.05 or not each.estimate.excludes(0.25)


def test_nothing_to_compare_gives_nothing() -> None:
    assert against({}, 0.25) == {}
    assert pairwise(Joint.of({})) == {}
