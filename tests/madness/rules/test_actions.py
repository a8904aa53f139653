"""The five actions, what they cost, and actions on the turn of another."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with
from tests.madness.rules.table import Table, effect, is_idle, kind_of_word, kinds_of, seat, table

# ---------------------------------------------------------------- activate a spell


@pytest.mark.parametrize(("spell", "level"), [("cold-mind", 1), ("frozen-touch", 2)])
def test_a_spell_costs_its_level_in_its_element(spell: str, level: int) -> None:
    box = box_with(spells={"cold-mind": "", "frozen-touch": ""})
    game = table(seat("water 1 x5, fire 1 x5", spells=spell), box=box).play(f"cast {spell}")
    assert game.hand(0).startswith(f"water 1 x{5 - level}, fire 1 x5")


def test_a_spell_of_level_3_can_be_boosted_for_6_and_9() -> None:
    for hand, options in (
        ("water 1 x2", []),
        ("water 1 x3", ["cast glacial-circle"]),
        ("water 1 x6", ["cast glacial-circle", "cast glacial-circle x2"]),
        ("water 3 x3", [f"cast glacial-circle{times}" for times in ("", " x2", " x3")]),
    ):
        game = table(seat(hand, spells="glacial-circle"))
        assert [option for option in game.options if option.startswith("cast")] == options


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_boost_multiplies_each_variable(times: int) -> None:
    box = box_with(spells={"growth": "draw 2x, then destroy 1x madness from hand, then draw 1"})
    game = table(seat("earth 1 x3, madness x3", deck="air 1 x9", spells="growth"), box=box)
    game.play("cast growth" + (f" x{times}" if times > 1 else ""))
    assert len(kinds_of(game.discard(0))) == times
    assert len(kinds_of(game.destroyed)) == times
    assert kinds_of(game.hand(0)).count(kind_of_word("air 1")) == 2 * times + 1


def test_a_boost_is_never_more_than_three_times() -> None:
    game = table(seat("earth 3 x6", spells="growth"))
    assert "cast growth x3" in game.options
    assert "cast growth x4" not in game.options


def test_an_effect_without_a_variable_is_not_boosted() -> None:
    box = box_with(spells={"growth": "draw 1, then draw to 3"})
    game = table(seat("earth 3 x6", spells="growth"), box=box)
    assert [option for option in game.options if "cast" in option] == ["cast growth"]


def test_a_spell_is_exhausted_when_it_is_paid() -> None:
    game = table(seat("air 1, fire 1"), seat("water 1")).play("cast telepathy")
    assert game.asked == "act 1"  # the effect is under way
    assert "telepathy exhausted" in game.spells(0)


def test_an_exhausted_spell_cannot_be_activated() -> None:
    game = table(seat("earth 1", spells="growth exhausted, ice"))
    assert game.options == ["end"]


def test_a_neutralised_spell_cannot_be_activated() -> None:
    assert table(seat("earth 1", spells="growth neutral")).options == ["end"]


def test_a_spell_that_is_recharged_may_serve_again() -> None:
    game = table(seat("earth 1 x2", deck="air 1 x3", spells="growth, ice", mage="m4"))
    game.play("cast growth", "ability", "cast growth")
    assert (game.hand(0), game.spells(0)) == ("air 1 x2", "growth exhausted, ice")


def test_a_spell_that_is_recharged_may_be_ruled_out_for_the_turn() -> None:
    box = box_with(rulings={"recharged_serves_again": False})
    game = table(
        seat("earth 1 x2", deck="air 1 x3, fire 1 x9", spells="growth", mage="m4"), box=box
    )
    game.play("cast growth", "ability")
    assert game.spells(0) == "growth"
    assert "cast growth" not in game.options
    game.play("end")
    if game.asked == "act 1":
        game.play("end")
    assert game.asked == "act 0"
    assert "growth" in game.spells(0)


def test_only_own_spells_are_activated() -> None:
    game = table(seat("earth 1", spells="ice"), seat(spells="growth"))
    assert game.options == ["end"]


def test_as_much_of_an_effect_is_done_as_can_be_done() -> None:
    game = table(seat("water 1, fire 1", deck="air 1", support="madness x3", spells="cold-mind"))
    game.play("cast cold-mind")
    assert (game.hand(0), game.support(0)) == ("fire 1, air 1", "madness x3")


def test_what_can_be_applied_must_be_unless_it_says_may() -> None:
    hand = seat("fire 1 x2, water 3", spells="combustion")
    game = table(hand).play("cast combustion")
    assert game.options == ["water 3", "fire 1"]
    box = box_with(spells={"combustion": "may destroy 1x from hand"})
    assert table(hand, box=box).play("cast combustion").options == ["stop", "water 3", "fire 1"]


def test_any_number_of_actions_in_any_order_while_you_can_pay() -> None:
    game = table(seat("fire 1 x10"), curses="- - fire-1")
    game.play(
        "acquire fire 2", "destroy fire-1", "element fire", "cast combustion", "acquire fire 2"
    )
    assert game.discard(0) == "fire 1 x9, fire 2 x3"
    assert game.options == ["end"]


# ---------------------------------------------------------------- acquire


@pytest.mark.parametrize("value", [2, 3])
def test_a_card_costs_its_value_of_its_own_element(value: int) -> None:
    assert f"acquire air {value}" not in table(seat(f"air 1 x{value - 1}, fire 3")).options
    game = table(seat(f"air 1 x{value}")).play(f"acquire air {value}")
    assert game.stock(f"air {value}") == {2: 9, 3: 5}[value]
    assert game.discard(0) == f"air 1 x{value}, air {value}"


def test_an_acquired_card_goes_to_the_discard_pile() -> None:
    game = table(seat("water 2", deck="fire 1")).play("acquire water 2")
    assert (game.hand(0), game.deck(0), game.discard(0)) == ("", "fire 1", "water 2 x2")


def test_a_card_is_acquired_while_its_stack_lasts() -> None:
    game = table(seat("water 3 x3"), stock="water 2, fire 2")
    assert "acquire water 3" not in game.options
    game.play("acquire water 2")
    assert game.stock("water 2") == 0
    assert "acquire water 2" not in game.options


# ---------------------------------------------------------------- destroy a curse


def test_a_curse_of_an_element_costs_4_of_it() -> None:
    assert "destroy fire-1" not in table(seat("fire 3, air 3"), curses="fire-1").options
    game = table(seat("fire 3, fire 1"), curses="fire-1").play("destroy fire-1")
    assert game.track == "- - - - -"
    assert game.hand(0) == ""


def test_a_multi_element_curse_costs_1_of_each() -> None:
    assert (
        "destroy multi-1" not in table(seat("water 1, earth 1, fire 3"), curses="multi-1").options
    )
    game = table(seat("water 1, earth 1, fire 1, air 1"), curses="multi-1").play("destroy multi-1")
    assert (game.track, game.hand(0)) == ("- - - - -", "")


def test_each_token_adds_one_of_its_element() -> None:
    curses = "fire-1/fire/water/water multi-1/air"
    for hand, destroyable in (
        ("fire 1 x5, water 1", []),
        ("fire 1 x4, water 1 x2", []),
        ("fire 1 x5, water 1 x2", ["destroy fire-1"]),
        ("water 1, earth 1, fire 1, air 1", []),
        ("water 1, earth 1, fire 1, air 2", ["destroy multi-1"]),
    ):
        game = table(seat(hand), curses=curses)
        assert [option for option in game.options if "destroy" in option] == destroyable


def test_what_is_paid_for_tokens_is_paid() -> None:
    game = table(seat("fire 1 x6, water 1 x3"), curses="fire-1/fire/water")
    game.play("destroy fire-1", "element air")
    assert game.hand(0) == "water 1 x2, fire 1"


def test_tokens_of_a_destroyed_curse_go_back() -> None:
    game = table(seat("fire 1 x5, water 1"), curses="fire-1/fire/water - fire-2/fire")
    assert list(game.game.token_supply) == [3, 4, 2, 4]
    game.play("destroy fire-1")
    assert list(game.game.token_supply) == [4, 4, 3, 4]
    assert game.track == "- - fire-2/fire - -"


def test_a_destroyed_curse_leaves_the_game() -> None:
    game = table(seat("fire 2 x2"), curses="fire-1").play("destroy fire-1")
    assert game.curse_state("fire-1") == -2  # destroyed


def test_the_destroyer_takes_a_card_of_value_2_of_any_element() -> None:
    game = table(seat("fire 2 x2"), curses="fire-1").play("destroy fire-1")
    assert game.asked == "element 0"
    assert game.options == ["element water", "element earth", "element fire", "element air"]
    game.play("element earth")
    assert game.discard(0) == "earth 2, fire 2 x2"
    assert game.stock("earth 2") == 9


def test_the_reward_is_of_an_element_that_is_left() -> None:
    game = table(seat("fire 2 x2"), curses="fire-1", stock="earth 2, air 2, fire 3")
    assert game.play("destroy fire-1").options == ["element earth", "element air"]


def test_no_reward_when_no_card_of_value_2_is_left() -> None:
    game = table(seat("fire 2 x2"), curses="fire-1", stock="fire 3").play("destroy fire-1")
    assert is_idle(game)
    assert game.discard(0) == "fire 2 x2"


def test_the_value_of_the_reward_is_a_number_of_the_box() -> None:
    box = box_with(numbers={"reward_value": 3})
    game = table(seat("fire 2 x2"), curses="fire-1", box=box).play("destroy fire-1", "element air")
    assert game.discard(0) == "fire 2 x2, air 3"


def test_a_curse_destroyed_by_an_effect_gives_the_reward_too() -> None:
    game = effect("destroy 1 curse", seat(), seat(), curses="fire-1")
    assert game.asked == "element 0"


def test_a_curse_destroyed_by_an_effect_may_give_no_reward() -> None:
    box = box_with(rulings={"reward_for_effects": False})
    game = effect("destroy 1 curse", seat(), curses="fire-1/madness", box=box)
    assert is_idle(game)
    assert game.discard(0) == "madness"  # it lay under the curse
    action = table(seat("fire 2 x2"), curses="fire-1", box=box).play("destroy fire-1")
    assert action.asked == "element 0"


def test_any_curse_on_the_track_passed_or_not_can_be_destroyed() -> None:
    game = table(seat("fire 1 x4"), curses="fire-1 fire-2 fire-3 fire-4 fire-5", space=4)
    assert [f"destroy fire-{n}" in game.options for n in range(1, 6)] == [True] * 5


def test_a_neutralised_curse_cannot_be_destroyed() -> None:
    game = table(seat("fire 1 x4"), curses="fire-1/neutral fire-2")
    assert "destroy fire-1" not in game.options
    assert "destroy fire-2" in game.options


def test_curses_in_piles_cannot_be_destroyed() -> None:
    game = table(seat("fire 1 x4"))
    assert not [option for option in game.options if "destroy" in option]


# ---------------------------------------------------------------- cure


@pytest.mark.parametrize("element", ["water", "earth", "fire", "air"])
def test_a_cure_costs_2_of_one_element_any(element: str) -> None:
    assert not cures(table(seat(f"madness, {element} 1")))
    game = table(seat(f"madness, {element} 1 x2"), pile=7)
    game.play(f"cure madness of hand with {element}")
    assert (game.hand(0), game.pile) == ("", 8)


def cures(game: Table) -> list[str]:
    return [option for option in game.options if option.startswith("cure")]


def test_two_elements_do_not_pay_a_cure_together() -> None:
    assert not cures(table(seat("madness, fire 1, air 1")))


def test_a_madness_anywhere_in_the_pool_can_be_cured() -> None:
    game = table(seat("fire 2", support="madness"), seat(), seat(support="madness x2"))
    assert cures(game) == ["cure madness of 0 with fire", "cure madness of 2 with fire"]
    game.play("cure madness of 2 with fire")
    assert (game.support(0), game.support(2), game.pile) == ("madness", "madness", 21)


def test_madness_of_other_hands_discard_piles_and_decks_is_not_cured() -> None:
    game = table(seat("fire 2", discard="madness", deck="madness"), seat("madness x2"))
    assert not cures(game)


# ---------------------------------------------------------------- support and pool


def test_a_card_of_the_pool_goes_to_the_pile_of_who_placed_it() -> None:
    game = table(seat(), seat(support="fire 3")).play("acquire fire 3")
    assert (game.discard(0), game.discard(1)) == ("fire 3", "fire 3")


def test_unspent_cards_stay_in_hand() -> None:
    game = table(seat("fire 2, water 1", deck="air 1 x5"), seat("fire 1")).play("end")
    assert game.hand(0) == "water 1, fire 2, air 1 x4"


# ---------------------------------------------------------------- on the turn of another


def given(*places: object, text: str = "another: act 1", **board: object) -> Table:
    return effect(text, *places, **board)  # type: ignore[arg-type]


def test_a_player_who_is_given_an_action_takes_any_of_the_five() -> None:
    hand = "fire 1 x4, earth 1, madness"
    game = given(seat(), seat(hand), curses="fire-1")
    assert game.asked == "act 1"
    assert game.options == [
        "end",
        "cast growth",
        "cast combustion",
        "cast combustion x2",
        "cast combustion x3",
        "learn fire",
        "acquire fire 2",
        "acquire fire 3",
        "destroy fire-1",
        "cure madness of hand with fire",
    ]


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("acquire fire 2", "fire 1 x2, fire 2"),
        ("cure madness of hand with fire", "fire 1 x2"),
        ("learn fire", "fire 1 x2"),
        ("cast growth", "earth 1"),
    ],
)
def test_one_action_and_no_more(move: str, after: str) -> None:
    game = given(seat(), seat("fire 1 x4, earth 1, madness", deck="air 1")).play(move)
    assert is_idle(game)
    assert game.deciding == 0
    assert game.discard(1) == after


def test_a_player_who_is_given_an_action_may_pass() -> None:
    game = given(seat(), seat("fire 1")).play("end")
    assert is_idle(game)
    assert game.hand(1) == "fire 1"


def test_a_player_may_pass_after_part_of_several_actions() -> None:
    game = given(seat(), seat("fire 1 x6"), text="another: act 3")
    game.play("acquire fire 2")
    assert game.asked == "act 1"
    game.play("end")
    assert is_idle(game)
    assert game.hand(1) == "fire 1 x4"


def test_several_actions_are_as_many_as_were_given() -> None:
    game = given(seat(), seat("fire 1 x9"), text="another: act 3")
    game.play("acquire fire 2", "acquire fire 2", "acquire fire 2")
    assert is_idle(game)
    assert game.hand(1) == "fire 1 x3"


def test_the_own_hand_and_the_pool_pay_for_it() -> None:
    game = given(
        seat("fire 1 x3", support="fire 1"), seat("fire 1"), seat(), text="act 1", caster=1
    )
    game.play("acquire fire 2")
    assert (game.hand(0), game.support(0), game.hand(1)) == ("fire 1 x3", "", "")
    assert (game.discard(0), game.discard(1)) == ("fire 1", "fire 1, fire 2")


def test_refill_and_recharge_wait_for_the_own_turn() -> None:
    game = given(seat(), seat("earth 1", deck="air 1 x9", spells="growth")).play("cast growth")
    assert is_idle(game)
    assert (game.hand(1), game.spells(1)) == ("air 1", "growth exhausted")


def test_a_player_who_destroys_a_curse_on_the_turn_of_another_has_the_reward() -> None:
    game = given(seat(), seat("fire 2 x2"), curses="fire-1").play("destroy fire-1")
    assert game.asked == "element 1"
    game.play("element air")
    assert game.discard(1) == "fire 2 x2, air 2"


def test_an_action_that_is_given_can_be_a_spell_that_gives_actions() -> None:
    game = given(seat("fire 1 x2"), seat("air 1"), seat("fire 1"))
    assert game.asked == "seat 0"
    game.play("seat 1", "cast telepathy", "seat 0")
    assert game.asked == "act 0"
    assert not is_idle(game)
    game.play("acquire fire 2")
    assert is_idle(game)


def test_actions_nest_back_to_the_giver_until_spells_run_out() -> None:
    hand = "air 1, fire 1"
    game = table(seat(hand), seat(hand), seat(hand)).play("cast telepathy", "seat 1")
    game.play("cast telepathy", "seat 2", "cast telepathy", "seat 1")
    assert game.asked == "act 1"
    assert game.options == ["end", "cast combustion"]  # its telepathy is exhausted
    game.play("cast combustion")
    assert is_idle(game)
    assert [game.spells(n).count("telepathy exhausted") for n in range(3)] == [1, 1, 1]


def test_the_actions_left_go_on_after_what_was_nested_in_them() -> None:
    game = given(seat("fire 1"), seat("air 1, fire 1 x2"), text="another: act 2")
    game.play("cast telepathy", "cast combustion")
    assert game.asked == "act 1"
    game.play("acquire fire 2")
    assert is_idle(game)


def test_what_follows_an_action_waits_for_it() -> None:
    game = given(
        seat(), seat("earth 1", deck="air 1, water 1, fire 1"), text="another: act 1, then draw 1"
    )
    game.play("cast growth")
    assert game.hand(1) == "water 1, air 1"
