"""Ratings for tables of any size: the Plackett–Luce model, by maximum likelihood.

Each strategy has a strength. The winner of a table is drawn with chances in proportion to the
strengths there, then the second among the others, and so on: a ranking is a sequence of *stages*,
in each of which one finishes above a set of others. For tied players, every order is equally likely
and counts with its share.

The counts of the stages are sufficient statistics. ``choix`` finds the strengths: its pairwise step
(Luce spectral ranking; Maystre and Grossglauser, 2015) gets, in each iteration, the flows between
strategies that follow from the stages, so its cost doesn't grow with the number of games. A
strategy that never finishes above another would have no finite strength: each has half a win and
half a loss against a ghost in addition to the games (as in Turner and others, 2020).

The standard error of a rating comes from a bootstrap over deals: each deal counts 0, 1, 2… times,
by a Poisson distribution, with all its games of all line-ups.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from trisim.stats.deal_arrays import Array, Ints, Sheet
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.point import Point

MEAN, SPREAD = 1500.0, 400.0
"""As chess does it: 1500 on average, and ten times the strength is 400 more."""

REPEATS = 500
"""Of the bootstrap; a standard error is then known to 3 %."""

BLOCK = 256
"""Deals whose counts in the bootstrap are drawn together."""

GHOST = 0.5
"""Wins and losses of each strategy against the ghost."""

UNIT = 24
"""Stages are counted in 24ths, so that all shares of ties are whole: sums have no rounding."""

ITERATIONS = 500
PRECISION, ROUGH = 1e-9, 1e-6
"""Of the logarithms of strengths, found once and in repeats: far below a point of rating."""

Stage = tuple[int, tuple[int, ...]]
"""Who came first of whom: a place and places, or a strategy and strategies (again and again if it
has several seats)."""


# ---------------------------------------------------------------- from games to counts of stages


@lru_cache(maxsize=8)
def stages_of(players: int) -> tuple[Stage, ...]:
    """All stages of a table: one of each set of two or more places."""
    sets = (
        places for size in range(players, 1, -1) for places in combinations(range(players), size)
    )
    return tuple((first, places) for places in sets for first in places)


@lru_cache(maxsize=8)
def stage_shares(players: int) -> Ints:
    """How much of each stage an outcome has, in 24ths: [code of the ranks, stage]."""
    stages = {stage: number for number, stage in enumerate(stages_of(players))}
    shares = np.zeros((players**players, len(stages)), dtype=np.int64)
    orders = list(permutations(range(players)))
    for code in range(players**players):
        ranks = [code // players**place % players for place in range(players)]
        fitting = [order for order in orders if is_sorted([ranks[place] for place in order])]
        for order in fitting:
            for turn in range(players - 1):
                stage = order[turn], tuple(sorted(order[turn:]))
                shares[code, stages[stage]] += UNIT // len(fitting)
    return shares


def is_sorted(values: Sequence[int]) -> bool:
    return all(values[i] <= values[i + 1] for i in range(len(values) - 1))


def count_stages(sheet: Sheet) -> Ints:
    """The count of each stage in each deal, in 24ths: [deal, stage]."""
    n = sheet.players
    codes = ((sheet.rank - 1) * n ** np.arange(n)).sum(axis=-1)  # [deal, rotation]
    return np.asarray(stage_shares(n)[codes].sum(axis=1), dtype=np.int64)


def times_counted(seed: int, deals: Ints) -> Array:
    """The weight of each deal in each repeat of the bootstrap: [repeat, deal].

    Drawn by seed and number of the deal, so that all line-ups of a deal have the same weight.
    """
    blocks, inverse = np.unique(deals // BLOCK, return_inverse=True)
    drawn = [
        np.random.Generator(np.random.Philox(key=[seed, int(block)])).poisson(1.0, (REPEATS, BLOCK))
        for block in blocks
    ]
    flat = np.concatenate(drawn, axis=1) if drawn else np.zeros((REPEATS, 0))
    return np.asarray(flat[:, inverse * BLOCK + deals % BLOCK], dtype=np.float64)


class StageCounts:
    """The counts of the stages, in all games and in the repeats of the bootstrap."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.whole: dict[Stage, float] = {}
        self.repeats: dict[Stage, Array] = {}

    def read(self, sheets: Sequence[Sheet]) -> None:
        """Add some deals, of all line-ups."""
        deals, times = np.zeros(0, dtype=np.int64), np.zeros((REPEATS, 0))
        for sheet in sheets:
            if not np.array_equal(sheet.deals, deals):
                deals, times = sheet.deals, times_counted(self.seed, sheet.deals)
            counts = count_stages(sheet).astype(np.float64)
            self.add(sheet.lineup, counts.sum(axis=0), times @ counts)

    def add(self, lineup: Sequence[int], whole: Array, repeats: Array) -> None:
        """Add counts by place to those of strategies; a stage of one strategy alone is skipped."""
        for number, (first, places) in enumerate(stages_of(len(lineup))):
            among = tuple(sorted(lineup[place] for place in places))
            if len(set(among)) > 1:
                stage = lineup[first], among
                self.whole[stage] = self.whole.get(stage, 0.0) + whole[number] / UNIT
                self.repeats[stage] = self.repeats.get(stage, 0.0) + repeats[:, number] / UNIT


# ---------------------------------------------------------------- from counts to strengths


@dataclass(frozen=True, slots=True, eq=False)
class Stages:
    """Stages as arrays: who came first [stage, strategy], and the number of seats of each."""

    first: Array
    among: Array

    @classmethod
    def of(cls, stages: Sequence[Stage], strategies: int) -> Stages:
        first, among = np.zeros((2, len(stages), strategies))
        for row, (winner, seats) in enumerate(stages):
            first[row, winner] = 1
            np.add.at(among[row], list(seats), 1)
        return cls(first, among)

    def flows(self, counts: Array, weights: Array) -> Array:
        """From each strategy to each that finished above it, at these strengths: [from, to]."""
        share = counts / (self.among @ weights)
        return np.asarray(self.among.T @ (share[:, None] * self.first), dtype=np.float64)


def fit(
    stages: Stages, counts: Array, start: Array | None = None, precision: float = PRECISION
) -> Array:
    """The logarithms of the most likely strengths; their mean is 0."""
    from choix import lsr_pairwise_dense

    k = stages.first.shape[1]
    ghostly = np.zeros((k + 1, k + 1))
    ghostly[:k, k] = ghostly[k, :k] = GHOST
    logs = np.zeros(k + 1) if start is None else np.append(start, 0.0)
    for _ in range(ITERATIONS):
        weights = np.exp(logs - logs.max())
        wins = ghostly.copy()  # [who, over whom], such that choix makes of it what flows
        flowing = stages.flows(counts, weights[:k]).T
        wins[:k, :k] += flowing * (weights[:k, None] + weights[None, :k])
        np.fill_diagonal(wins, 0.0)
        found = lsr_pairwise_dense(wins, initial_params=logs)
        change, logs = float(np.abs(found - logs).max()), found
        if change < precision:
            return np.asarray(logs[:k] - logs[:k].mean(), dtype=np.float64)
    raise StatsError("the ratings don't settle: play more games")


def is_connected(stages: Stages, counts: Array) -> bool:
    """Whether no group always finishes above all others: only then do the games bound ratings."""
    from scipy.sparse.csgraph import connected_components

    flows = stages.flows(counts, np.ones(stages.first.shape[1]))
    groups, _ = connected_components(flows > 0, directed=True, connection="strong")
    return int(groups) == 1


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a strategy; ``chance`` is that of a win against average players."""

    rating: Estimate
    chance: Estimate


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all strategies, by number.

    Unless they are ``bounded``, some finished above others in all games: then only the ghost bounds
    their ratings, and there are no intervals.
    """

    each: tuple[Rating, ...]
    bounded: bool


def rate(
    found: StageCounts, rows: Mapping[int, int], deals: int, players: int, level: float = 0.95
) -> Ratings:
    """Rate all strategies; ``rows`` are the seats of each in all games.

    Intervals are those of Student's t with the standard error of the bootstrap, and hold for all
    strategies together.
    """
    names = sorted(found.whole)
    stages = Stages.of(names, len(rows))
    counts = np.array([found.whole[stage] for stage in names])
    logs = fit(stages, counts)
    bounded = is_connected(stages, counts)
    errors = np.full(len(rows), math.inf)
    if bounded:
        table = np.array([found.repeats[stage] for stage in names])
        repeats = [fit(stages, column, logs, ROUGH) for column in table.T if column.any()]
        errors = np.std(repeats, axis=0, ddof=1)
    scale = SPREAD / math.log(10)
    each = (
        rating_of(
            Point(MEAN + scale * log, (scale * error) ** 2, rows[number], deals, deals, Scale.MEAN),
            players,
            level,
            len(rows),
        )
        for number, (log, error) in enumerate(zip(logs.tolist(), errors.tolist(), strict=True))
    )
    return Ratings(tuple(each), bounded)


def rating_of(point: Point, players: int, level: float, family: int) -> Rating:
    """A rating with its interval, and the chance to win against average players."""
    rating = point.estimate(level, family)
    value, low, high = (chance(end, players) for end in (rating.value, rating.low, rating.high))
    won = Estimate(value, low, high, rating.n, rating.clusters, level, Scale.RATE, family)
    return Rating(rating, won)


def chance(rating: float, players: int) -> float:
    """The chance to win at a table where all others are rated 1500.

    >>> chance(1500, 4), round(chance(1900, 4), 3), chance(-math.inf, 4)
    (0.25, 0.769, 0.0)
    """
    if math.isinf(rating):
        return float(rating > 0)
    return 1 / (1 + (players - 1) * 10 ** ((MEAN - rating) / SPREAD))
