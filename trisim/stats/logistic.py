"""Logistic regression with a small penalty: the odds of an event from a few numbers.

Coefficients are found by Newton's method. The penalty, half of ``RIDGE`` times the squares of the
coefficients of standardised numbers, keeps them finite where the numbers separate all events from
all others (le Cessie and van Houwelingen 1992, Applied Statistics 41).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Array = NDArray[np.float64]

RIDGE = 1.0
STEPS = 30
SMALL = 1e-8
"""A step that moves no coefficient further is the last."""

TINY = 1e-9
"""Numbers that vary less count as constant."""


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """A fitted model: numbers are standardised, then weighted; the first weight is the constant."""

    middle: Array
    spread: Array
    weights: Array

    def predict(self, rows: Array) -> Array:
        """The probability of the event for each row."""
        found: Array = expit(standardised(rows, self.middle, self.spread) @ self.weights)
        return found


def fit(rows: Array, events: Array) -> Logistic:
    """Fit a model to rows of numbers, and whether the event came (1 or 0).

    >>> model = fit(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0.0, 0.0, 1.0, 1.0]))
    >>> low, high = model.predict(np.array([[0.0], [3.0]]))
    >>> bool(low < 0.3 < 0.7 < high)
    True
    """
    middle, spread = rows.mean(axis=0), rows.std(axis=0)
    spread = np.where(spread > TINY, spread, np.inf)  # a constant says nothing
    known = standardised(rows, middle, spread)
    penalty = np.full(known.shape[1], RIDGE)
    penalty[0] = SMALL
    weights = np.zeros(known.shape[1])
    for _ in range(STEPS):
        chance = expit(known @ weights)
        slope = known.T @ (events - chance) - penalty * weights
        curve = (known * (chance * (1 - chance))[:, None]).T @ known + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights += np.clip(step, -5.0, 5.0)
        if np.abs(step).max() < SMALL:
            break
    return Logistic(middle, spread, weights)


def standardised(rows: Array, middle: Array, spread: Array) -> Array:
    """The rows with a constant before them, each number less its mean over its spread."""
    found = np.ones((len(rows), 1 + rows.shape[1]))
    found[:, 1:] = (rows - middle) / spread
    return found
