"""Chance: spellings of 64-bit hashing in both worlds, and three ways to find a deck's next card.

First the spellings of one mixing function: does it warn uncompiled, does it agree, what does it
cost per call compiled and plain. Then, for decks of 16 and 24 cards drawn to the end: recompute
every remaining card's hash at each draw; hash once at setup into a stored order and walk it; keep
the hashes themselves in the record and scan them.
"""

from __future__ import annotations

import timeit
import warnings
from typing import Any, TypeAlias

import numpy as np
import rng
from common import interleaved_ns, records, struct, table
from kernel import ARRAYS, RECORDS, entry, kernel
from numba import njit, uint64
from rng import hash3

LOOPS = 100_000
RECORDS["Deck"] = DECK = struct(
    ("seed", np.uint64), ("top", np.uint64), ("hashes", np.uint64, (24,)),
    ("order", np.int8, (24,)), ("count", np.int8),
)  # fmt: skip
ARRAYS["Decks"] = ("Deck", 1)
Deck: TypeAlias = Any
Decks: TypeAlias = Any

A, B = np.uint64(rng.MIX_1), np.uint64(rng.MIX_2)
S30, S27, S31 = np.uint64(30), np.uint64(27), np.uint64(31)
M32 = 0xFFFFFFFF


def mix_numpy(z):
    """np.uint64 all through: right when compiled, warns on every overflow when not."""
    z = (z ^ (z >> S30)) * A
    z = (z ^ (z >> S27)) * B
    return z ^ (z >> S31)


def mix_masked(z):
    """Python ints and masks."""
    z = ((z ^ (z >> 30)) * rng.MIX_1) & rng.MASK
    z = ((z ^ (z >> 27)) * rng.MIX_2) & rng.MASK
    return z ^ (z >> 31)


def mix_halves(z):
    """32-bit mixing inside int64: no uint64 at all, but only 32 bits."""
    z = z & M32
    z = ((z ^ (z >> 16)) * 0x7FEB352D) & M32
    z = ((z ^ (z >> 15)) * 0x846CA68B) & M32
    return z ^ (z >> 16)


@kernel
def next_hashing(deck: Deck) -> int:
    best, best_hash = -1, hash3(0, 0, 0)
    for card in range(int(deck.count)):
        if (int(deck.top) >> card) & 1:
            value = hash3(deck.seed, 3, card)
            if best < 0 or value < best_hash:
                best, best_hash = card, value
    return best


@kernel
def next_stored_hash(deck: Deck) -> int:
    best = -1
    for card in range(int(deck.count)):
        if (int(deck.top) >> card) & 1 and (best < 0 or deck.hashes[card] < deck.hashes[best]):
            best = card
    return best


@kernel
def next_ordered(deck: Deck) -> int:
    for place in range(int(deck.count)):
        card = int(deck.order[place])
        if (int(deck.top) >> card) & 1:
            return card
    return -1


@kernel
def sort_deck(deck: Deck) -> None:
    """Insertion sort of the cards by hash; ties by card."""
    for card in range(int(deck.count)):
        deck.hashes[card] = hash3(deck.seed, 3, card)
        place = card
        while place > 0 and deck.hashes[deck.order[place - 1]] > deck.hashes[card]:
            deck.order[place] = deck.order[place - 1]
            place -= 1
        deck.order[place] = card


@entry
def empty_decks(decks: Decks, way: int, times: int) -> int:
    """Shuffle and draw to the end, `times` over."""
    total = 0
    deck = decks[0]
    for seed in range(times):
        deck.seed = seed
        deck.top = (1 << int(deck.count)) - 1
        if way > 0:
            sort_deck(deck)
        for k in range(int(deck.count)):
            card = (
                next_hashing(deck)
                if way == 0
                else next_ordered(deck)
                if way == 1
                else next_stored_hash(deck)
            )
            deck.top = int(deck.top) & ~(1 << card)
            total += card * (k + 1)
    return total


def spellings() -> None:
    rows = []
    for function, first in (
        (mix_numpy, np.uint64(2**63 + 5)),
        (mix_masked, 2**63 + 5),
        (mix_halves, 12345),
    ):
        kind = uint64 if function is not mix_halves else None
        fast = njit(uint64(uint64))(function) if kind else njit(function)

        @njit
        def chain(z, n, step=fast):
            for _ in range(n):
                z = step(z)
            return z

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value: Any = first
            for _ in range(1000):
                value = function(value)
            plain = (
                min(timeit.repeat(lambda f=function, a=first: f(a), number=2000, repeat=5))
                / 2000
                * 1e9
            )
        start = np.uint64(int(first)) if kind else first
        same = int(value) == int(chain(start, 1000))
        speed = interleaved_ns({"x": lambda c=chain, s=start: c(s, LOOPS)}, LOOPS)["x"]
        rows.append(
            (
                function.__name__,
                "warns" if caught else "silent",
                "same" if same else "DIFFERS",
                speed,
                plain,
            )
        )
    table("mixing 64 bits", rows, ("spelling", "plain", "worlds", "compiled ns", "plain ns"))


def main() -> None:
    spellings()
    rows = []
    for count in (16, 24):
        decks = records(1, DECK)
        decks[0]["count"] = count
        names = ("hash again", "stored order", "stored hashes")
        sums = {empty_decks(decks, way, 500) for way in range(3)}
        assert len(sums) == 1, "the three ways deal differently"
        calls = {
            name: (lambda w=way, d=decks: empty_decks(d, w, 5000)) for way, name in enumerate(names)
        }
        costs = interleaved_ns(calls, 5000 * count)
        rows += [(count, name, ns) for name, ns in costs.items()]
    table("a deck drawn to its end", rows, ("cards", "way", "ns/draw, setup included"))


if __name__ == "__main__":
    main()
