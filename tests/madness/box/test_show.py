"""Pages about a box: everything can be shown, and fits a terminal of 80 columns."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from trisim.box.show import find, show
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.cards import CARD_FILES
from trisim.games.madness.box.show.pages import PAGE_NAMES
from trisim.games.madness.box.speech import effect_words


def shown(box: Box, what: str | None, width: int = 100) -> str:
    out = io.StringIO()
    show(box, what, Console(file=out, width=width, force_terminal=False))
    return out.getvalue()


def assert_plain(text: str, width: int) -> None:
    assert text.strip()
    assert "\x1b" not in text
    assert max(cell_len(line.rstrip()) for line in text.splitlines()) <= width


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", [None, *PAGE_NAMES])
def test_every_page_fits(name: str | None, width: int, reference: Box, testbox: Box) -> None:
    for box in (reference, testbox):
        assert_plain(shown(box, name, width), width)


@pytest.mark.parametrize("kind", CARD_FILES)
def test_every_card_can_be_shown(kind: str, reference: Box, testbox: Box) -> None:
    for box in (reference, testbox):
        for card in box.cards(kind):
            text = shown(box, card.id, 80)
            assert_plain(text, 80)
            assert card.name in text
            assert card.id in text


def words_of(text: str) -> str:
    """The words of a page, without frames and line breaks."""
    return " ".join(text.replace("│", " ").split())


def test_a_spell_says_what_a_boost_costs_and_does(reference: Box) -> None:
    text = words_of(shown(reference, "adrenaline"))
    for boost, cost in ((1, "2 fire"), (2, "4 fire"), (3, "6 fire")):
        spell = reference.by_id["adrenaline"]
        assert f"{cost} {effect_words(spell.effect, boost)}" in text  # type: ignore[attr-defined]
    assert "level 2 fire spell" in text
    assert "the rulebook" in text


def test_a_spell_without_a_variable_says_so(reference: Box) -> None:
    text = words_of(shown(reference, "second spark"))
    assert "2 fire" not in text
    assert "none: no number of it varies" in text
    assert "trisim's own" in text


def test_a_curse_says_what_destroys_it(reference: Box) -> None:
    assert "by 4 air, and 1 for each token" in words_of(shown(reference, "howling"))
    assert "by 1 of each element, and 1 for each token" in words_of(shown(reference, "collapse"))


def test_a_sheet_has_two_sides_and_two_sources(reference: Box) -> None:
    text = words_of(shown(reference, "salt basilisk"))
    assert "front: the rulebook source back: trisim's own" in text or (
        "front: the rulebook back: trisim's own" in text
    )
    assert "water earth fire" in text


def test_a_mage_says_ability_and_first_deck(reference: Box) -> None:
    text = words_of(shown(reference, "Emil"))
    assert "Turn up" in text or "turn up" in text
    assert "5 water, 2 earth, 3 fire and 1 air; value 2: 1 fire" in text


def test_the_summary_counts_cards_by_source(reference: Box) -> None:
    lines = shown(reference, None).splitlines()
    library = next(line for line in lines if line.startswith("library spells")).split()
    assert library[2:] == ["36", "12", "·", "24", "67", "%"]
    everything = next(line for line in lines if line.startswith("all but element cards")).split()
    assert everything[4:] == ["125", "38", "·", "87", "70", "%"]


def test_an_element_is_its_spells_and_curses(reference: Box) -> None:
    text = shown(reference, "fire")
    for spell in reference.spells:
        assert (spell.name in text) == (spell.element.word == "fire")
    for curse in reference.curses:
        assert (curse.name in text) == (curse.kind.word == "fire")


def test_a_kind_of_curses_is_a_page(reference: Box) -> None:
    text = shown(reference, "multi curses")
    assert "Multi curses (12)" in text
    assert "Ebb" not in text


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("round table", "rounds"),
        ("MONSTERS", "sheets"),
        ("rulings", "rules"),
        ("2", "level 2"),
        ("basic spells", "basic"),
        ("curses-air", "air curses"),
        ("box", "summary"),
    ],
)
def test_pages_have_other_names(name: str, key: str, reference: Box) -> None:
    assert find(reference, name).key == key


def test_rules_say_why(reference: Box) -> None:
    text = shown(reference, "rules")
    assert text.count("why: ") == len(reference.rules.rulings.__slots__)
    assert "refill_curses" in text
