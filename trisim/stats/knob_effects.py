"""The effects of knobs on measures, estimated from candidates that were played on common deals.

A candidate is a level for each knob. A measure is modelled as its printed value, plus a curve for
each knob, plus what is particular to the candidate: a Gaussian process over levels, pinned to 0 at
the printed level (Rasmussen and Williams, *Gaussian Processes for Machine Learning*, 2006, chapter
2). The size of each curve is estimated from the candidates that change this knob alone, minus what
chance explains: so a knob without a sure effect on a measure has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Levels = tuple[int, ...]
"""A candidate: the level of each knob."""

BENT = 0.25
"""The variance with which a curve may leave a straight line, as a part of its own."""

PARTICULAR = 0.05
"""The variance of what is particular to a candidate, as a part of that of all its curves."""

NOISE = 1e-12
DIGITS = 9
"""Decimals of an effect: further ones depend on the processor and must decide nothing."""


@dataclass(frozen=True, slots=True)
class Space:
    """What can be chosen: the levels of knobs with their prices."""

    printed: Levels
    prices: tuple[tuple[float, ...], ...]
    """The price of each level of each knob; 0 of the printed one."""

    ordered: tuple[bool, ...]
    """Whether the levels of a knob have an order, as numbers have."""

    def price(self, levels: Levels) -> float:
        return round(sum(self.prices[knob][level] for knob, level in enumerate(levels)), DIGITS)

    def with_level(self, levels: Levels, knob: int, level: int) -> Levels:
        return (*levels[:knob], level, *levels[knob + 1 :])

    def changed(self, levels: Levels) -> tuple[int, ...]:
        """The knobs that are not as printed."""
        return tuple(k for k, (a, b) in enumerate(zip(levels, self.printed, strict=True)) if a != b)

    def kernel(self, knob: int) -> Array:
        """The covariance of a knob's curve at all levels, with a greatest variance of 1 or so."""
        levels = np.arange(len(self.prices[knob])) - self.printed[knob]
        if not self.ordered[knob]:
            return np.diag((levels != 0).astype(float))
        away = levels / max(1, np.abs(levels).max())
        one, other = away[:, None], away[None, :]
        same_side = one * other > 0
        bent = np.where(same_side, np.minimum(np.abs(one), np.abs(other)), 0.0)
        return np.asarray((1 - BENT) * one * other + BENT * bent, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Changes:
    """Candidates minus the printed values, on common deals: a row for each, a column by measure."""

    candidates: tuple[Levels, ...]
    values: Array
    errors: Array
    """Standard errors; infinite where a candidate lacks a measure."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The curves of all knobs, and what is particular to candidates."""

    space: Space
    curves: tuple[Array, ...]
    """By knob, a row for each level and a column for each measure."""

    particular: dict[Levels, Array]

    def of(self, levels: Levels) -> Array:
        """The estimated change of all measures."""
        found = self.additive(np.array([levels]))[0]
        return np.asarray(found + self.particular.get(levels, 0.0), dtype=np.float64)

    def additive(self, rows: NDArray[np.int64]) -> Array:
        """The sum of curves for candidates as rows."""
        parts = [curve[rows[:, knob]] for knob, curve in enumerate(self.curves)]
        return np.asarray(sum(parts), dtype=np.float64)


def estimated(space: Space, changes: Changes) -> Effects:
    """All effects, from what was played so far."""
    rows = np.array(changes.candidates)
    kernels = [space.kernel(knob) for knob in range(len(space.printed))]
    measures = changes.values.shape[1]
    curves = [np.zeros((len(kernel), measures)) for kernel in kernels]
    particular = np.zeros((len(rows), measures))
    scales = scales_of(space, changes, kernels)
    among = [kernel[np.ix_(rows[:, k], rows[:, k])] for k, kernel in enumerate(kernels)]
    for column in range(measures):
        known = np.flatnonzero(np.isfinite(changes.errors[:, column]))
        if not len(known) or not scales[:, column].any():
            continue
        here = np.ix_(known, known)
        pairs = list(zip(scales[:, column], among, strict=True))
        own = PARTICULAR * sum(scale * np.diag(part)[known] for scale, part in pairs)
        total = sum(scale * part[here] for scale, part in pairs)
        noise = changes.errors[known, column] ** 2 + NOISE
        weights = np.linalg.solve(total + np.diag(own + noise), changes.values[known, column])
        for knob, kernel in enumerate(kernels):
            seen = kernel[:, rows[known, knob]]
            curves[knob][:, column] = scales[knob, column] * (seen @ weights)
        particular[known, column] = own * weights
    alone = {levels: particular[n] for n, levels in enumerate(changes.candidates)}
    return Effects(space, tuple(np.round(each, DIGITS) for each in curves), alone)


def scales_of(space: Space, changes: Changes, kernels: Sequence[Array]) -> Array:
    """The variance of each knob's curve in each measure, from candidates that change it alone.

    The square of an effect minus its error variance is an unbiased estimate; a negative one is 0.
    """
    found = np.zeros((len(kernels), changes.values.shape[1]))
    for knob, kernel in enumerate(kernels):
        alone = [n for n, each in enumerate(changes.candidates) if space.changed(each) == (knob,)]
        if not alone:
            continue
        prior = np.array([kernel[(level := changes.candidates[n][knob]), level] for n in alone])
        errors = changes.errors[alone]
        square = np.where(np.isfinite(errors), changes.values[alone] ** 2 - errors**2, 0.0)
        found[knob] = np.maximum(0.0, (square / prior[:, None]).mean(axis=0))
    return found
