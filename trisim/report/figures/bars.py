"""Upright bars with intervals, and bars that are divided into parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.figures.game_flow import LEGIBLE, name_actions
from trisim.report.style import GREY, INK, SERIES, drawing, letters_on, plain_axes, short
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Bar:
    """A share with its label."""

    label: str
    share: Estimate


def draw_bars(bars: Sequence[Bar], below: str, color: str = SERIES[0]) -> Figure:
    """A bar for each share with its interval; ``below`` is the label of the axis."""
    with drawing(2.6) as (figure, axes):
        for place, bar in enumerate(bars):
            seen = bar.share
            axes.bar(place, 100 * seen.value, width=0.7, color=color)
            axes.plot([place] * 2, [100 * seen.low, 100 * seen.high], color=INK, linewidth=1.2)
            axes.text(
                place,
                100 * seen.high + 0.6,
                f"{100 * seen.value:.0f}",
                ha="center",
                va="bottom",
                fontsize=8,
            )
        axes.set_xticks(range(len(bars)), [short(bar.label, 12) for bar in bars])
        axes.set_xlabel(below, color=GREY)
        axes.yaxis.set_major_formatter("{x:g} %")
        plain_axes(axes, "y")
        axes.set_ylim(bottom=0)
        axes.tick_params(axis="both", length=0)
    return figure


@dataclass(frozen=True, slots=True)
class Divided:
    """A bar with its label, and the sizes of its parts by name."""

    label: str
    parts: Mapping[str, float]


def draw_divided(
    bars: Sequence[Divided], colors: Mapping[str, str], *, unit: str = " %", below: str = ""
) -> Figure:
    """Lying bars from top to bottom, divided into parts; their names are above."""
    times = 100 if unit else 1
    longest = max((sum(bar.parts.values()) for bar in bars), default=1.0) or 1.0
    with drawing(0.9 + 0.42 * len(bars)) as (figure, axes):
        for row, bar in enumerate(bars):
            left = 0.0
            for name, color in colors.items():
                size = bar.parts.get(name, 0.0)
                axes.barh(
                    row,
                    times * size,
                    left=times * left,
                    height=0.72,
                    color=color,
                    edgecolor="white",
                    linewidth=0.8,
                )
                if size >= LEGIBLE * longest:
                    axes.text(
                        times * (left + size / 2),
                        row,
                        f"{times * size:.0f}" if unit else f"{size:.1f}",
                        ha="center",
                        va="center",
                        color=letters_on(color),
                        fontsize=8.5,
                    )
                left += size
        axes.set_yticks(range(len(bars)), [short(bar.label) for bar in bars])
        axes.set_ylim(len(bars) - 0.5, -0.5)
        axes.set_xlim(0, times * longest)
        axes.xaxis.set_major_formatter(f"{{x:g}}{unit}")
        axes.set_xlabel(below, color=GREY)
        plain_axes(axes)
        axes.tick_params(axis="y", length=0)
        name_actions(figure, dict(colors))
    return figure
