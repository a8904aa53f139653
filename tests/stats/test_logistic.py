"""Logistic regression, against a slow minimiser."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from trisim.stats.logistic import RIDGE, Array, fit


def made_up(seed: int, rows: int = 300) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(rows, 3)) * [1.0, 10.0, 0.1] + [0.0, 5.0, -2.0]
    chance = 1 / (1 + np.exp(-(numbers[:, 0] - 0.1 * numbers[:, 1])))
    return numbers, (rng.random(rows) < chance).astype(np.float64)


def slow_fit(rows: Array, events: Array) -> Array:
    """The penalised likelihood, minimised step by step."""
    known = np.column_stack([np.ones(len(rows)), (rows - rows.mean(axis=0)) / rows.std(axis=0)])

    def loss(weights: Array) -> float:
        odds = known @ weights
        likelihood = events @ odds - np.logaddexp(0, odds).sum()
        return float(RIDGE / 2 * weights[1:] @ weights[1:] - likelihood)

    return np.asarray(minimize(loss, np.zeros(known.shape[1]), tol=1e-10).x)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_weights_are_those_of_a_minimiser(seed: int) -> None:
    rows, events = made_up(seed)
    assert fit(rows, events).weights == pytest.approx(slow_fit(rows, events), abs=1e-4)


def test_constant_numbers_say_nothing() -> None:
    rows, events = made_up(4)
    with_constant = np.column_stack([rows, np.full(len(rows), 7.0)])
    assert fit(with_constant, events).predict(with_constant) == pytest.approx(
        fit(rows, events).predict(rows)
    )


def test_numbers_that_separate_all_events_have_finite_weights() -> None:
    rows = np.arange(20.0)[:, None]
    model = fit(rows, (rows[:, 0] > 9).astype(np.float64))
    assert np.isfinite(model.weights).all()
    assert model.predict(np.array([[0.0]]))[0] < 0.1 < 0.9 < model.predict(np.array([[19.0]]))[0]
