"""Figures of the solo game: two scores side by side, and the reasons of Botmegistus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from trisim.games.trismegistus.report.analyses.solo import BotPriority, SoloPart
from trisim.report.style import BLUE, ORANGE, SERIES, drawing, letters_on, plain_axes, plain_text
from trisim.stats.estimate import Estimate, with_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.36
LEAST_SHARE = 0.12
"""Of a bar that has room for a word, for each eight letters."""


def draw_parts(parts: Sequence[SoloPart], labels: Mapping[str, str]) -> Figure:
    """Two bars for each part of the score: the player's above, Botmegistus' below."""
    with drawing(0.7 + ROW * len(parts)) as (figure, axes):
        for row, part in enumerate(parts):
            draw_bar(axes, row - 0.19, part.yours, BLUE)
            draw_bar(axes, row + 0.19, part.its, ORANGE)
        axes.set_yticks(range(len(parts)), [labels[part.part] for part in parts])
        axes.set_ylim(len(parts) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("points a game")
        for height, words, color in ((0.13, "you", BLUE), (0.04, "Botmegistus", ORANGE)):
            axes.text(0.98, height, words, transform=axes.transAxes, ha="right", color=color)
        plain_axes(axes)
    return figure


def draw_bar(axes: Axes, height: float, estimate: Estimate | None, color: str) -> None:
    """Points of one side, with their estimate behind."""
    if estimate is None:
        return
    axes.barh([height], [estimate.value], height=0.34, color=color)
    axes.annotate(
        with_minus(f"{estimate.value:.1f}"),
        (max(estimate.value, 0.0), height),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
    )


def draw_priorities(decisions: Mapping[str, Sequence[BotPriority]]) -> Figure:
    """A bar for each decision, divided by reason."""
    rows = len(decisions)
    with drawing(0.6 + 0.4 * rows) as (figure, axes):
        for row, found in enumerate(decisions.values()):
            draw_shares(axes, row, found)
        axes.set_yticks(range(rows), [plain_text(decision) for decision in decisions])
        axes.set_ylim(rows - 0.4, -0.6)
        axes.set_xlim(0, 100)
        axes.tick_params(axis="y", length=0)
        plain_axes(axes)
        axes.xaxis.set_major_formatter("{x:g} %")
    return figure


def draw_shares(axes: Axes, row: int, found: Sequence[BotPriority]) -> None:
    """The parts of one bar, with their words inside if there is room."""
    start = 0.0
    for number, each in enumerate(found):
        share = each.share.value
        color = SERIES[number % len(SERIES)]
        axes.barh(
            [row], [100 * share], left=100 * start, height=0.62, color=color, edgecolor="white"
        )
        if share > LEAST_SHARE * max(1.0, len(each.priority) / 8):
            middle = 100 * (start + share / 2)
            axes.text(
                middle,
                row,
                plain_text(each.priority),
                ha="center",
                va="center",
                color=letters_on(color),
                fontsize=7.5,
            )
        start += share
