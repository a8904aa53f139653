"""The page: of planted games, with and without optional tables, and of strange ones."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.madness.report.planted import Planted, box, inputs_of
from tests.report.sound_section import check_section
from trisim.cli.report import report
from trisim.games.madness.box.words import Side, Source
from trisim.games.madness.record.tables import TABLES
from trisim.games.madness.report.kit import CHAPTERS, REPORT
from trisim.games.madness.report.sections import (
    elements,
    flows,
    losses,
    mages,
    origin,
    progress,
    tension,
)
from trisim.games.madness.report.sections.origin import source_block, sources_of
from trisim.report.balance import page_of
from trisim.report.comparison_words import measure_words
from trisim.report.inputs import ReportInputs
from trisim.report.page.html import html_of
from trisim.report.page.markdown import markdown_of
from trisim.report.sections.forecast import open_block
from trisim.report.sections.measures import Labels
from trisim.report.sections.words import names_of_all
from trisim.stats.analyses.forecast import Forecast
from trisim.stats.analyses.judgement import judge_all
from trisim.stats.estimate import Estimate

ALWAYS = ("games", "players")
WITH_TURNS = (*ALWAYS, "monsters", "turns")
WITH_CARDS = (*WITH_TURNS, "actions", "curses", "cards")


@lru_cache(maxsize=4)
def inputs(tables: tuple[str, ...] = tuple(TABLES)) -> ReportInputs:
    return inputs_of(Planted(deals=60, scenarios={"I/normal": 0.5, "II/normal": 0.0}), 1, tables)


def test_every_section_is_sound() -> None:
    page = page_of(inputs())
    assert [each.key for each in page.sections] == [each.key for each in CHAPTERS]
    for section in page.sections:
        if section.key not in ("skill", "provenance", "verdicts"):
            assert not section.problem, section.key
            check_section(section)
    names = [table.name for table in page.tables]
    assert len(names) == len(set(names))
    names = [picture.name for picture in page.pictures]
    assert len(names) == len(set(names))


def test_the_page_is_written() -> None:
    page = page_of(inputs())
    html = html_of(page)
    assert "Hardest on teams" in html or "none surely goes with more or fewer wins" in html
    assert "Unofficial" in html
    assert len([each for each in page.key_figures if each.value]) == 5
    assert "How games are lost" in markdown_of(page, lambda picture: f"{picture.name}.svg")


@pytest.mark.parametrize("tables", [ALWAYS, WITH_TURNS, WITH_CARDS])
def test_runs_without_optional_tables_say_what_is_missing(tables: tuple[str, ...]) -> None:
    page = page_of(inputs(tables))
    html_of(page)
    problems = {each.key: each.problem for each in page.sections if each.problem}
    needed = {
        "tension": "turns",
        "monsters": "monsters",
        "curses": "curses",
        "cards": "cards",
    }
    for key, table in needed.items():
        assert (key in problems) == (table not in tables), key
    assert "--with cards" in problems.get("curses", "--with cards")
    assert "ledger" in problems[flows.KEY]
    assert ("actions" not in tables) == (elements.KEY in problems)
    sections = {each.key: each for each in page.sections}
    for key in (progress.KEY, losses.KEY, mages.KEY, elements.KEY, flows.KEY, "teamwork"):
        check_section(sections[key])


def test_games_that_are_all_lost() -> None:
    found = inputs_of(Planted(deals=20, scenarios={"III/both": -9.0}))
    page = page_of(found)
    html_of(page)
    problems = {each.key: each.problem for each in page.sections if each.problem}
    assert "0 are won" in problems[tension.KEY]
    assert losses.KEY not in problems
    for section in page.sections:
        if not section.problem and section.key not in ("skill", "provenance", "verdicts"):
            check_section(section)


def test_games_that_are_all_won() -> None:
    page = page_of(inputs_of(Planted(deals=20, scenarios={"I/normal": 40.0})))
    html_of(page)
    problems = {each.key: each.problem for each in page.sections if each.problem}
    assert problems[losses.KEY] == "No game was lost."


@pytest.mark.parametrize("players", [2, 5])
def test_other_numbers_of_players(players: int) -> None:
    page = page_of(inputs_of(Planted(deals=20, players=players)))
    html_of(page)
    (section,) = (each for each in page.sections if each.key == "teamwork")
    check_section(section)
    table = section.blocks[1].table
    assert table is not None
    assert len(table.rows) == players


def test_several_runs_stand_side_by_side() -> None:
    three, five = inputs(), inputs_of(Planted(deals=20, players=5))
    renamed = replace(five.runs[0], facts=replace(five.runs[0].facts, label="five"))
    both = replace(three, runs=(*three.runs, renamed))
    page = page_of(both)
    html_of(page)
    tables = {table.name: table for table in page.tables}
    assert len(tables["outcome-won"].rows) == 2
    assert len(tables["progress-scenarios"].rows) == 3
    ((players, scenario, won, change),) = tables["progress-players"].rows
    assert (players, scenario) == (5, "II/normal")
    of_three = next(
        row[3] for row in tables["progress-scenarios"].rows if row[1:3] == (3, scenario)
    )
    assert isinstance(won, Estimate)
    assert isinstance(change, Estimate)
    assert isinstance(of_three, Estimate)
    assert change.value == pytest.approx(won.value - of_three.value)
    assert change.low < change.value < change.high
    assert len(tables["teamwork-help"].rows) == 2


def test_games_that_are_hardly_ever_won_have_a_caution() -> None:
    found = inputs().subject.result(Forecast, tension.KEY)
    assert isinstance(found, Forecast)
    assert not any("the chance is low" in word for word in open_block(found).words)
    seldom = replace(found, won=replace(found.won, value=0.05, low=0.04, high=0.06))
    (caution,) = (word for word in open_block(seldom).words if "the chance is low" in word)
    assert "5.0 % [4.0, 6.0] are won" in caution


def test_every_target_of_the_game_is_about_figures_that_exist() -> None:
    run = inputs().subject
    verdicts = judge_all(REPORT.default_targets().targets, [(run.facts, run.results)]).verdicts
    judged = {each.target.name for each in verdicts if each.measures}
    scenarios = {"Easy is easy", "Medium is open", "Hard is hard"}  # tuned plays
    assert {each.target.name for each in verdicts} - judged == scenarios
    assert len(judged) >= 10


def test_the_targets_are_written_for_the_game_that_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    other = tmp_path / "theirs.toml"
    named = CliRunner().invoke(report, ["--new-targets", str(file), "--game", "madness"])
    env = {"TRISIM_GAME": "madness"}
    usual = CliRunner().invoke(report, ["--new-targets", str(other)], env=env)
    for found, written in ((named, file), (usual, other)):
        assert found.exit_code == 0, found.output
        assert written.read_text(encoding="utf-8") == REPORT.targets_text()
    no_game = CliRunner().invoke(
        report, ["--new-targets", str(tmp_path / "x")], env={"TRISIM_GAME": "?"}
    )
    assert no_game.exit_code == 2
    assert "TRISIM_GAME: no game" in no_game.output
    wrong = ["--game", "chess", "--new-targets", str(tmp_path / "x")]
    assert "--game: no game" in CliRunner().invoke(report, wrong).output


def test_the_share_of_own_cards_is_counted() -> None:
    sources = sources_of(box())
    assert len(sources["spells"]) == len(box().spells)
    assert len(sources["monsters"]) == len(box().sheets) - 1, "the last page has none"
    covers = sum(each.side is Side.COVER for each in box().sheets)
    assert len(sources["pages"]) == len(box().sheets) - covers
    found = source_block(box())
    every = [source for each in sources.values() for source in each]
    assert f"{every.count(Source.OURS)} are trisim's own" in found.words[0]
    assert origin.build(inputs()).blocks[0].key == found.key


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("loss.pile.share", "lost games with an empty pile"),
        ("loss.round.5.lost", "lost at monster 5, of games that reach it"),
        ("progress.beaten", "monsters beaten"),
    ],
)
def test_measures_of_comparisons_have_names(measure: str, words: str) -> None:
    labels = Labels(names_of_all([box()]), REPORT.measures, ("mage",))
    assert measure_words(measure, labels) == words
