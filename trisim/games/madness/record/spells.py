"""The rows of ``cards``: spells of the library and of players, and mages."""

from __future__ import annotations

from trisim.games.madness.box.words import When
from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.codes import CardKind
from trisim.games.madness.record.rows import CardRow, CardTally, Tally
from trisim.games.madness.rules.state import SEATS, Box, Game
from trisim.record.columns import MISSING

SETUP = -1


@kernel
def forget_cards(tally: Tally, box: Box) -> None:
    """Before a game nobody has a spell but the basic ones."""
    for spell in range(int(box.spells)):
        tally.offered[spell] = MISSING
        tally.withdrawn[spell] = MISSING
        for seat in range(SEATS):
            is_held = bool(box.spell[spell].basic)
            blank(tally.spells[seat, spell], SETUP if is_held else MISSING)
    for seat in range(SEATS):
        blank(tally.mages[seat], SETUP)


@kernel
def blank(own: CardTally, taken: int) -> None:
    own.taken = taken
    own.completed = MISSING
    own.lost = MISSING
    own.uses = 0
    own.boosted = 0
    own.abroad = 0


@kernel
def use(own: CardTally, tally: Tally, seat: int, boost: int) -> None:
    """A spell is cast, or an ability used."""
    if own.completed == MISSING:
        own.completed = tally.turn
    own.uses += 1
    own.boosted += int(boost > 1)
    own.abroad += int(seat != int(tally.active))


@kernel
def turn_up(tally: Tally, spell: int) -> None:
    """A spell of the library is on offer from now on."""
    tally.offered[spell] = max(0, int(tally.turn))


@kernel
def learn(tally: Tally, seat: int, spell: int) -> None:
    tally.withdrawn[spell] = tally.turn
    blank(tally.spells[seat, spell], int(tally.turn))


@kernel
def lose_spells(tally: Tally, box: Box, seat: int) -> None:
    """A player is eliminated: spells and mage leave the game."""
    tally.mages[seat].lost = tally.turn
    for spell in range(int(box.spells)):
        own = tally.spells[seat, spell]
        if own.taken != MISSING and own.lost == MISSING:
            own.lost = tally.turn


@kernel
def rewards(box: Box, mage: int) -> bool:
    """Whether a mage's ability is used for each curse that it destroys."""
    return bool(mage >= 0 and box.mage[mage].when == When.CURSE_DESTROYED)


# ---------------------------------------------------------------- rows


@kernel
def owner_of(tally: Tally, spell: int) -> int:
    """Who learned a spell of the library; -1: nobody."""
    for seat in range(int(tally.players)):
        if tally.spells[seat, spell].taken != MISSING:
            return seat
    return -1


@kernel
def write_spell(row: CardRow, tally: Tally, spell: int, seat: int) -> None:
    """A spell of the library, of whoever learned it."""
    row.seat = MISSING
    row.turn_taken, row.turn_completed, row.turn_lost = MISSING, MISSING, MISSING
    if seat >= 0:
        write_own(row, tally.spells[seat, spell], seat)
    begin_row(row, tally, spell, int(CardKind.SPELL))
    row.first_turn = tally.offered[spell]
    row.last_turn = tally.withdrawn[spell]
    if tally.withdrawn[spell] == MISSING:
        row.last_turn = max(0, int(tally.turn))


@kernel
def write_held(row: CardRow, tally: Tally, own: CardTally, card: int, seat: int, kind: int) -> None:
    """A basic spell of a seat, or its mage: never on offer."""
    begin_row(row, tally, card, kind)
    write_own(row, own, seat)
    row.first_turn, row.last_turn = MISSING, MISSING


@kernel
def begin_row(row: CardRow, tally: Tally, card: int, kind: int) -> None:
    row.game = tally.number
    row.deal = tally.deal
    row.card = card
    row.kind = kind


@kernel
def write_own(row: CardRow, own: CardTally, seat: int) -> None:
    """What a seat did with a card."""
    row.seat = seat
    row.turn_taken = own.taken
    row.turn_completed = own.completed
    row.turn_lost = own.lost
    row.uses = own.uses
    row.boosted = own.boosted
    row.abroad = own.abroad


@kernel
def mage_of(game: Game, seat: int) -> int:
    """The mage of a seat; -1: not chosen yet."""
    return int(game.seats[seat].mage)
