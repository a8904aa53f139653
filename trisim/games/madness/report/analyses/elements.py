"""Elements: what decks are made of, what pays, what is cursed and what is cast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.games.madness.box.words import Element
from trisim.games.madness.report.facts import box_of
from trisim.stats.analyses.card_rows import numbers
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.seated import Array
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Comparison, Estimate, Scale
from trisim.stats.multiple import compare_all

ELEMENTS = tuple(element.word for element in Element)
EVEN = 1 / len(ELEMENTS)

OF_ALL = ("first", "strength", "paid", "learned", "cast")
"""Shares of the elements in something: they add up to 1, and are compared with an even split."""


@dataclass(frozen=True, slots=True)
class ElementShares:
    """The share of each element in something: first decks, payments and so on."""

    what: str
    shares: Mapping[str, Comparison]


@dataclass(frozen=True, slots=True)
class ElementCurses:
    """The curses of an element: how many are laid in a game, and how many are destroyed."""

    element: str
    laid: Estimate
    destroyed: Estimate


@dataclass(frozen=True, slots=True)
class Elements:
    """All elements; intervals of a row hold together."""

    shares: tuple[ElementShares, ...]
    curses: tuple[ElementCurses, ...]

    def measures(self) -> dict[str, Estimate]:
        """``element.fire.strength`` and so on; curses are measured in their own section."""
        return {
            f"element.{element}.{each.what}": here.estimate
            for each in self.shares
            for element, here in each.shares.items()
            if here.estimate.clusters
        }


class ElementAnalysis:
    """Reads ``players`` and, where they are, ``actions``, ``cards`` and ``curses``."""

    needs: ClassVar[tuple[str, ...]] = ("games", "players")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        box = box_of(facts)
        self.starts = {
            mage.id: [ones + 2 * (place == mage.element) for place, ones in enumerate(mage.ones)]
            for mage in box.mages
        }
        self.spells = [each.id for each in box.spells if not each.basic]
        self.all_spells = [each.id for each in box.spells]
        self.element_of = {each.id: int(each.element) for each in box.spells}
        self.tally = Tallies("element.*")

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def read(self, batch: Batch) -> None:
        games = batch["games"].select("deal").collect()
        self.tally.begin(games["deal"])
        self.decks(batch["players"])
        if "actions" in self.facts.tables:
            paid = [f"paid_{element}" for element in ELEMENTS]
            rows = batch["actions"].group_by("deal").agg(pl.col(paid).sum()).collect()
            self.split("paid", rows["deal"], rows.select(paid).to_numpy())
        if "cards" in self.facts.tables:
            self.casts(batch["cards"])
        if "curses" in self.facts.tables:
            self.curses(batch["curses"], games["deal"])

    def decks(self, players: pl.LazyFrame) -> None:
        """What decks begin with, what they are at the end, and spells learned."""
        mage = self.facts.role.one if self.facts.role else ""
        values = [f"value_{element}" for element in ELEMENTS]
        rows = players.select("deal", mage, "spells_learned", *values).collect()
        self.split("strength", rows["deal"], rows.select(values).to_numpy())
        mages = list(self.starts)
        place = numbers(rows[mage], mages)
        first = np.array([*self.starts.values(), [0] * len(ELEMENTS)])[place]
        self.split("first", rows["deal"], first)
        learned = rows.select("deal", "spells_learned").explode("spells_learned").drop_nulls()
        self.by_spell("learned", learned["deal"], learned["spells_learned"], None)

    def casts(self, cards: pl.LazyFrame) -> None:
        rows = cards.filter(pl.col("uses") > 0).select("deal", "card", "uses").collect()
        self.by_spell("cast", rows["deal"], rows["card"], rows["uses"].to_numpy().astype(float))

    def by_spell(self, what: str, deal: pl.Series, spells: pl.Series, times: Array | None) -> None:
        """Spells by their element; mages in the column are no spells."""
        place = numbers(spells, self.all_spells)
        known = np.array([self.element_of[each] for each in self.all_spells])
        element = np.where(place >= 0, known[place], -1)
        deals = self.tally.deals_of(deal)
        self.split_totals(what, deals.totals(element, len(ELEMENTS), times))

    def split(self, what: str, deal: pl.Series, amounts: Array) -> None:
        """Amounts by element, a column for each, as shares of all elements together."""
        deals = self.tally.deals_of(deal)
        self.split_totals(what, deals.columns(*amounts.astype(np.float64).T))

    def split_totals(self, what: str, by_element: Array) -> None:
        together = by_element.sum(axis=1, keepdims=True)
        names = [f"element.{element}.{what}" for element in ELEMENTS]
        self.tally.add_all(
            names, by_element, np.broadcast_to(together, by_element.shape), Scale.RATE
        )

    def curses(self, curses: pl.LazyFrame, games: pl.Series) -> None:
        """Curses by their kind; multi-element ones belong to none."""
        rows = curses.select("deal", "kind", "fate").collect()
        kind, deals = numbers(rows["kind"], ELEMENTS), self.tally.deals_of(rows["deal"])
        destroyed = (rows["fate"].cast(pl.String) == "destroyed").to_numpy()
        names = [f"destroyed {element}" for element in ELEMENTS]
        self.tally.by(names, deals, kind, destroyed, Scale.RATE)
        laid = deals.totals(kind, len(ELEMENTS))
        played = np.bincount(self.tally.deals_of(games).row, minlength=deals.count)
        here = np.broadcast_to(played[:, None].astype(np.float64), laid.shape)
        self.tally.add_all([f"laid {element}" for element in ELEMENTS], laid, here, Scale.MEAN)

    def result(self) -> Result:
        if "element.fire.strength" not in self.tally:
            return Missing("No deck of this run has an element card.")
        many = len(ELEMENTS)
        return Elements(
            tuple(
                ElementShares(what, self.compared(what))
                for what in OF_ALL
                if all(f"element.{each}.{what}" in self.tally for each in ELEMENTS)
            ),
            tuple(
                ElementCurses(
                    each,
                    self.tally.estimate(f"laid {each}", many),
                    self.tally.estimate(f"destroyed {each}", many),
                )
                for each in ELEMENTS
                if f"destroyed {each}" in self.tally
            ),
        )

    def compared(self, what: str) -> Mapping[str, Comparison]:
        """Each element against an even split."""
        points = {each: self.tally.point(f"element.{each}.{what}") for each in ELEMENTS}
        return compare_all(points, EVEN)
