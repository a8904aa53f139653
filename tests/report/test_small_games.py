"""Reports of games that the report knows nothing of: a team game, and a game of points."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from tests.report.small_games import points_inputs, team_inputs, team_run
from tests.report.sound_section import check_section
from tests.test_imports import imported, package_of
from trisim.report.balance import page_of
from trisim.report.inputs import ReportInputs
from trisim.report.page.html import html_of
from trisim.report.page.model import Page, Section
from trisim.report.page.numbers import json_of
from trisim.sources import PACKAGE


def test_the_report_imports_no_game() -> None:
    modules = list((PACKAGE / "report").rglob("*.py"))
    assert len(modules) > 40
    for path in modules:
        names = imported(path.read_text(encoding="utf-8"), package_of(path))
        assert not [name for name in names if name.startswith("trisim.games")], path


def section_of(page: Page, key: str) -> Section:
    return next(each for each in page.sections if each.key == key)


def words_of(section: Section) -> str:
    return " ".join(words for block in section.blocks for words in block.words)


def test_the_page_of_a_team_game_has_its_chapters() -> None:
    page = page_of(team_inputs())
    assert [each.key for each in page.sections] == [
        "verdicts",
        "outcome",
        "mages",
        "flow",
        "skill",
        "provenance",
    ]
    assert not [each.problem for each in page.sections if each.problem]
    for section in page.sections:
        check_section(section)
    assert page.key_figures[1].label == "of games are won"


def test_teams_are_compared_by_scenario_on_the_same_deals() -> None:
    section = section_of(page_of(team_inputs()), "outcome")
    assert "Most games are won in calm" in words_of(section)
    assert "Surely below calm: wild." in words_of(section)
    table = section.blocks[1].table
    assert table is not None
    calm, wild = table.rows
    assert (calm[0], calm[2], wild[0]) == ("calm", None, "wild")


def test_roles_and_strategies_of_a_team() -> None:
    page = page_of(team_inputs())
    said = words_of(section_of(page, "mages"))
    assert "Most games are won with Fay" in said
    assert "Surely above teams without it: Fay" in said
    assert section_of(page, "mages").question == "Does it matter which mages a team has?"

    said = words_of(section_of(page, "skill"))
    assert said.startswith("All teams have the same of these")  # brave and shy, always


def test_a_team_of_one_strategy_says_what_is_left_open() -> None:
    section = section_of(page_of(team_inputs(team_run(("brave", "brave")))), "skill")
    assert [block.key for block in section.blocks] == ["skill-alone"]


def test_runs_of_teams_stand_in_the_order_of_games_won() -> None:
    strong, weak = team_run(("brave", "brave"), 0.9), team_run(("shy", "shy"), 0.45)
    page = page_of(team_inputs(strong, weak))
    section = section_of(page, "skill")
    assert "in the order of their games won, the weakest first" in words_of(section)
    assert section.blocks[0].basis.startswith("shy: 240 games, games won")
    won = section_of(page, "outcome").blocks[0].table
    assert won is not None
    assert [row[0] for row in won.rows] == ["brave", "shy"]


def test_the_page_of_a_game_of_points_without_roles_and_rounds() -> None:
    page = page_of(points_inputs())
    assert [each.key for each in page.sections] == [
        "seats",
        "categories",
        "skill",
        "provenance",
    ]
    assert not [each.problem for each in page.sections if each.problem]
    assert page.key_figures[-1].label == "of games are won by the starting player"
    for section in page.sections:
        check_section(section)
    seats = section_of(page, "seats").blocks[0].table
    assert seats is not None
    assert "given" not in [column.key for column in seats.columns]
    assert "early bird" in words_of(section_of(page, "categories"))


@pytest.mark.parametrize("made", [team_inputs, points_inputs])
def test_pages_have_no_word_of_another_game(made: Callable[[], ReportInputs]) -> None:
    inputs = made()
    page = page_of(inputs)
    text = html_of(page) + json_of(page, inputs)
    assert json.loads(json_of(page, inputs))["runs"][0]["game"] == "small"
    found = re.search(r"alchemist|botmegistus|laborator|reference set are trisim", text, re.I)
    assert found is None
