"""The search for the smallest change, on models of games with planted imbalances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.campaigns.balance_model import bands, planted, space_of
from trisim.campaigns.balance_search import Search, SearchResult, Tried, thinned
from trisim.stats.knob_effects import Changes, estimated

DEALS = 250
PLANTED = {"card": 0, "role": 1, "seat": 2}


def found(problem: str, seed: int = 1) -> SearchResult:
    model = planted(problem, seed)
    return Search(model.space, model.aims, model, DEALS).find()


@pytest.mark.parametrize("problem", PLANTED)
def test_a_planted_imbalance_is_repaired_with_the_planted_knob(problem: str) -> None:
    model = planted(problem)
    result = Search(model.space, model.aims, model, DEALS).find()
    best = result.front[-1].levels
    assert model.space.changed(best) == (PLANTED[problem],)
    assert model.distance(best) < 0.1 * model.distance(model.space.printed)


def test_a_balanced_game_needs_no_change() -> None:
    model = planted("balanced")
    result = Search(model.space, model.aims, model, DEALS).find()
    assert result.front == result.tried == ()
    assert set(model.known) == {model.space.printed}


def test_three_imbalances_at_once_are_repaired_on_a_front_of_prices() -> None:
    model = planted("both")
    front = Search(model.space, model.aims, model, 2 * DEALS).find().front
    assert {0, 1, 2} <= set(model.space.changed(front[-1].levels))
    assert model.distance(front[-1].levels) < 0.1 * model.distance(model.space.printed)
    prices, distances = [each.price for each in front], [each.distance for each in front]
    assert prices == sorted(prices)
    assert distances == sorted(distances, reverse=True)
    assert len(front) <= 5


def test_knobs_without_an_effect_on_what_is_missed_do_not_help() -> None:
    result = found("card")
    alone = {each.knob: each for each in result.alone}
    assert alone[0].distance < 0.2 * result.printed
    for knob in range(1, 10):
        assert alone[knob].distance > 0.9 * result.printed


def test_a_knob_that_changes_no_deal_is_known() -> None:
    model = planted("card")
    model.effects[4] = 0
    model.effects[5, 0] = 0.001
    alone = Search(model.space, model.aims, model, DEALS).find().alone
    assert alone[4].same
    assert not alone[5].same


def test_the_same_games_give_the_same_result() -> None:
    assert found("both") == found("both")
    assert found("both") != found("both", seed=2)


def test_candidates_that_cannot_be_played_are_left_out() -> None:
    model = planted("card")
    model.allows = lambda levels: levels[0] > 2  # type: ignore[method-assign]
    result = Search(model.space, model.aims, model, DEALS).find()
    assert all(each.levels[0] > 2 for each in result.tried)
    assert result.front


def test_a_front_is_thinned_evenly_and_keeps_the_nearest() -> None:
    front = [Tried((n,), float(n), 10.0 - n, 1) for n in range(9)]
    kept = thinned(front, 5)
    assert [each.levels[0] for each in kept] == [0, 2, 4, 6, 8]
    assert thinned(front, 1) == [front[-1]]


# ---------------------------------------------------------------- estimated effects


def test_effects_add_up_and_noise_is_shrunk_to_nothing() -> None:
    space = space_of([9, 9, 9], [4, 4, 4])
    candidates = ((0, 4, 4), (8, 4, 4), (4, 0, 4), (4, 8, 4), (4, 4, 0), (4, 4, 8))
    values = np.array([[-4.0], [4.0], [2.0], [-2.0], [0.05], [-0.05]])
    effects = estimated(space, Changes(candidates, values, np.full((6, 1), 0.1)))
    assert effects.of((8, 4, 4))[0] == pytest.approx(4, rel=0.05)
    assert effects.of((6, 4, 4))[0] == pytest.approx(2, rel=0.1)
    assert effects.of((8, 8, 4))[0] == pytest.approx(2, rel=0.1)
    assert effects.of((4, 4, 8))[0] == 0
    assert effects.of(space.printed)[0] == 0


def test_a_candidate_of_its_own_kind_is_known_by_its_own_games() -> None:
    space = space_of([9, 9], [4, 4])
    candidates = ((0, 4), (8, 4), (4, 0), (4, 8), (8, 8))
    values = np.array([[-4.0], [4.0], [-4.0], [4.0], [3.0]])
    effects = estimated(space, Changes(candidates, values, np.full((5, 1), 0.01)))
    assert effects.of((8, 8))[0] == pytest.approx(3, abs=0.2)
    assert effects.of((7, 7))[0] > 3


def test_measures_that_a_candidate_lacks_are_no_evidence() -> None:
    space = space_of([3], [1])
    values = np.array([[1.0], [9.0]])
    errors = np.array([[0.1], [np.inf]])
    effects = estimated(space, Changes(((0,), (2,)), values, errors))
    assert abs(effects.of((2,))[0]) < 1.1


def test_a_margin_is_asked_of_what_is_met_too() -> None:
    model = planted("balanced")
    model.base[1] = 0.205
    assert not Search(model.space, model.aims, model, DEALS).find().front
    margin = np.where(np.arange(9) == 1, 0.02, 0.0)
    model.aims = replace(model.aims, margin=margin)
    best = Search(model.space, model.aims, model, DEALS).find().front[-1]
    assert 1 in model.space.changed(best.levels)
    assert (model.base + model.true(best.levels))[1] > 0.215


def test_distances_are_counted_in_half_widths_beyond_the_band() -> None:
    aims = bands([0.2, 10], [0.3, 20])
    found = aims.distances(np.array([0.4, 5.0]), np.array([0.0, 0.0]))
    assert found == pytest.approx([2, 1])
    assert aims.distances(np.array([0.4, 5.0]), np.array([0.05, 6.0])) == pytest.approx([1, 0])
