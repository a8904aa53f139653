"""Plays the games of a candidate and computes its fitness: the work of a worker.

A task names the tuning's directory, the opponent and the numbers of the candidate; box and
strategies are read from the directory, once in each process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from trisim.box.box import Box
from trisim.campaigns.tuning_numbers import Numbers, Vector, numbers_of
from trisim.campaigns.tuning_request import CANDIDATE, ITSELF, NOBODY, TuningRequest
from trisim.players.player import Player
from trisim.record.base import Outcome as Ending
from trisim.sim.campaign import Prepared
from trisim.sim.campaign_folder import read_campaign
from trisim.sim.inputs import load_inputs, load_players
from trisim.sim.loaded import Loaded
from trisim.sim.part import DirectorWatch, errors_in_words, function_named, visible_folder
from trisim.sim.plan import OnGames, Plan, prepare
from trisim.sim.trust import NOTHING, Trust

PLAY_CANDIDATE = "trisim.campaigns.tuning_games:play_candidate"
"""The function that plays the games of a candidate, as module:function."""

SMOOTH = 8.0
"""Points of a lead that count as a likely win (73 %) in the fitness.

Wins alone waste information: 160 games say little about two candidates whose win rates differ by
one per cent, while leads of all sizes say more. Leads alone would reward large wins and small
losses. So a lead counts by a smooth step: about linear within a dozen points, less and less beyond.
Only ranks of candidates matter, so the exact number is not important.
"""

DIGITS = 9
"""Decimals of a fitness: further digits depend on the processor and must not decide ranks."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a candidate."""

    fitness: float
    """The mean of the smooth wins."""

    win: float
    """Its win rate."""


def play_candidate(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> Outcome:
    """Play some deals in all rotations."""
    from trisim.sim.block import BlockPlayer

    is_team = plan.request.info.outcome is Ending.TEAM
    table = BlockPlayer(plan, first_deal, deals)
    found = []
    while not table.is_done:
        before = table.games_played
        table.play()
        if is_team:
            found.append(team_results(table.record.filled(table.rows, "games")))
        else:
            rows = table.record.filled(table.rows, "players")
            found.append(leads_and_wins(rows, plan.request.players))
        if on_games is not None:
            on_games(table.games_played - before)
    values, wins = (np.concatenate(each) for each in zip(*found, strict=True))
    return team_outcome(values, wins) if is_team else outcome_of(values, wins)


def team_results(rows: Any) -> tuple[Any, Any]:
    """By game: the progress of the team, and whether it won.

    A game may have a column ``progress`` from 0 to 1, which says more than a win alone.
    """
    won = rows["won"].astype(np.float64)
    has_progress = "progress" in (rows.dtype.names or ())
    return (rows["progress"].astype(np.float64) if has_progress else won), won


def team_outcome(progress: Any, won: Any) -> Outcome:
    return Outcome(round(float(progress.mean()), DIGITS), round(float(won.mean()), DIGITS))


def leads_and_wins(rows: Any, players: int) -> tuple[Any, Any]:
    """By game: the score of place 0 minus the best other one, and its share of the win."""
    score = rows["score"].reshape(-1, players).astype(np.float64)
    mine = rows["strategy"].reshape(-1, players) == 0
    others = np.where(mine, -np.inf, score).max(axis=1)
    win = rows["win"].reshape(-1, players).astype(np.float64)
    return score[mine] - others, win[mine]


def outcome_of(leads: Any, wins: Any) -> Outcome:
    """Fitness and win rate from leads and wins.

    >>> outcome_of(np.array([0.0, 800.0]), np.array([0.5, 1.0]))
    Outcome(fitness=0.75, win=0.75)
    """
    smooth = 1 / (1 + np.exp(-leads / SMOOTH))
    return Outcome(round(float(smooth.mean()), DIGITS), round(float(wins.mean()), DIGITS))


# ---------------------------------------------------------------- tasks


@dataclass(frozen=True, slots=True)
class Candidates:
    """Box, strategies and request for the games of candidates."""

    request: TuningRequest
    box: Box
    players: Mapping[str, Player]
    numbers: Numbers
    is_compiled: bool

    @classmethod
    def of(cls, prepared: Prepared[TuningRequest]) -> Candidates:
        """Those of the runs of the check."""
        request, players = prepared.request, prepared.players
        numbers = numbers_of(players[request.start], request.only)
        return cls(request, prepared.box, players, numbers, prepared.is_compiled)

    def plan(self, opponent: str, candidate: Player, against: Player | None = None) -> Plan:
        """The games of a candidate, in place 0, against a table of an opponent; or its team."""
        players = {CANDIDATE: candidate}
        if opponent != NOBODY:
            players[opponent] = against or self.players[opponent]
        asked = self.request.run_of_candidates(opponent)
        return prepare(asked, box=self.box, strategies=players, compiled=self.is_compiled)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CandidateTask:
    """One candidate to play in a generation."""

    folder: str
    token: str
    """The token of the tuning's lock: without it, the task is no longer wanted."""

    generation: int
    number: int
    """Of the candidate in its generation."""

    opponent: str
    candidate: Vector
    itself: Vector | None
    """The earlier mean, if that is the opponent."""

    play: str = PLAY_CANDIDATE
    trust: Trust = NOTHING
    is_compiled: bool = False


def play_task(task: CandidateTask, on_games: OnGames | None = None) -> tuple[int, Outcome]:
    """The number of a candidate and its outcome; raises only ``RunError``, except for bugs."""
    folder = Path(task.folder)
    with errors_in_words(folder, f"generation {task.generation + 1}"):
        on_games = on_games or DirectorWatch(folder, task.token)
        on_games(0)
        known = CANDIDATES.get(task.folder, task.token, task.trust, task.is_compiled)
        decode, deals = known.numbers.decode, known.request.deals
        itself = (
            decode(task.itself) if task.opponent == ITSELF and task.itself is not None else None
        )
        plan = known.plan(task.opponent, decode(task.candidate), itself)
        play = function_named(task.play)
        return task.number, play(plan, task.generation * deals, deals, on_games)


def candidates_in(folder: str, token: str, trust: Trust, is_compiled: bool) -> Candidates:
    """``Candidates`` from the copies in a tuning's directory.

    With another ``token``, another tuning may have begun there, so it is loaded again.
    """
    path = visible_folder(folder)
    manifest = read_campaign(path, TuningRequest.what, TuningRequest)
    request = manifest.request
    met = tuple(each for each in manifest.strategies if each.spec in request.met)
    players = load_players(path, replace(manifest, strategies=met), trust)
    numbers = numbers_of(players[request.start], request.only)
    return Candidates(request, load_inputs(path, manifest), players, numbers, is_compiled)


CANDIDATES = Loaded(candidates_in)
