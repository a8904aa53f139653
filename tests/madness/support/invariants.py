"""What must hold at every decision of every game, whatever was played.

``first_fault`` looks at a state, ``options_fault`` at the options, ``step_fault`` at two states one
decision apart, and ``books.book_fault`` at the log. All run compiled, over thousands of games
(``trial``), and uncompiled. They answer 0, or the ``Check`` that failed.
"""

from __future__ import annotations

from enum import IntEnum

from trisim.engine.moves import kind_of
from trisim.games.madness.box.words import ELEMENTS, KINDS, MADNESS, Side, Verb
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.cards import deck_count, element_of, value_of
from trisim.games.madness.rules.codes import DECISIONS, Eff, Frame, Loss, Move
from trisim.games.madness.rules.library import LEVELS
from trisim.games.madness.rules.state import (
    MONSTERS,
    MOVES,
    ON_TRACK,
    SLOTS,
    SPELLS,
    Box,
    Game,
    Moves,
    Seat,
)
from trisim.games.madness.rules.turn import INVOCATION, SPACES

MOST_DECISIONS = 5000
"""No game comes near this."""

TURNS = MONSTERS * SPACES + 1
"""The last turn is only a monster phase."""


class Check(IntEnum):
    """What can be found wrong."""

    COUNTS = 1  # no count is below zero
    CARDS = 2  # cards of each kind are all there
    DECK = 3  # a deck has as many cards as it says, and its known cards are cards
    PASSING = 4  # cards are on the way only in an exchange
    SPELLS = 5  # at most so many spells, each once
    LIBRARY = 6  # the spell on top has the element and the level of its place
    TOKENS = 7  # 4 of each element, on curses or in the supply
    CURSES = 8  # each curse is in one place
    TURN = 9  # turn, monster and space belong together: five turns a monster, 31 turns in all
    ACTIVE = 10  # the active seat and the seat that decides are in the game
    OUT = 11  # an eliminated seat has nothing
    BOOK = 12  # a cover, five inner pages and the last one, as far as they are known
    BEATEN = 13  # only monsters that are over are beaten
    STACK = 14  # frames of seats in the game, and a decision on top
    END = 15  # won or lost for a reason, and nothing is pending
    OPTIONS = 16  # at least two, all different, each a move
    ENDLESS = 17
    # one decision and the next
    COMES_BACK = 21  # cards of eliminated players stay away, and so do those players
    GOES_BACK = 22  # turns and beaten monsters only become more
    # trials, see ``trial``
    HIDDEN = 31  # another hidden order gives other options
    BRANCH = 32  # an option can't be carried out without a fault
    # the log, see ``books``
    BOOK_CARDS = 41
    BOOK_SPELLS = 42
    BOOK_CURSES = 43
    BOOK_TOKENS = 44
    BOOK_UNDER = 45  # madness under curses
    BOOK_TURNS = 46  # 1, 2, 3 …, of the next seat that is in; the marker moves once in each
    BOOK_HAND = 47  # after recovery the hand is at its limit
    BOOK_PLACES = 48  # a card enters a support only where there is room, unless an effect adds it
    BOOK_OUT = 49  # eliminated with that much madness in hand
    BOOK_END = 50  # the end is told once, when it comes
    BOOK_MONSTERS = 51
    BOOK_LIBRARY = 52
    BOOK_SHUFFLES = 53


# ---------------------------------------------------------------- a state


@kernel
def first_fault(game: Game, box: Box) -> int:
    """The first check that a state fails, at a decision or at the end."""
    fault = table_fault(game, box)
    for seat in range(int(game.players)):
        if fault == 0:
            fault = seat_fault(game, box, seat)
    if fault == 0:
        fault = end_fault(game) if game.over else pending_fault(game)
    return fault


@kernel
def table_fault(game: Game, box: Box) -> int:
    """What lies on the table, and whose turn it is."""
    if not cards_are_there(game, box):
        return int(Check.CARDS)
    if not tokens_are_there(game, box):
        return int(Check.TOKENS)
    if not curses_are_right(game, box):
        return int(Check.CURSES)
    if not library_is_right(game, box):
        return int(Check.LIBRARY)
    if not turn_is_right(game):
        return int(Check.TURN)
    if not book_is_right(game, box):
        return int(Check.BOOK)
    if int(game.beaten) >> max(0, int(game.monster) + int(game.space == INVOCATION)) > 0:
        return int(Check.BEATEN)
    if game.decisions >= MOST_DECISIONS:
        return int(Check.ENDLESS)
    return 0


@kernel
def seat_fault(game: Game, box: Box, seat: int) -> int:
    """What is wrong with a seat, if anything."""
    own = game.seats[seat]
    if not deck_is_right(own):
        return int(Check.DECK)
    for kind in range(KINDS):
        low = min(min(int(own.hand[kind]), int(own.support[kind])), int(own.discard[kind]))
        if min(low, min(int(own.passing[kind]), int(game.used[seat, kind]))) < 0:
            return int(Check.COUNTS)
        if own.passing[kind] > 0 and not is_exchanging(game, box, seat):
            return int(Check.PASSING)
    if own.mage >= 0 and not spells_are_right(game, box, seat):
        return int(Check.SPELLS)
    if own.out and not has_nothing(own):
        return int(Check.OUT)
    return 0


# ---------------------------------------------------------------- cards


@kernel
def cards_are_there(game: Game, box: Box) -> bool:
    """Every card of the box is in one place."""
    for kind in range(KINDS):
        if min(int(game.stock[kind]), min(int(game.destroyed[kind]), int(game.gone[kind]))) < 0:
            return False
        if cards_of_kind(game, kind) != cards_in_game(game, box, kind):
            return False
    return int(game.pile) >= 0


@kernel
def cards_of_kind(game: Game, kind: int) -> int:
    """Cards of a kind in all zones together."""
    total = int(game.stock[kind]) + int(game.destroyed[kind]) + int(game.gone[kind])
    for seat in range(int(game.players)):
        own = game.seats[seat]
        total += int(own.hand[kind]) + int(own.support[kind]) + int(own.discard[kind])
        total += int(own.passing[kind]) + deck_count(own, kind)
    if kind == MADNESS:
        total += int(game.pile)
        for slot in range(SLOTS):
            total += int(game.under[slot])
    return total


@kernel
def cards_in_game(game: Game, box: Box, kind: int) -> int:
    """How many cards of a kind the game began with: of value 1 only those of first decks."""
    if kind == MADNESS:
        return int(box.madness[game.players])
    if value_of(kind) > 1:
        return int(box.copies[kind])
    total, element = 0, element_of(kind)
    for seat in range(int(game.players)):
        own = game.seats[seat]
        if own.shuffles > 0:
            mage = box.mage[own.mage]
            total += int(mage.ones[element])
            if mage.element == element and not box.mode[game.mode].starting_two:
                total += 1
    return total


@kernel
def deck_is_right(seat: Seat) -> bool:
    """The count of a deck is that of its cards."""
    if seat.top_n < 0 or seat.top_n > seat.deck_n:
        return False
    for place in range(int(seat.top_n)):
        if seat.top[place] < 0 or seat.top[place] > MADNESS:
            return False
    total = 0
    for kind in range(KINDS):
        if seat.deck[kind] < 0:
            return False
        total += deck_count(seat, kind)
    return total == int(seat.deck_n)


@kernel
def is_exchanging(game: Game, box: Box, seat: int) -> bool:
    """Whether a seat is in the middle of an exchange."""
    for place in range(int(game.depth)):
        frame = game.stack[place]
        if frame.kind == Frame.EFFECT and frame.arg[Eff.SEAT] == seat:
            if box.rows[frame.arg[Eff.ROW]].verb == Verb.SWAP:
                return True
    return False


@kernel
def has_nothing(seat: Seat) -> bool:
    """No card and no spell."""
    total = int(seat.deck_n)
    for kind in range(KINDS):
        total += int(seat.hand[kind]) + int(seat.support[kind]) + int(seat.discard[kind])
    for slot in range(SPELLS):
        total += int(seat.spells[slot]) + 1
    return total == 0


# ---------------------------------------------------------------- spells and curses


@kernel
def spells_are_right(game: Game, box: Box, seat: int) -> bool:
    """At most as many as the mage may have; a spell of the library is nowhere else."""
    own, held = game.seats[seat], 0
    for slot in range(SPELLS):
        spell = int(own.spells[slot])
        if spell < 0:
            if own.marks[slot] != 0:
                return False
            continue
        held += 1
        if copies_of_spell(game, seat, spell, bool(box.spell[spell].basic)) != 1:
            return False
    return held <= int(box.mage[own.mage].spells)


@kernel
def copies_of_spell(game: Game, seat: int, spell: int, is_basic: bool) -> int:
    """How often a spell is held: a basic one by this seat, another by anybody, or open."""
    count = 0
    for other in range(int(game.players)):
        for slot in range(SPELLS):
            if game.seats[other].spells[slot] == spell and (other == seat or not is_basic):
                count += 1
    for element in range(ELEMENTS):
        count += int(game.library[element] == spell)
    return count


@kernel
def library_is_right(game: Game, box: Box) -> bool:
    """The spells on top are those of their stacks."""
    for element in range(ELEMENTS):
        spell = int(game.library[element])
        if spell >= 0:
            card = box.spell[spell]
            if card.element != element or card.basic:
                return False
            if card.level != game.library_level[element]:
                return False
        elif game.library_level[element] < LEVELS:
            return False
    return True


@kernel
def tokens_are_there(game: Game, box: Box) -> bool:
    """As many of each element as the box has; none without a curse."""
    for element in range(ELEMENTS):
        total = int(game.token_supply[element])
        for slot in range(SLOTS):
            if game.tokens[slot, element] < 0:
                return False
            if game.tokens[slot, element] > 0 and game.track[slot] < 0:
                return False
            total += int(game.tokens[slot, element])
        if total != int(box.tokens) or game.token_supply[element] < 0:
            return False
    return True


@kernel
def curses_are_right(game: Game, box: Box) -> bool:
    """On the track once, in a pile, under it at a place of its own, or destroyed."""
    for slot in range(SLOTS):
        curse = int(game.track[slot])
        if curse >= int(box.curses) or game.under[slot] < 0:
            return False
        if curse >= 0 and game.curses[curse] != ON_TRACK:
            return False
        if curse < 0 and (game.neutral[slot] != 0 or game.under[slot] != 0):
            return False
    for curse in range(int(box.curses)):
        if game.curses[curse] == ON_TRACK and times_on_track(game, curse) != 1:
            return False
        if game.curses[curse] > game.curses_under or game.curses[curse] < -2:
            return False
        for other in range(curse):
            if game.curses[curse] > 0 and game.curses[curse] == game.curses[other]:
                return False
    return True


@kernel
def times_on_track(game: Game, curse: int) -> int:
    count = 0
    for slot in range(SLOTS):
        count += int(game.track[slot] == curse)
    return count


# ---------------------------------------------------------------- turns


@kernel
def turn_is_right(game: Game) -> bool:
    """Which monster it is, and where the marker stands, follows from the turn."""
    turn, monster, space = int(game.turn), int(game.monster), int(game.space)
    if turn == 0:
        return monster == -1 and space == 0
    if turn > TURNS or space < 1 or space > INVOCATION:
        return False
    return turn == monster * SPACES + space


@kernel
def book_is_right(game: Game, box: Box) -> bool:
    """The sheets that are known, each once."""
    for place in range(MONSTERS + 1):
        sheet = int(game.book[place])
        is_known = game.monster >= 0 and place <= int(game.monster) + 1
        if is_known != (sheet >= 0):
            return False
        if is_known:
            side = int(Side.INNER)
            if place == 0:
                side = int(Side.COVER)
            elif place == MONSTERS:
                side = int(Side.LAST)
            if box.sheet[sheet].side != side:
                return False
        for other in range(place):
            if is_known and game.book[other] == sheet:
                return False
    return True


# ---------------------------------------------------------------- what is pending, and the end


@kernel
def pending_fault(game: Game) -> int:
    """A decision of a seat that is in the game, on frames of such seats."""
    if game.depth < 1 or game.stack[game.depth - 1].kind >= DECISIONS:
        return int(Check.STACK)
    for place in range(int(game.depth)):
        seat = int(game.stack[place].seat)
        if seat < -1 or seat >= int(game.players):
            return int(Check.STACK)
        if seat >= 0 and game.seats[seat].out:
            return int(Check.ACTIVE)
    if game.stack[game.depth - 1].seat < 0 or game.seats[game.active].out:
        return int(Check.ACTIVE)
    return 0


@kernel
def end_fault(game: Game) -> int:
    """Won or lost, for a reason that the state shows."""
    if game.depth != 0 or game.won != (game.loss == Loss.NONE):
        return int(Check.END)
    if game.won or game.loss == Loss.ESCAPE:
        curses = 0
        for slot in range(SLOTS):
            curses += int(game.track[slot] >= 0)
        if game.turn != TURNS or game.space != INVOCATION or game.won != (curses == 0):
            return int(Check.END)
        if game.won != ((int(game.beaten) >> (MONSTERS - 1)) & 1 == 1):
            return int(Check.END)
    if game.loss == Loss.PILE and game.pile != 0:
        return int(Check.END)
    if game.loss == Loss.MADNESS:
        for seat in range(int(game.players)):
            if not game.seats[seat].out:
                return int(Check.END)
    return 0


@kernel
def options_fault(game: Game, moves: Moves, n: int) -> int:
    """A choice has at least two options, all different; the end has none."""
    if game.over:
        return int(Check.OPTIONS) * int(n != 0)
    if n < 2 or n > MOVES:
        return int(Check.OPTIONS)
    for place in range(n):
        if kind_of(int(moves[place])) > Move.FORGET or moves[place] < 0:
            return int(Check.OPTIONS)
        for other in range(place):
            if moves[other] == moves[place]:
                return int(Check.OPTIONS)
    return 0


# ---------------------------------------------------------------- one decision and the next


@kernel
def step_fault(before: Game, game: Game) -> int:
    """What is gone stays away, and time goes on."""
    for kind in range(KINDS):
        if game.gone[kind] < before.gone[kind]:
            return int(Check.COMES_BACK)
    for seat in range(int(game.players)):
        if before.seats[seat].out and not game.seats[seat].out:
            return int(Check.COMES_BACK)
    if game.turn < before.turn or int(before.beaten) & ~int(game.beaten) != 0:
        return int(Check.GOES_BACK)
    return 0
