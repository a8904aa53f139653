"""The ledger: an entry for every move of cards, with its cause."""

from __future__ import annotations

from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.codes import FIRST_MOVE
from trisim.games.madness.record.moves import holder
from trisim.games.madness.record.rows import LedgerRow, Tally
from trisim.games.madness.rules.codes import Cause
from trisim.games.madness.rules.state import Box
from trisim.record.columns import MISSING


@kernel
def cause_code(box: Box, cause: int, cause_id: int) -> int:
    """The number of a cause's spell, curse, sheet, mage or action among all causes."""
    if cause == Cause.SPELL:
        return cause_id
    first = int(box.spells)
    if cause == Cause.CURSE or cause == Cause.REWARD:
        return first + cause_id
    first += int(box.curses)
    if (cause >= Cause.BONUS and cause <= Cause.APPEARANCE) or cause == Cause.LAST_PAGE:
        return first + cause_id
    first += int(box.sheets)
    if cause == Cause.MAGE:
        return first + cause_id
    if cause == Cause.ACTION:
        return first + int(box.mages) + cause_id - FIRST_MOVE
    return MISSING


@kernel
def post(
    row: LedgerRow,
    tally: Tally,
    box: Box,
    seat: int,
    kind: int,
    source: int,
    target: int,
    count: int,
    cause: int,
    cause_id: int,
) -> None:
    """Write an entry for cards that have moved."""
    row.game = tally.number
    row.deal = tally.deal
    row.step = tally.step
    row.turn = tally.turn
    row.seat = seat if seat >= 0 else MISSING
    row.card = kind
    row.source = source
    row.target = target
    row.cards = count
    row.source_left = tally.zones[holder(seat, source), source, kind]
    row.target_now = tally.zones[holder(seat, target), target, kind]
    row.cause = cause
    row.cause_id = cause_code(box, cause, cause_id)
    tally.step += 1
