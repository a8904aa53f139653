"""The section on dice bowls: of real runs, of strange ones, and of those without turns."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.report.people import inputs_of
from tests.report.sound_section import check_section
from tests.small_run import small_run, small_solo_run
from tests.stats.analyses.planted_games import batch, facts, round_row, turn_row
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.analyses.bowl_fit import Fit
from trisim.games.trismegistus.report.analyses.bowls import BowlAnalysis, Bowls
from trisim.games.trismegistus.report.sections import bowls
from trisim.report.figures.lines import apart
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.load_runs import read_runs
from trisim.stats.analyses.source import Missing


def inputs(solo: bool = False) -> ReportInputs:
    return read_runs([(small_solo_run() if solo else small_run()).path])


def result(found: ReportInputs) -> Bowls:
    told = found.subject.result(Bowls, bowls.KEY)
    assert isinstance(told, Bowls)
    return told


def with_result(found: ReportInputs, told: Bowls | Missing) -> ReportInputs:
    return inputs_of((RunInputs(found.subject.facts, {bowls.KEY: told}),))


@pytest.mark.parametrize("solo", [False, True])
def test_all_blocks_are_there_and_draw(solo: bool) -> None:
    section = bowls.build(inputs(solo))
    check_section(section)
    assert [block.key for block in section.blocks] == [
        f"bowls-{name}"
        for name in (
            "sizes",
            "colours",
            "players",
            "potency",
            "last",
            "taken",
            "wild",
            "ethereal",
            "waste",
        )
    ]


def test_exact_values_stand_beside_what_was_seen() -> None:
    found = inputs()
    rolls = result(found).rolls
    table = bowls.build(found).blocks[0].table
    assert table is not None
    assert [row[2] for row in table.rows] == [each.dice.exact for each in rolls.sizes]
    assert all(row[2] is not None for row in table.rows)


def test_dice_that_fall_wrongly_are_called_so() -> None:
    found = inputs()
    told = result(found)
    wrong = replace(
        told, rolls=replace(told.rolls, fits=(Fit("places", 99.0, 15, 1e-9, 1e-9, 500),))
    )
    words = bowls.build(with_result(found, wrong)).blocks[0].words
    assert any("did not fall as they should" in each for each in words)
    right = replace(told, rolls=replace(told.rolls, fits=(Fit("places", 9.0, 15, 0.8, 0.8, 500),)))
    words = bowls.build(with_result(found, right)).blocks[0].words
    assert any("The dice fell as they should" in each for each in words)


def test_hostile_names_of_strategies_are_drawn_as_they_are() -> None:
    found = inputs()
    told = result(found)
    names = ("<script>alert(1)</script>", "$x_1$ | a\nb")
    strategies = tuple(replace(told.strategies[0], strategy=name) for name in names)
    section = bowls.build(with_result(found, replace(told, strategies=strategies)))
    check_section(section)
    assert section.blocks[-1].table is not None
    assert [row[0] for row in section.blocks[-1].table.rows] == list(names)


def test_a_run_without_drafts_has_the_rolls_alone() -> None:
    found = inputs()
    told = result(found)
    none = replace(told.drafts, picks=(), last=(), taken=(), wild=(), ethereal=(), rounds=())
    section = bowls.build(with_result(found, replace(told, drafts=none)))
    check_section(section)
    assert len(section.blocks) == 3


def test_one_roll_has_figures_without_end_and_still_draws(testbox: Box) -> None:
    told = facts(testbox, rotations=1)
    analysis = BowlAnalysis(told)
    player = {"seat": 0, "strategy": "keen", "ethereal_dice": 0}
    analysis.read(
        batch(
            1,
            rounds=[round_row(0, 1, lead_black=3)],
            turns=[turn_row(0, 0, 0, bowl="lead", bowl_size=3, potency=3)],
            players=[{"game": 0, "potency_spent": 3, "potency_wasted": 0} | player],
        )
    )
    section = bowls.build(inputs_of((RunInputs(told, {bowls.KEY: analysis.result()}),)))
    check_section(section)


def test_a_run_without_turns_says_so() -> None:
    found = inputs()
    section = bowls.build(with_result(found, Missing("The run has no table turns.")))
    assert section.problem == "The run has no table turns."
    assert not section.blocks


def test_labels_are_moved_apart_and_stay_in_the_middle() -> None:
    moved = apart([1.0, 1.0, 1.0, 5.0], 0.5)
    gaps = [b - a for a, b in pairwise(moved)]
    assert min(gaps) >= 0.5 - 1e-9
    assert math.isclose(sum(moved), 8.0)
    assert apart([], 0.5) == []
