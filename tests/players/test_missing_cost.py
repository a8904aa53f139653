"""Efforts: how far a seat is from an experiment, in digits that can be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.players.helpers import DIGITS, features_of, player_of, policy_at
from tests.trismegistus.rules.helpers import box_with, card, found
from tests.trismegistus.rules.helpers_2 import asking, random_moves
from trisim.games.trismegistus.players.features import Feature
from trisim.games.trismegistus.players.missing_cost import missing_cost
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.game import Game


def effort(cost: str, **given: Any) -> float:
    """The effort for an experiment, with hundreds for levels and tens for transmutations."""
    game = asking(cost, **given)
    policy = policy_at(game, player_of(judgement=DIGITS))
    policy.scratch.goods[:] = game.state.labs[0].held
    return float(missing_cost(game.state, game.tables, 0, policy, card(game, "fire-0a")))


@pytest.mark.parametrize(
    ("cost", "goods", "expected"),
    [
        # materials that are there, and such as have to be harvested
        ("lead", "lead", 0),
        ("2 lead + raw tin", "lead", 2),
        ("2 lead + raw tin", "3 lead", 1),
        ("any raw", "raw iron", 0),
        ("2 any raw", "raw tin", 1),
        ("any refined", "refined iron", 0),
        ("any raw", "refined tin", 0),  # refined for raw
        ("any refined", "raw tin", 10),  # which becomes refined
        ("any refined", "raw iron", 11),  # which becomes silver
        ("any refined", "", 11),
        ("2 any refined", "refined tin + lead", 10),
        ("lead + any raw", "lead", 1),  # no cube pays twice
        # refined for raw
        ("raw copper", "refined copper", 0),
        ("raw iron", "refined iron", 0),
        ("raw copper", "refined tin", 1),
        ("2 raw copper", "raw copper + refined copper", 0),
        ("raw copper + refined copper", "refined copper", 11),
        # along the arrows
        ("refined copper", "lead", 10),
        ("refined tin", "raw copper", 10),
        ("refined tin", "refined copper", 10),
        ("2 refined tin", "raw copper + refined copper", 20),
        ("refined tin", "", 11),
        ("refined tin", "lead", 11),  # it is quicker to harvest copper
        ("silver", "refined iron", 10),
        ("silver", "", 11),
        ("gold", "silver", 10),
        ("gold", "refined iron", 20),
        ("gold", "raw iron", 20),
        ("gold", "", 21),
    ],
)
def test_effort_for_materials(cost: str, goods: str, expected: float) -> None:
    assert effort(cost, goods=goods) == expected


@pytest.mark.parametrize(
    ("cost", "mastery", "level", "expected"),
    [
        ("lead", 2, 0, 200),
        ("lead", 2, 1, 100),
        ("lead", 2, 5, 0),
        ("refined copper", 3, 1, 100 + 10),  # the transmutation brings one of the two
        ("gold", 2, 0, 11 + 10),
        ("gold", 1, 0, 11 + 10),
        ("gold", 5, 2, 100 + 11 + 10),
    ],
)
def test_levels_come_with_transmutations(
    cost: str, mastery: int, level: int, expected: float
) -> None:
    assert effort(cost, mastery=mastery, levels={"fire": level}, goods="lead") == expected


@pytest.mark.parametrize(
    ("cost", "mastery", "discounts", "expected"),
    [
        ("2 lead", 0, 1, 1),
        ("2 lead", 0, 2, 0),
        ("lead", 0, 2, 0),
        ("2 lead", 1, 1, 2),  # the level first
        ("2 lead", 1, 2, 1),
        ("lead", 3, 2, 101),
    ],
)
def test_discounts_are_for_levels_and_then_for_materials(
    cost: str, mastery: int, discounts: int, expected: float
) -> None:
    assert effort(cost, mastery=mastery, discounts=discounts) == expected


def test_effort_sets_aside_what_it_takes() -> None:
    game = asking("2 lead + refined tin", goods="3 lead + raw copper + salt")
    policy = policy_at(game)
    policy.scratch.goods[:] = game.state.labs[0].held
    missing_cost(game.state, game.tables, 0, policy, card(game, "fire-0a"))
    assert [int(count) for count in policy.scratch.goods[:5]] == [1, 0, 0, 0, 0]
    assert policy.scratch.goods[11] == 1


def test_nothing_is_counted_as_performable_that_the_rules_forbid() -> None:
    counted = 0
    for now in random_moves(Game.new(2, 7, box=box_with()), 8):
        if (
            now.frame not in (Frame.ACTION, Frame.AFTER)
            or now.state.stack[now.state.depth - 1].arg[0]
        ):
            continue  # with a chameleon spent there are no free actions
        performable = features_of(now, now.seat)[Feature.PERFORMABLE]
        assert performable <= len(found(now, Move.PERFORM))
        counted += int(performable)
    assert counted > 0


def test_a_discount_waives_the_dearest_unit_that_is_missing() -> None:
    one = effort("refined iron", mastery=0, discounts=0)
    assert effort("refined iron", mastery=0, discounts=1) == 0
    assert effort("2 refined iron", mastery=0, discounts=1) == pytest.approx(one)
