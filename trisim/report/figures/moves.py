"""Targets before and after a change: every figure moves on the band where it should lie."""

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
from trisim.stats.analyses.verdicts import ABOVE, BELOW
from trisim.stats.estimate import Estimate, with_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, HEAD = 0.3, 0.72
"""Inches for a row, and for the title and axis of a panel."""

LONGEST = 32
"""Letters of a label; of a longer one the middle is left out."""

LIFT = 0.17
"""Before is so much above the middle of a row, after so much below it."""

LOOKS = {ABOVE: (ORANGE, "^"), BELOW: (ORANGE, "v")}
"""Colour and mark of a figure that is outside its band."""


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
    from matplotlib.figure import Figure

    heights = [HEAD + ROW * len(panel.moves) for panel in panels]
    with our_style():
        figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
        all_axes = figure.subplots(len(panels), 1, height_ratios=heights, squeeze=False)
        for axes, panel in zip(all_axes[:, 0], panels, strict=True):
            draw_panel(axes, panel)
    return figure


def draw_panel(axes: Axes, panel: MovePanel) -> None:
    left, right = limits_of(panel)
    low, high = (panel.times * end for end in (panel.low, panel.high))
    axes.axvspan(max(low, left), min(high, right), color=FAINT, linewidth=0)
    for end in (low, high):
        if math.isfinite(end):
            axes.axvline(end, color=GREY, linewidth=0.8)
    for row, move in enumerate(panel.moves):
        draw_move(axes, row, move, panel.times, (left, right))
    axes.set_yticks(range(len(panel.moves)), [short(move.label, LONGEST) for move in panel.moves])
    axes.set_xlim(left, right)
    axes.set_ylim(len(panel.moves) - 0.45, -0.55)
    lines = (plain_text(line) for line in panel.title.split("\n"))
    axes.set_title("\n".join(lines), loc="left", fontsize=9, pad=4)
    plain_axes(axes)
    axes.grid(visible=False)
    axes.tick_params(axis="y", length=0)
    axes.locator_params(axis="x", nbins=6)
    axes.xaxis.set_major_formatter(lambda x, _: with_minus(f"{x:g}{panel.unit}"))


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
    """A figure with its interval; the mark says whether it is above or below the band."""
    usual = BLUE if verdict == "within" else GREY
    color, mark = LOOKS.get(verdict, (usual, "o"))
    ends = [min(max(times * end, limits[0]), limits[1]) for end in (estimate.low, estimate.high)]
    axes.plot(ends, [y, y], color=color, linewidth=1.8 if is_after else 1, solid_capstyle="butt")
    axes.plot(
        [times * estimate.value],
        [y],
        mark,
        color=color,
        markerfacecolor=color if is_after else "white",
        markersize=5,
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


def limits_of(panel: MovePanel) -> tuple[float, float]:
    """The range of the axis: all finite ends are on it."""
    numbers = [panel.low, panel.high]
    for each in panel.estimates:
        numbers += [each.value, each.low, each.high]
    known = [panel.times * number for number in numbers if math.isfinite(number)] or [0.0]
    room = 0.06 * (max(known) - min(known)) or 1.0
    return min(known) - room, max(known) + room
