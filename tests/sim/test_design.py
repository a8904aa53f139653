"""The design: who sits where with which alchemist."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trisim.engine.chance import ROLES, deal_seed, hash3
from trisim.games.trismegistus.box.box import Box
from trisim.sim.design import Design, Seat, balanced_cycle, hash_of
from trisim.sim.errors import SettingsError
from trisim.sim.run_request import RunRequest


def design(box: Box, **changes: Any) -> Design:
    asked = {"players": 4, "games": 100, "lineup": "a,b,c,d", **changes}
    return Design.of(RunRequest.of(**asked), box)


def with_alchemists(box: Box, count: int) -> Box:
    """The same box with fewer alchemists."""
    return replace(box, alchemists=dict(list(box.alchemists.items())[:count]))


def test_places_turn_round_the_table_with_their_alchemists(reference: Box) -> None:
    made = design(reference, alchemists="duval,newton,agrippa,bacon")
    assert made.seats(0) == [
        Seat(0, "duval"),
        Seat(1, "newton"),
        Seat(2, "agrippa"),
        Seat(3, "bacon"),
    ]
    assert made.seats(5 * 4 + 1) == [
        Seat(1, "newton"),
        Seat(2, "agrippa"),
        Seat(3, "bacon"),
        Seat(0, "duval"),
    ]


@pytest.mark.parametrize("alchemists", ["balanced", "random", "chosen"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_place_sits_once_in_every_seat_of_a_deal(
    reference: Box, alchemists: str, players: int
) -> None:
    made = design(reference, players=players, lineup="a,b,c,d"[: 2 * players - 1],
                  alchemists=alchemists)  # fmt: skip
    places, numbers = made.block(7, 3)
    assert places.dtype == numbers.dtype == np.int8
    assert places.shape == numbers.shape == (3 * players, 4)
    assert (places[:, players:] == -1).all()
    assert (numbers[:, players:] == -1).all()
    for deal in range(3):
        games = slice(deal * players, (deal + 1) * players)
        for seat in range(players):
            assert sorted(places[games, seat]) == list(range(players))
        of_place = {
            (int(place), int(number))
            for place, number in zip(
                places[games, :players].flat, numbers[games, :players].flat, strict=True
            )
        }
        assert len(of_place) == players, "an alchemist stays with its place"


def test_chosen_alchemists_are_left_open(reference: Box) -> None:
    made = design(reference, lineup="a*4", alchemists="chosen")
    assert made.rotations == 1
    assert made.seats(3) == [Seat(place, None) for place in range(4)]


@pytest.mark.parametrize("alchemists", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_balanced_pairs_of_places_see_all_pairs_equally_often(
    alchemists: int, players: int
) -> None:
    if alchemists < players:
        return
    cycle = balanced_cycle(alchemists, players)
    assert all(len(set(row)) == players for row in cycle)
    for one, other in combinations(range(players), 2):
        pairs = Counter((row[one], row[other]) for row in cycle)
        assert len(pairs) == alchemists * (alchemists - 1)
        assert len(set(pairs.values())) == 1
    for start in range(0, len(cycle), alchemists):
        for place in range(players):
            seen = {row[place] for row in cycle[start : start + alchemists]}
            assert len(seen) == alchemists


def test_five_alchemists_are_balanced_in_twenty_deals(reference: Box) -> None:
    made = design(reference)
    assert len(made.cycle) == 20
    _, first = made.block(0, 20)
    _, later = made.block(20, 20)
    assert (first == later).all()
    for seat in range(4):
        assert set(Counter(first[:, seat].tolist()).values()) == {16}


def test_random_alchemists_are_a_shuffle_by_hash(reference: Box) -> None:
    made = design(reference, alchemists="random", seed=2**64 - 1)
    names = list(reference.alchemists)
    for deal in (0, 1, 12_345_678_901):
        seed = deal_seed(2**64 - 1, deal)
        order = sorted(names, key=lambda name: hash3(seed, ROLES, hash_of(name)))
        assert [seat.role for seat in made.seats(deal * 4)] == order[:4]


def test_one_alchemist_less_leaves_the_order_of_the_others(reference: Box) -> None:
    fewer = with_alchemists(reference, 4)
    whole = design(reference, alchemists="random", players=2, lineup="a,b")
    less = design(fewer, alchemists="random", players=2, lineup="a,b")
    gone = list(reference.alchemists)[4]
    same = 0
    for deal in range(50):
        before = [seat.role for seat in whole.seats(deal * 2)]
        if gone not in before:
            assert before == [seat.role for seat in less.seats(deal * 2)]
            same += 1
    assert same > 10


@given(first=st.integers(0, 10**6), deals=st.integers(1, 30), cut=st.integers(0, 30))
def test_blocks_can_be_cut_anywhere(reference: Box, first: int, deals: int, cut: int) -> None:
    cut = min(cut, deals)
    for mode in ("balanced", "random"):
        made = design(reference, alchemists=mode, players=3, lineup="a,b,c")
        whole = made.block(first, deals)
        parts = made.block(first, cut), made.block(first + cut, deals - cut)
        for at in range(2):
            assert (whole[at] == np.concatenate([part[at] for part in parts])).all()


def test_deal_seeds_are_those_of_the_rules(reference: Box) -> None:
    seeds = design(reference, seed=2**63 + 5).deal_seeds(10**12, 5)
    assert seeds.tolist() == [deal_seed(2**63 + 5, 10**12 + at) for at in range(5)]


def test_alchemists_that_are_missing_are_named(reference: Box) -> None:
    with pytest.raises(SettingsError, match="no alchemist 'newtn'; did you mean 'newton'"):
        design(reference, alchemists="duval,newtn,agrippa,bacon")
    with pytest.raises(SettingsError, match="the box has 3 for 4 players"):
        design(with_alchemists(reference, 3))
