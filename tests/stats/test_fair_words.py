"""Words for every shape of a set of fair values."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from trisim.stats.curves import Curve, Value
from trisim.stats.estimate import Scale
from trisim.stats.fair import fair_values
from trisim.stats.fair_words import fair_words

FEW = "The measure hardly depends on it, or there are too few games."


def words(
    truth: Sequence[float], values: Sequence[Value] | None = None, printed: Value | None = None
) -> str:
    """The words for estimates with an error of 0.25, so that less than 0.49 is fair."""
    covariance = 0.0625 * np.eye(len(truth))
    where = values or range(4, 4 + len(truth))
    curve = Curve.of(tuple(where), list(truth), covariance, 10_000, Scale.MEAN)
    return fair_words(fair_values(curve, 0.0, printed=printed))


def test_fair_values_and_a_printed_one() -> None:
    found = words([-3, -2, -1, -0.3, 0.3, 1.5], printed=9)
    assert found == (
        "Fair: 7 or 8; printed 9 (above the target). Interpolated: between 6.8 and 8.1."
    )


def test_a_printed_value_that_is_fair() -> None:
    found = words([-3, 0.0, 3], printed=5)
    assert found == "Fair: 5; printed 5 (fair). Interpolated: between 4.86 and 5.14."


def test_a_printed_value_that_was_not_swept() -> None:
    assert "; printed 20 (not swept). " in words([-3, 0.0, 3], printed=20)


def test_no_printed_value() -> None:
    assert words([-3, 0.0, 3]).startswith("Fair: 5. ")


def test_neighbours_are_a_range() -> None:
    found = words([-3, 0.1, 0.1, 0.1, 0.1, 2, 2, 0.1, 2])
    assert found.startswith("Fair: 5 to 8 or 11. Interpolated: two ranges: between ")


@pytest.mark.parametrize(("sign", "side"), [(1, "above"), (-1, "below")])
def test_an_empty_set(sign: int, side: str) -> None:
    found = words([3 * sign, 4 * sign, 5 * sign], printed=5)
    assert found == (
        f"No whole value from 4 to 6 is fair: all are {side} the target; printed 5 ({side} the "
        "target). Interpolated: no value."
    )


def test_a_target_between_two_whole_values() -> None:
    found = words([-3, 3, 4])
    assert found == (
        "No whole value from 4 to 6 is fair: 4 is surely below the target and 5 surely above. "
        "Interpolated: between 4.44 and 4.56."
    )


def test_a_target_that_is_jumped_over_twice() -> None:
    found = words([-3, 3, 3, -3], [4, 6, 8, 10])
    assert found == (
        "No swept value from 4 to 10 is fair: 4 is surely below the target and 6 surely above; "
        "8 is surely above the target and 10 surely below. "
        "Interpolated: two ranges: between 4.88 and 5.12; between 8.88 and 9.12."
    )


def test_open_sets() -> None:
    above = words([-3, -2, 0.1, 0.0, 0.2])
    assert above == (
        "Fair: 6, 7 or 8. Interpolated: any value from 5.8 on, as far as was swept (to 8)."
    )
    below = words([0.0, 0.2, 3])
    assert below == (
        "Fair: 4 or 5. Interpolated: any value up to 5.1, as far as was swept (from 4)."
    )


def test_open_pieces() -> None:
    found = words([0.0, 3, 3, 0.0])
    assert found == (
        "Fair: 4 or 7. Interpolated: two ranges: any value up to 4.14, as far as was swept "
        "(from 4); any value from 6.86 on, as far as was swept (to 7)."
    )


def test_every_value() -> None:
    found = words([0.0, 0.1, -0.1], printed=4)
    assert found == (
        f"Fair: every whole value from 4 to 6; printed 4 (fair). {FEW} "
        "Interpolated: any value from 4 to 6, and perhaps beyond."
    )


def test_numbers_that_are_not_whole() -> None:
    found = words([-3, 0.0, 3], [-0.25, 0.0, 0.25])
    assert found == "Fair: 0. Interpolated: between −0.036 and 0.036."


def test_texts() -> None:
    values = ["none", "2 gold", "a\x1b[2J"]
    assert words([-3, 0.0, 3], values, "none") == (
        "Fair: '2 gold'; printed 'none' (below the target)."
    )
    assert words([-3, -3, 3], values) == (
        "No swept value is fair: 'none' and '2 gold' are below the target; "
        "'a\\x1b[2J' is above the target."
    )
    assert words([3, 3, 3], values) == "No swept value is fair: all are above the target."
    assert words([0, 0, 0], values) == f"Fair: every swept value. {FEW}"


def test_a_single_value() -> None:
    assert words([0.0], [7], 7) == "Fair: 7; printed 7 (fair)."
    assert words([3.0], [7]) == "7 is not fair: above the target."


def test_unknown_values() -> None:
    covariance = np.diag([0.0, 0.0625, 0.0625])
    curve = Curve.of((4, 5, 6), [9.0, -3.0, -6.0], covariance, 10_000, Scale.MEAN)
    assert fair_words(fair_values(curve, 0.0, printed=4)) == (
        "No whole value from 4 to 6 is known to be fair; printed 4 (unknown). "
        "Interpolated: any value up to 5.0, as far as was swept (from 4). "
        "Nothing is known at 4: too few deals, or the same in all of them."
    )
    single = Curve.of((4, 5), [9.0, -3.0], np.full((2, 2), math.inf), 1, Scale.MEAN)
    assert fair_words(fair_values(single, 0.0)).endswith(
        "Nothing is known at 4 and 5: too few deals, or the same in all of them."
    )
