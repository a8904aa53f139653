"""What weights of the example are put on."""

from __future__ import annotations

import numpy as np
import pytest

from summit.players import FEATURES, PHASES, Feature, fill_features, phase, steps_hoped_for
from summit.rules import resolve
from summit.state import Frame, Move, pending
from tests.example.playing import BOX, Table, begun, climbing
from trisim.engine.kernel import records


def after(table: Table, kind: Move, number: int = 0) -> dict[str, float]:
    """The features after a move and what it causes itself."""
    seat, state = table.seat, records(1, table.game.dtype)
    state[0] = table.game
    move = int(table.moves[table.options().index((kind, number))])
    resolve(state[0], table.box, np.zeros(64, np.int32), records(1, table.log.dtype)[0], move)
    out = np.zeros(len(FEATURES))
    fill_features(state[0], table.box, seat, out)
    return dict(zip(FEATURES, out.tolist(), strict=True))


def test_each_feature_has_a_place_and_a_meaning() -> None:
    assert [feature.name.lower() for feature in Feature] == list(FEATURES)


def test_a_role_is_known_by_its_grip_and_its_cards() -> None:
    table = begun()
    guide, porter = after(table, Move.ROLE, 0), after(table, Move.ROLE, 1)
    assert (guide["grip"], guide["cards"]) == (1, 1)
    assert (porter["grip"], porter["cards"]) == (0, 4)


def test_a_camp_is_safe_and_a_roll_is_not() -> None:
    table = climbing((1, 1))
    table.game.wind, table.game.rolls = 2, 1
    table.game.climbers[0].camp, table.game.climbers[0].height = 4, 14
    camp, roll = after(table, Move.CAMP), after(table, Move.ROLL)
    assert (camp["camp"], camp["climbed"], camp["hope"], camp["risk"]) == (14, 0, 0, 0)
    assert (roll["camp"], roll["climbed"]) == (4, 10)
    assert roll["risk"] == pytest.approx(10 / 4)
    assert roll["hope"] == steps_hoped_for(3)


@pytest.mark.parametrize("worst", range(7))
def test_steps_that_a_roll_brings_are_those_of_all_rolls(worst: int) -> None:
    rolls = [max(one, other) for one in range(1, 7) for other in range(1, 7)]
    assert steps_hoped_for(worst) == pytest.approx(sum(die for die in rolls if die > worst) / 36)


def test_a_roll_is_not_looked_into() -> None:
    table = climbing((1, 1), seed=5)
    before = after(table, Move.ROLL)
    table.game.seed += 1
    assert after(table, Move.ROLL) == before
    table.do(Move.ROLL)
    assert pending(table.game) in (Frame.HOLD, Frame.CLIMB, Frame.SLIP)


def test_falls_count_in_an_expedition_only() -> None:
    assert after(climbing((0, 0)), Move.CAMP)["falls"] == 0
    assert after(climbing((0, 0), team=True), Move.CAMP)["falls"] == 2 * BOX.rules.most_falls


def test_the_last_day_is_a_phase() -> None:
    table = climbing((1, 1))
    assert PHASES[phase(table.game, table.box)] == "before the last day"
    table.game.day = BOX.rules.days
    assert PHASES[phase(table.game, table.box)] == "on the last day"
