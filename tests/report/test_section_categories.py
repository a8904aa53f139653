"""The section on categories: blocks, words that follow the numbers, solo beside Botmegistus."""

from __future__ import annotations

from dataclasses import replace

from tests.report.people import check_section, hostile_inputs, inputs_of, small_inputs, solo_inputs
from trisim.games.trismegistus.report.analyses.categories import CATEGORIES
from trisim.games.trismegistus.report.words import SCORE
from trisim.games.trismegistus.rules.codes import Part
from trisim.report.inputs import RunInputs
from trisim.report.sections.categories import KEY, build
from trisim.report.sections.category_wins import winning_words
from trisim.stats.analyses.category_figures import Categories, CategoryWinning
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Comparison, Estimate, Scale


def compared(value: float, null: float, p: float, scale: Scale) -> Comparison:
    return Comparison(Estimate(value, value - 0.01, value + 0.01, 90, 30, scale=scale), null, p, p)


def winning(name: str, leader: float, slope: float, p: float) -> CategoryWinning:
    return CategoryWinning(
        name,
        compared(leader, 0.5, p, Scale.RATE),
        compared(slope, 0.0, p, Scale.RATE_DIFFERENCE),
    )


def test_every_part_of_a_score_has_a_category_and_a_name() -> None:
    named = {part for parts in CATEGORIES.values() for part in parts}
    assert named == {part.name.lower() for part in Part} == set(SCORE.parts)
    assert set(SCORE.categories) >= set(CATEGORIES)


def test_small_run_has_all_blocks() -> None:
    section = check_section(build(small_inputs()))
    keys = [block.key for block in section.blocks]
    assert keys[:3] == ["categories-shares", "categories-margin", "categories-winning"]
    assert keys[3:] == ["categories-alchemists", "categories-winners"]
    check_section(build(hostile_inputs()))


def test_solo_run_shows_both_sides() -> None:
    section = check_section(build(solo_inputs()))
    assert [block.key for block in section.blocks][:2] == ["categories-shares", "categories-bot"]
    table = section.blocks[1].table
    assert table is not None
    assert [column.title for column in table.columns][1:] == ["you (random)", "Botmegistus"]


def test_a_side_that_never_scores_has_no_number() -> None:
    block = build(solo_inputs()).blocks[1]
    assert block.table is not None
    rows = {str(row[0]): row[1:] for row in block.table.rows}
    yours, its = rows["Its artifacts and cards"]
    assert yours is None
    assert isinstance(its, Estimate)
    _, only_bot = block.words[0].split("Only Botmegistus scores from ")
    assert "its artifacts and cards" in only_bot


def test_only_sure_things_are_said_of_winning() -> None:
    sure = winning("stone", 0.7, 0.02, 0.001)
    unsure = winning("mastery", 0.6, 0.03, 0.4)
    said = winning_words([sure, unsure], 0.5, SCORE)
    assert "most points from philosopher's stone wins 70.0 %" in said
    assert "Leading in mastery has no sure association with winning" in said
    assert "Point for point" not in said  # the steepest slope isn't sure
    against = winning_words([sure, winning("leftovers", 0.4, -0.02, 0.001)], 0.5, SCORE)
    assert "Points from leftovers surely go with losing" in against


def test_missing_results_are_a_problem_not_an_error() -> None:
    run = small_inputs().subject
    gone = inputs_of((RunInputs(run.facts, {KEY: Missing("No table.")}),))
    assert build(gone).problem == "No table."
    found = run.result(Categories, KEY)
    assert isinstance(found, Categories)
    empty = replace(found, categories=())
    assert build(inputs_of((RunInputs(run.facts, {KEY: empty}),))).problem
