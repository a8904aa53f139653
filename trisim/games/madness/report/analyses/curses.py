"""Curses: how often they strike and are destroyed, what they cost, and who wins with them.

Which curse of a pile is laid is drawn by lot, so a curse is compared with others of its kind that
are laid at the same monster of the same scenario.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.games.madness.box.words import CurseKind
from trisim.games.madness.report.analyses.presence import Presence
from trisim.games.madness.report.facts import MONSTERS, TURNS
from trisim.stats.analyses.card_rows import numbers
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.grids import Deals
from trisim.stats.analyses.seated import Array, Flags, Ints
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Comparison, Estimate, Scale

KINDS = tuple(kind.word for kind in CurseKind)


@dataclass(frozen=True, slots=True)
class CurseFigures:
    """A curse, or all of a kind.

    ``struck`` and ``destroyed`` are shares of those that were laid; ``madness`` is what players
    took for one that struck, ``fatal`` the share of these strikes that lost the game.
    """

    name: str
    kind: str
    laid: Estimate
    """In a game."""

    struck: Estimate
    destroyed: Estimate
    by_effect: Estimate
    """Of those destroyed."""

    turns: Estimate
    """From laying to destruction."""

    madness: Estimate
    fatal: Estimate
    win: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Curses:
    """The curses of a run; intervals of a table hold together."""

    kinds: tuple[CurseFigures, ...]
    curses: tuple[CurseFigures, ...]

    def measures(self) -> dict[str, Estimate]:
        """``curse.ID.win``, ``.struck``, ``.destroyed``; ``curses.KIND.destroyed``."""
        found = {f"curses.{each.name}.destroyed": each.destroyed for each in self.kinds}
        for each in self.curses:
            found[f"curse.{each.name}.struck"] = each.struck
            found[f"curse.{each.name}.destroyed"] = each.destroyed
            found[f"curse.{each.name}.fatal"] = each.fatal
            if each.win is not None:
                found[f"curse.{each.name}.win"] = each.win.estimate
        return {name: each for name, each in found.items() if each.clusters}


class CurseAnalysis:
    """Reads ``curses`` with ``games``."""

    needs: ClassVar[tuple[str, ...]] = ("games", "curses")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.kind_of = {each.id: each.kind.word for each in facts.box.curses}
        self.ids = tuple(self.kind_of)
        self.tally = Tallies(
            "curses.*.destroyed", "curse.*.struck", "curse.*.destroyed", "curse.*.fatal"
        )
        self.presence = Presence(self.ids, "curse.{}.win")
        self.most = {"madness": 0.0, "turns": float(TURNS)}
        """Bounds of means whose deals are all alike."""

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def ratios(self) -> dict[str, tuple[float, float]]:
        return self.presence.ratios()

    def read(self, batch: Batch) -> None:
        columns = ("game", "deal", "scenario", "won", "loss_card", "loss_cause")
        games = batch["games"].select(columns).collect()
        self.tally.begin(games["deal"])
        rows = (
            batch["curses"]
            .collect()
            .join(games.drop("deal"), on="game", how="inner", maintain_order="left")
            .with_columns(fatal=fatal())
        )
        if rows.is_empty():
            return
        curse, kind = numbers(rows["curse"], self.ids), numbers(rows["kind"], KINDS)
        per_game = np.bincount(
            np.searchsorted(self.tally.totals.deals, games["deal"].to_numpy()),
            minlength=len(self.tally.totals.deals),
        ).astype(np.float64)
        self.count(rows, curse, [f"curse.{each}" for each in self.ids], per_game)
        self.count(rows, kind, [f"curses.{each}" for each in KINDS], per_game)
        scenario = numbers(rows["scenario"], self.facts.scenarios)
        number = rows["round"].to_numpy().astype(np.int64)
        strata = (scenario * (MONSTERS + 1) + number) * len(KINDS) + kind
        deals = self.tally.deals_of(rows["deal"])
        self.presence.add(curse, strata, deals, rows["won"].to_numpy().astype(np.float64))
        self.presence.put_totals(self.tally.totals)

    def count(self, rows: pl.DataFrame, key: Ints, names: list[str], games: Array) -> None:
        """The figures by curse, or by kind."""
        deals = self.tally.deals_of(rows["deal"])
        struck = rows["turn_struck"].is_not_null().to_numpy()
        destroyed = (rows["fate"].cast(pl.String) == "destroyed").to_numpy()
        laid = deals.totals(key, len(names))
        here = np.broadcast_to(games[:, None], laid.shape)
        self.tally.add_all([f"{each}.laid" for each in names], laid, here, Scale.MEAN)
        self.share(names, "struck", deals, key, struck)
        self.share(names, "destroyed", deals, key, destroyed)
        only = np.where(destroyed, key, -1)
        self.share(names, "by_effect", deals, only, rows["by_effect"].cast(pl.Boolean).to_numpy())
        lay = (rows["turn_gone"] - rows["turn_laid"]).fill_null(0).to_numpy()
        self.tally.by([f"{each}.turns" for each in names], deals, only, lay, Scale.MEAN)
        strikes = np.where(struck, key, -1)
        madness = rows["madness_taken"].to_numpy()
        self.most["madness"] = max(self.most["madness"], float(madness.max()))
        self.tally.by([f"{each}.madness" for each in names], deals, strikes, madness, Scale.MEAN)
        self.share(names, "fatal", deals, strikes, rows["fatal"].to_numpy())

    def share(self, names: list[str], word: str, deals: Deals, key: Ints, flag: Flags) -> None:
        self.tally.by([f"{each}.{word}" for each in names], deals, key, flag, Scale.RATE)

    def result(self) -> Result:
        seen = [each for each in self.ids if f"curse.{each}.struck" in self.tally]
        if not seen:
            return Missing("No curse of this run can be read.")
        wins = self.presence.differences()
        kinds = [each for each in KINDS if f"curses.{each}.struck" in self.tally]
        return Curses(
            tuple(self.figures(f"curses.{each}", each, each, len(kinds)) for each in kinds),
            tuple(
                self.figures(f"curse.{each}", each, self.kind_of[each], len(seen), wins.get(each))
                for each in seen
            ),
        )

    def figures(
        self, key: str, name: str, kind: str, family: int, win: Comparison | None = None
    ) -> CurseFigures:
        words = ("laid", "struck", "destroyed", "by_effect", "turns", "madness", "fatal")
        limits = {word: (0.0, most) for word, most in self.most.items()}
        found = {
            word: self.tally.estimate(f"{key}.{word}", family, limits.get(word)) for word in words
        }
        return CurseFigures(name, kind, **found, win=win)


def fatal() -> pl.Expr:
    """Whether the game was lost by the strike of this curse: the last time that it struck."""
    of_curse = pl.col("loss_cause").cast(pl.String) == "curse"
    by_this = pl.col("loss_card").cast(pl.String) == pl.col("curse").cast(pl.String)
    last = pl.col("turn_struck") == pl.col("turn_struck").max().over("game", "curse")
    return (of_curse & by_this & last).fill_null(value=False)
