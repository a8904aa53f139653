"""Differences in win rate between cards: dots with intervals around a line at zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.style import BLUE, GREY, INK, ORANGE, drawing, plain_axes, plain_text, short
from trisim.stats.estimate import Estimate, with_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.25
"""Inches for a row."""

LONGEST_NAME = 26
WIDEST = 30.0
"""Percentage points: intervals that reach further are cut off if no value lies out there."""

CUT_OFF = "an arrow head marks an interval that extends beyond the axis"


@dataclass(frozen=True, slots=True)
class CardDot:
    """A card and its difference; ``stands_out`` if it is a finding."""

    name: str
    difference: Estimate
    stands_out: bool = False

    @property
    def color(self) -> str:
        """Blue for more wins, orange for fewer, grey if it may be chance, or is small."""
        if not self.stands_out:
            return GREY
        return BLUE if self.difference.value > 0 else ORANGE


def draw_differences(dots: Sequence[CardDot], gap_after: int = 0, meaning: str = "") -> Figure:
    """Cards from the most wins to the fewest, with their values.

    After ``gap_after`` cards some were left out; ``meaning`` explains the axis.
    """
    gap_after = gap_after if gap_after < len(dots) else 0
    height = 0.85 + ROW * (len(dots) + bool(gap_after) + is_cut_off(dots))
    with drawing(height) as (figure, axes):
        rows = [place + (0 < gap_after <= place) for place in range(len(dots))]
        reach = reach_of(dots)
        axes.axvline(0, color=GREY, linewidth=1, linestyle=(0, (3, 2)))
        for row, dot in zip(rows, dots, strict=True):
            draw_row(axes, row, dot, reach)
        frame(axes, reach, len(dots) + bool(gap_after))
        names = [short(dot.name, LONGEST_NAME) for dot in dots]
        axes.set_yticks(rows, names)
        for label, dot in zip(axes.get_yticklabels(), dots, strict=True):
            label.set_color(INK if dot.stands_out else GREY)
        if gap_after:
            axes.text(
                0, gap_after, "…", ha="center", va="center", color=GREY, backgroundcolor="white"
            )
        note = f"\n{CUT_OFF}" if is_cut_off(dots) else ""
        axes.set_xlabel(f"{plain_text(meaning)}{note}", color=GREY)
    return figure


def reach_of(dots: Sequence[CardDot]) -> float:
    """The limit of the axis on both sides, in percentage points."""
    estimates = [dot.difference for dot in dots]
    values = [100 * abs(each.value) for each in estimates]
    ends = [100 * abs(end) for each in estimates for end in (each.low, each.high)]
    return 1.08 * max(1.0, *values, min(max(ends, default=0.0), WIDEST))


def is_cut_off(dots: Sequence[CardDot]) -> bool:
    """Whether an interval extends beyond the axis."""
    reach = reach_of(dots) / 100
    return any(dot.difference.low < -reach or dot.difference.high > reach for dot in dots)


def draw_interval(axes: Axes, row: int, dot: CardDot, reach: float) -> None:
    """A bar; an end beyond the axis becomes an arrow head inside its border."""
    low, high, border = 100 * dot.difference.low, 100 * dot.difference.high, 0.98 * reach
    ends = [-border if low < -reach else low, border if high > reach else high]
    axes.plot(ends, [row, row], color=dot.color, linewidth=2.2, solid_capstyle="butt")
    for end, beyond, arrow in zip(ends, (low < -reach, high > reach), "<>", strict=True):
        if beyond:
            axes.plot([end], [row], arrow, color=dot.color, markersize=6, clip_on=False)


def draw_row(axes: Axes, row: int, dot: CardDot, reach: float) -> None:
    """One card: interval, dot, value at the edge."""
    value = 100 * dot.difference.value
    draw_interval(axes, row, dot, reach)
    axes.plot([value], [row], "o", color=dot.color, markersize=5)
    axes.annotate(
        dot.difference.shown(dot.difference.value) if math.isfinite(value) else "",
        (1.0, row),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        color=INK if dot.stands_out else GREY,
        annotation_clip=False,
    )


def frame(axes: Axes, reach: float, rows: int) -> None:
    axes.set_xlim(-reach, reach)
    axes.set_ylim(rows - 0.4, -0.6)
    plain_axes(axes)
    axes.tick_params(axis="y", length=0)
    axes.locator_params(axis="x", nbins=5)
    axes.xaxis.set_major_formatter(lambda x, _: with_minus(f"{x:+g} pp") if x else "0")
