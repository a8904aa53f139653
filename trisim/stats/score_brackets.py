"""Good scores: quantiles, how often a score wins, and the score needed for a win rate.

For one setup every deal has one game, so the games of a bracket are independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression
from scipy.stats import binom

from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
CHANCES = (0.25, 0.5, 0.75)
"""Chances to win for which the score is told."""

WIDTHS = (2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_BRACKETS = 12
"""Between the lowest and the highest one, which have no end."""

REPEATS = 1000
SEED = 1
"""Of the bootstrap: the same intervals each time."""


@dataclass(frozen=True, slots=True)
class Quantile:
    """The score that a share of the games does not exceed."""

    share: float
    score: Estimate


@dataclass(frozen=True, slots=True)
class Bracket:
    """Games with scores from ``low`` to ``high``, both included; None: unlimited."""

    low: int | None
    high: int | None
    share: float
    """Of all games."""

    win: Estimate

    @property
    def words(self) -> str:
        """``60–79``."""
        if self.low is None:
            return f"up to {self.high}"
        return f"{self.low} or more" if self.high is None else f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class Threshold:
    """The score from which on at least this share of games is won; None if there is none."""

    chance: float
    score: Estimate | None


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The player's scores with a setup, and their win rates."""

    setup: str
    games: int
    quantiles: tuple[Quantile, ...]
    brackets: tuple[Bracket, ...]
    thresholds: tuple[Threshold, ...]


@dataclass(slots=True)
class ScoreCounts:
    """The number of games and wins for each score."""

    games: dict[int, int] = field(default_factory=dict)
    wins: dict[int, int] = field(default_factory=dict)

    def add(self, scores: NDArray[np.float64], wins: NDArray[np.float64]) -> None:
        values, places = np.unique(np.round(scores).astype(np.int64), return_inverse=True)
        won = np.bincount(places, weights=wins)
        for value, count, here in zip(
            values.tolist(), np.bincount(places).tolist(), won.tolist(), strict=True
        ):
            self.games[value] = self.games.get(value, 0) + count
            self.wins[value] = self.wins.get(value, 0) + round(here)

    @property
    def total(self) -> int:
        return sum(self.games.values())

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Scores in order, with games and wins."""
        scores = sorted(self.games)
        games, wins = ([here[score] for score in scores] for here in (self.games, self.wins))
        return np.array(scores), np.array(games), np.array(wins)

    def score_at(self, rank: int) -> float:
        """The score of the game of this rank, from 1; infinite beyond the last."""
        if not 1 <= rank <= self.total:
            return -math.inf if rank < 1 else math.inf
        scores, games, _ = self.columns()
        return float(scores[np.searchsorted(np.cumsum(games), rank)])


# ---------------------------------------------------------------- quantiles


def quantile(counts: ScoreCounts, share: float, level: float = 0.95, family: int = 1) -> Quantile:
    """A quantile with an interval between two ranks, valid for any distribution."""
    n, alpha = counts.total, (1 - level) / family
    low = counts.score_at(int(binom.ppf(alpha / 2, n, share)))
    high = counts.score_at(int(binom.ppf(1 - alpha / 2, n, share)) + 1)
    value = counts.score_at(max(1, math.ceil(share * n)))
    return Quantile(share, Estimate(value, low, high, n, n, level, Scale.MEAN, family))


# ---------------------------------------------------------------- brackets


def edges_for(tables: Iterable[ScoreCounts]) -> tuple[int, ...]:
    """Round scores at which brackets begin, the same for all tables; empty without scores."""
    ends = [
        (counts.score_at(max(1, n // 100)), counts.score_at(n - n // 100))
        for counts in tables
        if (n := counts.total)
    ]
    if not ends:
        return ()
    low, high = min(end for end, _ in ends), max(end for _, end in ends)
    width = next((w for w in WIDTHS if (high - low) / w <= MOST_BRACKETS), WIDTHS[-1])
    first = (int(low) // width + 1) * width
    return tuple(range(first, max(first, int(high)) + 1, width))


def brackets(counts: ScoreCounts, edges: Sequence[int], level: float = 0.95) -> tuple[Bracket, ...]:
    """Games by brackets of score; their intervals hold together."""
    lows, highs = (None, *edges), (*(edge - 1 for edge in edges), None)
    family = len(lows)
    return tuple(
        bracket(counts, low, high, level, family) for low, high in zip(lows, highs, strict=True)
    )


def bracket(
    counts: ScoreCounts, low: int | None, high: int | None, level: float, family: int
) -> Bracket:
    inside = [
        score
        for score in counts.games
        if (low is None or score >= low) and (high is None or score <= high)
    ]
    games = sum(counts.games[score] for score in inside)
    wins = sum(counts.wins[score] for score in inside)
    point = Sums(games, wins, games, wins, wins, games).point(Scale.RATE)
    return Bracket(low, high, games / counts.total, point.estimate(level, family))


# ---------------------------------------------------------------- the score that it takes


def thresholds(
    counts: ScoreCounts, chances: Sequence[float] = CHANCES, level: float = 0.95
) -> tuple[Threshold, ...]:
    """The lowest scores with these win rates; their intervals hold together.

    The chance to win is assumed to grow with the score (isotonic regression); intervals are from a
    bootstrap over games.
    """
    scores, games, wins = counts.columns()
    found = reached(scores, games, wins, chances)
    again = repeated(scores, games, wins, chances)
    tail = (1 - level) / len(chances) / 2
    return tuple(
        threshold(chance, value, column, counts.total, tail, level, len(chances))
        for chance, value, column in zip(chances, found, again.T, strict=True)
    )


def threshold(
    chance: float,
    value: float,
    repeats: NDArray[np.float64],
    n: int,
    tail: float,
    level: float,
    family: int,
) -> Threshold:
    if math.isinf(value):
        return Threshold(chance, None)
    low, high = np.quantile(repeats, [tail, 1 - tail], method="inverted_cdf")
    ends = min(float(low), value), max(float(high), value)
    return Threshold(chance, Estimate(value, *ends, n, n, level, Scale.MEAN, family))


def reached(
    scores: NDArray[np.int64],
    games: NDArray[np.int64],
    wins: NDArray[np.int64],
    chances: Sequence[float],
) -> list[float]:
    """The lowest score with each chance to win; infinite if there is none."""
    there = games > 0
    fitted = isotonic_regression(wins[there] / games[there], weights=games[there]).x
    places = np.searchsorted(fitted, np.asarray(chances) - 1e-12)
    known = np.append(scores[there].astype(np.float64), math.inf)
    return [float(score) for score in known[places]]


def repeated(
    scores: NDArray[np.int64],
    games: NDArray[np.int64],
    wins: NDArray[np.int64],
    chances: Sequence[float],
) -> NDArray[np.float64]:
    """``reached`` for games drawn from the given ones, by repeat and chance."""
    rng = np.random.default_rng(SEED)
    cells = np.concatenate([wins, games - wins])
    total = int(cells.sum())
    drawn = rng.multinomial(total, cells / total, size=REPEATS)
    won, lost = drawn[:, : len(scores)], drawn[:, len(scores) :]
    rows = [
        reached(scores, won_here + lost_here, won_here, chances)
        for won_here, lost_here in zip(won, lost, strict=True)
    ]
    return np.array(rows)


# ---------------------------------------------------------------- all of it


def score_tables(
    counts: Mapping[str, ScoreCounts], edges: Sequence[int], level: float = 0.95
) -> tuple[ScoreTable, ...]:
    """The table of each setup."""
    return tuple(
        ScoreTable(
            name,
            here.total,
            tuple(quantile(here, share, level, len(QUANTILES)) for share in QUANTILES),
            brackets(here, edges, level),
            thresholds(here, level=level),
        )
        for name, here in counts.items()
    )
