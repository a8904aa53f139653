"""How likely a team is to win, as the game goes on: a simple model, tested on games it never saw.

For each turn there is a logistic regression of winning on a few numbers of the position after it
and their squares, over the games that were not over. It is fitted to half of the deals, those with
even numbers; all figures are of the other half, so a model that has learned accidents shows it.
What the model gives is the chance with *these* players: it sees the position through a few numbers
only, and another model may know sooner, or later, how a game ends.

A position is *open* while the chance is between ``LOST_BELOW`` and ``WON_ABOVE``. A lost game is
*foretold* from the first turn after which the chance stays below ``LOST_BELOW``.

- The Brier score is the mean squared distance of chance and result (Brier 1950, Monthly Weather
  Review 78); its skill is 1 less its ratio to that of a model which knows the scenario alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.analyses.seated import Array, Flags, Ints
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.logistic import fit

LOST_BELOW, WON_ABOVE = 0.1, 0.9
BINS = 10
MOST_GAMES = 60_000
"""Games that the model reads, the first ones of a run: more take memory and tell little."""

LEAST = 20
"""So many games must be won in each half, and as many lost."""


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Positions whose chance of winning is between two ends: the mean chance, and who won."""

    low: float
    high: float
    chance: Estimate
    won: Estimate


@dataclass(frozen=True, slots=True)
class ForecastTurn:
    """After so many turns: the mean chance of games that are won, and of those that are lost.

    A game that is over counts with its result. ``open`` is of all games, ``foretold`` of lost ones.
    """

    turns: int
    round: int
    won: Estimate
    lost: Estimate
    open: Estimate
    foretold: Estimate


@dataclass(frozen=True, slots=True)
class Forecast:
    """The model, how good it is, and the course of games it never saw."""

    numbers: tuple[str, ...]
    fitted: int
    """Games that the model was fitted to."""

    held_out: int
    """Games that all figures are of."""

    won: Estimate
    """The share of these that is won."""

    brier: Estimate
    plain_brier: Estimate
    """That of the win rate of the scenario alone."""

    skill: Estimate
    bias: Estimate
    """The mean chance less the share that was won."""

    bins: tuple[CalibrationBin, ...]
    turns: tuple[ForecastTurn, ...]
    foretold: Estimate
    """Lost games that were foretold before they ended."""

    after: Estimate
    """Turns that a lost game went on after that; 0 if it was not foretold."""

    def measures(self) -> dict[str, Estimate]:
        """``tension.brier`` and so on; ``tension.open.3`` is at the end of round 3."""
        found = {
            "tension.brier": self.brier,
            "tension.skill": self.skill,
            "tension.foretold": self.foretold,
            "tension.turns_after": self.after,
        }
        for each in self.ends_of_rounds:
            found[f"tension.open.{each.round}"] = each.open
        return found

    @property
    def ends_of_rounds(self) -> tuple[ForecastTurn, ...]:
        """The last turn of each round."""
        last = {each.round: each for each in self.turns}
        return tuple(last[number] for number in sorted(last))


@dataclass(frozen=True, slots=True)
class Course:
    """The games of a batch, and the positions after their turns but the last."""

    deal: Ints
    won: Flags
    scenario: Ints
    turns: Ints
    """Positions of each game."""

    game: Ints
    turn: Ints
    round: Ints
    numbers: NDArray[np.float32]


class ForecastAnalysis:
    """Reads ``turns`` with ``games``; a game names in a subclass what a position is judged by."""

    needs: ClassVar[tuple[str, ...]] = ("games.won", "turns.turn")
    numbers: ClassVar[tuple[str, ...]] = ()
    """Columns of ``turns``, as they are at the end of a turn."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.courses: list[Course] = []
        self.games = 0

    def read(self, batch: Batch) -> None:
        if self.games >= MOST_GAMES:
            return
        games = batch["games"].select("game", "deal", "won", "scenario").sort("game").collect()
        there = batch["turns"].collect_schema().names()
        number = ["round"] if "round" in there else []
        columns = ("game", "turn", *number, *self.numbers)
        turns = batch["turns"].select(columns).sort("game", "turn").collect()
        place = np.searchsorted(games["game"].to_numpy(), turns["game"].to_numpy())
        goes_on = np.append(place[1:] == place[:-1], False) if len(place) else np.zeros(0, bool)
        rows = turns.filter(pl.Series(goes_on))
        scenarios = pl.Enum(self.facts.scenarios)
        scenario = games["scenario"].cast(pl.String).cast(scenarios).to_physical()
        self.courses.append(
            Course(
                games["deal"].to_numpy().astype(np.int64),
                games["won"].to_numpy().astype(bool),
                scenario.to_numpy().astype(np.int64),
                np.bincount(place[goes_on], minlength=len(games)),
                place[goes_on] + self.games,
                rows["turn"].to_numpy().astype(np.int64),
                rows["round"].to_numpy().astype(np.int64) if number else 0 * place[goes_on] + 1,
                rows.select(self.numbers).to_numpy().astype(np.float32),
            )
        )
        self.games += len(games)

    def result(self) -> Result:
        if not self.courses:
            return Missing("No game of this run can be read.")
        course = together(self.courses)
        held = course.deal % 2 == 1
        for half, word in ((~held, "even"), (held, "odd")):
            won, lost = int(course.won[half].sum()), int((~course.won[half]).sum())
            if min(won, lost) < LEAST:
                return Missing(
                    f"Of the games in deals with {word} numbers {won:,} are won and {lost:,} lost: "
                    f"a forecast needs {LEAST} of each. Play more games, or with other players."
                )
        chance = self.chances(course, held)
        return Figures(course, held, chance, self.numbers).forecast()

    def chances(self, course: Course, held: Flags) -> Array:
        """The chance of winning of each position, by the model of its turn."""
        scenarios = np.eye(len(self.facts.scenarios))[course.scenario][:, 1:]
        numbers = course.numbers.astype(np.float64)
        rows = np.hstack([numbers, numbers**2, scenarios[course.game]])
        events = course.won[course.game].astype(np.float64)
        to_fit = ~held[course.game]
        found = np.zeros(len(rows))
        for turn in range(int(course.turn.max(initial=-1)) + 1):
            here = course.turn == turn
            known = here & to_fit
            if known.any():
                found[here] = fit(rows[known], events[known]).predict(rows[here])
            elif here.any():
                found[here] = events[to_fit].mean()
        return found


def together(courses: Sequence[Course]) -> Course:
    """The games of several batches as one."""

    def all_of(name: str) -> Any:
        return np.concatenate([getattr(each, name) for each in courses])

    return Course(*(all_of(name) for name in Course.__slots__))


@dataclass(frozen=True, slots=True)
class Figures:
    """What is told of the held-out games."""

    course: Course
    held: Flags
    chance: Array
    """Of each position."""

    numbers: tuple[str, ...]

    def forecast(self) -> Forecast:
        """All figures."""
        course, held = self.course, self.held
        rows = held[course.game]
        won = course.won[course.game].astype(np.float64)
        chance, plain = self.chance, self.plain_chance()[course.scenario[course.game]]
        tally = Tallies()
        tally.begin(pl.Series(course.deal[held]))
        deals = tally.deals_of(pl.Series(course.deal[course.game[rows]]))
        misses = (chance - won)[rows] ** 2
        plain_misses = (plain - won)[rows] ** 2
        tally.mean(
            "won", tally.deals_of(pl.Series(course.deal[held])), course.won[held], Scale.RATE
        )
        tally.mean("brier", deals, misses)
        tally.mean("plain", deals, plain_misses)
        tally.mean("bias", deals, (chance - won)[rows], Scale.RATE_DIFFERENCE)
        tally.ratio("misses", deals, misses, plain_misses, Scale.MEAN)
        turns, foretold, after = self.turns_of(tally)
        return Forecast(
            self.numbers,
            int((~held).sum()),
            int(held.sum()),
            tally.estimate("won"),
            tally.estimate("brier"),
            tally.estimate("plain"),
            skill_of(tally.estimate("misses")),
            tally.estimate("bias"),
            self.bins(tally, deals, rows, won),
            turns,
            foretold,
            after,
        )

    def plain_chance(self) -> Array:
        """The win rate of each scenario in the fitted games."""
        course = self.course
        fitted = ~self.held
        scenarios = int(course.scenario.max()) + 1
        games = np.bincount(course.scenario[fitted], minlength=scenarios)
        wins = np.bincount(course.scenario[fitted], course.won[fitted], minlength=scenarios)
        found: Array = wins / np.maximum(games, 1)
        return found

    def bins(
        self, tally: Tallies, deals: Any, rows: Flags, won: Array
    ) -> tuple[CalibrationBin, ...]:
        """Positions by their chance, and how many of them were won."""
        chance = self.chance[rows]
        place = np.minimum((BINS * chance).astype(np.int64), BINS - 1)
        wins = [f"won {number}" for number in range(BINS)]
        chances = [f"chance {number}" for number in range(BINS)]
        tally.by(wins, deals, place, won[rows], Scale.RATE)
        tally.by(chances, deals, place, chance, Scale.RATE)
        there = [number for number in range(BINS) if wins[number] in tally]
        return tuple(
            CalibrationBin(
                number / BINS,
                (number + 1) / BINS,
                tally.estimate(chances[number], len(there)),
                tally.estimate(wins[number], len(there)),
            )
            for number in there
        )

    def table(self) -> tuple[Array, Ints, Ints]:
        """Chances by held-out game and turn, a game that is over with its result; their lengths."""
        course = self.course
        games = np.flatnonzero(self.held)
        row_of = np.full(len(self.held), -1)
        row_of[games] = np.arange(len(games))
        many = int(course.turn.max()) + 1
        found = np.repeat(course.won[games].astype(np.float64)[:, None], many, axis=1)
        here = self.held[course.game]
        found[row_of[course.game[here]], course.turn[here]] = self.chance[here]
        rounds = np.ones(many, dtype=np.int64)
        rounds[course.turn] = course.round
        return found, course.turns[games], rounds

    def turns_of(self, tally: Tallies) -> tuple[tuple[ForecastTurn, ...], Estimate, Estimate]:
        """The course of games, and how early lost ones are foretold."""
        chance, length, rounds = self.table()
        won = self.course.won[self.held]
        deals = tally.deals_of(pl.Series(self.course.deal[self.held]))
        lost_deals, won_deals = deals.where(np.flatnonzero(~won)), deals.where(np.flatnonzero(won))
        first = first_foretold(chance[~won], length[~won])
        many = chance.shape[1]
        is_open = (chance >= LOST_BELOW) & (chance <= WON_ABOVE)
        for turn in range(many):
            running = is_open[:, turn] & (turn < length)
            tally.mean(f"open {turn}", deals, running, Scale.RATE)
            tally.mean(f"in won {turn}", won_deals, chance[won, turn], Scale.RATE)
            tally.mean(f"in lost {turn}", lost_deals, chance[~won, turn], Scale.RATE)
            tally.mean(f"foretold {turn}", lost_deals, first <= turn, Scale.RATE)
        told = first < length[~won]
        tally.mean("foretold", lost_deals, told, Scale.RATE)
        tally.mean("after", lost_deals, np.where(told, length[~won] - first, 0))
        names = ("in won", "in lost", "open", "foretold")
        found = tuple(
            ForecastTurn(
                turn + 1,
                int(rounds[turn]),
                *(tally.estimate(f"{name} {turn}", many) for name in names),
            )
            for turn in range(many)
        )
        return found, tally.estimate("foretold"), tally.estimate("after")


def first_foretold(chance: Array, length: Ints) -> Ints:
    """The first turn, from 0, after which the chance stays low; far away if it never does.

    >>> first_foretold(np.array([[0.5, 0.05, 0.05, 0.0], [0.05, 0.5, 0.0, 0.0]]), np.array([3, 2]))
    array([                  1, 9223372036854775807])
    """
    turn = np.arange(chance.shape[1])
    high = (chance >= LOST_BELOW) & (turn < length[:, None])
    first = np.where(high, turn + 1, 0).max(axis=1, initial=0)
    return np.where(first < length, first, np.iinfo(np.int64).max)


def skill_of(ratio: Estimate) -> Estimate:
    """1 less a ratio of mean squares."""
    return replace(
        ratio, value=1 - ratio.value, low=1 - ratio.high, high=1 - ratio.low, scale=Scale.MEAN
    )
