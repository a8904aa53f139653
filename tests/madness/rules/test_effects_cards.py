"""Effects: the steps that move cards, one after the other."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with, mage_with
from tests.madness.rules.table import effect, is_idle, seat

# ---------------------------------------------------------------- draw


def test_draw_is_from_the_top_of_the_own_deck_to_the_hand() -> None:
    game = effect("draw 2", seat("fire 1", deck="air 1, water 2, air 3"), seat(deck="earth 1"))
    assert (game.hand(0), game.deck(0)) == ("water 2, fire 1, air 1", "air 3")


def test_a_hand_has_no_limit_during_a_turn() -> None:
    game = effect("draw 9", seat("fire 1 x6", deck="air 1 x9"))
    assert game.hand(0) == "fire 1 x6, air 1 x9"
    assert is_idle(game)


@pytest.mark.parametrize(
    ("hand", "after"), [("", "air 1 x6"), ("fire 1 x4", "fire 1 x4, air 1 x2")]
)
def test_draw_up_to_six(hand: str, after: str) -> None:
    assert effect("draw to 6", seat(hand, deck="air 1 x9")).hand(0) == after


def test_draw_up_to_six_with_more_draws_nothing() -> None:
    assert effect("draw to 6", seat("fire 1 x8", deck="air 1")).hand(0) == "fire 1 x8"


def test_support_does_not_count_as_hand() -> None:
    game = effect("draw to 2", seat("fire 1", support="fire 1 x3", deck="air 1 x2"))
    assert game.hand(0) == "fire 1, air 1"


# ---------------------------------------------------------------- discard


def test_discard_is_a_must_if_it_can_be_done() -> None:
    game = effect("discard 2 from hand", seat("fire 1, air 1, madness"))
    assert game.options == ["fire 1", "air 1"]  # in the order of kinds: madness would be too few
    game.play("air 1")
    assert (game.hand(0), game.discard(0)) == ("fire 1", "air 1, madness")


def test_madness_may_be_discarded_when_an_effect_asks_for_cards() -> None:
    game = effect("discard 1 from hand", seat("madness, fire 1"))
    assert game.options == ["fire 1", "madness"]
    assert game.play("madness").discard(0) == "madness"


def test_discard_as_many_as_there_are() -> None:
    game = effect("discard 3 from hand", seat("fire 1 x2"))
    assert (game.hand(0), game.discard(0)) == ("", "fire 1 x2")


@pytest.mark.parametrize(
    ("what", "options"),
    [
        ("air", ["air 1", "air 2"]),
        ("value 2", ["fire 2", "air 2"]),
        ("air value 2", []),
        ("madness", []),
        ("element card", ["fire 1", "fire 2", "air 1", "air 2"]),
    ],
)
def test_discard_only_what_fits(what: str, options: list[str]) -> None:
    game = effect(f"discard 1 {what} from hand", seat("fire 1, fire 2, air 1, air 2, madness x2"))
    if options:
        assert game.options == options
        assert game.play(options[0]).discard(0) == options[0]
    else:
        assert game.discard(0) == {"air value 2": "air 2", "madness": "madness"}[what]


def test_discard_from_hand_or_pool() -> None:
    here = seat("air 1", support="air 1")
    game = effect("discard 1 air from hand or pool", here, seat("air 1", support="air 2"))
    assert game.options == ["air 1", "air 1 of 0", "air 2 of 1"]
    game.play("air 2 of 1")
    assert (game.discard(0), game.discard(1)) == ("", "air 2")  # the owner's pile


def test_discard_from_the_own_support_leaves_the_others_alone() -> None:
    game = effect("discard 1 from support", seat(support="fire 1"), seat(support="air 1"))
    assert (game.discard(0), game.support(1)) == ("fire 1", "air 1")


def test_discard_all_of_an_element_of_hand_and_support() -> None:
    here = seat("air 1, air 2, fire 1", support="air 3, madness")
    game = effect("discard all air from hand and support", here, seat("air 1", support="air 1"))
    assert (game.hand(0), game.support(0)) == ("fire 1", "madness")
    assert (game.hand(1), game.support(1)) == ("air 1", "air 1")
    assert game.discard(0) == "air 1, air 2, air 3"


def test_discard_all_of_the_pool_is_of_all_supports_to_their_owners() -> None:
    game = effect(
        "discard all air from pool", seat("air 1", support="air 1"), seat(support="air 2")
    )
    assert (game.discard(0), game.discard(1), game.hand(0)) == ("air 1", "air 2", "air 1")


def test_all_of_hands_and_pool_are_of_the_own_hand_and_all_supports() -> None:
    here = seat("air 1, fire 1", support="air 2")
    game = effect("destroy all air from hand and pool", here, here)
    assert (game.hand(0), game.hand(1)) == ("fire 1", "fire 1, air 1")
    assert (game.support(0), game.support(1), game.destroyed) == ("", "", "air 1, air 2 x2")


def test_discard_the_whole_hand_and_the_whole_support() -> None:
    game = effect("discard all from hand", seat("air 1 x2, madness", support="fire 1"))
    assert (game.discard(0), game.support(0)) == ("air 1 x2, madness", "fire 1")
    game = effect("discard all from support", seat("air 1", support="fire 1, madness"))
    assert (game.discard(0), game.hand(0)) == ("fire 1, madness", "air 1")


def test_discard_the_whole_deck_takes_no_madness() -> None:
    game = effect("discard all from deck", seat(deck="air 1, fire 2", shuffled="water 1 x3"))
    assert (game.deck(0), game.discard(0)) == ("", "water 1 x3, fire 2, air 1")
    assert game.pile == 20
    assert effect("discard all from deck", seat(discard="air 1")).pile == 20


def test_discard_from_the_deck_is_from_its_top() -> None:
    game = effect("discard 2 from deck", seat(deck="air 1, fire 2, water 1"))
    assert (game.deck(0), game.discard(0)) == ("water 1", "fire 2, air 1")


# ---------------------------------------------------------------- destroy


def test_destroyed_cards_lie_open_and_do_not_return_to_the_stacks() -> None:
    game = effect("destroy 1 from hand", seat("fire 2"), stock="fire 3")
    assert (game.destroyed, game.hand(0), game.discard(0)) == ("fire 2", "", "")
    assert game.stock("fire 2") == 0


def test_destroyed_madness_does_not_return_to_the_pile() -> None:
    game = effect("destroy 1 from hand", seat("madness"), pile=5)
    assert (game.destroyed, game.pile) == ("madness", 5)


def test_destroy_from_the_discard_pile() -> None:
    game = effect("destroy 1 from discard", seat("air 1", discard="fire 1, air 3"))
    assert game.options == ["fire 1 of discard", "air 3 of discard"]
    game.play("air 3 of discard")
    assert (game.discard(0), game.destroyed) == ("fire 1", "air 3")


def test_destroy_off_the_deck() -> None:
    game = effect("destroy 2 from deck", seat(deck="air 1, fire 2, water 1"))
    assert (game.deck(0), game.destroyed, game.hand(0)) == ("water 1", "fire 2, air 1", "")


def test_destroy_the_whole_deck_takes_no_madness() -> None:
    game = effect("destroy all from deck", seat(deck="air 1", shuffled="fire 1 x2"))
    assert (game.deck(0), game.destroyed, game.pile) == ("", "fire 1 x2, air 1", 20)


@pytest.mark.parametrize(("pile", "destroyed"), [(9, 4), (4, 4), (3, 3), (0, 0)])
def test_destroying_from_the_pile_takes_what_is_there(pile: int, destroyed: int) -> None:
    game = effect("destroy 4 from madness pile", pile=pile)
    assert is_idle(game)  # an empty pile alone loses nothing
    assert (game.pile, game.destroyed.count("madness")) == (pile - destroyed, destroyed > 0)
    assert game.game.destroyed[12] == destroyed


def test_a_choice_between_three_places() -> None:
    here = seat("fire 1", discard="fire 1", support="fire 1")
    game = effect("destroy 1 fire from hand or support or discard", here, seat(support="fire 1"))
    assert game.options == ["fire 1", "fire 1 of 0", "fire 1 of discard"]


# ---------------------------------------------------------------- support


def test_put_cards_of_the_hand_into_the_support_madness_too() -> None:
    game = effect("support 1x from hand", seat("fire 1, madness"), boost=2)
    assert (game.hand(0), game.support(0)) == ("", "fire 1, madness")


def test_one_chooses_what_goes_into_the_support() -> None:
    game = effect("support 1 from hand", seat("fire 1, madness"))
    assert game.options == ["fire 1", "madness"]
    assert game.play("madness").support(0) == "madness"


def test_a_full_support_takes_no_more() -> None:
    game = effect("support 3 from hand", seat("fire 1 x3", support="air 1, madness"))
    assert (game.hand(0), game.support(0)) == ("fire 1 x2", "fire 1, air 1, madness")


def test_a_support_in_excess_takes_no_more() -> None:
    game = effect("support 1 from hand", seat("fire 1", support="madness x5"))
    assert is_idle(game)
    assert game.hand(0) == "fire 1"


def test_the_top_card_goes_into_an_empty_place_of_the_support() -> None:
    game = effect("support 1 from deck", seat(deck="air 1, air 2", support="fire 1 x2"))
    assert (game.support(0), game.deck(0)) == ("fire 1 x2, air 1", "air 2")


def test_without_an_empty_place_the_top_card_stays_and_no_madness_is_taken() -> None:
    game = effect("support 1 from deck", seat(deck="air 1", support="fire 1 x3"))
    assert game.deck(0) == "air 1"
    assert effect("support 1 from deck", seat(support="fire 1 x3")).pile == 20


def test_with_one_place_left_one_of_two_top_cards_goes_there() -> None:
    game = effect("support 2 from deck, if done draw 1", seat(deck="air 1 x3", support="fire 1 x2"))
    assert (game.support(0), game.hand(0)) == ("fire 1 x2, air 1", "air 1")


def test_a_full_support_means_that_nothing_was_done() -> None:
    here = seat(deck="air 1 x3", support="fire 1 x3")
    assert effect("support 1 from deck, if done draw 1", here).hand(0) == ""


def test_support_from_the_discard_pile() -> None:
    game = effect("support 1 from hand or discard", seat("air 1", discard="fire 2"))
    game.play("fire 2 of discard")
    assert (game.support(0), game.discard(0)) == ("fire 2", "")


def test_a_mage_with_five_places() -> None:
    game = effect("support 9 from hand", seat("fire 1 x7", mage="m1"))
    assert (game.support(0), game.hand(0)) == ("fire 1 x5", "fire 1 x2")


# ---------------------------------------------------------------- on the deck


def test_on_the_deck_is_face_down_on_top() -> None:
    game = effect("put 1 from hand on deck", seat("fire 2", deck="air 1"))
    assert (game.deck(0), game.hand(0)) == ("fire 2, air 1", "")


def test_cards_go_on_the_deck_in_any_order() -> None:
    here = seat(discard="water 1, fire 1, earth 1", deck="air 1")
    for first in ("water 1", "fire 1", "earth 1"):
        for second in {"water 1", "fire 1", "earth 1"} - {first}:
            game = effect("put 2 from discard on deck", here)
            game.play(f"{first} of discard", f"{second} of discard")
            assert game.deck(0) == f"{second}, {first}, air 1"


def test_up_to_two_on_the_deck() -> None:
    game = effect("put up to 2 from discard on deck", seat(discard="water 1, fire 1"))
    game.play("fire 1 of discard", "stop")
    assert (game.deck(0), game.discard(0)) == ("fire 1", "water 1")


def test_a_card_on_the_deck_is_drawn_next() -> None:
    game = effect("put 1 from hand on deck, then draw 1", seat("fire 2", shuffled="air 1 x5"))
    assert game.hand(0) == "fire 2"


# ---------------------------------------------------------------- cure


@pytest.mark.parametrize(
    ("zones", "options"),
    [
        ("hand or support", ["madness", "madness of 0"]),
        ("hand or pool", ["madness", "madness of 0", "madness of 1"]),
    ],
)
def test_a_cure_is_of_the_places_that_it_names(zones: str, options: list[str]) -> None:
    here = seat("madness, fire 1", support="madness, air 1")
    for option in options:
        game = effect(f"cure 1 from {zones}", here, seat("madness", support="madness"))
        assert game.options == options
        assert game.play(option).pile == 21


def test_a_cure_of_the_hand_alone() -> None:
    game = effect("cure 2 from hand", seat("madness", support="madness"), pile=0)
    assert (game.hand(0), game.support(0), game.pile) == ("", "madness", 1)


def test_cure_up_to_two() -> None:
    game = effect("cure up to 2 from hand or pool", seat("madness x3"))
    game.play("madness", "stop")
    assert (game.hand(0), game.pile) == ("madness x2", 21)


def test_cure_all_of_the_pool_and_draw_as_many() -> None:
    here = seat("madness", support="madness x2", deck="air 1 x5")
    game = effect("cure all from pool, then draw as many", here, seat(support="madness, fire 1"))
    assert (game.pile, game.support(0), game.support(1)) == (23, "", "fire 1")
    assert game.hand(0) == "air 1 x3, madness"


# ---------------------------------------------------------------- give, return, shuffle


def test_give_is_from_hand_to_hand() -> None:
    game = effect("give 1 to another", seat("fire 2", support="air 1"), seat("air 1"))
    assert (game.hand(0), game.hand(1)) == ("", "fire 2, air 1")


def test_the_giver_chooses_who_receives_and_what() -> None:
    game = effect("give 2 to another", seat("fire 1, madness x2"), seat(), seat())
    assert game.asked == "seat 0"
    game.play("seat 2")
    assert game.asked == "card 0"
    game.play("fire 1")
    assert (game.hand(0), game.hand(1), game.hand(2)) == ("madness", "", "fire 1, madness")


def test_nothing_is_given_by_an_empty_hand() -> None:
    assert is_idle(effect("give 1 to another", seat(), seat(), seat()))


def test_each_gives_to_whom_they_like() -> None:
    game = effect("each: give 1 to another", seat("fire 1"), seat("air 1"), seat("water 1"))
    game.play("seat 1")
    assert game.asked == "seat 1"
    game.play("seat 0", "air 1")
    assert game.asked == "seat 2"


def test_nobody_gives_to_the_eliminated() -> None:
    game = effect("give 1 to another", seat("fire 1"), seat(), seat(), out=[1])
    assert game.hand(2) == "fire 1"


@pytest.mark.parametrize(
    ("zone", "after"),
    [("hand", ("fire 2", "", "")), ("discard", ("", "fire 2", "")), ("deck", ("", "", "fire 2"))],
)
def test_destroyed_cards_can_be_brought_back(zone: str, after: tuple[str, str, str]) -> None:
    game = effect(f"return 1 element card to {zone}", destroyed="fire 2, madness")
    assert (game.hand(0), game.discard(0), game.deck(0)) == after
    assert game.destroyed == "madness"


def test_one_chooses_among_the_destroyed_cards() -> None:
    game = effect("return 1 to hand", destroyed="fire 2, air 1, madness")
    assert game.options == [f"{word} of destroyed" for word in ("fire 2", "air 1", "madness")]


def test_madness_can_be_brought_back() -> None:
    game = effect("each: return 1 madness to discard", destroyed="madness, fire 1", pile=3)
    assert (game.discard(0), game.discard(1), game.pile) == ("madness", "", 3)


def test_shuffling_the_discard_pile_into_the_deck_takes_no_madness() -> None:
    game = effect("shuffle discard into deck", seat("air 2", discard="fire 1 x2", deck="air 1"))
    assert (game.deck(0), game.discard(0), game.pile) == ("fire 1 x2, air 1", "", 20)
    assert game.game.seats[0].top_n == 0  # what lay on top is not known any more
    assert effect("shuffle discard into deck", seat()).pile == 20


def test_shuffling_the_hand_into_the_deck() -> None:
    game = effect("shuffle hand into deck, then draw 1", seat("fire 1 x2", discard="air 1"))
    assert (game.hand(0), game.deck(0), game.discard(0)) == ("fire 1", "fire 1", "air 1")


# ---------------------------------------------------------------- gain


@pytest.mark.parametrize(
    ("card", "higher"),
    [("fire 1", "fire 2"), ("fire 2", "fire 3"), ("water 1", "water 2"), ("air 2", "air 3")],
)
def test_higher_value_is_the_same_element_and_exactly_one_more(card: str, higher: str) -> None:
    game = effect("may destroy 1 from discard, if done gain higher to hand", seat(discard=card))
    before = game.stock(higher)
    game.play(f"{card} of discard")
    assert (game.hand(0), game.destroyed, game.stock(higher)) == (higher, card, before - 1)


@pytest.mark.parametrize("card", ["fire 3", "madness"])
def test_a_card_without_a_counterpart_may_go_for_nothing(card: str) -> None:
    game = effect("may destroy 1 from discard, if done gain higher to hand", seat(discard=card))
    game.play(f"{card} of discard")
    assert (game.hand(0), game.destroyed) == ("", card)
    assert is_idle(game)


def test_a_card_may_go_for_nothing_when_the_stack_is_empty() -> None:
    text = "may destroy 1 from discard, if done gain higher to hand"
    game = effect(text, seat(discard="fire 1"), stock="air 2").play("fire 1 of discard")
    assert (game.hand(0), game.destroyed) == ("", "fire 1")


def test_a_card_of_a_value_of_any_element() -> None:
    game = effect("gain value 3 to hand", stock="air 3, fire 3 x2, water 2")
    assert game.options == ["element fire", "element air"]
    game.play("element fire")
    assert (game.hand(0), game.stock("fire 3")) == ("fire 3", 1)


@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_a_gained_card_goes_where_the_step_says(zone: str) -> None:
    game = effect(f"gain value 2 to {zone}", seat(deck="air 1"), stock="fire 2")
    places = {"hand": game.hand(0), "discard": game.discard(0), "deck": game.deck(0)}
    assert places == {"hand": "", "discard": "", "deck": "air 1"} | {
        zone: "fire 2, air 1" if zone == "deck" else "fire 2"
    }


def test_a_value_of_the_element_of_the_card_that_went() -> None:
    text = "may discard 1 value 1 from hand, if done gain value 3 of its element to deck"
    game = effect(text, seat("fire 1, air 1, water 2", deck="air 1"))
    assert game.options == ["stop", "fire 1", "air 1"]
    game.play("fire 1")
    assert (game.deck(0), game.discard(0), game.stock("fire 3")) == ("fire 3, air 1", "fire 1", 5)


def test_no_gain_from_empty_stacks() -> None:
    game = effect("gain value 3 to hand, then draw 1", seat(deck="air 1"), stock="air 2")
    assert game.hand(0) == "air 1"


def test_each_gains_what_is_left() -> None:
    game = effect("each: gain value 3 to hand", seat(), seat(), seat(), stock="air 3, fire 3")
    game.play("element air")
    assert [game.hand(n) for n in range(3)] == ["air 3", "fire 3", ""]


def test_a_gain_depends_on_the_card_of_the_same_player() -> None:
    text = "each: may destroy 1 from hand, if done gain higher to hand"
    game = effect(text, seat("fire 1"), seat("air 1")).play("fire 1", "stop")
    assert (game.hand(0), game.hand(1)) == ("fire 2", "air 1")


# ---------------------------------------------------------------- swap, reveal, madness


def test_a_swap_is_of_as_many_cards_of_the_hand_as_of_the_support() -> None:
    game = effect("swap 2", seat("fire 1, fire 2, madness", support="air 1, air 2, air 3"))
    game.play("fire 1", "madness", "air 1 of 0", "air 3 of 0")
    assert (game.hand(0), game.support(0)) == ("fire 2, air 1, air 3", "fire 1, air 2, madness")


def test_cards_that_come_in_a_swap_do_not_go_back_with_it() -> None:
    game = effect("swap 1", seat("fire 1, fire 2", support="air 1, air 2")).play("fire 2")
    assert game.options == ["air 1 of 0", "air 2 of 0"]
    game.play("air 2 of 0")
    assert (game.hand(0), game.support(0)) == ("fire 1, air 2", "fire 2, air 1")


def test_a_swap_of_what_there_is() -> None:
    game = effect("swap 2", seat("fire 1", support="air 1 x3"))
    assert (game.hand(0), game.support(0)) == ("air 1", "fire 1, air 1 x2")


def test_a_revealed_madness_is_cured_and_anything_else_discarded() -> None:
    game = effect("reveal 3", seat(deck="madness, fire 2, madness, air 1"))
    assert (game.discard(0), game.pile, game.deck(0), game.hand(0)) == ("fire 2", 22, "air 1", "")


@pytest.mark.parametrize("zone", ["discard", "hand", "deck", "support"])
def test_madness_goes_where_the_effect_says(zone: str) -> None:
    game = effect(f"madness 2 to {zone}", seat("air 1"), pile=5)
    places = {
        "hand": game.hand(0),
        "discard": game.discard(0),
        "deck": game.deck(0),
        "support": game.support(0),
    }
    empty = {"hand": "air 1", "discard": "", "deck": "", "support": ""}
    expected = "air 1, madness x2" if zone == "hand" else "madness x2"
    assert places == empty | {zone: expected}
    assert game.pile == 3


def test_madness_of_an_effect_lies_in_a_full_support_in_excess() -> None:
    game = effect("madness 3 to support", seat(support="air 1 x3"))
    assert game.support(0) == "air 1 x3, madness x3"


def test_the_number_of_places_is_one_of_the_box_or_of_the_mage() -> None:
    box = box_with(numbers={"places": 1}, mages=(mage_with("wide", "places 4"),))
    for mage, size in (("nobody", 1), ("wide", 4)):
        game = effect("support 9 from hand", seat("fire 1 x9", mage=mage), box=box)
        assert int(game.game.seats[0].support.sum()) == size
