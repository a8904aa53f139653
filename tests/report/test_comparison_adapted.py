"""What the page and the terminal say of players who adapt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.report.planted_adapted import (
    adapted,
    several_with_adapted,
    team_with_adapted,
    with_adapted,
)
from tests.report.planted_comparison import KIT, kit_of, planted
from tests.report.reported import SHORT_TRAP, undrawn
from tests.report.test_comparison_page import block, cells, keys, page, table, words
from trisim.cli.compare_report import show_answer
from trisim.report.comparison_adapted import first
from trisim.report.page.html import html_of
from trisim.report.page.model import Standing
from trisim.terminal import console


def test_without_tunings_there_is_no_such_block() -> None:
    assert not [key for key in keys(planted()) if key.startswith("adapted")]


def test_it_stands_behind_what_changed() -> None:
    found = keys(with_adapted())
    assert found[found.index("changed") + 1 :][:2] == ["adapted", "adapted-players"]


def test_other_verdicts_are_told_with_both_intervals() -> None:
    said = words("adapted", with_adapted())
    assert "1 of 3 measures has another verdict" in said
    assert "Glass Lamp, adjusted wins: −40.0 pp [−46.0, −34.0] (changed), with players who" in said
    assert "−9.0 pp [−24.0, +6.0] (undecided)" in said
    assert "not yet a sure difference" in said


def test_the_same_verdicts_are_told_too() -> None:
    found = adapted("bright")
    (version,) = found.against
    same = replace(version, changes=version.changes[:2])
    said = words("adapted", replace(planted(), adapted=replace(found, against=(same,))))
    assert "the verdict on all 2 measures is the same" in said


def test_the_table_has_both_kinds_of_players_and_each_tuning() -> None:
    found = table("adapted", with_adapted())
    assert cells(found, "label")[0] == "Glass Lamp, adjusted wins"
    assert cells(found, "same_verdict") == [Standing.DOWN, Standing.UNDECIDED, Standing.IDENTICAL]
    assert cells(found, "adapted_verdict")[0] == Standing.UNDECIDED
    assert cells(found, "each")[0] == "+5.0 pp / −12.0 pp / −20.0 pp"
    assert cells(found, "spread")[0] == "11.0 pp"


def test_the_figure_has_two_rows_for_each_measure() -> None:
    picture = block("adapted", with_adapted()).picture
    assert picture is not None
    assert "Glass Lamp, adjusted wins: down, adapted undecided" in picture.alt
    (axes,) = picture.draw().axes
    labels = [each.get_text() for each in axes.get_yticklabels()]
    assert labels == [
        "Glass Lamp, adjusted wins", "players who adapted",
        "Glass Lamp, taken when offered", "players who adapted",
    ]  # fmt: skip


def test_the_basis_says_what_intervals_include() -> None:
    basis = block("adapted", with_adapted()).basis
    assert "20,000 games each" in basis
    assert "1,000 games of their version in 250 deals" in basis
    assert "3 intervals hold together at 95 % and include the spread between tunings" in basis
    assert "2 to 10 degrees of freedom, after Smyth" in basis
    basis = block("adapted", team_with_adapted()).basis
    assert "Student's t with 2 degrees of freedom)" in basis


def test_it_says_who_adapted_and_how_to_play_them() -> None:
    said = words("adapted-players", with_adapted())
    assert "4 of 6 tuned players are surely better than mine." in said
    assert "the tunings were too short" in said
    assert "tunings/x-bright-4/tuned.toml" in said
    assert cells(table("adapted-players", with_adapted()), "verdict").count("surely better") == 4
    assert "equals would win 25 %" in block("adapted-players", with_adapted()).basis


def test_a_team_is_told_by_the_games_it_wins() -> None:
    assert "more a team wins" in block("adapted-players", team_with_adapted()).basis
    assert "1 of 1 measures has another verdict" in words("adapted", team_with_adapted())


def test_several_versions_have_a_block_each() -> None:
    found = keys(several_with_adapted())
    assert [key for key in found if key.startswith("adapted-") and "players" not in key] == [
        "adapted-1", "adapted-2"
    ]  # fmt: skip
    assert len(found) == len(set(found))


def test_measures_with_another_verdict_come_first() -> None:
    version = adapted("bright").version("bright")
    assert [each.differs for each in first(version.changes)] == [True, False, False]


@pytest.mark.parametrize("make", [with_adapted, team_with_adapted, several_with_adapted])
def test_the_page_is_written(make: object) -> None:
    assert callable(make)
    assert "Same players and players who adapted" in html_of(page(make()))


def test_hostile_names_are_text() -> None:
    found = replace(adapted("bright"), start=SHORT_TRAP)
    assert SHORT_TRAP not in undrawn(page(replace(planted(), adapted=found)))


def test_the_terminal_shows_both(capsys: pytest.CaptureFixture[str]) -> None:
    show_answer(console(), with_adapted(), kit_of(with_adapted()))
    said = capsys.readouterr().out
    assert "Players who adapted" in said
    assert "4 of 6 tuned players are surely better than mine." in said
    show_answer(console(), planted(), KIT)
    assert "adapted" not in capsys.readouterr().out
