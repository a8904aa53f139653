"""The sums that a metric of ``--until-ci`` needs, from one part of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trisim.record.base import Outcome
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Level
from trisim.stats.scenario_arrays import read_automa_sheet, read_team_sheet
from trisim.stats.sequence import OPTION, SCORE, STRATEGY, Metric
from trisim.stats.solo import SCENARIO, solo_games
from trisim.stats.totals import Frame, sums_by

GAMES, PLAYERS = "games", "players"


@dataclass(frozen=True, slots=True)
class MetricSource:
    """The facts of a run that decide which rows a metric counts.

    ``automa`` is its word in the line-up, if a seat has one.
    """

    scenarios: tuple[str, ...] = ("standard",)
    outcome: Outcome = Outcome.POINTS
    automa: str = ""

    @property
    def table(self) -> str:
        """The table that is read: a team has one result for each game."""
        return GAMES if self.outcome is Outcome.TEAM else PLAYERS

    def sums(self, metric: Metric, frame: Frame) -> dict[Level, Sums]:
        """The sums of a part of ``table``; add them with ``combine``."""
        if self.outcome is Outcome.TEAM:
            return team_sums(metric, frame, self.scenarios)
        if self.automa:
            return automa_sums(metric, frame, self.scenarios, self.automa)
        return points_sums(metric, frame)


def points_sums(metric: Metric, players: Frame) -> dict[Level, Sums]:
    """For competing players: scores, or wins by the column of the metric's name."""
    if metric == SCORE:
        return sums_by(players, "score")
    return sums_by(players, "win", by=metric.value)


def automa_sums(
    metric: Metric, players: Frame, scenarios: Sequence[str], automa: str
) -> dict[Level, Sums]:
    """Against an automa: the player's rows alone. ``strategy`` is the win rate, by scenario."""
    if metric == OPTION:
        return read_automa_sheet(players, automa, len(scenarios)).option_sums()
    games = solo_games(players, scenarios, automa)
    return sums_by(games, "win", by=SCENARIO) if metric == STRATEGY else points_sums(metric, games)


def team_sums(metric: Metric, games: Frame, scenarios: Sequence[str]) -> dict[Level, Sums]:
    """For a team: the win rate, by scenario."""
    if metric == OPTION:
        return read_team_sheet(games, len(scenarios)).option_sums()
    return sums_by(games, "won", by=SCENARIO)
