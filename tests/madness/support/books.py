"""Book-keeping over the log: cards, spells and curses must be where it says that they are."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tests.madness.support.invariants import Check
from trisim.engine.kernel import struct
from trisim.games.madness.box.words import ELEMENTS, KINDS, MADNESS, Zone
from trisim.games.madness.kernels import REGISTRY, kernel
from trisim.games.madness.rules.cards import deck_count, value_of
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED, SERVED, Event
from trisim.games.madness.rules.state import (
    DESTROYED,
    IN_PILE,
    MOST_CURSES,
    ON_TRACK,
    SEATS,
    SLOTS,
    SPELLS,
    Box,
    Game,
    Log,
)
from trisim.games.madness.rules.turn import INVOCATION, SPACES

ZONES = len(Zone)

BOOKS = struct(
    ("read", np.int32),  # events read so far
    ("fault", np.int32),  # found while reading
    ("cards", np.int16, (SEATS, ZONES, KINDS)),  # in zones of seats
    ("table", np.int16, (ZONES, KINDS)),  # in zones of the table
    ("mages", np.int16, (SEATS,)),
    ("out", np.int16, (SEATS,)),
    ("spells", np.int16, (SEATS, SPELLS)),  # spell + 1
    ("marks", np.int16, (SEATS, SPELLS)),  # EXHAUSTED, NEUTRALISED
    ("library", np.int16, (ELEMENTS,)),  # spell + 1
    ("track", np.int16, (SLOTS,)),  # curse + 1
    ("neutral", np.int16, (SLOTS,)),
    ("under", np.int16, (SLOTS,)),
    ("tokens", np.int16, (ELEMENTS,)),  # on curses
    ("curses", np.int16, (MOST_CURSES,)),  # where each is
    ("turn", np.int16),
    ("active", np.int16),
    ("space", np.int16),
    ("marked", np.int16),  # moves of the marker in this turn
    ("monster", np.int16),  # their number so far
    ("beaten", np.int16),
    ("ended", np.int16),
)
"""What the log adds up to."""

REGISTRY.records["Books"] = BOOKS
Books: TypeAlias = Any


@kernel
def open_books(books: Books, game: Game, box: Box) -> None:
    """Books of a game that is set up, before anything of its log is read."""
    for kind in range(MADNESS):
        books.table[Zone.STOCK, kind] = box.copies[kind] if value_of(kind) > 1 else 0
    books.table[Zone.PILE, MADNESS] = box.madness[game.players]
    for seat in range(int(game.players)):
        slot = 0
        for spell in range(int(box.spells)):
            if box.spell[spell].basic:
                books.spells[seat, slot] = spell + 1
                slot += 1


@kernel
def find(books: Books, check: int) -> None:
    """Keep the first fault."""
    if books.fault == 0:
        books.fault = check


@kernel
def enter(books: Books, box: Box, log: Log, players: int) -> None:
    """Read on in the log."""
    for place in range(int(books.read), int(log.count)):
        event = log.events[place]
        what, seat = int(event.what), int(event.seat)
        thing, delta = int(event.thing), int(event.delta)
        if books.ended > 0:
            find(books, int(Check.BOOK_END))
        if what == Event.CARDS:
            enter_cards(books, box, seat, thing & 15, thing >> 4 & 15, thing >> 8, delta)
        elif Event.TURN <= what <= Event.ESCAPED:
            enter_turn(books, box, players, what, seat, thing, delta)
        elif Event.CURSE_LAID <= what <= Event.PILE_REFILLED:
            enter_curse(books, box, what, thing, delta)
        elif what == Event.LEARN or Event.EXHAUSTED <= what <= Event.SPELL_DESTROYED:
            enter_spell(books, box, what, seat, thing, delta)
        else:
            enter_other(books, box, what, seat, thing, delta)
    books.read = log.count


@kernel
def enter_other(books: Books, box: Box, what: int, seat: int, thing: int, delta: int) -> None:
    """Mages, the library, shuffles, and who or what ends."""
    if what == Event.MAGE:
        books.mages[seat] = thing
    elif what == Event.LIBRARY:
        books.library[delta] = thing + 1
    elif what == Event.SHUFFLED:
        if cards_of(books, seat, int(Zone.DECK)) != thing:
            find(books, int(Check.BOOK_SHUFFLES))
    elif what == Event.ELIMINATED:
        enter_elimination(books, box, seat, thing)
    elif what == Event.ENDED:
        books.ended += 1


# ---------------------------------------------------------------- cards


@kernel
def cards_of(books: Books, seat: int, zone: int) -> int:
    """Cards in a zone of a seat."""
    total = 0
    for kind in range(KINDS):
        total += int(books.cards[seat, zone, kind])
    return total


@kernel
def is_own(zone: int) -> bool:
    """Whether each seat has such a zone; cards on the way are counted together."""
    return zone <= Zone.DECK


@kernel
def enter_cards(
    books: Books, box: Box, seat: int, kind: int, source: int, target: int, count: int
) -> None:
    """Cards move; those of value 1 come from the box, where nobody counts them."""
    if target == Zone.SUPPORT and (source != Zone.PILE and source != Zone.PASSING):
        places = int(box.mage[books.mages[seat]].places)
        if cards_of(books, seat, int(Zone.SUPPORT)) + count > places:
            find(books, int(Check.BOOK_PLACES))
    if source != Zone.BOX and source != Zone.CURSE:
        if is_own(source):
            books.cards[seat, source, kind] -= count
        else:
            books.table[source, kind] -= count
    if target != Zone.CURSE:
        if is_own(target):
            books.cards[seat, target, kind] += count
        else:
            books.table[target, kind] += count
    from_table = int(books.table[source, kind]) if source != Zone.CURSE else 0
    if count <= 0 or from_table < 0 or (is_own(source) and books.cards[seat, source, kind] < 0):
        find(books, int(Check.BOOK_CARDS))


@kernel
def enter_elimination(books: Books, box: Box, seat: int, madness: int) -> None:
    """A player with a hand full of madness is out."""
    books.out[seat] += 1
    held = int(books.cards[seat, Zone.HAND, MADNESS])
    if books.out[seat] != 1 or held != madness or madness < int(box.hand):
        find(books, int(Check.BOOK_OUT))
    if held != cards_of(books, seat, int(Zone.HAND)):  # element cards were discarded first
        find(books, int(Check.BOOK_OUT))
    for slot in range(SPELLS):
        books.spells[seat, slot] = 0
        books.marks[seat, slot] = 0


# ---------------------------------------------------------------- turns


@kernel
def next_in(books: Books, players: int) -> int:
    """The seat whose turn comes next: the one at the left, without the eliminated."""
    first = int(books.active) + 1 if books.turn > 0 else 0
    for step in range(players):
        seat = (first + step) % players
        if books.out[seat] == 0:
            return seat
    return -1


@kernel
def enter_turn(
    books: Books, box: Box, players: int, what: int, seat: int, thing: int, delta: int
) -> None:
    """Turns, the marker, monsters."""
    if what == Event.TURN:
        if books.turn > 0:
            close_turn(books, box)
        if seat != next_in(books, players) or thing != books.turn + 1:
            find(books, int(Check.BOOK_TURNS))
        books.turn = thing
        books.active = seat
        books.marked = 0
    elif what == Event.MARKER:
        is_first = thing == 1 and (books.space == 0 or books.space == INVOCATION)
        if not is_first and thing != books.space + 1:
            find(books, int(Check.BOOK_TURNS))
        books.space = thing
        books.marked += int(not is_first or books.turn == 1)
    else:
        enter_monster(books, what, delta)


@kernel
def enter_monster(books: Books, what: int, delta: int) -> None:
    """A monster appears in its turn; it is beaten if no curse is left, or else escapes."""
    if what == Event.MONSTER:
        if delta != books.monster or books.turn != books.monster * SPACES + 1:
            find(books, int(Check.BOOK_MONSTERS))
        books.monster += 1
    elif what != Event.PAGE:
        left = 0
        for slot in range(SLOTS):
            left += int(books.track[slot] > 0)
        if (left == 0) != (what == Event.BEATEN) or books.space != INVOCATION:
            find(books, int(Check.BOOK_MONSTERS))
        if what == Event.ESCAPED and delta != left:
            find(books, int(Check.BOOK_MONSTERS))
        if what == Event.BEATEN:
            books.beaten |= 1 << (int(books.monster) - 1)


@kernel
def close_turn(books: Books, box: Box) -> None:
    """A turn is over: the marker has moved once, and the player has a hand again."""
    if books.marked != 1:
        find(books, int(Check.BOOK_TURNS))
    seat = int(books.active)
    if books.out[seat] == 0 and cards_of(books, seat, int(Zone.HAND)) != int(box.hand):
        find(books, int(Check.BOOK_HAND))


# ---------------------------------------------------------------- curses


@kernel
def enter_curse(books: Books, box: Box, what: int, thing: int, delta: int) -> None:
    """Curses come, are turned over, and go; tokens and madness with them."""
    if what == Event.CURSE_LAID:
        if books.track[delta] != 0 or books.curses[thing] == ON_TRACK:
            find(books, int(Check.BOOK_CURSES))
        books.track[delta] = thing + 1
        books.curses[thing] = ON_TRACK
    elif what == Event.CURSE_MADNESS:
        books.under[thing] += delta
        if books.under[thing] < 0:
            find(books, int(Check.BOOK_UNDER))
    elif what == Event.TOKEN:
        books.tokens[thing] += 1
    elif what == Event.TOKENS_BACK:
        books.tokens[thing] -= delta
    elif what == Event.PILE_REFILLED:
        refill(books, box, thing, delta)
    else:
        enter_curse_of_track(books, what, thing, delta)


@kernel
def enter_curse_of_track(books: Books, what: int, curse: int, slot: int) -> None:
    """What happens to a curse that lies on the track."""
    if books.track[slot] != curse + 1:
        find(books, int(Check.BOOK_CURSES))
    if what == Event.CURSE_STRIKES:
        if books.neutral[slot] != 0:
            find(books, int(Check.BOOK_CURSES))
    elif what == Event.CURSE_NEUTRALISED:
        books.neutral[slot] = 1
    elif what == Event.CURSE_UP:
        books.neutral[slot] = 0
    else:
        books.curses[curse] = DESTROYED if what == Event.CURSE_DESTROYED else 1
        books.track[slot] = 0
        books.neutral[slot] = 0


@kernel
def refill(books: Books, box: Box, kind: int, count: int) -> None:
    """The destroyed curses of a kind are a pile again; no other was left in it."""
    found = 0
    for curse in range(int(box.curses)):
        if box.curse[curse].kind == kind:
            if books.curses[curse] == DESTROYED:
                books.curses[curse] = IN_PILE
                found += 1
            elif books.curses[curse] != ON_TRACK:
                find(books, int(Check.BOOK_CURSES))
    if found != count:
        find(books, int(Check.BOOK_CURSES))


# ---------------------------------------------------------------- spells


@kernel
def enter_spell(books: Books, box: Box, what: int, seat: int, spell: int, slot: int) -> None:
    """Spells are learned, turned over and destroyed."""
    if what == Event.LEARN:
        if books.library[box.spell[spell].element] != spell + 1 or books.spells[seat, slot] != 0:
            find(books, int(Check.BOOK_LIBRARY))
        books.library[box.spell[spell].element] = 0
        books.spells[seat, slot] = spell + 1
        return
    if books.spells[seat, slot] != spell + 1:
        find(books, int(Check.BOOK_SPELLS))
    marks = int(books.marks[seat, slot])
    if what == Event.EXHAUSTED:
        if marks != 0:
            find(books, int(Check.BOOK_SPELLS))
        books.marks[seat, slot] = EXHAUSTED
    elif what == Event.RECHARGED:
        if marks & EXHAUSTED == 0:
            find(books, int(Check.BOOK_SPELLS))
        books.marks[seat, slot] = marks & ~EXHAUSTED
    elif what == Event.SPELL_NEUTRALISED:
        books.marks[seat, slot] = marks | NEUTRALISED
    elif what == Event.SPELL_UP:
        books.marks[seat, slot] = marks & ~NEUTRALISED
    else:
        books.spells[seat, slot] = 0
        books.marks[seat, slot] = 0


# ---------------------------------------------------------------- comparing


@kernel
def book_fault(books: Books, game: Game, box: Box) -> int:
    """The first difference between the books and the state."""
    fault = int(books.fault)
    if fault == 0 and int(books.ended) != int(game.over):
        fault = int(Check.BOOK_END)
    if fault == 0:
        fault = time_fault(books, game)
    if fault == 0 and not tables_agree(books, game):
        fault = int(Check.BOOK_CARDS)
    for element in range(ELEMENTS):
        if fault == 0 and books.library[element] != game.library[element] + 1:
            fault = int(Check.BOOK_LIBRARY)
        if fault == 0 and books.tokens[element] != tokens_on_curses(game, element):
            fault = int(Check.BOOK_TOKENS)
    if fault == 0:
        fault = track_fault(books, game, box)
    for seat in range(int(game.players)):
        if fault == 0:
            fault = own_fault(books, game, seat)
    return fault


@kernel
def time_fault(books: Books, game: Game) -> int:
    """Turn, marker and monsters."""
    if books.turn != game.turn or books.space != game.space:
        return int(Check.BOOK_TURNS)
    if game.turn > 0 and (books.active != game.active or books.marked != 1):
        return int(Check.BOOK_TURNS)
    if books.monster != game.monster + 1 or books.beaten != game.beaten:
        return int(Check.BOOK_MONSTERS)
    return 0


@kernel
def places_agree(told: int, real: int) -> bool:
    """Whether a curse is where the log says: under a pile it has a number."""
    return real > 0 if told > 0 else real == told


@kernel
def tables_agree(books: Books, game: Game) -> bool:
    """Stacks, madness pile, destroyed cards and those of eliminated players."""
    for kind in range(KINDS):
        if books.table[Zone.STOCK, kind] != game.stock[kind]:
            return False
        if books.table[Zone.DESTROYED, kind] != game.destroyed[kind]:
            return False
        if books.table[Zone.BOX, kind] != game.gone[kind]:
            return False
        passing = 0
        for seat in range(int(game.players)):
            passing += int(game.seats[seat].passing[kind])
        if books.table[Zone.PASSING, kind] != passing:
            return False
    return bool(books.table[Zone.PILE, MADNESS] == game.pile)


@kernel
def tokens_on_curses(game: Game, element: int) -> int:
    count = 0
    for slot in range(SLOTS):
        count += int(game.tokens[slot, element])
    return count


@kernel
def track_fault(books: Books, game: Game, box: Box) -> int:
    """The track slot by slot, and where all curses are."""
    for slot in range(SLOTS):
        is_neutral = game.neutral[slot] != 0
        if books.track[slot] != game.track[slot] + 1 or (books.neutral[slot] != 0) != is_neutral:
            return int(Check.BOOK_CURSES)
        if books.under[slot] != game.under[slot]:
            return int(Check.BOOK_UNDER)
    for curse in range(int(box.curses)):
        if not places_agree(int(books.curses[curse]), int(game.curses[curse])):
            return int(Check.BOOK_CURSES)
    return 0


@kernel
def own_fault(books: Books, game: Game, seat: int) -> int:
    """The cards and spells of a seat."""
    own = game.seats[seat]
    if (books.out[seat] == 1) != bool(own.out):
        return int(Check.BOOK_OUT)
    for kind in range(KINDS):
        if books.cards[seat, Zone.HAND, kind] != own.hand[kind]:
            return int(Check.BOOK_CARDS)
        if books.cards[seat, Zone.SUPPORT, kind] != own.support[kind]:
            return int(Check.BOOK_CARDS)
        if books.cards[seat, Zone.DISCARD, kind] != own.discard[kind]:
            return int(Check.BOOK_CARDS)
        if books.cards[seat, Zone.DECK, kind] != deck_count(own, kind):
            return int(Check.BOOK_CARDS)
    for slot in range(SPELLS):
        if books.spells[seat, slot] != own.spells[slot] + 1:
            return int(Check.BOOK_SPELLS)
        if books.marks[seat, slot] != int(own.marks[slot]) & ~SERVED:
            return int(Check.BOOK_SPELLS)
    return 0
