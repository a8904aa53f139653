"""The row of a turn."""

from __future__ import annotations

from trisim.games.madness.box.words import MADNESS, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.rows import TABLE, Tally, TurnRow
from trisim.record.columns import MISSING


@kernel
def begin_turn(row: TurnRow, tally: Tally, mage: int) -> None:
    """A turn before anything happens in it."""
    row.game = tally.number
    row.deal = tally.deal
    row.turn = tally.turn
    row.seat = tally.active
    row.strategy = tally.strategies[tally.active]
    row.mage = mage if mage >= 0 else MISSING
    row.actions, row.abroad, row.casts, row.learned, row.acquired = 0, 0, 0, 0, 0
    row.destroyed, row.cures, row.abilities, row.curses_destroyed = 0, 0, 0, 0
    row.drawn, row.drawn_all, row.cards_paid, row.cards_others = 0, 0, 0, 0
    row.madness, row.madness_all, row.madness_cured = 0, 0, 0
    row.choices, row.options = 0, 0


@kernel
def close_turn(row: TurnRow, tally: Tally) -> None:
    """What is there at the end of a turn, if one has begun."""
    if tally.turn < 0:
        return
    row.round_ = tally.monster
    row.monster = tally.sheet
    row.space = tally.space
    row.curses_left = tally.on_track
    row.pile = tally.zones[TABLE, int(Zone.PILE), MADNESS]
    row.hand = tally.hand[tally.active]
    row.pool = tally.pool
    row.strength = tally.strength
