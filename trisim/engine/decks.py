"""Decks: the next card is the one with the smallest hash among those left.

So no choice of a player changes the order of a deck, an additional card leaves the order of the
others, and a game with another seed has another order. A game has an array of the place of each
card, and a box one of the keys of its cards. Arrays of a record are passed as ``array[:]``:
otherwise they are a separate type to numba.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

from trisim.engine.chance import hash3
from trisim.engine.kernel import ENGINE, U64, kernel

ENGINE.arrays.update(CardKeys=("uint64", 1), CardPlaces=("int8", 1))

CardKeys: TypeAlias = Any
CardPlaces: TypeAlias = Any


@kernel
def next_card(
    seed: U64, stream: int, keys: CardKeys, at: CardPlaces, cards: int, where: int
) -> int:
    """The first of the cards in a place, in the order of a stream; -1: none."""
    best, least = -1, hash3(0, 0, 0)
    for card in range(cards):
        if at[card] == where:
            value = hash3(seed, stream, keys[card])
            if best < 0 or value < least:
                best, least = card, value
    return best


@kernel
def deal_anew(
    seed: U64, stream: int, keys: CardKeys, at: CardPlaces, cards: int, deck: int, seat: int
) -> None:
    """Deal other hands of the same size to all but one seat, from the deck and their hands.

    A card in a hand is at the number of its seat, 0 to 6, and one in the deck at ``deck``.
    """
    sizes = 0  # of the hands, one byte a seat
    for card in range(cards):
        where = int(at[card])
        if where >= 0 and where != seat:
            sizes += 1 << (8 * where)
            at[card] = deck
    for other in range(7):
        for _ in range((sizes >> (8 * other)) & 255):
            at[next_card(seed, stream, keys, at, cards, deck)] = other


def card_key(ident: str) -> int:
    """The key of a card, from its id alone."""
    return int.from_bytes(hashlib.blake2b(ident.encode(), digest_size=8).digest(), "little")
