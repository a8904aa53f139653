"""The search for the smallest change that meets targets: it plays candidates, few games at first.

First each knob is changed alone. From these changes, paired by deal, the effect of each level on
each measure is estimated (``trisim.stats.knob_effects``). Then rounds with fewer and fewer
candidates, and twice the deals each, play what is predicted to be best for its price, and each
round makes the estimates better. How it compares with other searches: ``benchmarks/balance.py``.

The search knows candidates by numbers only, and plays through ``Plays``: a game or a model of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from trisim.stats.knob_effects import Array, Changes, Effects, Levels, Space, estimated

Bools = NDArray[np.bool_]

CANDIDATES = (16, 10, 6)
"""Candidates in each round; the deals of each are doubled from round to round."""

MOST_VARIANTS = 5
TRIED_TEXTS = 8
"""Values without order that are played alone at most."""

BEAM = 24
DEPTH = 6
"""Knobs that a candidate changes at most."""

WEIGHTS = tuple(10.0**power for power in np.arange(-3, 1.01, 0.5))
"""What a unit of price is worth in units of distance, in the search for predicted candidates."""

GAIN = 0.1
"""A larger change must make the distance smaller by this part of what can be gained at all."""

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Aims:
    """The bands of all measures of targets, as arrays, in the units of the measures."""

    low: Array
    high: Array
    reach: Array
    """What a distance is counted in: half the width of the band, or less of a wide one."""

    margin: Array | None = None
    """How far inside a value should be, so that new deals show that its target is met.

    0 of a measure that the games of the check can't decide; None: of all."""

    def distances(self, values: Array, allowance: Array) -> Array:
        """How far each value is beyond its band, less what chance explains; 0 inside."""
        beyond = np.maximum(values - self.high, self.low - values)
        return np.asarray(np.maximum(0.0, beyond - allowance) / self.reach, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Readings:
    """Measures of the printed values, and the changes of candidates against them."""

    values: Array
    errors: Array
    changes: Changes
    same: Bools
    """By candidate and measure, whether no deal differs."""


class Plays(Protocol):
    """Plays candidates over the first deals, always the same, and reads them."""

    def read(self, candidates: Sequence[Levels], deals: int) -> Readings:
        """The printed values and candidates, over so many deals."""

    def allows(self, levels: Levels) -> bool:
        """Whether a candidate can be played at all."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate with its price and its estimated distance."""

    levels: Levels
    price: float
    distance: float
    deals: int
    """On which it was played; 0: only predicted."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A knob on its own: the level that is nearest to the targets by itself."""

    knob: int
    level: int
    distance: float
    same: bool
    """Whether no measure differs in any deal at any level that was played."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found; ``front`` begins with the smallest change, without the printed values."""

    printed: float
    """The distance of the printed values."""

    front: tuple[Tried, ...]
    tried: tuple[Tried, ...]
    alone: tuple[Alone, ...]


Tell = Callable[[str, Sequence[Tried], int], None]
"""Called after each round: its name, the front, and how many candidates were played."""


def silent(name: str, front: Sequence[Tried], played: int) -> None:
    """Say nothing."""


@dataclass
class Search:
    """The state of a search; the same plays give the same candidates."""

    space: Space
    aims: Aims
    plays: Plays
    deals: int
    """Of each knob alone; rounds have twice, four times … as many."""

    tell: Tell = silent
    known: dict[Levels, tuple[int, Array, Array]] = field(default_factory=dict)
    """By candidate: deals, changes and their errors, from the most deals that it has played."""

    same: dict[Levels, Bools] = field(default_factory=dict)
    values: Array = field(default_factory=lambda: np.zeros(0))
    errors: Array = field(default_factory=lambda: np.zeros(0))

    def find(self) -> SearchResult:
        """The front between distance and price."""
        last = self.deals << len(CANDIDATES)
        self.read((), last)
        if not self.printed:
            return SearchResult(0.0, (), (), ())
        self.read(self.singles(), self.deals)
        self.tell("each knob alone", self.front(self.measured(0)), len(self.known))
        for number, count in enumerate(CANDIDATES, start=1):
            deals = self.deals << number
            self.read(self.promising(count), deals)
            self.tell(f"round {number}", self.front(self.measured(deals)), len(self.known))
        tried = self.measured(0)
        front = thinned(self.front(self.measured(last)), MOST_VARIANTS)
        return SearchResult(self.printed, tuple(front), tuple(tried), tuple(self.alone()))

    # -- playing

    def read(self, candidates: Sequence[Levels], deals: int) -> None:
        found = self.plays.read(candidates, deals)
        if not len(self.values):
            self.values, self.errors = found.values, found.errors
        for row, levels in enumerate(found.changes.candidates):
            values, errors = found.changes.values[row], found.changes.errors[row]
            self.known[levels] = (deals, values, errors)
            self.same[levels] = found.same[row]

    def singles(self) -> list[Levels]:
        """Each knob alone: both ends of numbers, and the values of texts."""
        found = []
        for knob, prices in enumerate(self.space.prices):
            others = [level for level in range(len(prices)) if level != self.space.printed[knob]]
            if self.space.ordered[knob]:
                others = sorted({0, len(prices) - 1} & set(others))
            tried = others[:TRIED_TEXTS]
            found += [self.space.with_level(self.space.printed, knob, level) for level in tried]
        return [each for each in found if self.plays.allows(each)]

    # -- estimates

    def effects(self) -> Effects:
        rows = list(self.known.values())
        values = np.array([each[1] for each in rows])
        errors = np.array([each[2] for each in rows])
        return estimated(self.space, Changes(tuple(self.known), values, errors))

    def distance(self, changes: Array) -> float:
        """The distance to all targets, of one candidate."""
        found = self.aims.distances(self.values + changes, self.allowance)
        return round(float(found.sum()), DIGITS)

    @property
    def allowance(self) -> Array:
        """What is forgiven: a standard error of what the printed values don't surely miss.

        Of what they miss a standard error more is asked, so that it is met on new deals, too; and
        the margin, where there is one.
        """
        missed = self.aims.distances(self.values, self.errors) > 0
        more = np.minimum(self.errors, self.aims.reach / 2)
        usual = np.where(missed, -more, self.errors)
        if self.aims.margin is not None:
            usual = np.where(self.aims.margin > 0, -self.aims.margin, usual)
        return np.asarray(usual, dtype=np.float64)

    @property
    def printed(self) -> float:
        return self.distance(np.zeros_like(self.values))

    def measured(self, deals: int) -> list[Tried]:
        """The candidates that have played so many deals."""
        if not self.known:
            return []
        effects = self.effects()
        return [
            Tried(levels, self.space.price(levels), self.distance(effects.of(levels)), each[0])
            for levels, each in self.known.items()
            if each[0] >= deals
        ]

    def alone(self) -> Iterable[Alone]:
        """The best level of each knob alone."""
        effects = self.effects()
        for knob, prices in enumerate(self.space.prices):
            levels = [n for n in range(len(prices)) if n != self.space.printed[knob]]
            distances = {n: self.distance(effects.curves[knob][n]) for n in levels}
            best = min(levels, key=lambda n: (distances[n], prices[n]))
            changed = {each: self.space.changed(each) for each in self.same}
            played = [same for each, same in self.same.items() if changed[each] == (knob,)]
            is_same = bool(played) and all(each.all() for each in played)
            yield Alone(knob, best, distances[best], is_same)

    # -- candidates

    def promising(self, count: int) -> list[Levels]:
        """The predicted best for their price, front after front."""
        effects = self.effects()
        pool = [
            Tried(each, self.space.price(each), self.distance(effects.of(each)), 0)
            for each in dict.fromkeys((*self.known, *self.beam(effects)))
            if each != self.space.printed
        ]
        found: list[Tried] = []
        while len(found) < count and (best := self.front(pool)):
            allowed = [each for each in best if self.plays.allows(each.levels)]
            found += thinned(allowed, count - len(found))
            passed = {each.levels for each in best}
            pool = [each for each in pool if each.levels not in passed]
        chosen = [each.levels for each in found]
        return chosen + self.neighbours(effects, count - len(chosen), {*chosen})

    def neighbours(self, effects: Effects, count: int, chosen: set[Levels]) -> list[Levels]:
        """The nearest candidate with one more change: those that would help most by chance, too.

        They find knobs whose effect the few games of each knob alone could not show.
        """
        nearest = min(self.measured(0), key=lambda each: (each.distance, each.price, each.levels))
        here = effects.of(nearest.levels)
        hopes = []
        for knob, level in self.moves(nearest.levels):
            levels = self.space.with_level(nearest.levels, knob, level)
            alone = self.space.with_level(self.space.printed, knob, level)
            if levels in self.known or levels in chosen or not self.plays.allows(levels):
                continue
            change = self.known[alone][1] if alone in self.known else effects.curves[knob][level]
            hopes.append((self.distance(here + change), self.space.price(levels), levels))
        return [levels for _, _, levels in sorted(hopes)[:count]]

    def moves(self, levels: Levels) -> Iterable[tuple[int, int]]:
        """All other levels of the knobs that a candidate leaves as printed."""
        for knob, prices in enumerate(self.space.prices):
            if levels[knob] == self.space.printed[knob]:
                for level in range(len(prices)):
                    if level != levels[knob]:
                        yield knob, level

    def front(self, tried: Iterable[Tried]) -> tuple[Tried, ...]:
        """From the cheapest on, those that are nearer than all cheaper ones, by enough."""
        found: list[Tried] = []
        known = sorted(tried, key=lambda each: (each.price, each.distance, each.levels))
        bound = self.printed
        floor = min((each.distance for each in known), default=bound)
        for each in known:
            if each.distance < bound and bound - each.distance >= GAIN * (bound - floor):
                found.append(each)
                bound = each.distance
        return tuple(found)

    def beam(self, effects: Effects) -> list[Levels]:
        """Candidates with several changes: the best of each weight, one more change at a time."""
        space, printed = self.space, np.array(self.space.printed)
        moves = [
            (knob, level)
            for knob, level in self.moves(space.printed)
            if effects.curves[knob][level].any()
        ]
        here, found = [space.printed], dict.fromkeys([space.printed])
        for _ in range(min(DEPTH, len(printed))):
            more = [
                space.with_level(levels, knob, level)
                for levels in here
                for knob, level in moves
                if levels[knob] == space.printed[knob]
            ]
            more = list(dict.fromkeys(more))
            if not more:
                break
            here = self.best_of(more, effects)
            found |= dict.fromkeys(here)
        return list(found)

    def best_of(self, candidates: Sequence[Levels], effects: Effects) -> list[Levels]:
        """The best candidates by distance and price, for each weight of the price."""
        rows = np.array(candidates)
        values = self.values + effects.additive(rows)
        distances = self.aims.distances(values, self.allowance).sum(axis=1).round(DIGITS)
        prices = np.array([self.space.price(each) for each in candidates])
        found: dict[int, None] = {}
        for weight in WEIGHTS:
            order = np.lexsort((np.arange(len(rows)), (distances + weight * prices).round(DIGITS)))
            found |= dict.fromkeys(order[:BEAM].tolist())
        return [candidates[place] for place in found]


def thinned(front: Sequence[Tried], most: int) -> list[Tried]:
    """At most so many of a front, evenly: the nearest always, then the cheapest."""
    if len(front) <= most:
        return list(front)
    places = np.linspace(len(front) - 1, 0, most).round().astype(int)
    return [front[place] for place in sorted(set(places.tolist()))]
