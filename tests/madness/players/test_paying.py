"""The payments of a look-ahead are the cheapest there are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.madness.players.positions import (
    TABLES,
    busy_game,
    frame_of,
    narrow,
    new_game,
    of_kind,
)
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.box.words import ELEMENTS, MADNESS
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.lookahead import begin_root
from trisim.games.madness.players.paying import begin_prices, find_prices, planned_payment
from trisim.games.madness.players.policy import ROOT
from trisim.games.madness.rules.cards import value_of
from trisim.games.madness.rules.codes import HAND_AT, Frame, Move
from trisim.games.madness.rules.face import Face
from trisim.games.madness.rules.machine import carry_out, legal
from trisim.games.madness.rules.state import MOVES

WATER_1, WATER_2, WATER_3 = 0, 1, 2


def prepared(game: Face) -> Any:
    """A policy that looks at a position."""
    policy = KIT.policy_of(narrow(), game.box)
    begin_root(game.state, policy, game.seat)
    begin_prices(game.tables, policy)
    return policy


def find_all_prices(game: Face, policy: Any) -> None:
    for element in range(ELEMENTS):
        find_prices(game.tables, policy, game.seat, element)


def options(game: Face) -> list[int]:
    """The options of the pending decision, one alone included."""
    moves = np.zeros(MOVES, np.int32)
    return [int(move) for move in moves[: legal(game.state, game.tables, moves)]]


def after(game: Face, move: int) -> Face:
    """The position right after a move: what is forced is still to be done."""
    other = game.copy()
    carry_out(other.state, other.tables, other._log, move)
    return other


def is_paying(game: Face) -> bool:
    return not game.is_over and game.state.depth > 0 and frame_of(game) is Frame.PAY


def begin_actions(game: Face) -> list[Face]:
    """The payments that actions of a position begin with."""
    found = [after(game, move) for move in game.legal()]
    return [each for each in found if is_paying(each)]


def price_of(policy: Any, payer: int, move: int) -> float:
    return float(policy.lookahead.price[payer, first_of(move), second_of(move)])


def all_payments(game: Face, policy: Any, payer: int) -> list[float]:
    """The prices of all ways to pay, by brute force."""
    if not is_paying(game):
        return [0.0]
    return [
        price_of(policy, payer, move) + rest
        for move in options(game)
        for rest in all_payments(after(game, move), policy, payer)
    ]


def planned_price(game: Face, policy: Any) -> float:
    """The price of the payment that is planned."""
    payer, total = game.seat, 0.0
    while is_paying(game):
        move = planned_payment(game.state, game.tables, policy)
        assert move in options(game)
        total += price_of(policy, payer, move)
        game = after(game, move)
    return total


def test_payments_are_the_cheapest_of_all() -> None:
    several = 0
    for table in TABLES[2:3]:
        for game in busy_game(*table):
            if frame_of(game) is Frame.ACT and not is_wild(game):
                several += sum(check_payments(paying) for paying in begin_actions(game))
    assert several > 20


def check_payments(paying: Face) -> bool:
    """Whether there are several ways to pay; the cheapest is planned."""
    policy = prepared(paying)
    find_all_prices(paying, policy)
    prices = all_payments(paying, policy, paying.seat)
    assert planned_price(paying, policy) == pytest.approx(min(prices))
    return len(prices) > 1


def is_wild(game: Face) -> bool:
    """Whether a card may count as another element."""
    return int(game.tables.mage[game.state.seats[game.seat].mage].wild) >= 0


def paying_for_water_2(hand: dict[int, int], pool: dict[int, int]) -> Face:
    """A player who pays for a water card of value 2."""
    game = new_game(2, 3)
    while frame_of(game) is not Frame.ACT:
        game.apply(game.legal()[0])
    own = game.state.seats[game.seat]
    own.hand[:], own.support[:] = 0, 0
    for kind, count in hand.items():
        own.hand[kind] = count
    for kind, count in pool.items():
        own.support[kind] = count
    game.run_on()
    game.apply(next(m for m in game.legal() if kind_of(m) == Move.ACQUIRE and m >> 16 & 255 == 1))
    return game


def first_card(game: Face) -> tuple[int, int]:
    move = planned_payment(game.state, game.tables, prepared(game))
    return first_of(move), second_of(move)


def test_the_hand_pays_before_the_pool_and_small_cards_before_large_ones() -> None:
    assert first_card(paying_for_water_2({WATER_1: 2}, {WATER_2: 1})) == (HAND_AT, WATER_1)
    assert first_card(paying_for_water_2({WATER_3: 1, WATER_2: 1}, {})) == (HAND_AT, WATER_2)


def test_every_card_has_a_price_above_nothing() -> None:
    for game in of_kind(Frame.ACT):
        policy = prepared(game)
        find_all_prices(game, policy)
        own = game.state.seats[game.seat]
        for kind in range(MADNESS):
            if own.hand[kind]:
                assert policy.lookahead.price[game.seat, HAND_AT, kind] >= 0.02 * value_of(kind)


def test_prices_leave_the_position_as_it_was() -> None:
    game = of_kind(Frame.ACT)[0]
    policy = prepared(game)
    before = policy.lookahead.states[ROOT].tobytes()
    find_all_prices(game, policy)
    assert policy.lookahead.states[ROOT].tobytes() == before
