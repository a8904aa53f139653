"""The check of a tuning: wins of one against tables of others, on planted games."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.stats.tables_of_games import planted_sheets
from trisim.documents import typed
from trisim.stats.tuning_check import Check, WinTally, checked

LINEUP = (0, 1, 1, 1)


def planted(strengths: list[float], deals: int = 400) -> Check:
    """The result against tables of three, with a known strength beyond each of them."""
    tally, rng = WinTally(), np.random.default_rng(5)
    for number, strength in enumerate(strengths):
        (sheet,) = planted_sheets(rng, [strength, 0.0], [LINEUP], deals)
        tally.read(number, sheet)
    names = [f"s{number}" for number in range(len(strengths))]
    return checked(
        tally, names=names, specs=names, met=names[1:], start=names[-1], players=4, aborted=0
    )


def test_what_was_planted_is_found() -> None:
    check = planted([1.0, 0.0, -1.0])
    better, same, worse = check.faced
    expected = np.exp(1) / (np.exp(1) + 3)
    assert better.win.estimate.low < expected < better.win.estimate.high
    assert (better.is_better, better.is_worse) == (True, False)
    assert (same.is_better, same.is_worse) == (False, False)
    assert (worse.is_better, worse.is_worse) == (False, True)
    assert check.against_start is worse
    assert [each.met for each in check.faced] == [False, True, True]


def test_intervals_hold_together_and_count_deals() -> None:
    check = planted([0.2, 0.1], deals=50)
    assert {each.win.estimate.family for each in check.faced} == {2}
    assert {each.win.estimate.clusters for each in check.faced} == {50}
    assert (check.games, check.deals, check.par) == (2 * 50 * 4, 50, 0.25)


def test_a_check_comes_back_from_json() -> None:
    check = planted([0.5, 0.0], deals=20)
    assert typed(Check, json.loads(json.dumps(check.as_dict()))) == check


def test_with_two_players_only_the_result_counts() -> None:
    rng, tally = np.random.default_rng(2), WinTally()
    (sheet,) = planted_sheets(rng, [2.0, 0.0], [(0, 1)], 200)
    tally.read(0, sheet)
    found = checked(tally, names=["a"], specs=["a"], met=["a"], start="a", players=2)
    assert found.faced[0].win.estimate.value == pytest.approx(np.exp(2) / (np.exp(2) + 1), abs=0.05)
    assert found.faced[0].win.estimate.n == 400
