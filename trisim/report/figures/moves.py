"""Targets before and after a change: every figure moves on the band where it should lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.figures.stacked import draw_stacked, limits_of, set_rows, set_values, within
from trisim.report.style import BLUE, FAINT, GREY, INK, ORANGE
from trisim.stats.analyses.verdicts import ABOVE, BELOW, WITHIN
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, HEAD = 0.3, 0.72
"""Inches for a row, and for the title and axis of a panel."""

LIFT = 0.17
"""Before is so much above the middle of a row, after so much below it."""

LOOKS = {WITHIN: (BLUE, "o"), ABOVE: (ORANGE, "^"), BELOW: (ORANGE, "v")}
OPEN = GREY, "s"
"""Colour and mark of a verdict; the second of all that is undecided."""


@dataclass(frozen=True, slots=True)
class Move:
    """A figure in both versions, with its verdict in each: within, above, below or undecided."""

    label: str
    before: Estimate | None
    after: Estimate | None
    verdicts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class MovePanel:
    """Figures of a target that share a unit and a band; the title may have two lines."""

    title: str
    low: float
    high: float
    moves: tuple[Move, ...]

    @property
    def estimates(self) -> list[Estimate]:
        return [end for move in self.moves for end in (move.before, move.after) if end is not None]

    @property
    def unit(self) -> str:
        return next((each.unit for each in self.estimates), "")

    @property
    def times(self) -> int:
        """The factor from values to numbers on the axis."""
        return 100 if self.unit else 1


def draw_moves(panels: Sequence[MovePanel]) -> Figure:
    """A panel for each target: its band, and an arrow from before to after for each figure."""
    return draw_stacked(panels, lambda panel: HEAD + ROW * len(panel.moves), draw_panel)


def draw_panel(axes: Axes, panel: MovePanel) -> None:
    """The band, and a row for each figure."""
    limits = limits_of(numbers_of(panel))
    low, high = (panel.times * end for end in (panel.low, panel.high))
    axes.axvspan(max(low, limits[0]), min(high, limits[1]), color=FAINT, linewidth=0)
    for end in (low, high):
        if math.isfinite(end):
            axes.axvline(end, color=GREY, linewidth=0.8)
    for row, move in enumerate(panel.moves):
        draw_move(axes, row, move, panel.times, limits)
    set_rows(axes, [move.label for move in panel.moves], panel.title)
    set_values(axes, limits, panel.unit)


def numbers_of(panel: MovePanel) -> list[float]:
    """What must be on the axis: all ends, and the band."""
    ends = [end for each in panel.estimates for end in (each.value, each.low, each.high)]
    return [panel.times * end for end in (panel.low, panel.high, *ends)]


def draw_move(axes: Axes, row: int, move: Move, times: int, limits: tuple[float, float]) -> None:
    """Before (hollow) above after (filled), with an arrow from one to the other."""
    sides = ((move.before, row - LIFT, False), (move.after, row + LIFT, True))
    for (estimate, y, is_after), verdict in zip(sides, move.verdicts, strict=True):
        if estimate is not None and math.isfinite(estimate.value):
            draw_end(axes, y, estimate, verdict, is_after, times, limits)
    if move.before is not None and move.after is not None:
        draw_arrow(axes, row, times * move.before.value, times * move.after.value)


def draw_end(
    axes: Axes,
    y: float,
    estimate: Estimate,
    verdict: str,
    is_after: bool,
    times: int,
    limits: tuple[float, float],
) -> None:
    """A figure with its interval; the mark says where it is."""
    color, mark = LOOKS.get(verdict, OPEN)
    ends = [within(times * end, limits) for end in (estimate.low, estimate.high)]
    axes.plot(ends, [y, y], color=color, linewidth=1.8 if is_after else 1, solid_capstyle="butt")
    axes.plot(
        [times * estimate.value],
        [y],
        mark,
        color=color,
        markerfacecolor=color if is_after else "white",
        markersize=4.5 if mark == "s" else 5,
    )


def draw_arrow(axes: Axes, row: int, before: float, after: float) -> None:
    if not (math.isfinite(before) and math.isfinite(after)):
        return
    axes.annotate(
        "",
        xy=(after, row + LIFT),
        xytext=(before, row - LIFT),
        arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 0.8, "shrinkA": 3, "shrinkB": 3},
    )
