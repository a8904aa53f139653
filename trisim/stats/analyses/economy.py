"""The economy: sources and uses of things and points.

From the ledger, which may be kept for every N-th deal only: all figures are per player and game of
the games with a ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale

POINTS, HELD = "vp_", "held_"
GAINED, SPENT, LEFT = "gained", "spent", "left"
ALL = "all"
SETUP = "setup"
Cell = tuple[str, str, str]
"""Gained, spent or left; a cause, or all; an item, or a kind of item."""


@dataclass(frozen=True, slots=True)
class Flow:
    """What a player gains and spends of an item in a game, for one cause or for ``all``.

    None for what never happened.
    """

    cause: str
    item: str
    gained: Estimate | None
    spent: Estimate | None

    @property
    def moved(self) -> float:
        """Gained plus spent."""
        return sum(each.value for each in (self.gained, self.spent) if each is not None)


@dataclass(frozen=True, slots=True)
class Holding:
    """The amount of an item at the end, and whether the ledger agrees with ``players``.

    ``net`` is the sum of the ledger over all its games, ``held`` the amount in ``players``.
    """

    item: str
    left: Estimate
    net: int
    held: int | None


@dataclass(frozen=True, slots=True)
class Economy:
    """Flows by kind for the figure, by item for the table; points by cause."""

    games: int
    """With a ledger."""

    kinds: tuple[Flow, ...]
    items: tuple[Flow, ...]
    holdings: tuple[Holding, ...]
    points: tuple[Flow, ...]

    def measures(self) -> dict[str, Estimate]:
        """``economy.coins.gained``, ``.spent`` and ``.left``, by item."""
        found = {}
        for flow in (each for each in self.items if each.cause == ALL):
            for way, estimate in ((GAINED, flow.gained), (SPENT, flow.spent)):
                if estimate is not None:
                    found[f"economy.{flow.item}.{way}"] = estimate
        return found | {f"economy.{each.item}.left": each.left for each in self.holdings}


class EconomyAnalysis:
    """Reads ``ledger`` without the automa's rows, and the final amounts in ``players``.

    A game names its items in a subclass.
    """

    needs: ClassVar[tuple[str, ...]] = ("ledger", "players")
    kinds: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Items that are shown together in the flow, by kind."""

    tokens: ClassVar[tuple[str, ...]] = ()
    """Items of no kind."""

    held: ClassVar[Mapping[str, str]] = {}
    """Columns of ``players`` that say what is left of an item, besides ``held_`` and ``vp_``."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.games, self.rows = 0, Sums()
        self.cells: dict[Cell, Sums] = {}
        self.net: dict[str, int] = {}
        self.left: dict[str, int] = {}
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        ledger, players = batch["ledger"], self.yours(batch["players"])
        if self.facts.has_automa:
            seats = players.select("game", "seat")
            changes = ledger.join(seats, on=["game", "seat"], how="semi")
        else:
            changes = ledger
        books = ledger.filter(pl.col("step") == 0).select("game", "deal")
        totals, games = pl.collect_all([totals_by_deal(changes), books])
        self.totals = NO_DEALS
        if games.is_empty():
            return
        seats_of = players.join(games.lazy().select("game"), on="game", how="semi")
        size = seats_of.group_by("deal").agg(pl.len().cast(pl.Float64).alias("m")).collect()
        self.games += len(games)
        self.rows += Sums.of(size["m"].to_numpy(), size["m"].to_numpy())
        for cell, sums in cell_sums(with_kinds(totals, self.kinds), size).items():
            self.cells[cell] = self.cells.get(cell, Sums()) + sums
        self.keep_books(totals, seats_of)
        self.totals = self.totals_of(totals, size.sort("deal"))

    def totals_of(self, totals: pl.DataFrame, size: pl.DataFrame) -> DealTotals:
        """Amounts of each named item by deal; ``size`` has the rows of players of each deal."""
        deals, m = size["deal"].to_numpy().astype(np.int64), size["m"].to_numpy()
        found = DealTotals(deals)
        by_item = totals.group_by("item", "deal").agg(pl.col(GAINED, SPENT).sum())
        for item in self.named:
            rows = by_item.filter(pl.col("item") == item)
            place = np.searchsorted(deals, rows["deal"].to_numpy())
            amounts = {way: np.zeros(len(deals)) for way in (GAINED, SPENT)}
            for way, amount in amounts.items():
                amount[place] = rows[way].to_numpy()
                found.put(f"economy.{item}.{way}", amount, m, Scale.MEAN)
            left = amounts[GAINED] - amounts[SPENT]
            found.put(f"economy.{item}.{LEFT}", left, m, Scale.MEAN)
        return found

    def yours(self, players: pl.LazyFrame) -> pl.LazyFrame:
        return players.filter(pl.col("strategy").cast(pl.String) != self.facts.automa)

    def keep_books(self, totals: pl.DataFrame, players: pl.LazyFrame) -> None:
        """Add the totals of the ledger, and the final amounts of the players."""
        net = totals.group_by("item").agg((pl.col(GAINED) - pl.col(SPENT)).sum())
        for item, amount in net.rows():
            self.net[item] = self.net.get(item, 0) + round(amount)
        columns = self.held_columns(players.collect_schema().names())
        held = players.select(pl.col(column).cast(pl.Int64).sum() for column in columns).collect()
        for column, item in columns.items():
            self.left[item] = self.left.get(item, 0) + int(held[column][0] or 0)

    def held_columns(self, columns: list[str]) -> dict[str, str]:
        """The columns of ``players`` with final amounts, and their items."""
        found = {name: name.removeprefix(HELD) for name in columns if name.startswith(HELD)}
        points = {name: name for name in columns if name.startswith(POINTS)}
        return found | {name: item for name, item in self.held.items() if name in columns} | points

    def result(self) -> Economy:
        """Causes and items, the largest amounts first."""
        points = sorted({item for _, _, item in self.cells if item.startswith(POINTS)})
        items = [item for item in self.things() if self.known(item)]
        return Economy(
            self.games,
            self.flows([*self.kinds, ALL]),
            self.flows(items),
            tuple(self.holding(item, len(items)) for item in items),
            self.flows(points),
        )

    def things(self) -> list[str]:
        """The items of the game in its order; all items of the ledger if it names none."""
        there = {item for _, _, item in self.cells if not item.startswith(POINTS)}
        return self.named or sorted(there - {ALL})

    @property
    def named(self) -> list[str]:
        """The items that the game names."""
        return [*(item for items in self.kinds.values() for item in items), *self.tokens]

    def known(self, item: str) -> bool:
        """Whether the ledger has any change of an item."""
        return any((way, ALL, item) in self.cells for way in (GAINED, SPENT))

    def flows(self, items: list[str]) -> tuple[Flow, ...]:
        """Item by item, all causes first, then each from most to least."""
        pairs = {(cause, item) for _, cause, item in self.cells if item in items}
        family = len(pairs)
        found = [
            Flow(
                cause,
                item,
                self.estimate((GAINED, cause, item), family),
                self.estimate((SPENT, cause, item), family),
            )
            for cause, item in pairs
        ]
        return tuple(sorted(found, key=lambda flow: (items.index(flow.item), *rank_of(flow))))

    def estimate(self, cell: Cell, family: int) -> Estimate | None:
        """Per player and game; deals without a change count as 0.

        The amounts of the setup are fixed, and so exact.
        """
        if cell not in self.cells:
            return None
        found = self.sums(cell).point(Scale.MEAN).estimate(family=family)
        if cell[1] == SETUP and self.sums(cell).squares == 0:
            return replace(found, low=found.value, high=found.value)
        return replace(found, low=max(0.0, found.low))

    def sums(self, cell: Cell) -> Sums:
        """The sums of a cell over all deals with a ledger."""
        here, rows = self.cells.get(cell, Sums()), self.rows
        return Sums(rows.clusters, here.y, rows.m, here.yy, here.ym, rows.mm)

    def holding(self, item: str, family: int) -> Holding:
        left = self.sums((LEFT, ALL, item)).point(Scale.MEAN).estimate(family=family)
        return Holding(
            item, replace(left, low=max(0.0, left.low)), self.net.get(item, 0), self.left.get(item)
        )


def rank_of(flow: Flow) -> tuple[bool, float, str]:
    """All causes first; then by amount."""
    return flow.cause != ALL, -flow.moved, flow.cause


def totals_by_deal(ledger: pl.LazyFrame) -> pl.LazyFrame:
    """Gained and spent amounts by deal, cause and item."""
    delta = pl.col("delta").cast(pl.Int32)
    return (
        ledger.select(
            "deal",
            "cause",
            "item",
            delta.clip(lower_bound=0).alias(GAINED),
            (-delta.clip(upper_bound=0)).alias(SPENT),
        )
        .group_by("deal", "cause", "item")
        .agg(pl.col(GAINED, SPENT).sum().cast(pl.Float64))
        .with_columns(pl.col("cause", "item").cast(pl.String))
    )


def with_kinds(totals: pl.DataFrame, kinds_of: Mapping[str, tuple[str, ...]]) -> pl.DataFrame:
    """The totals by kind of item, for all kinds and for all causes; and the amounts left.

    Kinds of a single item have its name, and come once.
    """
    kind_of = {item: kind for kind, items in kinds_of.items() for item in items}
    kinds = totals.filter(pl.col("item").is_in(list(kind_of))).with_columns(
        item=pl.col("item").replace(kind_of)
    )
    several = kinds.filter(
        pl.col("item").is_in([k for k, items in kinds_of.items() if k not in items])
    )
    together = kinds.with_columns(item=pl.lit(ALL))
    found = pl.concat([totals, several, together])
    return pl.concat([found, found.with_columns(cause=pl.lit(ALL))])


def cell_sums(totals: pl.DataFrame, size: pl.DataFrame) -> dict[Cell, Sums]:
    """Sums over deals of amounts gained, spent and left, by cause and item."""
    by_deal = (
        totals.group_by("deal", "cause", "item")
        .agg(pl.col(GAINED, SPENT).sum())
        .with_columns((pl.col(GAINED) - pl.col(SPENT)).alias(LEFT))
        .join(size, on="deal")
    )
    found = {}
    for way in (GAINED, SPENT, LEFT):
        y, m = pl.col(way), pl.col("m")
        there = by_deal.filter(y != 0) if way != LEFT else by_deal.filter(pl.col("cause") == ALL)
        table = there.group_by("cause", "item").agg(
            pl.len(), y.sum(), m.sum(), (y * y).sum().alias("yy"), (y * m).sum().alias("ym")
        )
        for cause, item, count, *sums in table.rows():
            found[way, cause, item] = Sums(count, *sums)
    return found
