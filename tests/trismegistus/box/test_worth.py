"""The yardstick of worth."""

from __future__ import annotations

import pytest

from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.box.notation import parse_cost, parse_effect
from trisim.games.trismegistus.box.notation.terms import CountKind, Swap, Verb
from trisim.games.trismegistus.box.words import Level, Thing
from trisim.games.trismegistus.box.worth import (
    ALL_COUNTS,
    DEEDS,
    ELEMENT_COUNTS,
    PRICES,
    SWAPS,
    When,
    cost_worth,
    effect_worth,
    points_worth,
    usual_time,
)


def at(notation: str, when: When = When.ROUND_2, *, precious: bool = True) -> float:
    return effect_worth(parse_effect(notation), when, precious=precious)


@pytest.mark.parametrize(
    ("notation", "worth"),
    [
        ("", 0),
        ("2 raw iron", 2.4),
        ("any raw + any essence", 2.4),
        ("gold + silver", 8),
        ("10 points", 7),
        ("advance fire x2", 2),
        ("advance any by 3", 3.4),
        ("advance lowest x2", 1.8),
        ("advance 3 different", 3.15),
        ("transmute red + transmute any x2", 4.2),
        ("draw publications + random artifact + restore reaction", 4.8),
        ("any raw -> same refined up to 2 times", 3),
        ("any raw -> other raw up to 3 times", 0.9),
        ("any refined -> gold up to 3 times", 9),
        ("gold -> 5 any raw", 1.5),
        ("down any -> silver", 2.5),
        ("down any -> 2 points", 0.4),
    ],
)
def test_an_effect_is_worth_its_prices(notation: str, worth: float) -> None:
    assert at(notation) == pytest.approx(worth)


def test_an_exchange_nobody_would_make_is_worth_a_little() -> None:
    assert at("gold -> lead up to 2 times") == pytest.approx(0.6)


def test_a_multiplier_counts_more_as_the_game_goes_on() -> None:
    worths = [at("point per experiment", when) for when in When]
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]


def test_elementals_of_two_elements_count_for_each() -> None:
    both = at("point per fire/air elemental")
    assert both == pytest.approx(at("point per fire elemental") + at("point per air elemental"))


def test_any_refined_is_worth_less_where_it_cannot_be_gold() -> None:
    assert at("any refined", precious=False) < at("any refined")


def test_a_cost_takes_any_material_at_its_cheapest() -> None:
    assert cost_worth(parse_cost("any raw + any refined")) == pytest.approx(2.5)
    assert cost_worth(parse_cost("2 raw tin + silver")) == pytest.approx(5.5)


def test_points_have_one_price() -> None:
    assert points_worth(10) == pytest.approx(at("10 points"))


def test_everything_has_a_price() -> None:
    assert PRICES.keys() == set(Thing)
    assert DEEDS.keys() == set(Verb)
    assert SWAPS.keys() == set(Swap)
    assert ALL_COUNTS.keys() == set(CountKind)
    assert ELEMENT_COUNTS.keys() <= set(CountKind)


@pytest.mark.parametrize("level", Level)
def test_every_level_has_its_time(level: Level) -> None:
    assert usual_time(level) in When


def test_every_effect_of_a_box_is_worth_something() -> None:
    box = load_box()
    assert all(effect_worth(card.ability, When.ROUND_1) > 0 for card in box.artifacts)
    assert all(cost_worth(card.cost) > 0 for card in box.experiments)
