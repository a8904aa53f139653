"""Curves over the values of a setting, with bands, targets and fair values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trisim.report.figures.lines import draw_band
from trisim.report.style import GREY, INK, SERIES, WIDE, WIDTH, our_style, plain_axes, short
from trisim.stats.curves import Value
from trisim.stats.estimate import Estimate, with_minus
from trisim.stats.fair import FairSet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CURVE, FAIR = SERIES[0], SERIES[2]
HEIGHT = 2.5
"""Inches of a panel."""

MOST_IN_A_COLUMN = 4

MOST_TICKS = 9
"""So many values are written below a panel; of more, round numbers are."""

MOST_LETTERS = 24
"""So many letters of texts fit below a panel; more are slanted."""

DASHED, DOTTED = (0, (3, 2)), (0, (1, 1.5))


@dataclass(frozen=True, slots=True)
class CurvePanel:
    """A measure at the values of a setting; ``estimates`` are its band.

    With ``fair`` its target and its fair values are marked. Bands hold for all points together, the
    test of each fair value for itself; so a band may include the target where a value is not fair.
    """

    title: str
    values: tuple[Value, ...]
    estimates: tuple[Estimate, ...]
    fair: FairSet | None = None
    printed: Value | None = None

    @property
    def has_order(self) -> bool:
        return not any(isinstance(each, str) for each in self.values)

    @property
    def places(self) -> tuple[float, ...]:
        """The position of each value: the number itself, or texts side by side."""
        if self.has_order:
            return tuple(float(each) for each in self.values)
        return tuple(float(place) for place in range(len(self.values)))

    @property
    def unit(self) -> str:
        return self.estimates[0].unit

    @property
    def times(self) -> int:
        """The factor from values to numbers on the axis."""
        return 100 if self.unit else 1


def draw_curves(panels: Sequence[CurvePanel], below: str, *, same_axis: bool = False) -> Figure:
    """A panel for each measure; ``below`` names the setting.

    A few panels are one below the other, so that a phone shows them large enough; many are two in
    a row. With ``same_axis`` the panels have one measure, and the same limits.
    """
    from matplotlib.figure import Figure

    columns = 1 if len(panels) <= MOST_IN_A_COLUMN else 2
    rows = -(-len(panels) // columns)
    with our_style():
        width = WIDTH if columns == 1 else WIDE
        figure = Figure(figsize=(width, HEIGHT * rows + 0.3), layout="constrained")
        for number, panel in enumerate(panels):
            draw_curve(figure.add_subplot(rows, columns, number + 1), panel)
        if same_axis:
            ends = [end for axes in figure.axes for end in axes.get_ylim()]
            for axes in figure.axes:
                axes.set_ylim(min(ends), max(ends))
        figure.supxlabel(short(below, 60), color=GREY, fontsize=9)
    return figure


def draw_curve(axes: Axes, panel: CurvePanel) -> None:
    """One measure: as a line with its band, or as dots for texts."""
    if panel.has_order:
        draw_band(axes, panel.places, panel.estimates, CURVE, panel.times)
    else:
        draw_intervals(axes, panel)
    axes.set_title(short(panel.title, 40), loc="left", fontsize=9, pad=14)
    set_limits(axes, panel)
    write_values(axes, panel)
    if panel.fair is not None:
        draw_target(axes, panel.times * panel.fair.target)
        mark_fair(axes, panel, panel.fair)
    if panel.printed in panel.values:
        mark_printed(axes, panel.places[panel.values.index(panel.printed)])
    plain_axes(axes, "y")
    axes.yaxis.set_major_formatter(lambda y, _: with_minus(f"{y:g}{panel.unit}"))
    axes.tick_params(axis="y", length=0)


def draw_intervals(axes: Axes, panel: CurvePanel) -> None:
    """Values without an order: a dot with its interval for each."""
    for x, each in zip(panel.places, panel.estimates, strict=True):
        low, value, high = (panel.times * end for end in (each.low, each.value, each.high))
        if math.isfinite(low) and math.isfinite(high):
            axes.plot([x, x], [low, high], color=CURVE, linewidth=2.4, solid_capstyle="butt")
        axes.plot([x], [value], "o", color=CURVE, markersize=5)


def set_limits(axes: Axes, panel: CurvePanel) -> None:
    """All finite ends and the target are on the axis, with room for the marks below."""
    numbers = [end for each in panel.estimates for end in (each.low, each.value, each.high)]
    if panel.fair is not None:
        numbers.append(panel.fair.target)
    known = [panel.times * number for number in numbers if math.isfinite(number)] or [0.0]
    room = max(known) - min(known) or 1.0
    axes.set_ylim(min(known) - 0.14 * room, max(known) + 0.1 * room)
    side = 0.05 * (panel.places[-1] - panel.places[0]) or 0.5
    side = side if panel.has_order else 0.5
    axes.set_xlim(panel.places[0] - side, panel.places[-1] + side)


def write_values(axes: Axes, panel: CurvePanel) -> None:
    """The swept values along the axis; of many numbers only round ones."""
    if not panel.has_order:
        labels = [short(str(each), 14) for each in panel.values]
        slanted: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}
        is_full = sum(map(len, labels)) > MOST_LETTERS
        axes.set_xticks(panel.places, labels, **slanted if is_full else {})
    elif len(panel.values) <= MOST_TICKS:
        axes.set_xticks(panel.places, [with_minus(f"{each:g}") for each in panel.places])


def draw_target(axes: Axes, target: float) -> None:
    axes.axhline(target, color=GREY, linewidth=1, linestyle=DASHED, zorder=1)
    axes.annotate(
        "target",
        (1, target),
        xycoords=axes.get_yaxis_transform(),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        color=GREY,
        fontsize=8,
        annotation_clip=False,
    )


def mark_fair(axes: Axes, panel: CurvePanel, fair: FairSet) -> None:
    """Fair values as diamonds along the axis, and the interpolated set as a line."""
    across = axes.get_xaxis_transform()
    for here in fair.ranges:
        axes.plot([here.low, here.high], [0.04] * 2, color=FAIR, linewidth=3, transform=across)
    places = [x for x, value in zip(panel.places, panel.values, strict=True) if value in fair.fair]
    axes.plot(places, [0.04] * len(places), "D", color=FAIR, markersize=5, transform=across)
    marked = [*places, *(here.low for here in fair.ranges)]
    if marked:
        axes.annotate(
            "fair",
            (min(marked), 0.04),
            xycoords=across,
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            color=FAIR,
            fontsize=8,
        )


def mark_printed(axes: Axes, x: float) -> None:
    """A line at the printed value, with its name above the panel."""
    axes.axvline(x, color=INK, linewidth=1, linestyle=DOTTED, zorder=1)
    axes.annotate(
        "printed",
        (x, 1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(0, 2),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=INK,
        fontsize=8,
        annotation_clip=False,
    )
