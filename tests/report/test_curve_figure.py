"""Figures of curves: what is marked, and what leaves the axis alone."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import numpy as np

from trisim.report.figures.curve import CurvePanel, draw_curves
from trisim.report.style import save
from trisim.stats.curves import Curve, Value, bands
from trisim.stats.estimate import Scale
from trisim.stats.fair import fair_values


def panel(values: tuple[Value, ...], printed: Value | None = None) -> CurvePanel:
    """Rates that rise through the target: fair at the second value."""
    rates = np.linspace(0.2, 0.2 + 0.05 * (len(values) - 1), len(values))
    curve = Curve.of(values, rates, 1e-4 * np.eye(len(values)), 4_000, Scale.RATE)
    fair = fair_values(curve, 0.25, printed=printed)
    return CurvePanel("wins", values, bands({"wins": curve})["wins"], fair, printed)


def words_of(*panels: CurvePanel) -> set[str]:
    figure = draw_curves(panels, "rules.numbers.limit")
    made = io.BytesIO()
    save(figure, made, "svg")
    return {text.get_text() for axes in figure.axes for text in axes.texts}


def test_target_fair_values_and_printed_value_are_marked() -> None:
    assert words_of(panel((4, 5, 6, 7), printed=6)) == {"target", "fair", "printed"}
    assert words_of(panel((4, 5, 6, 7))) == {"target", "fair"}
    assert words_of(replace(panel((4, 5, 6, 7), printed=6), fair=None)) == {"printed"}
    assert "printed" not in words_of(panel((4, 5, 6, 7), printed=20))


def test_fair_values_are_where_they_belong() -> None:
    figure = draw_curves([panel((4, 5, 6, 7))], "limit")
    (marks,) = [line for line in figure.axes[0].lines if line.get_marker() == "D"]
    assert np.asarray(marks.get_xdata()).tolist() == [5.0]


def test_texts_are_dots_side_by_side() -> None:
    figure = draw_curves([panel(("none", "2 of any kind", "a card of choice"))], "start")
    labels = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert labels == ["none", "2 of any kind", "a card …choice"]
    assert not figure.axes[0].collections  # no band


def test_several_curves_are_small_multiples() -> None:
    panels = [panel((4, 5, 6)), panel((4, 5, 6), 5), panel(("a", "b"))]
    figure = draw_curves(panels, "limit")
    assert len(figure.axes) == 3
    assert figure.axes[0].get_position().y0 > figure.axes[2].get_position().y0


def test_an_interval_without_ends_leaves_the_axis_alone() -> None:
    whole = panel((4, 5, 6))
    endless = replace(whole.estimates[1], low=-math.inf, high=math.inf)
    empty = replace(whole.estimates[2], value=math.nan, low=-math.inf, high=math.inf)
    broken = replace(whole, estimates=(whole.estimates[0], endless, empty))
    figure = draw_curves([broken], "limit")
    save(figure, io.BytesIO(), "png")
    low, high = figure.axes[0].get_ylim()
    assert 10 < low < high < 30
