"""The ledger: an entry for every change of anything held, with its cause."""

from __future__ import annotations

from trisim.games.trismegistus.box.limits import MAX_BONUS_KINDS
from trisim.games.trismegistus.box.words import ARROWS, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.record.cards import (
    achievement_card,
    artifact_card,
    cards_of,
    formula_card,
)
from trisim.games.trismegistus.record.codes import Item
from trisim.games.trismegistus.record.rows import KEEP_LEDGER, LedgerRow, SeatTally, Tally
from trisim.games.trismegistus.rules.codes import Cause, Dealt, Event
from trisim.games.trismegistus.rules.state import Box
from trisim.record.columns import MISSING

REACTION = int(Thing.REACTION)
KEPT_EXPERIMENT = int(Dealt.EXPERIMENT) * 2 + 1
KEPT_MASTERPIECE = int(Dealt.MASTERPIECE) * 2 + 1
KEPT_PUBLICATION = int(Dealt.PUBLICATION) * 2 + 1
"""``delta`` of a card kept at setup."""

TOKEN_KINDS = MAX_BONUS_KINDS
"""Room for kinds of tokens among the causes."""

ARROW_KINDS = len(ARROWS)


@kernel
def item_of(what: int, thing: int, delta: int) -> int:
    """The item that an event changes; -1: none."""
    if what == Event.HOLD:
        return thing
    if what == Event.POINTS:
        return int(Item.POINTS) + thing
    if what == Event.LEVEL:
        return int(Item.MASTERY) + thing
    if what < Event.TAKE_EXPERIMENT or what > Event.KEEP:
        return -1
    if what == Event.REACT:
        return REACTION
    if what == Event.TAKE_EXPERIMENT or what == Event.PERFORM:
        return int(Item.EXPERIMENTS_HELD)
    if what == Event.TAKE_ARTIFACT or what == Event.LOSE_ARTIFACT:
        return int(Item.ARTIFACTS)
    if what == Event.DRAW or what == Event.RETURN:
        return int(Item.PUBLICATIONS)
    if what == Event.UNLOCK:
        return int(Item.FORMULAS)
    if what == Event.ACHIEVE:
        return int(Item.ACHIEVEMENTS)
    return item_kept(delta) if what == Event.KEEP else -1


@kernel
def item_kept(delta: int) -> int:
    """The item that a card kept at setup is; artifacts are placed later, refused cards leave."""
    if delta == KEPT_PUBLICATION:
        return int(Item.PUBLICATIONS)
    if delta == KEPT_EXPERIMENT or delta == KEPT_MASTERPIECE:
        return int(Item.EXPERIMENTS_HELD)
    return -1


@kernel
def change_of(what: int, delta: int) -> int:
    """The change of an event's item."""
    if what <= Event.LEVEL or what == Event.REACT or what == Event.DRAW or what == Event.RETURN:
        return delta
    return -1 if what == Event.PERFORM or what == Event.LOSE_ARTIFACT else 1


@kernel
def balance_of(seat: SeatTally, item: int, change: int) -> int:
    """Add a change to the seat's count of an item; return the new count."""
    if item < Item.MASTERY:
        seat.held[item] += change
        return int(seat.held[item])
    if item < Item.POINTS:
        seat.level[item - Item.MASTERY] += change
        return int(seat.level[item - Item.MASTERY])
    if item < Item.EXPERIMENTS_HELD:
        seat.vp[item - Item.POINTS] += change
        return int(seat.vp[item - Item.POINTS])
    seat.cards[item - Item.EXPERIMENTS_HELD] += change
    return int(seat.cards[item - Item.EXPERIMENTS_HELD])


@kernel
def cause_code(box: Box, cause: int, cause_id: int) -> int:
    """The number of a cause's card, laboratory, token or arrow among all causes.

    The cards of Botmegistus come last.
    """
    if cause == Cause.EXPERIMENT or cause == Cause.PAYMENT:
        return cause_id
    if cause == Cause.ARTIFACT:
        return artifact_card(box, cause_id)
    if cause == Cause.FORMULA or cause == Cause.PURCHASE:
        return formula_card(box, cause_id)
    if cause == Cause.ACHIEVEMENT:
        return achievement_card(box, cause_id)
    first = cards_of(box)
    if cause == Cause.VAULT:
        return first + cause_id
    if cause == Cause.TOKEN:
        return first + int(box.vaults) + cause_id
    if cause == Cause.TRANSMUTATION:
        return first + int(box.vaults) + TOKEN_KINDS + cause_id
    if cause == Cause.BOT_CARD:
        return first + int(box.vaults) + TOKEN_KINDS + ARROW_KINDS + cause_id
    return MISSING


@kernel
def post(
    row: LedgerRow,
    tally: Tally,
    box: Box,
    keep: int,
    number: int,
    seat: int,
    item: int,
    change: int,
    cause: int,
    cause_id: int,
) -> int:
    """Count a change of something held, and write an entry if there is a ledger; how many."""
    balance = balance_of(tally.seats[seat], item, change)
    if not keep & KEEP_LEDGER:
        return 0
    row.game = number
    row.deal = tally.deal
    row.step = tally.step
    row.turn = tally.turn
    row.seat = seat
    row.cause = cause
    row.cause_id = cause_code(box, cause, cause_id)
    row.item_ = item
    row.delta = change
    row.balance = balance
    tally.step += 1
    return 1


@kernel
def post_more(
    row: LedgerRow,
    tally: Tally,
    box: Box,
    number: int,
    seat: int,
    what: int,
    thing: int,
    delta: int,
    cause: int,
    cause_id: int,
) -> int:
    """An entry for what an event changes besides its own item; how many entries, mostly none."""
    item, change = int(Item.EXPERIMENTS_DONE), int(what == Event.PERFORM)
    if what == Event.BOT_FORMULAS:
        item, change = int(Item.FORMULAS), min(int(box.solo_rules.most_formulas), thing + delta)
    if change == 0:
        return 0
    return post(row, tally, box, KEEP_LEDGER, number, seat, item, change, cause, cause_id)
