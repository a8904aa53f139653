"""Planted curves: a measure whose true values are known, on deals that all values share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tests.stats.planted import Array
from trisim.stats.curves import Curve, Value
from trisim.stats.estimate import Scale

LUCK, REST = 3.0, 1.0
"""Standard deviations: of the luck of a deal, which all values share, and of what is left."""


def curve_from(values: Sequence[Value], rows: Array, scale: Scale = Scale.MEAN) -> Curve:
    """A curve from a table with a row for each deal and a column for each value."""
    deals = len(rows)
    covariance = np.atleast_2d(np.cov(rows, rowvar=False)) / deals
    return Curve.of(values, rows.mean(axis=0), covariance, deals, scale)


def mean_curves(
    seed: int, experiments: int, deals: int, values: Sequence[Value], truth: Sequence[float]
) -> Iterator[Curve]:
    """Means: the truth, the luck of the deal, and a little luck of each value."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, LUCK, (experiments, deals, 1))
    rows = luck + rng.normal(0, REST, (experiments, deals, len(values))) + np.array(truth)
    return (curve_from(values, each) for each in rows)


def rate_curves(
    seed: int, experiments: int, deals: int, values: Sequence[Value], truth: Sequence[float]
) -> Iterator[Curve]:
    """Rates of one game a deal: a deal is won at most values or at few, by its own luck.

    Half of the deals have one draw for all values, the others one for each.
    """
    rng = np.random.default_rng(seed)
    own, shared = rng.random((experiments, deals, len(values))), rng.random((experiments, deals, 1))
    draws = np.where(rng.random((experiments, deals, 1)) < 0.5, shared, own)
    rows = (draws < np.array(truth)).astype(np.float64)
    return (curve_from(values, each, Scale.RATE) for each in rows)


def unpaired(curve: Curve) -> Curve:
    """The same as if each value had deals of its own."""
    return Curve(curve.values, curve.points, np.diag(np.diag(curve.covariance)))
