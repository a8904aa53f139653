"""Corner cases that an audit of the rules against the rulebook has tried."""

from __future__ import annotations

from tests.madness.rules.table import effect, seat


def test_a_higher_card_is_for_the_step_before_and_for_no_earlier_one() -> None:
    text = "discard 1 from hand, then destroy 1 from support, then gain higher to hand"
    game = effect(text, seat("fire 1"))
    assert (game.hand(0), game.discard(0), game.destroyed) == ("", "fire 1", "")
    game = effect(text, seat("fire 1", support="air 2"))
    assert (game.hand(0), game.discard(0), game.destroyed) == ("air 3", "fire 1", "air 2")
