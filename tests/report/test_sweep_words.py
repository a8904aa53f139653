"""The words of a sweep: names of settings and measures, answers, and what a page has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.stats.test_sweep import FLAT, LINE, POINTS, SETTING, STEEP, figures, planted
from trisim.box.box import Box
from trisim.plugin import load
from trisim.report.sweep_page import answer_section, change_section, curve_section, key_figures
from trisim.report.sweep_words import SweepLabels, answers, sure_words
from trisim.stats.sweep import Line, SweepFindings, SweptSetting, sweep_figures


def findings(identical: tuple[int, ...] = ()) -> SweepFindings:
    """A measure with a target that it meets at 5, and one that stays."""
    made = figures(planted(1, [STEEP, FLAT], [0.0, None]))
    return SweepFindings(
        "random", (SETTING,), POINTS, (LINE,), made.measures, made.fair, 60, 240, identical
    )


def a_grid() -> SweepFindings:
    """Points of two settings, with a curve for each value of the second."""
    settings = (SETTING, SweptSetting("relics.lamp.oil", "box", "no", ("no", "yes"), True, "Oil"))
    oils = ("no", "no", "yes", "yes")
    points = tuple(
        replace(point, values=(*point.values, oil)) for point, oil in zip(POINTS, oils, strict=True)
    )
    lines = (Line(0, "lamp.oil=no", (1, 0)), Line(0, "lamp.oil=yes", (2, 3)))
    made = sweep_figures(planted(1, [STEEP, FLAT], [0.0, None]), settings, points, lines)
    return SweepFindings("random", settings, points, lines, made.measures, made.fair, 60, 240, ())


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("card.fire-0b.win", "Test Fire Zero B: adjusted wins"),
        ("card.fire-0b.taken", "Test Fire Zero B: taken"),
        ("seat.3.win", "Fourth player: wins"),
        ("score.mean", "Score"),
        ("category.stone.share", "Philosopher's stone: share of points"),
    ],
)
def test_measures_have_names_that_people_read(testbox: Box, measure: str, words: str) -> None:
    labels = SweepLabels(testbox, load("trismegistus").report)
    assert labels.measure(measure) == words


@pytest.mark.parametrize(
    ("path", "kind", "words"),
    [
        ("experiments.fire-0b.points", "box", "Test Fire Zero B: points"),
        ("rules.numbers.potency_limit", "box", "Potency limit"),
        ("board.start.fourth", "box", "Start: fourth"),
        ("option.setup_rolls", "option", "Setup rolls"),
        ("strategy.noise", "strategy", "noise of random"),
    ],
)
def test_settings_have_names_that_people_read(
    testbox: Box, path: str, kind: str, words: str
) -> None:
    labels = SweepLabels(testbox, load("trismegistus").report)
    setting = SweptSetting(path, kind, 5, (4, 5), True)
    assert labels.setting(setting, "random").label == words


def test_the_answer_begins_with_the_fair_values() -> None:
    first, *others = answers(findings())
    assert first.startswith("M0, target 0. Fair: 5; printed 5 (fair). Interpolated: between 4.")
    assert not others


def test_identical_points_are_said_to_be_so() -> None:
    *_, last = answers(findings((2,)))
    assert last == (
        "At 6 all games are identical to those with the printed values, in all 60 deals."
    )


def test_a_printed_value_that_was_not_asked_for_is_named() -> None:
    found = findings()
    found = replace(found, settings=(replace(SETTING, has_printed=False),))
    *_, last = answers(found)
    assert "the printed value, 5, was not among the values" in last


def test_fair_points_of_a_grid_name_all_values() -> None:
    (first,) = answers(a_grid())
    assert first == "M0, target 0. Fair: 1 of 4 combinations: price 5, oil no (printed)."


def test_what_surely_differs_from_printed_is_named_by_side() -> None:
    found = findings()
    moving, still = found.measures
    assert sure_words(found, moving) == "Against printed, surely more at 6 and 7 and less at 4."
    assert sure_words(found, still) == "It surely differs nowhere from printed."
    same = replace(still, changes=(None,) * 4)
    assert sure_words(found, same) == "It is the same everywhere."


def test_the_page_has_the_answer_first_then_curves_and_changes() -> None:
    found = findings()
    (answer,) = answer_section(found).blocks
    assert answer.picture is not None
    curves, changes = curve_section(found), change_section(found)
    assert curves is not None
    assert changes is not None
    assert [block.title for block in curves.blocks] == ["relics.lamp.price", "What does not move"]
    table = changes.blocks[0].table
    assert table is not None
    assert [row[0] for row in table.rows] == ["4", "6", "7"]
    assert [each.value for each in key_figures(found)] == ["5", "5", "960"]


def test_pictures_of_a_grid_have_the_same_axis() -> None:
    (answer,) = answer_section(a_grid()).blocks
    assert answer.picture is not None
    figure = answer.picture.draw()
    assert len({axes.get_ylim() for axes in figure.axes}) == 1
