"""Dice bowls: rolls compared with exact chances, drafts, and waste."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.games.trismegistus.game import BOTMEGISTUS
from trisim.games.trismegistus.report.analyses.bowl_drafts import (
    DraftFigures,
    Drafts,
    drafted,
    roll_key,
)
from trisim.games.trismegistus.report.analyses.bowl_rolls import (
    BOWLS,
    COLORS,
    SYMBOLS,
    RollFigures,
    Rolls,
)
from trisim.games.trismegistus.report.facts import box_of
from trisim.stats.analyses.cells import Cells
from trisim.stats.analyses.grids import Deals, mean_within
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.estimate import Estimate, Level, Scale
from trisim.stats.totals import Quantity

USES = {
    "wasted": Quantity("share", weight="potency"),
    "lost": Quantity("potency_wasted"),
    "ethereal": Quantity("ethereal_dice"),
}


@dataclass(frozen=True, slots=True)
class StrategyFigures:
    """The dice of a strategy: potency lost by early drafts, ethereal dice spent."""

    strategy: str
    wasted: Estimate
    """As a share of its potency."""

    lost: Estimate
    """In a game."""

    ethereal: Estimate
    """In a game."""


@dataclass(frozen=True, slots=True)
class Bowls:
    rolls: RollFigures
    drafts: DraftFigures
    strategies: tuple[StrategyFigures, ...]

    def measures(self) -> dict[str, Estimate]:
        """Sizes, rerolls, potency by pick, wild and ethereal dice, waste."""
        rolls, drafts = self.rolls, self.drafts
        found = {
            f"bowl.{symbol}.size": versus.observed
            for symbol, versus in zip(SYMBOLS, rolls.symbols, strict=True)
        }
        found |= {"bowl.largest": rolls.largest.observed, "bowl.rerolls": rolls.rerolls.observed}
        picks = [each for each in drafts.picks if each.round == 0]
        found |= {f"potency.pick.{each.pick}": each.potency for each in picks}
        for every in (each for each in drafts.rounds if each.round == 0):
            found |= {"potency.mean": every.potency, "potency.wasted": every.wasted}
            found |= {"die.wild": every.wild, "die.ethereal": every.ethereal}
        return found | {f"strategy.{each.strategy}.wasted": each.wasted for each in self.strategies}


class BowlAnalysis:
    """Reads ``rounds``, ``turns`` and, for waste by strategy, ``players``."""

    needs: ClassVar[tuple[str, ...]] = ("rounds", "turns", "players")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.rolls = Rolls(box_of(facts), facts.players)
        self.drafts = Drafts(box_of(facts), facts.players)
        self.strategies = Cells()

    def read(self, batch: Batch) -> None:
        frame = batch["rounds"].select("game", "deal", "round", "rerolls", *BOWLS).collect()
        game, round_no = (frame[name].to_numpy().astype(np.int64) for name in ("game", "round"))
        deals = Deals.of(frame["deal"].to_numpy())
        shape = (len(frame), len(SYMBOLS), len(COLORS))
        bowls = frame.select(BOWLS).to_numpy().reshape(shape).astype(np.int64)
        first = game % self.facts.games_a_deal == 0
        rerolls = frame["rerolls"].to_numpy().astype(np.int64)
        self.rolls.add(deals.where(first), bowls[first], rerolls[first])
        self.drafts.add(deals, bowls, drafted(batch["turns"], roll_key(game, round_no)))
        self.strategies.add(uses(batch["players"]), USES, ["strategy"])

    def result(self) -> Bowls:
        """Rolls, drafts, and strategies in the order of their names."""
        names = self.strategies.by("lost")
        return Bowls(
            self.rolls.figures(),
            self.drafts.figures(),
            tuple(self.strategy(name, len(names)) for name in names),
        )

    def strategy(self, name: Level, family: int) -> StrategyFigures:
        """One strategy of so many."""
        of = self.strategies.of
        return StrategyFigures(
            str(name),
            of("wasted", name).point(Scale.RATE).estimate(family=family),
            mean_within(of("lost", name), (0.0, self.most), family),
            mean_within(of("ethereal", name), (0.0, self.most), family),
        )

    @property
    def most(self) -> float:
        """The potency that one player can have in a game."""
        numbers = box_of(self.facts).rules.numbers
        return float(numbers.rounds * numbers.dice_per_round * numbers.potency_limit)


def uses(players: pl.LazyFrame) -> pl.LazyFrame:
    """The use of each player's potency; Botmegistus never loses any."""
    potency = pl.col("potency_spent") + pl.col("potency_wasted")
    return players.filter(pl.col("strategy").cast(pl.String) != BOTMEGISTUS).select(
        "deal",
        "strategy",
        "ethereal_dice",
        "potency_wasted",
        potency.alias("potency"),
        (pl.col("potency_wasted") / pl.max_horizontal(potency, 1)).alias("share"),
    )
