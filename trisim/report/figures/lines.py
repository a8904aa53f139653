"""Lines with their intervals as bands, and names at their ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_band(
    axes: Axes, x: Sequence[float], y: Sequence[Estimate], color: str, times: int = 1
) -> None:
    """A line, and its intervals as a band; values are multiplied by ``times``."""
    low, value, high = (
        [times * getattr(each, end) for each in y] for end in ("low", "value", "high")
    )
    axes.fill_between(x, low, high, color=color, alpha=0.25, linewidth=0)
    axes.plot(x, value, color=color, linewidth=1.6, marker="o", markersize=3)


def write_ends(axes: Axes, x: float, ends: Sequence[tuple[str, float, str]]) -> None:
    """Names beside the ends of lines, moved apart to avoid overlaps."""
    known = sorted((end for end in ends if math.isfinite(end[1])), key=lambda end: end[1])
    low, high = axes.get_ylim()
    gap = 0.065 * (high - min(0.0, low))
    heights = apart([end[1] for end in known], gap)
    for (name, _, color), height in zip(known, heights, strict=True):
        axes.text(x + 0.02 * x + 0.15, height, name, color=color, va="center", fontsize=8.5)


def apart(heights: Sequence[float], gap: float) -> list[float]:
    """Increasing heights, moved as little as possible to leave a gap between neighbours."""
    moved: list[float] = []
    for height in heights:
        moved.append(max(height, moved[-1] + gap) if moved else height)
    over = sum(new - old for new, old in zip(moved, heights, strict=True))
    return [each - over / len(moved) for each in moved] if moved else []


def spread_out(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Positions as near to the values as possible, in their order and with a gap between them.

    >>> spread_out([5.0, 5.0, 9.0], 2.0, 0.0, 10.0)
    [5.0, 7.0, 9.0]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    places: list[float] = []
    for i in order:
        least = places[-1] + gap if places else low
        places.append(max(values[i], least))
    top = high
    for k in reversed(range(len(places))):
        places[k] = min(places[k], top)
        top = places[k] - gap
    found = [0.0] * len(values)
    for i, place in zip(order, places, strict=True):
        found[i] = place
    return found
