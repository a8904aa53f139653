"""The outcome of team games: win rates by scenario, role and strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals, totals_of_frame
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.team_tally import STRATEGY, TeamLevel, TeamTally


@dataclass(frozen=True, slots=True)
class Team:
    """A run of a team game; intervals of a group hold together.

    ``word`` is the game's word for a role: a word in the names of measures.
    """

    word: str
    won: Estimate
    scenarios: tuple[TeamLevel, ...]
    roles: tuple[TeamLevel, ...]
    strategies: tuple[TeamLevel, ...]

    def measures(self) -> dict[str, Estimate]:
        """``team.won``; ``team.strategy.NAME.won``, and ``.difference`` where there is one."""
        groups = {"scenario": self.scenarios, self.word: self.roles, STRATEGY: self.strategies}
        found = {"team.won": self.won}
        for word, levels in groups.items():
            for each in levels:
                found[f"team.{word}.{each.level}.won"] = each.won
                if each.difference is not None:
                    found[f"team.{word}.{each.level}.difference"] = each.difference.estimate
        return found


class TeamAnalysis:
    """Reads ``games``, and the seats from ``players``."""

    needs: ClassVar[tuple[str, ...]] = ("games", "players")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.tally = TeamTally(facts.scenarios, facts.role)
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        if self.facts.is_team:
            self.tally.read(batch["games"], batch["players"])
            self.totals = self.totals_of(batch)

    def totals_of(self, batch: Batch) -> DealTotals:
        """Wins by deal: in all, by scenario, and of games with a role or strategy."""
        won = {"won": Scale.RATE}
        games = batch["games"].select("game", "deal", "scenario", "won").collect()
        found = totals_of_frame(games, won, "team")
        role = [self.facts.role.one] if self.facts.role else []
        seats = batch["players"].select("game", *role, STRATEGY).collect()
        parts = [totals_of_frame(games, won, "team.scenario", "scenario")]
        for group in (*role, STRATEGY):
            levels = seats.select("game", pl.col(group).cast(pl.String)).unique().drop_nulls()
            with_level = games.join(levels, on="game").sort("deal")
            parts.append(totals_of_frame(with_level, won, f"team.{group}", group))
        for part in parts:
            place = np.searchsorted(found.deals, part.deals)
            for name, here in part.columns.items():
                y, m = np.zeros(len(found.deals)), np.zeros(len(found.deals))
                y[place], m[place] = here.y, here.m
                found.put(name, y, m, here.scale)
        return found

    def result(self) -> Result:
        if not self.facts.is_team:
            return Missing("Players play against each other, not as a team.")
        if not self.tally.games:
            return Missing("No game of this run can be read.")
        role = self.facts.role
        return Team(
            role.one if role else "role",
            self.tally.won(),
            self.tally.scenario_levels(until=self.facts.until),
            self.tally.levels(role.one) if role else (),
            self.tally.levels(STRATEGY),
        )
