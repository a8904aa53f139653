"""The outcome of team games: win rates by scenario, role and strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.estimate import Estimate
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

    def read(self, batch: Batch) -> None:
        if self.facts.is_team:
            self.tally.read(batch["games"], batch["players"])

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
