"""Players as vectors: what is tuned, and what comes back."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trisim.campaigns.tuning_numbers import (
    LEAST_SCALE,
    SCALE_OF_LOGARITHM,
    SCALE_OF_WEIGHT,
    numbers_of,
)
from trisim.games.trismegistus.players.features import Feature
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.policy import JUDGEMENT
from trisim.players.registry import load
from trisim.sim.errors import SettingsError


def test_every_feature_but_the_yardstick_and_all_judgement_is_tuned() -> None:
    numbers = numbers_of(load("balanced", KIT))
    assert len(numbers) == 3 * (len(Feature) - 1) + len(JUDGEMENT)
    assert KIT.yardstick not in {slot.name for slot in numbers.slots}


def test_start_is_the_origin_and_comes_back() -> None:
    start = load("balanced", KIT)
    numbers = numbers_of(start)
    assert not numbers.encode(start).any()
    back = numbers.decode(np.zeros(len(numbers)))
    assert {**back.weights, "dice_left": (0.0, 0.0, 0.0)} == back.weights
    for name, weight in start.weights.items():
        assert back.weights[name] == pytest.approx(weight), name
    assert back.judgement == pytest.approx(start.judgement)


def test_any_vector_comes_back_as_it_was() -> None:
    numbers = numbers_of(load("publisher", KIT))
    vector = np.random.default_rng(3).normal(size=len(numbers))
    assert numbers.encode(numbers.decode(vector)) == pytest.approx(vector)


def test_other_weights_players_are_vectors_of_the_same_numbers() -> None:
    numbers, other = numbers_of(load("balanced", KIT)), load("goldsmith", KIT)
    back = numbers.decode(numbers.encode(other))
    assert back.weights["gold"] == pytest.approx(other.weights["gold"])


def test_a_step_is_in_units_of_scale() -> None:
    start = load("balanced", KIT)
    numbers = numbers_of(start, ["gold", "less"])
    stepped = numbers.decode(np.ones(len(numbers)))
    for before, after in zip(start.weights["gold"], stepped.weights["gold"], strict=True):
        assert after - before == pytest.approx(LEAST_SCALE + SCALE_OF_WEIGHT * abs(before))
    assert math.log(stepped.judgement["less"] / start.judgement["less"]) == pytest.approx(
        SCALE_OF_LOGARITHM
    )
    assert stepped.weights["silver"] == start.weights["silver"]
    assert stepped.judgement["step"] == start.judgement["step"]


def test_judgement_stays_above_nothing() -> None:
    numbers = numbers_of(load("balanced", KIT))
    far = numbers.decode(np.full(len(numbers), -100.0), rounded=True)
    assert all(value > 0 for value in far.judgement.values())
    assert far.weights[KIT.yardstick] == (1.0, 1.0, 1.0)


def test_rounded_numbers_have_the_digits_of_the_file() -> None:
    numbers = numbers_of(load("balanced", KIT))
    found = numbers.decode(np.full(len(numbers), 0.123456), rounded=True)
    assert all(value == round(value, 2) for each in found.weights.values() for value in each)
    assert all(value == round(value, 3) for value in found.judgement.values())


@pytest.mark.parametrize(
    ("only", "words"),
    [
        (["golt"], "did you mean 'gold'"),
        (["score"], "all others are measured by it"),
        (["step"], "a single number"),
    ],
)
def test_only_names_what_can_be_tuned(only: list[str], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        numbers_of(load("balanced", KIT), only)
