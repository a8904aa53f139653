"""The result of a tournament: win rates, ranks, scores and ratings; who finishes above whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

import numpy as np

from trisim.documents import Document
from trisim.stats.clustered import Sums
from trisim.stats.deal_arrays import Array, Sheet
from trisim.stats.dominance import Cycle, Dominance, beating, cycles, dominated
from trisim.stats.estimate import Comparison, Estimate, Scale, StatsError
from trisim.stats.joint import Joint, Totals
from trisim.stats.multiple import against, compare_all
from trisim.stats.ratings import Ratings, StageCounts, rate

MIXED, DUEL = FORMATS = ("mixed", "duel")

Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Standing(Document):
    """The result of one strategy. ``rank`` is 1 for the best; tied players share the mean rank.

    In duels ``win``, ``rank`` and ``score`` are those of its seat alone against all the others;
    ``rating`` is from all seats. ``chance`` is that of a win against average strategies.
    """

    strategy: str
    spec: str
    rating: Estimate
    chance: Estimate
    win: Estimate
    rank: Estimate
    score: Estimate


ESTIMATES = ("rating", "chance", "win", "rank", "score")


@dataclass(frozen=True, slots=True)
class Pair:
    """How often the first finished above the second at the same table; ties count half."""

    first: str
    second: str
    above: Comparison


@dataclass(frozen=True, slots=True)
class Duel:
    """How often one won against a table of another; par is 1 divided by the number of players."""

    one: str
    others: str
    win: Comparison


@dataclass(frozen=True, slots=True)
class Standings(Document):
    """The result of a tournament, strategies in the order of their ratings.

    ``par`` is the win rate of equals. The intervals of a column, and those of all pairs and of all
    duels, hold together at ``level``. Unless ``bounded``, ratings have no intervals.
    """

    format: str
    players: int
    lineups: int
    games: int
    deals: int
    aborted: int
    """Games that ended at a limit which no legal game should reach; they count."""

    par: float
    level: float
    bounded: bool
    strategies: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    duels: tuple[Duel, ...]
    cycles: tuple[Cycle, ...]
    dominated: tuple[Dominance, ...]

    def above(self, one: str, other: str) -> Estimate | None:
        """How often one finished above another, in either order of the pair."""
        for pair in self.pairs:
            if (pair.first, pair.second) == (one, other):
                return pair.above.estimate
            if (pair.first, pair.second) == (other, one):
                return complement(pair.above.estimate)
        return None


def complement(estimate: Estimate) -> Estimate:
    """The estimate of 1 minus a rate."""
    return Estimate(
        1 - estimate.value,
        1 - estimate.high,
        1 - estimate.low,
        estimate.n,
        estimate.clusters,
        estimate.level,
        estimate.scale,
        estimate.family,
        estimate.anytime,
    )


# ---------------------------------------------------------------- counting


@dataclass(slots=True)
class Tally:
    """The sums of all deals so far; ``names`` are those of the strategies, by number."""

    names: tuple[str, ...]
    format: str
    seed: int
    games: int = 0
    rows: dict[int, int] = field(default_factory=dict)
    sums: dict[str, dict[int, Sums]] = field(default_factory=dict)
    above: Joint[Edge] = field(default_factory=lambda: Joint.of({}))
    duels: dict[Edge, Sums] = field(default_factory=dict)
    stages: StageCounts = field(init=False)

    def __post_init__(self) -> None:
        self.stages = StageCounts(self.seed)

    def read(self, sheets: Sequence[Sheet]) -> None:
        """Add some deals, with the arrays of all line-ups."""
        if any(not np.array_equal(sheet.deals, sheets[0].deals) for sheet in sheets):
            raise StatsError("line-ups that don't play the same deals")
        self.games += sum(sheet.games for sheet in sheets)
        for sheet in sheets:
            for number in sheet.lineup:
                self.rows[number] = self.rows.get(number, 0) + sheet.games
        self.read_seats(sheets)
        self.above += Joint.of(above_totals(sheets))
        if self.format == DUEL:
            add_sums(self.duels, duel_totals(sheets))
        self.stages.read(sheets)

    def read_seats(self, sheets: Sequence[Sheet]) -> None:
        """Wins, ranks and scores of the seats that count."""
        values = {
            "win": [sheet.win for sheet in sheets],
            "rank": [sheet.shared_rank for sheet in sheets],
            "score": [sheet.score for sheet in sheets],
        }
        for name, each in values.items():
            totals: dict[int, Totals] = {}
            for sheet, value in zip(sheets, each, strict=True):
                by_place = sheet.by_place(value)
                for place in counted_places(sheet.lineup, self.format):
                    add_totals(totals, sheet.lineup[place], sheet, by_place[:, place])
            add_sums(self.sums.setdefault(name, {}), totals)


def counted_places(lineup: Sequence[int], form: str) -> range:
    """The places that count for their strategy: all, or in a duel of more than two the first."""
    return range(1) if form == DUEL and len(lineup) > 2 else range(len(lineup))


def add_totals(totals: dict[Any, Totals], key: Any, sheet: Sheet, y: Array) -> None:
    """Add the values of one place in each deal, a row for each rotation."""
    m = np.full(len(sheet.deals), float(sheet.rotations))
    if key in totals:
        y, m = totals[key].y + y, totals[key].m + m
    totals[key] = Totals(sheet.deals, y, m)


def add_sums(sums: dict[Any, Sums], totals: Mapping[Any, Totals]) -> None:
    for key, here in totals.items():
        sums[key] = sums.get(key, Sums()) + Sums.of(here.y, here.m)


def above_totals(sheets: Iterable[Sheet]) -> dict[Edge, Totals]:
    """How often each strategy finished above each other one, in both orders."""
    totals: dict[Edge, Totals] = {}
    for sheet in sheets:
        for one, other, y in sheet.above():
            add_totals(totals, (one, other), sheet, y)
            add_totals(totals, (other, one), sheet, sheet.rotations - y)
    return {edge: totals[edge] for edge in sorted(totals)}


def duel_totals(sheets: Iterable[Sheet]) -> dict[Edge, Totals]:
    """Wins of one against a table of others; with two players, both count as the one."""
    totals: dict[Edge, Totals] = {}
    for sheet in sheets:
        wins = sheet.by_place(sheet.win)
        for place in counted_places(sheet.lineup, DUEL):
            others = sheet.lineup[1 - place]
            add_totals(totals, (sheet.lineup[place], others), sheet, wins[:, place])
    return totals


# ---------------------------------------------------------------- the result


def standings(
    tally: Tally,
    *,
    specs: Sequence[str],
    players: int,
    lineups: int,
    aborted: int = 0,
    level: float = 0.95,
) -> Standings:
    if not tally.games:
        raise StatsError("no games to rate")
    deals = tally.sums["win"][0].clusters
    ratings = rate(tally.stages, tally.rows, deals, players, level)
    order = sorted(range(len(specs)), key=lambda number: -ratings.each[number].rating.value)
    names = [tally.names[number] for number in order]
    pairs = compared_pairs(tally, order, level)
    beats = beating(pairs)
    return Standings(
        format=tally.format,
        players=players,
        lineups=lineups,
        games=tally.games,
        deals=deals,
        aborted=aborted,
        par=1 / players,
        level=level,
        bounded=ratings.bounded,
        strategies=tuple(standing(tally, specs, number, ratings, level) for number in order),
        pairs=tuple(Pair(*edge, here) for edge, here in pairs.items()),
        duels=compared_duels(tally, order, players, level),
        cycles=cycles(names, beats),
        dominated=dominated(names, beats, named(tally.above, tally.names), level),
    )


def standing(
    tally: Tally, specs: Sequence[str], number: int, ratings: Ratings, level: float
) -> Standing:
    family = len(specs)
    win, rank, score = (tally.sums[name][number] for name in ("win", "rank", "score"))
    rated = ratings.each[number]
    return Standing(
        tally.names[number],
        specs[number],
        rated.rating,
        rated.chance,
        win.point(Scale.RATE).estimate(level, family),
        rank.point(Scale.MEAN).estimate(level, family),
        score.point(Scale.MEAN).estimate(level, family),
    )


def compared_pairs(
    tally: Tally, order: Sequence[int], level: float
) -> dict[tuple[str, str], Comparison]:
    """Each strategy with each that is rated lower and that it met, against a half."""
    edges = [edge for edge in combinations(order, 2) if edge in tally.above.levels]
    points = {
        (tally.names[one], tally.names[other]): tally.above.sums((one, other)).point(Scale.RATE)
        for one, other in edges
    }
    return compare_all(points, 0.5, level)


def compared_duels(
    tally: Tally, order: Sequence[int], players: int, level: float
) -> tuple[Duel, ...]:
    """Each strategy against tables of each other one, against par."""
    sums = {edge: tally.duels[edge] for edge in permutations(order, 2) if edge in tally.duels}
    found = against(sums, 1 / players, level=level)
    return tuple(
        Duel(tally.names[one], tally.names[others], here) for (one, others), here in found.items()
    )


def named(joint: Joint[Edge], names: Sequence[str]) -> Joint[tuple[str, str]]:
    """By names instead of numbers."""
    levels = tuple((names[one], names[other]) for one, other in joint.levels)
    return Joint(levels, joint.total, joint.products, joint.together)
