"""Whether dice fell as they should: honest dice pass, loaded dice don't."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from trisim.games.trismegistus.report.analyses.bowl_fit import Fit, fits, place_moments
from trisim.games.trismegistus.report.analyses.bowl_odds import bowl_odds

DICE = (4, 3, 3)
LIMIT = 4
Bowls = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


def rolled(rng: np.random.Generator, rolls: int, face: list[float] | None = None) -> Bowls:
    """Bowls by roll, symbol and colour; with a face's own chances, or even ones."""
    color = np.repeat(np.arange(3), DICE)
    found = np.zeros((rolls, 6, 3), dtype=np.int64)
    for row in range(rolls):
        dice = rng.choice(6, len(color), p=face)
        while (sizes := np.bincount(dice, minlength=6)).max() > LIMIT:
            moving = dice == (sizes > LIMIT).argmax()
            dice[moving] = rng.choice(6, moving.sum(), p=face)
        np.add.at(found[row], (dice, color), 1)
    return found


def fitted(bowls: Bowls) -> dict[str, Fit]:
    odds = bowl_odds(sum(DICE), LIMIT)
    assert odds is not None
    sizes = -np.sort(-bowls.sum(axis=2), axis=1)
    fillings = Counter(tuple(int(size) for size in row) for row in sizes)
    return {fit.name: fit for fit in fits(odds, DICE, fillings, bowls.sum(axis=0).astype(float))}


def test_p_values_of_honest_dice_are_even() -> None:
    rng = np.random.default_rng(11)
    found = [fitted(rolled(rng, 150)) for _ in range(120)]
    for name in ("fillings", "places"):
        p = np.array([each[name].p for each in found])
        assert np.mean(p < 0.5) == pytest.approx(0.5, abs=0.17)
        assert np.mean(p < 0.05) < 0.15


def test_loaded_dice_are_found_out() -> None:
    rng = np.random.default_rng(12)
    fit = fitted(rolled(rng, 600, [0.24, 0.152, 0.152, 0.152, 0.152, 0.152]))
    assert fit["places"].p < 1e-6
    assert fit["places"].degrees == 15


def test_a_colour_that_has_a_favourite_bowl_is_found_out() -> None:
    bowls = rolled(np.random.default_rng(13), 600)
    swapped = bowls.copy()
    swapped[:, 0, 0] = bowls[:, 0, :].sum(axis=1)
    swapped[:, 0, 1:] = 0
    assert fitted(swapped)["places"].p < 1e-6
    assert fitted(swapped)["fillings"].p > 0.001


def test_moments_are_those_of_many_rolls() -> None:
    odds = bowl_odds(sum(DICE), LIMIT)
    assert odds is not None
    mean, covariance = place_moments(odds, DICE)
    bowls = rolled(np.random.default_rng(14), 4000).reshape(4000, -1)
    assert bowls.mean(axis=0) == pytest.approx(mean, abs=0.06)
    assert np.cov(bowls.T) == pytest.approx(covariance, abs=0.06)


def test_hardly_any_rolls_are_not_fitted() -> None:
    assert fitted(rolled(np.random.default_rng(15), 2)) == {}
