"""Checks of rounds: the dice in the bowls, and the order of play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import COLORS, SYMBOLS
from trisim.games.trismegistus.audit.turns import followed
from trisim.games.trismegistus.rules.streams import DICE
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.seating import hashed, word

Bowls: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
ROUND = ["game", "round"]


def bowl(symbol: str, color: str) -> str:
    """The column of a bowl's dice of a colour."""
    return f"bowl_{symbol}_{color}"


BOWLS = [bowl(symbol, color) for symbol in SYMBOLS for color in COLORS]


@check("dice", "all dice of the game are in the bowls, and no bowl is overfull", "rounds")
def dice_in_bowls(evidence: Evidence) -> Iterator[Wrong]:
    """By colour, less those that leave with fewer players, or by an option of the solo game."""
    frame, limit = evidence["rounds"], evidence.facts.box.rules.numbers.bowl_limit
    for color in COLORS:
        total = pl.sum_horizontal(bowl(symbol, color) for symbol in SYMBOLS)
        right = evidence.facts.by_scenario(evidence.facts.dice_by_scenario(color))
        yield from evidence.differing("rounds", frame, f"{color} dice", right, total)
    for symbol in SYMBOLS:
        total = pl.sum_horizontal(bowl(symbol, color) for color in COLORS)
        said, what = f"up to {limit}", f"dice in the {symbol} bowl"
        yield from evidence.faulty("rounds", frame, total > limit, what, said, total)
    for name in BOWLS:
        yield from evidence.faulty("rounds", frame, pl.col(name) < 0, name, "0 or more")


@check("rolls", "bowls and rerolls are those that the seed of the deal gives", "rounds", "games")
def rolls(evidence: Evidence) -> Iterator[Wrong]:
    """All dice rolled again from the seed; the same in every game of a deal."""
    frame = evidence["rounds"].join(
        evidence["games"].select("game", "seed"), on="game", how="inner", maintain_order="left"
    )
    dice = [evidence.facts.by_scenario(evidence.facts.dice_by_scenario(name)) for name in COLORS]
    counts = frame.select(**dict(zip(COLORS, dice, strict=True))).to_numpy()
    bowls, rerolls = rolled(evidence, frame["seed"].to_numpy(), frame["round"].to_numpy(), counts)
    right = frame.with_columns(
        pl.Series("·rerolls", rerolls),
        *(pl.Series(f"·{name}", bowls[:, place]) for place, name in enumerate(BOWLS)),
    )
    for name in ("rerolls", *BOWLS):
        yield from evidence.differing("rounds", right, name, f"·{name}")


def rolled(evidence: Evidence, seeds: Any, rounds: Any, dice: Bowls) -> tuple[Bowls, Bowls]:
    """The bowls of each round by column, and how many were rolled again; dice are by colour."""
    roll = Roll(seeds, rounds)
    for color in range(len(COLORS)):
        for nth in range(int(dice[:, color].max(initial=0))):
            roll.die((dice[:, color] > nth).nonzero()[0], color)
    limit = evidence.facts.box.rules.numbers.bowl_limit
    while (overfull := roll.bowls.sum(axis=2) > limit).any():
        rows = overfull.any(axis=1).nonzero()[0]
        roll.again(rows, overfull[rows].argmax(axis=1))
    return roll.bowls.reshape(len(seeds), -1), roll.rerolls


class Roll:
    """The dice of many rounds at once."""

    def __init__(self, seeds: Any, rounds: Any) -> None:
        streams = DICE + rounds[:, None] * len(COLORS) + np.arange(len(COLORS))
        self.keys = hashed(seeds.astype(np.uint64)[:, None], streams)  # [round, color]
        self.rolls = np.zeros((len(seeds), len(COLORS)), np.int64)
        self.bowls = np.zeros((len(seeds), len(SYMBOLS), len(COLORS)), np.int64)
        self.rerolls = np.zeros(len(seeds), np.int64)

    def die(self, rows: Any, color: int) -> None:
        """Roll one die of a colour into its bowl, in some of the rounds."""
        drawn = hashed(self.keys[rows, color], self.rolls[rows, color])
        high = (drawn >> word(32)).astype(np.int64)
        symbol = (high * len(SYMBOLS)) >> 32
        self.bowls[rows, symbol, color] += 1
        self.rolls[rows, color] += 1

    def again(self, rows: Any, symbols: Any) -> None:
        """Roll all dice of one bowl again, in each of some rounds."""
        dice = self.bowls[rows, symbols]
        self.bowls[rows, symbols] = 0
        self.rerolls[rows] += 1
        for color in range(len(COLORS)):
            for nth in range(int(dice[:, color].max())):
                self.die(rows[dice[:, color] > nth], color)


# ---------------------------------------------------------------- turn order


@check(
    "turn-order", "the order of a round names every seat once; round 1 begins with seat 0", "rounds"
)
def order_is_of_all_seats(evidence: Evidence) -> Iterator[Wrong]:
    """Seats in their own order at first."""
    seats = evidence.facts.seats
    frame, said = evidence["rounds"], "every seat once"
    wrong = ~is_list(pl.col("order").list.sort(), seats)
    yield from evidence.faulty("rounds", frame, wrong, "order", said)
    wrong = ~is_list(pl.col("order"), seats) & (pl.col("round") == 1)
    yield from evidence.faulty("rounds", frame, wrong, "order", ", ".join(map(str, seats)))


def is_list(column: pl.Expr, values: range) -> pl.Expr:
    each = (column.list.get(place, null_on_oob=True) == value for place, value in enumerate(values))
    return pl.all_horizontal(column.list.len() == len(values), *each).fill_null(False)


@check("next-order", "who finishes a round first begins the next one", "rounds", "turns", "games")
def order_of_the_next_round(evidence: Evidence) -> Iterator[Wrong]:
    """Seats by the turn in which they used their last die of the round before."""
    ends = followed(evidence).filter("finishes").sort("game", "turn")
    derived = ends.group_by("game", "round", maintain_order=True).agg(right=pl.col("seat"))
    derived = derived.with_columns(pl.col("round") + 1)
    frame = evidence.finished("rounds").join(derived, on=ROUND, how="left", maintain_order="left")
    later = frame.filter(pl.col("round") > 1)
    yield from evidence.differing("rounds", later, "order", "right")
