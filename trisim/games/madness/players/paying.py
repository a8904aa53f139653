"""How a look-ahead pays: with the cards that are worth least where they are."""

from __future__ import annotations

from trisim.engine.moves import move_of
from trisim.games.madness.box.words import ELEMENTS, VALUES
from trisim.games.madness.kernels import kernel
from trisim.games.madness.players.judging import judge
from trisim.games.madness.players.policy import ROOT, Policy
from trisim.games.madness.rules.cards import kind_of_card
from trisim.games.madness.rules.codes import HAND_AT, Move, Pay
from trisim.games.madness.rules.payment import (
    PLACES,
    at_place,
    element_to_pay,
    place_in_order,
    wild_element,
)
from trisim.games.madness.rules.state import SEATS, Box, Game, Seat

LEAST_PRICE = 0.02
"""What each point of value costs at least, so that no card is paid for nothing."""

CANNOT = 1e9
"""The price of what can't be paid."""

MOST_NEED = 15
"""What an action can cost of an element, at the most."""


@kernel
def begin_prices(box: Box, policy: Policy) -> None:
    """No price is known in this position yet."""
    policy.lookahead.root_value = judge(box, policy, ROOT)
    for seat in range(SEATS):
        for element in range(ELEMENTS):
            policy.lookahead.price_known[seat, element] = 0


@kernel
def find_prices(box: Box, policy: Policy, seat: int, element: int) -> None:
    """What each card of an element that a seat could pay with is worth where it is now."""
    root = policy.lookahead.states[ROOT]
    policy.lookahead.price_known[seat, element] = 1
    for place in range(PLACES):
        owner = seat if place == HAND_AT else place - 1
        for value in range(1, VALUES + 1):
            kind, price = kind_of_card(element, value), 0.0
            own = root.seats[owner]
            if count_at(own, place, kind) > 0:
                change_at(own, place, kind, -1)
                price = policy.lookahead.root_value - judge(box, policy, ROOT)
                change_at(own, place, kind, 1)
            least = LEAST_PRICE * value
            policy.lookahead.price[seat, place, kind] = max(price, least)


@kernel
def count_at(own: Seat, place: int, kind: int) -> int:
    """Cards of a kind in a hand or support."""
    return int(own.hand[kind]) if place == HAND_AT else int(own.support[kind])


@kernel
def change_at(own: Seat, place: int, kind: int, delta: int) -> None:
    """Move a card from the discard pile to a hand or support, or with -1 back."""
    if place == HAND_AT:
        own.hand[kind] += delta
    else:
        own.support[kind] += delta
    own.discard[kind] -= delta


@kernel
def planned_payment(state: Game, box: Box, policy: Policy) -> int:
    """The next card of the cheapest payment, as a move; -1: a card must count as another element.

    Cards are considered from the last in the order of payments to the first. ``plan`` has the
    least price of each amount with the cards so far, and ``first`` the first card that it takes.
    """
    frame, plan, first = state.stack[state.depth - 1], policy.summary.plan, policy.summary.first
    seat, kept, last = int(frame.seat), int(frame.arg[Pay.KEPT]), int(frame.arg[Pay.LAST])
    element = element_to_pay(frame, wild_element(state, box, seat, kept))
    need = min(int(frame.arg[Pay.NEED + element]), MOST_NEED)
    if not policy.lookahead.price_known[seat, element]:
        find_prices(box, policy, seat, element)
    for amount in range(need + 1):
        plan[amount] = CANNOT if amount > 0 else 0.0
        first[amount] = -1
    for value in range(1, VALUES + 1):
        kind = kind_of_card(element, value)
        for place in range(int(state.players), -1, -1):
            if place_in_order(place, kind, element) < last:
                continue
            price = policy.lookahead.price[seat, place, kind]
            for _ in range(at_place(state, seat, kept, place, kind)):
                for amount in range(need, 0, -1):
                    with_card = price + plan[max(0, amount - value)]
                    if with_card < plan[amount]:
                        plan[amount] = with_card
                        first[amount] = move_of(Move.PAY, place, kind, 0)
    return int(first[need]) if plan[need] < CANNOT else -1
