"""The line-ups of a tournament: who plays whom, in which order of seats.

A *table* is a set of players; a *line-up* is a table in an order of seats. Every line-up plays the
same deals in all its rotations, so that everybody has every seat. In a rotation everybody keeps the
same neighbours, so a table is played in all orders that differ by more than a rotation if these are
few, else in one order and its mirror image, else in one order, chosen so that each strategy follows
each other one about equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from random import Random
from typing import TypeAlias

Lineup: TypeAlias = tuple[int, ...]
"""The number of a strategy for each place."""

ENOUGH = 36
"""The most line-ups of a mixed tournament, unless pairs would not meet."""

TRIES, SWAPS = 20, 4_000
"""The effort of the search for balanced tables."""


def duel_lineups(strategies: int, players: int) -> list[Lineup]:
    """One against the others, for each ordered pair; with two players both orders are the same.

    >>> duel_lineups(2, 4)
    [(0, 1, 1, 1), (1, 0, 0, 0)]
    >>> duel_lineups(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    """
    pairs = (combinations if players == 2 else permutations)(range(strategies), 2)
    return [(one, *[other] * (players - 1)) for one, other in pairs]


def team_lineups(strategies: int, players: int) -> list[Lineup]:
    """Each strategy in all seats, and each team with one seat of another strategy.

    >>> team_lineups(2, 3)
    [(0, 0, 0), (1, 1, 1), (0, 0, 1), (1, 1, 0)]
    >>> team_lineups(2, 2)
    [(0, 0), (1, 1), (0, 1)]
    """
    teams = [(number,) * players for number in range(strategies)]
    pairs = (combinations if players == 2 else permutations)(range(strategies), 2)
    return teams + [(*[base] * (players - 1), other) for base, other in pairs]


@lru_cache(maxsize=32)
def mixed_lineups(strategies: int, players: int, seed: int) -> tuple[Lineup, ...]:
    """Tables of different strategies, each in some orders of seating.

    >>> mixed_lineups(3, 3, seed=1)
    ((0, 1, 2), (0, 2, 1))
    >>> len(mixed_lineups(4, 4, seed=1)), len(mixed_lineups(8, 4, seed=1))
    (6, 28)
    """
    tables = mixed_tables(strategies, players, seed)
    every = [orders_of(table) for table in tables]
    if sum(map(len, every)) <= most_lineups(strategies, players):
        return tuple(order for orders in every for order in orders)
    both = [[mirrored(order) for order in orders] for orders in every]
    if sum(len(orders[0]) for orders in both) <= most_lineups(strategies, players):
        return tuple(evenly_ordered(both))
    return tuple(evenly_ordered([[[order] for order in orders] for orders in every]))


def most_lineups(strategies: int, players: int) -> int:
    """The limit of line-ups: at least twice as many as are needed for all pairs to meet."""
    fewest = -(-comb(strategies, 2) // comb(players, 2))
    return max(ENOUGH, 2 * fewest)


# ---------------------------------------------------------------- tables


def mixed_tables(strategies: int, players: int, seed: int) -> list[Lineup]:
    """The tables: all combinations if these are few, else a balanced choice of them.

    With fewer strategies than seats each has at least one seat; the rest is filled in all ways.

    >>> mixed_tables(2, 4, seed=1)
    [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]
    """
    everybody = range(strategies)
    if strategies < players:
        more = combinations_with_replacement(everybody, players - strategies)
        return [tuple(sorted((*everybody, *rest))) for rest in more]
    most = most_lineups(strategies, players)
    if comb(strategies, players) <= most:
        return list(combinations(everybody, players))
    return balanced_tables(strategies, players, number_of_tables(strategies, players, most), seed)


def number_of_tables(strategies: int, players: int, most: int) -> int:
    """The number of tables: the least with which all pairs meet equally often, else many.

    In both cases everybody sits at equally many tables, if that is possible.

    >>> number_of_tables(8, 4, 36), number_of_tables(12, 4, 36), number_of_tables(11, 4, 36)
    (14, 33, 33)
    """
    fair = [n for n in range(strategies, most + 1) if n * players % strategies == 0]
    for tables in fair:
        meetings = tables * players // strategies * (players - 1)
        if meetings % (strategies - 1) == 0 and meetings >= 2 * (strategies - 1):
            return tables  # once each would do, but is hard to find
    return fair[-1] if fair else most


def balanced_tables(strategies: int, players: int, tables: int, seed: int) -> list[Lineup]:
    """Tables at which pairs meet about equally often: the best result of some seeded searches."""
    random = Random(seed)  # noqa: S311 (a design, no secret)
    best: list[list[int]] = []
    for _ in range(TRIES):
        found = search_tables(first_tables(strategies, players, tables, random), random)
        tried = [each for each in (best, found) if each]
        best = min(tried, key=lambda each: unevenness(pair_counts(each, strategies)))
        if len(set(pair_counts(best, strategies))) == 1:
            break
    return sorted(tuple(sorted(table)) for table in best)


def search_tables(seating: list[list[int]], random: Random) -> list[list[int]]:
    """Swap players between tables while that does not make the meetings of pairs less even."""
    met = Counter(pair for table in seating for pair in permutations(table, 2))
    for _ in range(SWAPS):
        one, other = random.sample(seating, 2)
        i, j = random.randrange(len(one)), random.randrange(len(other))
        mine, yours = one[i], other[j]
        if mine in other or yours in one:
            continue
        here = [each for each in one if each != mine and each not in other]
        there = [each for each in other if each != yours and each not in one]
        old = [(mine, each) for each in here] + [(yours, each) for each in there]
        new = [(yours, each) for each in here] + [(mine, each) for each in there]
        if sum(met[pair] + 1 for pair in new) <= sum(met[pair] for pair in old):
            one[i], other[j] = yours, mine
            for a, b in old:
                met[a, b], met[b, a] = met[a, b] - 1, met[b, a] - 1
            for a, b in new:
                met[a, b], met[b, a] = met[a, b] + 1, met[b, a] + 1
    return seating


def first_tables(strategies: int, players: int, tables: int, random: Random) -> list[list[int]]:
    """Tables at which all sit about equally often: those who sat least come first."""
    sat = [0] * strategies
    seating = []
    for _ in range(tables):
        order = sorted(range(strategies), key=lambda each: (sat[each], random.random()))
        seating.append(order[:players])
        for each in order[:players]:
            sat[each] += 1
    return seating


def pair_counts(tables: Iterable[Sequence[int]], strategies: int) -> list[int]:
    """How often each pair meets, including pairs that never do.

    >>> pair_counts([(0, 1, 2), (0, 1, 3)], 4)
    [2, 1, 1, 1, 1, 0]
    """
    met = Counter(pair for table in tables for pair in combinations(sorted(set(table)), 2))
    return [met[pair] for pair in combinations(range(strategies), 2)]


def unevenness(counts: Sequence[int]) -> tuple[int, int]:
    """The number of pairs that never meet, and the sum of squares: least for even counts."""
    return sum(count == 0 for count in counts), sum(count * count for count in counts)


# ---------------------------------------------------------------- orders of seats


def orders_of(table: Lineup) -> list[Lineup]:
    """All orders of a table that are no rotations of each other.

    >>> orders_of((0, 0, 1, 1))
    [(0, 0, 1, 1), (0, 1, 0, 1)]
    """
    first, *others = sorted(table)
    found = {least_rotation((first, *rest)) for rest in permutations(others)}
    return sorted(found)


def least_rotation(order: Lineup) -> Lineup:
    """The smallest of all rotations."""
    return min(order[turn:] + order[:turn] for turn in range(len(order)))


def mirrored(order: Lineup) -> list[Lineup]:
    """An order, and its mirror image if that differs.

    >>> mirrored((0, 1, 2, 3)), mirrored((0, 1))
    ([(0, 1, 2, 3), (0, 3, 2, 1)], [(0, 1)])
    """
    return list(dict.fromkeys([order, least_rotation(order[::-1])]))


def evenly_ordered(tables: Iterable[Sequence[Sequence[Lineup]]]) -> list[Lineup]:
    """One order for each table, so that each strategy follows each other about equally often."""
    followed: Counter[tuple[int, int]] = Counter()
    chosen: list[Lineup] = []
    for choices in tables:
        best = min(choices, key=lambda orders: sum(followed[pair] for pair in behind(orders)))
        followed.update(behind(best))
        chosen += best
    return chosen


def behind(orders: Iterable[Lineup]) -> Iterator[tuple[int, int]]:
    """Pairs of neighbours round the table."""
    for order in orders:
        yield from zip(order, order[1:] + order[:1], strict=True)
