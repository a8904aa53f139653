"""Whole runs: what writing down costs, what a second core gives, and one long run's time and size.

Costs are by the processor's time of one job, the second job's gain goes by the clock. The long run
is a process of its own, as a user would start it, so that its memory is its own.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from trisim.bench.engine import RANDOM, Case, Table
from trisim.bench.timing import Sample, Tell, Turn, interleave
from trisim.engine.cache import cores
from trisim.sim.plan import prepare
from trisim.sim.request import Execution
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import run

PART = 2048
"""Deals of a part, as a long run has them."""

GAMES, FEWER_GAMES = 65_536, 4_096
"""Games of a turn that is timed: enough that loading box and strategies hardly counts; fewer of
strategies that take their time."""

KINDS: dict[str, dict[str, Any]] = {
    "players": {"log": "players"},
    "turns": {"log": "turns"},
    "all tables": {"log": "turns", "cards": True, "ledger": 1},
}


@dataclass(frozen=True, slots=True)
class LongRun:
    """A run in a process of its own."""

    games: int
    jobs: int
    seconds: float
    resident: int  # bytes at the most
    disk: int  # bytes

    @property
    def million(self) -> float:
        """Seconds that a million games would take."""
        return self.seconds / self.games * 1_000_000


@dataclass(frozen=True, slots=True)
class RunReport:
    """What ``trisim bench run`` found; rates are games a second of one core."""

    strategy: str
    cores: int
    games: int
    unlogged: Sample
    rates: dict[str, Sample]
    scaling: Sample | None  # two jobs against one, by the clock; None on a single core
    long: LongRun | None

    def cost(self, kind: str) -> Sample:
        """The share of the unlogged rate that writing down costs."""
        ratios = self.rates[kind].over(self.unlogged)
        return Sample(tuple(1 - ratio for ratio in ratios.values))

    def as_dict(self) -> dict[str, Any]:
        """The report for a file."""
        return {
            "strategy": self.strategy,
            "cores": self.cores,
            "games_a_turn": self.games,
            "unlogged": self.unlogged.as_dict(),
            "rates": {kind: rate.as_dict() for kind, rate in self.rates.items()},
            "costs": {kind: self.cost(kind).as_dict() for kind in self.rates},
            "two_jobs": self.scaling.as_dict() if self.scaling else None,
            "long": None
            if self.long is None
            else {name: getattr(self.long, name) for name in self.long.__slots__},
        }


def request_of(case: Case, games: int, seed: int, **kind: Any) -> RunRequest:
    """Play of as many as can play, in parts as a long run has them, or at least two."""
    part = min(PART, games // 8)
    made = case.request(case.most, games=games, seed=seed, **kind)
    return replace(made, part_games=part * made.games_a_deal)


def measure(
    seconds: float, long_games: int, tell: Tell | None = None, case: Case | None = None
) -> RunReport:
    """Measure for about so many seconds, and then play one long run."""
    case = case or Case()
    games = GAMES if case.strategy == RANDOM else FEWER_GAMES
    with TemporaryDirectory(prefix="trisim-bench-") as place:
        out = Path(place) / "run"
        table = Table(case.most, case)
        cases: dict[str, Turn] = {"unlogged": by_processor(games, lambda n: table.play(n, games))}
        for kind, given in KINDS.items():
            cases[kind] = by_processor(games, played(out, case, games, 1, **given))
        if cores() > 1:
            cases["one job"] = by_clock(games, played(out, case, games, 1))
            cases["two jobs"] = by_clock(games, played(out, case, games, 2))
        found = interleave(cases, seconds, 3, tell)
        if tell and long_games:
            tell(1, 1, f"a run of {long_games:,} games")
        long = play_long(Path(place) / "long", case, long_games) if long_games else None
    scaling = found["two jobs"].over(found["one job"]) if cores() > 1 else None
    rates = {kind: found[kind] for kind in KINDS}
    return RunReport(case.strategy, cores(), games, found["unlogged"], rates, scaling, long)


def played(out: Path, case: Case, games: int, jobs: int, **kind: Any) -> Callable[[int], object]:
    """What plays a whole run and removes it again."""

    def play(number: int) -> None:
        plan = prepare(request_of(case, games, number, **kind))
        run(plan, out, Execution(jobs=jobs, backend="threads"))
        shutil.rmtree(out)

    return play


def by_processor(games: int, play: Callable[[int], object]) -> Turn:
    """Games a second of the processor's time."""

    def turn(number: int) -> float:
        busy = time.process_time()
        play(number)
        return games / (time.process_time() - busy)

    return turn


def by_clock(games: int, play: Callable[[int], object]) -> Turn:
    """Games a second by the clock."""

    def turn(number: int) -> float:
        began = time.perf_counter()
        play(number)
        return games / (time.perf_counter() - began)

    return turn


def play_long(out: Path, case: Case, games: int) -> LongRun:
    """Play a run by the command line; its time, its memory and its size."""
    command = [sys.executable, "-m", "trisim", "run", "--game", case.game, "--games", str(games)]
    command += ["--players", str(case.most), "--strategy", case.strategy]
    command += ["--out", str(out), "--jobs", "-1"]
    began = time.perf_counter()
    subprocess.run(  # noqa: S603 (our own command)
        command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "CI": "1"}
    )
    seconds = time.perf_counter() - began
    resident = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    disk = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    shutil.rmtree(out)
    return LongRun(games, cores(), seconds, resident, disk)
