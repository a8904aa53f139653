"""Paying: element cards of the hand and of all supports, card by card.

The cards of a payment are chosen in an order: higher values first, then the hand and the supports
by seat, then a card that counts as another element. Only cards are offered with which the payment
can still be completed. So the payment ends as soon as it is enough, no card of it is needless, and
each set of cards is offered once. A cost of several elements is paid element by element.
"""

from __future__ import annotations

from trisim.games.madness.box.words import ELEMENTS, VALUES, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.cards import element_of, kind_of_card, move_cards, value_of
from trisim.games.madness.rules.codes import ALL_PLACES, HAND_AT, Cause, Event, Frame, Move, Pay
from trisim.games.madness.rules.stack import add_move, because, note, push
from trisim.games.madness.rules.state import Box, FrameRecord, Game, Log, Moves

PLACES = 6
"""Places that cards are paid from: the hand, and the supports of five seats."""

WILD_FROM = ALL_PLACES * VALUES
"""Where cards that count as another element begin in the order."""


@kernel
def at_place(game: Game, seat: int, kept: int, place: int, kind: int) -> int:
    """Cards of a kind that a seat can pay from a place."""
    if place == HAND_AT:
        return 0 if kept else int(game.seats[seat].hand[kind])
    count = int(game.seats[place - 1].support[kind])
    return count - int(game.used[place - 1][kind]) if kept else count


@kernel
def available(game: Game, seat: int, kept: int, element: int) -> int:
    """What a seat can pay of an element at most."""
    total = 0
    for place in range(int(game.players) + 1):
        for value in range(1, VALUES + 1):
            kind = kind_of_card(element, value)
            total += value * at_place(game, seat, kept, place, kind)
    return total


@kernel
def wild_element(game: Game, box: Box, seat: int, kept: int) -> int:
    """The element of which a card of value 1 may count as any other for a seat now; -1: none."""
    own = game.seats[seat]
    element = int(box.mage[own.mage].wild)
    is_abroad = seat != int(game.active) and not box.abilities_on_others_turns
    if element < 0 or own.wild_used or is_abroad:
        return -1
    for place in range(int(game.players) + 1):
        if at_place(game, seat, kept, place, kind_of_card(element, 1)) > 0:
            return element
    return -1


@kernel
def missing(have: int, need: int) -> int:
    return max(0, need - have)


@kernel
def is_enough(
    h0: int, h1: int, h2: int, h3: int, n0: int, n1: int, n2: int, n3: int, wild: int
) -> bool:
    """Whether what a seat has (``h``) covers what it needs (``n``) of the four elements.

    ``wild`` is the element of which one may count as another.
    """
    short = missing(h0, n0) + missing(h1, n1) + missing(h2, n2) + missing(h3, n3)
    if short == 0:
        return True
    if wild < 0 or short > 1:
        return False
    if wild == 0:
        return h0 - 1 >= n0
    if wild == 1:
        return h1 - 1 >= n1
    return h2 - 1 >= n2 if wild == 2 else h3 - 1 >= n3


@kernel
def begin_payment(game: Game, seat: int, kept: int, action: int, first: int, second: int) -> None:
    """Ask a seat to pay for an action; its needs are to be written to the frame."""
    push(game, Frame.PAY, seat, action, first)
    frame = game.stack[game.depth - 1]
    frame.cause, frame.cause_id = Cause.ACTION, action
    frame.arg[Pay.SECOND] = second
    frame.arg[Pay.KEPT] = kept


@kernel
def need_of(game: Game, element: int, amount: int) -> None:
    """Add to what the payment on top of the stack needs."""
    game.stack[game.depth - 1].arg[Pay.NEED + element] += amount


@kernel
def element_to_pay(frame: FrameRecord, wild: int) -> int:
    """The element that is paid now: the one that may count as others comes last."""
    for element in range(ELEMENTS):
        if element != wild and frame.arg[Pay.NEED + element] > 0:
            return element
    return wild


@kernel
def place_in_order(place: int, kind: int, element: int) -> int:
    """Where a card stands in the order of a payment for an element."""
    if element_of(kind) != element:
        return WILD_FROM + place
    return ALL_PLACES * (VALUES - value_of(kind)) + place


@kernel
def wild_helps(game: Game, frame: FrameRecord, element: int, wild: int) -> bool:
    """Whether a card that counts as this element leaves enough for the others."""
    if wild < 0 or element == wild:
        return False
    seat, kept = int(frame.seat), int(frame.arg[Pay.KEPT])
    for other in range(ELEMENTS):
        need = int(frame.arg[Pay.NEED + other])
        if other != element and need > 0:
            if available(game, seat, kept, other) - int(other == wild) < need:
                return False
    return True


@kernel
def legal_payments(game: Game, box: Box, moves: Moves) -> int:
    """The cards that may be paid next."""
    frame = game.stack[game.depth - 1]
    seat, kept, last = int(frame.seat), int(frame.arg[Pay.KEPT]), int(frame.arg[Pay.LAST])
    wild = wild_element(game, box, seat, kept)
    element = element_to_pay(frame, wild)
    need, n = int(frame.arg[Pay.NEED + element]), 0
    helps = wild_helps(game, frame, element, wild)
    left = left_in_order(game, frame, element) + int(helps)
    for value in range(VALUES, 0, -1):
        kind = kind_of_card(element, value)
        for place in range(int(game.players) + 1):
            if place_in_order(place, kind, element) < last:
                continue
            count = at_place(game, seat, kept, place, kind)
            if count > 0 and left >= need:
                n = add_move(moves, n, Move.PAY, place, kind)
            left -= count * value
    if helps:
        n = legal_wild(game, moves, n, frame, wild)
    return n


@kernel
def left_in_order(game: Game, frame: FrameRecord, element: int) -> int:
    """What the cards of an element are worth that come next in the order."""
    seat, kept, last = int(frame.seat), int(frame.arg[Pay.KEPT]), int(frame.arg[Pay.LAST])
    left = 0
    for value in range(1, VALUES + 1):
        kind = kind_of_card(element, value)
        for place in range(int(game.players) + 1):
            if place_in_order(place, kind, element) >= last:
                left += value * at_place(game, seat, kept, place, kind)
    return left


@kernel
def legal_wild(game: Game, moves: Moves, n: int, frame: FrameRecord, wild: int) -> int:
    """The cards that may count as another element: they come last, so one must be enough."""
    seat, kept = int(frame.seat), int(frame.arg[Pay.KEPT])
    kind, need = kind_of_card(wild, 1), 0
    for element in range(ELEMENTS):
        if need == 0 and element != wild:
            need = int(frame.arg[Pay.NEED + element])
    if need != 1:
        return n
    for place in range(int(game.players) + 1):
        if at_place(game, seat, kept, place, kind) > 0:
            n = add_move(moves, n, Move.PAY, place, kind)
    return n


@kernel
def pay_card(game: Game, box: Box, log: Log, place: int, kind: int) -> bool:
    """Pay with a card; whether all is paid."""
    frame = game.stack[game.depth - 1]
    seat, kept = int(frame.seat), int(frame.arg[Pay.KEPT])
    because(game, int(frame.cause), int(frame.cause_id))
    element = element_to_pay(frame, wild_element(game, box, seat, kept))
    if element_of(kind) != element:
        game.seats[seat].wild_used = True
        note(game, log, Event.WILD, seat, element, 1)
    if kept:
        game.used[place - 1][kind] += 1
        note(game, log, Event.USED, seat, kind, place - 1)
    elif place == HAND_AT:
        move_cards(game, log, seat, kind, Zone.HAND, Zone.DISCARD, 1)
    else:
        move_cards(game, log, place - 1, kind, Zone.SUPPORT, Zone.DISCARD, 1)
    rest = missing(value_of(kind), int(frame.arg[Pay.NEED + element]))
    frame.arg[Pay.NEED + element] = rest
    frame.arg[Pay.LAST] = place_in_order(place, kind, element) if rest > 0 else 0
    for other in range(ELEMENTS):
        if frame.arg[Pay.NEED + other] > 0:
            return False
    return True
