"""Differences in win rate within strata, with intervals clustered by deal.

Players who take a card differ from those who don't: in strategy, role and seat, in how many such
cards they take and when. So players with the card are compared with those without it *in the same
stratum*, and the differences of all strata are averaged with the weights of Mantel and Haenszel,
n1 n0 / n (n1 with, n0 without, n together). This is the coefficient of the card in a regression of
wins on the card and a dummy for each stratum.

- Mantel and Haenszel (1959), Journal of the National Cancer Institute 22; for differences of rates
  Greenland and Robins (1985), Biometrics 41.
- The variance is cluster-robust (Liang and Zeger 1986, Biometrika 73), each residual divided by
  the root of 1 - 1/n of its stratum, since its mean was estimated, too (HC2 of MacKinnon and White
  1985, Journal of Econometrics 29).

Sums are kept per stratum. The contribution of a deal to the variance is taken around the means of
all batches so far, which for a run of a single batch are those of the run. Differences don't depend
on the size of batches; intervals do a little, since strata of one unit add nothing yet: of 60,000
games in two batches they are within 1 % of those in one, of 24,000 games in batches of 1,000 they
are 2 or 3 % narrower. A report reads some 30,000 games at a time.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.sparse import csr_array

from trisim.stats.analyses.grids import Deals, counted, dot
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.estimate import Scale
from trisim.stats.point import Point


class Spread:
    """The variance of the differences of some cards between deals."""

    def __init__(self, cards: int) -> None:
        self.deals = np.zeros(cards, dtype=np.int64)
        self.weight = np.zeros(cards)
        self.squares = np.zeros((3, cards))
        self.batch: tuple[Array, Array] | None = None
        """The contributions of the last batch."""

    def add(self, u: Array, h: Array) -> None:
        """The contribution of each deal (rows) to numerator and denominator of each card."""
        self.batch = u, h
        self.deals += np.count_nonzero(h > 0, axis=0)
        self.weight += h.sum(axis=0)
        self.squares += [dot(u, u), dot(u, h), dot(h, h)]

    def points(self, above: Array, below: Array, taken: Array, others: Array) -> list[Point]:
        """The differences ``above / below``; the number of deals is at most that of ``others``."""
        return [
            self.point(card, *(float(each[card]) for each in (above, below, taken, others)))
            for card in range(len(above))
        ]

    def point(self, card: int, above: float, below: float, taken: float, others: float) -> Point:
        """One card; infinite variance if no stratum has both takers and others."""
        deals = min(int(self.deals[card]), round(others))
        if below <= 0 or deals == 0:
            scale = Scale.RATE_DIFFERENCE
            return Point(math.nan, math.inf, round(taken), 0, 0.0, scale)
        value = above / below
        uu, uh, hh = (float(each) for each in self.squares[:, card])
        squares = max(0.0, uu - 2 * value * uh + value**2 * hh)
        variance = deals / (deals - 1) * squares / below**2 if deals > 1 else math.inf
        effective = min(float(self.weight[card]) ** 2 / hh, deals) if hh else 0.0
        value = min(max(value, -1.0), 1.0)
        return Point(value, variance, round(taken), deals, effective, Scale.RATE_DIFFERENCE)


def correction(units: Array) -> Array:
    """The factor for residuals around a mean of ``units`` values; a single one has residual 0."""
    return np.sqrt(units / np.maximum(units - 1, 1))


def grown(table: Array, places: Ints, rows: int) -> Array:
    """The table with its rows at other positions, and new rows between them."""
    wider = np.zeros((rows, *table.shape[1:]))
    wider[places] = table
    return wider


class Rivals:
    """Cards that players choose between, and whether each one is associated with winning.

    A unit is a player of a game who took at least one of the cards; ``codes`` are any numbers that
    distinguish strata.
    """

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.codes = np.empty(0, dtype=np.int64)
        self.units, self.wins = np.zeros(0), np.zeros(0)
        self.takers, self.takers_wins = np.zeros((0, cards)), np.zeros((0, cards))
        self.spread = Spread(cards)

    def add(self, codes: Ints, deals: Deals, wins: Array, takes: tuple[Ints, Ints]) -> None:
        """Add units, sorted by deal; ``takes`` are pairs of a unit's position and a card."""
        unit, card = takes
        strata = self.places(codes)
        many = len(self.codes)
        self.units += np.bincount(strata, minlength=many)
        self.wins += np.bincount(strata, wins, minlength=many)
        self.takers += counted(strata[unit], many, card, self.cards)
        self.takers_wins += counted(strata[unit], many, card, self.cards, wins[unit])
        self.add_spread(strata, deals, wins, takes)

    def places(self, codes: Ints) -> Ints:
        """The strata of the units; new ones get a position."""
        found, strata = np.unique(codes, return_inverse=True)
        together = np.union1d(self.codes, found)
        if len(together) > len(self.codes):
            old = np.searchsorted(together, self.codes)
            self.codes = together
            self.units, self.wins, self.takers, self.takers_wins = (
                grown(table, old, len(together))
                for table in (self.units, self.wins, self.takers, self.takers_wins)
            )
        return np.searchsorted(self.codes, found)[strata]

    def add_spread(self, strata: Ints, deals: Deals, wins: Array, takes: tuple[Ints, Ints]) -> None:
        """Takers add (1 - share) times the residual of their win, others -share times."""
        unit, card = takes
        factor, share = correction(self.units), self.share
        left = (wins - (self.wins / self.units)[strata]) * factor[strata]
        starts = np.searchsorted(deals.row, np.arange(deals.count + 1))
        by_deal = csr_array((left, strata, starts), shape=(deals.count, len(self.codes)))
        of_takes = deals.where(unit)
        u = of_takes.totals(card, self.cards, left[unit]) - by_deal @ share
        weight = ((1 - share) * factor[:, None])[strata[unit], card]
        self.spread.add(u, of_takes.totals(card, self.cards, weight))

    @property
    def share(self) -> Array:
        """By stratum, the share of its units that took each card."""
        shares: Array = self.takers / self.units[:, None]
        return shares

    @property
    def ratio(self) -> tuple[Array, Array]:
        """By card, numerator and denominator of the difference."""
        expected = self.takers * (self.wins / self.units)[:, None]
        above = (self.takers_wins - expected).sum(axis=0)
        return above, (self.takers * (1 - self.share)).sum(axis=0)

    def points(self) -> list[Point]:
        """For each card: win rate with it minus that without it, in the same strata."""
        above, below = self.ratio
        others = ((self.units[:, None] - self.takers) * (self.takers > 0)).sum(axis=0)
        return self.spread.points(above, below, self.takers.sum(axis=0), others)


class Choices:
    """Dealt cards, and whether players who keep one win more than those who refuse it."""

    def __init__(self, cards: int, strata: int) -> None:
        self.shape = (cards, strata)
        self.dealt, self.kept = np.zeros(self.shape), np.zeros(self.shape)
        self.wins, self.kept_wins = np.zeros(self.shape), np.zeros(self.shape)
        self.spread = Spread(cards)

    def add(self, cards: Ints, strata: Ints, deals: Deals, kept: Array, wins: Array) -> None:
        """Add rows: a card dealt to a player, kept (1) or not (0)."""
        rows, columns = self.shape
        self.dealt += counted(cards, rows, strata, columns)
        self.kept += counted(cards, rows, strata, columns, kept)
        self.wins += counted(cards, rows, strata, columns, wins)
        self.kept_wins += counted(cards, rows, strata, columns, kept * wins)
        here = cards, strata
        x = kept - self.per_dealt(self.kept)[here]
        factor = correction(self.dealt)[here]
        u = x * (wins - self.per_dealt(self.wins)[here]) * factor
        self.spread.add(deals.totals(cards, rows, u), deals.totals(cards, rows, x**2))

    def per_dealt(self, table: Array) -> Array:
        means: Array = table / np.maximum(self.dealt, 1)
        return means

    def points(self) -> list[Point]:
        """For each card: win rate of keepers minus that of refusers."""
        above = (self.kept_wins - self.kept * self.per_dealt(self.wins)).sum(axis=1)
        below = (self.kept * (1 - self.per_dealt(self.kept))).sum(axis=1)
        refused = ((self.dealt - self.kept) * (self.kept > 0)).sum(axis=1)
        return self.spread.points(above, below, self.kept.sum(axis=1), refused)
