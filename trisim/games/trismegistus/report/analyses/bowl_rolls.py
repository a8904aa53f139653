"""The rolls: sizes of the bowls after the roll, compared with the exact chances.

All games of a deal have the same dice, so one game of each is read. (The setups of a solo run may
differ by a die: there it is the first setup.)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.tables import dice_in_play
from trisim.games.trismegistus.box.words import Color, Symbol
from trisim.games.trismegistus.report.analyses.bowl_fit import Fit, fits
from trisim.games.trismegistus.report.analyses.bowl_odds import BowlOdds, bowl_odds
from trisim.stats.analyses.grids import Deals, Grid
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.multiple import holm
from trisim.stats.point import Point

SYMBOLS = tuple(symbol.word for symbol in Symbol)
COLORS = tuple(color.word for color in Color if color is not Color.ANY)
BOWLS = tuple(f"bowl_{symbol}_{color}" for symbol in SYMBOLS for color in COLORS)
PLAYER_COUNTS = (2, 3, 4)

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Versus:
    """The observed and the exact value; no exact value for a box that hardly settles."""

    exact: float | None
    observed: Estimate


@dataclass(frozen=True, slots=True)
class BowlMean:
    """Mean dice of a colour in a bowl; p of a difference from the exact value, after Holm."""

    symbol: str
    color: str
    exact: float | None
    observed: Comparison


@dataclass(frozen=True, slots=True)
class BowlSize:
    """How often a bowl has this many dice."""

    symbol: str
    size: int
    dice: Versus


@dataclass(frozen=True, slots=True)
class CountOdds:
    """A roll with this many players, exactly; ``sizes`` are chances of 0, 1, 2 … dice."""

    players: int
    dice: int
    sizes: tuple[float, ...]
    largest: float
    rerolls: float
    any_reroll: float


@dataclass(frozen=True, slots=True)
class RollFigures:
    dice: int
    limit: int
    means: tuple[BowlMean, ...]
    sizes: tuple[BowlSize, ...]
    symbols: tuple[Versus, ...]
    """Mean size of each bowl, all colours."""

    largest: Versus
    rerolls: Versus
    any_reroll: Versus
    fits: tuple[Fit, ...]
    by_players: tuple[CountOdds, ...]


class Rolls:
    """Sums over the rolls of one game of each deal."""

    def __init__(self, box: Box, players: int) -> None:
        self.box, self.limit = box, box.rules.numbers.bowl_limit
        self.dice: tuple[int, ...] = tuple(dice_in_play(box, players))
        self.means, self.symbols = Grid(len(BOWLS)), Grid(len(SYMBOLS))
        self.sizes = Grid(len(SYMBOLS) * (self.limit + 1))
        self.whole = Grid(1)
        self.fillings: Counter[tuple[int, ...]] = Counter()
        self.counts = np.zeros(len(BOWLS))

    def add(self, deals: Deals, bowls: Whole, rerolls: Whole) -> None:
        """Rolls by row: dice by symbol and colour, and how many bowls were rolled again."""
        if not len(bowls):
            return
        self.dice = tuple(int(each) for each in bowls[0].sum(axis=0))
        sizes = bowls.sum(axis=2)
        zero = np.zeros(len(bowls), dtype=np.int64)
        largest = sizes.max(axis=1)
        values = {"rerolls": rerolls, "any": rerolls > 0, "largest": largest}
        self.whole.add(deals, zero, values)
        self.means.add_totals("dice", *column_totals(deals, bowls.reshape(len(bowls), -1)))
        self.symbols.add_totals("dice", *column_totals(deals, sizes))
        self.add_sizes(deals, sizes)
        self.counts += bowls.reshape(len(bowls), -1).sum(axis=0)

    def add_sizes(self, deals: Deals, sizes: Whole) -> None:
        """How often each bowl had each size, and how often each filling came."""
        kept = np.minimum(sizes, self.limit)
        pairs = [deals.shares(kept[:, bowl], self.limit + 1) for bowl in range(len(SYMBOLS))]
        self.sizes.add_totals("size", *(np.hstack(each) for each in zip(*pairs, strict=True)))
        ordered = -np.sort(-sizes, axis=1)
        codes = ordered @ (sum(self.dice) + 1) ** np.arange(len(SYMBOLS))
        _, rows, times = np.unique(codes, return_index=True, return_counts=True)
        for filling, count in zip(ordered[rows].tolist(), times.tolist(), strict=True):
            self.fillings[tuple(filling)] += count

    def figures(self) -> RollFigures:
        odds = bowl_odds(sum(self.dice), self.limit)
        return RollFigures(
            sum(self.dice),
            self.limit,
            self.compared_means(odds),
            self.compared_sizes(odds),
            tuple(
                Versus(
                    odds.means[bowl] if odds else None,
                    self.symbols.mean("dice", bowl, len(SYMBOLS), (0.0, self.limit)),
                )
                for bowl in range(len(SYMBOLS))
            ),
            Versus(
                odds.mean_largest if odds else None,
                self.whole.mean("largest", limits=(0.0, self.limit)),
            ),
            Versus(odds.rerolls if odds else None, self.whole.mean("rerolls")),
            Versus(odds.any_reroll if odds else None, self.whole.rate("any")),
            fits(odds, self.dice, self.fillings, self.counts) if odds else (),
            odds_by_players(self.box),
        )

    def compared_means(self, odds: BowlOdds | None) -> tuple[BowlMean, ...]:
        """Each colour in each bowl."""
        dice = sum(self.dice)
        exact = [
            odds.means[symbol] * self.dice[color] / dice if odds else None
            for symbol in range(len(SYMBOLS))
            for color in range(len(COLORS))
        ]
        points = [self.means.point("dice", key, Scale.MEAN) for key in range(len(BOWLS))]
        return tuple(
            BowlMean(SYMBOLS[key // len(COLORS)], COLORS[key % len(COLORS)], here, comparison)
            for key, (here, comparison) in enumerate(
                zip(exact, compared(points, exact), strict=True)
            )
        )

    def compared_sizes(self, odds: BowlOdds | None) -> tuple[BowlSize, ...]:
        """Each size of each bowl."""
        sizes = self.limit + 1
        return tuple(
            BowlSize(
                SYMBOLS[key // sizes],
                key % sizes,
                Versus(
                    odds.sizes[key // sizes][key % sizes] if odds else None,
                    self.sizes.rate("size", key, self.sizes.size),
                ),
            )
            for key in range(self.sizes.size)
        )


def column_totals(deals: Deals, columns: Whole) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The totals of columns by deal, and the rows of each."""
    rows = np.bincount(deals.row, minlength=deals.count).astype(np.float64)
    totals = deals.columns(*columns.T)
    return totals, np.broadcast_to(rows[:, None], totals.shape)


def compared(points: list[Point], nulls: list[float | None]) -> list[Comparison]:
    """Each against its own value; p is 1 where there is none."""
    known = [
        point.value if null is None else null for point, null in zip(points, nulls, strict=True)
    ]
    p_values = [point.p_value(null) for point, null in zip(points, known, strict=True)]
    return [
        Comparison(point.estimate(family=len(points)), null, p, adjusted)
        for point, null, p, adjusted in zip(points, known, p_values, holm(p_values), strict=True)
    ]


def odds_by_players(box: Box) -> tuple[CountOdds, ...]:
    """The odds for the dice of each number of players; two players also stands for solo."""
    found = []
    for players in PLAYER_COUNTS:
        dice = sum(dice_in_play(box, players))
        odds = bowl_odds(dice, box.rules.numbers.bowl_limit)
        if odds is not None:
            sizes = tuple(sum(each) / len(odds.sizes) for each in zip(*odds.sizes, strict=True))
            figures = (odds.mean_largest, odds.rerolls, odds.any_reroll)
            found.append(CountOdds(players, dice, sizes, *figures))
    return tuple(found)
