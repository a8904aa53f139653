"""Cycles and dominated strategies, on matrices made for it."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from trisim.stats.clustered import Sums
from trisim.stats.dominance import Cycle, Dominance, beating, cycles, dominated
from trisim.stats.joint import Joint, Totals
from trisim.stats.multiple import against

NAMES = ("rock", "paper", "scissors", "well")


def joint_of(rates: dict[tuple[str, str], float], deals: int = 400) -> Joint[tuple[str, str]]:
    """Deals of four games, with about these rates of the first above the second."""
    rng = np.random.default_rng(1)
    numbers = np.arange(deals)
    totals = {}
    for (one, other), rate in rates.items():
        y = rng.binomial(4, rate, deals).astype(float)
        m = np.full(deals, 4.0)
        totals[one, other] = Totals(numbers, y, m)
        totals[other, one] = Totals(numbers, m - y, m)
    return Joint.of(totals)


def beaten(rates: dict[tuple[str, str], float]) -> set[tuple[str, str]]:
    joint = joint_of(rates)
    return beating(against({edge: joint.sums(edge) for edge in rates}, 0.5))


def test_who_is_clearly_above_beats() -> None:
    found = beaten({("rock", "paper"): 0.4, ("rock", "scissors"): 0.6, ("paper", "scissors"): 0.5})
    assert found == {("paper", "rock"), ("rock", "scissors")}


def test_a_cycle_is_named_with_its_way_round() -> None:
    edges = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock"), ("rock", "well")}
    (found,) = cycles(NAMES, edges)
    assert set(found.members) == {"rock", "paper", "scissors"}
    assert str(found) == "rock beats scissors beats paper beats rock"


def test_shortest_way_is_shown_of_a_larger_cycle() -> None:
    edges = {("rock", "paper"), ("paper", "scissors"), ("scissors", "well"), ("well", "rock")}
    (found,) = cycles(NAMES, {*edges, ("scissors", "rock")})
    assert found == Cycle(NAMES, ("rock", "paper", "scissors"))
    assert str(found).endswith("also among them: well")


def test_an_order_has_no_cycle() -> None:
    edges = {(NAMES[i], NAMES[j]) for i in range(4) for j in range(i + 1, 4)}
    assert cycles(NAMES, edges) == ()


@pytest.mark.parametrize("order", list(permutations(NAMES))[:6])
def test_order_of_names_finds_the_same_cycle(order: tuple[str, ...]) -> None:
    edges = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    (found,) = cycles(order, edges)
    assert sorted(found.members) == ["paper", "rock", "scissors"]


def test_dominated_is_who_is_beaten_and_better_against_nobody() -> None:
    rates = {("a", "b"): 0.7, ("a", "c"): 0.8, ("b", "c"): 0.6}
    found = dominated("abc", beaten(rates), joint_of(rates))
    assert found == (Dominance("a", "b"), Dominance("a", "c"), Dominance("b", "c"))


def test_not_dominated_is_who_does_better_against_somebody() -> None:
    rates = {("a", "b"): 0.7, ("a", "c"): 0.4, ("b", "c"): 0.6}
    assert dominated("abc", beaten(rates), joint_of(rates)) == ()


def test_not_dominated_if_one_cannot_be_sure() -> None:
    """About as good against a third, as far as a few games tell: no claim."""
    rates = {("a", "b"): 0.95, ("a", "c"): 0.5, ("b", "c"): 0.5}
    joint = joint_of(rates, deals=40)
    beats = beating(against({edge: joint.sums(edge) for edge in rates}, 0.5))
    assert ("a", "b") in beats
    assert dominated("abc", beats, joint) == ()


def test_two_who_always_win_against_a_third_are_as_good() -> None:
    rates = {("a", "b"): 0.7, ("a", "c"): 1.0, ("b", "c"): 1.0}
    assert Dominance("a", "b") in dominated("abc", beaten(rates), joint_of(rates, deals=4000))


def test_who_never_met_is_not_compared() -> None:
    rates = {("a", "b"): 0.7, ("b", "c"): 0.6}
    assert dominated("abc", beaten(rates), joint_of(rates)) == ()


def test_sums_of_a_pair_mirror_each_other() -> None:
    joint = joint_of({("a", "b"): 0.7})
    one, other = joint.sums(("a", "b")), joint.sums(("b", "a"))
    assert isinstance(one, Sums)
    assert one.ratio + other.ratio == pytest.approx(1)
