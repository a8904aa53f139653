"""What is wrong with a box is found, all at once, each with its place, its word and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.box.damages import Damage, key
from tests.madness.box.damages import DAMAGES, SPELLS, added, put, without
from tests.madness.box.helpers import faults_of
from trisim.box.box import read_box
from trisim.box.build import Draft, read_values
from trisim.box.faults import Faults
from trisim.box.format import Check
from trisim.games.madness.box.box import FORMAT, load_box
from trisim.games.madness.box.checks import CHECKS


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


def test_damages_of_many_files_are_found_at_once(fresh_box: Path) -> None:
    names = [
        "emil when 'always'",
        "ice effect 'win'",
        "ebb source 'mine'",
        "sorcerer failure 'lose'",
        "round-3 II '3'",
        "a mode lost",
        "rules.toml most_spells = 3",
    ]
    damages = [next(each for each in DAMAGES if each.name == name) for name in names]
    for damage in damages:
        damage.deed(fresh_box)
    faults = faults_of(fresh_box)
    for damage in damages:
        row = damage.row(fresh_box)
        assert any(damage.fits(fault, row) for fault in faults), damage.name


def test_every_check_finds_a_damage(fresh_box: Path) -> None:
    found: set[str] = set()
    originals = {path: path.read_bytes() for path in fresh_box.iterdir()}
    for damage in DAMAGES:
        damage.deed(fresh_box)
        draft = read_values(FORMAT, read_box(FORMAT, fresh_box, Faults()), Faults())
        found |= {check.__name__ for check in CHECKS if finds(check, draft)}
        for path, data in originals.items():
            path.write_bytes(data)
    assert found == {check.__name__ for check in CHECKS}


def finds(check: Check, draft: Draft) -> bool:
    """Whether a check alone finds something in a box."""
    faults = Faults()
    check(draft, faults)
    return len(faults) > 0


# ---------------------------------------------------------------- what is allowed


def test_deepest_nesting_that_fits_is_allowed(fresh_box: Path) -> None:
    """Three basic spells would be too many, two are not; so many spells of the library are."""
    put(SPELLS, "ice", "effect", "another: act 1x")(fresh_box)
    for spell in ("cold-mind", "frozen-touch", "abundance", "barter", "smelting", "levitation"):
        put(SPELLS, spell, "effect", "another: act 1x")(fresh_box)
    assert faults_of(fresh_box) == ()
    put(SPELLS, "phoenix", "effect", "another: act 1x")(fresh_box)
    put(SPELLS, "adrenaline", "effect", "another: act 1x")(fresh_box)
    assert [fault.word for fault in faults_of(fresh_box)] == ["act"]


def test_a_variant_may_add_a_spell_and_remove_another(fresh_box: Path, tmp_path: Path) -> None:
    variant = tmp_path / "more.toml"
    variant.write_text(
        '[add.spells.salt-rain]\nname = "Salt Rain"\nelement = "water"\nlevel = 2\nbasic = "no"\n'
        'effect = "each: draw 1"\nsource = "ours"\n[remove]\ncurses = ["ebb"]\n'
        "[change.mages.ada]\nones_fire = 1\n"
    )
    assert faults_of(fresh_box, [variant]) == ()
    box = load_box(fresh_box, [variant])
    assert (box.about.counts.spells.level_2, box.about.counts.curses.water) == (13, 8)


def test_a_variant_is_checked_as_a_box_is(fresh_box: Path, tmp_path: Path) -> None:
    variant = tmp_path / "wrong.toml"
    variant.write_text(
        '[change.spells.ice]\neffect = "draw as many"\n[remove]\nsheets = ["last-page"]\n'
    )
    found = {(fault.place.file, fault.word) for fault in faults_of(fresh_box, [variant])}
    assert found == {("wrong.toml", "draw as many"), ("sheets.csv", "last")}


def test_an_inner_page_may_have_no_bonus(fresh_box: Path) -> None:
    for column in ("bonus", "failure", "appearance"):
        put("sheets.csv", "sorcerer", column, "")(fresh_box)
    assert faults_of(fresh_box) == ()


def test_without_refills_as_many_curses_as_a_book_needs_are_enough(fresh_box: Path) -> None:
    without("curses.csv", "ebb")(fresh_box)
    key("box.toml", "water", "8")(fresh_box)
    key("rules.toml", "refill_curses", "false")(fresh_box)
    assert faults_of(fresh_box) == ()


def test_a_mode_of_its_own_is_allowed(fresh_box: Path) -> None:
    path = fresh_box / "modes.toml"
    more = '\n[mild]\nname = "Mild"\nmadness_in_deck = 0\nstarting_two = true\n'
    path.write_text(path.read_text() + more)
    assert faults_of(fresh_box) == ()


def test_added_rows_are_counted(fresh_box: Path) -> None:
    added("curses.csv", "new", "New", "air", "each: draw 1", "ours")(fresh_box)
    (fault,) = faults_of(fresh_box)
    assert "10 of them where 9 are meant to be" in fault.problem
