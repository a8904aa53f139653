"""The exact chances of every filling of the bowls.

Dice are rolled into the bowls; while some bowl holds more than its limit, the first such bowl is
emptied and its dice are rolled again. This is a Markov chain: a state is the number of dice in each
bowl, a further die goes to each bowl with the same chance, and an overfull bowl leads back to the
state without its dice. Chances are sent through the chain until less than ``REST`` of them has not
settled.

The identity of dice is left out: the rule treats all dice alike, so, given the sizes of the bowls,
every arrangement of the colours is equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from trisim.games.trismegistus.box.words import Symbol

REST = 1e-13
"""What may be left unsettled: below all that is shown, above what adding up loses."""

SWEEPS = 1000
"""After so many rolls the box is one whose dice hardly ever settle."""

MOST_STATES = 600_000
"""States of 22 dice in six bowls; with more we have no exact chances, rather than wait for them."""

Whole = NDArray[np.int64]
Real = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Filling:
    """Sizes of the bowls in decreasing order, and their probability."""

    sizes: tuple[int, ...]
    chance: float


@dataclass(frozen=True, slots=True)
class BowlOdds:
    """The exact distribution of a roll."""

    dice: int
    limit: int
    sizes: tuple[tuple[float, ...], ...]
    """By bowl, the chances of 0, 1, 2 … dice in it."""

    products: tuple[tuple[float, ...], ...]
    """The expected product of the sizes of two bowls; of one with itself, of its square."""

    fillings: tuple[Filling, ...]
    """All that can be, the likeliest first."""

    rerolls: float
    """Expected number of bowls rolled again."""

    any_reroll: float
    """The chance that at least one is."""

    @property
    def means(self) -> tuple[float, ...]:
        """The expected dice in each bowl."""
        return tuple(sum(size * chance for size, chance in enumerate(bowl)) for bowl in self.sizes)

    @property
    def largest(self) -> tuple[float, ...]:
        """The chances that the fullest bowl has 0, 1, 2 … dice."""
        found = [0.0] * (self.limit + 1)
        for filling in self.fillings:
            found[filling.sizes[0]] += filling.chance
        return tuple(found)

    @property
    def mean_largest(self) -> float:
        """The expected dice in the fullest bowl."""
        return sum(size * chance for size, chance in enumerate(self.largest))


@lru_cache(maxsize=16)
def bowl_odds(dice: int, limit: int, bowls: int = len(Symbol)) -> BowlOdds | None:
    """The chances for these dice; None if there are too many, or if they hardly settle."""
    if dice < 1 or dice > bowls * limit or number_of_states(dice, bowls) > MOST_STATES:
        return None
    chain = Chain(dice, limit, bowls)
    if chain.settle() > REST:
        return None
    sizes, chances = chain.top, chain.settled / chain.settled.sum()
    return BowlOdds(
        dice,
        limit,
        tuple(size_chances(sizes[:, bowl], chances, limit) for bowl in range(bowls)),
        as_tuples((sizes * chances[:, None]).T @ sizes),
        fillings_of(sizes, chances),
        chain.rerolls,
        chain.any_reroll,
    )


def number_of_states(dice: int, bowls: int) -> int:
    """Ways to have up to so many dice in the bowls."""
    from math import comb

    return comb(dice + bowls, bowls)


class Chain:
    """All states with up to all dice in the bowls, and the chances that pass through them."""

    def __init__(self, dice: int, limit: int, bowls: int) -> None:
        layers = [states_of(count, bowls) for count in range(dice + 1)]
        self.bowls = bowls
        self.starts = np.cumsum([0, *(len(layer) for layer in layers)])
        states = np.concatenate(layers)
        self.top = layers[-1]
        index = Index(states, dice)
        below = states[: self.starts[-2]]
        self.grown = [index.of(below + one) for one in np.eye(bowls, dtype=np.int64)]
        self.overfull = (self.top > limit).any(axis=1)
        self.emptied = index.of(without_first_overfull(self.top[self.overfull], limit))
        self.settled = np.zeros(len(self.top))
        self.rerolls = self.any_reroll = 0.0

    def settle(self) -> float:
        """Roll until all but a rest has settled; return the rest."""
        waiting: Real = np.zeros(int(self.starts[-1]))
        waiting[0] = 1.0
        for sweep in range(SWEEPS):
            rolled = self.roll(waiting)
            self.settled += np.where(self.overfull, 0.0, rolled)
            again = rolled[self.overfull]
            left = float(again.sum())
            self.rerolls += left
            self.any_reroll = left if sweep == 0 else self.any_reroll
            if left < REST:
                break
            back = np.bincount(self.emptied, weights=again, minlength=len(waiting))
            waiting = back.astype(np.float64)
        return left

    def roll(self, waiting: Real) -> Real:
        """Add dice one by one until all are in the bowls."""
        mass = waiting
        for start, end in zip(self.starts[:-2], self.starts[1:-1], strict=True):
            share = mass[start:end] / self.bowls
            for grown in self.grown:
                mass[grown[start:end]] += share
        rolled: Real = mass[self.starts[-2] :]
        return rolled


class Index:
    """The row of a state among all."""

    def __init__(self, states: Whole, dice: int) -> None:
        self.digits = (dice + 1) ** np.arange(states.shape[1], dtype=np.int64)
        codes = states @ self.digits
        self.order = np.argsort(codes)
        self.codes = codes[self.order]

    def of(self, states: Whole) -> Whole:
        rows: Whole = self.order[np.searchsorted(self.codes, states @ self.digits)]
        return rows


def states_of(dice: int, bowls: int) -> Whole:
    """All distributions of the dice over the bowls, by the positions of the walls between them."""
    walls = np.array(list(combinations(range(dice + bowls - 1), bowls - 1)), dtype=np.int64)
    walls = walls.reshape(-1, bowls - 1)
    first, last = np.full((len(walls), 1), -1), np.full((len(walls), 1), dice + bowls - 1)
    return np.diff(np.hstack([first, walls, last]), axis=1) - 1


def without_first_overfull(states: Whole, limit: int) -> Whole:
    """The states with that bowl emptied."""
    emptied = states.copy()
    emptied[np.arange(len(states)), (states > limit).argmax(axis=1)] = 0
    return emptied


def size_chances(sizes: Whole, chances: Real, limit: int) -> tuple[float, ...]:
    """Of one bowl."""
    return tuple(
        float(each)
        for each in np.bincount(sizes, weights=chances, minlength=limit + 1)[: limit + 1]
    )


def fillings_of(sizes: Whole, chances: Real) -> tuple[Filling, ...]:
    """States that differ only in which bowl is which, taken together."""
    likely = chances > 0
    ordered = -np.sort(-sizes[likely], axis=1)
    found, which = np.unique(ordered, axis=0, return_inverse=True)
    sums = np.bincount(which.reshape(-1), weights=chances[likely])
    return tuple(
        Filling(tuple(int(size) for size in found[row]), float(sums[row]))
        for row in np.argsort(-sums, kind="stable")
    )


def as_tuples(matrix: Real) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(each) for each in row) for row in matrix)
