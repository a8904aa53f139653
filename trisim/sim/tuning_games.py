"""The games of a candidate, and how good they say it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from trisim.box.box import Box
from trisim.players.player import Player
from trisim.sim.plan import Plan, Told, make_plan
from trisim.sim.settings import Settings

SMOOTH = 8.0
"""Points of a lead that count as a likely win (73 %) in the fitness.

Plain wins waste what games tell: 160 of them say little of two candidates that are a per cent
apart, while leads of all sizes say more. Plain leads would reward winning by much what is won
anyway, and losing by little. So a lead counts by a smooth step: about evenly within a dozen points,
less and less beyond. Only ranks of candidates matter, so the number needs no care.
"""

DIGITS = 9
"""Decimals of a fitness: beyond them is how a processor adds, which must decide no rank."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a candidate did."""

    fitness: float
    """The mean of the smooth wins."""

    win: float
    """Its win rate."""


PlayCandidate: TypeAlias = Callable[[Plan, int, int, "Told | None"], Outcome]
"""Plays a candidate, in place 0 of a plan, on some deals."""


def candidate_plan(
    settings: Settings,
    box: Box,
    candidate: Player,
    opponent: Player,
    *,
    compiled: bool | None = None,
) -> Plan:
    """One candidate against a table of an opponent; neither needs to be a file."""
    one, other = settings.lineup[:2]
    return make_plan(settings, box, {one: candidate, other: opponent}, compiled=compiled)


def play_candidate(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Outcome:
    """Play some deals in all rotations."""
    from trisim.record.recording import NAMES
    from trisim.sim.block import PlayingTable

    table = PlayingTable(plan, first_deal, deals)
    leads, wins = [], []
    while not table.is_done:
        before = table.games_played
        table.play()
        rows = table.rows.players[: table.rows.filled[NAMES.index("players")]]
        lead, win = leads_and_wins(rows, plan.settings.players)
        leads.append(lead)
        wins.append(win)
        if told is not None:
            told(table.games_played - before)
    return outcome_of(np.concatenate(leads), np.concatenate(wins))


def leads_and_wins(rows: Any, players: int) -> tuple[Any, Any]:
    """By game: the score of place 0 less the best other one, and its share of the win."""
    score = rows["score"].reshape(-1, players).astype(np.float64)
    mine = rows["strategy"].reshape(-1, players) == 0
    others = np.where(mine, -np.inf, score).max(axis=1)
    win = rows["win"].reshape(-1, players).astype(np.float64)
    return score[mine] - others, win[mine]


def outcome_of(leads: Any, wins: Any) -> Outcome:
    """How good leads and wins are.

    >>> outcome_of(np.array([0.0, 800.0]), np.array([0.5, 1.0]))
    Outcome(fitness=0.75, win=0.75)
    """
    smooth = 1 / (1 + np.exp(-leads / SMOOTH))
    return Outcome(round(float(smooth.mean()), DIGITS), round(float(wins.mean()), DIGITS))
