"""Which scenario, or combination of scenarios, comes nearest to a win rate.

A search has two halves. Rounds of games narrow the candidates down: combinations are predicted
from their parts on the scale of log odds, and each round keeps the most promising. Their figures
favour whatever was lucky, so only those of the last candidates on new deals are quoted; their
intervals hold together. "Nearer" is judged on the same deals, for all pairs of candidates together:
a is surely nearer to the target t than b if the intervals of a - b and of a + b - 2 t, whose
product is the difference of the squared distances, exclude 0 on opposite sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from trisim.documents import Document
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale, StatsError
from trisim.stats.scenario_arrays import ScenarioSheet

LEVEL = 0.95
POSSIBLE = 2.0
"""Standard errors within which a candidate may still have the win rate that is wanted."""


# ---------------------------------------------------------------- narrowing down


@dataclass(frozen=True, slots=True)
class Guess:
    """What is known of the win rate of a candidate so far."""

    name: str
    changes: int
    """How many scenarios it combines; none is the baseline."""

    rate: float
    error: float

    def distance(self, target: float) -> float:
        return abs(self.rate - target)

    def is_possible(self, target: float) -> bool:
        """Whether chance alone could explain the distance."""
        return self.distance(target) <= POSSIBLE * self.error


@dataclass(frozen=True, slots=True)
class Odds:
    """The log odds of winning, with their variance.

    Half a game is added to both sides, so that no rate is 0 or 1 (Haldane and Anscombe). Games of
    a deal count as one: this is cautious where a deal has several.
    """

    value: float
    variance: float

    @classmethod
    def of(cls, sums: Sums) -> Odds:
        won = sums.ratio * sums.clusters + 0.5
        lost = sums.clusters + 1.0 - won
        return cls(math.log(won / lost), 1 / won + 1 / lost)

    def guess(self, name: str, changes: int) -> Guess:
        """As a win rate; the error is that of the first order."""
        rate = 1 / (1 + math.exp(-self.value))
        return Guess(name, changes, rate, rate * (1 - rate) * math.sqrt(self.variance))


def predicted(baseline: Odds, parts: Sequence[Odds]) -> Odds:
    """A combination whose parts change the log odds as much together as alone."""
    more = len(parts) - 1
    return Odds(
        sum(part.value for part in parts) - more * baseline.value,
        sum(part.variance for part in parts) + more**2 * baseline.variance,
    )


def most_promising(guesses: Iterable[Guess], target: float, places: int) -> list[str]:
    """The candidates that are kept.

    Half of the places are for those with the fewest changes that may have the target, all others
    for the nearest. Ties go to what was listed first.
    """
    known = list(guesses)
    possible = [each for each in known if each.is_possible(target)]
    simple = sorted(possible, key=lambda each: (each.changes, each.distance(target)))
    near = sorted(known, key=lambda each: each.distance(target))
    names = (each.name for each in (*simple[: places // 2], *near))
    return list(dict.fromkeys(names))[:places]


def add_sheet(found: dict[str, Sums], names: Sequence[str], sheet: ScenarioSheet) -> None:
    """Add the wins of some deals to those known of each scenario."""
    if sheet.scenarios != len(names):
        raise StatsError(f"deals against {sheet.scenarios} setups, not {len(names)}")
    for number, name in enumerate(names):
        found[name] = found.get(name, Sums()) + sheet.contrast(sheet.win, {number: 1.0})


# ---------------------------------------------------------------- new deals


@dataclass(slots=True)
class Confirmation:
    """The sums of the deals that only the last candidates have played."""

    names: tuple[str, ...]
    alone: dict[str, Sums] = field(default_factory=dict)
    gaps: dict[tuple[str, str], Sums] = field(default_factory=dict)
    totals: dict[tuple[str, str], Sums] = field(default_factory=dict)

    def read(self, sheet: ScenarioSheet) -> None:
        add_sheet(self.alone, self.names, sheet)
        for (i, one), (j, other) in combinations(enumerate(self.names), 2):
            pair = one, other
            gap = sheet.contrast(sheet.win, {i: 1.0, j: -1.0})
            total = sheet.contrast(sheet.win, {i: 1.0, j: 1.0})
            self.gaps[pair] = self.gaps.get(pair, Sums()) + gap
            self.totals[pair] = self.totals.get(pair, Sums()) + total

    def win(self, name: str, level: float = LEVEL) -> Estimate:
        return self.alone[name].point(Scale.RATE).estimate(level, len(self.names))

    def is_nearer(self, one: str, other: str, target: float, level: float = LEVEL) -> bool:
        """Whether one candidate surely is nearer to the target than the other."""
        is_turned = (one, other) not in self.gaps
        pair = (other, one) if is_turned else (one, other)
        gap = self.gaps[pair].point(Scale.RATE_DIFFERENCE).estimate(level, len(self.gaps))
        total = self.totals[pair].point(Scale.RATE_DIFFERENCE, (0.0, 2.0))
        side = sign_of(total.estimate(level, len(self.gaps)), 2 * target)
        ahead = sign_of(gap, 0.0) * (-1 if is_turned else 1)
        return ahead * side < 0


def sign_of(estimate: Estimate, null: float) -> int:
    """1 or -1 if the value surely is above or below; else 0."""
    return int(estimate.low > null) - int(estimate.high < null)


# ---------------------------------------------------------------- the result


@dataclass(frozen=True, slots=True)
class Searched:
    """A candidate of the search. Its win rate there is biased: the lucky ones were kept."""

    setup: str
    changes: int
    rounds: int
    """How many rounds it played, the one of single scenarios included."""

    games: int
    rate: float


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A candidate on new deals."""

    setup: str
    parts: tuple[str, ...]
    flags: tuple[str, ...]
    """Options of the command line that play it."""

    win: Estimate
    is_compatible: bool
    """Whether its interval contains the target."""

    searched: float | None
    """Its win rate in the search, if there was one."""


@dataclass(frozen=True, slots=True)
class Solved(Document):
    """The result of a search. ``confirmed`` are in the order of their distance to the target."""

    target: float
    level: float
    strategy: str
    spec: str
    candidates: int
    """Scenarios and combinations that were considered."""

    games: int
    aborted: int
    deals: int
    """New deals of each confirmed candidate."""

    answer: str
    """The compatible candidate with the fewest changes; the nearest one if none is compatible."""

    not_told_apart: tuple[str, ...]
    """Candidates that aren't surely farther from the target than the nearest one."""

    confirmed: tuple[Confirmed, ...]
    searched: tuple[Searched, ...]

    @property
    def nearest(self) -> Confirmed:
        return self.confirmed[0]

    @property
    def recommended(self) -> Confirmed:
        return next(each for each in self.confirmed if each.setup == self.answer)

    @property
    def is_met(self) -> bool:
        """Whether any confirmed candidate is compatible with the target."""
        return any(each.is_compatible for each in self.confirmed)


def confirmed(
    found: Confirmation,
    target: float,
    parts: Mapping[str, tuple[str, ...]],
    flags: Mapping[str, tuple[str, ...]],
    searched: Mapping[str, float],
) -> tuple[Confirmed, ...]:
    """All candidates on the new deals, the nearest first; of equals, the simplest."""
    wins = {name: found.win(name) for name in found.names}
    order = sorted(wins, key=lambda name: (abs(wins[name].value - target), len(parts[name])))
    return tuple(
        Confirmed(
            name,
            parts[name],
            flags[name],
            wins[name],
            not wins[name].excludes(target),
            searched.get(name),
        )
        for name in order
    )


def answer_of(candidates: Sequence[Confirmed]) -> str:
    """The compatible candidate with the fewest changes; the nearest of all if there is none."""
    fitting = [each for each in candidates if each.is_compatible]
    return min(fitting, key=lambda each: len(each.parts)).setup if fitting else candidates[0].setup
