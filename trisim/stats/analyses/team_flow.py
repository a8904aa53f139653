"""The flow of a team game: its length, and the actions and options of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.grids import Deals, Grid
from trisim.stats.analyses.seated import Ints
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.analyses.turns import (
    ActionShare,
    ActionWords,
    RoundFlow,
    TurnCounts,
    round_measures,
    turn_columns,
)
from trisim.stats.estimate import Estimate, Scale

LENGTHS = ("turns", "decisions")
LOST, WON = range(2)


@dataclass(frozen=True, slots=True)
class TeamFlow:
    """The length of won and of lost games; turns by round."""

    turns: Estimate
    decisions: Estimate
    won_turns: Estimate
    lost_turns: Estimate
    rounds: tuple[RoundFlow, ...]
    actions: tuple[ActionShare, ...]

    def measures(self) -> dict[str, Estimate]:
        found = {f"flow.{name}": getattr(self, name) for name in LENGTHS}
        found |= {"flow.won_turns": self.won_turns, "flow.lost_turns": self.lost_turns}
        return {name: each for name, each in found.items() if each.clusters} | round_measures(
            self.rounds
        )


class TeamFlowAnalysis:
    """Reads ``games`` and, if present, ``turns``; a game names its actions in a subclass."""

    needs: ClassVar[tuple[str, ...]] = ("games.won",)
    words: ClassVar[ActionWords] = ActionWords()

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.lengths, self.by_result = Grid(1), Grid(2)
        self.turns = TurnCounts(max(1, facts.rounds), self.words)
        self.totals = NO_DEALS
        self.longest = 0
        """Turns of the longest game: the bound of a mean if all games are alike."""

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        games = batch["games"].select("game", "deal", "won", *LENGTHS).sort("game").collect()
        deals = Deals.of(games["deal"].to_numpy())
        zero = np.zeros(len(games), dtype=np.int64)
        self.lengths.begin_batch()
        self.by_result.begin_batch()
        self.lengths.add(deals, zero, {name: games[name].to_numpy() for name in LENGTHS})
        self.longest = max(self.longest, int(games["turns"].to_numpy().max(initial=0)))
        won = games["won"].to_numpy().astype(np.int64)
        self.by_result.add(deals, won, {"turns": games["turns"].to_numpy()})
        if "turns" in self.facts.tables:
            turns = turn_columns(batch["turns"], self.words)
            self.turns.add(deals, np.searchsorted(turns["game"], games["game"].to_numpy()), turns)
        self.totals = self.totals_of(np.unique(games["deal"].to_numpy()).astype(np.int64))

    def totals_of(self, numbers: Ints) -> DealTotals:
        """The totals by deal of the batch that was just added."""
        found = DealTotals(numbers)
        cells = {f"flow.{name}": self.lengths.of_batch(name, 0) for name in LENGTHS}
        cells["flow.won_turns"] = self.by_result.of_batch("turns", WON)
        cells["flow.lost_turns"] = self.by_result.of_batch("turns", LOST)
        for name, here in cells.items():
            if here is not None:
                found.put(name, *here, Scale.MEAN)
        self.turns.put_totals(found)
        return found

    def result(self) -> TeamFlow:
        return TeamFlow(
            self.lengths.mean("turns"),
            self.lengths.mean("decisions"),
            self.by_result.mean("turns", WON, 2, (0.0, float(self.longest))),
            self.by_result.mean("turns", LOST, 2, (0.0, float(self.longest))),
            self.turns.rounds_found(),
            self.turns.actions_found(),
        )
