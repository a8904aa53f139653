"""``trisim box`` for this game: new, check, show, tidy, diff, and variants."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.madness.box.damages import put
from trisim.cli import main


def box(command: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["box", command, *arguments, "--game", "madness"])


def test_a_new_box_is_sound_and_equal_to_the_reference(tmp_path: Path) -> None:
    folder = tmp_path / "mybox"
    assert box("new", str(folder)).exit_code == 0
    checked = box("check", str(folder)).output
    assert "no faults. 12 elements, 8 mages, 40 spells, 48 curses, 17 sheets." in checked
    assert "no difference" in box("diff", "reference", str(folder)).output.lower()


def test_check_prints_faults_and_exits_with_2(fresh_box: Path) -> None:
    put("spells.csv", "ice", "effect", "suport 1 from hand")(fresh_box)
    result = box("check", str(fresh_box))
    assert result.exit_code == 2
    said = " ".join(result.output.split())
    assert "spells.csv, row 2 (ice), column effect: 'suport': unknown word here" in said
    assert "did you mean 'support'?" in said


def test_show_prints_a_card_of_a_box_of_ones_own(fresh_box: Path) -> None:
    put("spells.csv", "ice", "name", "Black Frost")(fresh_box)
    result = box("show", "black", "frost", "--box", str(fresh_box))
    assert result.exit_code == 0
    assert "basic water spell" in result.output


def test_tidy_restores_what_a_spreadsheet_changed(fresh_box: Path) -> None:
    path = fresh_box / "curses.csv"
    original = path.read_bytes()
    path.write_bytes(original.replace(b"\n", b",,\r\n"))
    assert box("check", str(fresh_box)).exit_code == 2
    assert box("tidy", str(fresh_box)).exit_code == 0
    assert path.read_bytes() == original


def test_diff_names_card_and_field(fresh_box: Path) -> None:
    put("spells.csv", "ice", "effect", "support 2x from hand")(fresh_box)
    put("rounds.csv", "round-2", "II", "1")(fresh_box)
    output = box("diff", "reference", str(fresh_box)).output
    assert "2 cards changed; 2 values changed" in output
    assert "support 1x from hand → support 2x from hand" in output
    assert "II 0 → 1" in output


def test_a_variant_changes_values_of_all_files(tmp_path: Path) -> None:
    variant = tmp_path / "hard.toml"
    variant.write_text(
        'name = "Hard"\n[change.rules.madness]\nthree_players = 20\n'
        "[change.modes.terror]\nmadness_in_deck = 2\n[change.rounds.round-1]\nI = 1\n"
    )
    output = box("diff", "reference", str(variant)).output
    assert "three_players 25 → 20" in output
    assert "madness_in_deck 1 → 2" in output
    assert "I 0 → 1" in output


def test_a_wrong_variant_says_where(tmp_path: Path) -> None:
    variant = tmp_path / "wrong.toml"
    variant.write_text('[change.spells.ice]\neffect = "draw lots"\n')
    result = box("diff", "reference", str(variant))
    assert result.exit_code == 2
    assert "wrong.toml" in result.output
    assert "'lots'" in result.output


@pytest.mark.parametrize("what", ["summary", "fire", "sheets", "rules", "ada", "normal"])
def test_pages_of_the_reference_set(what: str) -> None:
    assert box("show", what).exit_code == 0


def test_a_box_of_another_game_is_one_line(tmp_path: Path) -> None:
    folder = str(tmp_path / "mybox")
    box("new", folder)
    for command in ("check", "tidy"):
        result = CliRunner().invoke(main, ["box", command, folder])
        assert result.exit_code == 2
        (line,) = result.output.splitlines()
        assert "this is no box of trismegistus: 10 of its 12 files are missing" in line
        assert "add --game NAME" in line


def test_commands_in_messages_name_the_game(fresh_box: Path) -> None:
    (fresh_box / "curses.csv").unlink()
    assert "'trisim box new --game madness DIR'" in box("check", str(fresh_box)).output
    (fresh_box / "sheets.csv").unlink()
    assert box("check", str(fresh_box)).output.count("'trisim box new --game madness DIR'") == 2
    assert "'trisim box show --game madness' lists" in box("show", "xyzzy").output


def test_the_help_says_what_can_be_shown() -> None:
    said = box("show", "--help").output
    for what in ("water curses", "level 3", "sheets", "rounds"):
        assert what in said
        assert box("show", what).exit_code == 0


def test_an_example_names_the_game_once() -> None:
    said = CliRunner().invoke(main, ["play", "--game", "madness", "--help"]).output
    lines = [line for line in said.splitlines() if line.startswith("  trisim play")]
    assert len(lines) > 3
    assert all(line.count("--game madness") == 1 for line in lines)
