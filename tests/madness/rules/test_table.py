"""The helper itself."""

from __future__ import annotations

from tests.madness.rules.table import effect, is_idle, seat, table


def test_what_is_laid_out_is_read_back() -> None:
    game = table(
        seat(
            hand="fire 1 x2, fire 2, madness",
            deck="air 1, water 3 x2, air 1",
            spells="ice exhausted, growth neutral",
        ),
        seat(support="earth 1", discard="madness x2", mage="m1", shuffled="earth 1, water 1"),
        seat(),
        curses="- fire-1/fire water-1/neutral/madness",
        destroyed="air 2",
        pile=7,
    )
    assert game.hand(0) == "fire 1 x2, fire 2, madness"
    assert game.deck(0) == "air 1, water 3 x2, air 1"
    assert game.spells(0) == "ice exhausted, growth neutral"
    assert (game.support(1), game.discard(1)) == ("earth 1", "madness x2")
    assert game.deck(1) == "water 1, earth 1"
    assert game.track == "- fire-1/fire water-1/neutral/madness - -"
    assert (game.destroyed, game.pile, game.stock("air 2")) == ("air 2", 7, 10)
    assert game.asked == "act 0"


def test_moves_are_made_in_words() -> None:
    game = table(seat(hand="fire 1 x2, water 1", support="fire 2"))
    game.play("acquire fire 2")
    assert game.asked == "pay 0"
    assert game.options == ["fire 2 of 0", "fire 1"]
    game.play("fire 1")
    assert game.discard(0) == "fire 1 x2, fire 2"
    assert game.hand(0) == "water 1"
    assert game.asked == "act 0"


def test_an_effect_asks_who_is_affected() -> None:
    game = effect("each: discard 1 from hand", seat(hand="fire 1, air 1"), seat(hand="madness"))
    assert game.asked == "card 0"
    game.play("air 1")
    assert (game.discard(0), game.discard(1)) == ("air 1", "madness")
    assert is_idle(game)
