"""Scoring categories: parts of scores, differences of winners, associations with winning.

Every column of ``players`` that starts with ``vp_`` is a part of the score. A game may group parts
in categories, the way a designer sets targets for them; else each part is its own category.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.stats.analyses.category_figures import (
    PART,
    Categories,
    CategoryFigures,
    CategoryMargin,
    CategoryWhere,
    CategoryWinning,
    ScoreCount,
    WinningScores,
)
from trisim.stats.analyses.deal_totals import NO_DEALS, DealTotals
from trisim.stats.analyses.distribution import Distribution
from trisim.stats.analyses.grids import Deals, codes_of
from trisim.stats.analyses.moments import ANY, Moments
from trisim.stats.analyses.seated import Array, Flags, Seated, seated
from trisim.stats.analyses.source import Batch, Facts
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale
from trisim.stats.multiple import compare_all

SHARES = (0.1, 0.5, 0.9)
"""Quantiles of winning scores."""

ROWS, SCORE, GAMES, MARGIN = "rows", "score", "games", "margin"
OTHER = "other"
"""The category of parts that no category of the game names."""


class CategoryAnalysis:
    """Reads ``players``; a game with its own categories names them in a subclass."""

    needs: ClassVar[tuple[str, ...]] = ("players.score",)
    categories: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The parts of each category, without their ``vp_``."""

    open_to_all: ClassVar[tuple[str, ...]] = ()
    """Categories in which anybody can score in any game."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.category_of: dict[str, str] = {}
        self.parts: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.levels: dict[tuple[str, str], Moments] = {}
        self.versus: dict[str, Moments] = {}
        self.against: dict[str, dict[str, Moments]] = {"leader": {}, "slope": {}}
        self.scores, self.best = Distribution(), Sums()
        self.totals = NO_DEALS

    def deal_totals(self) -> DealTotals:
        return self.totals

    def read(self, batch: Batch) -> None:
        frame = batch["players"]
        self.know(frame.collect_schema().names())
        role = [self.facts.role.one] if self.facts.role else []
        wanted = ("game", "deal", "seat", "strategy", *role, "win", "score", *self.parts)
        rows = frame.select(wanted).collect()
        self.totals = NO_DEALS
        if rows.is_empty():
            return
        self.read_levels(rows)
        if self.facts.par is not None:
            games = seated(rows.lazy(), ["win", "score", *self.parts], self.facts.players)
            points = with_categories({part: games[part] for part in self.parts}, self.category_of)
            self.read_games(
                games, {name: points[name] for name in points if name not in self.parts}
            )

    def know(self, columns: list[str]) -> None:
        """Store the parts, in the order of the table, and their categories."""
        if not self.parts:
            self.parts = tuple(name for name in columns if name.startswith(PART))
            self.category_of = {part: self.category(part) for part in self.parts}
            self.names = (*self.parts, *dict.fromkeys(self.category_of.values()))

    def category(self, part: str) -> str:
        """The category of a part; the part itself if the game has no categories."""
        bare = part.removeprefix(PART)
        here = (name for name, parts in self.categories.items() if bare in parts)
        return next(here, OTHER if self.categories else bare)

    def read_levels(self, rows: pl.DataFrame) -> None:
        """Add points of all players, and by strategy and role."""
        numbers = {name: rows[name].cast(pl.Float64).to_numpy() for name in (SCORE, *self.parts)}
        deals, columns = Deals.of(rows["deal"].to_numpy()), (ROWS, SCORE, *self.names)
        strategies, by_strategy = self.table_by(deals, rows["strategy"], numbers)
        people = [place for place, name in enumerate(strategies) if name != self.facts.automa]
        tables = {("all", "all"): by_strategy[:, people].sum(axis=1)}
        for place, level in enumerate(strategies):
            tables["strategy", level] = by_strategy[:, place]
        if self.facts.role:
            roles, by_role = self.table_by(deals, rows[self.facts.role.one], numbers)
            for place, level in enumerate(roles):
                tables["role", level] = by_role[:, place]
        self.put_totals(rows, tables["all", "all"])
        for key, table in tables.items():
            moments = Moments.of(columns, table)
            self.levels[key] = self.levels.get(key, none_of(moments)) + moments

    def put_totals(self, rows: pl.DataFrame, table: Array) -> None:
        """Keep the points of a batch by deal: all of them, and by category."""
        self.totals = DealTotals(np.unique(rows["deal"].to_numpy()).astype(np.int64))
        count, score = table[:, 0], table[:, 1]
        self.totals.put("score.mean", score, count, Scale.MEAN)
        for place, name in enumerate(self.names, start=2):
            if name not in self.parts:
                points = table[:, place]
                self.totals.put(f"category.{name}.points", points, count, Scale.MEAN)
                self.totals.put(f"category.{name}.share", points, score, Scale.RATE, ANY)

    def table_by(
        self, deals: Deals, column: pl.Series, numbers: Mapping[str, Array]
    ) -> tuple[tuple[str, ...], Array]:
        """The levels of a column, and totals by deal, level and: rows, score, parts, categories."""
        levels, code = codes_of(column)
        totals = {name: deals.totals(code, len(levels), each) for name, each in numbers.items()}
        score, rows = totals.pop(SCORE), deals.totals(code, len(levels))
        points = with_categories(totals, self.category_of)
        return levels, np.stack([rows, score, *(points[name] for name in self.names)], axis=2)

    def read_games(self, games: Seated, values: Mapping[str, Array]) -> None:
        """Add the differences between winners and others, game by game and category by category."""
        sole = games.full & (games["win"].max(axis=1, initial=0.0) == 1.0)
        weights = {"mean": others_mean(games), "second": others_best(games)}
        for name, others in weights.items():
            names, table = margin_table(games, values, others, sole)
            moments = Moments.of(names, table)
            self.versus[name] = self.versus.get(name, none_of(moments)) + moments
            if name == "mean":
                for place, category in enumerate(values, start=2):
                    label = f"category.{category}.margin"
                    both = table[:, place], table[:, 1]
                    self.totals.put(label, *both, Scale.RATE_DIFFERENCE, ANY)
        for name, points in values.items():
            for kind, found in winning_moments(games, points).items():
                here = self.against[kind]
                here[name] = here.get(name, none_of(found)) + found
        full, best = games.full, games["score"].max(axis=1)
        self.best += games.sums(best * full, full.astype(np.float64))
        wins = games.by_deal(best * full), games.by_deal(full.astype(np.float64))
        self.totals.put("score.winning", *wins, Scale.MEAN)
        whole = np.rint(best[full]).astype(np.int64)
        self.scores += Distribution.of(games.deal[full], games.deals, whole)

    # ------------------------------------------------------------ the result

    def result(self) -> Categories:
        """Categories and parts in the order of the table; those that never scored are left out."""
        everybody = self.levels.get(("all", "all"), Moments.none((ROWS, SCORE, *self.names)))
        scoring = [name for name in self.names if everybody.sums(name, ROWS).y]
        parts = [name for name in scoring if name in self.parts]
        names = [name for name in scoring if name not in self.parts]
        several = len(self.facts.strategies) > 1 or self.facts.has_automa
        return Categories(
            self.facts.par,
            everybody.mean(SCORE),
            tuple(self.figures(everybody, name, len(names)) for name in names),
            tuple(self.figures(everybody, name, len(parts)) for name in parts),
            self.margins(names),
            self.versus["mean"].mean(MARGIN) if self.versus else None,
            self.versus["second"].mean(MARGIN) if self.versus else None,
            self.winning(names),
            self.where("strategy", everybody) if several else (),
            self.where("role", everybody),
            winning_scores(self.scores, self.best),
            self.never(everybody, names),
        )

    def figures(self, moments: Moments, name: str, family: int) -> CategoryFigures:
        share = moments.share(name, SCORE, family)
        category = self.category_of.get(name, name)
        return CategoryFigures(name, category, moments.mean(name, family), share)

    def never(self, everybody: Moments, names: list[str]) -> tuple[tuple[str, Estimate], ...]:
        """The shares of categories in which nobody scored: 0, with an interval.

        Without a figure there would be no verdict, and an unused way of scoring is the worst one.
        """
        absent = [name for name in self.names if name in self.open_to_all and name not in names]
        if not names:
            return ()
        family = len(names) + len(absent)
        points = ((name, everybody.point(name, SCORE, Scale.RATE)) for name in absent)
        return tuple((name, point.estimate(family=family)) for name, point in points)

    def margins(self, names: list[str]) -> tuple[CategoryMargin, ...]:
        """By category."""
        if not self.versus:
            return ()
        mean, second = self.versus["mean"], self.versus["second"]
        size = len(names)
        return tuple(
            CategoryMargin(
                name,
                mean.mean(name, size),
                mean.signed_share(name, MARGIN, size),
                second.mean(name, size),
                second.signed_share(name, MARGIN, size),
            )
            for name in names
        )

    def winning(self, names: list[str]) -> tuple[CategoryWinning, ...]:
        """By category; those in which players never differ are left out."""
        leader, slope = self.against["leader"], self.against["slope"]
        told = [name for name in names if name in leader and leader[name].n]
        par = self.facts.par or 0.0  # without par there is no result
        rates = {name: leader[name].point("wins", scale=Scale.RATE) for name in told}
        steep = Scale.RATE_DIFFERENCE
        slopes = {name: slope[name].point("wins", "spread", steep, ANY) for name in told}
        leaders, steeps = compare_all(rates, par), compare_all(slopes, 0.0)
        return tuple(CategoryWinning(name, leaders[name], steeps[name]) for name in told)

    def where(self, kind: str, everybody: Moments) -> tuple[CategoryWhere, ...]:
        """By strategy or role."""
        levels = sorted(level for known, level in self.levels if known == kind)
        names = [name for name in self.names if name not in self.parts]
        cells = [
            (name, level)
            for name in names
            for level in levels
            if any(self.levels[kind, each].sums(name, ROWS).y for each in levels)
        ]
        return tuple(
            CategoryWhere(
                name,
                level,
                self.levels[kind, level].mean(name, len(cells)),
                share := self.levels[kind, level].share(name, SCORE, len(cells)),
                share.value - everybody.sums(name, SCORE).ratio,
            )
            for name, level in cells
        )


def none_of(moments: Moments) -> Moments:
    """Empty moments with the same columns."""
    return Moments.none(moments.columns)


def with_categories(
    values: Mapping[str, Array], category_of: Mapping[str, str]
) -> dict[str, Array]:
    """Parts, and their sums by category."""
    found = dict(values)
    for part, points in values.items():
        category = category_of[part]
        found[category] = found[category] + points if category in found else points
    return found


# ---------------------------------------------------------------- winners and others


def others_mean(games: Seated) -> Array:
    """Equal weights for all but the winner."""
    others = (games["win"] < 1.0).astype(np.float64)
    return np.asarray(others / np.maximum(others.sum(axis=1, keepdims=True), 1.0))


def others_best(games: Seated) -> Array:
    """All weight on the best of the others; shared if several are best."""
    others = np.where(games["win"] < 1.0, games["score"], -np.inf)
    best = (others == others.max(axis=1, keepdims=True, initial=-np.inf)) & (games["win"] < 1.0)
    return np.asarray(best / np.maximum(best.sum(axis=1, keepdims=True), 1.0))


def margin_table(
    games: Seated, values: Mapping[str, Array], others: Array, sole: Flags
) -> tuple[tuple[str, ...], Array]:
    """By deal: games with one winner, and the winner's points minus those of the others."""
    weight = ((games["win"] == 1.0) - others) * sole[:, None]
    margins = {MARGIN: games["score"], **values}
    table = [games.by_deal(sole.astype(np.float64))]
    table += [games.by_deal((weight * points).sum(axis=1)) for points in margins.values()]
    return (GAMES, *margins), np.column_stack(table)


def winning_moments(games: Seated, points: Array) -> dict[str, Moments]:
    """Wins of those with most points of a kind; wins and points minus the table's mean."""
    full = games.full
    most = points == points.max(axis=1, keepdims=True, initial=-np.inf)
    differ = full & (points.max(axis=1, initial=-np.inf) > points.min(axis=1, initial=np.inf))
    leads = most / np.maximum(most.sum(axis=1, keepdims=True), 1) * differ[:, None]
    apart = (points - points.mean(axis=1, keepdims=True)) * full[:, None]
    won = games["win"]
    leader = [differ.astype(np.float64), (leads * won).sum(axis=1)]
    slope = [
        games.players * full.astype(np.float64),
        (apart * won).sum(axis=1),
        (apart * apart).sum(axis=1),
    ]
    return {
        "leader": moments_of_games(games, (GAMES, "wins"), leader),
        "slope": moments_of_games(games, (ROWS, "wins", "spread"), slope),
    }


def moments_of_games(games: Seated, columns: tuple[str, ...], values: list[Array]) -> Moments:
    """From a number for each game."""
    return Moments.of(columns, np.column_stack([games.by_deal(each) for each in values]))


def winning_scores(scores: Distribution, best: Sums) -> WinningScores | None:
    """The scores of winners; a shared win is one game."""
    if not best.clusters:
        return None
    return WinningScores(
        best.mean(),
        SHARES,
        tuple(scores.quantile(share, family=len(SHARES)) for share in SHARES),
        tuple(ScoreCount(*each) for each in scores.counts()),
    )
