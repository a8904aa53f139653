"""Pages about a box: everything can be shown, and reads without colours."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

from trisim.box.schema import columns
from trisim.box.show import NothingToShow, Subject, SubjectKind, find, page, show
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.cards import CARD_FILES
from trisim.games.trismegistus.box.settings import Numbers, Rulings, SoloOptions, SoloRulings
from trisim.games.trismegistus.box.show.alchemist import bonuses, drawing, outline
from trisim.games.trismegistus.box.show.pages import PAGE_NAMES


@cache
def reference() -> Box:
    return load_box()


def shown(what: str | None, width: int = 100, box: Box | None = None) -> str:
    out = io.StringIO()
    show(box or reference(), what, Console(file=out, width=width, force_terminal=False))
    return out.getvalue()


def assert_plain(text: str, width: int) -> None:
    assert text.strip()
    assert "\x1b" not in text
    assert max(cell_len(line) for line in text.splitlines()) <= width


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("name", [None, *PAGE_NAMES])
def test_every_page_fits_and_has_no_colour_codes_in_a_pipe(name: str | None, width: int) -> None:
    assert_plain(shown(name, width), width)


@pytest.mark.parametrize("width", [80, 100])
def test_every_alchemist_can_be_shown(width: int) -> None:
    for ident, alchemist in reference().alchemists.items():
        text = shown(ident, width)
        assert_plain(text, width)
        assert alchemist.name in text
        assert all(card.name in text for card in reference().formulas_of(ident))


@pytest.mark.parametrize("kind", CARD_FILES)
def test_every_card_can_be_shown(kind: str) -> None:
    for card in reference().cards(kind):
        text = shown(card.id)
        assert_plain(text, 100)
        assert card.name in text
        assert card.id in text


@pytest.mark.parametrize("width", [60, 80, 100])
def test_everything_in_a_box_of_extremes_can_be_shown(testbox: Box, width: int) -> None:
    for what in [*PAGE_NAMES, *testbox.alchemists, *testbox.by_id]:
        assert_plain(shown(what, width, testbox), width)


@pytest.mark.parametrize("kind", [kind for kind in CARD_FILES if kind != "solo_cards"])
def test_a_deck_shows_each_of_its_cards(kind: str) -> None:
    text = shown(kind)
    assert all(card.id in text for card in reference().cards(kind))


def test_one_level_shows_no_card_of_another() -> None:
    words = shown("level 2").split()
    assert {card.level.word for card in reference().experiments if card.id in words} == {"2"}


def test_colours_are_used_on_a_terminal() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard")
    show(reference(), "publications", console)
    assert "\x1b[" in out.getvalue()


def test_the_summary_says_whose_values_they_are() -> None:
    text = " ".join(shown(None, 200).split())
    assert reference().about.values in text
    assert all(alchemist.name in text for alchemist in reference().alchemists.values())


def test_markup_in_names_is_printed_as_it_is() -> None:
    box = reference()
    ident, alchemist = next(iter(box.alchemists.items()))
    renamed = replace(alchemist, name="[red]A :fire:")
    odd = replace(box, alchemists={**box.alchemists, ident: renamed})
    for what in (None, ident, "alchemists", "formulas", "intro"):
        assert "[red]A" in shown(what, 200, odd)


def test_small_boxes_can_be_shown() -> None:
    box = reference()
    bare = replace(box, achievements=(), publications=(), experiments=(), artifacts=())
    for name in PAGE_NAMES:
        assert shown(name, box=bare).strip()


# ---------------------------------------------------------------- settings follow the declarations


@pytest.mark.parametrize(
    ("what", "cls"),
    [("rules", Numbers), ("rules", Rulings), ("solo", SoloRulings), ("difficulty", SoloOptions)],
)
def test_settings_are_shown_with_meaning_and_reason(what: str, cls: type[object]) -> None:
    text = " ".join(shown(what, 200).split())
    for column in columns(cls).values():
        assert column.name in text
        assert column.meaning in text
        assert column.why in text


def test_every_preset_is_shown() -> None:
    text = shown("difficulty")
    assert all(preset in text for preset in reference().solo.difficulty)


# ---------------------------------------------------------------- vaults


def test_each_space_of_a_vault_is_a_box() -> None:
    assert outline(("#.", "##")) == ["┌───┐", "│   │", "├───┼───┐", "│   │   │", "└───┴───┘"]
    assert outline((".",)) == ["", "", ""]


def test_each_bonus_of_a_vault_has_one_number_in_the_drawing() -> None:
    for alchemist in reference().alchemists.values():
        text = "".join(drawing(alchemist.vault))
        numbers = [sign for sign in text if "①" <= sign <= "⑳"]
        assert len(numbers) == len(set(numbers)) == len(list(bonuses(alchemist.vault)))


# ---------------------------------------------------------------- finding


def test_cards_and_alchemists_are_found_by_id_and_by_name() -> None:
    for card in reference().by_id.values():
        assert find(reference(), card.id.upper()) == Subject(SubjectKind.CARD, card.id)
    for ident, alchemist in reference().alchemists.items():
        found = Subject(SubjectKind.TABLE, ident)
        assert find(reference(), alchemist.name) == find(reference(), ident[:-1]) == found


@pytest.mark.parametrize(("name", "others"), PAGE_NAMES.items())
def test_pages_are_found_by_all_their_names(name: str, others: tuple[str, ...]) -> None:
    for other in (name, name.upper(), name.replace(" ", "-"), f" {name} ", *others):
        assert find(reference(), other) == Subject(SubjectKind.PAGE, name)


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_nothing_named_means_the_summary(nothing: str | None) -> None:
    assert find(reference(), nothing) == Subject(SubjectKind.PAGE, "summary")


def test_the_beginning_of_a_name_is_enough_if_only_one_has_it() -> None:
    box = reference()
    card = replace(box.experiments[0], id="qqq-lamp", name="Qqq Lamp")
    one = replace(box, experiments=(card,))
    assert find(one, "qqq").key == find(one, "qqq la").key == "qqq-lamp"


def test_an_unclear_beginning_names_the_candidates() -> None:
    box = reference()
    cards = tuple(replace(box.experiments[0], id=f"qqq-{n}", name=f"Qqq {n}") for n in "ab")
    with pytest.raises(NothingToShow) as caught:
        find(replace(box, experiments=cards), "qqq")
    assert caught.value.suggestions == ("qqq-a", "qqq-b")


def test_a_slip_of_the_pen_gets_a_suggestion() -> None:
    card = max(reference().experiments, key=lambda card: len(card.id))
    with pytest.raises(NothingToShow) as caught:
        find(reference(), card.id[:3] + "x" + card.id[4:])
    assert card.id in caught.value.suggestions
    assert "did you mean" in str(caught.value)


@pytest.mark.parametrize("what", ["zzzzzzzz", "z" * 500, "z\nz\x1b[31m", "9"])
def test_an_unknown_name_is_a_lookup_error_of_one_line(what: str) -> None:
    with pytest.raises(LookupError) as caught:
        find(reference(), what)
    message = str(caught.value)
    assert len(message) < 200
    assert message.isprintable()


def test_each_subject_has_a_page() -> None:
    for name in PAGE_NAMES:
        assert page(reference(), Subject(SubjectKind.PAGE, name))
