"""The section on the flow of the game: of real runs, of strange ones, and without turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.report.people import inputs_of
from tests.report.sound_section import check_section
from tests.small_run import small_run, small_solo_run
from tests.stats.analyses.planted_games import batch, facts, turn_row
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.analyses.flow import FlowAnalysis
from trisim.games.trismegistus.report.kit import REPORT
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.load_runs import read_runs
from trisim.report.page.model import Section
from trisim.report.sections import flow
from trisim.stats.analyses.flow import Flow
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Estimate


def inputs(*solo: bool) -> ReportInputs:
    runs = [small_solo_run() if each else small_run() for each in solo]
    return read_runs([run.path for run in runs])


def with_result(found: ReportInputs, told: Flow | Missing) -> ReportInputs:
    return inputs_of((RunInputs(found.subject.facts, {flow.KEY: told}),))


def built(found: ReportInputs) -> Section:
    section = flow.build(found)
    assert section is not None
    return section


def result(found: ReportInputs) -> Flow:
    told = found.subject.result(Flow, flow.KEY)
    assert isinstance(told, Flow)
    return told


@pytest.mark.parametrize("solo", [False, True])
def test_all_blocks_are_there_and_draw(solo: bool) -> None:
    section = built(inputs(solo))
    check_section(section)
    names = ["length", "settled", "drama", "leader", "scores", "margins", "actions", "choices"]
    assert [block.key for block in section.blocks] == [f"flow-{name}" for name in names]


def test_several_runs_stand_side_by_side() -> None:
    section = built(inputs(False, True))
    table = section.blocks[0].table
    assert table is not None
    assert len(table.rows) == 2
    check_section(section)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(0.6, 0.7, "more than the 50 %"), (0.1, 0.2, "less than"), (0.4, 0.6, "not surely")],
)
def test_a_leader_is_judged_by_the_interval(low: float, high: float, words: str) -> None:
    standing = result(inputs(False)).standings[0]
    wins = Estimate((low + high) / 2, low, high, 100, 50)
    assert words in flow.leader_words(replace(standing, leader_wins=wins), 0.5)


def test_a_run_of_shared_victories_alone_has_no_drama_to_tell() -> None:
    found = inputs(False)
    told = replace(result(found), settled=(), standings=(), margins=(), rounds=(), actions=())
    section = built(with_result(found, told))
    check_section(section)
    assert [block.key for block in section.blocks] == ["flow-length"]


def test_one_game_has_figures_without_end_and_still_draws(testbox: Box) -> None:
    """A single deal tells of no variance, and nobody was ever behind."""
    told = facts(testbox, rotations=1)
    games = {"game": 0, "deal": 0, "turns": 2, "decisions": 2, "margin": 9, "lead_changes": 0}
    seats = [{"seat": seat, "rank": seat + 1, "win": 1.0 - seat, "score": 9} for seat in range(2)]
    analysis = FlowAnalysis(told)
    analysis.read(
        batch(
            1,
            games=[games | {"settled_turn": 0}],
            players=[{"game": 0} | each for each in seats],
            turns=[turn_row(0, 0, 0, scores=[9, 0]), turn_row(0, 1, 1, scores=[9, 1])],
        )
    )
    found = analysis.result()
    assert found.games.drama.clusters == 0
    section = built(inputs_of((RunInputs(told, {flow.KEY: found}),)))
    check_section(section)


def test_the_target_for_the_first_round_finds_its_measure() -> None:
    """The targets that come with trisim name a figure of this section."""
    assert "flow.leader.1" in result(inputs(False)).measures()
    text = REPORT.targets_text()
    assert 'measures = "flow.leader.1"' in text


def test_a_run_without_turns_says_so() -> None:
    section = built(with_result(inputs(False), Missing("The run has no table turns.")))
    assert section.problem == "The run has no table turns."
    assert not section.blocks
