"""Figures of scoring categories."""

from __future__ import annotations

from dataclasses import dataclass

from trisim.stats.estimate import Comparison, Estimate

PART = "vp_"
"""How columns begin that are parts of the score."""


@dataclass(frozen=True, slots=True)
class CategoryFigures:
    """A category, or a part of one: its points, and its share of all points."""

    name: str
    category: str
    points: Estimate
    share: Estimate


@dataclass(frozen=True, slots=True)
class CategoryMargin:
    """How many more points of it winners have than the others, on average.

    ``over_mean`` and ``share`` are over the mean of the others, ``over_second`` and
    ``second_share`` over the best of them. Shares add up to 1.
    """

    name: str
    over_mean: Estimate
    share: Estimate
    over_second: Estimate
    second_share: Estimate


@dataclass(frozen=True, slots=True)
class CategoryWinning:
    """The win rate of the player with most points of it, and the association of one point more.

    ``slope`` is the change of the win rate for each point above the mean of the table.
    """

    name: str
    leader: Comparison
    slope: Comparison


@dataclass(frozen=True, slots=True)
class CategoryWhere:
    """A category for a strategy or a role; ``beyond``: its share minus the overall share."""

    name: str
    where: str
    points: Estimate
    share: Estimate
    beyond: float


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """The number of games that were won with a score."""

    score: int
    games: int


@dataclass(frozen=True, slots=True)
class WinningScores:
    """What winners scored: mean, quantiles, and how many games with each score."""

    mean: Estimate
    shares: tuple[float, ...]
    quantiles: tuple[Estimate, ...]
    counts: tuple[ScoreCount, ...]


@dataclass(frozen=True, slots=True)
class Categories:
    """All of it; with an automa what you scored, and the automa beside you in ``by_strategy``."""

    par: float | None
    score: Estimate
    categories: tuple[CategoryFigures, ...]
    parts: tuple[CategoryFigures, ...]
    margins: tuple[CategoryMargin, ...]
    margin: Estimate | None
    second_margin: Estimate | None
    winning: tuple[CategoryWinning, ...]
    by_strategy: tuple[CategoryWhere, ...]
    by_role: tuple[CategoryWhere, ...]
    winners: WinningScores | None
    never: tuple[tuple[str, Estimate], ...] = ()
    """Categories that are open to all and in which nobody ever scored; their share."""

    def measures(self) -> dict[str, Estimate]:
        """``category.stone.share``, ``.points`` and ``.margin``; ``score.winning`` and its p10."""
        found = {"score.mean": self.score}
        for each in self.categories:
            found[f"category.{each.name}.share"] = each.share
            found[f"category.{each.name}.points"] = each.points
        found |= {f"category.{name}.share": share for name, share in self.never}
        for here in self.margins:
            found[f"category.{here.name}.margin"] = here.share
        if self.winners is not None:
            found["score.winning"] = self.winners.mean
            for share, score in zip(self.winners.shares, self.winners.quantiles, strict=True):
                found[f"score.winning.p{100 * share:.0f}"] = score
        return found
