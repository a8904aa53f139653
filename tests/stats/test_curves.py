"""Curves on common deals: bands, changes from the base, slopes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.stats.planted import share, tolerated
from tests.stats.planted_curves import LUCK, REST, curve_from, mean_curves, rate_curves, unpaired
from trisim.stats.curves import Curve, bands, changes
from trisim.stats.estimate import Estimate, Scale, StatsError

EXPERIMENTS = 1_000
FOUR = (1, 2, 3, 4)
TRUTH = (0.0, 1.0, 1.5, 1.7)
WINS = (0.2, 0.3, 0.35, 0.4)


def holds(found: tuple[Estimate, ...], truth: tuple[float, ...]) -> bool:
    return not any(each.excludes(true) for each, true in zip(found, truth, strict=True))


def test_all_points_of_all_curves_hold_together() -> None:
    """Each alone at 95 % would leave about one family in five with a miss."""
    together, alone = [], []
    scores = mean_curves(71, EXPERIMENTS, 50, FOUR, TRUTH)
    wins = rate_curves(72, EXPERIMENTS, 150, FOUR, WINS)
    for score, win in zip(scores, wins, strict=True):
        found = bands({"score": score, "win": win})
        together.append(holds(found["score"], TRUTH) and holds(found["win"], WINS))
        single = [tuple(p.estimate() for p in curve.points) for curve in (score, win)]
        alone.append(holds(single[0], TRUTH) and holds(single[1], WINS))
    least, _ = tolerated(EXPERIMENTS)
    assert share(together) >= least
    assert share(alone) < least - 0.05
    assert {each.family for row in found.values() for each in row} == {8}


def test_changes_from_the_base_hold_together_and_are_paired() -> None:
    held, widths, apart = [], [], []
    truth = tuple(true - TRUTH[1] for true in TRUTH if true != TRUTH[1])
    for curve in mean_curves(73, EXPERIMENTS, 50, FOUR, TRUTH):
        found = changes({"score": curve}, 2)["score"]
        held.append(holds(tuple(found.values()), truth))
        widths.append(found[1].halfwidth)
        apart.append(changes({"score": unpaired(curve)}, 2)["score"][1].halfwidth)
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(held) <= most + 0.01
    assert list(found) == [1, 3, 4]
    assert found[1].family == 3
    assert found[1].scale is Scale.MEAN_DIFFERENCE
    gain = math.sqrt((LUCK**2 + REST**2) / REST**2)
    assert np.mean(apart) / np.mean(widths) == pytest.approx(gain, rel=0.05)


def test_a_change_is_the_paired_difference_of_the_textbook() -> None:
    rows = np.random.default_rng(74).normal(5, 2, (40, 3))
    rows[:, 2] += rows[:, 0]
    gaps = rows[:, 2] - rows[:, 0]
    point = curve_from((1, 2, 3), rows).change(3, 1)
    assert point.value == pytest.approx(gaps.mean())
    assert point.error == pytest.approx(gaps.std(ddof=1) / math.sqrt(40))
    assert (point.n, point.clusters) == (80, 40)


def test_values_that_change_nothing_have_no_variance() -> None:
    rows = np.repeat(np.random.default_rng(75).normal(5, 2, (40, 1)), 3, axis=1)
    point = curve_from((1, 2, 3), rows).change(3, 1)
    assert (point.value, point.variance) == (0.0, 0.0)


def test_at_every_look_bands_and_changes_are_wider() -> None:
    curve = next(mean_curves(76, 1, 100, FOUR, TRUTH))
    for once, always in (
        (bands({"a": curve})["a"], bands({"a": curve}, halfwidths={"a": 0.5})["a"]),
        (
            tuple(changes({"a": curve}, 1)["a"].values()),
            tuple(changes({"a": curve}, 1, halfwidths={"a": 0.5})["a"].values()),
        ),
    ):
        for one, other in zip(once, always, strict=True):
            assert other.halfwidth > one.halfwidth
            assert other.anytime
            assert not one.anytime


def test_a_base_that_was_not_swept_is_refused() -> None:
    curve = next(mean_curves(77, 1, 50, FOUR, TRUTH))
    with pytest.raises(StatsError, match="no games with the value 9; there are 1, 2, 3, 4"):
        changes({"score": curve}, 9)


def test_slopes_are_covered() -> None:
    """The line that fits the true values best rises by 0.56 a step."""
    held, steep = [], []
    for curve in mean_curves(78, EXPERIMENTS, 50, FOUR, TRUTH):
        slope = curve.slope().estimate()
        held.append(not slope.excludes(0.56))
        steep.append(slope.excludes(0))
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(held) <= most
    assert share(steep) > 0.99


def test_a_slope_is_for_each_1_of_the_value() -> None:
    curve = Curve.of((0.0, 0.01, 0.02), [0.1, 0.2, 0.3], 1e-6 * np.eye(3), 100, Scale.RATE)
    slope = curve.slope().estimate()
    assert slope.value == pytest.approx(10.0)
    assert slope.low < 10 < slope.high
    assert math.isfinite(slope.high)


def test_texts_have_no_slope() -> None:
    with pytest.raises(StatsError, match="all must be numbers"):
        Curve.of(("a", "b"), [0.1, 0.2], 1e-6 * np.eye(2), 100, Scale.RATE).slope()


def test_a_curve_needs_a_covariance_for_each_pair() -> None:
    with pytest.raises(ValueError, match="a covariance for each pair"):
        Curve.of((1, 2, 3), [0.1, 0.2], np.eye(2), 100, Scale.MEAN)
