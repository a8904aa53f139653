"""The flow of a game of points: length, lead and drama, actions and options, by round.

Definitions and their sources are in docs/reports.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.grids import Deals, Grid, Values
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.analyses.standings_by_turn import Standings, standings
from trisim.stats.analyses.turns import (
    ActionShare,
    ActionWords,
    RoundFlow,
    TurnCounts,
    round_measures,
    turn_columns,
)
from trisim.stats.estimate import Estimate, Scale

STEPS = 20
"""Parts of the game in the curve of settled games."""

MARGINS = (0, 1, 6, 11, 21, 41)
"""Where classes of margins begin."""

CLOSE = 5
"""Points by which a close game is won, at most: what one card can be worth."""

Whole = NDArray[np.int64]

RATES = ("settled", "early", "close", "behind")
MEANS = ("turns", "decisions", "lead_changes", "margin", "drama", "swing")
"""Figures of whole games that are measures."""


@dataclass(frozen=True, slots=True)
class GameFigures:
    turns: Estimate
    decisions: Estimate
    lead_changes: Estimate
    lead_change_rate: Estimate
    """Of all turns, those after which somebody else led alone."""

    settled: Estimate
    """After what share of the game the later winner was never behind again."""

    settled_early: Estimate
    """Of all games with one winner, those settled in the first half."""

    shared: Estimate
    margin: Estimate
    close: Estimate
    behind: Estimate
    """Of all positions, those in which the later winner was behind."""

    drama: Estimate
    """Points that the later winner was behind in these positions."""

    greatest: Estimate
    """Most points that the later winner was behind."""

    swing: Estimate
    """Most points that anybody gained in one turn."""


@dataclass(frozen=True, slots=True)
class SettledShare:
    """The share of games with one winner that are settled by this share of their turns."""

    by: float
    games: Estimate


@dataclass(frozen=True, slots=True)
class MarginShare:
    """The share of games that are won by so many points; no upper limit if ``high`` is None."""

    low: int
    high: int | None
    games: Estimate


@dataclass(frozen=True, slots=True)
class StandingFigures:
    """After a round: how often its leader wins, and how well it predicts the final order."""

    round: int
    leader_wins: Estimate
    same_order: Estimate
    """Of all pairs of players, those in the order of the end; ties count half."""

    winners: Estimate
    losers: Estimate
    """Scores of later winners and of the others; after the last round, the final ones."""


@dataclass(frozen=True, slots=True)
class Flow:
    par: float
    """The share of any player: how often the leader would win if it did not matter."""

    games: GameFigures
    settled: tuple[SettledShare, ...]
    margins: tuple[MarginShare, ...]
    standings: tuple[StandingFigures, ...]
    rounds: tuple[RoundFlow, ...]
    actions: tuple[ActionShare, ...]

    def measures(self) -> dict[str, Estimate]:
        names = (
            "turns",
            "decisions",
            "lead_changes",
            "settled",
            "settled_early",
            "margin",
            "close",
            "behind",
            "drama",
            "swing",
        )
        found = {f"flow.{name}": getattr(self.games, name) for name in names}
        for each in self.standings:
            found[f"flow.leader.{each.round}"] = each.leader_wins
            found[f"flow.order.{each.round}"] = each.same_order
        return found | round_measures(self.rounds)


class FlowAnalysis:
    """Reads ``games``, ``players`` and ``turns``; a subclass has the words of a game."""

    needs: ClassVar[tuple[str, ...]] = ("games.margin", "players.score", "turns.scores")
    words: ClassVar[ActionWords] = ActionWords()

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.rounds = max(1, facts.rounds)
        self.games = Grid(1)
        self.settled, self.margins = Grid(STEPS), Grid(len(MARGINS))
        self.standings = Grid(self.rounds)
        self.turns = TurnCounts(self.rounds, self.words)
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        games = columns(
            batch["games"],
            "game",
            "deal",
            "turns",
            "decisions",
            "margin",
            "lead_changes",
            "settled_turn",
        )
        seats = self.facts.players
        players = columns(batch["players"], "rank", "win", "score")
        rank, win, score = (players[name].reshape(-1, seats) for name in ("rank", "win", "score"))
        turns = turn_columns(batch["turns"], self.words, seats)
        starts = np.searchsorted(turns["game"], games["game"])
        deals = Deals.of(games["deal"])
        self.games.begin_batch()
        self.standings.begin_batch()
        winner = np.where((rank == 1).sum(axis=1) == 1, (rank == 1).argmax(axis=1), -1)
        stood = standings(starts, turns, winner, (self.rounds, seats))
        self.add_games(deals, games, winner, stood)
        if self.facts.rounds:
            self.add_standings(deals, stood, rank, win, score)
        self.turns.add(deals, starts, turns)
        self.totals = self.totals_of(np.unique(games["deal"]).astype(np.int64))

    def totals_of(self, numbers: Whole) -> DealTotals:
        """The totals by deal of the batch that was just added."""
        found = DealTotals(numbers)
        named = {name: name for name in (*MEANS, *RATES)} | {"early": "settled_early"}
        for name, label in named.items():
            if (here := self.games.of_batch(name, 0)) is not None:
                found.put(f"flow.{label}", *here, Scale.RATE if name in RATES else Scale.MEAN)
        for name, label in (("leader", "leader"), ("same", "order")):
            for key in self.standings.keys(name):
                if (here := self.standings.of_batch(name, key)) is not None:
                    found.put(f"flow.{label}.{key + 1}", *here, Scale.RATE)
        self.turns.put_totals(found)
        return found

    # ------------------------------------------------------------ adding

    def add_games(
        self, deals: Deals, games: dict[str, Any], winner: Whole, stood: Standings
    ) -> None:
        zero = np.zeros(len(winner), dtype=np.int64)
        margin = games["margin"]
        values = {name: games[name] for name in ("turns", "decisions", "lead_changes", "margin")}
        self.games.add(
            deals,
            zero,
            values | {"close": margin <= CLOSE, "shared": winner < 0, "swing": stood.swing},
        )
        self.add_ratio("lead_change_rate", deals, games["lead_changes"], games["turns"])
        self.add_ratio("behind", deals, stood.behind, stood.positions)
        self.add_ratio("drama", deals, stood.deficit, stood.behind)
        classes = np.searchsorted(MARGINS, margin, side="right") - 1
        self.margins.add_totals("games", *deals.shares(classes.clip(0), len(MARGINS)))
        self.add_settled(deals, games, winner, stood)

    def add_settled(
        self, deals: Deals, games: dict[str, Any], winner: Whole, stood: Standings
    ) -> None:
        """Games with one winner: when they were settled, and the largest deficit of the winner."""
        alone = np.flatnonzero((winner >= 0) & ~np.isnan(games["settled_turn"]))
        here, zero = deals.where(alone), np.zeros(len(alone), dtype=np.int64)
        share = (games["settled_turn"][alone] + 1) / games["turns"][alone]
        early = share <= 0.5
        greatest = stood.greatest[alone]
        self.games.add(here, zero, {"settled": share, "early": early, "greatest": greatest})
        step = np.ceil(share * STEPS - 1e-9).astype(np.int64).clip(1, STEPS) - 1
        counts, all_games = here.shares(step, STEPS)
        self.settled.add_totals("games", np.cumsum(counts, axis=1), all_games)

    def add_ratio(self, name: str, deals: Deals, y: Values, m: Values) -> None:
        self.games.add_totals(name, deals.columns(y), deals.columns(m))

    def add_standings(
        self, deals: Deals, stood: Standings, rank: Whole, win: Values, score: Values
    ) -> None:
        """After each round: the leader's wins, the order, the scores of winners and losers."""
        for number in range(self.rounds):
            reached = np.flatnonzero(stood.reached[number])
            here = deals.where(reached)
            final = number == self.rounds - 1
            now = stood.after[number].T[reached]
            key = np.full(len(reached), number)
            ahead = now == now.max(axis=1, keepdims=True)
            wins = (win[reached] * ahead).sum(axis=1) / ahead.sum(axis=1)
            same = same_order(now, rank[reached])
            self.standings.add(here, key, {"leader": wins, "same": same})
            points = score[reached] if final else now
            first = rank[reached] == 1
            for name, who in (("winners", first), ("losers", ~first)):
                row, column = np.nonzero(who)
                self.standings.add(here.where(row), key[row], {name: points[row, column]})

    # ------------------------------------------------------------ the result

    def result(self) -> Flow:
        return Flow(
            1 / self.facts.players,
            self.game_figures(),
            tuple(
                SettledShare((step + 1) / STEPS, self.settled.rate("games", step, STEPS))
                for step in self.settled.keys("games")
            ),
            tuple(self.margin(key) for key in self.margins.keys("games")),
            tuple(self.standing(key) for key in self.standings.keys("leader")),
            self.turns.rounds_found(),
            self.turns.actions_found(),
        )

    def game_figures(self) -> GameFigures:
        mean, rate = self.games.mean, self.games.rate
        return GameFigures(
            turns=mean("turns"),
            decisions=mean("decisions"),
            lead_changes=mean("lead_changes"),
            lead_change_rate=rate("lead_change_rate"),
            settled=rate("settled"),
            settled_early=rate("early"),
            shared=rate("shared"),
            margin=mean("margin"),
            close=rate("close"),
            behind=rate("behind"),
            drama=mean("drama"),
            greatest=mean("greatest"),
            swing=mean("swing"),
        )

    def margin(self, key: int) -> MarginShare:
        high = MARGINS[key + 1] - 1 if key + 1 < len(MARGINS) else None
        return MarginShare(MARGINS[key], high, self.margins.rate("games", key, len(MARGINS)))

    def standing(self, key: int) -> StandingFigures:
        here, family = self.standings, self.rounds
        return StandingFigures(
            key + 1,
            here.rate("leader", key, family),
            here.rate("same", key, family),
            here.mean("winners", key, 2 * family),
            here.mean("losers", key, 2 * family),
        )


def columns(frame: pl.LazyFrame, *names: str) -> dict[str, Any]:
    """Columns as arrays; missing values are NaN."""
    table = frame.select(names).collect()
    return {name: table[name].to_numpy() for name in names}


def same_order(now: Values, rank: Whole) -> Values:
    """The share of a game's pairs in which the one ahead now ends ahead; ties count half."""
    first, second = np.triu_indices(rank.shape[1], 1)
    if not len(first):
        return np.full(len(rank), 0.5)
    lead = np.sign(now[:, first] - now[:, second])
    outcome = np.sign(rank[:, second].astype(np.int64) - rank[:, first])
    found: Values = (1 + lead * outcome).mean(axis=1) / 2
    return found
