"""Adjusted differences: what is planted is found, what only looks like it is not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.stats.analyses.planted_takes import (
    CARDS,
    FAVOURITE,
    LATE,
    STRONG,
    Planted,
    Played,
    choices_of,
    play,
    rivals_of,
)
from trisim.stats.analyses.adjusted import Choices, Rivals
from trisim.stats.analyses.grids import Deals
from trisim.stats.point import Point

MANY = Planted(deals=4000)


def raw_difference(played: Played, card: int) -> float:
    has = (played.cards == card).any(axis=1)
    return float(played.win[has].mean() - played.win[~has].mean())


def regression(played: Played, card: int) -> tuple[float, float]:
    """The coefficient of a card beside dummies for strata, and its cluster-robust error."""
    has = (played.cards == card).any(axis=1).astype(float)
    strata = np.eye(4)[2 * played.strategy + played.late]
    x = np.column_stack([has, strata])
    bread = np.linalg.inv(x.T @ x)
    beta = bread @ x.T @ played.win
    scores = x * (played.win - x @ beta)[:, None]
    by_deal = np.zeros((played.deal.max() + 1, x.shape[1]))
    np.add.at(by_deal, played.deal, scores)
    return float(beta[0]), math.sqrt((bread @ by_deal.T @ by_deal @ bread)[0, 0])


def test_a_card_that_adds_wins_is_found() -> None:
    found = rivals_of(MANY, seed=1).points()[STRONG]
    assert found.value == pytest.approx(0.15, abs=3 * found.error)
    assert found.p_value(0.0) < 1e-9


def test_a_card_that_a_good_strategy_likes_is_not() -> None:
    planted = Planted(deals=4000, effect=0.0)
    assert raw_difference(play(planted, 2), FAVOURITE) > 0.1
    assert not rivals_of(planted, 2).points()[FAVOURITE].estimate().excludes(0.0)


def test_a_card_that_is_taken_late_is_not_punished() -> None:
    planted = Planted(deals=4000, effect=0.0)
    assert raw_difference(play(planted, 3), LATE) < -0.1
    assert not rivals_of(planted, 3).points()[LATE].estimate().excludes(0.0)


@pytest.mark.parametrize("card", range(CARDS))
def test_it_is_the_coefficient_of_a_regression_with_strata(card: int) -> None:
    found = rivals_of(MANY, seed=4).points()[card]
    value, error = regression(play(MANY, 4), card)
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.error == pytest.approx(error, rel=0.02)


def test_batches_add_up_to_the_whole() -> None:
    planted = Planted(deals=500)
    parts = [play(planted, 5 + 1_000_003 * part) for part in range(4)]
    whole = Rivals(CARDS)
    deals = np.concatenate([500 * i + part.deal for i, part in enumerate(parts)])
    strata = np.concatenate([2 * part.strategy + part.late for part in parts])
    cards = np.concatenate([part.cards for part in parts]).ravel()
    wins = np.concatenate([part.win for part in parts])
    whole.add(strata, Deals(deals, 2000), wins, (np.repeat(np.arange(len(deals)), 2), cards))
    in_parts = rivals_of(planted, 5, batches=4)
    for one, other in zip(in_parts.points(), whole.points(), strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert one.error == pytest.approx(other.error, rel=0.02)


def test_new_strata_in_a_later_batch_find_their_place() -> None:
    rivals = Rivals(2)
    units, both = np.arange(2), np.array([0, 1])
    deals = np.zeros(2, dtype=np.int64)
    for code, wins in ((5, [1.0, 0.0]), (3, [0.0, 0.0]), (5, [1.0, 0.0])):
        rivals.add(np.array([code, code]), Deals(deals, 1), np.array(wins), (units, both))
    assert rivals.codes.tolist() == [3, 5]
    assert rivals.units.tolist() == [2, 4]
    assert rivals.points()[0].value == pytest.approx(2 / 3)


@pytest.mark.parametrize(("deals", "card"), [(40, STRONG), (40, FAVOURITE), (150, LATE)])
def test_intervals_hold_the_truth_as_often_as_they_say(deals: int, card: int) -> None:
    planted = Planted(deals=deals, effect=0.0)
    found = [rivals_of(planted, seed).points()[card] for seed in range(200)]
    assert held(found, 0.0) >= 0.90


def test_intervals_of_kept_cards_hold_the_truth() -> None:
    found = [choices_of(Planted(deals=60), seed).points()[0] for seed in range(200)]
    assert held(found, 0.15) >= 0.90
    assert np.mean([each.value for each in found]) == pytest.approx(0.15, abs=0.02)


def held(found: list[Point], truth: float) -> float:
    inside = [not each.estimate().excludes(truth) for each in found]
    assert np.std([each.value for each in found]) == pytest.approx(
        np.mean([each.error for each in found]), rel=0.15
    )
    return sum(inside) / len(inside)


def test_nothing_is_known_where_all_took_it_or_none_did() -> None:
    rivals = Rivals(2)
    units = np.arange(6)
    takes = units, np.zeros(6, dtype=np.int64)
    rivals.add(np.zeros(6, dtype=np.int64), Deals(units, 6), np.ones(6), takes)
    for point in rivals.points():
        assert math.isnan(point.value)
        assert point.clusters == 0
        assert point.estimate().low == -1
        assert point.p_value(0.0) == 1


def test_kept_by_all_tells_nothing() -> None:
    choices = Choices(1, 1)
    zeros, wins = np.zeros(4, dtype=np.int64), np.array([1.0, 0.0, 0.0, 1.0])
    choices.add(zeros, zeros, Deals(np.arange(4), 4), np.ones(4), wins)
    assert choices.points()[0].clusters == 0
