"""Players who take cards, with wins whose causes are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trisim.stats.analyses.adjusted import Choices, Rivals
from trisim.stats.analyses.grids import Deals

CARDS = 6
STRONG, FAVOURITE, LATE = 0, 1, 2
"""A card that adds wins, one that the better strategy likes, one that is always taken late."""


@dataclass(frozen=True)
class Planted:
    """What is put into the wins."""

    deals: int = 400
    effect: float = 0.15
    skill: float = 0.3
    """What the better of two strategies wins more."""

    haste: float = 0.2
    """What an early take wins more, whatever the card."""

    luck: float = 0.1
    """How much the deals differ."""


@dataclass(frozen=True)
class Played:
    """Four players a deal, each with two cards."""

    deal: NDArray[np.int64]
    strategy: NDArray[np.int64]
    late: NDArray[np.int64]
    win: NDArray[np.float64]
    cards: NDArray[np.int64]


def play(planted: Planted, seed: int) -> Played:
    """Wins by chance, with the causes that are planted."""
    rng = np.random.default_rng(seed)
    units = 4 * planted.deals
    deal = np.repeat(np.arange(planted.deals), 4)
    strategy = np.tile([0, 1], units // 2)
    likes = np.ones((units, CARDS))
    likes[strategy == 1, FAVOURITE] = 6
    cards = np.argsort(rng.exponential(size=likes.shape) / likes, axis=1)[:, :2]
    has = np.zeros((units, CARDS), dtype=bool)
    has[np.arange(units)[:, None], cards] = True
    late = has[:, LATE] | (rng.random(units) < 0.3)
    chance = (
        0.2 + planted.skill * strategy + planted.haste * ~late + planted.effect * has[:, STRONG]
    )
    chance = chance + rng.choice([-planted.luck, planted.luck], planted.deals)[deal]
    win = (rng.random(units) < chance).astype(np.float64)
    return Played(deal, strategy, late.astype(np.int64), win, cards)


def rivals_of(planted: Planted, seed: int, batches: int = 1) -> Rivals:
    """The comparison of all cards, in the strata that count."""
    rivals = Rivals(CARDS)
    for part in range(batches):
        played = play(planted, seed + 1_000_003 * part)
        takes = np.repeat(np.arange(len(played.deal)), 2), played.cards.ravel()
        strata = 2 * played.strategy + played.late
        rivals.add(strata, Deals(played.deal, planted.deals), played.win, takes)
    return rivals


def choices_of(planted: Planted, seed: int) -> Choices:
    """One card, kept more often by the better strategy."""
    rng = np.random.default_rng(seed)
    units = 4 * planted.deals
    deal, strategy = np.repeat(np.arange(planted.deals), 4), np.tile([0, 1], units // 2)
    kept = (rng.random(units) < 0.3 + 0.4 * strategy).astype(np.float64)
    chance = 0.2 + planted.skill * strategy + planted.effect * kept
    chance = chance + rng.choice([-planted.luck, planted.luck], planted.deals)[deal]
    win = (rng.random(units) < chance).astype(np.float64)
    choices = Choices(1, 2)
    deals = Deals(deal, planted.deals)
    choices.add(np.zeros(units, dtype=np.int64), strategy, deals, kept, win)
    return choices
