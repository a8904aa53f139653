"""Play of one strategy: games and decisions a second, what log and second thread cost and give.

Rates of one core count the processor's time, not the clock's: on a machine that others use too, a
process gets a part of a core only. Two threads against one go by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from trisim.bench.timing import Sample, Tell, Turn, interleave
from trisim.engine.cache import cores
from trisim.engine.kernel import JIT
from trisim.games.trismegistus.rules.game import reference_box
from trisim.games.trismegistus.rules.state import BOX, EVENTS, GAME, LOG
from trisim.sim.block import BlockPlayer
from trisim.sim.plan import prepare
from trisim.sim.run_request import RunRequest

PLAYERS = (2, 3, 4)
SOLO = 1
"""In place of a number of players: a game against Botmegistus, at normal difficulty."""

TURN = 0.15
"""Seconds that one turn of a case should take."""

LEAST = 1e-6
"""Seconds below which a clock can't be trusted."""

RANDOM = "random"
"""The strategy that is measured if none is named."""

ESTIMATE = 40 if JIT else 1
"""Games played to learn how many fit into a turn."""


class Table:
    """Everything one thread needs to play games of one strategy, with or without the log."""

    def __init__(self, players: int, strategy: str = RANDOM, *, log: bool = False) -> None:
        seats = {"solo": True} if players == SOLO else {"players": players}
        request = RunRequest.of(games=1, lineup=strategy, alchemists="chosen", **seats)
        self.plan = prepare(request, box=reference_box(), compiled=True)
        self.capacity = EVENTS if log else 0

    def play(self, seed: int, games: int) -> int:
        """Play games; how many decisions they took."""
        table = BlockPlayer(self.plan, 0, games)
        table.state.seed = seed
        table.state.keep = -1
        table.log.capacity = self.capacity
        table.play_on()
        return int(table.state.decisions)


@dataclass(frozen=True, slots=True)
class Rate:
    """Play of one number of players, on one core."""

    players: int  # 1: against Botmegistus
    decisions: float  # per game
    games: Sample  # per second of the processor
    logged: Sample  # the same with the log

    @property
    def log_cost(self) -> Sample:
        """How much longer a game takes with the log, as a share."""
        ratios = self.games.over(self.logged)
        return Sample(tuple(ratio - 1 for ratio in ratios.values))

    @property
    def nanoseconds(self) -> float:
        """Per decision."""
        return 1e9 / (self.games.middle * self.decisions)


@dataclass(frozen=True, slots=True)
class EngineReport:
    """What ``trisim bench engine`` found."""

    strategy: str
    compiled: bool
    cores: int
    rates: tuple[Rate, ...]
    scaling: Sample | None  # two threads against one; None on a single core
    efficiency: Sample | None  # games for the same processor's time, of each of two threads
    core_share: float  # how much of a core a single thread got
    state_bytes: int = GAME.itemsize
    box_bytes: int = BOX.itemsize
    event_bytes: int = LOG["events"].subdtype[0].itemsize if LOG["events"].subdtype else 0

    def as_dict(self) -> dict[str, Any]:
        """The report for a file."""
        return {
            "strategy": self.strategy,
            "compiled": self.compiled,
            "cores": self.cores,
            "core_share": self.core_share,
            "state_bytes": self.state_bytes,
            "box_bytes": self.box_bytes,
            "event_bytes": self.event_bytes,
            "two_threads": self.scaling.as_dict() if self.scaling else None,
            "two_threads_efficiency": self.efficiency.as_dict() if self.efficiency else None,
            "play": [
                {
                    "players": rate.players,
                    "decisions_per_game": rate.decisions,
                    "games_per_s": rate.games.as_dict(),
                    "decisions_per_s": rate.games.middle * rate.decisions,
                    "ns_per_decision": rate.nanoseconds,
                    "logged_games_per_s": rate.logged.as_dict(),
                    "log_cost": rate.log_cost.as_dict(),
                }
                for rate in self.rates
            ],
        }


class Clock:
    """Times the turns of one thread by the processor, and counts how much of a core they got."""

    def __init__(self) -> None:
        self.wall = self.busy = 0.0

    def rate(self, table: Table, seed: int, games: int) -> float:
        """Games a second of the processor's time, in one turn."""
        busy, wall = time.process_time(), time.perf_counter()
        table.play(seed, games)
        took = time.process_time() - busy
        self.busy += took
        self.wall += time.perf_counter() - wall
        return games / max(took, LEAST)


def games_per_turn(table: Table, turn: float) -> int:
    """How many games fit into a turn."""
    table.play(0, 1)  # compiled or loaded by now
    began = time.perf_counter()
    table.play(0, ESTIMATE)
    return max(1, int(turn * ESTIMATE / (time.perf_counter() - began)))


def case_of(players: int) -> str:
    """What a case is called."""
    return "solo" if players == SOLO else f"{players} players"


def alone(clock: Clock, table: Table, games: int) -> Turn:
    """A turn of one thread."""
    return lambda number: clock.rate(table, number, games)


class Threads:
    """Threads that play at once, each at its own table."""

    def __init__(
        self, pool: ThreadPoolExecutor, count: int, games: int, players: int, strategy: str
    ) -> None:
        self.pool = pool
        self.tables = [Table(players, strategy) for _ in range(count)]
        self.games = games
        self.by_processor: list[float] = []  # games a second of the processor's time

    def turn(self, number: int) -> float:
        """Play a turn; games a second by the clock, of all threads."""
        wall, busy = time.perf_counter(), time.process_time()
        waiting = [self.pool.submit(table.play, number, self.games) for table in self.tables]
        for one in waiting:
            one.result()
        played = len(self.tables) * self.games
        self.by_processor.append(played / max(time.process_time() - busy, LEAST))
        return played / (time.perf_counter() - wall)


def measure(
    seconds: float,
    tell: Tell | None = None,
    strategy: str = RANDOM,
    least: int = 3,
    counts: Sequence[int] = PLAYERS,
) -> EngineReport:
    """Measure for about so many seconds; threads play with the last of the numbers of players."""
    clock, cases, decisions = Clock(), {}, {}
    turn = min(TURN, seconds / 10)
    for players in counts:
        quiet, logged = Table(players, strategy), Table(players, strategy, log=True)
        games = games_per_turn(quiet, turn)
        decisions[players] = quiet.play(1, games) / games
        cases[case_of(players)] = alone(clock, quiet, games)
        cases[f"{case_of(players)}, log"] = alone(clock, logged, games)
    with ThreadPoolExecutor(2) as pool:
        one, two = (Threads(pool, count, games, players, strategy) for count in (1, 2))
        if cores() > 1:
            cases.update({"one thread": one.turn, "two threads": two.turn})
        found = interleave(cases, seconds, least, tell)
    rates = tuple(
        Rate(n, decisions[n], found[case_of(n)], found[f"{case_of(n)}, log"]) for n in counts
    )
    scaling = efficiency = None
    if cores() > 1:
        scaling = found["two threads"].over(found["one thread"])
        efficiency = Sample(tuple(two.by_processor)).over(Sample(tuple(one.by_processor)))
    share = clock.busy / clock.wall
    return EngineReport(strategy, JIT, cores(), rates, scaling, efficiency, share)
