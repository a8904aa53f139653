"""The library: learning spells, and the limit of a player's spells."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with, mage_with
from tests.madness.rules.table import Table, seat, table
from trisim.games.madness.box.words import Element

FIVE = "growth, ice, combustion, telepathy, cold-mind"


def top(game: Table, element: Element) -> str:
    """The spell on top of a stack of the library."""
    number = int(game.game.library[element])
    return game.box.spells[number].id if number >= 0 else "-"


@pytest.mark.parametrize("element", Element)
def test_the_spell_on_top_costs_2_of_its_element_always(element: Element) -> None:
    word = element.word
    for level in (1, 2, 3):
        for hand, is_enough in ((f"{word} 1", False), (f"{word} 1 x2", True), (f"{word} 2", True)):
            game = table(seat(hand))
            game.game.library_level[element] = level
            assert (f"learn {word}" in game.options) == is_enough


def test_a_learned_spell_is_ready_at_once_and_the_next_is_turned_up() -> None:
    game = table(seat("fire 1 x5", spells="growth"))
    first = top(game, Element.FIRE)
    game.play("learn fire")
    assert game.spells(0) == f"growth, {first}"
    assert game.discard(0) == "fire 1 x2"
    second = game.box.by_id[top(game, Element.FIRE)]
    assert (second.element, second.level) == (Element.FIRE, 2)  # type: ignore[attr-defined]
    assert f"cast {first}" in game.options


def test_the_next_may_be_learned_by_a_further_action_until_none_is_left() -> None:
    game = table(seat("fire 2 x6", spells="growth"))
    names = []
    for _ in range(3):
        names.append(top(game, Element.FIRE))
        game.play("learn fire")
    assert [game.box.by_id[name].level for name in names] == [1, 2, 3]  # type: ignore[attr-defined]
    assert game.spells(0) == ", ".join(["growth", *names])
    assert top(game, Element.FIRE) == "-"
    assert "learn fire" not in game.options


def test_with_five_spells_one_is_destroyed_first() -> None:
    game = table(seat("fire 2", spells=FIVE))
    new = top(game, Element.FIRE)
    game.play("learn fire")
    assert game.asked == "forget 0"
    assert game.options == [f"forget {name}" for name in FIVE.split(", ")]
    game.play("forget combustion")
    assert game.spells(0) == f"growth, ice, {new}, telepathy, cold-mind"


def test_with_four_spells_none_is_destroyed() -> None:
    game = table(seat("fire 2"))
    game.play("learn fire")
    assert len(game.spells(0).split(", ")) == 5
    assert game.asked == "act 0"


def test_the_mage_with_six_spells_destroys_one_with_six_only() -> None:
    game = table(seat("fire 2 x2", spells=FIVE, mage="m8"))
    game.play("learn fire")
    assert len(game.spells(0).split(", ")) == 6
    game.play("learn fire")
    assert game.asked == "forget 0"


def test_a_neutralised_spell_counts_towards_the_limit_and_may_be_the_one_destroyed() -> None:
    game = table(seat("fire 2", spells=FIVE + " neutral"))
    new = top(game, Element.FIRE)
    game.play("learn fire", "forget cold-mind")
    assert game.spells(0) == f"growth, ice, combustion, telepathy, {new}"


def test_an_exhausted_spell_may_be_destroyed_and_the_new_one_is_ready() -> None:
    game = table(seat("fire 2", spells="ice exhausted, growth, combustion, telepathy, cold-mind"))
    new = top(game, Element.FIRE)
    game.play("learn fire", "forget ice")
    assert game.spells(0).split(", ")[0] == new


def test_a_spell_that_is_destroyed_never_comes_back() -> None:
    game = table(seat("fire 2 x4", spells="growth"), box=box_with(numbers={"most_spells": 4}))
    first = top(game, Element.FIRE)
    game.play("learn fire")
    game.game.seats[0].spells[1] = -1
    seen = []
    for _ in range(2):
        seen.append(top(game, Element.FIRE))
        game.play("learn fire")
    assert first not in seen


def test_the_number_of_spells_is_that_of_the_box_or_of_the_mage() -> None:
    box = box_with(numbers={"most_spells": 4}, mages=(mage_with("many", "spells 7"),))
    assert table(seat("fire 2"), box=box).play("learn fire").asked == "forget 0"
    assert table(seat("fire 2", mage="many"), box=box).play("learn fire").asked == "act 0"
