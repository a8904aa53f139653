"""A batch of games as arrays by game and seat: wins, scores, order of play.

Questions about a whole table (the best of the others, positions in the order) need no joins this
way, and the turns of a batch are counted at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.clustered import Sums

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Seated:
    """Rows of ``players`` by game and seat; for games that the batch lacks, ``there`` is False."""

    first: int
    """Number of the first game."""

    deal: Ints
    """The deal of each game, counted from 0 in the batch."""

    numbers: Ints
    """The numbers of the deals in the run, in order."""

    there: Flags
    values: dict[str, Array]

    @property
    def deals(self) -> int:
        return len(self.numbers)

    @property
    def games(self) -> int:
        """From the first game to the last."""
        return len(self.there)

    @property
    def players(self) -> int:
        return int(self.there.shape[1])

    @property
    def full(self) -> Flags:
        """Games with all their players."""
        return np.asarray(self.there.all(axis=1))

    def __getitem__(self, column: str) -> Array:
        return self.values[column]

    def sums(self, y: Array, m: Array) -> Sums:
        """Totals by deal, from a number for each game."""
        return Sums.of(self.by_deal(y), self.by_deal(m))

    def by_deal(self, values: Array) -> Array:
        found = np.bincount(self.deal, weights=values, minlength=self.deals)
        return found.astype(np.float64)


def seated(frame: pl.LazyFrame, columns: Sequence[str], players: int) -> Seated:
    """The wanted columns of ``players`` as arrays."""
    rows = frame.select("game", "deal", "seat", *columns).collect()
    game = rows["game"].to_numpy().astype(np.int64)
    first = int(game.min()) if len(game) else 0
    games = int(game.max()) - first + 1 if len(game) else 0
    place = (game - first) * players + rows["seat"].to_numpy().astype(np.int64)
    names, deal_of_row = np.unique(rows["deal"].to_numpy(), return_inverse=True)
    deal = np.zeros(games, dtype=np.int64)
    deal[game - first] = deal_of_row
    values = {name: spread(rows[name], place, games, players) for name in columns}
    there = np.zeros(games * players, dtype=np.bool_)
    there[place] = True
    numbers = names.astype(np.int64)
    return Seated(first, deal, numbers, np.asfortranarray(there.reshape(games, players)), values)


def spread(column: pl.Series, place: Ints, games: int, players: int) -> Array:
    """A column, each number at its game and seat; 0 elsewhere.

    Seats are adjacent in memory, which makes sums over the few seats of a table fast.
    """
    found = np.zeros(games * players)
    found[place] = column.cast(pl.Float64).to_numpy()
    return np.asfortranarray(found.reshape(games, players))


def orders(frame: pl.LazyFrame, games: Seated, rounds: int) -> Ints:
    """The seat at each place of each round's order, by game, round and place; -1 for none."""
    places = [
        pl.col("order").list.get(place, null_on_oob=True).fill_null(-1).alias(f"place {place}")
        for place in range(games.players)
    ]
    rows = frame.select("game", "round", *places).collect()
    found = np.full((games.games, rounds, games.players), -1, dtype=np.int64)
    game = rows["game"].to_numpy().astype(np.int64) - games.first
    number = rows["round"].to_numpy().astype(np.int64) - 1
    found[game, number] = rows.drop("game", "round").to_numpy()
    return found


def turns_taken(frame: pl.LazyFrame, games: Seated, rounds: int) -> Ints:
    """The turns of each seat, by game, round and seat; without rounds, all are in one."""
    has_rounds = "round" in frame.collect_schema().names()
    number = pl.col("round") if has_rounds else pl.lit(1).alias("round")
    rows = frame.select("game", number, "seat").collect()
    place = rows["game"].to_numpy().astype(np.int64) - games.first
    for column, size in (("round", rounds), ("seat", games.players)):
        place *= size
        place += rows[column].to_numpy()
        place -= column == "round"
    shape = games.games, rounds, games.players
    return np.bincount(place, minlength=int(np.prod(shape))).reshape(shape)
