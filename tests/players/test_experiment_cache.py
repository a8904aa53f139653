"""What a policy remembers is what it would find if it counted anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.players.helpers import chosen, policy_at
from tests.trismegistus.rules.helpers import acting, box_with
from tests.trismegistus.rules.helpers_2 import random_moves
from trisim.games.trismegistus.players.features import FEATURES, features, look_at
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.lookahead import FIRST, ROOT, begin, judge, step
from trisim.games.trismegistus.players.policy import CASES
from trisim.games.trismegistus.rules.codes import Frame
from trisim.games.trismegistus.rules.game import Game
from trisim.players.registry import load

WITHOUT_A_POSITION = (Frame.KEEP, Frame.LABORATORY)
BALANCED = load("balanced", KIT)


def balanced_moves(game: Game) -> Iterator[Game]:
    """The game before each decision of play by weights."""
    policies = [policy_at(game, BALANCED) for _ in range(game.players)]
    while not game.is_over:
        yield game
        game.apply(chosen(game, BALANCED, policies[game.seat]))


def by_chance(game: Game) -> Iterator[Game]:
    """The game before each decision of random play."""
    return (now for now in random_moves(game, 5) if not now.is_over)


def ahead(game: Game, policy: Any, move: int | None) -> Any:
    """The features of a position, or of the one that a move leads to."""
    policy.scratch.states[ROOT] = game.state
    policy.memo.known = 0
    look_at(game.state, game.tables, game.seat, policy)
    begin(game.state, policy)
    if move is not None:
        step(game.tables, game.seat, policy, move)
    judge(game.tables, game.seat, policy, FIRST)
    return policy.scratch.features[:FEATURES].copy()


def forget(policy: Any) -> Any:
    """Leave nothing in a policy that was counted before."""
    policy.memo.experiments[:] = np.zeros_like(policy.memo.experiments)
    for name in ("order_key", "slots_seen", "ready_seen", "formulas_key", "hand_key"):
        policy.memo[name] = 0
    return policy


@pytest.mark.parametrize(("play", "every"), [(by_chance, 2), (balanced_moves, 8)])
def test_features_from_memory_are_those_counted_anew(
    play: Callable[[Game], Iterator[Game]], every: int
) -> None:
    game = Game.new(2, 17, box=box_with(), achievements=True)
    keeping, forgetting = policy_at(game, BALANCED), policy_at(game, BALANCED)
    for now in play(game):
        if now.frame in WITHOUT_A_POSITION or now.state.decisions % every:
            continue
        for move in (None, now.legal()[0], now.legal()[-1]):
            found = ahead(now, keeping, move)
            anew = ahead(now, forget(forgetting), move)
            np.testing.assert_array_equal(found, anew, f"{now.frame}, {move}")


def test_a_case_that_was_found_before_is_not_counted_again() -> None:
    game = acting(goods="2 lead + salt")
    policy = policy_at(game)
    features(game.state, game.tables, 0, policy)
    place = next(place for place in range(CASES) if policy.memo.experiments[place].raw > 0)
    policy.memo.experiments[place].raw = 77.0
    game.state.labs[0].held[11] += 1  # an essence changes nothing in it
    features(game.state, game.tables, 0, policy)
    assert policy.memo.experiments[place].raw == 77.0


@pytest.mark.parametrize(
    ("field", "place"),
    [("held", 0), ("held", 7), ("held", 10), ("level", 2), ("discounts", 3), ("dice_used", None)],
)
def test_a_case_is_all_that_it_follows_from(field: str, place: int | None) -> None:
    game = acting(goods="2 lead")
    policy = policy_at(game)
    features(game.state, game.tables, 0, policy)
    before = int(np.count_nonzero(policy.memo.experiments["beside"]))
    lab = game.state.labs[0]
    if place is None:
        lab[field] += 1
    else:
        lab[field][place] += 1
    features(game.state, game.tables, 0, policy)
    assert int(np.count_nonzero(policy.memo.experiments["beside"])) == before + 1
