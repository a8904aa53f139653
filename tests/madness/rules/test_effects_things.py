"""Effects: spells, curses, tokens, and actions that are paid from a kept pool."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with
from tests.madness.rules.table import effect, is_idle, seat, table

# ---------------------------------------------------------------- recharge


def test_an_own_exhausted_spell_is_recharged() -> None:
    here = seat(spells="ice exhausted, growth exhausted, combustion")
    game = effect("recharge 1 own spell", here, seat(spells="ice exhausted"))
    assert game.options == ["ice of 0", "growth of 0"]
    assert game.play("growth of 0").spells(0) == "ice exhausted, growth, combustion"


def test_a_spell_of_anyone_is_recharged() -> None:
    here = seat(spells="ice exhausted, growth")
    game = effect("recharge 1 spell of anyone", here, seat(spells="ice exhausted, telepathy"))
    assert game.options == ["ice of 0", "ice of 1"]
    assert game.play("ice of 1").spells(1) == "ice, telepathy"


def test_a_neutralised_spell_is_not_recharged() -> None:
    here = seat(spells="ice exhausted neutral, growth exhausted")
    game = effect("recharge 2 own spells", here)
    assert game.spells(0) == "ice exhausted neutral, growth"


def test_a_neutralised_spell_may_be_recharged_by_a_ruling() -> None:
    box = box_with(rulings={"recharge_neutralised": True})
    game = effect("recharge 1 own spell", seat(spells="ice exhausted neutral, growth"), box=box)
    assert game.spells(0) == "ice neutral, growth"


def test_ready_spells_are_not_recharged() -> None:
    assert is_idle(effect("recharge 3 own spells", seat()))


def test_a_spell_does_not_recharge_itself_while_its_effect_is_under_way() -> None:
    box = box_with(spells={"growth": "recharge 2 own spells"})
    here = seat("earth 1", spells="growth, ice exhausted, combustion")
    game = table(here, box=box).play("cast growth")
    assert game.spells(0) == "growth exhausted, ice, combustion"


def test_nor_does_a_spell_inside_its_effect() -> None:
    box = box_with(spells={"growth": "recharge 2 spells of anyone"})
    game = table(seat("air 1, fire 1"), seat("earth 1"), box=box).play("cast telepathy")
    game.play("cast growth")
    assert is_idle(game)
    assert "telepathy exhausted" in game.spells(0)


# ---------------------------------------------------------------- neutralised spells


def test_a_neutralised_spell_is_face_down_exhausted_or_not() -> None:
    here = seat(spells="ice exhausted, growth")
    for name in ("ice", "growth"):
        game = effect("neutralise 1 own spell", here).play(f"{name} of 0")
        assert game.spells(0) == ", ".join(
            (spell + " neutral" if spell.startswith(name) else spell)
            for spell in ("ice exhausted", "growth")
        )


def test_each_chooses_an_own_spell() -> None:
    game = effect("each: neutralise 1 own spell", seat(spells="ice, growth"), seat(spells="growth"))
    assert game.options == ["ice of 0", "growth of 0"]
    game.play("ice of 0")
    assert (game.spells(0), game.spells(1)) == ("ice neutral, growth", "growth neutral")


def test_a_spell_is_neutralised_once() -> None:
    game = effect("neutralise 2 own spells", seat(spells="ice neutral, growth"))
    assert game.spells(0) == "ice neutral, growth neutral"


def test_without_a_spell_that_could_be_neutralised_nothing_happens() -> None:
    assert is_idle(effect("neutralise 1 own spell", seat(spells="ice neutral")))


# ---------------------------------------------------------------- destroyed spells


def test_a_destroyed_spell_leaves_its_place_free() -> None:
    game = effect("destroy 1 own spell", seat("fire 2", spells="ice neutral, growth"))
    game.play("ice of 0")
    assert game.spells(0) == "growth"
    assert len(game.play("learn fire").spells(0).split(", ")) == 2


# ---------------------------------------------------------------- curses


def test_a_curse_is_neutralised() -> None:
    game = effect("neutralise 1 curse", curses="fire-1/neutral air-1 - water-1")
    assert game.options == ["air-1", "water-1"]
    assert game.play("water-1").track == "fire-1/neutral air-1 - water-1/neutral -"


def test_a_neutralised_curse_cannot_be_destroyed_by_an_effect() -> None:
    game = effect("destroy 1 curse", curses="fire-1/neutral air-1", stock="")
    assert game.track == "fire-1/neutral - - - -"


def test_each_curse_that_is_destroyed_has_its_reward() -> None:
    game = effect("destroy 2 curses", curses="fire-1 air-1 water-1").play("air-1")
    assert game.asked == "element 0"
    game.play("element fire", "water-1", "element air")
    assert game.discard(0) == "fire 2, air 2"
    assert game.track == "fire-1 - - - -"


def test_the_one_who_destroys_a_curse_by_an_effect_has_the_reward() -> None:
    game = effect("another: destroy 1 curse", curses="fire-1/madness").play("element air")
    assert (game.discard(0), game.discard(1)) == ("", "air 2, madness")


# ---------------------------------------------------------------- tokens


def test_a_token_is_put_on_a_curse() -> None:
    game = effect("token fire on 1 curse", curses="fire-1 air-1/neutral")
    assert game.options == ["fire-1", "air-1"]
    assert game.play("air-1").track == "fire-1 air-1/neutral/fire - - -"
    assert list(game.game.token_supply) == [4, 4, 3, 4]


def test_tokens_on_two_curses_are_on_different_ones() -> None:
    game = effect("token fire on 2 curses", curses="fire-1 air-1 water-1").play("air-1")
    assert game.options == ["fire-1", "water-1"]
    assert game.play("fire-1").track == "fire-1/fire air-1/fire water-1 - -"
    assert effect("token fire on 2 curses", curses="fire-1").track == "fire-1/fire - - - -"


def test_two_steps_may_put_tokens_on_the_same_curse() -> None:
    game = effect("token fire on 1 curse, then token air on 1 curse", curses="fire-1 air-1")
    assert game.play("air-1", "air-1").track == "fire-1 air-1/fire/air - - -"


def test_a_token_on_each_curse_as_far_as_there_are() -> None:
    game = effect("token fire on each curse", curses="fire-1 - air-1/neutral")
    assert game.track == "fire-1/fire - air-1/neutral/fire - -"
    box = box_with(numbers={"tokens": 2})
    game = effect("token air on each curse", curses="fire-1 air-1 water-1", box=box)
    assert game.track == "fire-1/air air-1/air water-1 - -"


def test_a_token_that_may_be_put_on_each_curse_is_asked_after_another_step() -> None:
    text = "discard 1 from hand, then may token fire on each curse"
    game = effect(text, seat("madness x2"), curses="fire-1 air-1")
    assert game.play("yes").track == "fire-1/fire air-1/fire - - -"


def test_without_tokens_or_curses_nothing_happens() -> None:
    assert is_idle(effect("token fire on 1 curse"))
    box = box_with(numbers={"tokens": 0})
    assert is_idle(effect("token fire on 1 curse", curses="fire-1 air-1", box=box))


def test_madness_under_each_curse() -> None:
    game = effect("madness 1 under each curse", curses="fire-1 - air-1/neutral", pile=5)
    assert game.track == "fire-1/madness - air-1/neutral/madness - -"
    assert game.pile == 3


# ---------------------------------------------------------------- actions from a kept pool

POOL = "fire 1 x2, air 1"


def test_cards_of_a_kept_pool_pay_and_stay() -> None:
    game = effect("act 1 from kept pool", seat(), seat(support="fire 3")).play("acquire fire 3")
    assert (game.support(1), game.discard(0), game.discard(1)) == ("fire 3", "fire 3", "")


def test_only_cards_of_the_pool_pay() -> None:
    game = effect("act 1 from kept pool", seat("fire 1 x9", support=POOL))
    assert [option for option in game.options if "acquire" in option] == ["acquire fire 2"]
    assert game.play("acquire fire 2").hand(0) == "fire 1 x9"


def test_boosted_each_card_serves_one_of_the_actions() -> None:
    game = effect("act 1x from kept pool", seat(support=POOL), seat(support="fire 2"), boost=2)
    game.play("acquire fire 2", "fire 2 of 1")
    assert "acquire fire 2" in game.options  # with the two of value 1
    assert "acquire fire 3" not in game.options
    game.play("acquire fire 2")
    assert is_idle(game)
    assert (game.support(0), game.support(1)) == (POOL, "fire 2")


def test_a_used_card_serves_again_after_the_effect() -> None:
    game = effect("act 1 from kept pool", seat(support="fire 2")).play("acquire fire 2")
    assert game.play("acquire fire 2").support(0) == ""


def test_a_later_effect_may_use_the_same_cards() -> None:
    text = "act 1 from kept pool; act 1 from kept pool"
    game = effect(text, seat(support="fire 2")).play("acquire fire 2", "acquire fire 2")
    assert game.support(0) == "fire 2"
    assert game.discard(0) == "fire 2 x2"


@pytest.mark.parametrize("move", ["destroy fire-1", "cure madness of hand with fire", "learn fire"])
def test_any_of_the_five_actions_can_be_paid_from_a_kept_pool(move: str) -> None:
    here = seat("madness", support="fire 3, fire 1")
    game = effect("act 1 from kept pool", here, curses="fire-1")
    game.play(move)
    while not is_idle(game):
        game.play(game.options[0])
    assert game.support(0) == "fire 1, fire 3"


def test_a_madness_of_the_pool_can_be_cured_from_the_kept_pool() -> None:
    game = effect("act 1 from kept pool", seat(support="fire 2, madness"))
    assert game.play("cure madness of 0 with fire").support(0) == "fire 2"


def test_an_action_inside_of_it_is_paid_as_usual() -> None:
    here = seat(support="air 1", spells="telepathy, ice")
    game = effect("act 1 from kept pool", here, seat("fire 1", support="fire 1"))
    game.play("cast telepathy", "acquire fire 2")
    assert (game.support(0), game.support(1), game.hand(1)) == ("air 1", "", "")


def test_a_spell_in_it_can_be_boosted() -> None:
    here = seat(deck="water 1 x5", support="earth 1 x3", spells="growth")
    game = effect("act 1 from kept pool", here).play("cast growth x3")
    assert (game.hand(0), game.support(0)) == ("water 1 x3", "earth 1 x3")
