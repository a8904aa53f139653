"""Figures of a forecast: calibration, the course of games, and what is open or foretold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.report.figures.lines import write_ends
from trisim.report.style import GREY, SERIES, drawing, plain_axes
from trisim.stats.analyses.forecast import CalibrationBin, ForecastTurn
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DASHED = (0, (3, 2))
WON, LOST = SERIES[2], SERIES[1]
LOWEST = 4.0
"""Names stand no lower, above the line of the axis."""

ROOM = 0.3
"""Room for names at the right, as a share of the turns."""


def draw_calibration(bins: Sequence[CalibrationBin]) -> Figure:
    """How often games are won, by the chance that the model gives them."""
    with drawing(3.8) as (figure, axes):
        axes.plot([0, 100], [0, 100], color=GREY, linewidth=1, linestyle=DASHED)
        for each in bins:
            x = 100 * each.chance.value
            low, high = 100 * each.won.low, 100 * each.won.high
            axes.plot([x, x], [low, high], color=SERIES[0], linewidth=2.2, solid_capstyle="butt")
            axes.plot([x], [100 * each.won.value], "o", color=SERIES[0], markersize=5)
        axes.text(99, 3, "dashed: as foretold", color=GREY, ha="right", fontsize=8)
        axes.set_xlim(0, 100)
        axes.set_ylim(-1, 101)
        axes.set_xlabel("chance of winning by the model")
        axes.set_ylabel("games won")
        percent_axes(axes)
        axes.xaxis.set_major_formatter("{x:g} %")
    return figure


def draw_courses(turns: Sequence[ForecastTurn]) -> Figure:
    """The mean chance after each turn, of games that are won and of those that are lost."""
    lines = (
        ("won games", [each.won for each in turns], WON),
        ("lost games", [each.lost for each in turns], LOST),
    )
    return draw_turns(turns, lines, "chance of winning")


def draw_open(turns: Sequence[ForecastTurn]) -> Figure:
    """Games that are still open after each turn, and lost ones that are foretold."""
    lines = (
        ("open games", [each.open for each in turns], SERIES[0]),
        ("lost and foretold", [each.foretold for each in turns], LOST),
    )
    return draw_turns(turns, lines, "share of games")


def draw_turns(
    turns: Sequence[ForecastTurn],
    lines: Sequence[tuple[str, Sequence[Estimate], str]],
    below: str,
) -> Figure:
    """Lines with bands over the turns, with their names at the right, and the rounds."""
    x = [each.turns for each in turns]
    with drawing(3.0) as (figure, axes):
        mark_rounds(axes, turns)
        for _, estimates, color in lines:
            draw_line(axes, x, estimates, color)
        axes.set_ylim(0, 101)
        ends = [(name, max(LOWEST, 100 * each[-1].value), color) for name, each, color in lines]
        write_ends(axes, x[-1], ends)
        axes.set_xlim(0, x[-1] * (1 + ROOM) + 1)
        axes.set_xlabel("turns played")
        axes.set_ylabel(below)
        percent_axes(axes)
        axes.set_xticks([tick for tick in axes.get_xticks() if tick <= x[-1]])
    return figure


def draw_line(axes: Axes, x: Sequence[int], estimates: Sequence[Estimate], color: str) -> None:
    known = [(at, each) for at, each in zip(x, estimates, strict=True) if has_ends(each)]
    places = [at for at, _ in known]
    low, value, high = (
        [100 * getattr(each, end) for _, each in known] for end in ("low", "value", "high")
    )
    axes.fill_between(places, low, high, color=color, alpha=0.25, linewidth=0)
    axes.plot(places, value, color=color, linewidth=1.8)


def has_ends(estimate: Estimate) -> bool:
    return math.isfinite(estimate.low) and math.isfinite(estimate.high)


def mark_rounds(axes: Axes, turns: Sequence[ForecastTurn]) -> None:
    """A faint line where a round ends, with the number of the round above."""
    last: dict[int, int] = {}
    for each in turns:
        last[each.round] = each.turns
    if len(last) < 2:
        return
    start = 0
    for number, end in sorted(last.items()):
        axes.axvline(end, color=GREY, linewidth=0.6, alpha=0.5)
        axes.annotate(
            str(number),
            ((start + end) / 2, 1),
            xycoords=axes.get_xaxis_transform(),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            va="bottom",
            color=GREY,
            fontsize=8,
        )
        start = end


def percent_axes(axes: Axes) -> None:
    axes.yaxis.set_major_formatter("{x:g} %")
    plain_axes(axes, "y")
