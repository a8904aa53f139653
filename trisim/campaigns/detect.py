"""How many games a question needs: estimated from a few games of each version.

A pilot plays some deals of the base and of other versions into a temporary folder, on another seed
than the campaign. Each measure's paired difference has a standard deviation by deal; from the
largest one follows how many deals find an effect with a probability of 80 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from trisim.report.version_runs import VersionReader, Wanted
from trisim.sim.plan import Plan, prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.runner import run
from trisim.stats.estimate import Scale, StatsError
from trisim.stats.power import deals_needed

PILOT_GAMES = 400
"""Games of each version of a pilot."""

POWER = 0.8
PILOT_SEED = 0x5EED
"""Combined with the seed of the campaign, so that a pilot is never part of it."""


@dataclass(frozen=True, slots=True)
class Needed:
    """How many games of each version find an effect on a measure; None: no realistic number."""

    measure: str
    games: int | None


def games_needed(
    plans: Sequence[Plan],
    effect: float,
    is_rate: bool,
    wanted: Wanted,
    family: int,
    level: float = 0.95,
) -> tuple[Needed, ...]:
    """How many games find a change of this size against the first plan, measure by measure.

    ``family`` is how many versions are compared with the first; intervals are corrected for them
    and for all measures.
    """
    with TemporaryDirectory(prefix="trisim-pilot-") as folder:
        runs = [pilot(plan, Path(folder) / f"{number}") for number, plan in enumerate(plans)]
        reader = VersionReader(runs, wanted=wanted)
        reader.read()
        names = [
            name
            for name in reader.totals.names()
            if is_rate == (reader.scale(name) in (Scale.RATE, Scale.RATE_DIFFERENCE))
        ]
        return tuple(needed(reader, name, effect, family * len(names), level) for name in names)


def pilot(plan: Plan, folder: Path) -> Run:
    """A few games of a plan."""
    request = plan.request
    seed = request.seed ^ PILOT_SEED
    few = replace(request, games=PILOT_GAMES, seed=seed, until_ci=None, part_games=None)
    players = dict(zip(request.strategies, plan.players, strict=False))
    run(
        prepare(few, box=plan.box, strategies=players, compiled=plan.is_compiled),
        folder,
        Execution(),
    )
    return Run(folder)


def needed(reader: VersionReader, name: str, effect: float, family: int, level: float) -> Needed:
    """From the version whose difference has the largest variance."""
    totals = reader.totals
    points = [
        reader.difference(name, version)
        for version in range(1, totals.versions)
        if totals.has(name, version) and totals.has(name, 0)
    ]
    spread = max((point.variance * point.clusters for point in points), default=float("inf"))
    games_a_deal = reader.versions[0].facts.games_a_deal
    seen = max((point.clusters for point in points), default=0) / max(1, reader.deals)
    try:
        deals = deals_needed(
            spread**0.5,
            effect,
            level=level,
            family=family,
            power=POWER,
            scale=reader.scale(name).difference,
        )
    except StatsError:
        return Needed(name, None)
    return Needed(name, round(deals / seen) * games_a_deal if seen else None)
