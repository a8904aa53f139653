"""The eight abilities: what they do, and when they may be used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.madness.rules.boxes import box_with, frozen_box, mage_with
from tests.madness.rules.table import Place, effect, is_idle, kinds_of, new_game, seat, table
from trisim.games.madness.box.words import When

# ---------------------------------------------------------------- M1, M8: standing rights


def test_a_support_of_up_to_five_cards() -> None:
    here = seat("fire 1 x6, water 3", spells="ice", mage="m1")
    game = table(here).play("cast ice x3")
    assert game.support(0) == "fire 1 x3"
    game = effect("support 9 from hand", seat("fire 1 x9", mage="m1", support="madness"))
    assert game.support(0) == "fire 1 x4, madness"


def test_the_right_to_five_places_holds_on_the_turn_of_another() -> None:
    game = effect("each: support 9 from hand", seat("fire 1 x9"), seat("fire 1 x9", mage="m1"))
    assert (game.support(0), game.support(1)) == ("fire 1 x3", "fire 1 x5")


def test_up_to_six_spells() -> None:
    five = "growth, ice, combustion, telepathy, cold-mind"
    assert is_idle(table(seat("fire 2", spells=five, mage="m8")).play("learn fire"))
    assert table(seat("fire 2", spells=five)).play("learn fire").asked == "forget 0"


# ---------------------------------------------------------------- M2: a card as another element


def test_an_air_of_value_1_counts_as_any_other_element() -> None:
    for element in ("water", "earth", "fire"):
        game = table(seat(f"air 1, {element} 1", mage="m2"))
        assert f"acquire {element} 2" in game.options
        assert game.play(f"acquire {element} 2").hand(0) == ""


def test_one_card_for_one_payment() -> None:
    game = table(seat("air 1 x3, fire 1 x2, earth 1", mage="m2"))
    assert "acquire fire 3" in game.options
    assert "acquire earth 2" in game.options
    assert "acquire earth 3" not in game.options  # that would need two of them
    game.play("acquire fire 3")
    assert "acquire earth 2" not in game.options  # once a turn


def test_only_a_card_of_value_1() -> None:
    assert "acquire fire 2" not in table(seat("air 2, fire 1", mage="m2")).options
    assert "acquire fire 2" not in table(seat("air 3, fire 1", mage="m2")).options


def test_a_card_of_hand_or_pool_may_count_as_another() -> None:
    for here, other in (
        (seat("fire 1, air 1", mage="m2"), seat()),
        (seat("fire 1", support="air 1", mage="m2"), seat()),
        (seat("fire 1", mage="m2"), seat(support="air 1")),
    ):
        assert "acquire fire 2" in table(here, other).options
    game = table(seat("fire 1", mage="m2"), seat(support="air 1")).play("acquire fire 2")
    assert (game.discard(0), game.discard(1)) == ("fire 1, fire 2", "air 1")


def test_nobody_has_to_use_it() -> None:
    game = table(seat("air 1, fire 1 x2", mage="m2")).play("acquire fire 2")
    game.play("fire 1")  # or the air
    assert game.hand(0) == "air 1"
    assert not game.game.seats[0].wild_used


def test_it_helps_with_one_element_of_a_multi_element_curse() -> None:
    game = table(seat("water 1, earth 1, air 1 x2", mage="m2"), curses="multi-1")
    assert game.play("destroy multi-1").hand(0) == ""
    game = table(seat("water 1, earth 1, air 1", mage="m2"), curses="multi-1")
    assert "destroy multi-1" not in game.options
    game = table(seat("water 1, air 1 x3", mage="m2"), curses="multi-1")
    assert "destroy multi-1" not in game.options


def test_it_may_be_used_again_in_the_next_own_turn() -> None:
    deck = "air 1 x2, fire 1 x2, water 1 x9"
    game = table(seat("air 1, fire 1", deck=deck, mage="m2"), seat(deck="earth 1 x9"))
    game.play("acquire fire 2", "end", "end")
    assert game.asked == "act 0"
    assert "acquire water 3" in game.options


def test_never_on_the_turn_of_another() -> None:
    game = effect("another: act 1", seat(), seat("air 1, fire 1", mage="m2", spells="ice"))
    assert is_idle(game)  # there was nothing but to pass
    assert game.hand(1) == "fire 1, air 1"


def test_on_the_turn_of_another_by_a_ruling() -> None:
    box = box_with(rulings={"abilities_on_others_turns": True})
    here = seat("air 1, fire 1", mage="m2", spells="ice")
    game = effect("another: act 1", seat(), here, box=box)
    assert "acquire fire 2" in game.options


# ---------------------------------------------------------------- M3, M4, M5, M7: once a turn


def test_discard_a_madness_and_draw() -> None:
    game = table(seat("madness x2, fire 1", deck="air 1 x2", mage="m3")).play("ability")
    assert (game.hand(0), game.discard(0)) == ("fire 1, air 1, madness", "madness")
    assert "ability" not in game.options  # once a turn


def test_without_a_madness_in_hand_there_is_nothing_to_discard() -> None:
    here = seat("fire 1", support="madness", discard="madness", mage="m3")
    assert "ability" not in table(here).options


def test_recharge_a_spell_of_oneself_or_of_another() -> None:
    here = seat(spells="ice exhausted, growth", mage="m4")
    game = table(here, seat(spells="growth exhausted")).play("ability")
    assert game.options == ["ice of 0", "growth of 1"]
    assert game.play("growth of 1").spells(1) == "growth"


def test_no_neutralised_spell_is_recharged() -> None:
    assert "ability" not in table(seat(spells="ice exhausted neutral", mage="m4")).options
    box = box_with(rulings={"recharge_neutralised": True})
    assert "ability" in table(seat(spells="ice exhausted neutral", mage="m4"), box=box).options


def test_without_an_exhausted_spell_there_is_nothing_to_recharge() -> None:
    assert "ability" not in table(seat(mage="m4"), seat()).options


@pytest.mark.parametrize(
    ("card", "discard", "pile"), [("madness", "", 21), ("fire 2", "fire 2", 20)]
)
def test_a_madness_is_cured_and_anything_else_discarded(card: str, discard: str, pile: int) -> None:
    game = table(seat(deck=f"{card}, air 1", mage="m5")).play("ability")
    assert (game.hand(0), game.discard(0), game.deck(0), game.pile) == ("", discard, "air 1", pile)


def test_a_draw_from_an_empty_deck_takes_a_madness_which_is_cured() -> None:
    game = table(seat(mage="m5"), pile=1).play("ability")
    assert (game.pile, game.discard(0)) == (1, "")


def test_exchange_two_cards_of_the_hand_for_two_of_the_support() -> None:
    game = table(seat("fire 1, fire 2, fire 3", support="air 1, madness, air 3", mage="m7"))
    game.play("ability", "fire 1", "fire 3", "air 1 of 0", "madness of 0")
    assert (game.hand(0), game.support(0)) == ("fire 2, air 1, madness", "fire 1, fire 3, air 3")


@pytest.mark.parametrize(
    ("hand", "support", "can"),
    [
        ("fire 1 x2", "air 1 x2", True),
        ("fire 1", "air 1 x2", False),
        ("fire 1 x2", "air 1", False),
        ("madness x2", "madness x2", True),
        ("fire 1 x2", "", False),
    ],
)
def test_exactly_two_for_two(hand: str, support: str, can: bool) -> None:
    assert ("ability" in table(seat(hand, support=support, mage="m7")).options) == can


def test_the_exchange_is_with_the_own_support_only() -> None:
    game = table(seat("fire 1 x2", mage="m7"), seat(support="air 1 x3"))
    assert "ability" not in game.options


# ---------------------------------------------------------------- when


USABLE = {
    "m3": seat("madness, fire 1", deck="air 1 x9", mage="m3"),
    "m4": seat("fire 1", spells="ice exhausted, combustion", mage="m4"),
    "m5": seat("fire 1", deck="air 1 x9", mage="m5"),
    "m7": seat("fire 1 x2", support="air 1 x2", mage="m7"),
}


@pytest.mark.parametrize("mage", USABLE)
def test_an_ability_is_used_if_one_likes(mage: str) -> None:
    game = table(USABLE[mage])
    assert "ability" in game.options
    assert game.play("end").asked == "act 1"


@pytest.mark.parametrize("mage", USABLE)
def test_an_ability_is_never_used_in_an_action_on_the_turn_of_another(mage: str) -> None:
    game = effect("another: act 1", seat(), USABLE[mage])
    assert game.asked == "act 1"
    assert "ability" not in game.options


@pytest.mark.parametrize("mage", USABLE)
def test_the_ruling_that_allows_it_there(mage: str) -> None:
    box = box_with(rulings={"abilities_on_others_turns": True})
    game = effect("another: act 1", seat(), USABLE[mage], box=box)
    assert "ability" in game.options
    game.play("ability")
    while game.asked in ("card 1", "spell 1"):
        game.play(game.options[0])
    assert game.asked == "act 1"  # it is no action
    assert "ability" not in game.options


@pytest.mark.parametrize("mage", USABLE)
def test_an_ability_is_used_between_actions_not_in_an_action_that_is_given(mage: str) -> None:
    game = effect("another: act 1", USABLE[mage], seat("air 1", spells="telepathy, ice"))
    game.play("cast telepathy")
    if game.asked == "pay 1":
        game.play("air 1")
    assert game.asked == "act 0"
    assert not is_idle(game)
    assert "ability" not in game.options


def test_an_ability_comes_back_in_the_next_turn() -> None:
    here = seat("madness", deck="madness, air 1 x9", mage="m3")
    game = table(here, seat(deck="earth 1 x9")).play("ability", "end")
    assert game.asked == "act 1"
    game.play("end")
    assert game.asked == "act 0"
    assert "ability" in game.options


def test_the_ability_of_one_player_is_no_other_players() -> None:
    game = table(seat("madness", mage="nobody"), seat("madness", mage="m3"))
    assert "ability" not in game.options


# ---------------------------------------------------------------- M6: each curse destroyed


def test_a_card_for_each_curse_that_is_destroyed() -> None:
    here = seat("fire 2 x4", deck="air 1 x9", mage="m6")
    game = table(here, curses="fire-1 fire-2")
    game.play("destroy fire-1", "element water")
    assert game.hand(0) == "fire 2 x2, air 1"
    game.play("destroy fire-2", "element water")
    assert game.hand(0) == "air 1 x2"


def test_the_reward_comes_before_the_draw() -> None:
    here = seat("fire 2 x2", deck="", mage="m6")
    game = table(here, curses="fire-1").play("destroy fire-1")
    assert game.asked == "element 0"
    assert game.hand(0) == ""
    game.play("element water")
    cards = kinds_of(game.hand(0)) + kinds_of(game.deck(0))  # of the discard pile, shuffled
    assert sorted(cards) == kinds_of("water 2, fire 2 x2, madness")


def test_the_draw_is_a_must_on_the_turn_of_another_too() -> None:
    here = seat("fire 2 x2", deck="air 1 x2", mage="m6")
    game = effect("another: act 1", seat(), here, curses="fire-1")
    game.play("destroy fire-1", "element water")
    assert game.hand(1) == "air 1"


def test_it_fires_for_an_effect_too_even_without_a_reward() -> None:
    box = box_with(rulings={"reward_for_effects": False})
    here = seat(deck="air 1 x2", mage="m6")
    game = effect("destroy 2 curses", here, curses="fire-1 air-1", box=box)
    assert game.play("air-1").hand(0) == "air 1 x2"


def test_the_curse_that_another_destroys_gives_nothing() -> None:
    game = effect("destroy 1 curse", seat(), seat(deck="air 1", mage="m6"), curses="fire-1")
    assert game.play("element air").hand(1) == ""


def test_the_draw_may_lose_the_game() -> None:
    game = table(seat("fire 2 x2", mage="m6"), curses="fire-1", pile=0).play("destroy fire-1")
    assert game.play("element air").asked == "lost: pile"


# ---------------------------------------------------------------- the box


def test_abilities_and_when_they_are_used() -> None:
    when = {mage.id: mage.when for mage in frozen_box().mages}
    assert when["m1"] is when["m8"] is When.ALWAYS
    assert when["m6"] is When.CURSE_DESTROYED
    assert {when[name] for name in ("m2", "m3", "m4", "m5", "m7")} == {When.TURN}


def test_a_mage_may_have_several_rights_and_an_effect() -> None:
    text = "places 4; spells 6; fire value 1 as any; draw 1"
    box = box_with(mages=(mage_with("all", text, "turn"),))
    game = table(seat("fire 1, air 1", deck="water 1 x3", mage="all"), box=box)
    assert "acquire air 2" in game.options
    game.play("ability", "acquire air 2")
    assert game.hand(0) == "water 1"
    assert "ability" not in game.options


@pytest.mark.parametrize(
    ("ability", "useful", "useless"),
    [
        ("destroy 1 from hand", seat("fire 1"), seat(discard="fire 1", support="fire 1")),
        ("destroy 1 fire from discard", seat(discard="fire 1"), seat("fire 1", discard="air 1")),
        ("cure 1 from support", seat(support="madness"), seat("madness", support="fire 1")),
        ("discard 1 from pool", seat(support="fire 1"), seat("fire 1", discard="fire 1")),
        ("support 1 from hand", seat("fire 1"), seat(discard="fire 1")),
        ("recharge 1 own spell", seat(spells="ice exhausted"), seat(spells="ice")),
        ("discard 1 from deck", seat(deck="fire 1"), None),
    ],
)
def test_an_ability_is_offered_when_it_would_do_something(
    ability: str, useful: Place, useless: Place | None
) -> None:
    box = box_with(mages=(mage_with("new", ability, "turn"),))
    assert "ability" in table(replace(useful, mage="new"), box=box).options
    if useless is not None:
        game = table(replace(useless, mage="new"), seat(spells="growth exhausted"), box=box)
        assert "ability" not in game.options


def test_the_pool_of_others_counts_for_an_ability() -> None:
    box = box_with(mages=(mage_with("new", "cure 1 from pool", "turn"),))
    assert "ability" in table(seat(mage="new"), seat(support="madness"), box=box).options


def test_mages_are_open_to_any_seat() -> None:
    assert new_game("m8", "m2", "m5").asked == "act 0"
