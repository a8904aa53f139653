"""A player that thinks: lines of play a second, and how much slower its games are.

It sits at a table with others who play by the same weights at first sight; beside it, as many of
these alone play the same deals. Both take turns, and count the processor's time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from trisim.bench.engine import LEAST, Case
from trisim.bench.timing import Sample, Tell, Turn, interleave
from trisim.engine.kernel import JIT
from trisim.players.registry import load
from trisim.sim.block import BlockPlayer
from trisim.sim.plan import Plan, prepare

BUDGETS = (20, 50, 200)
"""Iterations that are measured if none are named."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Games with one seat that thinks with a budget."""

    iterations: int
    lines: Sample  # of play, per second of the processor
    games: Sample  # per minute of the processor
    lines_a_game: float
    slower: Sample  # times the processor's time of a game in which nobody thinks


@dataclass(frozen=True, slots=True)
class ThinkingReport:
    """What ``trisim bench search`` found."""

    strategy: str
    compiled: bool
    thoughts: tuple[Thought, ...]

    def as_dict(self) -> dict[str, Any]:
        """The report for a file."""
        return {
            "strategy": self.strategy,
            "compiled": self.compiled,
            "search": [
                {
                    "iterations": each.iterations,
                    "lines_per_s": each.lines.as_dict(),
                    "games_per_min": each.games.as_dict(),
                    "lines_per_game": each.lines_a_game,
                    "times_slower": each.slower.as_dict(),
                }
                for each in self.thoughts
            ],
        }


class Thinking:
    """Turns of games with a budget; what lines of play and time they took."""

    def __init__(self, case: Case, iterations: int) -> None:
        self.plan = plan_of(case, iterations)
        self.lines: list[int] = []
        self.seconds: list[float] = []

    def turn(self, number: int) -> float:
        """Play a deal in all rotations; the processor's time."""
        table = BlockPlayer(self.plan, number, 1)
        began = time.process_time()
        table.play_on()
        self.seconds.append(max(time.process_time() - began, LEAST))
        self.lines.append(int(table.policies[0].search.lines))
        return self.seconds[-1]

    def found(self, iterations: int, plain: Sample) -> Thought:
        """What the turns came to."""
        a_deal = self.plan.request.games_a_deal
        games = a_deal * len(self.seconds)
        lines = zip(self.lines, self.seconds, strict=True)
        return Thought(
            iterations,
            Sample(tuple(count / seconds for count, seconds in lines)),
            Sample(tuple(60 * a_deal / seconds for seconds in self.seconds)),
            sum(self.lines) / games,
            Sample(tuple(self.seconds)).over(plain),
        )


def plan_of(case: Case, iterations: int) -> Plan:
    """One that thinks, if it has iterations, among others that don't."""
    kit = case.plugin.players
    thinker = load(f"{case.strategy}:iterations={iterations}", kit)
    plain = load(f"{case.strategy}:iterations=0", kit)
    lineup = ",".join([thinker.spec, *[plain.spec] * (case.most - 1)])
    request = case.request(case.most, games=1, lineup=lineup, log="players")
    loaded = {thinker.spec: thinker, plain.spec: plain}
    return prepare(request, strategies=loaded, compiled=True)


def measure(
    seconds: float,
    tell: Tell | None = None,
    case: Case | None = None,
    budgets: tuple[int, ...] = BUDGETS,
    least: int = 3,
) -> ThinkingReport:
    """Measure for about so many seconds."""
    case = case or Case("search")
    tables = {iterations: Thinking(case, iterations) for iterations in (0, *budgets)}
    tables[budgets[0]].turn(0)  # compiled or loaded by now
    for table in tables.values():
        table.lines, table.seconds = [], []
    cases: dict[str, Turn] = {
        f"{iterations} iterations": table.turn for iterations, table in tables.items()
    }
    interleave(cases, seconds, least, tell)
    plain = Sample(tuple(tables[0].seconds))
    thoughts = tuple(tables[budget].found(budget, plain) for budget in budgets)
    return ThinkingReport(case.strategy, JIT, thoughts)
