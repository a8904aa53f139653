"""The search: what it simulates, how far its lines of play go, and that nothing of them is left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.madness.players.positions import frame_of, of_kind
from trisim.games.madness.players.evaluator import begin_beam
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.policy import Mode
from trisim.games.madness.players.search import choose_by_search, is_line_end
from trisim.games.madness.rules.codes import Frame
from trisim.games.madness.rules.face import Face
from trisim.players.registry import load

SPEC = "search:iterations=4:options=2:turns=1:width=1:depth=2"


def searched(game: Face) -> Any:
    """The policy after a decision of the search."""
    policy = KIT.policy_of(load(SPEC, KIT), game.box)
    moves = np.array(game.legal(), np.int32)
    choose = choose_by_search.function(False)
    move = int(choose(game.state, game.tables, moves, len(moves), game.seat, policy))
    assert move in game.legal()
    return policy


def test_actions_are_simulated_and_payments_are_not() -> None:
    assert searched(of_kind(Frame.ACT)[0]).search.lines > 0
    assert searched(of_kind(Frame.PAY)[0]).search.lines == 0


def test_after_a_search_decisions_are_looked_at_as_far_as_before() -> None:
    policy = searched(of_kind(Frame.ACT)[0])
    begin_beam(policy)
    assert (policy.lookahead.width_now, policy.lookahead.depth_now) == (1, 2)


@pytest.mark.parametrize(
    ("mode", "width", "depth"),
    [(Mode.DECISION, 3, 4), (Mode.LINE, 1, 2), (Mode.END_OF_LINE, 1, 4)],
)
def test_lines_of_play_look_ahead_less_far(mode: Mode, width: int, depth: int) -> None:
    game = of_kind(Frame.ACT)[0]
    policy = KIT.policy_of(load("search:width=3:depth=4:line_depth=2", KIT), game.box)
    policy.lookahead.mode = mode
    begin_beam(policy)
    assert (policy.lookahead.width_now, policy.lookahead.depth_now) == (width, depth)


def test_lines_of_play_end_at_an_action_of_an_own_turn() -> None:
    for game in of_kind(Frame.ACT, Frame.CARD, Frame.SEAT):
        state, seat = game.state, game.seat
        is_own = frame_of(game) is Frame.ACT and state.active == seat and state.depth == 3
        assert is_line_end(state, game.tables, seat) == is_own
    assert any(is_line_end(each.state, each.tables, each.seat) for each in of_kind(Frame.ACT))
