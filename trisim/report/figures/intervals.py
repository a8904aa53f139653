"""Dots with intervals, one below the other: the plainest picture of estimates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.style import GREY, INK, WIDTH, our_style, plain_axes, plain_text, short
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
    dots: Sequence[Dot], reference: float | None = None, reference_label: str = ""
) -> Figure:
    """Estimates from top to bottom, their values written beside them; a line where equals are."""
    import matplotlib.pyplot as plt

    with our_style():
        figure, axes = plt.subplots(figsize=(WIDTH, 0.7 + ROW * len(dots)), layout="constrained")
        times = 100 if dots and dots[0].estimate.unit else 1
        for row, dot in enumerate(dots):
            draw_dot(axes, row, dot, times)
        axes.set_yticks(range(len(dots)), [plain_text(short(dot.label)) for dot in dots])
        axes.set_ylim(len(dots) - 0.4, -0.8)
        if reference is not None:
            axes.axvline(times * reference, color=GREY, linewidth=1, linestyle=(0, (3, 2)))
            axes.annotate(
                reference_label,
                (times * reference, -0.75),
                ha="center",
                va="bottom",
                color=GREY,
                annotation_clip=False,
            )
        plain_axes(axes)
        axes.tick_params(axis="y", length=0)
        if times == 100:
            axes.xaxis.set_major_formatter(f"{{x:g}}{dots[0].estimate.unit}")
    plt.close(figure)
    return figure


def draw_dot(axes: Axes, row: int, dot: Dot, times: int) -> None:
    """One row: interval, dot, value."""
    low, value, high = (
        times * number for number in (dot.estimate.low, dot.estimate.value, dot.estimate.high)
    )
    axes.plot([low, high], [row, row], color=dot.color, linewidth=2.4, solid_capstyle="butt")
    axes.plot([value], [row], "o", color=dot.color, markersize=6)
    axes.annotate(
        dot.estimate.shown(dot.estimate.value),
        (value, row),
        xytext=(0, 5),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=8,
    )
