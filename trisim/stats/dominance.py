"""Which strategies beat each other: cycles, and strategies that another one dominates.

A strategy *beats* another if it finishes above it more often than not, at tables with both, and
this is sure after correction for all pairs. All claims are about the strategies that played, and
no others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from trisim.stats.estimate import Comparison
from trisim.stats.joint import Joint

RISK = 0.05
"""Of even one false word, among all that are said of pairs."""

AS_WELL = 0.01
"""A share so much less counts as just as good: of two that always win, none is surely better."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Strategies each of which beats another one of them, in a circle.

    ``members`` are all that are connected in this way; each of the ``shortest`` beats the next one,
    and the last the first.
    """

    members: tuple[str, ...]
    shortest: tuple[str, ...]

    def __str__(self) -> str:
        chain = " beats ".join([*self.shortest, self.shortest[0]])
        more = [name for name in self.members if name not in self.shortest]
        return f"{chain}; also among them: {', '.join(more)}" if more else chain


@dataclass(frozen=True, slots=True)
class Dominance:
    """A strategy that beats another one, and does as well against all others."""

    better: str
    worse: str


def beating(pairs: Mapping[tuple[str, str], Comparison]) -> set[tuple[str, str]]:
    """All pairs (winner, loser), from how often the first of a pair finished above the second."""
    found = set()
    for (one, other), here in pairs.items():
        if here.adjusted < RISK:
            found.add((one, other) if here.estimate.value > here.null else (other, one))
    return found


# ---------------------------------------------------------------- cycles


def cycles(names: Sequence[str], beats: Iterable[tuple[str, str]]) -> tuple[Cycle, ...]:
    """All groups in which each beats each, directly or through others."""
    import numpy as np
    from scipy.sparse.csgraph import connected_components

    edges = set(beats)
    graph = np.array([[(one, other) in edges for other in names] for one in names])
    count, labels = connected_components(graph, directed=True, connection="strong")
    groups = (
        [n for n, label in zip(names, labels, strict=True) if label == i] for i in range(count)
    )
    found = [Cycle(tuple(group), shortest_cycle(group, edges)) for group in groups if group[1:]]
    return tuple(sorted(found, key=lambda cycle: names.index(cycle.members[0])))


def shortest_cycle(members: Sequence[str], edges: set[tuple[str, str]]) -> tuple[str, ...]:
    """The first of the shortest paths from a member back to itself."""
    ways = (way_back(start, members, edges) for start in members)
    return min((way for way in ways if way), key=len)


def way_back(start: str, members: Sequence[str], edges: set[tuple[str, str]]) -> tuple[str, ...]:
    """The shortest path from a member to itself; empty if there is none."""
    waiting: deque[tuple[str, ...]] = deque([(start,)])
    seen = set()
    while waiting:
        way = waiting.popleft()
        for following in members:
            if (way[-1], following) in edges:
                if following == start:
                    return way
                if following not in seen:
                    seen.add(following)
                    waiting.append((*way, following))
    return ()


# ---------------------------------------------------------------- dominance


def dominated(
    names: Sequence[str],
    beats: Iterable[tuple[str, str]],
    above: Joint[tuple[str, str]],
    level: float = 0.95,
) -> tuple[Dominance, ...]:
    """Strategies that are beaten by one that surely does as well against all others.

    ``above`` has, for each ordered pair, how often the first finished above the second. To do as
    well against *all* others is claimed only if each comparison supports it, so it needs no
    correction for their number, but one for the number of claims.
    """
    claims = len(names) * (len(names) - 1)
    return tuple(
        Dominance(better, worse)
        for better, worse in sorted(beats, key=lambda edge: [names.index(name) for name in edge])
        if all(
            is_as_good(above, better, worse, third, level, claims)
            for third in names
            if third not in (better, worse)
        )
    )


def is_as_good(
    above: Joint[tuple[str, str]], one: str, other: str, third: str, level: float, claims: int
) -> bool:
    """Whether one surely does as well as another against a third that both have met."""
    first, second = (one, third), (other, third)
    if first not in above.levels or second not in above.levels:
        return False
    return above.difference(first, second).estimate(level, claims).low >= -AS_WELL
