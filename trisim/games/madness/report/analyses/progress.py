"""How far teams come: monsters beaten and escaped, by scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from trisim.games.madness.game import GAME
from trisim.games.madness.report.facts import MONSTERS
from trisim.stats.analyses.card_rows import numbers
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Estimate, Scale

COUNTS = range(MONSTERS + 1)
OTHERS = len(GAME.players) - 1
"""Numbers of players that one is compared with."""


@dataclass(frozen=True, slots=True)
class ScenarioProgress:
    """A scenario: monsters beaten and escaped in a game, and the progress of it."""

    scenario: str
    won: Estimate
    won_together: Estimate
    """The same with a wider interval, so that differences between numbers of players hold
    together."""

    beaten: Estimate
    escaped: Estimate
    progress: Estimate


@dataclass(frozen=True, slots=True)
class BeatenShare:
    """The share of games in which so many monsters are beaten."""

    monsters: int
    games: Estimate


@dataclass(frozen=True, slots=True)
class EscapedShare:
    """Games in which so many monsters have escaped: their share, and how many are won."""

    monsters: int
    games: Estimate
    won: Estimate


@dataclass(frozen=True, slots=True)
class Progress:
    """All games, and by scenario; intervals of a table hold together."""

    beaten: Estimate
    progress: Estimate
    scenarios: tuple[ScenarioProgress, ...]
    shares: tuple[BeatenShare, ...]
    escaped: tuple[EscapedShare, ...]

    def measures(self) -> dict[str, Estimate]:
        """``progress.beaten``, ``progress.mean``, and both by scenario."""
        found = {"progress.beaten": self.beaten, "progress.mean": self.progress}
        for each in self.scenarios:
            found[f"progress.{each.scenario}.beaten"] = each.beaten
        return found


class ProgressAnalysis:
    """Reads ``games``."""

    needs: ClassVar[tuple[str, ...]] = ("games",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.tally = Tallies("progress.beaten", "progress.mean", "progress.*.beaten")

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def read(self, batch: Batch) -> None:
        columns = ("deal", "scenario", "won", "monsters_beaten", "monsters_escaped", "progress")
        games = batch["games"].select(columns).collect()
        self.tally.begin(games["deal"])
        deals = self.tally.deals_of(games["deal"])
        beaten, escaped = (
            games[name].to_numpy().astype(np.int64)
            for name in ("monsters_beaten", "monsters_escaped")
        )
        progress, won = games["progress"].to_numpy(), games["won"].to_numpy()
        self.tally.mean("progress.beaten", deals, beaten)
        self.tally.mean("progress.mean", deals, progress)
        scenario = numbers(games["scenario"], self.facts.scenarios)
        for name, values, scale in (
            ("won", won, Scale.RATE),
            ("beaten", beaten, Scale.MEAN),
            ("escaped", escaped, Scale.MEAN),
            ("progress", progress, Scale.MEAN),
        ):
            names = [f"progress.{each}.{name}" for each in self.facts.scenarios]
            self.tally.by(names, deals, scenario, values, scale)
        self.tally.shares([f"progress.beaten.{count}.share" for count in COUNTS], deals, beaten)
        self.tally.shares([f"progress.escaped.{count}.share" for count in COUNTS], deals, escaped)
        names = [f"progress.escaped.{count}.won" for count in COUNTS]
        self.tally.by(names, deals, escaped, won, Scale.RATE)

    def result(self) -> Result:
        tally = self.tally
        if "progress.mean" not in tally:
            return Missing("No game of this run can be read.")
        limits = 0.0, float(MONSTERS)
        scenarios = [each for each in self.facts.scenarios if f"progress.{each}.won" in tally]
        came = [count for count in COUNTS if f"progress.escaped.{count}.won" in tally]
        return Progress(
            tally.estimate("progress.beaten", limits=limits),
            tally.estimate("progress.mean", limits=(0.0, 1.0)),
            tuple(
                ScenarioProgress(
                    each,
                    tally.estimate(f"progress.{each}.won", len(scenarios)),
                    tally.estimate(f"progress.{each}.won", len(scenarios) * OTHERS),
                    tally.estimate(f"progress.{each}.beaten", len(scenarios), limits),
                    tally.estimate(f"progress.{each}.escaped", len(scenarios), limits),
                    tally.estimate(f"progress.{each}.progress", len(scenarios), (0.0, 1.0)),
                )
                for each in scenarios
            ),
            tuple(
                BeatenShare(count, tally.estimate(f"progress.beaten.{count}.share", len(COUNTS)))
                for count in COUNTS
            ),
            tuple(
                EscapedShare(
                    count,
                    tally.estimate(f"progress.escaped.{count}.share", len(COUNTS)),
                    tally.estimate(f"progress.escaped.{count}.won", len(came)),
                )
                for count in came
            ),
        )
