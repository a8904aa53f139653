"""How estimates look, and what of them goes into a file."""

from __future__ import annotations

import json
import math

import pytest

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.point import Point


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (
            Estimate(0.249, 0.245, 0.253, 80_000, 20_000),
            "24.9 % [24.5, 25.3], n = 80,000 in 20,000 deals",
        ),
        (
            Estimate(0.25012, 0.24988, 0.25031, 9, 1),
            "25.01 % [24.99, 25.03], n = 9 in 1 deal",
        ),
        (
            Estimate(103.24, 102.9, 103.6, 400, 100, scale=Scale.MEAN),
            "103.2 [102.9, 103.6], n = 400 in 100 deals",
        ),
        (
            Estimate(0.012, -0.004, 0.028, 400, 100, scale=Scale.RATE_DIFFERENCE),
            "+1.2 pp [−0.4, +2.8], n = 400 in 100 deals",
        ),
        (
            Estimate(-0.0001, -0.004, 0.0038, 400, 100, scale=Scale.RATE_DIFFERENCE),
            "+0.0 pp [−0.4, +0.4], n = 400 in 100 deals",
        ),
        (
            Estimate(-0.003, -0.006, -0.0001, 400, 100, scale=Scale.RATE_DIFFERENCE),
            "−0.3 pp [−0.6, −0.0], n = 400 in 100 deals",
        ),
        (
            Estimate(7.0, -math.inf, math.inf, 400, 100, scale=Scale.MEAN),
            "7.0 [−∞, ∞], n = 400 in 100 deals",
        ),
        (Sums().rate(), "no data"),
    ],
)
def test_estimates_read_well(estimate: Estimate, text: str) -> None:
    assert str(estimate) == text


def test_comparison_shows_its_corrected_p_value() -> None:
    estimate = Estimate(0.249, 0.245, 0.253, 80_000, 20_000)
    assert str(Comparison(estimate, 0.25, 0.012, 0.06)).endswith("deals, p = 0.06")
    assert str(Comparison(estimate, 0.25, 0.0, 0.0)).endswith("p < 0.0001")


def test_unknown_ends_are_null_in_json() -> None:
    for estimate in (Sums().rate(), Sums.of([3.0], [4.0]).mean()):
        text = json.dumps(Comparison(estimate, 0.0, 1.0, 1.0).as_dict(), allow_nan=False)
        assert "null" in text


def test_excludes_is_what_lies_outside() -> None:
    estimate = Estimate(0.25, 0.2, 0.3, 100, 25)
    assert [estimate.excludes(value) for value in (0.19, 0.2, 0.3, 0.31)] == [
        True,
        False,
        False,
        True,
    ]
    assert estimate.halfwidth == pytest.approx(0.05)


def test_a_share_of_all_that_varies_has_an_interval() -> None:
    point = Point(1.0, 0.01, 4_000, 200, 190.0, Scale.RATE)
    found = point.estimate()
    assert found.high == 1.0
    assert found.low == pytest.approx(0.803, abs=0.001)
    assert point.p_value(0.7) < 0.05 < point.p_value(0.9)
