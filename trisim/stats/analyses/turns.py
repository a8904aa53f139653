"""Turns: actions and options of players, by round; a game without rounds is one round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.grids import Deals, Grid, Values
from trisim.stats.estimate import Estimate, Scale

Whole = NDArray[np.int64]
CHOICES = ("choices", "options")


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The words in the column ``action`` of a game's turns."""

    actions: tuple[str, ...] = ()
    """What players do; none if the game's turns have no actions."""

    none: str = ""
    """The action of a turn without one, which is told only if it happens."""

    automa: str = ""
    """What an automa does: no turn of a player, and without a choice."""

    @property
    def all(self) -> tuple[str, ...]:
        """All words of the column; that of an automa is the last."""
        return (*self.actions, *([self.automa] if self.automa else []))


@dataclass(frozen=True, slots=True)
class RoundFlow:
    """A round: its turns, and the number of options in them."""

    round: int
    turns: Estimate
    choices: Estimate
    """Real choices in a turn."""

    options: Estimate
    """Options in a choice."""

    forced: Estimate
    """Turns without any real choice."""


@dataclass(frozen=True, slots=True)
class ActionShare:
    """The share of a round's turns with an action."""

    round: int
    action: str
    share: Estimate


class TurnCounts:
    """Actions and choices by round; they add up batch by batch."""

    def __init__(self, rounds: int, words: ActionWords) -> None:
        self.rounds, self.words = rounds, words
        self.by_round = Grid(rounds)
        self.actions = Grid(rounds * len(words.actions))

    def add(self, deals: Deals, starts: Whole, turns: dict[str, Any]) -> None:
        """Add turns, sorted by game; ``starts`` has the first one of each game of the deals."""
        self.by_round.begin_batch()
        if not len(turns["round"]):
            return
        first = np.append(True, np.diff(turns["round"]) != 0)
        first[starts] = True
        begin = np.flatnonzero(first)  # of each round of each game
        number = turns["round"][begin].astype(np.int64) - 1
        here = deals.where(np.searchsorted(starts, begin, side="right") - 1)
        number = number.clip(0, self.rounds - 1)
        own = turns["action"] != len(self.words.actions)

        def total(values: Values) -> Values:
            by_round = np.add.reduceat(values, begin, dtype=np.int64)
            return self.by_round.totals(here, number, by_round)

        rows = total(own)
        self.by_round.add_totals("turns", rows, self.by_round.totals(here, number))
        if "choices" in turns:
            chosen, offered = total(turns["choices"]), total(turns["options"])
            self.by_round.add_totals("choices", chosen, rows)
            self.by_round.add_totals("options", offered, chosen)
            self.by_round.add_totals("forced", total(own & (turns["choices"] == 0)), rows)
        if many := len(self.words.actions):
            counts = [total(turns["action"] == action) for action in range(many)]
            by_action = np.stack(counts, axis=2).reshape(deals.count, -1)
            self.actions.add_totals("share", by_action, np.repeat(rows, many, axis=1))

    def put_totals(self, totals: DealTotals) -> None:
        """Put the totals behind ``round_measures`` of the last batch."""
        for name, scale in (("options", Scale.MEAN), ("forced", Scale.RATE)):
            for key in self.by_round.keys(name):
                if (found := self.by_round.of_batch(name, key)) is not None:
                    totals.put(f"flow.{name}.{key + 1}", *found, scale)

    def rounds_found(self) -> tuple[RoundFlow, ...]:
        here, family = self.by_round, self.rounds
        return tuple(
            RoundFlow(
                key + 1,
                here.mean("turns", key, family),
                here.mean("choices", key, family),
                here.mean("options", key, family),
                here.rate("forced", key, family),
            )
            for key in here.keys("turns")
        )

    def actions_found(self) -> tuple[ActionShare, ...]:
        """Round by round, action by action, including those that nobody took."""
        words, many = self.words.actions, len(self.words.actions)
        return tuple(
            ActionShare(key // many + 1, words[key % many], self.actions.rate("share", key, many))
            for key in self.actions.keys("share")
            if self.actions.of("share", key).y or words[key % many] != self.words.none
        )


def turn_columns(turns: pl.LazyFrame, words: ActionWords, seats: int = 0) -> dict[str, Any]:
    """Columns of turns as arrays: actions by their position in ``words``, a score column per seat.

    Scores are read if there are ``seats``. If the game has no rounds, all turns are in round 1.
    """
    there = turns.collect_schema().names()
    is_first = pl.lit(1, pl.Int8).alias("round")
    no_action = pl.lit(-1, pl.Int8).alias("action")
    action = pl.col("action").cast(pl.Enum(words.all)).to_physical().cast(pl.Int8)
    columns = [
        "game",
        "round" if "round" in there else is_first,
        *(name for name in CHOICES if name in there),
        action if words.actions else no_action,
        *(["seat", pl.col("scores").list.to_array(seats)] if seats else []),
    ]
    table = turns.select(columns).collect()
    return {name: table[name].to_numpy() for name in table.columns}


def round_measures(rounds: Sequence[RoundFlow]) -> dict[str, Estimate]:
    """``flow.options.1`` and ``flow.forced.1``, by round."""
    names = ("options", "forced")
    found = {f"flow.{name}.{each.round}": getattr(each, name) for each in rounds for name in names}
    return {name: estimate for name, estimate in found.items() if estimate.clusters}
