"""Effects of restrictions by size: dots with intervals, and the margin as a band."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.report.style import FAINT, GREY, INK, SERIES, drawing, plain_axes, short
from trisim.stats.estimate import with_minus
from trisim.stats.restrictions import DEAD, INDIFFERENT, NEEDED, TRAP, UNDECIDED, USEFUL, Worth

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, AROUND = 0.2, 1.1
"""Inches of a row, and of title, axis and legend together."""

LETTERS = 24
LOOKS = {
    NEEDED: (SERIES[0], "o"),
    USEFUL: (SERIES[2], "o"),
    INDIFFERENT: (GREY, "s"),
    TRAP: (SERIES[1], "D"),
    DEAD: (SERIES[5], "X"),
    UNDECIDED: (GREY, "o"),
}
"""Colour and mark of each class; those of undecided ones are hollow."""


def draw_effects(worths: Sequence[Worth], margin: float, axis: str) -> Figure:
    """Parts from the largest loss to the largest gain."""
    with drawing(AROUND + ROW * len(worths)) as (figure, axes):
        axes.axvspan(-100 * margin, 100 * margin, color=FAINT, alpha=0.6, linewidth=0, zorder=0)
        axes.axvline(0, color=GREY, linewidth=0.9, zorder=1)
        for row, worth in enumerate(worths):
            draw_effect(axes, row, worth)
        names = [worth.part.name.partition(":") for worth in worths]
        labels = [short(own or whole, LETTERS) for whole, _, own in names]
        axes.set_yticks(range(len(worths)), labels)
        axes.set_ylim(len(worths) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0, labelsize=8)
        axes.xaxis.set_major_formatter(lambda x, _: with_minus(f"{x:g}"))
        plain_axes(axes)
        axes.set_xlabel(axis)
        draw_legend(figure, worths, margin)
    return figure


def draw_effect(axes: Axes, row: int, worth: Worth) -> None:
    """One part: its interval, and a mark that is full if its class is sure."""
    color, mark = LOOKS[worth.verdict]
    win = worth.quoted.win
    low, value, high = (100 * number for number in (win.low, win.value, win.high))
    if math.isfinite(low) and math.isfinite(high):
        axes.plot([low, high], [row, row], color=color, linewidth=1.6, solid_capstyle="butt")
    face = "white" if worth.verdict == UNDECIDED else color
    axes.plot([value], [row], mark, color=color, markerfacecolor=face, markersize=4.5)


def draw_legend(figure: Figure, worths: Sequence[Worth], margin: float) -> None:
    """The classes that there are, and the band, above the rows."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    there = {worth.verdict for worth in worths}
    marks: list[Line2D | Patch] = [
        Line2D(
            [],
            [],
            color=color,
            marker=mark,
            markerfacecolor="white" if name == UNDECIDED else color,
            markersize=4.5,
            linewidth=1.6,
            label=name,
        )
        for name, (color, mark) in LOOKS.items()
        if name in there
    ]
    marks.append(Patch(facecolor=FAINT, label=f"margin ± {100 * margin:g}"))
    figure.legend(
        handles=marks,
        loc="outside upper left",
        ncols=3,
        frameon=False,
        fontsize=8,
        labelcolor=INK,
        columnspacing=1.2,
        handletextpad=0.5,
        borderaxespad=0.2,
    )
