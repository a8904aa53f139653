"""The summary of a run of a team game: its win rate, by scenario, role and strategy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trisim.record.base import RoleWords
from trisim.stats.estimate import Estimate
from trisim.stats.sequence import Target
from trisim.stats.team_tally import STRATEGY, TeamLevel, TeamTally
from trisim.stats.totals import Part, opened


@dataclass(frozen=True, slots=True)
class TeamSummary:
    """A run in numbers. The intervals of a group (all scenarios and so on) hold together."""

    games: int
    deals: int
    level: float
    won: Estimate
    scenarios: tuple[TeamLevel, ...]
    roles: tuple[TeamLevel, ...]
    strategies: tuple[TeamLevel, ...]
    role: RoleWords | None = None
    until: Target | None = None

    def as_dict(self) -> dict[str, object]:
        """For a JSON file; roles have the word of the game."""
        roles = {self.role.many: [each.as_dict() for each in self.roles]} if self.role else {}
        return {
            "games": self.games,
            "deals": self.deals,
            "level": self.level,
            "until": str(self.until) if self.until else None,
            "won": self.won.as_dict(),
            "scenarios": [each.as_dict() for each in self.scenarios],
            **roles,
            "strategies": [each.as_dict() for each in self.strategies],
        }


def summarise_team(
    games: Iterable[Part],
    players: Iterable[Part],
    scenarios: Sequence[str],
    role: RoleWords | None = None,
    level: float = 0.95,
    until: Target | None = None,
) -> TeamSummary:
    """Read the parts of both tables one by one; parts of the same place have the same deals.

    ``until`` is what decided when the run stopped: those estimates have the intervals that it was
    stopped by.
    """
    tally = TeamTally(tuple(scenarios), role)
    for games_part, players_part in zip(games, players, strict=True):
        tally.read(opened(games_part), opened(players_part))
    won = tally.won(level)
    return TeamSummary(
        tally.games,
        won.clusters,
        level,
        won,
        tally.scenario_levels(level, until),
        tally.levels(role.one, level) if role else (),
        tally.levels(STRATEGY, level),
        role,
        until,
    )
