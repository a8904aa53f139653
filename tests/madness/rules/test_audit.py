"""Corner cases that an audit of the rules against the rulebook has tried."""

from __future__ import annotations

from tests.madness.rules.boxes import box_with, mage_with
from tests.madness.rules.table import Place, effect, is_idle, seat, table
from trisim.games.madness.box.box import Box
from trisim.games.madness.rules import state


def test_a_higher_card_is_for_the_step_before_and_for_no_earlier_one() -> None:
    text = "discard 1 from hand, then destroy 1 from support, then gain higher to hand"
    game = effect(text, seat("fire 1"))
    assert (game.hand(0), game.discard(0), game.destroyed) == ("", "fire 1", "")
    game = effect(text, seat("fire 1", support="air 2"))
    assert (game.hand(0), game.discard(0), game.destroyed) == ("air 3", "fire 1", "air 2")


def test_a_spell_whose_effect_is_under_way_may_be_destroyed_to_learn_another() -> None:
    box = box_with(spells={"combustion": "another: act 1"})
    spells = "growth, ice, combustion, telepathy, levitation"
    here = seat("air 1, water 1 x2", spells=spells)
    game = table(here, seat("fire 1", spells="combustion"), box=box, library="cold-mind")
    game.play("cast telepathy", "cast combustion", "learn water", "forget telepathy")
    assert game.spells(0) == "growth, ice, combustion, cold-mind, levitation"
    assert game.asked == "act 0"


def test_a_spell_in_the_place_of_one_that_is_under_way_can_be_recharged() -> None:
    box = box_with(spells={"combustion": "another: act 3", "growth": "recharge 9 own spells"})
    spells = "growth, ice, combustion, telepathy, levitation"
    here = seat("air 1, water 1 x3, earth 1", spells=spells)
    game = table(here, seat("fire 1", spells="combustion"), box=box, library="cold-mind")
    game.play("cast telepathy", "cast combustion", "learn water", "forget telepathy")
    game.play("cast cold-mind", "cast growth")
    assert "cold-mind exhausted" not in game.spells(0)
    assert "growth exhausted" in game.spells(0)


def test_madness_under_a_curse_and_the_reward_come_before_the_draw_of_the_ability() -> None:
    places = seat("air 1"), seat("fire 2 x3", mage="m6")
    game = table(*places, curses="fire-1/madness/fire", pile=1)
    game.play("cast telepathy", "destroy fire-1")
    assert game.discard(1) == "fire 2 x3, madness"
    game.play("element water")
    assert game.game.seats[1].deck_n == 5  # six cards shuffled with the madness that was due
    assert game.pile == 0


def test_the_last_player_can_cast_for_others_who_are_not_there() -> None:
    game = table(seat("air 1"), seat(), out=[1]).play("cast telepathy")
    assert game.asked == "act 0"
    assert "telepathy exhausted" in game.spells(0)


def test_who_has_no_card_at_all_takes_a_madness_for_each_draw_and_is_eliminated() -> None:
    game = table(seat(), seat("air 1 x6"), pile=20).play("end")
    assert game.pile == 14
    assert game.game.seats[0].out
    assert table(seat(), seat("air 1 x6"), pile=5).play("end").asked == "lost: pile"


def test_an_excess_of_support_is_exchanged_but_takes_no_further_card() -> None:
    game = table(seat("fire 1 x2", support="madness x4", mage="m7")).play("ability")
    assert (game.hand(0), game.support(0)) == ("madness x2", "fire 1 x2, madness x2")
    game = effect("support 1 from hand, then draw 1", seat("fire 1", support="madness x4"))
    assert (game.hand(0), game.support(0)) == ("fire 1, madness", "madness x4")


GIVERS = ("ice", "growth", "telepathy")
FROM_LIBRARY = ("cold-mind", "essence-of-earth", "power-of-the-inferno", "mind-control")
DEEPEST = 20
"""So deep can actions be given in a box: see ``trisim box check``."""


def test_the_deepest_nesting_of_actions_has_room_on_the_stack() -> None:
    """The failure gives actions, then 19 spells do, and a curse gives the right to the next."""
    game = table(
        *(deep_seat(number) for number in range(5)),
        box=deep_box(),
        active=4,
        start="monster",
        space=5,
        book="cover-1 page-1",
        curses="fire-1 fire-2 fire-3 fire-4 fire-5",
    )
    game.play("seat 0")
    for number in range(DEEPEST - 1):
        spell = next(move for move in game.options if move.split()[-1] in GIVERS + FROM_LIBRARY)
        game.play(spell, f"seat {(number + 1) % 5}")
    assert game.asked == "act 4"
    game.play("cast combustion")
    depths = {int(game.game.depth)}
    while game.track != "- - - - -":
        game.play(game.options[0])
        depths.add(int(game.game.depth))
    assert max(depths) == state.STACK


def deep_seat(number: int) -> Place:
    spells = (*GIVERS, "combustion", *FROM_LIBRARY[number : number + 1])
    hand = "water 1 x4, earth 1 x4, fire 1 x4, air 1 x4"
    return seat(hand, spells=", ".join(spells), mage="m6" if number < 4 else "chain")


def deep_box() -> Box:
    return box_with(
        spells=dict.fromkeys((*GIVERS, *FROM_LIBRARY), "another: act 2")
        | {"combustion": "destroy 1 curse"},
        failure={"page-1": "another: act 2", "*": ""},
        mages=(mage_with("chain", "destroy 1 curse", "curse destroyed"),),
    )


def test_an_ability_with_a_further_step_is_offered_without_the_first() -> None:
    texts = {
        "cure 1 from hand, then draw 1": "air 1",
        "recharge 1 own spell, then draw 1": "air 1",
        "each: discard 1 from hand, if done draw 1": "",
        "discard 1 from hand; draw 1": "air 1",
    }
    for text, hand in texts.items():
        box = box_with(mages=(mage_with("new", text, "turn"),))
        game = table(seat(deck="air 1 x2", mage="new"), seat("fire 1", deck="water 1"), box=box)
        assert "ability" in game.options, text
        assert game.play("ability").hand(0) == hand
    for text in ("cure 1 from hand, if done draw 1", "destroy any from hand, then draw as many"):
        box = box_with(mages=(mage_with("new", text, "turn"),))
        assert "ability" not in table(seat(deck="air 1", mage="new"), box=box).options


def test_an_ability_can_destroy_madness_of_the_pile() -> None:
    box = box_with(mages=(mage_with("new", "destroy 1 from madness pile", "turn"),))
    assert table(seat(mage="new"), box=box, pile=3).play("ability").pile == 2
    assert "ability" not in table(seat(mage="new"), box=box, pile=0).options


def test_actions_that_are_left_are_not_done() -> None:
    text = "another: act 2, if done draw 1"
    here = seat("fire 1 x4", deck="air 1")
    assert effect(text, seat(), here).play("end").hand(1) == "fire 1 x4"
    assert effect(text, seat(), here).play("acquire fire 2", "end").hand(1) == "fire 1 x2, air 1"
    text = "another: act 2, then draw as many"
    for moves, drawn in ((["end"], 0), (["acquire fire 2", "end"], 1), (["acquire fire 2"] * 2, 2)):
        game = effect(text, seat(), seat("fire 1 x4", deck="air 1 x3", spells="")).play(*moves)
        assert int(game.game.seats[1].deck_n) == 3 - drawn


def test_what_comes_to_nothing_is_not_done() -> None:
    here = seat(deck="air 1 x3")
    for text in ("madness 1 under each curse", "shuffle discard into deck"):
        assert effect(f"{text}, if done draw 1", here).hand(0) == ""
    game = effect("madness 1 under each curse, then draw as many", here, curses="fire-1 - air-1")
    assert game.hand(0) == "air 1 x2"
    game = effect("shuffle hand into deck, then draw as many", seat("fire 1 x2"))
    assert game.hand(0) == "fire 1 x2"
    box = box_with(rulings={"empty_pile_under_curses_loses": False})
    text = "madness 1 under each curse, if done draw 1"
    assert effect(text, here, curses="fire-1", pile=0, box=box).hand(0) == ""


def test_cards_of_a_kept_pool_that_have_not_paid_leave_it_first() -> None:
    here = seat(support="air 1, fire 2 x2", spells="telepathy")
    game = effect("act 1x from kept pool", here, seat(spells=""), boost=3)
    game.play("acquire fire 2", "cast telepathy", "acquire fire 2")
    assert (game.support(0), game.discard(0)) == ("fire 2, air 1", "fire 2 x2")
    assert game.asked == "act 0"
    assert is_idle(game)  # the card that is left has paid, so nothing more could be done


def test_a_card_that_comes_for_one_that_has_paid_and_left_can_pay() -> None:
    here = seat("fire 2", support="air 1, fire 2, water 1", spells="telepathy, ice")
    game = effect("act 1x from kept pool", here, seat(spells=""), boost=4)
    game.play("acquire fire 2", "cast telepathy", "acquire fire 2", "cast ice")
    assert "acquire fire 2" in game.options
    assert not is_idle(game)


def test_nothing_is_left_in_the_place_of_a_destroyed_curse() -> None:
    game = table(seat("fire 3 x2"), curses="fire-1/madness/fire", pile=5)
    assert game.play("destroy fire-1", "element air").track == "- - - - -"


def test_the_reward_needs_a_card_of_its_own_value_only() -> None:
    box = box_with(numbers={"reward_value": 3})
    game = table(seat("fire 2 x2"), curses="fire-1", stock="air 3", box=box)
    assert game.play("destroy fire-1").discard(0) == "fire 2 x2, air 3"


def test_a_curse_neutralised_by_the_failure_leaves_nothing_to_the_next_in_its_place() -> None:
    box = box_with(failure={"page-1": "neutralise 1 curse", "*": ""})
    board = {"start": "monster", "space": 5, "book": "cover-1 page-1", "curses": "multi-1"}
    game = table(seat(), seat(), box=box, **board)  # type: ignore[arg-type]
    assert game.track.split()[0] != "-"
    assert "neutral" not in game.track
