"""The section on the economy: blocks, books, and the flow whose bands fill their bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.report.people import check_section, inputs_of, small_inputs, solo_inputs
from trisim.games.trismegistus.report.analyses.economy import KINDS
from trisim.games.trismegistus.report.sections.economy import KEY, build, totals_words
from trisim.games.trismegistus.report.sections.economy_names import (
    KIND_COLORS,
    KIND_NAMES,
    SPENDING,
)
from trisim.games.trismegistus.rules.codes import Cause
from trisim.report.figures.flow import REST, Band, column, draw_flow, gathered, scale_of, totals
from trisim.report.inputs import RunInputs
from trisim.stats.analyses.economy import ALL, Economy, Holding
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Estimate, Scale

INTO = [Band("mine", "gold", 3.0), Band("shop", "gold", 1.0), Band("shop", "lead", 4.0)]
OUT = [Band("gold", "price", 3.5), Band("lead", "price", 4.0), Band("gold", "waste", 0.01)]


def economy() -> Economy:
    found = small_inputs().subject.result(Economy, KEY)
    assert isinstance(found, Economy)
    return found


def test_every_cause_and_kind_has_a_name() -> None:
    assert set(SPENDING) == {cause.word for cause in Cause}
    assert set(KIND_NAMES) == {*KINDS, ALL}
    assert set(KIND_COLORS) == {KIND_NAMES[kind] for kind in KINDS}


def test_small_run_has_all_blocks_and_its_books_balance() -> None:
    section = check_section(build(small_inputs()))
    keys = [block.key for block in section.blocks]
    assert keys == ["economy-flow", "economy-items", "economy-gold", "economy-points"]
    assert any("All totals match" in words for words in section.blocks[1].words)
    assert "every game has a ledger" in section.blocks[0].basis


def test_solo_run_speaks_of_you() -> None:
    section = check_section(build(solo_inputs()))
    assert section.blocks[0].words[0].startswith("You gain")


def test_a_ledger_of_some_games_says_so() -> None:
    run = small_inputs().subject
    inputs = inputs_of((RunInputs(replace(run.facts, games=160), run.results),))
    assert "the ledger is of 8 of 160 games" in build(inputs).blocks[0].basis


def test_books_that_do_not_balance_are_called_out() -> None:
    left = Estimate(1.0, 0.5, 1.5, 8, 4, scale=Scale.MEAN)
    said = totals_words([Holding("gold", left, 12, 11), Holding("lead", left, 5, 5)])
    assert "do NOT match for gold (12 for 11)" in said


def test_missing_and_empty_ledgers_are_a_problem_not_an_error() -> None:
    run = small_inputs().subject
    gone = inputs_of((RunInputs(run.facts, {KEY: Missing("No ledger.")}),))
    assert build(gone).problem == "No ledger."
    empty = replace(economy(), games=0)
    assert "No game" in build(inputs_of((RunInputs(run.facts, {KEY: empty}),))).problem


def test_small_sinks_are_drawn_as_one_and_nothing_is_lost() -> None:
    found = gathered(OUT, "end")
    assert {band.end for band in found} == {"price", REST}
    assert sum(band.size for band in found) == pytest.approx(sum(band.size for band in OUT))


def test_the_fullest_column_fits() -> None:
    scale = scale_of(INTO, OUT, ["gold", "lead"])
    nodes = column(["mine", "shop"], totals(INTO, "start"), scale)
    assert nodes["mine"].top - nodes["mine"].bottom == pytest.approx(3.0 * scale)
    assert nodes["shop"].top < nodes["mine"].bottom
    assert all(0 <= node.bottom <= node.top <= 1 for node in nodes.values())


@pytest.mark.parametrize(("into", "out"), [(INTO, OUT), ([], []), (INTO, [])])
def test_flows_can_be_drawn(into: list[Band], out: list[Band]) -> None:
    figure = draw_flow(into, out, {"gold": "#d9a400", "lead": "#3f4a5a"})
    figure.canvas.draw()
    shown = {text.get_text() for text in figure.axes[0].texts}
    assert ("gold 4.0" in shown) == bool(into)
