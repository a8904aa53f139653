"""What is wrong with a box is found, all at once, each with its place, its word and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.box.damages import DAMAGES, Damage, cell, key, rows
from tests.box.helpers import (
    BOX_FILES,
    fault_in,
    faults_of,
    line_of,
    only_fault,
    read_rows,
    set_cell,
)
from trisim.box.faults import BoxError
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.box.cards import CARD_FILES


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_a_damage_is_found_with_place_word_and_remedy(damage: Damage, fresh_box: Path) -> None:
    damage.deed(fresh_box)
    row = damage.row(fresh_box)
    faults = faults_of(fresh_box)
    found = [fault for fault in faults if damage.fits(fault, row)]
    said = "\n".join(map(repr, faults))
    assert len(found) == 1, said
    assert damage.others is None or len(faults) <= 1 + damage.others, said


def test_an_undamaged_copy_has_no_faults(fresh_box: Path) -> None:
    assert faults_of(fresh_box) == ()


def test_all_damages_are_found_at_once(fresh_box: Path) -> None:
    names = [
        "renamed column costs",
        "missing file",
        "semicolons",
        "row deleted",
        "publications elementals ''",
        "unknown alchemist",
        "byte-order mark in TOML",
        "contradictory preset",
        'intro alchemist = "duvall"',
        "solo_cards symbols 'tim'",
        "artifacts ability ''",
        "achievements requires 'salt'",
        'alchemists left = ["goold", "gold", "gold"]',
        'board second = "advance fire"',
        "count raised",
    ]
    damages = [next(d for d in DAMAGES if d.name == name) for name in names]
    for damage in sorted(damages, key=lambda d: d.name == "semicolons"):  # CSV no more after it
        damage.deed(fresh_box)
    faults = faults_of(fresh_box)
    for damage in damages:
        row = damage.row(fresh_box)
        assert any(damage.fits(fault, row) for fault in faults), damage.name


@pytest.mark.parametrize("name", CARD_FILES)
def test_a_file_torn_by_a_quotation_mark_is_one_fault_and_not_many(
    name: str, fresh_box: Path
) -> None:
    path = fresh_box / f"{name}.csv"
    path.write_text(path.read_text("utf-8").replace("\n", '\n"', 1), "utf-8")
    assert "quotation mark" in only_fault(fresh_box).remedy


def test_what_stands_before_a_tear_is_still_checked(fresh_box: Path) -> None:
    cell("achievements.csv", "points", "x")(fresh_box)
    path = fresh_box / "achievements.csv"
    path.write_text(path.read_text("utf-8") + '"', "utf-8")
    assert [fault.place.row for fault in faults_of(fresh_box)] == [2, 18]


def test_every_column_without_a_name_is_told_by_its_number(fresh_box: Path) -> None:
    rows("artifacts.csv", lambda found: [[*row, "", ""] for row in found])(fresh_box)
    faults = faults_of(fresh_box)
    assert [fault.place.column for fault in faults] == ["6", "7"]
    assert {fault.problem for fault in faults} == {"a column without a name"}


def test_what_is_no_file_is_said_so(fresh_box: Path) -> None:
    (fresh_box / "solo.toml").unlink()
    (fresh_box / "solo.toml").mkdir()
    (fresh_box / "intro.toml").unlink()
    (fresh_box / "intro.toml").symlink_to("nowhere")
    assert [(fault.place.file, fault.problem) for fault in faults_of(fresh_box)] == [
        ("intro.toml", "there is no file behind it"),
        ("solo.toml", "this is a folder, not a file"),
    ]


def test_faults_come_sorted_by_file_and_row(fresh_box: Path) -> None:
    for row in (9, 3, 5):
        cell("experiments.csv", "mastery", "x", row)(fresh_box)
    cell("artifacts.csv", "ability", "x", 4)(fresh_box)
    places = [(fault.place.file, fault.place.row) for fault in faults_of(fresh_box)]
    assert places == [("artifacts.csv", 4), *(("experiments.csv", row) for row in (3, 5, 9))]


def test_a_fault_reads_as_one_sentence_with_its_place(fresh_box: Path) -> None:
    cell("experiments.csv", "cost", "2 goold")(fresh_box)
    ident = read_rows(fresh_box / "experiments.csv")[1][0]
    place = f"experiments.csv, row 2 ({ident}), column cost"
    assert (
        str(only_fault(fresh_box)) == f"{place}: 'goold': unknown word here; did you mean 'gold'?"
    )
    key("rules.toml", "bowl_limit", "-1")(fresh_box)
    line = line_of(fresh_box / "rules.toml", "bowl_limit")
    fault = fault_in(faults_of(fresh_box), "rules.toml", "out of range")
    assert str(fault).startswith(f"rules.toml, line {line}, numbers.bowl_limit: '-1': out of range")


def test_the_error_names_the_box_and_how_many_faults(fresh_box: Path) -> None:
    cell("experiments.csv", "cost", "x", 2)(fresh_box)
    cell("experiments.csv", "cost", "x", 3)(fresh_box)
    with pytest.raises(BoxError, match=r"box .*experiments\.csv, row 2 .*\(and 1 more\)"):
        load_box(fresh_box)


@pytest.mark.parametrize("name", BOX_FILES)
def test_each_missing_file_is_named_and_nothing_else_breaks(name: str, fresh_box: Path) -> None:
    (fresh_box / name).unlink()
    assert fault_in(faults_of(fresh_box), name, "this file is missing").remedy


def test_an_empty_folder_is_no_box(tmp_path: Path) -> None:
    count = len(BOX_FILES)
    fault = only_fault(tmp_path)
    assert (
        fault.problem == f"this is no box of trismegistus: {count} of its {count} files are missing"
    )
    assert "'trisim box new DIR' makes one" in fault.remedy


def test_each_missing_file_of_a_box_is_named(fresh_box: Path) -> None:
    missing = sorted(BOX_FILES)[: len(BOX_FILES) // 2]
    for name in missing:
        (fresh_box / name).unlink()
    assert {*missing} <= {fault.place.file for fault in faults_of(fresh_box)}


def test_a_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    assert "no such folder" in only_fault(tmp_path / "nowhere").problem
    (tmp_path / "file").write_text("")
    assert "a file, not a folder" in only_fault(tmp_path / "file").problem


def test_marks_of_spreadsheets_that_change_nothing_are_read_past(fresh_box: Path) -> None:
    """Line ends of any kind, quotes around every cell, columns and rows in another order."""
    path = fresh_box / "experiments.csv"
    before = load_box(fresh_box).digest
    head, *body = read_rows(path)
    shuffled = [list(reversed(head)), *(list(reversed(row)) for row in reversed(body))]
    quoted = "\r\n".join(",".join(f'"{c}"' for c in row) for row in shuffled)
    path.write_text(quoted, "utf-8", newline="")
    toml = fresh_box / "board.toml"
    toml.write_text(toml.read_text("utf-8"), "utf-8", newline="\r\n")
    assert load_box(fresh_box).digest == before


# ---------------------------------------------------------------- what no check looks at yet


SEVEN = "gold" + " + gold" * 6


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("alchemists.toml", "left", f'["{SEVEN}", "gold", "gold"]'),
        ("board.toml", "effect", f'"{SEVEN}"'),
        ("board.toml", "bot", f'"{SEVEN}"'),
        ("solo.toml", "start", f'"{SEVEN}"'),
    ],
)
def test_an_effect_of_too_many_parts_is_found_in_every_file(
    file: str, name: str, value: str, fresh_box: Path
) -> None:
    key(file, name, value)(fresh_box)
    fault_in(faults_of(fresh_box), file, "7 parts are too many")


@pytest.mark.parametrize("card", ["experiment", "masterpiece"])
def test_an_introductory_card_is_in_the_game_whenever_its_seat_is(
    card: str, fresh_box: Path
) -> None:
    ident = getattr(load_box(fresh_box).intro.first, card)
    set_cell(fresh_box / "experiments.csv", ident, "players", "4+")
    fault_in(faults_of(fresh_box), "intro.toml", "needs 4 players")


def test_two_alchemists_of_one_name_are_found(fresh_box: Path) -> None:
    key("alchemists.toml", "name", '"Isaac Newton"')(fresh_box)
    assert faults_of(fresh_box)


def test_max_twice_is_told_from_an_unknown_symbol(fresh_box: Path) -> None:
    cell("solo_cards.csv", "symbols", "max max")(fresh_box)
    assert "did you mean 'max'" not in only_fault(fresh_box).remedy
