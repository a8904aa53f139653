"""Spells: the library, learning, and their marks.

The lower spells of a stack are not laid out: the spell of a level is the one with the smallest hash
among those of its element and level.
"""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.games.madness.box.words import ELEMENTS
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED, SERVED, Event, Move
from trisim.games.madness.rules.stack import add_move, note
from trisim.games.madness.rules.state import SPELLS, Box, Game, Log, Moves
from trisim.games.madness.rules.streams import LIBRARY

LEVELS = 3


@kernel
def spell_of_level(game: Game, box: Box, element: int, level: int) -> int:
    """The spell of a level in a stack of the library; -1: the box has none."""
    best, least = -1, hash3(0, 0, 0)
    for spell in range(int(box.spells)):
        card = box.spell[spell]
        if not card.basic and card.element == element and card.level == level:
            value = hash3(game.seed, LIBRARY + element, card.key)
            if best < 0 or value < least:
                best, least = spell, value
    return best


@kernel
def turn_up_spell(game: Game, box: Box, log: Log, element: int) -> None:
    """Turn up the next spell of a stack."""
    spell = -1
    while spell < 0 and game.library_level[element] < LEVELS:
        game.library_level[element] += 1
        spell = spell_of_level(game, box, element, int(game.library_level[element]))
    game.library[element] = spell
    if spell >= 0:
        note(game, log, Event.LIBRARY, -1, spell, element)


@kernel
def lay_library(game: Game, box: Box, log: Log) -> None:
    for element in range(ELEMENTS):
        turn_up_spell(game, box, log, element)


@kernel
def spells_held(game: Game, seat: int) -> int:
    count = 0
    for slot in range(SPELLS):
        count += int(game.seats[seat].spells[slot] >= 0)
    return count


@kernel
def most_spells(game: Game, box: Box, seat: int) -> int:
    """How many spells a seat may have."""
    return int(box.mage[game.seats[seat].mage].spells)


@kernel
def learn(game: Game, box: Box, log: Log, seat: int, element: int) -> None:
    """Take the spell on top of a stack: it is ready, and the next one is turned up."""
    own, spell, slot = game.seats[seat], int(game.library[element]), 0
    while own.spells[slot] >= 0:
        slot += 1
    own.spells[slot] = spell
    own.marks[slot] = 0
    note(game, log, Event.LEARN, seat, spell, slot)
    turn_up_spell(game, box, log, element)


@kernel
def legal_spells_to_forget(game: Game, moves: Moves, seat: int) -> int:
    """All spells of a seat: one of them makes room."""
    n = 0
    for slot in range(SPELLS):
        if game.seats[seat].spells[slot] >= 0:
            n = add_move(moves, n, Move.FORGET, slot, 0)
    return n


@kernel
def destroy_spell(game: Game, log: Log, seat: int, slot: int) -> None:
    """A spell leaves the game."""
    own = game.seats[seat]
    note(game, log, Event.SPELL_DESTROYED, seat, int(own.spells[slot]), slot)
    own.spells[slot] = -1
    own.marks[slot] = 0


@kernel
def recharge_all(game: Game, log: Log, seat: int) -> None:
    """Recharge the exhausted spells of a seat that are not neutralised."""
    own = game.seats[seat]
    for slot in range(SPELLS):
        if own.spells[slot] >= 0 and own.marks[slot] & (EXHAUSTED | NEUTRALISED) == EXHAUSTED:
            recharge(game, log, seat, slot)


@kernel
def begin_turn_of_spells(game: Game) -> None:
    """No spell has been cast in this turn yet."""
    for seat in range(int(game.players)):
        for slot in range(SPELLS):
            game.seats[seat].marks[slot] = int(game.seats[seat].marks[slot]) & ~SERVED


@kernel
def recharge(game: Game, log: Log, seat: int, slot: int) -> None:
    own = game.seats[seat]
    own.marks[slot] = int(own.marks[slot]) & ~EXHAUSTED
    note(game, log, Event.RECHARGED, seat, int(own.spells[slot]), slot)


@kernel
def neutralise_spell(game: Game, log: Log, seat: int, slot: int) -> None:
    own = game.seats[seat]
    own.marks[slot] = int(own.marks[slot]) | NEUTRALISED
    note(game, log, Event.SPELL_NEUTRALISED, seat, int(own.spells[slot]), slot)


@kernel
def turn_spells_up(game: Game, log: Log) -> None:
    """Neutralised spells turn up: the next monster has come."""
    for seat in range(int(game.players)):
        own = game.seats[seat]
        for slot in range(SPELLS):
            if own.spells[slot] >= 0 and own.marks[slot] & NEUTRALISED:
                own.marks[slot] = int(own.marks[slot]) & ~NEUTRALISED
                note(game, log, Event.SPELL_UP, seat, int(own.spells[slot]), slot)
