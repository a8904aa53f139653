"""Figures of reports: round ticks, names that don't run into each other, intervals without ends."""

from __future__ import annotations

import io
import math
import re
from itertools import pairwise

import pytest

from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.figures.ladder import Slope, draw_slopes
from trisim.report.style import drawing, save, short
from trisim.stats.analyses.verdicts import WITHIN
from trisim.stats.estimate import Estimate, Scale

RUNS = ["4-player balanced", "4-player balanced and 3 more", "3-player balanced"]
RUNS += ["2-player balanced", "4-player greedy"]


@pytest.mark.parametrize(("low", "high"), [(0.22, 0.26), (0.231, 0.283), (0.05, 0.95), (0.2, 0.35)])
def test_ticks_are_round(low: float, high: float) -> None:
    figure = draw_dots([Dot("a", Estimate((low + high) / 2, low, high, 9, 9))])
    figure.canvas.draw()
    ticks = figure.axes[0].get_xticks()
    step = ticks[1] - ticks[0]
    assert round(step / 10 ** math.floor(math.log10(step) + 1e-9), 6) in (1, 2, 5)


@pytest.mark.parametrize("runs", [RUNS[:3], [f"{name}:noise=0.25" for name in RUNS]])
def test_names_of_runs_do_not_run_into_each_other(runs: list[str]) -> None:
    stop = Estimate(0.25, 0.24, 0.26, 9, 9), WITHIN
    slope = Slope("the label of a figure", (stop,) * len(runs), "#000000")
    figure = draw_slopes(runs, [slope], 0.2, 0.3, False)
    figure.savefig(io.BytesIO())
    labels = figure.axes[0].get_xticklabels()
    if labels[0].get_rotation():  # slanted: lines of letters are next to each other
        (left, *_, right) = labels
        apart = (right.get_position()[0] - left.get_position()[0]) / (len(labels) - 1)
        step = apart * figure.axes[0].bbox.width / (len(labels) - 0.45)
        lines = max(label.get_text().count("\n") + 1 for label in labels)
        assert step * math.sin(math.radians(35)) > 1.2 * lines * 9 / 72 * figure.dpi
        assert all(label.get_window_extent().x0 >= 0 for label in labels)
    else:
        boxes = [label.get_window_extent() for label in labels]
        assert all(one.x1 <= next_one.x0 for one, next_one in pairwise(boxes))


def test_more_runs_than_colours_look_different() -> None:
    runs = [str(number) for number in range(20)]
    known = Estimate(0.25, 0.2, 0.3, 9, 9)
    figure = draw_grouped([Group("a", (known,) * 20)], runs)
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 1]  # type: ignore[arg-type]
    assert len(lines) == 20
    assert len({(line.get_color(), line.get_marker()) for line in lines}) == 20


def test_an_interval_without_ends_leaves_the_axis_alone() -> None:
    endless = Estimate(3.0, -math.inf, math.inf, 1, 1, scale=Scale.MEAN)
    known = Estimate(4.0, 3.5, 4.5, 9, 9, scale=Scale.MEAN)
    figure = draw_grouped([Group("a", (endless, known))], ["one", "two"])
    figure.canvas.draw()
    left, right = figure.axes[0].get_xlim()
    assert 2.5 < left < right < 5.0


def test_a_dollar_in_a_text_is_no_formula() -> None:
    made = io.BytesIO()
    with drawing(2) as (figure, axes):
        axes.set_yticks([0, 1], ["$\\frac$", "a$b"])
        axes.set_title("$x_1$ and $y$")
        axes.plot([0, 1], [0, 1], label="$\\frac$")
        axes.legend()
    save(figure, made, "svg")
    drawn = re.findall(r"<!-- ([^>]*) -->", made.getvalue().decode())
    assert {"$\\frac$", "a$b", "$x_1$ and $y$"} <= set(drawn)


def test_a_name_in_a_figure_has_no_control_characters() -> None:
    assert short("a\x1b[2J\nb") == "a\\x1b[2J b"
