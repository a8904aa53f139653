"""The drafts: potency by pick, dice left, wild and ethereal dice, waste."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.report.analyses.bowl_rolls import BOWLS, COLORS, SYMBOLS
from trisim.stats.analyses.grids import Deals, Grid, Values
from trisim.stats.estimate import Estimate, Scale

WILD = SYMBOLS.index("wild")
ROUNDS_OF_A_GAME = 64
"""More than any game has: to make one number of a game and its round."""

Whole = NDArray[np.int64]

COLUMNS = ("game", "round", "pick", "bowl_size", "ethereal", "potency", "wasted")


@dataclass(frozen=True, slots=True)
class PickFigures:
    """The dice taken as the first, second … of a round; round 0 is all rounds.

    ``bowl`` is the size of its bowl, ``best`` of the fullest one.
    """

    round: int
    pick: int
    potency: Estimate
    bowl: Estimate
    best: Estimate


@dataclass(frozen=True, slots=True)
class LastFigures:
    """The last die of a round: how often the fullest bowl has this size, and is taken from."""

    size: int
    fullest: Estimate
    taken: Estimate


@dataclass(frozen=True, slots=True)
class TakenFigures:
    """The share of the dice of a symbol and colour that is taken."""

    symbol: str
    color: str
    taken: Estimate


@dataclass(frozen=True, slots=True)
class WildFigures:
    """The symbols that wild dice are turned to: their share, and the potency used."""

    symbol: str
    share: Estimate
    potency: Estimate


@dataclass(frozen=True, slots=True)
class EtherealFigures:
    """Drafts from a bowl of this size: their share, and how often an ethereal die was added."""

    size: int
    drafts: Estimate
    used: Estimate


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """A round's drafts: potency, ethereal dice and waste; round 0 is all rounds."""

    round: int
    potency: Estimate
    wild: Estimate
    ethereal: Estimate
    added: Estimate
    """The share of all potency that ethereal dice make up."""

    wasted: Estimate
    """The share of all potency that is lost by drafting early."""


@dataclass(frozen=True, slots=True)
class DraftFigures:
    """All drafts of a run."""

    picks: tuple[PickFigures, ...]
    last: tuple[LastFigures, ...]
    taken: tuple[TakenFigures, ...]
    wild_taken: Estimate
    """Of the dice that show the wild face."""

    wild: tuple[WildFigures, ...]
    ethereal: tuple[EtherealFigures, ...]
    rounds: tuple[RoundFigures, ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """The drafts of a batch, row by row, each with its roll and its position there."""

    roll: Whole
    pick: Whole
    round: Whole
    bowl: Whole
    color: Whole
    symbol: Whole
    size: Whole
    ethereal: Whole
    potency: Whole
    wasted: Whole


def drafted(turns: pl.LazyFrame, rolls: Whole) -> Drafted:
    """Read the drafts; ``rolls`` are games and rounds as ``roll_key`` has them, sorted."""
    words = [
        pl.col(name).cast(pl.Enum(words)).to_physical()
        for name, words in (("bowl", SYMBOLS), ("color", COLORS), ("symbol", SYMBOLS))
    ]
    frame = turns.filter("drafted").select(*COLUMNS, *words).collect()
    column = {name: frame[name].to_numpy().astype(np.int64) for name in frame.columns}
    roll = np.searchsorted(rolls, roll_key(column["game"], column["round"]))
    return Drafted(
        roll,
        column["pick"] - 1,
        column["round"],
        column["bowl"],
        column["color"],
        column["symbol"],
        column["bowl_size"],
        column["ethereal"],
        column["potency"],
        column["wasted"],
    )


def roll_key(game: Whole, round_no: Whole) -> Whole:
    """One number for a round of a game."""
    return game * ROUNDS_OF_A_GAME + round_no


def fullest_bowl(rows: Drafted, sizes: Whole, picks: int) -> Whole:
    """The dice in the fullest bowl when each die was taken."""
    taken = np.full((picks, len(sizes)), -1, dtype=np.int8)  # [pick, roll] → bowl
    pick = np.minimum(rows.pick, picks - 1)
    taken[pick, rows.roll] = rows.bowl
    left = np.ascontiguousarray(sizes.T, dtype=np.int8)  # [bowl, roll]
    fullest = np.empty((picks, len(sizes)), dtype=np.int8)
    for here, bowl in enumerate(taken):
        left.max(axis=0, out=fullest[here])
        there = np.flatnonzero(bowl >= 0)
        left[bowl[there], there] -= 1
    return fullest[pick, rows.roll].astype(np.int64)


def with_all(totals: Values) -> Values:
    """Totals by deal and round, with those of all rounds as round 0."""
    totals[:, 0] = totals.sum(axis=1)
    return totals


class Drafts:
    def __init__(self, box: Box, players: int) -> None:
        numbers = box.rules.numbers
        self.rounds, self.picks = numbers.rounds, players * numbers.dice_per_round
        self.largest, self.strongest = numbers.bowl_limit, numbers.potency_limit
        self.by_pick = Grid((self.rounds + 1) * self.picks)
        self.by_round = Grid(self.rounds + 1)
        self.last, self.ethereal = Grid(self.largest + 1), Grid(self.largest + 1)
        self.wild, self.taken, self.wild_taken = Grid(WILD), Grid(len(BOWLS)), Grid(1)

    def add(self, deals: Deals, bowls: Whole, rows: Drafted) -> None:
        """Add a batch: ``deals`` and ``bowls`` are those of the rolls, ``rows`` the drafts."""
        of_rows = deals.where(rows.roll)
        fullest = fullest_bowl(rows, bowls.sum(axis=2), self.picks)
        self.add_picks(of_rows, rows, fullest)
        self.add_rounds(of_rows, rows)
        self.add_last(of_rows, rows, fullest)
        self.add_wild(of_rows, rows)
        self.add_taken(deals, bowls, rows)
        size = np.minimum(rows.size, self.largest)
        self.ethereal.add(of_rows, size, {"used": rows.ethereal > 0})
        self.ethereal.add_totals("drafts", *of_rows.shares(size, self.ethereal.size))

    def add_picks(self, deals: Deals, rows: Drafted, fullest: Whole) -> None:
        """By round and pick; and by pick alone, under round 0."""
        pick = np.minimum(rows.pick, self.picks - 1)
        key = rows.round * self.picks + pick
        drafts = self.totals(deals, key)
        for name, value in (("potency", rows.potency), ("bowl", rows.size), ("best", fullest)):
            self.by_pick.add_totals(name, self.totals(deals, key, value), drafts)

    def totals(self, deals: Deals, key: Whole, value: Whole | None = None) -> Values:
        """By round and pick: rows, or the total of a value; all rounds together as round 0."""
        found = self.by_pick.totals(deals, key, value)
        by_round = found.reshape(deals.count, -1, self.picks)
        by_round[:, 0] = by_round.sum(axis=1)
        return found

    def add_rounds(self, deals: Deals, rows: Drafted) -> None:
        """By round, and all rounds under 0."""
        drafts, potency, wild, ethereal, added, wasted = (
            with_all(self.by_round.totals(deals, rows.round, value))
            for value in (
                None,
                rows.potency,
                rows.bowl == WILD,
                rows.ethereal > 0,
                rows.ethereal,
                rows.wasted,
            )
        )
        self.by_round.add_totals("potency", potency, drafts)
        self.by_round.add_totals("wild", wild, drafts)
        self.by_round.add_totals("ethereal", ethereal, drafts)
        self.by_round.add_totals("added", added, potency)
        self.by_round.add_totals("wasted", wasted, potency)

    def add_last(self, deals: Deals, rows: Drafted, fullest: Whole) -> None:
        """The bowls at the last die of a round, and the one that is taken."""
        at_end = rows.pick == self.picks - 1
        here = deals.where(at_end)
        for name, values in (("fullest", fullest), ("taken", rows.size)):
            key = np.clip(values[at_end], 0, self.largest)
            self.last.add_totals(name, *here.shares(key, self.last.size))

    def add_wild(self, deals: Deals, rows: Drafted) -> None:
        wild = (rows.bowl == WILD) & (rows.symbol < WILD)
        here, symbol = deals.where(wild), rows.symbol[wild]
        self.wild.add(here, symbol, {"potency": rows.potency[wild]})
        self.wild.add_totals("share", *here.shares(symbol, self.wild.size))

    def add_taken(self, deals: Deals, bowls: Whole, rows: Drafted) -> None:
        """Dice taken of those that were rolled."""
        rolled = deals.columns(*bowls.reshape(len(bowls), -1).T)
        taken = self.taken.totals(deals.where(rows.roll), rows.bowl * len(COLORS) + rows.color)
        self.taken.add_totals("taken", taken, rolled)
        wild = slice(WILD * len(COLORS), None)
        totals = (each[:, wild].sum(axis=1, keepdims=True) for each in (taken, rolled))
        self.wild_taken.add_totals("taken", *totals)

    def figures(self) -> DraftFigures:
        return DraftFigures(
            tuple(self.pick(key) for key in self.by_pick.keys("potency")),
            tuple(
                LastFigures(
                    size,
                    self.last.rate("fullest", size, self.largest),
                    self.last.rate("taken", size, self.largest),
                )
                for size in range(1, self.largest + 1)
                if self.last.keys("fullest")
            ),
            tuple(
                TakenFigures(
                    SYMBOLS[key // len(COLORS)],
                    COLORS[key % len(COLORS)],
                    self.taken.rate("taken", key, self.taken.size),
                )
                for key in self.taken.keys("taken")
            ),
            self.wild_taken.rate("taken"),
            tuple(
                WildFigures(
                    SYMBOLS[key], self.wild.rate("share", key, WILD), self.wild_potency(key)
                )
                for key in self.wild.keys("share")
            ),
            tuple(
                EtherealFigures(
                    size,
                    self.ethereal.rate("drafts", size, self.largest),
                    self.ethereal.rate("used", size, self.largest),
                )
                for size in self.ethereal.keys("used")
            ),
            tuple(self.round(key) for key in self.by_round.keys("potency")),
        )

    def wild_potency(self, key: int) -> Estimate:
        """Of wild dice turned to a symbol."""
        return self.wild.mean("potency", key, WILD, (0.0, self.strongest))

    def pick(self, key: int) -> PickFigures:
        """The figures of a pick; those of a round hold together."""
        figures = (
            self.by_pick.mean(name, key, self.picks, (0.0, most))
            for name, most in (
                ("potency", self.strongest),
                ("bowl", self.largest),
                ("best", self.largest),
            )
        )
        return PickFigures(key // self.picks, key % self.picks + 1, *figures)

    def round(self, key: int) -> RoundFigures:
        family = 1 if key == 0 else self.rounds
        return RoundFigures(
            key,
            self.by_round.mean("potency", key, family, (0.0, self.strongest)),
            *(
                self.by_round.point(name, key, Scale.RATE).estimate(family=family)
                for name in ("wild", "ethereal", "added", "wasted")
            ),
        )
