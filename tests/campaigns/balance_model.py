"""A model of a game for searches: measures with known effects of knobs, and noise by deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from trisim.campaigns.balance_search import Aims, Readings
from trisim.stats.knob_effects import Array, Changes, Levels, Space

BLOCK = 125
"""Deals whose noise is drawn together."""


@dataclass
class Model:
    """``effects`` has a row for each knob and a column for each measure: per step of the level."""

    space: Space
    base: Array
    effects: Array
    aims: Aims
    noise: float = 0.5
    """The standard deviation of a deal; of a paired difference it is the root of its half."""

    bend: float = 0.0
    """How much of an effect the last steps lose."""

    pairs: tuple[tuple[int, int, int, float], ...] = ()
    """Interactions: knob, knob, measure, and what both changes together do besides."""

    seed: int = 1
    games: int = 0
    known: dict[Levels, int] = field(default_factory=dict)

    def true(self, levels: Levels) -> Array:
        """The change of all measures without noise."""
        away = np.array(levels, dtype=float) - self.space.printed
        most = np.array([max(1, len(each) - 1) for each in self.space.prices])
        found = (away * (1 - self.bend * np.abs(away) / most)) @ self.effects
        for one, other, measure, value in self.pairs:
            if away[one] and away[other]:
                found[measure] += value
        return np.asarray(found, dtype=np.float64)

    def distance(self, levels: Levels) -> float:
        """The true distance of a candidate."""
        return float(self.aims.distances(self.base + self.true(levels), np.zeros(1)).sum())

    def read(self, candidates: Sequence[Levels], deals: int) -> Readings:
        for each in (self.space.printed, *candidates):
            self.games += max(0, deals - self.known.get(each, 0))
            self.known[each] = max(deals, self.known.get(each, 0))
        values = self.base + self.drawn((), deals)
        rows = [self.true(each) + self.drawn(each, deals) for each in candidates]
        shape = (len(candidates), len(self.base))
        rows_of = [self.effects[list(self.space.changed(each))] for each in candidates]
        touched = [(each != 0).any(0) for each in rows_of]
        same = ~np.array(touched, dtype=bool).reshape(shape)
        error = np.full(len(self.base), self.noise / np.sqrt(deals))
        changes = np.where(same, 0.0, np.array(rows).reshape(shape))
        errors = np.where(same, 0.0, np.tile(error / np.sqrt(2), (len(candidates), 1)))
        return Readings(values, error, Changes(tuple(candidates), changes, errors), same)

    def drawn(self, levels: Levels, deals: int) -> Array:
        """The noise of so many deals: the first ones are always the same."""
        blocks = -(-deals // BLOCK)
        rng = np.random.default_rng([self.seed, *levels])
        share = self.noise / np.sqrt(BLOCK) * (1 if not levels else np.sqrt(0.5))
        return np.asarray(share * rng.standard_normal((blocks, len(self.base))).mean(axis=0))

    def allows(self, levels: Levels) -> bool:
        return True


def space_of(sizes: Sequence[int], printed: Sequence[int]) -> Space:
    """Knobs with ordered levels at a price of 1 for each step."""
    prices = tuple(
        tuple(float(abs(level - here)) for level in range(size))
        for size, here in zip(sizes, printed, strict=True)
    )
    return Space(tuple(printed), prices, (True,) * len(prices))


def bands(low: Sequence[float], high: Sequence[float]) -> Aims:
    ends = np.array(low, dtype=float), np.array(high, dtype=float)
    return Aims(*ends, (ends[1] - ends[0]) / 2)


def planted(name: str, seed: int = 1, knobs: int = 10) -> Model:
    """One of the planted problems: ``card``, ``role``, ``seat``, ``both`` or ``balanced``.

    Measures: the adjusted win of a card (within 8 points), the wins of four roles (25 % within 5)
    and of four seats (25 % within 3). The first three knobs are the card's points, the weak role's
    start and the bonus of the last seat; the others move measures a little, or do nothing.
    """
    rng = np.random.default_rng(seed)
    aims = bands([-0.08] + [0.20] * 4 + [0.22] * 4, [0.08] + [0.30] * 4 + [0.28] * 4)
    base = np.array([0.0] + [0.25] * 8)
    effects = np.zeros((knobs, 9))
    effects[0, 0] = 0.03
    effects[1, 1:5] = [0.02, -0.02 / 3, -0.02 / 3, -0.02 / 3]
    effects[2, 5:] = [-0.01, -0.01, -0.01, 0.03]
    effects[3:, :] = rng.normal(0, 0.002, (knobs - 3, 9)) * (rng.random((knobs - 3, 9)) < 0.3)
    if name in ("card", "both"):
        base[0] = 0.16
    if name in ("role", "both"):
        base[1:5] += [-0.09, 0.03, 0.03, 0.03]
    if name in ("seat", "both"):
        base[5:] += [-0.03, -0.02, -0.02, 0.07]
    return Model(space_of([9] * knobs, [4] * knobs), base, effects, aims, bend=0.2, seed=seed)
