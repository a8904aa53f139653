"""Decks: the order of cards, and hands dealt anew."""

from __future__ import annotations

from typing import Any

import numpy as np

from trisim.engine.decks import card_key, deal_anew, next_card

DECK, AWAY = -2, -1
CARDS = 20
KEYS = np.array([card_key(f"card-{number}") for number in range(CARDS)], np.uint64)


def places(**hands: int) -> Any:
    """Where cards are: hands of some sizes, one after the other, two cards away, the rest in the
    deck."""
    at = np.full(CARDS, DECK, np.int8)
    card = 0
    for seat, size in enumerate(hands.values()):
        at[card : card + size] = seat
        card += size
    at[-2:] = AWAY
    return at


def drawn(at: Any, seed: int, cards: int = CARDS) -> list[int]:
    """All cards of the deck, in their order."""
    at, order = at.copy(), []
    while (card := next_card(seed, 1, KEYS, at, cards, DECK)) >= 0:
        at[card] = AWAY
        order.append(card)
    return order


def test_each_card_of_the_deck_comes_once_in_an_order_of_the_seed() -> None:
    at = places(first=3)
    assert sorted(drawn(at, 7)) == list(range(3, CARDS - 2))
    assert drawn(at, 7) == drawn(at, 7) != drawn(at, 8)


def test_a_card_less_leaves_the_order_of_the_others() -> None:
    order = drawn(places(), 7)
    assert drawn(places(first=1), 7) == [card for card in order if card != 0]


def test_hands_dealt_anew_have_their_sizes_and_the_own_hand_stays() -> None:
    before = places(first=3, second=2, third=4)
    seen = set()
    for seed in range(200):
        at = before.copy()
        deal_anew(seed, 70, KEYS, at, CARDS, DECK, 1)
        assert [int((at == seat).sum()) for seat in range(3)] == [3, 2, 4]
        assert ((at == 1) == (before == 1)).all()
        assert ((at == AWAY) == (before == AWAY)).all()
        seen.update(np.flatnonzero(at == 0).tolist())
    assert seen == {0, 1, 2, *range(5, CARDS - 2)}  # cards that were there may come again


def test_hands_dealt_anew_do_not_depend_on_what_was_in_them() -> None:
    one, other = places(first=3, second=2, third=4), places(first=3, second=2, third=4)
    hidden = np.flatnonzero((one != 1) & (one != AWAY))
    other[hidden] = other[hidden][::-1]
    for at in (one, other):
        deal_anew(5, 70, KEYS, at, CARDS, DECK, 1)
    assert (one == other).all()
