"""Figures on the bands of their targets: in short for all targets, with labels for one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.style import (
    BLUE,
    FAINT,
    GREY,
    ORANGE,
    WIDTH,
    drawing,
    our_style,
    plain_axes,
    plain_text,
    short,
)
from trisim.stats.analyses.verdicts import OUTSIDE, UNDECIDED, WITHIN
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = {WITHIN: BLUE, OUTSIDE: ORANGE, UNDECIDED: GREY}
MARKS = {WITHIN: "o", OUTSIDE: "D", UNDECIDED: "o"}
MOST_DOTS = 12
ROW, SLIM = 0.26, 0.075
"""Inches for a row: with its label, and without."""


@dataclass(frozen=True, slots=True)
class BandDot:
    """A figure with its label and its verdict."""

    label: str
    estimate: Estimate
    verdict: str


@dataclass(frozen=True, slots=True)
class Strip:
    """The figures of one target that share a unit and a band, the farthest out first."""

    title: str
    low: float
    high: float
    dots: tuple[BandDot, ...]

    @property
    def times(self) -> int:
        """The factor from values to numbers on the axis."""
        return 100 if self.unit else 1

    @property
    def unit(self) -> str:
        """The unit of the axis."""
        return self.dots[0].estimate.unit if self.dots else ""

    @property
    def shown(self) -> tuple[BandDot, ...]:
        """The dots that fit, in the order of their values."""
        return tuple(sorted(self.dots[:MOST_DOTS], key=lambda dot: dot.estimate.value))


def draw_strips(strips: Sequence[Strip]) -> Figure:
    """All targets, a strip each: the band, and every figure on it with its interval."""
    import matplotlib.pyplot as plt

    with our_style():
        heights = [0.5 + SLIM * len(strip.shown) for strip in strips]
        figure, panels = plt.subplots(
            len(strips),
            1,
            figsize=(WIDTH, sum(heights) + 0.1),
            height_ratios=heights,
            squeeze=False,
            layout="constrained",
        )
        for axes, strip in zip(panels[:, 0], strips, strict=True):
            draw_strip(axes, strip, size=4)
            axes.set_yticks([])
            axes.set_title(plain_text(strip.title), loc="left", fontsize=9, pad=3)
    plt.close(figure)
    return figure


def draw_band(strip: Strip) -> Figure:
    """One target with the labels of its figures."""
    rows = len(strip.shown)
    with drawing(0.6 + ROW * rows) as (figure, axes):
        draw_strip(axes, strip, size=6)
        axes.set_yticks(range(rows), [short(dot.label) for dot in strip.shown])
        axes.tick_params(axis="y", length=0)
    return figure


def draw_strip(axes: Axes, strip: Strip, size: float) -> None:
    """The band, and a row for each figure."""
    left, right = limits_of(strip)
    low, high = (strip.times * end for end in (strip.low, strip.high))
    axes.axvspan(max(low, left), min(high, right), color=FAINT, linewidth=0)
    for end in (low, high):
        if math.isfinite(end):
            axes.axvline(end, color=GREY, linewidth=0.8)
    for row, dot in enumerate(strip.shown):
        draw_dot(axes, row, dot, strip.times, (left, right), size)
    axes.set_xlim(left, right)
    axes.set_ylim(-0.8, len(strip.shown) - 0.2)
    plain_axes(axes)
    axes.grid(visible=False)
    axes.locator_params(axis="x", nbins=6)
    axes.xaxis.set_major_formatter(f"{{x:g}}{strip.unit}")


def draw_dot(
    axes: Axes, row: int, dot: BandDot, times: int, limits: tuple[float, float], size: float
) -> None:
    """A figure: filled if it is decided, hollow if not, a diamond if it is outside."""
    color = COLORS.get(dot.verdict, GREY)
    ends = [
        min(max(times * end, limits[0]), limits[1]) for end in (dot.estimate.low, dot.estimate.high)
    ]
    axes.plot(ends, [row, row], color=color, linewidth=size / 3, solid_capstyle="butt")
    axes.plot(
        [times * dot.estimate.value],
        [row],
        MARKS.get(dot.verdict, "o"),
        color=color,
        markerfacecolor="white" if dot.verdict == UNDECIDED else color,
        markersize=size,
    )


def limits_of(strip: Strip) -> tuple[float, float]:
    """The range of the axis: all finite ends are on it."""
    estimates = [dot.estimate for dot in strip.shown]
    numbers = [strip.low, strip.high]
    for each in estimates:
        numbers += [each.value, each.low, each.high]
    known = [strip.times * number for number in numbers if math.isfinite(number)]
    left, right = min(known), max(known)
    margin = 0.06 * (right - left) or 1.0
    return left - margin, right + margin
