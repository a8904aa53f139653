"""The result of a tournament of a team game: teams of one strategy, and one replaced seat.

Teams of one strategy in all seats are compared by win rate on the same deals. The value of a
strategy among others is measured by replacing one seat of a team: the rate with the substitute
minus that of the team, on the same deals. There are no ratings: players of a team don't finish
above each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from trisim.documents import Document
from trisim.stats.estimate import Comparison, Estimate, Scale, StatsError
from trisim.stats.joint import Joint, Totals
from trisim.stats.multiple import compare_all
from trisim.stats.totals import Part, check_columns, opened, totals_by

Edge = tuple[int, int]
"""The strategy of a team, and that of the seat which is replaced; twice the same: the team."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """The win rate of a team of one strategy."""

    strategy: str
    spec: str
    won: Estimate


@dataclass(frozen=True, slots=True)
class TeamPair:
    """The win rate of a team of the first minus that of the second, on the same deals."""

    first: str
    second: str
    difference: Comparison


@dataclass(frozen=True, slots=True)
class Substitute:
    """The win rate of a team of ``base`` with one seat of another strategy.

    ``effect`` is that minus the rate of the team without it, on the same deals.
    """

    base: str
    substitute: str
    won: Estimate
    effect: Comparison


@dataclass(frozen=True, slots=True)
class TeamStandings(Document):
    """The result of a tournament, the team that wins most often first.

    The intervals of all teams hold together at ``level``, and so do those of all pairs and those of
    all substitutes.
    """

    players: int
    lineups: int
    games: int
    deals: int
    aborted: int
    """Games that ended at a limit which no legal game should reach; they count."""

    level: float
    strategies: tuple[TeamStanding, ...]
    pairs: tuple[TeamPair, ...]
    substitutes: tuple[Substitute, ...]


# ---------------------------------------------------------------- counting


@dataclass(frozen=True, slots=True, eq=False)
class TeamSheet:
    """Some deals of a line-up, given by the number of a strategy for each place."""

    lineup: tuple[int, ...]
    totals: Totals
    """Games won, and games, of each deal."""


def read_lineup_sheet(part: Part, lineup: Sequence[int]) -> TeamSheet:
    """From rows of ``games``: whole deals of one line-up."""
    games = opened(part)
    check_columns(games, ("deal", "won"))
    found = list(totals_by(games, "won").values())
    if not found or len(np.unique(found[0].m)) > 1:
        raise StatsError("games that are no whole deals: each has as many as any other")
    return TeamSheet(tuple(lineup), found[0])


@dataclass(slots=True)
class TeamCounts:
    """The sums of all deals so far; ``names`` are those of the strategies, by number."""

    names: tuple[str, ...]
    games: int = 0
    won: Joint[Edge] = field(default_factory=lambda: Joint.of({}))

    def read(self, sheets: Sequence[TeamSheet]) -> None:
        """Add some deals, with the arrays of all line-ups."""
        first = sheets[0].totals.deals
        if any(not np.array_equal(sheet.totals.deals, first) for sheet in sheets):
            raise StatsError("line-ups that don't play the same deals")
        totals: dict[Edge, Totals] = {}
        for sheet in sheets:
            self.games += round(sheet.totals.m.sum())
            for edge in edges_of(sheet.lineup):
                totals[edge] = added(totals.get(edge), sheet.totals)
        self.won += Joint.of({edge: totals[edge] for edge in sorted(totals)})


def edges_of(lineup: Sequence[int]) -> list[Edge]:
    """The team of a line-up, and its substitute if one seat is replaced.

    With two players each may be the substitute.

    >>> edges_of([3, 3, 3]), edges_of([3, 1, 3]), edges_of([0, 1])
    ([(3, 3)], [(3, 1)], [(0, 1), (1, 0)])
    """
    counts = Counter(lineup)
    if len(counts) == 1:
        return [(lineup[0], lineup[0])]
    if len(counts) == 2:
        pairs = ((base, other) for base in counts for other in counts if base != other)
        found = [(base, other) for base, other in pairs if counts[other] == 1]
        if found:
            return found
    raise StatsError("a line-up that is neither a team of one strategy nor has one substitute")


def added(one: Totals | None, other: Totals) -> Totals:
    """The totals of two line-ups over the same deals."""
    return other if one is None else Totals(one.deals, one.y + other.y, one.m + other.m)


# ---------------------------------------------------------------- the result


def team_standings(
    counts: TeamCounts,
    *,
    specs: Sequence[str],
    players: int,
    lineups: int,
    aborted: int = 0,
    level: float = 0.95,
) -> TeamStandings:
    if not counts.games:
        raise StatsError("no games to compare")
    joint, names = counts.won, counts.names
    teams = [one for one, other in joint.levels if one == other]
    order = sorted(teams, key=lambda number: (-joint.sums((number, number)).ratio, number))
    rates = {number: joint.sums((number, number)).point(Scale.RATE) for number in order}
    return TeamStandings(
        players=players,
        lineups=lineups,
        games=counts.games,
        deals=joint.sums(joint.levels[0]).clusters,
        aborted=aborted,
        level=level,
        strategies=tuple(
            TeamStanding(names[number], specs[number], rate.estimate(level, len(rates)))
            for number, rate in rates.items()
        ),
        pairs=compared_teams(joint, order, names, level),
        substitutes=compared_substitutes(joint, order, names, level),
    )


def compared_teams(
    joint: Joint[Edge], order: Sequence[int], names: Sequence[str], level: float
) -> tuple[TeamPair, ...]:
    """Each team minus each that wins less often."""
    points = {
        (one, other): joint.difference((one, one), (other, other))
        for one, other in combinations(order, 2)
    }
    found = compare_all(points, 0.0, level)
    return tuple(TeamPair(names[one], names[other], here) for (one, other), here in found.items())


def compared_substitutes(
    joint: Joint[Edge], order: Sequence[int], names: Sequence[str], level: float
) -> tuple[Substitute, ...]:
    """Each replaced seat against its team: team by team, the best substitute first."""
    edges = [edge for edge in joint.levels if edge[0] != edge[1] and edge[0] in order]
    points = {edge: joint.difference(edge, (edge[0], edge[0])) for edge in edges}
    found = compare_all(points, 0.0, level)
    edges.sort(key=lambda edge: (order.index(edge[0]), -points[edge].value, edge[1]))
    return tuple(
        Substitute(
            names[base],
            names[other],
            joint.sums((base, other)).point(Scale.RATE).estimate(level, len(edges)),
            found[base, other],
        )
        for base, other in edges
    )
