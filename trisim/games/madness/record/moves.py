"""Cards that move: how many are where, draws, payments, madness taken and cured."""

from __future__ import annotations

from trisim.games.madness.box.words import ELEMENTS, MADNESS, VALUES, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.rows import (
    TABLE,
    MonsterRow,
    PlayerRow,
    Tally,
    TurnRow,
)
from trisim.games.madness.rules.cards import value_of
from trisim.games.madness.rules.codes import Cause
from trisim.games.madness.rules.state import SEATS, SLOTS, Box, Game


@kernel
def lay_out(tally: Tally, game: Game, box: Box) -> None:
    """Before the setup: cards of value 1 in the box, others in stacks, madness in its pile."""
    tally.zones[:] = 0
    tally.hand[:] = 0
    tally.pool = 0
    tally.strength = 0
    for kind in range(MADNESS):
        zone = int(Zone.BOX) if value_of(kind) == 1 else int(Zone.STOCK)
        tally.zones[TABLE, zone, kind] = box.copies[kind]
    tally.zones[TABLE, int(Zone.PILE), MADNESS] = box.madness[game.players]
    tally.madness_taken = 0
    tally.madness_cured = 0
    tally.madness_gone = 0
    forget_payment(tally)


@kernel
def holder(seat: int, zone: int) -> int:
    """Whose a zone is: a seat's, or nobody's."""
    return seat if zone <= Zone.DECK else TABLE


@kernel
def move(tally: Tally, seat: int, kind: int, source: int, target: int, count: int) -> None:
    """Cards of a kind leave a zone and come to another one."""
    tally.zones[holder(seat, source), source, kind] -= count
    tally.zones[holder(seat, target), target, kind] += count
    if source == Zone.HAND:
        tally.hand[seat] -= count
    elif source == Zone.SUPPORT:
        tally.pool -= count
    if target == Zone.HAND:
        tally.hand[seat] += count
    elif target == Zone.SUPPORT:
        tally.pool += count
    if source > Zone.DECK and target <= Zone.DECK:
        tally.strength += value_of(kind) * count
    elif source <= Zone.DECK and target > Zone.DECK:
        tally.strength -= value_of(kind) * count


@kernel
def count_move(
    player: PlayerRow,
    turn: TurnRow,
    monster: MonsterRow,
    tally: Tally,
    seat: int,
    kind: int,
    source: int,
    target: int,
    count: int,
    cause: int,
) -> None:
    """What a move of cards of a seat counts for."""
    if source == Zone.DECK and target == Zone.HAND:
        player.drawn += count
        turn.drawn_all += count
        if seat == int(tally.active):
            turn.drawn += count
    elif cause == Cause.ACTION and source <= Zone.SUPPORT and target == Zone.DISCARD:
        pay(tally, seat, kind, source)
    elif kind == MADNESS:
        count_madness(player, turn, monster, tally, seat, source, target, count)


@kernel
def count_madness(
    player: PlayerRow,
    turn: TurnRow,
    monster: MonsterRow,
    tally: Tally,
    seat: int,
    source: int,
    target: int,
    count: int,
) -> None:
    """Madness that a player takes from the pile, gives back, or takes out of the game."""
    if source == Zone.PILE and target <= Zone.DECK and tally.turn >= 0:
        tally.madness_taken += count
        player.madness_taken += count
        monster.madness_taken += count
        turn.madness_all += count
        if seat == int(tally.active):
            turn.madness += count
    elif source <= Zone.DECK and target == Zone.PILE:
        tally.madness_cured += count
        player.madness_cured += count
        monster.madness_cured += count
        turn.madness_cured += count
    elif target == Zone.BOX:
        tally.madness_gone += count


# ---------------------------------------------------------------- payments


@kernel
def forget_payment(tally: Tally) -> None:
    """Nothing of the next action has been paid."""
    for element in range(ELEMENTS):
        tally.paid[element] = 0
    for seat in range(SEATS):
        tally.paid_support[seat] = 0
    tally.paid_hand = 0
    tally.paid_kept = 0
    tally.wild = -1
    tally.was_wild = -1


@kernel
def pay(tally: Tally, seat: int, kind: int, source: int) -> None:
    """A card pays, and is discarded."""
    count_value(tally, kind)
    if source == Zone.HAND:
        tally.paid_hand += 1
    else:
        tally.paid_support[seat] += 1


@kernel
def pay_and_keep(tally: Tally, kind: int) -> None:
    """A card of the pool pays, and stays."""
    count_value(tally, kind)
    tally.paid_kept += 1


@kernel
def count_value(tally: Tally, kind: int) -> None:
    """The value of a card that pays, as its element or as another."""
    if tally.wild < 0:
        tally.paid[kind // VALUES] += value_of(kind)
        return
    tally.paid[tally.wild] += value_of(kind)
    tally.was_wild = tally.wild
    tally.wild = -1


# ---------------------------------------------------------------- the table


@kernel
def in_zones(tally: Tally, zone: int, kind: int) -> int:
    """Cards of a kind in a zone of all seats."""
    count = 0
    for seat in range(int(tally.players)):
        count += int(tally.zones[seat, zone, kind])
    return count


@kernel
def slot_of(tally: Tally, curse: int) -> int:
    """The slot of a curse on the track; -1: it is not there."""
    for slot in range(SLOTS):
        if tally.track[slot] == curse:
            return slot
    return -1
