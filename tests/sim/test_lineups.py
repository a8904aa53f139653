"""Line-ups of tournaments: everybody meets everybody, and nobody has a better place."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from trisim.sim.lineups import (
    behind,
    duel_lineups,
    mixed_lineups,
    mixed_tables,
    most_lineups,
    orders_of,
    pair_counts,
)

SIZES = [(k, n) for n in (2, 3, 4) for k in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 24)]


@pytest.mark.parametrize(("strategies", "players"), SIZES)
def test_everybody_sits_equally_often_and_meets_everybody(strategies: int, players: int) -> None:
    tables = mixed_tables(strategies, players, seed=1)
    sat = Counter(each for table in tables for each in table)
    met = pair_counts(tables, strategies)
    assert len(set(sat.values())) == 1
    assert set(sat) == set(range(strategies))
    assert min(met) >= 1
    assert max(met) - min(met) <= 2
    assert len(mixed_lineups(strategies, players, 1)) <= most_lineups(strategies, players)


@pytest.mark.parametrize(
    ("strategies", "tables", "meetings"), [(8, 14, 3), (9, 18, 3), (10, 15, 2)]
)
def test_designs_that_exist_are_found(strategies: int, tables: int, meetings: int) -> None:
    found = mixed_tables(strategies, 4, seed=1)
    assert len(found) == tables
    assert set(pair_counts(found, strategies)) == {meetings}


@pytest.mark.parametrize(("strategies", "players"), [(k, n) for k, n in SIZES if k >= n])
def test_nobody_meets_itself_where_there_are_enough(strategies: int, players: int) -> None:
    assert all(len(set(lineup)) == players for lineup in mixed_lineups(strategies, players, 1))


@pytest.mark.parametrize(("strategies", "players"), [(2, 3), (2, 4), (3, 4)])
def test_with_few_strategies_each_has_a_seat_at_every_table(strategies: int, players: int) -> None:
    for lineup in mixed_lineups(strategies, players, 1):
        assert set(lineup) == set(range(strategies))


@pytest.mark.parametrize(
    ("strategies", "players"), [(2, 4), (3, 3), (3, 4), (4, 4), (5, 3), (5, 4)]
)
def test_each_follows_each_equally_often_where_that_is_cheap(strategies: int, players: int) -> None:
    followed = Counter(behind(mixed_lineups(strategies, players, 1)))
    pairs = [followed[pair] for pair in permutations(range(strategies), 2)]
    assert len(set(pairs)) == 1


@pytest.mark.parametrize(("strategies", "players"), [(6, 4), (8, 4), (9, 4)])
def test_mirror_images_balance_before_and_behind(strategies: int, players: int) -> None:
    followed = Counter(behind(mixed_lineups(strategies, players, 1)))
    for a, b in combinations(range(strategies), 2):
        assert followed[a, b] == followed[b, a]


@pytest.mark.parametrize(("strategies", "players"), SIZES)
def test_no_line_up_comes_twice(strategies: int, players: int) -> None:
    found = mixed_lineups(strategies, players, 1)
    least = [min(each[i:] + each[:i] for i in range(players)) for each in found]
    assert len(set(least)) == len(least)


def test_seed_decides() -> None:
    assert mixed_tables(8, 4, seed=5) == mixed_tables(8, 4, seed=5)
    assert mixed_tables(8, 4, seed=5) != mixed_tables(8, 4, seed=6)


def test_orders_are_all_that_no_rotation_gives() -> None:
    assert len(orders_of((0, 1, 2, 3))) == 6
    assert orders_of((0, 1, 1, 1)) == [(0, 1, 1, 1)]


def test_duels_are_all_ordered_pairs() -> None:
    found = duel_lineups(5, 4)
    assert {(each[0], each[1]) for each in found} == set(permutations(range(5), 2))
    assert all(each[1:] == (each[1],) * 3 for each in found)
