"""A histogram of whole numbers with marks, such as quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from trisim.report.style import BLUE, GREY, INK, drawing, plain_axes, plain_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEIGHT = 2.4
"""Inches."""


def draw_histogram(
    counts: Sequence[tuple[int, int]], marks: Sequence[tuple[str, float]], below: str
) -> Figure:
    """The count of each number, with named marks; ``below`` is the label of the axis."""
    total = sum(count for _, count in counts) or 1
    with drawing(HEIGHT) as (figure, axes):
        shares = [100 * count / total for _, count in counts]
        axes.bar([number for number, _ in counts], shares, width=1.0, color=BLUE, alpha=0.75)
        top = max(shares, default=1.0) * 1.05
        for name, value in marks:
            if isfinite(value):
                axes.plot([value, value], [0, top], color=INK, linewidth=1, linestyle=(0, (3, 2)))
                axes.text(value, top, plain_text(name), ha="center", va="bottom", fontsize=8)
        axes.set_ylim(0, top * 1.12)
        axes.set_xlabel(plain_text(below), color=GREY)
        plain_axes(axes, "y")
        axes.yaxis.set_major_formatter("{x:g} %")
        axes.tick_params(axis="y", length=0)
    return figure
