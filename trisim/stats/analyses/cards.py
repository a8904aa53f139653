"""Cards: how often each is offered, taken and completed, what it gives, and who wins with it.

Players who took a card are compared with players of the same strategy, role and seat who took as
many cards of its kind and level in the same parts of the game, and as many of them from the stack,
but not this one. So the comparison is not affected by who takes a card, when, how many or from
where; see ``adjusted``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.adjusted import Choices, Rivals
from trisim.stats.analyses.card_figures import (
    CardFigures,
    Cards,
    KeptFigures,
    KindFigures,
    findings_in,
)
from trisim.stats.analyses.card_rows import (
    STAGES,
    CardFacts,
    CardTable,
    Offers,
    Sitting,
    Takes,
    numbers,
    sitting_of,
)
from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.grids import Deals, Ratios, counted
from trisim.stats.analyses.seated import Array, Ints
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.estimate import Comparison, Scale
from trisim.stats.multiple import benjamini_hochberg
from trisim.stats.point import Point

COUNTED = Scale.MEAN
OF_TAKEN = {
    "completed": Scale.RATE,
    "uses": COUNTED,
    "points": COUNTED,
    "when": Scale.RATE,
}
"""What is averaged over those who took a card; the columns of ``Takes``."""

SCALES = {"offered": Scale.RATE, "taken": Scale.RATE, "wins": Scale.RATE, **OF_TAKEN}
ROOM = 5
"""Bits for how many cards of a kind and level somebody takes in a part of the game."""

FROM_STACK = 1 << (ROOM * (1 + STAGES))
"""Counts cards that were never on offer: who gets a card by another card had a good turn."""


class CardAnalysis(ABC):
    """Reads ``cards`` with ``games`` and ``players``; an automa is left out.

    A game lists its cards in a subclass. For games of points only: a stratum has players, not
    teams.
    """

    needs: ClassVar[tuple[str, ...]] = ("cards", "players.score", "games")
    offered_when_seen: ClassVar[tuple[str, ...]] = ()
    """Kinds of cards that are on offer whenever they are in a game."""

    used: ClassVar[tuple[str, ...]] = ()
    """Kinds of cards that are completed when they are used for the first time."""

    dealt: ClassVar[tuple[str, ...]] = ()
    """The columns of ``players`` with the cards that were kept and refused at setup, if any."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.cards = self.cards_in(facts.box)
        self.table = CardTable(self.cards, self.offered_when_seen, self.used)
        self.groups = groups_of(self.cards)
        self.group_of, self.place_of = places_in(self.groups, len(self.cards))
        self.tallies = {name: Ratios(len(self.cards)) for name in (*SCALES, "kept")}
        self.kind_words = self.kinds_of(self.cards)
        self.kinds = Ratios(len(self.kind_words))
        self.kind_of = np.array([self.kind_words.index(each.kind) for each in self.cards], np.int64)
        self.least, self.most = (
            {
                name: np.zeros(len(self.kind_words))
                for name, scale in OF_TAKEN.items()
                if scale is COUNTED
            }
            for _ in range(2)
        )
        self.rivals = [Rivals(len(group)) for group in self.groups]
        self.choices: Choices | None = None
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def ratios(self) -> dict[str, tuple[float, float]]:
        """By card, the adjusted difference and its denominator."""
        found = {}
        for group, rivals in zip(self.groups, self.rivals, strict=True):
            above, below = rivals.ratio
            for number, over, under in zip(group, above, below, strict=True):
                if under > 0:
                    value = min(max(float(over / under), -1.0), 1.0)
                    found[f"card.{self.cards[number].card}.win"] = value, float(under)
        return found

    @abstractmethod
    def cards_in(self, box: Any) -> tuple[CardFacts, ...]: ...

    def kinds_of(self, cards: Sequence[CardFacts]) -> tuple[str, ...]:
        """The kinds of cards, in the order of the report."""
        return tuple(dict.fromkeys(each.kind for each in cards))

    def read(self, batch: Batch) -> None:
        role = [self.facts.role.one] if self.facts.role else []
        columns = ("game", "seat", "strategy", *role, "win", *self.dealt)
        players = batch["players"].select(columns).collect()
        sitting = sitting_of(batch, players, self.facts)
        offers, takes = self.table.read(batch["cards"], sitting)
        for each in (*self.tallies.values(), self.kinds):
            each.begin_batch()
        self.count(offers, takes, sitting)
        self.compare(takes, sitting)
        self.totals = self.totals_of(sitting.numbers)
        if self.dealt:
            self.choose(players, sitting)

    def totals_of(self, numbers_of_deals: Ints) -> DealTotals:
        """The totals by deal of the batch that was just added."""
        found = DealTotals(numbers_of_deals)
        for name in ("offered", "taken", "completed", "uses", "points"):
            labels = [f"card.{each.card}.{name}" for each in self.cards]
            if (both := self.tallies[name].batch) is not None:
                found.put_all(labels, *both, SCALES[name])
        for group, rivals in zip(self.groups, self.rivals, strict=True):
            labels = [f"card.{self.cards[number].card}.win" for number in group]
            if (both := rivals.spread.batch) is not None:
                found.put_all(labels, *both, Scale.RATE_DIFFERENCE)
        labels = [f"cards.{kind.replace(' ', '-')}.taken" for kind in self.kind_words]
        if (both := self.kinds.batch) is not None:
            found.put_all(labels, *both, Scale.RATE)
        return found

    def count(self, offers: Offers, takes: Takes, sitting: Sitting) -> None:
        deals, cards = Deals(takes.deal, sitting.deals), len(self.cards)

        def by_deal(values: Array | None = None) -> Array:
            return deals.totals(takes.card, cards, values)

        offered = Deals(offers.deal, sitting.deals).totals(offers.card, cards)
        accepted = by_deal(takes.offered)
        games = np.bincount(sitting.deal_of_game, minlength=sitting.deals).astype(np.float64)
        self.tallies["offered"].add(offered, np.broadcast_to(games[:, None], offered.shape))
        self.tallies["taken"].add(accepted, offered)
        kind = np.eye(len(self.kind_words))[self.kind_of]
        self.kinds.add(accepted @ kind, offered @ kind)
        taken = by_deal()
        self.tallies["wins"].add(by_deal(sitting.wins[takes.place]), taken)
        for name in OF_TAKEN:
            self.tallies[name].add(by_deal(getattr(takes, name)), taken)
        kinds = self.kind_of[takes.card]
        for name in self.most:
            np.minimum.at(self.least[name], kinds, getattr(takes, name))
            np.maximum.at(self.most[name], kinds, getattr(takes, name))

    def compare(self, takes: Takes, sitting: Sitting) -> None:
        """Compare takers of each card with takers of others of its group, in the same strata."""
        group = self.group_of[takes.card]
        times = (1 << (ROOM * takes.stage)) + np.where(takes.offered > 0, 0, FROM_STACK)
        groups, places = len(self.groups), len(sitting.who)
        profiles = counted(group, groups, takes.place, places, times).astype(np.int64)
        order = np.argsort(group.astype(np.uint8), kind="stable")
        ends = np.cumsum(np.bincount(group, minlength=groups))
        for rivals, profile, mine in zip(
            self.rivals, profiles, np.split(order, ends[:-1]), strict=True
        ):
            units = np.flatnonzero(profile)
            unit_of = np.cumsum(profile > 0) - 1
            rivals.add(
                profile[units] * sitting.kinds + sitting.who[units],
                Deals(sitting.deal_of(units), sitting.deals),
                sitting.wins[units],
                (unit_of[takes.place[mine]], self.place_of[takes.card[mine]]),
            )

    def choose(self, players: pl.DataFrame, sitting: Sitting) -> None:
        """Starting cards, kept and refused."""
        if self.choices is None:
            self.choices = Choices(len(self.cards), sitting.kinds)
        both = [dealt(players, name, self.cards, sitting) for name in self.dealt]
        cards, places = (np.concatenate(each) for each in zip(*both, strict=True))
        kept = np.concatenate([np.ones(len(both[0][0])), np.zeros(len(both[1][0]))])
        deals, wins = Deals(sitting.deal_of(places), sitting.deals), sitting.wins[places]
        self.choices.add(cards, sitting.who[places], deals, kept, wins)
        chosen, shown = (deals.totals(cards, len(self.cards), each) for each in (kept, None))
        self.tallies["kept"].add(chosen, shown)

    def result(self) -> Cards:
        """All cards of the kinds that were seen, in the order of the box."""
        points = self.points()
        figures = tuple(self.figures_of(number, *found) for number, found in points.items())
        return Cards(figures, self.kept(), self.kind_figures(), findings_in(figures))

    def points(self) -> dict[int, tuple[Point, float]]:
        """The adjusted difference of each card, with its p value among all cards."""
        here = {
            number: point
            for group, rivals in zip(self.groups, self.rivals, strict=True)
            for number, point in zip(group, rivals.points(), strict=True)
            if self.came(self.cards[number].kind)
        }
        return corrected(dict(sorted(here.items())))

    def came(self, kind: str) -> bool:
        return bool(self.kinds.clusters[self.kind_words.index(kind)])

    def family(self, kind: str) -> int:
        """The number of cards in a family."""
        return sum(each.kind == kind for each in self.cards)

    def figures_of(self, number: int, point: Point, p: float) -> CardFigures:
        """All figures of one card."""
        card = self.cards[number]
        family = self.family(card.kind)
        found = {
            name: self.tallies[name]
            .of(number)
            .point(scale, self.limits(name, card.kind))
            .estimate(family=family)
            for name, scale in SCALES.items()
        }
        win = compared(point, p, family)
        return CardFigures(card.card, card.kind, card.level, **found, win=win)

    def limits(self, name: str, kind: str) -> tuple[float, float] | None:
        """Bounds of means: the extremes of what any card of the kind gave, or of its uses.

        Without limits a card that gives the same each time would have no interval.
        """
        if name not in self.most:
            return None
        place = self.kind_words.index(kind)
        return float(self.least[name][place]), float(self.most[name][place])

    def kept(self) -> tuple[KeptFigures, ...]:
        """Cards that were refused at least once; the others can't be compared."""
        if self.choices is None:
            return ()
        points = self.choices.points()
        sums = [self.tallies["kept"].of(number) for number in range(len(self.cards))]
        chosen = {i: points[i] for i, each in enumerate(sums) if each.clusters and each.y < each.m}
        kinds = [self.cards[i].kind for i in chosen]
        return tuple(
            KeptFigures(
                self.cards[i].card,
                self.cards[i].kind,
                sums[i].point(Scale.RATE).estimate(family=kinds.count(self.cards[i].kind)),
                compared(point, p, kinds.count(self.cards[i].kind)),
            )
            for i, (point, p) in corrected(chosen).items()
        )

    def kind_figures(self) -> tuple[KindFigures, ...]:
        """The kinds that were seen."""
        there = [kind for kind in self.kind_words if self.came(kind)]
        return tuple(
            KindFigures(
                kind,
                self.family(kind),
                self.kinds.of(self.kind_words.index(kind))
                .point(Scale.RATE)
                .estimate(family=len(there)),
            )
            for kind in there
        )


def groups_of(cards: Sequence[CardFacts]) -> list[list[int]]:
    """The numbers of the cards of each kind and level."""
    found: dict[tuple[str, int], list[int]] = {}
    for number, each in enumerate(cards):
        found.setdefault((each.kind, each.level), []).append(number)
    return list(found.values())


def places_in(groups: Sequence[Sequence[int]], cards: int) -> tuple[Ints, Ints]:
    """The group of each card, and its position there."""
    group_of, place_of = np.zeros(cards, dtype=np.int64), np.zeros(cards, dtype=np.int64)
    for number, group in enumerate(groups):
        group_of[group], place_of[group] = number, np.arange(len(group))
    return group_of, place_of


def dealt(
    players: pl.DataFrame, column: str, cards: Sequence[CardFacts], sitting: Sitting
) -> tuple[Ints, Ints]:
    """The cards in a list column, and the seat of each, without those of an automa."""
    rows = players.select("game", "seat", column).filter(pl.col(column).list.len() > 0)
    each = rows.explode(column)
    card = numbers(each[column], [here.card for here in cards])
    place = sitting.games(each["game"]) * sitting.players + each["seat"].to_numpy()
    known = (card >= 0) & (sitting.who[place] >= 0)
    return card[known], place[known]


def corrected(points: dict[int, Point]) -> dict[int, tuple[Point, float]]:
    """With p values corrected for all cards; cards without information are left out."""
    known = [number for number, point in points.items() if point.clusters > 1]
    p_values = benjamini_hochberg([points[number].p_value(0.0) for number in known])
    by_number = dict(zip(known, p_values, strict=True))
    return {number: (point, by_number.get(number, 1.0)) for number, point in points.items()}


def compared(point: Point, p: float, family: int) -> Comparison:
    """Against no difference."""
    return Comparison(point.estimate(family=family), 0.0, point.p_value(0.0), p)
