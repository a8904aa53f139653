"""The worth of each part of a game: what a player loses who may not use it.

One seat plays without a part, the others are free. Its results are compared with those of the same
place in the free game of the same deals, in which nobody is restricted. All effects are looked at
together: in the first stage those of all parts, in the second, on new deals, the largest ones
again, whose first figures are too large because they were chosen for their size. Each stage has
half of the risk, so all intervals of both stages hold together (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from trisim.documents import Document
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.place_sheet import PlaceSheet
from trisim.stats.power import deals_needed, more_to_decide

Array = NDArray[np.float64]

NEEDED, USEFUL, INDIFFERENT, TRAP, DEAD, UNDECIDED = CLASSES = (
    "needed",
    "useful",
    "indifferent",
    "trap",
    "dead",
    "undecided",
)
"""See ``classify``."""

LEVEL = 0.95
STAGES = 2
"""Each of them has an equal share of the risk."""

MUCH = 0.05
"""The loss of win rate from which on a part is needed, and not only useful."""

RARELY = 0.002
"""The share of a player's games with a choice of a part up to which it counts as never chosen."""

MARGIN = 0.01
"""Effects on the win rate that are too small to matter."""


# ---------------------------------------------------------------- sums of deals


@dataclass(slots=True)
class PairSums:
    """The sums of a restriction over deals: restricted minus free, and the restricted alone."""

    win: Sums = field(default_factory=Sums)
    score: Sums | None = None
    restricted: Sums = field(default_factory=Sums)
    deals: int = 0
    differing: int = 0
    """Deals in which any game took another course."""

    all_restricted: int = 0

    def read(self, restricted: PlaceSheet, free: PlaceSheet) -> None:
        """Add the same deals of both; a free game that serves several rotations counts for each."""
        if len(restricted.win) != len(free.win) or free.games not in (1, restricted.games):
            raise StatsError("the free games are not of the same deals")
        games = np.full(len(restricted.win), float(restricted.games))
        self.win += Sums.of(total(restricted.win) - games * free.win.mean(axis=1), games)
        self.restricted += Sums.of(total(restricted.win), games)
        if restricted.score is not None and free.score is not None:
            change = total(restricted.score) - games * free.score.mean(axis=1)
            self.score = (self.score or Sums()) + Sums.of(change, games)
        self.deals += len(restricted.win)
        self.differing += int((restricted.course != free.course).any(axis=(1, 2)).sum())
        self.all_restricted += restricted.all_restricted

    def effect(self, family: int) -> Effect:
        """With intervals that hold together with ``family`` others, and those of other stages."""
        shares = STAGES * max(1, family)
        change, mean = Scale.RATE_DIFFERENCE, Scale.MEAN_DIFFERENCE
        return Effect(
            win=self.win.point(change).estimate(LEVEL, shares),
            score=self.score.point(mean).estimate(LEVEL, shares) if self.score else None,
            restricted=self.restricted.point(Scale.RATE).estimate(LEVEL, shares),
            deals=self.deals,
            differing=self.differing,
            all_restricted=self.all_restricted,
        )


def total(values: Array) -> Array:
    """The sum over the games of each deal."""
    return np.asarray(np.round(values.sum(axis=1), 9), dtype=np.float64)


def sums_of_free(sheets: Iterable[PlaceSheet]) -> Sums:
    """The wins of the free place."""
    sums = Sums()
    for sheet in sheets:
        sums += Sums.of(total(sheet.win), np.full(len(sheet.win), float(sheet.games)))
    return sums


# ---------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class Effect(Document):
    """What a restriction does to the seat that has it, on the deals of one stage."""

    win: Estimate
    """Its win rate minus that of the same place in the free game; of a team that of all."""

    score: Estimate | None
    """The same for its score; None for a team."""

    restricted: Estimate
    """Its win rate."""

    deals: int
    differing: int
    """Deals in which any game took another course than the free one."""

    all_restricted: int
    """Decisions in which all options were restricted; all were allowed there."""

    @property
    def is_identical(self) -> bool:
        return not self.differing


@dataclass(frozen=True, slots=True)
class Usage(Document):
    """How often free players met each part of a game, by its name."""

    games: int
    offered: Mapping[str, int]
    chosen: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GamePart(Document):
    """A part of the game that can be forbidden, and how often a free player met it."""

    name: str
    title: str
    kind: str
    offered: int
    """Decisions of free players with an option of it."""

    chosen: int
    """Decisions in which they chose such an option."""

    games: int
    """The games of free players that were counted, each once for each player."""

    @property
    def is_dead(self) -> bool:
        """Whether it is chosen in so few games that its loss can't matter."""
        return self.chosen <= RARELY * self.games


@dataclass(frozen=True, slots=True)
class Worth(Document):
    """A part of the game, and what its loss does."""

    part: GamePart
    verdict: str
    first: Effect
    second: Effect | None = None
    more_games: int | None = None
    """Further games that would decide, if it is undecided; None: no realistic number."""

    @property
    def quoted(self) -> Effect:
        """The effect that is quoted: that of new deals, if it was played again."""
        return self.second or self.first


@dataclass(frozen=True, slots=True)
class Worths(Document):
    """All that a campaign has found; intervals of both stages hold together."""

    game: str
    strategy: str
    players: int
    is_team: bool
    games: int
    """Of each restriction in each stage."""

    deals: int
    margin: float
    much: float
    free: tuple[Estimate, ...]
    """The win rate of the place that is restricted, in the free games of each stage."""

    usage_games: int
    """Free games in which options were counted."""

    worths: tuple[Worth, ...]
    aborted: int

    def of_class(self, verdict: str) -> tuple[Worth, ...]:
        """The parts of a class, the one with the largest effect first."""
        found = [each for each in self.worths if each.verdict == verdict]
        return tuple(sorted(found, key=lambda each: -abs(each.quoted.win.value)))

    @property
    def again(self) -> tuple[Worth, ...]:
        """The parts that were played again on new deals."""
        return tuple(each for each in self.worths if each.second is not None)


# ---------------------------------------------------------------- decisions


def classify(part: GamePart, first: Effect, second: Effect | None, margin: float) -> str:
    """The class of a part.

    *dead*: free players chose it in ``RARELY`` of their games at most. *indifferent*: the whole
    interval is within the margin. *needed*: the whole interval is below a loss of ``MUCH``.
    *useful*: the whole interval is below 0. *trap*: the whole interval is above 0 in both stages.
    *undecided*: all others. A part that was played again is judged by its figures on new deals, a
    trap by both.
    """
    win = (second or first).win
    if part.is_dead:
        return DEAD
    if -margin <= win.low and win.high <= margin:
        return INDIFFERENT
    if win.high < 0:
        return NEEDED if win.high < -MUCH else USEFUL
    if second is not None and min(first.win.low, second.win.low) > 0:
        return TRAP
    return UNDECIDED


def worth_of(
    part: GamePart, first: Effect, second: Effect | None, *, margin: float, games: int
) -> Worth:
    verdict, win = classify(part, first, second, margin), (second or first).win
    more = None
    if verdict == UNDECIDED:  # as many again, if the stages disagree
        more = games if (found := more_to_decide(win, margin, games)) == 0 else found
    return Worth(part, verdict, first, second, more)


def largest(effects: Mapping[str, Effect], most: int) -> tuple[str, ...]:
    """The names of the largest losses and the largest gains, ``most`` of each."""
    sizes = {name: each.win.value for name, each in effects.items() if not each.is_identical}
    losses = sorted((name for name in sizes if sizes[name] < 0), key=lambda name: sizes[name])
    gains = sorted((name for name in sizes if sizes[name] > 0), key=lambda name: -sizes[name])
    return (*losses[:most], *gains[:most])


def games_to_detect(
    effect: float, *, parts: int, win_rate: float, games_a_deal: int, level: float = LEVEL
) -> int:
    """How many games of each restriction find an effect of this size in the first stage.

    With the usual probability, if a restricted game has nothing in common with the free one:
    effects of parts that rarely matter are found with far fewer.
    """
    if not 0 < effect < 1:
        raise StatsError(f"an effect of {100 * effect:g} %: it must be between 0 and 100 %")
    deviation = (2 * win_rate * (1 - win_rate) / games_a_deal) ** 0.5
    deals = deals_needed(
        deviation,
        effect,
        level=level,
        family=STAGES * max(1, parts),
        scale=Scale.RATE_DIFFERENCE,
    )
    return deals * games_a_deal
