"""The flow of the game: turns that have an action phase."""

from __future__ import annotations

import polars as pl

from trisim.games.madness.report.facts import MONSTERS, TURNS
from trisim.stats.analyses.source import Batch
from trisim.stats.analyses.team_flow import TeamFlowAnalysis


class TurnAnalysis(TeamFlowAnalysis):
    """Without the last turn of a whole game, which has a monster phase only: nothing is chosen."""

    def read(self, batch: Batch) -> None:
        frames = dict(batch.frames)
        if "turns" in frames:
            frames["turns"] = frames["turns"].filter(pl.col("turn") < MONSTERS * TURNS)
        super().read(Batch(frames))
