"""Setup: the madness pile, the stacks, the library, mages, and the players' decks and hands."""

from __future__ import annotations

from trisim.engine.kernel import U64
from trisim.games.madness.box.words import ELEMENTS, MADNESS, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.cards import (
    kind_of_card,
    note_cards,
    push_draw,
    put_into_deck,
    value_of,
)
from trisim.games.madness.rules.codes import Cause, Event, Frame, Move
from trisim.games.madness.rules.library import lay_library
from trisim.games.madness.rules.stack import add_move, because, note, pop, push
from trisim.games.madness.rules.state import MONSTERS, SEATS, SLOTS, SPELLS, Box, Game, Log, Moves


@kernel
def begin(game: Game, box: Box, log: Log, players: int, seed: U64) -> None:
    """Set up a blank game, which has its difficulty and mode already, to the choice of mages."""
    game.seed = seed
    game.players = players
    game.monster = -1
    game.active = 0
    game.pile = box.madness[players]
    because(game, Cause.SETUP, 0)
    for kind in range(MADNESS):
        game.stock[kind] = box.copies[kind] if value_of(kind) > 1 else 0
    for element in range(ELEMENTS):
        game.token_supply[element] = box.tokens
    for place in range(MONSTERS + 1):
        game.book[place] = -1
    for slot in range(SLOTS):
        game.track[slot] = -1
    for seat in range(SEATS):
        give_basic_spells(game, box, seat)
    lay_library(game, box, log)
    push(game, Frame.TURN, -1, 0, 0)
    push(game, Frame.START, -1, 0, 0)
    for seat in range(players - 1, -1, -1):
        push(game, Frame.MAGE, seat, 0, 0)


@kernel
def give_basic_spells(game: Game, box: Box, seat: int) -> None:
    """Every player has each basic spell; places without a player have none."""
    own, slot = game.seats[seat], 0
    own.mage = -1
    for place in range(SPELLS):
        own.spells[place] = -1
    for spell in range(int(box.spells)):
        if box.spell[spell].basic and seat < int(game.players):
            own.spells[slot] = spell
            slot += 1


@kernel
def legal_mages(game: Game, box: Box, moves: Moves) -> int:
    """The mages that nobody has."""
    n = 0
    for mage in range(int(box.mages)):
        is_free = True
        for seat in range(int(game.players)):
            if game.seats[seat].mage == mage:
                is_free = False
        if is_free:
            n = add_move(moves, n, Move.MAGE, mage, 0)
    return n


@kernel
def choose_mage(game: Game, log: Log, mage: int) -> None:
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    because(game, Cause.SETUP, 0)
    game.seats[seat].mage = mage
    note(game, log, Event.MAGE, seat, mage, 0)


@kernel
def start(game: Game, box: Box, log: Log) -> None:
    """Shuffle the decks, and let everybody draw a hand."""
    pop(game)
    because(game, Cause.SETUP, 0)
    for seat in range(int(game.players)):
        build_deck(game, box, log, seat)
    for seat in range(int(game.players) - 1, -1, -1):
        push_draw(game, seat, int(box.hand), int(Zone.HAND), 0)


@kernel
def build_deck(game: Game, box: Box, log: Log, seat: int) -> None:
    """The deck of a mage: cards of value 1, a card of value 2 or another 1, perhaps madness."""
    own = game.seats[seat]
    mage, mode = box.mage[own.mage], box.mode[game.mode]
    element = int(mage.element)
    two = kind_of_card(element, 2)
    for other in range(ELEMENTS):
        ones = int(mage.ones[other]) + int(other == element and not mode.starting_two)
        add_to_deck(game, log, seat, kind_of_card(other, 1), int(Zone.BOX), ones)
    if mode.starting_two:
        game.stock[two] -= 1
        add_to_deck(game, log, seat, two, int(Zone.STOCK), 1)
    elif not box.nightmare_two_in_stack:
        game.stock[two] -= 1
        game.gone[two] += 1
        note_cards(game, log, seat, two, Zone.STOCK, Zone.BOX, 1)
    madness = min(int(mode.madness_in_deck), int(game.pile))
    game.pile -= madness
    add_to_deck(game, log, seat, MADNESS, int(Zone.PILE), madness)
    own.shuffles = 1
    note(game, log, Event.SHUFFLED, seat, int(own.deck_n), 0)


@kernel
def add_to_deck(game: Game, log: Log, seat: int, kind: int, source: int, count: int) -> None:
    if count > 0:
        put_into_deck(game.seats[seat], kind, count)
        note_cards(game, log, seat, kind, source, Zone.DECK, count)
