"""Seats and the order of play: win rates by seat, and by place in the order of a round.

The next round is played in the order in which players finished this one. A place in the order is
not dealt but earned, so its win rate shows an association, not a cause.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from trisim.stats.analyses.cells import Cells, Key
from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.seated import Array, Ints, Seated, orders, seated, turns_taken
from trisim.stats.analyses.source import Batch, Facts, Missing
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.multiple import against

FARTHEST = 3
"""Turns more or fewer than the table's mean; those who are farther off are counted here."""

VALUES = ("win", "score")
SCALES = {"win": Scale.RATE, "score": Scale.MEAN}


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """A seat: its wins against par, and its score."""

    seat: int
    win: Comparison
    score: Estimate


@dataclass(frozen=True, slots=True)
class PlaceFigures:
    """A place in the order of a later round.

    ``turns`` are those of its players in the previous round.
    """

    round: int
    place: int
    win: Comparison
    score: Estimate
    turns: Estimate | None


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """Players who took this many turns more than the mean of their table, rounded."""

    more: int
    share: float
    win: Comparison
    score: Estimate


@dataclass(frozen=True, slots=True)
class Seats:
    """Seats, places in the order and numbers of turns; intervals of each kind hold together."""

    par: float
    seats: tuple[SeatFigures, ...]
    places: tuple[PlaceFigures, ...]
    turns: tuple[TurnFigures, ...]
    games: int

    def measures(self) -> dict[str, Estimate]:
        """``seat.0.win``; ``order.2.1.win``: first in the order of round 2."""
        found = {}
        for each in self.seats:
            found[f"seat.{each.seat}.win"] = each.win.estimate
            found[f"seat.{each.seat}.score"] = each.score
        for here in self.places:
            found[f"order.{here.round}.{here.place}.win"] = here.win.estimate
        return found


class SeatAnalysis:
    """Reads ``players`` and, if present, ``rounds`` and ``turns``, of games with a par."""

    needs: ClassVar[tuple[str, ...]] = ("players.score",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.by_seat, self.by_place, self.by_turns = Cells(), Cells(), Cells()
        self.games = 0
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        if self.facts.par is None:
            return
        games = seated(batch["players"], ["win", "score"], self.facts.players)
        self.games += int(games.there.any(axis=1).sum())
        self.totals = DealTotals(games.numbers)
        self.read_seats(games)
        turns = None
        if "turns" in self.facts.tables:
            turns = turns_taken(batch["turns"], games, max(1, self.facts.rounds))
            self.read_turns(games, turns)
        if self.facts.has("rounds.order"):
            self.read_places(games, orders(batch["rounds"], games, self.facts.rounds), turns)

    def read_seats(self, games: Seated) -> None:
        for seat in range(games.players):
            there = games.there[:, seat].astype(np.float64)
            for name in VALUES:
                self.by_seat.put(name, (seat,), games.sums(games[name][:, seat], there))
                y, m = games.by_deal(games[name][:, seat]), games.by_deal(there)
                self.totals.put(f"seat.{seat}.{name}", y, m, SCALES[name])

    def read_places(self, games: Seated, order: Ints, turns: Ints | None) -> None:
        """Wins and scores by place in the order of the second round and later."""
        every = np.arange(games.games)
        for number in range(1, order.shape[1]):
            for place in range(games.players):
                key, seat = (number + 1, place + 1), order[:, number, place]
                there = (seat >= 0).astype(np.float64)
                found = {name: games[name][every, seat] for name in VALUES}
                if turns is not None:
                    found["turns"] = turns[every, number - 1, seat].astype(np.float64)
                for name, values in found.items():
                    self.by_place.put(name, key, games.sums(values * there, there))
                wins = games.by_deal(found["win"] * there), games.by_deal(there)
                self.totals.put(f"order.{key[0]}.{key[1]}.win", *wins, Scale.RATE)

    def read_turns(self, games: Seated, turns: Ints) -> None:
        """Wins and scores by the number of turns above the mean of the table."""
        taken = turns.sum(axis=1).astype(np.float64)
        more = half_away(taken - taken.mean(axis=1, keepdims=True))
        steps = np.clip(more, -FARTHEST, FARTHEST)
        for step in range(-FARTHEST, FARTHEST + 1):
            here = (steps == step) & games.full[:, None]
            rows = here.sum(axis=1).astype(np.float64)
            for name in VALUES:
                total = (games[name] * here).sum(axis=1)
                self.by_turns.put(name, (step,), games.sums(total, rows))

    def result(self) -> Seats | Missing:
        """Seats in order; rounds and places in order; from fewest turns to most."""
        par = self.facts.par
        if par is None:
            return Missing("Seats are compared where players play against each other.")
        return Seats(
            par,
            seat_figures(self.by_seat, par),
            place_figures(self.by_place, par),
            turn_figures(self.by_turns, par),
            self.games,
        )


def half_away(values: Array) -> Array:
    """Rounded, halves away from 0, so that more and fewer are treated alike."""
    return np.asarray(np.sign(values) * np.floor(np.abs(values) + 0.5))


def means(cells: Cells, name: str) -> dict[Key, Estimate]:
    """Means that hold together."""
    found = cells.all(name)
    return {key: sums.point(Scale.MEAN).estimate(family=len(found)) for key, sums in found.items()}


def seat_figures(cells: Cells, par: float) -> tuple[SeatFigures, ...]:
    scores = means(cells, "score")
    wins = against(cells.all("win"), par)
    return tuple(SeatFigures(int(key[0]), win, scores[key]) for key, win in wins.items())


def place_figures(cells: Cells, par: float) -> tuple[PlaceFigures, ...]:
    scores, turns = means(cells, "score"), means(cells, "turns")
    wins = against(cells.all("win"), par)
    return tuple(
        PlaceFigures(int(key[0]), int(key[1]), win, scores[key], turns.get(key))
        for key, win in wins.items()
    )


def turn_figures(cells: Cells, par: float) -> tuple[TurnFigures, ...]:
    scores, sums = means(cells, "score"), cells.all("win")
    rows = sum(each.m for each in sums.values())
    return tuple(
        TurnFigures(int(key[0]), sums[key].m / rows, win, scores[key])
        for key, win in against(sums, par).items()
    )
