"""Play of one strategy: games and decisions a second, what log and second thread cost and give.

Rates of one core count the processor's time, not the clock's: on a machine that others use too, a
process gets a part of a core only. Two threads against one go by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from trisim.bench.timing import Sample, Tell, Turn, interleave
from trisim.engine.cache import cores
from trisim.engine.kernel import JIT
from trisim.plugin import DEFAULT, GamePlugin, info, load
from trisim.sim.block import BlockPlayer
from trisim.sim.options import CHOSEN
from trisim.sim.plan import prepare
from trisim.sim.run_request import RunRequest

AUTOMA = 1
"""In place of a number of players: a game against an automa, as the options have it."""

TURN = 0.15
"""Seconds that one turn of a case should take."""

LEAST = 1e-6
"""Seconds below which a clock can't be trusted."""

RANDOM = "random"
"""The strategy that is measured if none is named."""

ESTIMATE = 40 if JIT else 1
"""Games played to learn how many fit into a turn."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is measured: a game with options of its own, and who plays all seats."""

    strategy: str = RANDOM
    game: str = DEFAULT
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def plugin(self) -> GamePlugin:
        """The game, loaded."""
        return load(self.game)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players to measure."""
        request = RunRequest.of(game=self.game, games=1, **self.options)
        return (AUTOMA,) if request.automas else tuple(info(self.game).players)

    @property
    def most(self) -> int:
        """The most players that are measured."""
        return self.counts[-1]

    def request(self, players: int, **given: Any) -> RunRequest:
        """A run of so many players."""
        seats = {} if players == AUTOMA else {"players": players}
        said = {"lineup": self.strategy, **seats, **self.options, **given}
        return RunRequest.of(game=self.game, **said)


class Table:
    """Everything one thread needs to play games of one strategy, with or without the log."""

    def __init__(self, players: int, case: Case | None = None, *, log: bool = False) -> None:
        case = case or Case()
        roles = {"roles": CHOSEN} if info(case.game).role else {}
        self.plan = prepare(case.request(players, games=1, **roles), compiled=True)
        self.capacity = case.plugin.rules.events if log else 0

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

    players: int  # 1: against an automa
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
    state_bytes: int
    box_bytes: int
    event_bytes: int

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
    return "automa" if players == AUTOMA else f"{players} players"


def alone(clock: Clock, table: Table, games: int) -> Turn:
    """A turn of one thread."""
    return lambda number: clock.rate(table, number, games)


class Threads:
    """Threads that play at once, each at its own table."""

    def __init__(
        self, pool: ThreadPoolExecutor, count: int, games: int, players: int, case: Case
    ) -> None:
        self.pool = pool
        self.tables = [Table(players, case) for _ in range(count)]
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
    seconds: float, tell: Tell | None = None, case: Case | None = None, least: int = 3
) -> EngineReport:
    """Measure for about so many seconds; threads play with the last of the numbers of players."""
    case = case or Case()
    clock, cases, decisions, counts = Clock(), {}, {}, case.counts
    turn = min(TURN, seconds / 10)
    for players in counts:
        quiet, logged = Table(players, case), Table(players, case, log=True)
        games = games_per_turn(quiet, turn)
        decisions[players] = quiet.play(1, games) / games
        cases[case_of(players)] = alone(clock, quiet, games)
        cases[f"{case_of(players)}, log"] = alone(clock, logged, games)
    with ThreadPoolExecutor(2) as pool:
        one, two = (Threads(pool, count, games, players, case) for count in (1, 2))
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
    sizes = record_sizes(case.plugin)
    return EngineReport(case.strategy, JIT, cores(), rates, scaling, efficiency, share, *sizes)


def record_sizes(plugin: GamePlugin) -> tuple[int, int, int]:
    """Bytes of a state, of the box for kernels and of an event of the log."""
    rules = plugin.rules
    events = rules.log_type["events"].subdtype
    box = rules.registry.records["Box"]
    return rules.game_type.itemsize, box.itemsize, events[0].itemsize if events else 0
