"""Differences between two versions: dots with intervals around zero, the margin shaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.figures.stacked import draw_stacked, limits_of, set_rows, set_values, within
from trisim.report.style import BLUE, FAINT, GREY, INK, ORANGE, plain_text
from trisim.stats.changes import CHANGED, UNDECIDED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, HEAD = 0.24, 0.62
"""Inches for a row, and for the title and axis of a panel."""


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
    """Differences that share a unit, which the title names, and a margin; from top to bottom."""

    title: str
    margin: float
    dots: tuple[ChangeDot, ...]


def draw_changes(panels: Sequence[ChangePanel]) -> Figure:
    """A panel for each unit, one below the other."""
    return draw_stacked(panels, lambda panel: HEAD + ROW * len(panel.dots), draw_panel)


def draw_panel(axes: Axes, panel: ChangePanel) -> None:
    """The margin, and a row for each difference."""
    limits = limits_of(numbers_of(panel))
    axes.axvspan(-panel.margin, panel.margin, color=FAINT, linewidth=0)
    axes.axvline(0, color=GREY, linewidth=1)
    for row, dot in enumerate(panel.dots):
        draw_dot(axes, row, dot, limits)
    set_rows(axes, [dot.label for dot in panel.dots], panel.title)
    set_values(axes, limits, signed=True)


def numbers_of(panel: ChangePanel) -> list[float]:
    """What must be on the axis: all ends, and the margin."""
    ends = [end for dot in panel.dots for end in (dot.value, dot.low, dot.high)]
    return [-1.5 * panel.margin, 1.5 * panel.margin, *ends]


def draw_dot(axes: Axes, row: int, dot: ChangeDot, limits: tuple[float, float]) -> None:
    """A triangle that points up or down if it changed, a filled dot if not, else a hollow one."""
    color, mark = look_of(dot)
    ends = [within(end, limits) for end in (dot.low, dot.high)]
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
