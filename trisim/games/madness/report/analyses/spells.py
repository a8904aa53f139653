"""Spells: who learns them, how they are cast, and who wins with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.games.madness.box.box import Box
from trisim.games.madness.record.codes import CardKind
from trisim.games.madness.report.facts import box_of
from trisim.stats.analyses import cards
from trisim.stats.analyses.card_figures import Cards
from trisim.stats.analyses.card_rows import CardFacts, numbers
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Estimate, Scale

KINDS = CardKind.SPELL.word, CardKind.BASIC_SPELL.word


@dataclass(frozen=True, slots=True)
class SpellUse:
    """How a spell is cast: times a game, and the shares paid more than once, and abroad."""

    spell: str
    kind: str
    element: str
    level: int
    casts: Estimate
    boosted: Estimate
    abroad: Estimate


@dataclass(frozen=True, slots=True)
class SpellCards(Cards):
    """Spells as cards, and how they are cast; intervals of ``uses`` hold together."""

    uses: tuple[SpellUse, ...] = ()

    def measures(self) -> dict[str, Estimate]:
        """Those of cards, and ``card.ID.casts`` and ``card.ID.boosted``."""
        found = Cards.measures(self)
        for each in self.uses:
            found[f"card.{each.spell}.casts"] = each.casts
            found[f"card.{each.spell}.boosted"] = each.boosted
        return {name: each for name, each in found.items() if each.clusters}


class SpellAnalysis(cards.CardAnalysis):
    """Reads ``cards``: all players of a team have its result."""

    needs: ClassVar[tuple[str, ...]] = ("cards", "players", "games")
    used: ClassVar[tuple[str, ...]] = (CardKind.SPELL.word,)

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.spells = {each.id: each for each in box_of(facts).spells}
        self.uses = Tallies("card.*.casts", "card.*.boosted")

    def cards_in(self, box: Box) -> tuple[CardFacts, ...]:
        """Those of the library: all players begin with the basic ones."""
        library = (each for each in box.spells if not each.basic)
        return tuple(CardFacts(each.id, CardKind.SPELL.word, each.level) for each in library)

    def deal_totals(self) -> DealTotals:
        """Those of cards and of casts, which have the same deals."""
        both = self.totals.columns | self.uses.totals.columns
        return DealTotals(self.totals.deals, both)

    def read(self, batch: Batch) -> None:
        super().read(batch)
        games = batch["games"].select("deal").collect()
        rows = (
            batch["cards"]
            .filter(pl.col("seat").is_not_null())
            .select("deal", "card", "uses", "boosted", "abroad")
            .collect()
        )
        self.uses.begin(games["deal"])
        card = numbers(rows["card"], list(self.spells))
        deals, many = self.uses.deals_of(rows["deal"]), len(self.spells)
        casts, boosted, abroad = (
            deals.totals(card, many, rows[name].to_numpy().astype(np.float64))
            for name in ("uses", "boosted", "abroad")
        )
        in_game = np.bincount(self.uses.deals_of(games["deal"]).row, minlength=deals.count)
        played = np.broadcast_to(in_game[:, None].astype(np.float64), casts.shape)
        for name, y, m, scale in (
            ("casts", casts, played, Scale.MEAN),
            ("boosted", boosted, casts, Scale.RATE),
            ("abroad", abroad, casts, Scale.RATE),
        ):
            self.uses.add_all([f"card.{each}.{name}" for each in self.spells], y, m, scale)

    def result(self) -> SpellCards:
        found = super().result()
        return SpellCards(found.figures, found.kept, found.kinds, found.findings, self.used_as())

    def used_as(self) -> tuple[SpellUse, ...]:
        """All spells, those never cast too."""
        return tuple(
            SpellUse(
                spell.id,
                KINDS[spell.basic],
                spell.element.word,
                spell.level,
                *(
                    self.uses.estimate(f"card.{spell.id}.{name}", len(self.spells))
                    for name in ("casts", "boosted", "abroad")
                ),
            )
            for spell in self.spells.values()
        )
