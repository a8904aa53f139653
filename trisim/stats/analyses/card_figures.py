"""Figures of cards, and findings: the cards to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from trisim.stats.estimate import Comparison, Estimate

NOTABLE = 0.05
"""A difference in win rate that a designer should know of; smaller ones matter little.

With four players equals win a quarter of their games, so this is a fifth more, or less.
"""

ERROR_RATE = 0.05
"""The expected share of false alarms among all cards called strong or weak."""

SELDOM = 0.05
"""Below this share of its opportunities an action is rare; above 1 minus this, it is universal.
"""


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card; ``win`` is the adjusted difference, its ``adjusted`` p that of a long list.

    ``offered`` is the share of games, ``taken`` that of the games in which it was on offer; the
    rest is of those who took it. ``when`` is the share of the game that had been played.
    """

    card: str
    kind: str
    level: int
    offered: Estimate
    taken: Estimate
    completed: Estimate
    uses: Estimate
    points: Estimate
    when: Estimate
    wins: Estimate
    win: Comparison


@dataclass(frozen=True, slots=True)
class KeptFigures:
    """A card dealt at setup: how often it is kept, and wins of keepers minus those of refusers."""

    card: str
    kind: str
    kept: Estimate
    win: Comparison


@dataclass(frozen=True, slots=True)
class KindFigures:
    """All cards of a kind together: the share of those on offer that was taken."""

    kind: str
    cards: int
    taken: Estimate


class Why(StrEnum):
    """The reason of a finding."""

    STRONG = "strong"
    WEAK = "weak"
    NEVER_TAKEN = "never taken"
    SELDOM_TAKEN = "seldom taken"
    ALWAYS_TAKEN = "always taken"
    NEVER_COMPLETED = "never completed"
    SELDOM_COMPLETED = "seldom completed"


@dataclass(frozen=True, slots=True)
class CardFinding:
    """A card to look at, and why: the words of ``Why``."""

    card: str
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a run. Intervals hold together within a kind, unlike the p values of ``win``.

    These are corrected for all cards at once (Benjamini and Hochberg).
    """

    figures: tuple[CardFigures, ...]
    kept: tuple[KeptFigures, ...]
    kinds: tuple[KindFigures, ...]
    findings: tuple[CardFinding, ...]

    def measures(self) -> dict[str, Estimate]:
        """Adjusted wins, taken and completed of each card that was seen; taken of each kind."""
        found = {f"cards.{each.kind.replace(' ', '-')}.taken": each.taken for each in self.kinds}
        for each in self.figures:
            here = {"win": each.win.estimate, "taken": each.taken, "completed": each.completed}
            found |= {f"card.{each.card}.{name}": it for name, it in here.items() if it.clusters}
        return found


def findings_in(figures: Sequence[CardFigures]) -> tuple[CardFinding, ...]:
    """All findings, the largest differences in wins first."""
    found = [(each, why) for each in figures for why in (wins_of(each), *habits_of(each)) if why]
    found.sort(key=lambda pair: -rank_of(*pair))
    return tuple(CardFinding(each.card, each.kind, why.value) for each, why in found)


def rank_of(figures: CardFigures, why: Why) -> float:
    """The size of a difference in wins; findings about habits come after."""
    return abs(figures.win.estimate.value) if why in (Why.STRONG, Why.WEAK) else 0.0


def wins_of(figures: CardFigures) -> Why | None:
    """Whether its takers win much more or less than takers of others.

    Both its interval and its p value among those of all cards must support this.
    """
    value = figures.win.estimate.value
    certain = figures.win.adjusted < ERROR_RATE and figures.win.estimate.excludes(0.0)
    if not (certain and abs(value) >= NOTABLE):
        return None
    return Why.STRONG if value > 0 else Why.WEAK


def habits_of(figures: CardFigures) -> Iterator[Why | None]:
    """Actions that (nearly) nobody or everybody takes, as far as the intervals show it."""
    taken, completed = figures.taken, figures.completed
    if taken.clusters and taken.high < SELDOM:
        yield Why.SELDOM_TAKEN if taken.value else Why.NEVER_TAKEN
    if taken.clusters and taken.low > 1 - SELDOM:
        yield Why.ALWAYS_TAKEN
    if completed.clusters and completed.high < SELDOM:
        yield Why.SELDOM_COMPLETED if completed.value else Why.NEVER_COMPLETED
