"""A turn: concentration, the monster, and recovery; monsters and pages."""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.games.madness.box.words import MADNESS, Side, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.cards import eliminate, hand_size, move_cards, push_draw
from trisim.games.madness.rules.codes import Cause, Event, Frame, Loss, Move
from trisim.games.madness.rules.curses import curses_left
from trisim.games.madness.rules.library import (
    begin_turn_of_spells,
    recharge_all,
    turn_spells_up,
)
from trisim.games.madness.rules.stack import (
    add_move,
    because,
    end_game,
    next_in,
    note,
    pop,
    push,
    push_actions,
    push_effect,
)
from trisim.games.madness.rules.state import MONSTERS, SLOTS, Box, Game, Log, Moves
from trisim.games.madness.rules.streams import COVERS, PAGES

SPACES = 5
"""Turns that a monster lasts; the invocation space comes after them."""

INVOCATION = SPACES + 1

# ---------------------------------------------------------------- the grimoire


@kernel
def next_sheet(game: Game, box: Box, place: int) -> int:
    """The sheet at a place of the grimoire: cover, five inner pages, last page."""
    side, stream = int(Side.INNER), PAGES
    if place == 0:
        side, stream = int(Side.COVER), COVERS
    elif place == MONSTERS:
        side = int(Side.LAST)
    best, least = -1, hash3(0, 0, 0)
    for sheet in range(int(box.sheets)):
        if box.sheet[sheet].side != side or is_in_book(game, sheet):
            continue
        value = hash3(game.seed, stream, box.sheet[sheet].key)
        if best < 0 or value < least:
            best, least = sheet, value
    return best


@kernel
def is_in_book(game: Game, sheet: int) -> bool:
    """Whether a sheet is one of those that are known."""
    for place in range(MONSTERS + 1):
        if game.book[place] == sheet:
            return True
    return False


@kernel
def turn_page(game: Game, box: Box, log: Log) -> None:
    """The next monster appears at the left, and the page of its bonus and failure at the right."""
    pop(game)
    game.monster += 1
    number = int(game.monster)
    if number == 0:
        game.book[0] = next_sheet(game, box, 0)
    game.book[number + 1] = next_sheet(game, box, number + 1)
    game.space = 1
    sheet = int(game.book[number])
    because(game, Cause.TURN, 0)
    note(game, log, Event.MARKER, int(game.active), 1, 0)
    note(game, log, Event.MONSTER, -1, sheet, number)
    note(game, log, Event.PAGE, -1, int(game.book[number + 1]), 0)
    turn_spells_up(game, log)
    push_appearances(game, box, True)
    because(game, Cause.TURN, 0)
    push(game, Frame.LAY, -1, 0, 0)
    push_appearances(game, box, False)


@kernel
def push_appearances(game: Game, box: Box, after_curses: bool) -> None:
    """Put the appearance effects on the stack that come after the curses lie, or before.

    The effect of the last page, once it is open, comes after that of the monster beside it.
    """
    number = int(game.monster)
    is_last = number == MONSTERS - 1
    if is_last:
        appear(game, box, int(game.book[MONSTERS]), int(Cause.LAST_PAGE), after_curses)
    if not is_last or box.both_last_appearances:
        appear(game, box, int(game.book[number]), int(Cause.APPEARANCE), after_curses)


@kernel
def appear(game: Game, box: Box, sheet: int, cause: int, after_curses: bool) -> None:
    """Put the appearance effect of a sheet on the stack, if this is its time."""
    if box.sheet[sheet].after_curses == after_curses:
        because(game, cause, sheet)
        push_effect(game, int(game.active), int(box.sheet[sheet].appearance), 1, -1)


# ---------------------------------------------------------------- the turn


@kernel
def begin_turn(game: Game, box: Box, log: Log) -> None:
    """The next turn: its player recharges spells; then the monster, actions and recovery."""
    pop(game)
    first = int(game.active) + 1 if game.turn > 0 else 0
    game.active = next_in(game, first % int(game.players))
    game.turn += 1
    seat = int(game.active)
    because(game, Cause.TURN, 0)
    note(game, log, Event.TURN, seat, int(game.turn), 0)
    for other in range(int(game.players)):
        game.seats[other].ability_used = False
        game.seats[other].wild_used = False
    begin_turn_of_spells(game)
    recharge_all(game, log, seat)
    push(game, Frame.TURN, -1, 0, 0)
    push(game, Frame.RECOVERY, seat, 0, 0)
    push_actions(game, seat, -1, 0)
    push(game, Frame.CURSES_UP, -1, 0, 0)
    push(game, Frame.MARKER, -1, 0, 0)


@kernel
def move_marker(game: Game, box: Box, log: Log) -> None:
    """The monster phase: the invocation marker advances, and what lies there happens."""
    pop(game)
    because(game, Cause.TURN, 0)
    if game.turn == 1:
        push(game, Frame.NEXT_MONSTER, -1, 0, 0)
    elif game.space == SPACES:
        invoke(game, box, log)
    else:
        game.space += 1
        space = int(game.space)
        note(game, log, Event.MARKER, int(game.active), space, 0)
        for slot in range(SLOTS - 1, -1, -1):
            if space_of(slot) == space and game.track[slot] >= 0:
                push(game, Frame.STRIKE, -1, slot, 0)


@kernel
def space_of(slot: int) -> int:
    """The space of the track that a slot belongs to: 3 has two."""
    return slot + 2 if slot < 2 else slot + 1


@kernel
def invoke(game: Game, box: Box, log: Log) -> None:
    """The invocation space: the monster is beaten, or escapes."""
    game.space = INVOCATION
    note(game, log, Event.MARKER, int(game.active), INVOCATION, 0)
    number = int(game.monster)
    sheet, page, left = int(game.book[number]), int(game.book[number + 1]), curses_left(game)
    push(game, Frame.NEXT_MONSTER, -1, 0, 0)
    if left == 0:
        game.beaten = int(game.beaten) | 1 << number
        note(game, log, Event.BEATEN, -1, sheet, number)
        because(game, Cause.BONUS, page)
        push_effect(game, int(game.active), int(box.sheet[page].bonus), 1, -1)
    else:
        note(game, log, Event.ESCAPED, -1, sheet, left)
        push(game, Frame.CURSES_LEAVE, -1, 0, 0)
        because(game, Cause.FAILURE, page)
        push_effect(game, int(game.active), int(box.sheet[page].failure), 1, -1)


# ---------------------------------------------------------------- recovery


@kernel
def recover(game: Game, box: Box, log: Log) -> None:
    """The active player draws up to the limit of the hand."""
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    because(game, Cause.TURN, 0)
    push(game, Frame.LIMIT, seat, 0, 0)
    push_draw(game, seat, int(box.hand) - hand_size(game.seats[seat]), int(Zone.HAND), 0)


@kernel
def limit_hand(game: Game, box: Box, log: Log) -> None:
    """Discard element cards down to the limit; too much madness eliminates the player."""
    seat = int(game.stack[game.depth - 1].seat)
    because(game, Cause.TURN, 0)
    own, limit = game.seats[seat], int(box.hand)
    if own.hand[MADNESS] >= limit:
        pop(game)
        for kind in range(MADNESS):
            move_cards(game, log, seat, kind, Zone.HAND, Zone.DISCARD, int(own.hand[kind]))
        eliminate(game, log, seat)
        if next_in(game, 0) < 0:
            end_game(game, log, seat, False, Loss.MADNESS)
    elif hand_size(own) > limit:
        push(game, Frame.TRIM, seat, 0, 0)
    else:
        pop(game)


@kernel
def legal_trims(game: Game, box: Box, moves: Moves) -> int:
    """Element cards that may be discarded next: each set of cards in one order only."""
    frame, below = game.stack[game.depth - 1], game.stack[game.depth - 2]
    own, first, n = game.seats[frame.seat], int(below.arg[0]), 0
    excess, left = hand_size(own) - int(box.hand), 0
    for kind in range(first, MADNESS):
        left += int(own.hand[kind])
    for kind in range(first, MADNESS):
        if own.hand[kind] > 0 and left >= excess:
            n = add_move(moves, n, Move.TRIM, kind, 0)
        left -= int(own.hand[kind])
    return n


@kernel
def trim(game: Game, log: Log, kind: int) -> None:
    """Discard a card too many."""
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    because(game, Cause.TURN, 0)
    game.stack[game.depth - 1].arg[0] = kind
    move_cards(game, log, seat, kind, Zone.HAND, Zone.DISCARD, 1)
