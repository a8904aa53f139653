"""Differences between two versions: dots with intervals around zero, the margin shaded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.style import (
    BLUE,
    FAINT,
    GREY,
    INK,
    ORANGE,
    WIDTH,
    our_style,
    plain_axes,
    plain_text,
    short,
)
from trisim.stats.changes import CHANGED, UNDECIDED
from trisim.stats.estimate import with_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, HEAD = 0.24, 0.62
"""Inches for a row, and for the title and axis of a panel."""

LONGEST = 34
"""Letters of a label; of a longer one the middle is left out."""


@dataclass(frozen=True, slots=True)
class ChangeDot:
    """A difference in the unit of its panel."""

    label: str
    value: float
    low: float
    high: float
    verdict: str
    words: str
    """The difference as it is written beside its row."""


@dataclass(frozen=True, slots=True)
class ChangePanel:
    """Differences that share a unit and a margin, from top to bottom."""

    title: str
    unit: str
    margin: float
    dots: tuple[ChangeDot, ...]


def draw_changes(panels: Sequence[ChangePanel]) -> Figure:
    """A panel for each unit, one below the other."""
    from matplotlib.figure import Figure

    heights = [HEAD + ROW * len(panel.dots) for panel in panels]
    with our_style():
        figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
        all_axes = figure.subplots(len(panels), 1, height_ratios=heights, squeeze=False)
        for axes, panel in zip(all_axes[:, 0], panels, strict=True):
            draw_panel(axes, panel)
    return figure


def draw_panel(axes: Axes, panel: ChangePanel) -> None:
    """The margin, and a row for each difference."""
    left, right = limits_of(panel)
    axes.axvspan(-panel.margin, panel.margin, color=FAINT, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    for row, dot in enumerate(panel.dots):
        draw_dot(axes, row, dot, (left, right))
    axes.set_yticks(range(len(panel.dots)), [short(dot.label, LONGEST) for dot in panel.dots])
    axes.set_xlim(left, right)
    axes.set_ylim(len(panel.dots) - 0.4, -0.6)
    axes.set_title(plain_text(panel.title), loc="left", fontsize=9, pad=4)
    plain_axes(axes)
    axes.grid(visible=False)
    axes.tick_params(axis="y", length=0)
    axes.locator_params(axis="x", nbins=5)
    axes.xaxis.set_major_formatter(lambda x, _: with_minus(f"{x:+g}{panel.unit}" if x else "0"))


def draw_dot(axes: Axes, row: int, dot: ChangeDot, limits: tuple[float, float]) -> None:
    """A triangle that points up or down if it changed, a filled dot if not, else a hollow one."""
    color, mark = look_of(dot)
    ends = [min(max(end, limits[0]), limits[1]) for end in (dot.low, dot.high)]
    axes.plot(ends, [row, row], color=color, linewidth=1.8, solid_capstyle="butt")
    axes.plot(
        [dot.value],
        [row],
        mark,
        color=color,
        markerfacecolor="white" if dot.verdict == UNDECIDED else color,
        markersize=5.5,
    )
    axes.annotate(
        plain_text(dot.words),
        (1, row),
        xycoords=axes.get_yaxis_transform(),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=INK,
        annotation_clip=False,
    )


def look_of(dot: ChangeDot) -> tuple[str, str]:
    """Colour and mark."""
    if dot.verdict != CHANGED:
        return GREY, "o"
    return (BLUE, "^") if dot.value > 0 else (ORANGE, "v")


def limits_of(panel: ChangePanel) -> tuple[float, float]:
    """The range of the axis: all finite ends and the margin are on it."""
    numbers = [-1.5 * panel.margin, 1.5 * panel.margin]
    for dot in panel.dots:
        numbers += [dot.value, dot.low, dot.high]
    known = [number for number in numbers if math.isfinite(number)]
    room = 0.04 * (max(known) - min(known)) or 1.0
    return min(known) - room, max(known) + room
