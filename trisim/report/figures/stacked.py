"""Panels one below the other, each with labelled rows and an axis of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from trisim.report.style import WIDTH, our_style, plain_axes, plain_text, short
from trisim.stats.estimate import with_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

T = TypeVar("T")

LONGEST = 34
"""Letters of a label; of a longer one the middle is left out."""


def draw_stacked(
    panels: Sequence[T], height: Callable[[T], float], draw: Callable[[Axes, T], None]
) -> Figure:
    """A figure with a panel for each item, so many inches high."""
    from matplotlib.figure import Figure

    heights = [height(panel) for panel in panels]
    with our_style():
        figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
        all_axes = figure.subplots(len(panels), 1, height_ratios=heights, squeeze=False)
        for axes, panel in zip(all_axes[:, 0], panels, strict=True):
            draw(axes, panel)
    return figure


def set_rows(axes: Axes, labels: Sequence[str], title: str) -> None:
    """Rows from top to bottom with their labels, below a title of one or more lines."""
    axes.set_yticks(range(len(labels)), [short(label, LONGEST) for label in labels])
    axes.set_ylim(len(labels) - 0.45, -0.55)
    lines = (plain_text(line) for line in title.split("\n"))
    axes.set_title("\n".join(lines), loc="left", fontsize=9, pad=4)
    plain_axes(axes)
    axes.grid(visible=False)
    axes.tick_params(axis="y", length=0)


def set_values(
    axes: Axes,
    limits: tuple[float, float],
    unit: str = "",
    signed: bool = False,
) -> None:
    """The range of the axis, and its numbers with their unit."""
    axes.set_xlim(*limits)
    axes.locator_params(axis="x", nbins=5)
    plus = "+" if signed else ""
    axes.xaxis.set_major_formatter(
        lambda x, _: with_minus(f"{x:{plus}g}{unit}") if x else f"0{'' if signed else unit}"
    )


def limits_of(numbers: Iterable[float]) -> tuple[float, float]:
    """A range with all finite numbers on it, and some room."""
    known = [number for number in numbers if math.isfinite(number)] or [0.0]
    room = 0.05 * (max(known) - min(known)) or 1.0
    return min(known) - room, max(known) + room


def within(number: float, limits: tuple[float, float]) -> float:
    """The number, or the end of the range that is nearer."""
    return min(max(number, limits[0]), limits[1])
