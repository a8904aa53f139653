"""Results of ``trisim.stats.ask`` as figures, on given axes: for notebooks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from trisim.report.figures.intervals import write_value
from trisim.report.style import GREY, INK, plain_axes, plain_text, short
from trisim.stats.estimate import decimals, with_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from trisim.stats.ask import Answer


def draw_answer(
    axes: Axes,
    answer: Answer,
    by: str,
    *,
    colors: Mapping[str, str] | None = None,
    reference: float | None = None,
    percent: bool = False,
) -> None:
    """Dots with their intervals from top to bottom, and a line at a reference value.

    A hollow dot has an infinite interval: there are too few deals.
    """
    from matplotlib.ticker import PercentFormatter

    labels = [str(each) for each in answer[by]]
    for row, (label, value, low, high) in enumerate(
        zip(labels, answer["value"], answer["low"], answer["high"], strict=True)
    ):
        color = (colors or {}).get(label, INK)
        has_ends = math.isfinite(low) and math.isfinite(high)
        if has_ends:
            axes.plot([low, high], [row, row], color=color, linewidth=2.4, solid_capstyle="butt")
        face = color if has_ends else "white"
        axes.plot([value], [row], "o", color=color, markerfacecolor=face, markersize=6)
        write_value(axes, row, value, number_words(value, (high - low) / 2, percent))
    axes.set_yticks(range(len(labels)), [literal(short(label)) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.8)
    if reference is not None:
        axes.axvline(reference, color=GREY, linewidth=1, linestyle=(0, (3, 2)))
    if percent:
        axes.xaxis.set_major_formatter(PercentFormatter(1))
    plain_axes(axes)
    axes.tick_params(axis="y", length=0)


def literal(name: str) -> str:
    """A name on axes in another style, where a ``$`` would begin a formula."""
    return name.replace("$", r"\$")


def number_words(value: float, halfwidth: float, percent: bool = False) -> str:
    """A number with as many digits as its interval justifies.

    >>> number_words(2.6312, 0.06), number_words(-0.0432, 0.02, percent=True)
    ('2.63', '−4.3%')
    """
    times = 100 if percent else 1
    words = f"{times * value:z.{decimals(times * halfwidth)}f}{'%' if percent else ''}"
    return with_minus(words)


def draw_band(
    axes: Axes, answer: Answer, by: str, *, color: str = INK, label: str = "", shift: float = 0
) -> None:
    """A line over numbers, such as rounds, with its intervals as a band and its name at the end."""
    along = [each + shift for each in answer[by]]
    values = list(answer["value"])
    axes.plot(along, values, "o-", color=color, markersize=4)
    low, high = list(answer["low"]), list(answer["high"])
    axes.fill_between(along, low, high, color=color, alpha=0.15, linewidth=0)
    if label and values:
        axes.annotate(
            literal(plain_text(label)),
            (along[-1], values[-1]),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            color=color,
        )
    axes.locator_params(axis="x", integer=True)
    plain_axes(axes, grid="y")
