"""Cells of tables as text, the same in every kind of page."""

from __future__ import annotations

import math
from dataclasses import dataclass

from trisim.report.page.model import Cell, Kind, Standing
from trisim.stats.estimate import Estimate, with_minus

NOTHING = "–"
"""Where there is no number."""

SIGNS = {
    Standing.WITHIN: "✓",
    Standing.OUTSIDE: "✕",
    Standing.UNDECIDED: "?",
    Standing.ABOVE: "▲",
    Standing.BELOW: "▼",
    Standing.UP: "▲",
    Standing.DOWN: "▼",
    Standing.SAME: "=",
    Standing.IDENTICAL: "≡",
}

SMALLEST = 0.001
"""Below this a number is called smaller than this."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A formatted cell: the value, its interval if it has one, and its sort key."""

    text: str
    interval: str = ""
    order: str | float | None = None


def shown_cell(cell: Cell, kind: Kind) -> Shown:
    """A formatted cell of a column of some kind; never empty."""
    if cell is None:
        return Shown(NOTHING)
    if isinstance(cell, Estimate):
        return shown_estimate(cell)
    if isinstance(cell, Standing):
        return Shown(f"{SIGNS[cell]} {cell.value}", order=cell.value)
    if isinstance(cell, str):
        return Shown(cell, order=cell)
    return shown_number(float(cell), kind)


def shown_estimate(estimate: Estimate) -> Shown:
    if not estimate.clusters or math.isnan(estimate.value):
        return Shown(NOTHING)
    value = f"{estimate.shown(estimate.value)}{estimate.unit}"
    return Shown(value, interval_words(estimate, " to "), estimate.value)


def interval_words(estimate: Estimate, between: str) -> str:
    """The interval of a value; an infinite end is left out.

    >>> from trisim.stats.estimate import Scale
    >>> interval_words(Estimate(3, 2, 4, 9, 9, scale=Scale.MEAN), " to ")
    '2.0 to 4.0'
    >>> interval_words(Estimate(3, -math.inf, math.inf, 1, 1, scale=Scale.MEAN), " to ")
    'not known'
    """
    low, high = estimate.shown(estimate.low), estimate.shown(estimate.high)
    match math.isfinite(estimate.low), math.isfinite(estimate.high):
        case True, True:
            return f"{low}{between}{high}"
        case True, False:
            return f"{low} or more"
        case False, True:
            return f"{high} or less"
        case _:
            return "not known"


def shown_number(number: float, kind: Kind) -> Shown:
    """A number without an interval.

    >>> shown_number(12345, Kind.COUNT).text, shown_number(0.03, Kind.NUMBER).text
    ('12,345', '0.03')
    >>> shown_number(2.5e-7, Kind.NUMBER).text, shown_number(1 / 3, Kind.PERCENT).text
    ('< 0.001', '33.3 %')
    >>> shown_number(0.0, Kind.P_VALUE).text, shown_number(-3, Kind.COUNT).text
    ('< 0.001', '−3')
    """
    if not math.isfinite(number):
        return Shown(NOTHING)
    return Shown(with_minus(number_text(number, kind)), order=number)


def number_text(number: float, kind: Kind) -> str:
    """A finite number with as many digits as its kind of column shows."""
    if kind is Kind.PERCENT:
        return f"{100 * number:.1f} %"
    if 0 < number < SMALLEST or (kind is Kind.P_VALUE and number < SMALLEST):
        return f"< {SMALLEST}"
    if kind is Kind.COUNT or number == int(number):
        return f"{number:,.0f}"
    return f"{number:z,.{2 if abs(number) >= 0.1 else 3}f}".rstrip("0").rstrip(".")
