"""Fair values: coverage, exactness of the ends, and cases at the edge."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

import numpy as np
import pytest

from tests.stats.planted import share, tolerated
from tests.stats.planted_curves import curve_from, mean_curves, rate_curves, unpaired
from trisim.documents import typed
from trisim.stats.analyses.verdicts import ABOVE, BELOW
from trisim.stats.curves import Curve
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.fair import FAIR, UNKNOWN, FairSet, Range, fair_values, joined

EXPERIMENTS = 1_000
FIVE = (4, 5, 6, 7, 8)


def covers(found: FairSet, value: float) -> bool:
    return any(here.low <= value <= here.high for here in found.ranges)


def width(found: FairSet) -> float:
    return sum(here.high - here.low for here in found.ranges)


def verdicts(found: FairSet) -> list[str]:
    return [each.verdict for each in found.points]


# ---------------------------------------------------------------- coverage

STEEP = (-4.0, -2.0, -0.5, 2.5, 4.0)
"""It meets 0 at 6 + 1/6."""

FLAT = (-0.2, -0.1, 0.0, 0.1, 0.2)
"""It meets 0 at 6, and is never far from it."""

BENT = (-1.5, 1.0, 2.0, 0.5, -1.0)
"""It meets 0 at 4.6 and at 7 + 1/3."""


@pytest.mark.parametrize(
    ("truth", "crossings"),
    [(STEEP, [6 + 1 / 6]), (FLAT, [6.0]), (BENT, [4.6, 7 + 1 / 3])],
    ids=["steep", "flat", "bent"],
)
def test_each_true_crossing_is_covered_as_often_as_the_level_says(
    truth: tuple[float, ...], crossings: list[float]
) -> None:
    sets = [fair_values(each, 0.0) for each in mean_curves(51, EXPERIMENTS, 60, FIVE, truth)]
    least, most = tolerated(EXPERIMENTS)
    for crossing in crossings:
        assert least <= share(covers(found, crossing) for found in sets) <= most


def test_a_crossing_of_rates_is_covered() -> None:
    curves = rate_curves(52, EXPERIMENTS, 150, (1, 2, 3), (0.2, 0.3, 0.6))
    sets = [fair_values(each, 0.25) for each in curves]
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(covers(found, 1.5) for found in sets) <= most + 0.01


def test_a_playable_fair_value_is_kept_as_often_as_the_level_says() -> None:
    """Five values are looked at, but only the test at the fair one can miss it."""
    truth = (-1.0, -0.5, 0.0, 0.5, 1.0)
    sets = [fair_values(each, 0.0) for each in mean_curves(53, EXPERIMENTS, 40, FIVE, truth)]
    least, most = tolerated(EXPERIMENTS)
    assert least <= share(6 in found.fair for found in sets) <= most
    assert share(4 in found.fair for found in sets) < 0.6


def test_at_another_level_the_set_is_covered_at_that_level() -> None:
    curves = mean_curves(54, EXPERIMENTS, 40, FIVE, STEEP)
    sets = [fair_values(each, 0.0, level=0.8) for each in curves]
    least, most = tolerated(EXPERIMENTS, 0.8)
    assert least <= share(covers(found, 6 + 1 / 6) for found in sets) <= most


def test_the_covariance_of_neighbours_decides_the_width() -> None:
    """Without pairing the luck of the deals would seem to cancel between two values."""
    curve = next(mean_curves(55, 1, 400, (0, 10), (-5.0, 5.0)))
    luck = math.sqrt(9.0 + 1.0) * 1.966 / math.sqrt(400)
    half = math.sqrt(9.0 + 0.5) * 1.966 / math.sqrt(400)
    paired, apart = fair_values(curve, 0.0), fair_values(unpaired(curve), 0.0)
    assert width(paired) == pytest.approx(2 * half, rel=0.1)
    assert width(apart) == pytest.approx(2 * luck / math.sqrt(2), rel=0.1)


def test_without_the_covariance_a_crossing_would_be_missed() -> None:
    """In the middle between two values, where the luck of the deals does not cancel."""
    curves = list(mean_curves(56, EXPERIMENTS, 40, (0, 1), (-5.0, 5.0)))
    least, _ = tolerated(EXPERIMENTS)
    assert share(covers(fair_values(each, 0.0), 0.5) for each in curves) >= least
    assert share(covers(fair_values(unpaired(each), 0.0), 0.5) for each in curves) < 0.9


def against_base(seed: int, experiments: int, deals: int) -> Iterable[Curve]:
    """Differences from the first value: with their covariance, then as if unpaired, in turn."""
    for curve in mean_curves(seed, experiments, deals, FIVE, (0.0, 0.5, 1.0, 1.5, 2.0)):
        weights = np.hstack([-np.ones((4, 1)), np.eye(4)])
        gaps = weights @ [point.value for point in curve.points]
        for paired in (curve, unpaired(curve)):
            covariance = weights @ paired.covariance @ weights.T
            yield Curve.of(FIVE[1:], gaps, covariance, deals, Scale.MEAN_DIFFERENCE)


def test_pairing_makes_the_set_of_a_difference_much_smaller() -> None:
    curves = list(against_base(57, 300, 100))
    paired, apart = ([fair_values(each, 1.25) for each in curves[i::2]] for i in (0, 1))
    least, _ = tolerated(300)
    assert share(covers(found, 6.5) for found in paired) >= least
    assert sum(map(width, apart)) > 1.5 * sum(map(width, paired))
    assert sum(len(found.fair) for found in apart) > 1.5 * sum(len(found.fair) for found in paired)


def test_at_every_look_the_set_is_wider() -> None:
    for curve in mean_curves(58, 20, 100, FIVE, STEEP):
        once, always = fair_values(curve, 0.0), fair_values(curve, 0.0, halfwidth=0.5)
        assert width(always) > width(once)
        assert set(once.fair) <= set(always.fair)
        assert all(covers(always, end) for here in once.ranges for end in (here.low, here.high))
        assert all(each.estimate.anytime for each in always.points)


# ---------------------------------------------------------------- exactness


def random_curve(rng: np.random.Generator, scale: Scale) -> tuple[Curve, float]:
    """Any curve of two to six values, and a target near it."""
    values = sorted(rng.choice(20, size=rng.integers(2, 7), replace=False).tolist())
    deals = int(rng.integers(3, 80))
    draws = rng.normal(rng.normal(0, 1, len(values)), rng.uniform(0, 2), (deals, len(values)))
    rows = draws + rng.normal(0, rng.uniform(0, 3), (deals, 1))
    if scale is Scale.RATE:
        rows = (rows > 0).astype(np.float64)
    if scale is Scale.RATE_DIFFERENCE:
        rows = np.sign(np.round(rows))
    target = float(
        np.clip(rows.mean() + rng.choice([0.2, 2.0]) * rng.normal(), *np.clip(scale.bounds, -9, 9))
    )
    return curve_from(values, rows, scale), target


@pytest.mark.parametrize("scale", [Scale.MEAN, Scale.RATE, Scale.RATE_DIFFERENCE])
@pytest.mark.parametrize("halfwidth", [None, 0.2])
def test_the_ranges_are_those_that_a_fine_grid_finds(scale: Scale, halfwidth: float | None) -> None:
    rng = np.random.default_rng(61)
    shapes = set()
    for _ in range(80):
        curve, target = random_curve(rng, scale)
        found = fair_values(curve, target, halfwidth=halfwidth)
        shapes.add(len(found.ranges))
        for place, (left, right) in enumerate(zip(curve.values, curve.values[1:], strict=False)):
            for w in np.linspace(0.0, 1.0, 23)[1:-1]:
                x = (1 - w) * float(left) + w * float(right)
                near = min(abs(x - end) for r in found.ranges or [Range(-9, -9)] for end in ends(r))
                point = curve.between(place, float(w))
                if halfwidth is None and near > 1e-6:
                    assert covers(found, x) == (point.p_value(target) >= 0.05)
                elif near > 1e-6 and not point.estimate().excludes(target):
                    assert covers(found, x)
    assert {0, 1, 2} <= shapes


def ends(here: Range) -> tuple[float, float]:
    return here.low, here.high


def test_playable_values_agree_with_the_ranges_and_with_p_values() -> None:
    rng = np.random.default_rng(62)
    for _ in range(100):
        curve, target = random_curve(rng, Scale.RATE)
        found = fair_values(curve, target)
        for each, point in zip(found.points, curve.points, strict=True):
            kept = each.verdict in (FAIR, UNKNOWN)
            assert kept == covers(found, float(each.value))
            assert kept == (point.p_value(target) >= 0.05)


def test_two_values_by_hand() -> None:
    """Variance 1 at both ends and no covariance; t of 9 degrees is 2.262157.

    (10 w - 5)² = 5.117355 (1 - 2 w + 2 w²) has the roots 0.5 ± 0.167624.
    """
    curve = Curve.of([0, 1], [-5.0, 5.0], np.eye(2), 10, Scale.MEAN)
    (here,) = fair_values(curve, 0.0).ranges
    square = 2.2621571628**2
    half = math.sqrt(square / 2 / (100 - 2 * square))
    assert here.low == pytest.approx(0.5 - half)
    assert here.high == pytest.approx(0.5 + half)
    assert (here.open_below, here.open_above) == (False, False)


# ---------------------------------------------------------------- shapes


def planted(truth: Iterable[float], values: Iterable[int] | None = None) -> Curve:
    """A curve with a small error and luck that is common to all values."""
    numbers = list(truth)
    covariance = 0.01 * np.eye(len(numbers)) + 0.01
    where = list(values or range(4, 4 + len(numbers)))
    return Curve.of(where, numbers, covariance, 1_000, Scale.MEAN)


def test_a_set_may_be_empty() -> None:
    found = fair_values(planted([3, 4, 5]), 0.0)
    assert not found.fair
    assert not found.ranges
    assert not found.crossings
    assert verdicts(found) == [ABOVE] * 3
    assert verdicts(fair_values(planted([3, 4, 5]), 9.0)) == [BELOW] * 3


def test_a_set_may_be_open() -> None:
    (above,) = fair_values(planted([-4, -1, 0.1, 0.05]), 0.0).ranges
    assert above.open_above
    assert not above.open_below
    assert above.high == 7.0
    (below,) = fair_values(planted([0.1, 0.0, 3]), 0.0).ranges
    assert (below.low, below.open_below, below.open_above) == (4.0, True, False)
    (both,) = fair_values(planted([0.1, 0.0, -0.1]), 0.0).ranges
    assert both == Range(4.0, 6.0, True, True)


def test_a_set_may_have_pieces() -> None:
    found = fair_values(planted([-3, 3, 4, -4, -9]), 0.0)
    assert len(found.ranges) == 2
    assert found.crossings == (4.5, 6.5)
    assert found.fair == ()
    assert verdicts(found) == [BELOW, ABOVE, ABOVE, BELOW, BELOW]


def test_a_curve_that_stays_on_the_target_meets_it_at_each_value() -> None:
    found = fair_values(planted([0.0, 0.0, 3.0]), 0.0)
    assert found.crossings == (4.0, 5.0)


def test_values_are_put_in_order() -> None:
    mixed = Curve.of([6, 4, 5], [2.0, -2.0, 0.0], np.diag([0.03, 0.01, 0.02]), 99, Scale.MEAN)
    found = fair_values(mixed, 0.0, printed=6)
    assert [each.value for each in found.points] == [4, 5, 6]
    assert found.fair == (5,)
    assert found.crossings == (5.0,)
    assert found.printed_verdict == ABOVE
    assert mixed.in_order().points[0].variance == 0.01


def test_spans_are_joined_where_they_meet() -> None:
    assert joined([(2.0, 3.0), (0.0, 1.0), (1.0, 1.5), (2.5, 2.6)]) == [(0.0, 1.5), (2.0, 3.0)]
    assert joined([]) == []


# ---------------------------------------------------------------- cases at the edge


def test_texts_have_playable_values_only() -> None:
    curve = Curve.of(["2 gold", "1 gold", ""], [3.0, 0.0, -3.0], 0.01 * np.eye(3), 99, Scale.MEAN)
    found = fair_values(curve, 0.0, printed="2 gold")
    assert found.fair == ("1 gold",)
    assert not found.ranges
    assert not found.crossings
    assert verdicts(found) == [ABOVE, FAIR, BELOW]
    assert found.printed_verdict == ABOVE


def test_a_single_value_has_no_ranges() -> None:
    found = fair_values(planted([0.05]), 0.0)
    assert found.fair == (4,)
    assert found.ranges == ()


def test_rates_that_were_the_same_in_all_deals_are_known_as_well_as_their_deals_allow() -> None:
    """Of 100 deals none was won: rates up to 3.6 % may be, as Clopper and Pearson have it."""
    rows = np.zeros((100, 3))
    curve = curve_from([1, 2, 3], rows, Scale.RATE)
    assert fair_values(curve, 0.036).fair == (1, 2, 3)
    assert fair_values(curve, 0.037).fair == ()
    assert fair_values(curve, 0.037).ranges == ()


def test_where_an_unbounded_measure_was_the_same_in_all_deals_nothing_is_known() -> None:
    curve = next(mean_curves(63, 1, 50, (1, 2, 3, 4), (0.0, 0.0, 9.0, 12.0)))
    still = curve.covariance.copy()
    still[0, :] = still[:, 0] = 0.0
    points = [p.value for p in curve.points]
    found = fair_values(Curve.of((1, 2, 3, 4), points, still, 50, Scale.MEAN), 5.0)
    assert verdicts(found) == [UNKNOWN, BELOW, ABOVE, ABOVE]
    assert found.ranges[0].low == 1.0
    assert covers(found, 1.7)
    same = Curve.of((1, 2), [5.0, 5.0], np.zeros((2, 2)), 50, Scale.MEAN)
    assert verdicts(fair_values(same, 5.0)) == [FAIR, FAIR]


def test_of_a_single_deal_nothing_is_known() -> None:
    for scale in (Scale.RATE, Scale.MEAN):
        curve = Curve.of((1, 2), [0.5, 0.9], np.full((2, 2), math.inf), 1, scale)
        found = fair_values(curve, 0.5)
        assert verdicts(found) == [UNKNOWN, UNKNOWN]
        assert found.ranges == (Range(1.0, 2.0, True, True),)


def test_a_measure_that_is_missing_at_a_value_is_unknown_there() -> None:
    curve = planted([-3.0, 3.0, 4.0])
    lost = Curve.of((6,), [math.nan], np.full((1, 1), math.inf), 0, Scale.MEAN).points
    covariance = curve.covariance.copy()
    covariance[2, :] = covariance[:, 2] = math.inf
    found = fair_values(Curve((4, 5, 6), (*curve.points[:2], *lost), covariance), 0.0)
    assert verdicts(found) == [BELOW, ABOVE, UNKNOWN]
    assert found.crossings == (4.5,)
    assert found.ranges[-1] == Range(5.0, 6.0, False, True)


@pytest.mark.parametrize(
    ("scale", "target", "message"),
    [
        (Scale.RATE, 1.2, "target 1.2: a rate must be 0 to 1"),
        (Scale.RATE, -0.1, "target -0.1: a rate must be 0 to 1"),
        (Scale.RATE_DIFFERENCE, 2.0, "a difference of rates must be -1 to 1"),
        (Scale.MEAN, math.nan, "it must be a finite number"),
        (Scale.MEAN, math.inf, "it must be a finite number"),
    ],
)
def test_a_target_that_no_measure_can_have_is_refused(
    scale: Scale, target: float, message: str
) -> None:
    curve = Curve.of((1, 2), [0.2, 0.3], 0.01 * np.eye(2), 99, scale)
    with pytest.raises(StatsError, match=message):
        fair_values(curve, target)


@pytest.mark.parametrize("target", [0.0, 1.0])
def test_a_target_at_the_end_of_the_scale_is_possible(target: float) -> None:
    curve = curve_from((1, 2), np.tile([[0.0, 1.0]], (30, 1)), Scale.RATE)
    found = fair_values(curve, target)
    assert found.fair == (1 + int(target),)
    assert len(found.ranges) == 1


def test_a_value_may_not_be_given_twice() -> None:
    with pytest.raises(StatsError, match="the value 4 is given twice"):
        planted([1, 2], [4, 4])


def test_a_fair_set_can_be_written_and_read() -> None:
    found = fair_values(planted([-3, 0.1, 4]), 0.0, printed=6)
    text = json.dumps(found.as_dict(), allow_nan=False)
    assert typed(FairSet, json.loads(text)) == found
