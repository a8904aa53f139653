"""Lines over the rounds of a game, with bands and their names at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.report.figures.lines import draw_band, write_ends
from trisim.report.style import drawing, plain_axes
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A name, an estimate for some rounds, and a colour."""

    name: str
    rounds: tuple[tuple[int, Estimate], ...]
    color: str


def draw_rounds(lines: Sequence[RoundLine]) -> Figure:
    """A line with its band for each series."""
    known = [line for line in lines if line.rounds]
    rounds = sorted({number for line in known for number, _ in line.rounds})
    with drawing(2.9) as (figure, axes):
        for line in known:
            x, y = zip(*line.rounds, strict=True)
            draw_band(axes, x, y, line.color)
        low, high = axes.get_ylim()
        axes.set_ylim(min(0.0, low), high)
        last = rounds[-1] if rounds else 1
        write_ends(
            axes, last, [(each.name, each.rounds[-1][1].value, each.color) for each in known]
        )
        axes.set_xlim(0.8, last + max(0.6, 0.42 * last))
        axes.set_xticks(rounds)
        axes.set_xlabel("round")
        plain_axes(axes, "y")
    return figure
