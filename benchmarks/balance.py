"""Compares searches for the smallest change that meets targets, on planted problems.

``python -m benchmarks.balance`` prints, for each problem and search, how often the true distance of
the result is 0, and its mean distance and price, at equal games. The problems are models of games
(``tests/campaigns/balance_model.py``), so a table takes two minutes.

``python -m benchmarks.balance reference FOLDER [SEED …]`` does the same with the box
``tests/boxes/reference-1``, its targets and the knobs of ``reports/balance``, played by ``tuned``:
each result is checked on the same new deals. It takes about a quarter of an hour for each seed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from cmaes import CMAwM

from tests.campaigns.balance_model import planted
from tests.installed import ROOT
from trisim.campaigns.balance import plays_of, space_of
from trisim.campaigns.balance_request import CHECK, BalanceRequest
from trisim.campaigns.balance_search import CANDIDATES, Search
from trisim.report.balance_change import Judged
from trisim.sim.campaign import prepare_campaign
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.request import Execution
from trisim.stats.knob_effects import Levels

DEALS = 500
SEEDS = range(1, 9)
WEIGHT = 0.05
"""What a unit of price costs, for searches with one objective."""

Find = Callable[[Any, int], Levels]
"""A search on a ``Model`` or on the ``Reference``, with so many deals."""


def deals_of(model: Any) -> int:
    """The deals of a candidate's first look."""
    return getattr(model, "deals", DEALS)


def by_effects(model: Any, games: int) -> Levels:
    """The search of ``trisim balance``: the nearest of its front."""
    found = Search(model.space, model.aims, model, deals_of(model)).find()
    return found.front[-1].levels if found.front else model.space.printed


def loss(model: Any, levels: Levels, deals: int) -> float:
    found = model.read([levels], deals)
    values = found.values + found.changes.values[0]
    missed = model.aims.distances(found.values, found.errors) > 0
    allowance = np.where(missed, -np.minimum(found.errors, model.aims.reach / 2), found.errors)
    distance = model.aims.distances(values, allowance).sum()
    return float(distance) + WEIGHT * model.space.price(levels)


def at_random(model: Any, games: int) -> Levels:
    """Random candidates, of which each changes one to four knobs, halved from round to round."""
    rng = np.random.default_rng(model.seed)
    sizes = [len(each) for each in model.space.prices]
    many, deals = most_halved(games, deals_of(model)), deals_of(model)
    pool = []
    for _ in range(many):
        levels = list(model.space.printed)
        for knob in rng.choice(len(sizes), rng.integers(1, 5), replace=False):
            levels[knob] = int(rng.integers(sizes[knob]))
        pool.append(tuple(levels))
    while len(pool) > 1:
        pool = sorted(pool, key=lambda each: loss(model, each, deals))[: max(1, len(pool) // 2)]
        deals *= 2
    return pool[0]


def most_halved(games: int, first: int) -> int:
    """How many candidates can be halved down to one with so many games."""
    many = 2
    while True:
        played, left, deals = 0, many, first
        while left > 1:
            played += left * deals
            left //= 2
            deals *= 2
            played -= left * deals // 2  # these were played before
        if played + deals // 2 > games:
            return many - 1
        many += 1


def one_at_a_time(model: Any, games: int) -> Levels:
    """The best value of each knob in turn, with the others as they were found."""
    here, steps = model.space.printed, sum(len(each) - 1 for each in model.space.prices)
    deals = games // steps
    for knob, prices in enumerate(model.space.prices):
        options = [model.space.with_level(here, knob, level) for level in range(len(prices))]
        here = min(options, key=lambda each: loss(model, each, deals))
    return here


def by_cma(model: Any, games: int) -> Levels:
    """CMA-ES with margin, for whole numbers."""
    size = len(model.space.prices)
    bounds = np.array([[0, len(each) - 1] for each in model.space.prices])
    optimiser = CMAwM(
        mean=np.array(model.space.printed, dtype=float),
        sigma=1.0,
        bounds=bounds,
        steps=np.ones(size),
        seed=model.seed,
    )
    seen: dict[Levels, float] = {}
    while model.games < games:
        told = []
        for _ in range(optimiser.population_size):
            point, where = optimiser.ask()
            levels = tuple(int(each) for each in point)
            seen[levels] = loss(model, levels, deals_of(model))
            told.append((where, seen[levels]))
        optimiser.tell(told)
    finalists = sorted(seen, key=lambda each: seen[each])[:6]
    return min(finalists, key=lambda each: loss(model, each, deals_of(model) << len(CANDIDATES)))


SEARCHES: dict[str, Find] = {
    "effects and race": by_effects,
    "one at a time": one_at_a_time,
    "CMA-ES with margin": by_cma,
    "random, halving": at_random,
}


def row(problem: str, name: str, knobs: int) -> str:
    """A search on a problem, over all seeds."""
    found, games = [], 0
    for seed in SEEDS:
        model = planted(problem, seed, knobs)
        budget = budget_of(problem, seed, knobs)
        levels = SEARCHES[name](model, budget)
        games = max(games, model.games)
        found.append((model.distance(levels), model.space.price(levels)))
    distances, prices = map(np.array, zip(*found, strict=True))
    met = (distances == 0).mean()
    return (
        f"{problem:<9} {knobs:>3} {name:<20} {100 * met:>5.0f} % {distances.mean():>9.2f} "
        f"{prices.mean():>7.1f} {games:>9,}"
    )


def budget_of(problem: str, seed: int, knobs: int) -> int:
    """The games that the search of ``trisim balance`` takes."""
    model = planted(problem, seed, knobs)
    by_effects(model, 0)
    return model.games


# ---------------------------------------------------------------- on the reference set

REFERENCE_GAMES = 4_000
"""Games of a candidate in the last round of the search; and twice as many in the check."""


class Reference:
    """The reference set as searches see it; the same interface as that of a model."""

    def __init__(self, folder: Path, seed: int) -> None:
        request = BalanceRequest.of(
            box=ROOT / "tests/boxes/reference-1",
            over=ROOT / "reports/balance/knobs.toml",
            strategy="tuned",
            games=REFERENCE_GAMES,
            seed=seed,
            retune=0,
        )
        self.seed, self.request, self.deals = seed, request, request.first_deals
        folder.mkdir(parents=True)
        self.plays = plays_of(folder, prepare_campaign(request), Execution(resume=True), PLAY_BLOCK)
        self.allows, self.read = self.plays.allows, self.plays.read
        self.space = space_of(self.plays.knobs)
        self.read((), request.search_deals)
        self.aims = self.plays.aims

    @property
    def games(self) -> int:
        """All games that the search has played; searches count deals, of five games each."""
        return sum(self.plays.games.values()) // 5

    def checked(self, levels: Levels) -> tuple[Judged, float]:
        """The targets on new deals, and the distance of a result without any allowance."""
        plays = self.plays
        judged = plays.judged(CHECK, [plays.knobs.printed, levels], 2 * self.request.deals)[1]
        known = {each.key: each.estimate.value for each in judged.values}
        keys = [(each.target, each.group.name, each.measure) for each in plays.aimed]
        inside = (self.aims.low + self.aims.high) / 2
        values = np.array([known.get(key, inside[n]) for n, key in enumerate(keys)])
        return judged, float(self.aims.distances(values, np.zeros(1)).sum())


def on_reference(folder: Path, seeds: Sequence[int]) -> None:
    """Each search on the box of the reference set, checked on new deals."""
    heads = f"{'missed':>7} {'met':>4} {'distance':>9} {'price':>6}"
    print(f"{'search':<20} {'seed':>4} {heads}  change")
    for seed in seeds:
        budget = 0
        for name, find in SEARCHES.items():
            game = Reference(folder / f"{seed}-{name.replace(' ', '-')}", seed)
            found = find(game, budget or 1)
            budget = budget or game.games
            games, (judged, distance) = game.games * 5, game.checked(found)
            print(
                f"{name:<20} {seed:>4} {len(judged.missed):>7} {len(judged.met):>4} "
                f"{distance:>9.2f} {game.space.price(found):>6g}  "
                f"{game.plays.knobs.words(found)} ({games:,} games)",
                flush=True,
            )


def main() -> None:
    if sys.argv[1:2] == ["reference"]:
        on_reference(Path(sys.argv[2]), [int(each) for each in sys.argv[3:]] or [1])
        return
    names = sys.argv[1:] or list(SEARCHES)
    heads = f"{'met':>7} {'distance':>9} {'price':>7} {'deals':>9}"
    print(f"{'problem':<9} {'of':>3} {'search':<20} {heads}")
    for problem in ("card", "role", "seat", "both"):
        for knobs in (10, 30):
            for name in names:
                print(row(problem, name, knobs), flush=True)


if __name__ == "__main__":
    main()
