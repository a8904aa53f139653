"""Madness: when it is taken, where it goes, and how one gets rid of it."""

from __future__ import annotations

import pytest

from tests.madness.rules.table import Table, effect, is_idle, kinds_of, seat, table
from trisim.games.madness.box.words import MADNESS
from trisim.games.madness.rules.codes import Event


def taken(game: Table) -> int:
    """Madness that left the pile."""
    return 20 - game.pile


# ---------------------------------------------------------------- taken from an empty deck


def test_a_draw_from_an_empty_deck_takes_one_madness_and_shuffles() -> None:
    game = effect("draw 1", seat(discard="fire 1 x3"))
    assert taken(game) == 1
    assert game.discard(0) == ""
    cards = kinds_of(game.hand(0)) + kinds_of(game.deck(0))
    assert sorted(cards) == kinds_of("fire 1 x3, madness")
    assert game.events(Event.SHUFFLED) == [(0, 4, 1)]


def test_the_madness_is_in_the_new_deck_and_may_be_drawn_at_once() -> None:
    drawn = {effect("draw 1", seat(discard="fire 1"), seed=seed).hand(0) for seed in range(20)}
    assert drawn == {"fire 1", "madness"}


def test_one_goes_on_drawing_after_the_shuffle() -> None:
    game = effect("draw 5", seat(deck="air 1 x2", discard="fire 1 x4"))
    assert len(kinds_of(game.hand(0))) == 5
    assert game.hand(0).count("air 1 x2") == 1
    assert taken(game) == 1


def test_each_time_that_the_deck_is_empty_costs_one() -> None:
    game = effect("draw 3", seat())
    assert (game.hand(0), taken(game)) == ("madness x3", 3)


def test_nothing_is_taken_when_the_deck_merely_runs_out() -> None:
    game = effect("draw 2", seat(deck="air 1 x2", discard="fire 1"))
    assert (taken(game), game.deck(0), game.discard(0)) == (0, "", "fire 1")


@pytest.mark.parametrize(
    ("text", "zone"),
    [("destroy 1 from deck", "destroyed"), ("discard 1 from deck", "discard")],
)
def test_destroying_or_moving_off_an_empty_deck_takes_a_madness(text: str, zone: str) -> None:
    game = effect(text, seat(discard="fire 1"))
    assert taken(game) == 1
    moved = {"destroyed": game.destroyed, "discard": game.discard(0)}[zone]
    assert sorted(kinds_of(moved) + kinds_of(game.deck(0))) == kinds_of("fire 1, madness")


def test_a_card_for_the_support_off_an_empty_deck_takes_a_madness() -> None:
    game = effect("support 1 from deck", seat(discard="fire 1"))
    assert taken(game) == 1
    assert len(kinds_of(game.support(0))) == 1


def test_the_top_two_of_a_deck_of_one() -> None:
    game = effect("destroy 2 from deck", seat(deck="air 1", discard="fire 1"))
    assert taken(game) == 1
    assert "air 1" in game.destroyed
    assert len(kinds_of(game.destroyed)) == 2


@pytest.mark.parametrize("text", ["discard all from deck", "shuffle discard into deck"])
def test_an_effect_that_empties_or_shuffles_takes_none(text: str) -> None:
    assert taken(effect(text, seat(deck="air 1", discard="fire 1"))) == 0
    assert taken(effect(text, seat())) == 0


def test_a_deck_that_was_discarded_costs_a_madness_at_the_next_draw() -> None:
    game = effect("discard all from deck, then draw 1", seat(deck="air 1 x3"))
    assert taken(game) == 1


def test_only_whose_deck_is_empty_takes_it() -> None:
    game = effect("each: draw 1", seat(deck="air 1"), seat(discard="fire 1"))
    assert game.hand(0) == "air 1"
    assert sorted(kinds_of(game.hand(1)) + kinds_of(game.deck(1))) == kinds_of("fire 1, madness")


def test_the_draw_of_recovery_takes_madness_too() -> None:
    game = table(seat("fire 1 x5"), seat(deck="air 1 x9")).play("end")
    assert game.hand(0) == "fire 1 x5, madness"


def test_every_card_of_a_new_deck_is_equally_often_on_top() -> None:
    tops = [effect("draw 1", seat(discard="fire 1, air 1 x2"), seed=s).hand(0) for s in range(200)]
    assert 30 < tops.count("madness") < 70
    assert 30 < tops.count("fire 1") < 70
    assert 75 < tops.count("air 1") < 125


# ---------------------------------------------------------------- got rid of


def test_cured_it_goes_back_to_the_pile() -> None:
    game = table(seat("madness, fire 2")).play("cure madness of hand with fire")
    assert game.pile == 21


def test_destroyed_it_is_gone() -> None:
    game = effect("destroy 1 from hand", seat("madness"))
    assert (game.pile, game.destroyed, game.game.destroyed[MADNESS]) == (20, "madness", 1)


def test_it_can_be_laid_into_the_support() -> None:
    game = table(seat("madness, water 1", spells="ice")).play("cast ice")
    assert (game.hand(0), game.support(0)) == ("", "madness")


def test_discarded_it_comes_round() -> None:
    game = effect("discard 1 from hand, then draw 1", seat("madness"))
    assert taken(game) == 1
    assert game.hand(0) == "madness"
    assert game.deck(0) == "madness"


def test_madness_of_the_pool_can_be_discarded_by_an_effect() -> None:
    game = effect("discard 1 from pool", seat(), seat(support="madness"))
    assert game.discard(1) == "madness"


# ---------------------------------------------------------------- by card effects


def test_madness_that_must_be_taken_from_an_empty_pile_loses() -> None:
    for text in ("madness 1 to discard", "madness 1 to hand", "draw 1", "destroy 1 from deck"):
        assert effect(text, seat(), pile=0).asked == "lost: pile"


def test_the_emptiness_of_the_pile_alone_does_not_lose() -> None:
    game = effect("madness 2 to hand", seat(deck="air 1"), pile=2)
    assert (game.pile, is_idle(game)) == (0, True)
    assert effect("draw 1", seat(deck="air 1"), pile=0).hand(0) == "air 1"


def test_a_cure_makes_the_pile_last_longer() -> None:
    game = effect("cure 1 from hand, then madness 1 to discard", seat("madness"), pile=0)
    assert is_idle(game)
    assert game.discard(0) == "madness"
