"""Many comparisons at once.

Intervals are Bonferroni's: each at a level so high that all of them hold together. They are valid
under any dependence, and deterministic; for five roles they are 1 % wider (for their ten
differences 3 %) than intervals from the joint distribution, which would have to be simulated. p
values are Holm's, which reject whatever Bonferroni rejects, and more. For long lists (all cards),
where some false alarms are acceptable, there is Benjamini and Hochberg's false discovery rate.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

import numpy as np

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Scale
from trisim.stats.joint import Joint
from trisim.stats.point import Point

K = TypeVar("K", bound=Hashable)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values: the smallest times how many there are, the next times one less, and so on.

    Below 0.05 are those that may be called real with at most 5 % risk of even one false alarm.
    """
    given = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    steps = given[order] * np.arange(len(given), 0, -1)
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return [float(p) for p in adjusted]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values: of all those below 0.05, at most 5 % are false alarms on average."""
    from scipy.stats import false_discovery_control

    return [float(p) for p in false_discovery_control(p_values)] if len(p_values) else []


def compare_all(points: Mapping[K, Point], null: float, level: float = 0.95) -> dict[K, Comparison]:
    """Each against the same value: intervals that hold together, p values after Holm."""
    p_values = [point.p_value(null) for point in points.values()]
    return {
        key: Comparison(point.estimate(level, family=len(points)), null, p, adjusted)
        for (key, point), p, adjusted in zip(points.items(), p_values, holm(p_values), strict=True)
    }


def against(
    sums: Mapping[K, Sums], null: float, scale: Scale = Scale.RATE, level: float = 0.95
) -> dict[K, Comparison]:
    """Each level against a fixed value, such as par: one win divided by the number of players."""
    return compare_all({key: here.point(scale) for key, here in sums.items()}, null, level)


def pairwise(
    joint: Joint[K], scale: Scale = Scale.RATE, level: float = 0.95
) -> dict[tuple[K, K], Comparison]:
    """Each level minus each later one."""
    pairs = combinations(joint.levels, 2)
    points = {(a, b): joint.difference(a, b, scale) for a, b in pairs}
    return compare_all(points, 0.0, level)
