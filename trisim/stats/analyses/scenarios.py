"""Scenarios: the win rate in each, and its effect, on the same deals.

For team games, and for games against an automa; where players compete, somebody wins in every
scenario.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.multiple import compare_all
from trisim.stats.scenario_arrays import (
    BASELINE,
    ScenarioSheet,
    read_automa_sheet,
    read_team_sheet,
)


@dataclass(frozen=True, slots=True)
class ScenarioFigures:
    """A scenario: its win rate; ``effect`` is that minus the rate of the first scenario.

    ``gain`` is the factor of games that the same interval would need on different deals.
    """

    scenario: str
    win: Estimate
    effect: Comparison | None
    gain: float | None


@dataclass(frozen=True, slots=True)
class Scenarios:
    """The scenarios of a run in order; win rates hold together, and so do effects."""

    players: int
    """Seats; that of an automa is one of them."""

    deals: int
    figures: tuple[ScenarioFigures, ...]

    def measures(self) -> dict[str, Estimate]:
        """``scenario.hard.win``, and ``.effect`` of all but the first."""
        found = {f"scenario.{each.scenario}.win": each.win for each in self.figures}
        return found | {
            f"scenario.{each.scenario}.effect": each.effect.estimate
            for each in self.figures
            if each.effect is not None
        }


class ScenarioAnalysis:
    """Reads ``games`` of a team, and ``players`` against an automa."""

    needs: ClassVar[tuple[str, ...]] = ("games", "players")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.wins = [Sums() for _ in facts.scenarios]
        self.effects = [Sums() for _ in facts.scenarios]
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        sheet = self.sheet(batch)
        self.totals = NO_DEALS if sheet is None else self.totals_of(sheet)
        if sheet is None:
            return
        for number in range(sheet.scenarios):
            self.wins[number] += sheet.contrast(sheet.win, {number: 1.0})
            if number != BASELINE:
                self.effects[number] += sheet.contrast(sheet.win, {number: 1.0, BASELINE: -1.0})

    def totals_of(self, sheet: ScenarioSheet) -> DealTotals:
        """Wins of a batch by deal, and what each scenario adds to those of the first."""
        found = DealTotals(sheet.deals.astype(np.int64))
        games = np.full(len(sheet.win), float(sheet.rotations))
        for number, name in enumerate(self.facts.scenarios):
            wins = sheet.win[:, number].astype(np.float64)
            found.put(f"scenario.{name}.win", wins, games, Scale.RATE)
            if number != BASELINE:
                more = wins - sheet.win[:, BASELINE]
                found.put(f"scenario.{name}.effect", more, games, Scale.RATE_DIFFERENCE)
        return found

    def sheet(self, batch: Batch) -> ScenarioSheet | None:
        """Wins by deal and scenario; None for competing players."""
        many = len(self.facts.scenarios)
        if self.facts.is_team:
            games = batch["games"].select("game", "deal", "won").collect()
            return read_team_sheet(games, many) if len(games) else None
        if not self.facts.has_automa:
            return None
        columns = ("game", "deal", "strategy", "score", "win")
        players = batch["players"].select(columns).collect()
        return read_automa_sheet(players, self.facts.automa, many) if len(players) else None

    def result(self) -> Result:
        """All scenarios, in the order of the run."""
        if not (self.facts.is_team or self.facts.has_automa):
            return Missing("Players play against each other, so scenarios don't change who wins.")
        names, family = self.facts.scenarios, len(self.facts.scenarios)
        points = {
            number: self.effects[number].point(Scale.RATE_DIFFERENCE) for number in range(1, family)
        }
        effects = compare_all(points, 0.0)
        figures = tuple(
            ScenarioFigures(
                name,
                self.wins[number].point(Scale.RATE).estimate(family=family),
                effects.get(number),
                self.gain(number),
            )
            for number, name in enumerate(names)
        )
        return Scenarios(self.facts.players, self.wins[BASELINE].clusters, figures)

    def gain(self, number: int) -> float | None:
        """The factor by which the variance of an effect would be larger on different deals."""
        alone = self.wins[number].variance + self.wins[BASELINE].variance
        paired = self.effects[number].variance
        return alone / paired if number != BASELINE and 0 < paired < math.inf else None
