"""Slopes: figures from run to run, on the band of their target."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

from trisim.report.figures.bands import COLORS, MARKS
from trisim.report.figures.lines import spread_out
from trisim.report.style import FAINT, GREY, drawing, plain_axes, plain_text, short
from trisim.stats.analyses.verdicts import UNDECIDED
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = 3.0
LETTERS = 44
"""Of the names below the axis, all side by side."""

SLANT, SLANTED = 0.6, 20
"""Inches that slanted names need, and letters of a line of them."""

LONGEST_RUN = 36
"""Letters of the name of a run."""

LABEL = 20
"""Letters of a label at the right."""

LINE = 0.055
"""Of the height of a figure: what a label needs."""

Stop = tuple[Estimate, str] | None
"""A figure in a run and its verdict; nothing if the run has none."""


@dataclass(frozen=True, slots=True)
class Slope:
    """One figure from run to run."""

    label: str
    stops: tuple[Stop, ...]
    color: str

    @property
    def known(self) -> list[tuple[int, Estimate, str]]:
        """Position, estimate and verdict of the runs that have the figure."""
        there = [(x, stop) for x, stop in enumerate(self.stops) if stop is not None]
        return [(x, *stop) for x, stop in there if math.isfinite(stop[0].value)]


def draw_slopes(
    runs: Sequence[str], slopes: Sequence[Slope], low: float, high: float, from_par: bool
) -> Figure:
    """All figures of a target; their labels are at the right."""
    level = names_fit(runs)
    with drawing(HEIGHT + (0 if level else SLANT)) as (figure, axes):
        first = next((known[0][1] for slope in slopes if (known := slope.known)), None)
        times = 100 if first is not None and first.unit else 1
        bottom, top = limits_of(slopes, (low, high), times)
        draw_band(axes, times * low, times * high, bottom, top)
        for number, slope in enumerate(slopes):
            draw_slope(axes, slope, number, len(slopes), times, (bottom, top))
        label_slopes(axes, slopes, times, (bottom, top))
        axes.set_ylim(bottom, top)
        axes.set_xlim(-0.3, len(runs) - 1 + 0.25)
        name_runs(axes, runs, level)
        plain_axes(axes, "y")
        axes.yaxis.set_major_formatter(f"{{x:{'+' if from_par else ''}g}}{unit_of(first)}")
    return figure


def names_fit(runs: Sequence[str]) -> bool:
    """Whether the names of runs fit side by side, with no broken word."""
    words = [word for run in runs for word in re.split(r"\s|(?<=:)", short(run, LONGEST_RUN))]
    return max(map(len, words), default=0) <= LETTERS // max(1, len(runs))


def name_runs(axes: Axes, runs: Sequence[str], level: bool) -> None:
    """The names of runs below the axis: in lines, or slanted if they don't fit."""
    slanted: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}
    if level:
        axes.set_xticks(range(len(runs)), [narrow(run, LETTERS // len(runs)) for run in runs])
    else:
        names = [fill(short(run, LONGEST_RUN), SLANTED) for run in runs]
        axes.set_xticks(range(len(runs)), names, **slanted)


def narrow(run: str, room: int) -> str:
    """The name of a run below its place, in lines of so many letters.

    >>> narrow("search:iterations=20", 14).splitlines()
    ['search:', 'iterations=20']
    """
    name = short(run, LONGEST_RUN)
    pieces = [name] if len(name) <= room else re.split("(?<=:)", name)
    return "\n".join(plain_text(line) for piece in pieces for line in wrap(piece, room))


def unit_of(estimate: Estimate | None) -> str:
    """The unit of the axis."""
    return estimate.unit if estimate is not None else ""


def draw_band(axes: Axes, low: float, high: float, bottom: float, top: float) -> None:
    axes.axhspan(max(low, bottom), min(high, top), color=FAINT, linewidth=0)
    for end in (low, high):
        if math.isfinite(end):
            axes.axhline(end, color=GREY, linewidth=0.8)


def draw_slope(
    axes: Axes, slope: Slope, number: int, count: int, times: int, limits: tuple[float, float]
) -> None:
    """A line from run to run, shifted a little, so that intervals don't overlap."""
    aside = 0.16 * (number / (count - 1) - 0.5) if count > 1 else 0.0
    known = slope.known
    axes.plot(
        [x + aside for x, _, _ in known],
        [times * estimate.value for _, estimate, _ in known],
        color=slope.color,
        linewidth=1.2,
    )
    for x, estimate, verdict in known:
        ends = [clipped(times * end, limits) for end in (estimate.low, estimate.high)]
        axes.plot([x + aside] * 2, ends, color=slope.color, linewidth=1.8, solid_capstyle="butt")
        axes.plot(
            [x + aside],
            [times * estimate.value],
            MARKS.get(verdict, "o"),
            color=slope.color,
            markerfacecolor="white"
            if verdict == UNDECIDED or verdict not in COLORS
            else slope.color,
            markersize=5,
        )


def label_slopes(
    axes: Axes, slopes: Sequence[Slope], times: int, limits: tuple[float, float]
) -> None:
    """Labels beside the last points, moved apart to avoid overlaps."""
    ends = [(times * known[-1][1].value, i) for i, s in enumerate(slopes) if (known := s.known)]
    ends.sort()
    room = LINE * (limits[1] - limits[0]) * 9 / 8
    heights = spread_out([height for height, _ in ends], room, *limits)
    for height, (_, i) in zip(heights, ends, strict=True):
        axes.annotate(
            short(slopes[i].label, LABEL),
            (1.01, height),
            xycoords=axes.get_yaxis_transform(),
            va="center",
            fontsize=8,
            color=slopes[i].color,
            annotation_clip=False,
        )


def clipped(number: float, limits: tuple[float, float]) -> float:
    return min(max(number, limits[0]), limits[1])


def limits_of(
    slopes: Sequence[Slope], band: tuple[float, float], times: int
) -> tuple[float, float]:
    """The range of the axis: all finite ends are on it."""
    numbers = list(band)
    for slope in slopes:
        for _, estimate, _ in slope.known:
            numbers += [estimate.low, estimate.value, estimate.high]
    known = [times * number for number in numbers if math.isfinite(number)]
    bottom, top = (min(known), max(known)) if known else (0.0, 1.0)
    margin = 0.06 * (top - bottom) or 1.0
    return bottom - margin, top + margin
