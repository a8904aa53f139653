"""Several estimates in each row, such as one for each run or round, in different colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.style import GREY, drawing, plain_axes, plain_text, series_look, short
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE = 0.19
"""Inches for an estimate."""

TIGHT = 0.25
"""Inches for a group of one line."""

WORDY = 20
"""Letters of a name from which on each series has a line of its own."""


@dataclass(frozen=True, slots=True)
class Group:
    """A row: an estimate for each series, or None."""

    label: str
    estimates: tuple[Estimate | None, ...]


def draw_grouped(
    groups: Sequence[Group],
    series: Sequence[str],
    reference: float | None = None,
    reference_label: str = "",
    *,
    tight: bool = False,
) -> Figure:
    """Groups from top to bottom, in each the series in their order; their names are above.

    A ``tight`` figure has one line for a group: for series with distinct values.
    """
    columns = 1 if max(map(len, series), default=0) > WORDY else 3
    lines = -(-len(series) // columns)
    each = TIGHT if tight else 0.16 + LINE * len(series)
    height = 0.7 + len(groups) * each + 0.2 * lines
    with drawing(height) as (figure, axes):
        unit = unit_of(groups)
        times = 100 if unit else 1
        for row, group in enumerate(groups):
            draw_group(axes, row, group, times, 0.3 if tight else 0.8)
        axes.set_yticks(range(len(groups)), [short(each.label) for each in groups])
        axes.set_ylim(len(groups) - 0.45, -0.55)
        if reference is not None:
            axes.axvline(times * reference, color=GREY, linewidth=1, linestyle=(0, (3, 2)))
            axes.set_xlabel(plain_text(reference_label), color=GREY)
        name_series(figure, axes, series, columns)
        plain_axes(axes)
        axes.tick_params(axis="y", length=0)
        axes.xaxis.set_major_formatter(f"{{x:g}}{unit}")
    return figure


def unit_of(groups: Sequence[Group]) -> str:
    """The unit of the estimates: per cent, percentage points, or none."""
    known = [each.unit for group in groups for each in group.estimates if each is not None]
    return known[0] if known else ""


def draw_group(axes: Axes, row: int, group: Group, times: int, width: float) -> None:
    """The estimates of a row, one below the other."""
    size = len(group.estimates)
    for place, estimate in enumerate(group.estimates):
        if estimate is None:
            continue
        at = row + (place - (size - 1) / 2) * width / max(size, 1)
        color, marker = series_look(place)
        ends = [times * estimate.low, times * estimate.high]
        if all(math.isfinite(end) for end in ends):
            axes.plot(ends, [at, at], color=color, linewidth=2, solid_capstyle="butt")
        axes.plot([times * estimate.value], [at], marker, color=color, markersize=5)


def name_series(figure: Figure, axes: Axes, series: Sequence[str], columns: int) -> None:
    """The names of the series above the axes, in their colours."""
    for place, name in enumerate(series):
        color, marker = series_look(place)
        axes.plot([], [], marker, color=color, markersize=5, label=short(name, 60))
    if len(series) > 1:
        figure.legend(
            loc="outside upper left",
            ncols=columns,
            frameon=False,
            labelcolor="linecolor",
            handletextpad=0.2,
            columnspacing=1.2,
            borderpad=0,
        )
