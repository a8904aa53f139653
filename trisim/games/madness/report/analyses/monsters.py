"""Monsters and pages: who is beaten, what it costs, and what each does to the chance of winning.

- A *monster* is compared with the others that can appear with the same number, over games that
  reach it.
- A *page* is compared from the moment at which it lies open: which one it is, is drawn by lot. So
  its difference has its bonus or failure and, a monster later, the monster on its back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import polars as pl

from trisim.games.madness.report.analyses.presence import Presence
from trisim.games.madness.report.facts import MONSTERS
from trisim.stats.analyses.card_rows import numbers
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.seated import Flags, Ints
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Comparison, Estimate, Scale

ROUNDS = range(1, MONSTERS + 1)


@dataclass(frozen=True, slots=True)
class MonsterFigures:
    """A monster, or all of a round.

    ``beaten`` is of those that were beaten or escaped, ``struck`` the share of its curses that
    applied, ``fatal`` of its appearances in which the game was lost, ``madness`` what players took
    while it was at hand.
    """

    name: str
    beaten: Estimate
    struck: Estimate
    madness: Estimate
    fatal: Estimate
    win: Comparison | None = None


@dataclass(frozen=True, slots=True)
class PageFigures:
    """A page: how often its bonus was due, of all times that one of the two was."""

    name: str
    bonus: Estimate
    win: Comparison | None


@dataclass(frozen=True, slots=True)
class Monsters:
    """The monsters and pages of a run; intervals of a table hold together."""

    rounds: tuple[MonsterFigures, ...]
    monsters: tuple[MonsterFigures, ...]
    pages: tuple[PageFigures, ...]

    def measures(self) -> dict[str, Estimate]:
        """``monster.ID.win``, ``.beaten``, ``.fatal``; ``page.ID.win``; ``monsters.3.beaten``."""
        found = {f"monsters.{each.name}.beaten": each.beaten for each in self.rounds}
        for each in self.monsters:
            found[f"monster.{each.name}.beaten"] = each.beaten
            found[f"monster.{each.name}.fatal"] = each.fatal
        both = [("monster", *pair) for pair in differences(self.monsters)]
        both += [("page", *pair) for pair in differences(self.pages)]
        found |= {f"{kind}.{name}.win": win for kind, name, win in both}
        return {name: each for name, each in found.items() if each.clusters}


def differences(figures: Any) -> list[tuple[str, Estimate]]:
    """Those that can be compared."""
    return [(each.name, each.win.estimate) for each in figures if each.win is not None]


class MonsterAnalysis:
    """Reads ``monsters`` with ``games``."""

    needs: ClassVar[tuple[str, ...]] = ("games", "monsters")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.ids = tuple(each.id for each in facts.box.sheets)
        self.tally = Tallies("monster.*.beaten", "monster.*.fatal", "monsters.*.beaten")
        self.monsters = Presence(self.ids, "monster.{}.win")
        self.pages = Presence(self.ids, "page.{}.win")

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def ratios(self) -> dict[str, tuple[float, float]]:
        return self.monsters.ratios() | self.pages.ratios()

    def read(self, batch: Batch) -> None:
        games = batch["games"].select("game", "deal", "scenario", "won", "loss").collect()
        self.tally.begin(games["deal"])
        rows = with_result(batch["monsters"].collect(), games)
        if rows.is_empty():
            return
        number = rows["round"].to_numpy().astype(np.int64)
        strata = numbers(rows["scenario"], self.facts.scenarios) * (MONSTERS + 1) + number
        won = rows["won"].to_numpy().astype(np.float64)
        deals = self.tally.deals_of(rows["deal"])
        monster, page = (numbers(rows[name], self.ids) for name in ("monster", "page"))
        self.count(rows, monster, [f"monster.{each}" for each in self.ids])
        self.count(rows, number - 1, [f"monsters.{each}" for each in ROUNDS])
        decided = fate_is(rows, "beaten") | fate_is(rows, "escaped")
        names = [f"page.{each}.bonus" for each in self.ids]
        key = np.where(decided, page, -1)
        self.tally.by(names, deals, key, fate_is(rows, "beaten"), Scale.RATE)
        for things, key in ((self.monsters, monster), (self.pages, page)):
            things.add(key, strata, deals, won)
            things.put_totals(self.tally.totals)

    def count(self, rows: pl.DataFrame, key: Ints, names: list[str]) -> None:
        """The figures by monster, or by round."""
        deals = self.tally.deals_of(rows["deal"])
        beaten = fate_is(rows, "beaten")
        decided = np.where(beaten | fate_is(rows, "escaped"), key, -1)
        self.tally.by([f"{each}.beaten" for each in names], deals, decided, beaten, Scale.RATE)
        madness, fatal = rows["madness_taken"].to_numpy(), rows["fatal"].to_numpy()
        self.tally.by([f"{each}.madness" for each in names], deals, key, madness, Scale.MEAN)
        self.tally.by([f"{each}.fatal" for each in names], deals, key, fatal, Scale.RATE)
        struck, laid = (
            deals.totals(key, len(names), rows[name].to_numpy().astype(np.float64))
            for name in ("struck", "curses")
        )
        self.tally.add_all([f"{each}.struck" for each in names], struck, laid, Scale.RATE)

    def result(self) -> Result:
        seen = [each for each in self.ids if f"monster.{each}.fatal" in self.tally]
        if not seen:
            return Missing("No monster of this run can be read.")
        wins, pages = self.monsters.differences(), self.pages.differences()
        opened = [each for each in self.ids if f"page.{each}.bonus" in self.tally or each in pages]
        rounds = [str(each) for each in ROUNDS if f"monsters.{each}.fatal" in self.tally]
        return Monsters(
            tuple(self.figures(f"monsters.{each}", each, len(rounds)) for each in rounds),
            tuple(
                self.figures(f"monster.{each}", each, len(seen), wins.get(each)) for each in seen
            ),
            tuple(
                PageFigures(
                    each,
                    self.tally.estimate(f"page.{each}.bonus", len(opened)),
                    pages.get(each),
                )
                for each in opened
            ),
        )

    def figures(
        self, key: str, name: str, family: int, win: Comparison | None = None
    ) -> MonsterFigures:
        beaten, struck, madness, fatal = (
            self.tally.estimate(f"{key}.{word}", family)
            for word in ("beaten", "struck", "madness", "fatal")
        )
        return MonsterFigures(name, beaten, struck, madness, fatal, win)


def with_result(rows: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Rows of monsters with the result of their game.

    ``fatal`` is the last monster of a lost game.
    """
    is_last = pl.col("round") == pl.col("round").max().over("game")
    is_lost = ~pl.col("loss").cast(pl.String).is_in(["none"])
    return rows.join(
        games.drop("deal"), on="game", how="inner", maintain_order="left"
    ).with_columns(fatal=is_last & is_lost)


def fate_is(rows: pl.DataFrame, fate: str) -> Flags:
    found: Flags = (rows["fate"].cast(pl.String) == fate).to_numpy()
    return found
