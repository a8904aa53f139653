"""The row of a player: what the seat has at the end; the rest was counted on the way."""

from __future__ import annotations

from trisim.games.madness.box.words import MADNESS, VALUES
from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.rows import PlayerRow
from trisim.games.madness.record.tables import LEARNED_ROOM
from trisim.games.madness.rules.cards import (
    deck_count,
    discard_size,
    hand_size,
    support_size,
    value_of,
)
from trisim.games.madness.rules.library import spells_held
from trisim.games.madness.rules.state import Game, Seat
from trisim.record.columns import MISSING


@kernel
def write_player(row: PlayerRow, game: Game, seat: int) -> None:
    """Mage, cards and spells at the end, and the result of the team."""
    own = game.seats[seat]
    row.mage = own.mage if own.mage >= 0 else MISSING
    row.win = 1.0 if game.won else 0.0
    row.hand, row.support = hand_size(own), support_size(own)
    row.deck, row.discard = own.deck_n, discard_size(own)
    row.madness_hand, row.madness_support = own.hand[MADNESS], own.support[MADNESS]
    row.madness_deck, row.madness_discard = deck_count(own, MADNESS), own.discard[MADNESS]
    row.value_water, row.value_earth = value_in(own, 0), value_in(own, 1)
    row.value_fire, row.value_air = value_in(own, 2), value_in(own, 3)
    row.strength = row.value_water + row.value_earth + row.value_fire + row.value_air
    row.spells = spells_held(game, seat)


@kernel
def value_in(seat: Seat, element: int) -> int:
    """The value of all cards of an element that a seat has."""
    total = 0
    for kind in range(element * VALUES, (element + 1) * VALUES):
        count = int(seat.hand[kind]) + int(seat.support[kind]) + int(seat.discard[kind])
        total += value_of(kind) * (count + deck_count(seat, kind))
    return total


@kernel
def list_spell(row: PlayerRow, spell: int) -> None:
    """One more spell that was learned."""
    if row.n_spells_learned < LEARNED_ROOM:
        row.spells_learned[row.n_spells_learned] = spell
        row.n_spells_learned += 1
