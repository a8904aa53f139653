"""Dots with intervals, one below the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.style import GREY, INK, LONGEST, drawing, plain_axes, short
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.34
"""Inches for a row."""


@dataclass(frozen=True, slots=True)
class Dot:
    """An estimate with its label."""

    label: str
    estimate: Estimate
    color: str = INK


def draw_dots(
    dots: Sequence[Dot],
    reference: float | None = None,
    reference_label: str = "",
    *,
    longest: int = LONGEST,
) -> Figure:
    """Estimates from top to bottom with their values, and a reference line.

    Labels have at most ``longest`` letters.
    """
    with drawing(0.8 + ROW * len(dots)) as (figure, axes):
        draw_rows(axes, dots, reference, reference_label, longest=longest)
    return figure


def draw_rows(
    axes: Axes,
    dots: Sequence[Dot],
    reference: float | None = None,
    reference_label: str = "",
    *,
    longest: int = LONGEST,
) -> None:
    """Estimates from top to bottom on axes, and a reference line."""
    times = 100 if dots and dots[0].estimate.unit else 1
    if reference is not None:
        draw_reference(axes, times * reference, reference_label)
    for row, dot in enumerate(dots):
        draw_dot(axes, row, dot, times)
    axes.set_yticks(range(len(dots)), [short(dot.label, longest) for dot in dots])
    axes.set_ylim(len(dots) - 0.4, -0.8)
    plain_axes(axes)
    axes.locator_params(axis="x", nbins=6)
    axes.tick_params(axis="y", length=0)
    if times == 100:
        axes.xaxis.set_major_formatter(f"{{x:g}}{dots[0].estimate.unit}")


def draw_reference(axes: Axes, value: float, label: str) -> None:
    axes.axvline(value, color=GREY, linewidth=1, linestyle=(0, (3, 2)))
    axes.annotate(
        label,
        (value, 1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=GREY,
        annotation_clip=False,
    )


def draw_dot(axes: Axes, row: int, dot: Dot, times: int) -> None:
    """One row: interval, dot, value; empty without a value, only the dot if it is infinite."""
    low, value, high = (
        times * number for number in (dot.estimate.low, dot.estimate.value, dot.estimate.high)
    )
    if not math.isfinite(value):
        return
    if math.isfinite(low) and math.isfinite(high):
        axes.plot([low, high], [row, row], color=dot.color, linewidth=2.4, solid_capstyle="butt")
    axes.plot([value], [row], "o", color=dot.color, markersize=6)
    write_value(axes, row, value, dot.estimate.shown(dot.estimate.value))


def write_value(axes: Axes, row: int, value: float, words: str) -> None:
    """A number above its dot."""
    axes.annotate(
        words,
        (value, row),
        xytext=(0, 6),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=8,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.4},
    )
