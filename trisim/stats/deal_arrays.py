"""Games of a line-up as arrays by deal, rotation and place, instead of by rows.

A place of a line-up is the same strategy in every rotation. So strategies are compared by place,
and sums over rotations are sums over an axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.estimate import StatsError
from trisim.stats.totals import Part, check_columns, opened

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

COLUMNS = ("game", "deal", "seat", "rank", "score", "win")
DIGITS = 9
"""Digits kept of a sum over rotations: beyond them are thirds of a win."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Some deals of a line-up, given by the number of a strategy for each place.

    ``rank``, ``score`` and ``win`` are [deal, rotation, place].
    """

    lineup: tuple[int, ...]
    deals: Ints
    rank: Ints
    score: Array
    win: Array

    @property
    def players(self) -> int:
        return len(self.lineup)

    @property
    def rotations(self) -> int:
        """The games of a deal."""
        return int(self.rank.shape[1])

    @property
    def games(self) -> int:
        return len(self.deals) * self.rotations

    @property
    def shared_rank(self) -> Array:
        """Ranks by deal, rotation and place; tied players share the mean of their ranks."""
        equal = (self.rank[..., :, None] == self.rank[..., None, :]).sum(axis=-1)
        return np.asarray(self.rank + (equal - 1) / 2, dtype=np.float64)

    def by_place(self, values: Array) -> Array:
        """The sum over rotations, by deal and place."""
        return np.asarray(np.round(values.sum(axis=1), DIGITS), dtype=np.float64)

    def above(self) -> Iterator[tuple[int, int, Array]]:
        """Two strategies at this table, and for each deal how often a seat of the first came first.

        The count is over rotations; ties count half. A pair with several seats comes once for each
        pair of them.
        """
        for p, q in combinations(range(self.players), 2):
            one, other = self.lineup[p], self.lineup[q]
            if one != other:
                before = self.rank[..., p] < self.rank[..., q]
                equal = self.rank[..., p] == self.rank[..., q]
                yield one, other, np.asarray((before + equal / 2).sum(axis=1), dtype=np.float64)


def read_sheet(part: Part, lineup: Sequence[int]) -> Sheet:
    """From rows of ``players``: whole deals of one line-up."""
    lazy = opened(part)
    check_columns(lazy, COLUMNS)
    table = lazy.select(pl.col(COLUMNS[:4]).cast(pl.Int64), "score", "win").collect()
    table = table.sort("deal", "game", "seat")
    deals = table["deal"].unique().sort().to_numpy()
    if not len(deals) or len(table) % (len(deals) * len(lineup)):
        raise StatsError(f"{len(table)} rows are no whole deals of {len(lineup)} players")
    shape = (len(deals), -1, len(lineup))
    seats = table["seat"].to_numpy().reshape(shape)
    if (seats != np.arange(len(lineup))).any():
        raise StatsError("a game without a row for each seat")
    found = seats_of_places(len(lineup), int(seats.shape[1]))
    rank, score, win = (
        np.take_along_axis(table[name].to_numpy().reshape(shape), found[None], axis=2)
        for name in ("rank", "score", "win")
    )
    return Sheet(tuple(lineup), deals, rank, score.astype(np.float64), win.astype(np.float64))


def seats_of_places(players: int, rotations: int) -> Ints:
    """The seat of each place, by rotation and place: seat s has place (s + rotation) % players.

    >>> seats_of_places(3, 3).tolist()
    [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    """
    place, rotation = np.arange(players), np.arange(rotations)
    return np.asarray((place[None, :] - rotation[:, None]) % players, dtype=np.int64)
