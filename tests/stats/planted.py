"""Planted data: games whose true rates are known, with deals whose games resemble each other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import binom

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

SEATS = np.array([0.31, 0.26, 0.23, 0.20])
"""The true win rates of four seats."""

ALCHEMISTS = ("dee", "duval", "flamel", "newton", "paracelsus")


def tolerated(experiments: int, level: float = 0.95) -> tuple[float, float]:
    """Between what the share of intervals that hold lies, but for one case in 10,000."""
    least, most = binom.interval(0.9999, experiments, level)
    return float(least) / experiments, float(most) / experiments


def share(cases: Iterable[bool]) -> float:
    """How many of them hold."""
    return float(np.mean(list(cases)))


def winners(
    rng: np.random.Generator, shape: tuple[int, ...], alike: float, rates: Array = SEATS
) -> Ints:
    """The winning seat of the four games of each deal.

    A deal has a favourite. It wins a game with probability ``alike``, else anybody does. Each seat
    wins at its true rate either way; games of a deal are correlated by ``alike`` squared.
    """
    favourite = rng.choice(len(rates), size=shape, p=rates)[..., None]
    anybody = rng.choice(len(rates), size=(*shape, 4), p=rates)
    return np.where(rng.random((*shape, 4)) < alike, favourite, anybody)


def seat_wins(
    rng: np.random.Generator, shape: tuple[int, ...], alike: float, rates: Array = SEATS
) -> Array:
    """Wins of each seat in each deal of four games, seats along the last axis."""
    won = winners(rng, shape, alike, rates)[..., None] == np.arange(len(rates))
    return np.asarray(won.sum(axis=-2), dtype=np.float64)


def players_table(rng: np.random.Generator, deals: int, first: int = 0) -> pl.DataFrame:
    """A table of players: four rotations a deal, some shared wins, words as categories."""
    rows = []
    teams = list(combinations(range(5), 4))
    for deal in range(first, first + deals):
        team = teams[deal % len(teams)]
        luck = rng.integers(0, 30)
        for rotation in range(4):
            scores = luck + rng.integers(40, 60, size=4)
            best = scores.max()
            for seat in range(4):
                place = (seat + rotation) % 4
                won = float(scores[seat] == best) / int((scores == best).sum())
                rows.append(
                    {
                        "game": 4 * deal + rotation,
                        "deal": deal,
                        "seat": seat,
                        "strategy": "tuned" if place == 0 else "balanced",
                        "alchemist": ALCHEMISTS[team[place]],
                        "score": int(scores[seat]),
                        "rank": int((scores > scores[seat]).sum()) + 1,
                        "win": won,
                    }
                )
    words = {"strategy": pl.Categorical, "alchemist": pl.Categorical, "seat": pl.UInt8}
    return pl.DataFrame(rows).cast(words)  # type: ignore[arg-type]
