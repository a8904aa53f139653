"""Answers as pictures: dots where the values are, and no bar where an interval has no end."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from trisim.report.figures.answers import draw_answer, draw_band

ANSWER = pl.DataFrame(
    {
        "name": ["newton", "$x_1$ and $y$"],
        "round": [1, 2],
        "value": [0.25, 0.5],
        "low": [0.2, float("-inf")],
        "high": [0.31, float("inf")],
    }
)


def numbers(data: ArrayLike) -> list[float]:
    """Where a line goes."""
    found: list[float] = np.asarray(data).tolist()
    return found


@pytest.fixture
def axes() -> Iterator[Axes]:
    figure, axes = plt.subplots()
    yield axes
    figure.canvas.draw()
    plt.close(figure)


@pytest.mark.parametrize("answer", [ANSWER, ANSWER.to_pandas()], ids=["polars", "pandas"])
def test_each_row_has_a_dot_and_an_interval_if_it_has_ends(
    answer: pl.DataFrame, axes: Axes
) -> None:
    draw_answer(axes, answer, by="name", colors={"newton": "#123456"}, percent=True)
    bar, dot, hollow = axes.lines
    assert numbers(bar.get_xdata()) == [0.2, 0.31]
    assert (numbers(dot.get_xdata()), dot.get_color()) == ([0.25], "#123456")
    assert (numbers(hollow.get_xdata()), hollow.get_markerfacecolor()) == ([0.5], "white")
    assert [text.get_text() for text in axes.texts] == ["25.0%", "50.0%"]


def test_names_are_text_and_no_formula(axes: Axes) -> None:
    draw_answer(axes, ANSWER, by="name", reference=0.25)
    assert [each.get_text() for each in axes.get_yticklabels()] == ["newton", r"\$x_1\$ and \$y\$"]
    assert numbers(axes.lines[-1].get_xdata()) == [0.25, 0.25]


def test_a_band_follows_its_numbers_and_says_its_name_at_the_end(axes: Axes) -> None:
    draw_band(axes, ANSWER.head(1), by="round", label="lead", shift=0.5)
    (line,) = axes.lines
    assert (numbers(line.get_xdata()), numbers(line.get_ydata())) == ([1.5], [0.25])
    (label,) = axes.texts
    assert label.get_text() == "lead"


def test_an_answer_without_rows_leaves_the_axes_empty(axes: Axes) -> None:
    draw_answer(axes, ANSWER.head(0), by="name")
    draw_band(axes, ANSWER.head(0), by="round", label="nobody")
    assert not axes.texts
