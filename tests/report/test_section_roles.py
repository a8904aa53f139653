"""The section on roles: what it says follows from the numbers."""

from __future__ import annotations

from dataclasses import replace

from matplotlib.text import Text

from tests.report.people import (
    HOSTILE,
    check_section,
    hostile_inputs,
    inputs_of,
    small_inputs,
    solo_inputs,
)
from trisim.games.trismegistus.report.facts import box_of
from trisim.report.inputs import RunInputs
from trisim.report.sections.roles import build, pair_words, sure_words
from trisim.stats.analyses.roles import RoleFigures, RolePair, Roles
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Comparison, Estimate, Scale

KEY = "alchemists"


def rate(value: float, p: float) -> Comparison:
    return Comparison(Estimate(value, value - 0.02, value + 0.02, 900, 300), 0.5, p, p)


def figures(name: str, value: float, p: float) -> RoleFigures:
    score = Estimate(50.0, 49.0, 51.0, 900, 300, scale=Scale.MEAN)
    beyond = Estimate(
        value - 0.5, value - 0.52, value - 0.48, 900, 300, scale=Scale.RATE_DIFFERENCE
    )
    return RoleFigures(name, rate(value, p), beyond, score)


def found(*those: RoleFigures, pairs: tuple[RolePair, ...] = ()) -> Roles:
    return Roles("alchemist", 0.5, 0.5, those, pairs, (), ())


def difference(value: float, low: float, high: float, p: float) -> Comparison:
    estimate = Estimate(value, low, high, 900, 300, scale=Scale.RATE_DIFFERENCE)
    return Comparison(estimate, 0.0, p, p)


def test_only_sure_ones_are_called_so() -> None:
    said = sure_words(
        found(figures("duval", 0.56, 0.001), figures("newton", 0.47, 0.2)),
        small_inputs().subject.facts,
    )
    assert said == "Surely above par: Test Duval."


def test_nothing_sure_is_said_to_be_so() -> None:
    said = sure_words(
        found(figures("duval", 0.56, 0.3), figures("newton", 0.47, 0.2)),
        small_inputs().subject.facts,
    )
    assert "None is surely above or below par" in said


def test_the_largest_sure_difference_is_told_from_the_better_one() -> None:
    pairs = (
        RolePair("duval", "newton", difference(-0.08, -0.12, -0.04, 0.001)),
        RolePair("duval", "bacon", difference(0.3, -0.1, 0.7, 0.4)),
    )
    said = pair_words(found(figures("duval", 0.5, 1.0), pairs=pairs), small_inputs().subject.facts)
    assert "Of 2 pairs, 1 surely differs" in said
    assert "Test Newton wins 8.0 percentage points [4.0, 12.0] more often than Test Duval" in said


def test_small_run_has_all_blocks_with_pictures_and_tables() -> None:
    section = check_section(build(small_inputs()))
    keys = [block.key for block in section.blocks]
    assert keys == ["alchemists-wins", "alchemists-pairs", "alchemists-seats"]
    assert not section.problem


def test_solo_run_speaks_of_you() -> None:
    section = check_section(build(solo_inputs()))
    assert any("You win" in words for words in section.blocks[0].words)
    assert all(block.key != "alchemists-seats" for block in section.blocks)


def test_several_runs_stand_side_by_side() -> None:
    run = small_inputs().subject
    other = RunInputs(replace(run.facts, players=3, lineup=("one", "two", "one")), run.results)
    section = check_section(build(inputs_of((run, other))))
    block = section.blocks[-1]
    assert block.key == "alchemists-runs"
    assert block.table is not None
    assert {row[0] for row in block.table.rows} == {"2-player random", "3-player one + two"}


def test_figures_have_short_names_where_the_whole_one_does_not_fit() -> None:
    inputs = small_inputs()
    run = inputs.subject
    box = box_of(run.facts)
    (first, one), *others = box.alchemists.items()
    long = {first: replace(one, name=f"Heinrich Cornelius Auguste {first.title()}"), **dict(others)}
    facts = replace(run.facts, box=replace(box, alchemists=long))
    section = build(inputs_of((RunInputs(facts, run.results),) * 2))
    words = set()
    for block in section.blocks:
        assert block.picture is not None
        words |= {text.get_text() for text in block.picture.draw().findobj(Text)}
    assert first.title() in words
    assert not [word for word in words if "…" in word]


def test_hostile_names_stay_text() -> None:
    section = check_section(build(hostile_inputs()))
    assert any(HOSTILE in words for words in section.blocks[0].words)


def test_missing_results_are_a_problem_not_an_error() -> None:
    run = small_inputs().subject
    inputs = inputs_of((RunInputs(run.facts, {KEY: Missing("No table.")}),))
    assert build(inputs).problem == "No table."
    assert build(inputs_of((RunInputs(run.facts, {KEY: found()}),))).problem


def test_an_alchemist_that_the_box_does_not_know_is_named_as_it_is() -> None:
    run = small_inputs().subject
    stranger = found(figures("stranger", 0.6, 0.01))
    section = check_section(build(inputs_of((RunInputs(run.facts, {KEY: stranger}),))))
    assert section.blocks[0].words[0].startswith("stranger wins 60.0 %")


def test_an_alchemist_above_par_in_one_run_and_below_in_another_is_named() -> None:
    run = small_inputs().subject
    name = next(iter(run.facts.box.roles))
    runs = tuple(
        RunInputs(replace(run.facts, lineup=(who,) * 2), {KEY: found(figures(name, value, 0.01))})
        for who, value in (("one", 0.7), ("two", 0.3))
    )
    words = build(inputs_of(runs)).blocks[-1].words[0]
    label = run.facts.box.roles[name].name
    assert f"Surely on different sides of par: {label} above in one, below in two." in words
