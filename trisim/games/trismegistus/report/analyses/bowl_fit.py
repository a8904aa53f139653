"""Tests of many rolls against the exact chances.

Two questions, two chi-squares. *Fillings*: did full and empty bowls come as often as expected,
whichever bowls they were (Pearson's, with rare fillings combined). *Places*: did each symbol get
its share of each colour (the squared distance of the mean counts from the expected ones, measured
by their exact covariance; Mardia, Kent and Bibby, Multivariate Analysis, 1979, chapter 5). Rolls
must be independent: one game of each deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trisim.games.trismegistus.report.analyses.bowl_odds import BowlOdds
from trisim.stats.multiple import holm

LEAST = 5.0
"""Expected rolls of a class, below which chi-square is no good guide (Cochran, 1954)."""

Real = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """A chi-square of so many degrees; ``adjusted`` is p as one of its family, after Holm."""

    name: str
    statistic: float
    degrees: int
    p: float
    adjusted: float
    rolls: int


def fits(
    odds: BowlOdds, dice: Sequence[int], fillings: Mapping[tuple[int, ...], int], counts: Real
) -> tuple[Fit, ...]:
    """Both tests; ``counts`` are all dice seen, by symbol and colour. Empty with few rolls."""
    rolls = sum(fillings.values())
    found = {
        "fillings": filling_distance(odds, fillings, rolls),
        "places": place_distance(odds, dice, counts, rolls),
    }
    told = {name: each for name, each in found.items() if each is not None and each[1] > 0}
    p_values = [upper_tail(statistic, degrees) for statistic, degrees in told.values()]
    return tuple(
        Fit(name, statistic, degrees, p, adjusted, rolls)
        for (name, (statistic, degrees)), p, adjusted in zip(
            told.items(), p_values, holm(p_values), strict=True
        )
    )


def upper_tail(statistic: float, degrees: int) -> float:
    """How often chance alone gives as much, or more."""
    from scipy.special import chdtrc

    return float(chdtrc(degrees, statistic))


def filling_distance(
    odds: BowlOdds, fillings: Mapping[tuple[int, ...], int], rolls: int
) -> tuple[float, int] | None:
    """Pearson's chi-square over fillings; an impossible filling has an infinite distance."""
    seen = Counter(fillings)
    likely = [each for each in odds.fillings if rolls * each.chance >= LEAST]
    expected = [rolls * each.chance for each in likely]
    observed = [float(seen.pop(each.sizes, 0)) for each in likely]
    rest = rolls - sum(expected)
    if rest >= LEAST:
        expected, observed = [*expected, rest], [*observed, float(sum(seen.values()))]
    elif expected:
        expected[-1] += rest
        observed[-1] += sum(seen.values())
    if len(expected) < 2:
        return None
    e, o = np.array(expected), np.array(observed)
    return float(((o - e) ** 2 / e).sum()), len(expected) - 1


def place_distance(
    odds: BowlOdds, dice: Sequence[int], counts: Real, rolls: int
) -> tuple[float, int] | None:
    """The distance of the counts from the expected ones, in units of their spread."""
    if rolls * min(odds.means) < LEAST:
        return None
    mean, covariance = place_moments(odds, dice)
    away = counts.reshape(-1) / rolls - mean
    inverse = np.linalg.pinv(covariance, rcond=1e-9, hermitian=True)
    degrees = int(np.linalg.matrix_rank(covariance, tol=1e-9, hermitian=True))
    return float(rolls * away @ inverse @ away), degrees


def place_moments(odds: BowlOdds, dice: Sequence[int]) -> tuple[Real, Real]:
    """Expected dice by symbol and colour in one roll, and their covariance.

    ``once`` is the chance that a given die lies in a bowl, ``twice`` that two given dice lie in two
    bowls: the rule treats all dice alike, so both follow from the sizes.
    """
    means, products = np.array(odds.means), np.array(odds.products)
    once = means / odds.dice
    pairs = max(1, odds.dice * (odds.dice - 1))
    twice = (products - np.diag(means)) / pairs
    colors = np.array(dice, dtype=np.float64)
    size = len(means) * len(colors)
    number_of_pairs = np.outer(colors, colors) - np.diag(colors)
    both = np.einsum("st,cd->sctd", twice, number_of_pairs)
    both += np.einsum("st,cd->sctd", np.diag(once), np.diag(colors))
    mean = np.outer(once, colors).reshape(-1)
    return mean, both.reshape(size, size) - np.outer(mean, mean)
