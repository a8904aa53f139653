"""The cards that the rulebook names, as the frozen test box has them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.madness.rules.boxes import frozen_box
from tests.madness.rules.table import Place, Table, effect, is_idle, kinds_of, seat, table
from trisim.games.madness.box.spelling import effect_text

DRAWS = seat(deck="water 1 x9")


def cast(name: str, here: Place, *others: Place, times: int = 1, **board: Any) -> Table:
    """Seat 0 pays for a spell with cards that are worth exactly that, and casts it."""
    card: Any = frozen_box().by_id[name]
    hand = ", ".join([*filter(None, [here.hand]), f"{card.element.word} 1 x{card.level * times}"])
    pays = Place(**{**vars_of(here), "hand": hand, "spells": name})
    game = table(pays, *others, **board)
    game.play(f"cast {name}" + (f" x{times}" if times > 1 else ""))
    while game.asked == "pay 0":
        game.play(next(option for option in game.options if option.endswith(" 1")))
    return game


def vars_of(place: Place) -> dict[str, str]:
    return {name: getattr(place, name) for name in Place.__dataclass_fields__}


def of(name: str, field: str, *places: Place, **board: Any) -> Table:
    """The effect of a curse or a page happens."""
    return effect(effect_text(getattr(frozen_box().by_id[name], field)), *places, **board)


# ---------------------------------------------------------------- basic spells


@pytest.mark.parametrize("times", [1, 2, 3])
def test_growth_draws(times: int) -> None:
    assert len(kinds_of(cast("growth", DRAWS, times=times).hand(0))) == times


def test_ice_puts_a_card_of_the_hand_into_the_support() -> None:
    game = cast("ice", seat("fire 1, madness")).play("madness")
    assert (game.hand(0), game.support(0)) == ("fire 1", "madness")
    assert cast("ice", seat("fire 1 x4"), times=2).support(0) == "fire 1 x2"


def test_combustion_destroys_a_card_of_the_hand() -> None:
    game = cast("combustion", seat("air 1, madness")).play("madness")
    assert (game.hand(0), game.destroyed) == ("air 1", "madness")


def test_telepathy_gives_another_player_actions() -> None:
    game = cast("telepathy", seat(), seat("fire 1 x4"), seat(), times=2)
    assert game.options == ["seat 1", "seat 2"]
    game.play("seat 1", "acquire fire 2", "acquire fire 2")
    assert is_idle(game)


# ---------------------------------------------------------------- level 1


def test_power_of_the_inferno_may_discard_then_draws() -> None:
    here = seat("madness", deck="water 1 x3")
    game = cast("power-of-the-inferno", here, seat("madness", deck="air 1"))
    assert game.options == ["seat 0", "seat 1"]
    game.play("seat 1")
    assert game.options == ["stop", "madness"]
    game.play("madness")
    assert (game.hand(1), game.discard(1)) == ("air 1", "madness")
    game = cast("power-of-the-inferno", here, seat()).play("seat 0", "stop")
    assert game.hand(0) == "madness"  # nothing discarded, nothing drawn


def test_mind_control_gives_an_action_then_a_card() -> None:
    game = cast("mind-control", seat(), seat("fire 1 x2", deck="air 1"))
    game.play("acquire fire 2")
    assert game.hand(1) == "air 1"
    game = cast("mind-control", seat(), seat("fire 1 x2", deck="air 1")).play("end")
    assert game.hand(1) == "fire 1 x2, air 1"


def test_mind_control_boosted_is_two_different_players_who_each_finish() -> None:
    other = seat("fire 1 x2", deck="air 1 x2")
    game = cast("mind-control", seat(), other, other, times=2)
    assert game.asked == "act 1"
    game.play("end")
    assert (game.asked, game.hand(1), game.hand(2)) == ("act 2", "fire 1 x2, air 1", "fire 1 x2")
    assert is_idle(game.play("end"))


def test_essence_of_earth_puts_a_card_of_the_discard_pile_on_the_deck() -> None:
    game = cast("essence-of-earth", seat(discard="air 3"), seat(discard="fire 1, water 1"))
    assert game.asked == "card 1"
    game.play("fire 1 of discard")
    assert (game.deck(1), game.discard(1)) == ("fire 1", "water 1")


def test_cold_mind_supports_then_draws() -> None:
    game = cast("cold-mind", seat("fire 1 x3", deck="air 1 x3"), times=2)
    assert (game.hand(0), game.support(0)) == ("fire 1, air 1 x2", "fire 1 x2")


# ---------------------------------------------------------------- others


def test_glacial_circle_is_for_each() -> None:
    here = seat("fire 1", deck="air 1")
    game = cast("glacial-circle", here, here)
    for number in range(2):
        assert (game.support(number), game.hand(number)) == ("fire 1", "air 1")


def test_levitation_draws_up_to_six() -> None:
    game = cast("levitation", seat(), seat("fire 1 x2", deck="air 1 x9"))
    assert game.hand(1) == "fire 1 x2, air 1 x4"


def test_telekinesis_is_a_card_for_each() -> None:
    game = cast("telekinesis", DRAWS, DRAWS, DRAWS, times=3)
    assert [game.hand(n) for n in range(3)] == ["water 1 x3"] * 3


def test_frozen_touch_draws_then_supports() -> None:
    game = cast("frozen-touch", seat(), seat(deck="air 1"))
    assert (game.hand(1), game.support(1)) == ("", "air 1")


def test_adrenaline_draws_then_cures_of_hand_or_own_support() -> None:
    here = seat(deck="madness, air 1", support="madness")
    game = cast("adrenaline", here, seat(support="madness"))
    assert game.options == ["madness", "madness of 0"]
    assert game.play("madness of 0").pile == 21
    game = cast("adrenaline", seat(deck="madness x2, air 1 x2"), times=2)
    assert (game.hand(0), game.pile) == ("air 1 x2", 22)


def test_abundance_is_two_cards_for_another() -> None:
    assert cast("abundance", DRAWS, DRAWS, times=2).hand(1) == "water 1 x4"


def test_eye_of_the_tornado_discards_then_draws() -> None:
    here = seat("madness", deck="air 1")
    game = cast("eye-of-the-tornado", here, here)
    assert [game.discard(1), game.hand(0), game.hand(1)] == ["madness", "air 1", "air 1"]


def test_avatar_is_an_action_of_the_pool_whose_cards_stay() -> None:
    game = cast("avatar", seat(support="fire 2"), seat(support="fire 1"))
    game.play("acquire fire 3")
    assert (game.support(0), game.support(1)) == ("fire 2", "fire 1")
    assert is_idle(game)


def test_avatar_boosted_uses_each_card_once() -> None:
    game = cast("avatar", seat(support="fire 2, air 2"), times=2).play("acquire fire 2")
    assert [option for option in game.options if "acquire" in option] == ["acquire air 2"]


# ---------------------------------------------------------------- curses


@pytest.mark.parametrize("element", ["water", "earth", "fire", "air"])
def test_each_discards_a_card_of_an_element(element: str) -> None:
    word = f"{element} 2"
    game = of(f"{element}-loss", "effect", seat(word), seat(support=word), seat("madness"))
    while not is_idle(game):  # the first may take that of the pool
        game.play(word)
    assert [game.discard(n) for n in range(3)] == [word, word, ""]


def test_four_madness_of_the_pile_are_destroyed() -> None:
    assert of("gnawing", "effect", pile=10).pile == 6


@pytest.mark.parametrize("element", ["water", "fire"])
def test_each_neutralises_an_own_spell_until_the_next_monster(element: str) -> None:
    spells = seat(spells="ice exhausted"), seat(spells="growth")
    game = of(f"{element}-sleep", "effect", *spells)
    assert (game.spells(0), game.spells(1)) == ("ice exhausted neutral", "growth neutral")


# ---------------------------------------------------------------- monsters


def test_each_adds_a_madness_to_the_hand() -> None:
    game = of("cover-a", "appearance", seat(), seat("fire 1"), pile=5)
    assert (game.hand(0), game.hand(1), game.pile) == ("madness", "fire 1, madness", 3)


def test_each_discards_the_whole_deck() -> None:
    game = of("page-1", "appearance", DRAWS, seat())
    assert (game.discard(0), game.deck(0), game.pile) == ("water 1 x9", "", 20)


def test_a_madness_under_each_curse() -> None:
    game = of("page-2", "appearance", curses="fire-1 air-1", pile=5)
    assert (game.track, game.pile) == ("fire-1/madness air-1/madness - - -", 3)


# ---------------------------------------------------------------- pages


def test_page_1_bonus_is_a_card_for_an_empty_place_of_the_support() -> None:
    game = of("page-1", "bonus", DRAWS, seat(deck="air 1", support="madness x3"))
    assert (game.support(0), game.support(1), game.deck(1)) == ("water 1", "madness x3", "air 1")


def test_page_1_failure_destroys_the_top_two_of_each_deck() -> None:
    game = of("page-1", "failure", DRAWS, seat(deck="air 1 x3"))
    assert (game.destroyed, game.deck(1)) == ("water 1 x2, air 1 x2", "air 1")


def test_page_2_bonus_is_up_to_two_cards_on_the_deck() -> None:
    game = of("page-2", "bonus", seat(discard="fire 1, air 1, water 1"), seat())
    game.play("fire 1 of discard", "air 1 of discard")
    assert game.deck(0) == "air 1, fire 1"


def test_page_2_failure_discards_all_air_of_hands_and_pool() -> None:
    here = seat("air 1, fire 1", support="air 2, fire 2")
    game = of("page-2", "failure", here, here)
    for number in range(2):
        assert (game.hand(number), game.support(number)) == ("fire 1", "fire 2")
        assert game.discard(number) == "air 1, air 2"


def test_page_3_bonus_destroys_any_number_and_draws_as_many() -> None:
    here = seat("fire 1 x2, madness x2", deck="air 1 x4")
    game = of("page-3", "bonus", here, seat())
    game.play("madness", "madness")
    assert (game.hand(0), game.destroyed) == ("fire 1 x2, air 1 x2", "madness x2")


def test_page_3_failure_is_for_the_player_whom_the_active_one_names() -> None:
    other = seat(support="fire 1, madness")
    game = of("page-3", "failure", other, other, other, caster=2, active=2)
    assert game.asked == "seat 2"
    game.play("seat 1")
    assert (game.discard(1), game.support(1)) == ("fire 1, madness", "madness x3")
    assert (game.support(0), game.pile) == ("fire 1, madness", 17)


def test_page_4_bonus_cures_one_or_two_of_hand_or_pool() -> None:
    game = of("page-4", "bonus", seat("madness", support="madness"), seat("madness x2"))
    game.play("madness", "madness of 0", "madness", "stop")
    assert (game.hand(0), game.support(0), game.hand(1), game.pile) == ("", "", "madness", 23)


def test_page_4_failure_discards_the_hand_then_draws_five() -> None:
    game = of("page-4", "failure", seat("fire 1 x7", deck="air 1 x5"), seat(deck="air 1 x5"))
    assert (game.hand(0), game.discard(0), game.hand(1)) == ("air 1 x5", "fire 1 x7", "air 1 x5")


def test_page_5_bonus_exchanges_a_card_of_the_discard_pile_for_a_higher_one() -> None:
    game = of("page-5", "bonus", seat(discard="fire 1, air 3"), seat(discard="air 2"))
    game.play("fire 1 of discard", "stop")
    assert (game.hand(0), game.hand(1), game.destroyed) == ("fire 2", "", "fire 1")


def test_page_5_failure_is_a_madness_for_each() -> None:
    game = of("page-5", "failure", seat(), seat())
    assert (game.discard(0), game.discard(1)) == ("madness", "madness")


def test_page_6_bonus_exchanges_a_1_for_a_3_on_the_deck() -> None:
    game = of("page-6", "bonus", seat("fire 1, fire 2"), seat())
    assert game.options == ["stop", "fire 1"]
    game.play("fire 1")
    assert (game.discard(0), game.deck(0)) == ("fire 1", "fire 3")


def test_page_6_bonus_for_nothing_when_the_stack_is_empty() -> None:
    game = of("page-6", "bonus", seat("fire 1"), seat(), stock="air 3").play("fire 1")
    assert (game.discard(0), game.deck(0)) == ("fire 1", "")


def test_page_6_failure_discards_all_water() -> None:
    game = of("page-6", "failure", seat("water 1, fire 1"), seat(support="water 3"))
    assert (game.hand(0), game.support(1), game.discard(1)) == ("fire 1", "", "water 3")


def test_the_last_page_puts_a_madness_on_each_deck() -> None:
    game = of("last", "appearance", DRAWS, seat())
    assert (game.deck(0), game.deck(1)) == ("madness, water 1 x9", "madness")
