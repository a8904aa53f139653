"""Working together: actions for others, supports that others use, and who decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.seated import Array
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Estimate, Scale

SUMS = (
    *("actions", "abroad", "actions_given", "actions_received", "actions_left"),
    *("cards_hand", "cards_support", "cards_others", "cards_lent", "choices", "abilities"),
)
DRAWS = 4_000
"""Tables that are drawn by lot to know how busy the busiest seat is by chance."""


@dataclass(frozen=True, slots=True)
class SeatChoices:
    """A place by its rank: the share of the real choices of a game that the busiest seat has."""

    rank: int
    share: Estimate
    by_lot: float
    """The same if every choice fell on a seat by lot."""


@dataclass(frozen=True, slots=True)
class ResultPair:
    """A figure in games that are won, and in games that are lost."""

    won: Estimate
    lost: Estimate


@dataclass(frozen=True, slots=True)
class Teamwork:
    """Figures of a game, all players together."""

    given: Estimate
    """Actions given to other players, in a game."""

    left: Estimate
    """The share of them that is left."""

    abroad: Estimate
    """The share of all actions in the turn of somebody else."""

    others: Estimate
    """The share of cards that pay which lie in supports of others."""

    own_support: Estimate
    """The share of them from the own support."""

    seats: tuple[SeatChoices, ...]
    abroad_by_result: ResultPair
    others_by_result: ResultPair

    def measures(self) -> dict[str, Estimate]:
        """``team.abroad``, ``team.others_pay``, ``team.busiest`` and so on."""
        found = {
            "teamwork.given": self.given,
            "teamwork.left": self.left,
            "teamwork.abroad": self.abroad,
            "teamwork.others_pay": self.others,
            "teamwork.own_support": self.own_support,
            "teamwork.busiest": self.seats[0].share,
        }
        return {name: each for name, each in found.items() if each.clusters}


class TeamworkAnalysis:
    """Reads ``players``."""

    needs: ClassVar[tuple[str, ...]] = ("games", "players")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.tally = Tallies("teamwork.*")

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def read(self, batch: Batch) -> None:
        games = batch["games"].select("game", "deal", "won", "players").collect()
        self.tally.begin(games["deal"])
        by_game = (
            batch["players"]
            .group_by("game")
            .agg(
                *(pl.col(name).cast(pl.Int64).sum() for name in SUMS),
                pl.col("choices").cast(pl.Int64).sort(descending=True).alias("each"),
            )
        )
        rows = games.lazy().join(by_game, on="game").sort("game").collect()
        if rows.is_empty():
            return
        values = {name: rows[name].to_numpy().astype(np.float64) for name in SUMS}
        paying = values["cards_hand"] + values["cards_support"] + values["cards_others"]
        deals = self.tally.deals_of(rows["deal"])
        won = rows["won"].to_numpy()
        self.tally.mean("teamwork.given", deals, values["actions_given"])
        self.tally.ratio("teamwork.left", deals, values["actions_left"], values["actions_received"])
        self.tally.ratio("teamwork.abroad", deals, values["abroad"], values["actions"])
        self.tally.ratio("teamwork.others_pay", deals, values["cards_others"], paying)
        self.tally.ratio("teamwork.own_support", deals, values["cards_support"], paying)
        for word, here in (("won", won), ("lost", ~won)):
            rows_of = deals.where(np.flatnonzero(here))
            parts = (
                ("abroad", values["abroad"], values["actions"]),
                ("others", values["cards_others"], paying),
            )
            for name, over, under in parts:
                self.tally.ratio(f"{name} {word}", rows_of, over[here], under[here])
        self.seats(rows, values["choices"])

    def seats(self, rows: pl.DataFrame, choices: Array) -> None:
        """The shares of the seats of each game, the busiest first; every game counts once."""
        there = choices > 0
        deals = self.tally.deals_of(rows["deal"].filter(pl.Series(there)))
        chosen = rows["each"].filter(pl.Series(there))
        for rank in range(self.facts.players):
            here = chosen.list.get(rank, null_on_oob=True).fill_null(0).to_numpy()
            name = "teamwork.busiest" if rank == 0 else f"rank {rank}"
            self.tally.mean(name, deals, here / choices[there], Scale.RATE)
        self.tally.mean("choices", deals, choices[there])

    def result(self) -> Result:
        tally, players = self.tally, self.facts.players
        if "choices" not in tally:
            return Missing("No choice of this run can be read.")
        lot = by_lot(players, round(tally.estimate("choices").value))
        names = ["teamwork.busiest", *(f"rank {rank}" for rank in range(1, players))]
        return Teamwork(
            tally.estimate("teamwork.given"),
            tally.estimate("teamwork.left"),
            tally.estimate("teamwork.abroad"),
            tally.estimate("teamwork.others_pay"),
            tally.estimate("teamwork.own_support"),
            tuple(
                SeatChoices(rank + 1, each, lot[rank])
                for rank, each in enumerate(tally.estimates(names))
            ),
            ResultPair(tally.estimate("abroad won", 2), tally.estimate("abroad lost", 2)),
            ResultPair(tally.estimate("others won", 2), tally.estimate("others lost", 2)),
        )


def by_lot(players: int, choices: int) -> list[float]:
    """The mean shares of the busiest seat, the next and so on, if choices fall on seats by lot.

    >>> [round(each, 2) for each in by_lot(2, 100)]
    [0.54, 0.46]
    """
    draws = np.random.default_rng(1).multinomial(choices, [1 / players] * players, DRAWS)
    return [float(each) for each in -np.sort(-draws, axis=1).mean(axis=0) / choices]
