"""The results of the first place of a line-up, deal by deal, with the course of every game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.record.base import Outcome
from trisim.stats.estimate import StatsError
from trisim.stats.totals import Part, check_columns, opened

Array = NDArray[np.float64]
ALL_RESTRICTED = "all_restricted"
"""The column of ``players`` that counts choices in which all options were restricted."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSheet:
    """The results of the first place of a line-up in some deals, [deal, game of the deal]."""

    win: Array
    score: Array | None
    """None for a team, which has no scores."""

    course: Array
    """What identical games have in common, [deal, game of the deal, number]: decisions, and the
    results of all seats."""

    all_restricted: int = 0
    """Decisions in which all options of the place were restricted, so that all were allowed."""

    @property
    def games(self) -> int:
        """The games of a deal."""
        return int(self.win.shape[1])


@dataclass(frozen=True, slots=True)
class PlaceReader:
    """Reads the tables of a run: the results of the first place of its line-up."""

    players: int
    outcome: Outcome
    automa: str = ""
    """The word of an opponent that the rules play; it has no place."""

    def read(
        self, games: Part, players: Part, deals: int, *, everybody: bool = False
    ) -> PlaceSheet:
        """Some whole deals; with ``everybody`` the mean of all seats instead of one place."""
        rows = self.rows(games, players)
        per_deal = len(rows) // (deals * self.players)
        if len(rows) != deals * per_deal * self.players or not per_deal:
            raise StatsError(f"{len(rows)} rows are no {deals} whole deals")
        mine = rows.filter("is_mine")
        shape = (deals, per_deal)
        found = mean_of_seats(rows) if everybody else mine
        score = None if self.outcome is Outcome.TEAM else found["score"].to_numpy().reshape(shape)
        course = rows.select("win", "score", "decisions", "turns").to_numpy()
        return PlaceSheet(
            found["win"].to_numpy().reshape(shape),
            score,
            course.reshape((*shape, -1)),
            int(mine[ALL_RESTRICTED].sum()),
        )

    def rows(self, games: Part, players: Part) -> pl.DataFrame:
        """The rows of ``players``, in order, with the figures of their games."""
        seats, table = opened(players), opened(games)
        check_columns(seats, ("game", "seat", "strategy", "win", ALL_RESTRICTED))
        check_columns(table, ("game", "rotation", "decisions", "turns"))
        there = seats.collect_schema().names()
        seat, rotation = pl.col("seat").cast(pl.Int64), pl.col("rotation").cast(pl.Int64)
        is_first = (seat + rotation) % self.players == 0
        is_player = pl.col("strategy").cast(pl.String) != self.automa
        score = pl.col("score") if "score" in there else pl.lit(0.0)
        return (
            seats.join(table.select("game", "rotation", "decisions", "turns"), on="game")
            .select(
                "game",
                "seat",
                pl.col("win").cast(pl.Float64),
                score.cast(pl.Float64).alias("score"),
                pl.col("decisions", "turns").cast(pl.Float64),
                (is_player if self.automa else is_first).alias("is_mine"),
                pl.col(ALL_RESTRICTED).cast(pl.Int64),
            )
            .sort("game", "seat")
            .collect()
        )


def mean_of_seats(rows: pl.DataFrame) -> pl.DataFrame:
    """A row for each game, in order."""
    return rows.group_by("game", maintain_order=True).agg(pl.col("win", "score").mean())
