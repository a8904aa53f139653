"""A heat map with its values written in it: rows by columns, colours around a middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from textwrap import fill
from typing import TYPE_CHECKING, Any

from trisim.report.style import WIDTH, diverging, drawing, letters_on, plain_text, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.44
"""Inches for a row."""

LETTER = 0.085
"""Inches for a letter, and a little more than most need."""

COLUMN = 8
"""Letters of a name above a column that has a few others beside it."""

LINE = 56
"""Letters of a line below the figure."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A value, which decides the colour; the text; bold if it is sure."""

    value: float
    text: str
    small: str = ""
    sure: bool = False


def draw_heat(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[int, int], HeatCell],
    middle: float,
    below: str = "",
) -> Figure:
    """Cells by row and column; the strongest colour is at the value farthest from the middle.

    ``below`` names the columns.
    """
    height = 0.6 + ROW * max(1, len(rows)) + (0.9 if crowded(rows, columns) else 0.0)
    with drawing(height) as (figure, axes):
        reach = reach_of(cells, middle)
        for (row, column), cell in cells.items():
            draw_cell(axes, row, column, cell, (cell.value - middle) / reach)
        label_heat(axes, rows, columns, below)
    return figure


def crowded(rows: Sequence[str], columns: Sequence[str]) -> bool:
    """Whether horizontal names of columns would overlap."""
    left, widest = (
        max((len(short(name)) for name in names), default=0) for names in (rows, columns)
    )
    room = WIDTH - 0.3 - LETTER * left
    return widest * LETTER > room / max(1, len(columns))


def reach_of(cells: Mapping[tuple[int, int], HeatCell], middle: float) -> float:
    """The largest distance of a value from the middle."""
    known = [abs(cell.value - middle) for cell in cells.values() if isfinite(cell.value)]
    return max(known, default=0.0) or 1.0


def draw_cell(axes: Axes, row: int, column: int, cell: HeatCell, share: float) -> None:
    """A square with its numbers; one without a value stays pale."""
    from matplotlib.patches import Rectangle

    color = diverging(share if isfinite(share) else 0.0)
    box = Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=color, edgecolor="white", lw=1.5)
    axes.add_patch(box)
    weight = "bold" if cell.sure else "normal"
    ink: dict[str, Any] = {"color": letters_on(color), "ha": "center", "va": "center"}
    axes.text(column, row - (0.16 if cell.small else 0.0), cell.text, weight=weight, **ink)
    if cell.small:
        axes.text(column, row + 0.24, cell.small, size=7, **ink)


def label_heat(axes: Axes, rows: Sequence[str], columns: Sequence[str], below: str) -> None:
    """Names of rows at the left, of columns above."""
    slanted: dict[str, Any] = {"rotation": 35, "ha": "left", "rotation_mode": "anchor"}
    turned = slanted if crowded(rows, columns) else {}
    axes.set_xlim(-0.5, max(1, len(columns)) - 0.5)
    axes.set_ylim(max(1, len(rows)) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [short(name) for name in columns], **turned)
    axes.set_yticks(range(len(rows)), [short(name) for name in rows])
    axes.xaxis.tick_top()
    axes.set_xlabel(fill(plain_text(below), LINE))
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
