"""What a step of an effect asks for: players, cards, spells, curses.

For each there are the options (``legal_…``) and what the chosen one does (``choose_…``). The answer
is counted in the frame of the effect, below the one that asks.
"""

from __future__ import annotations

from trisim.games.madness.box.words import (
    KINDS,
    Count,
    Verb,
    Zone,
)
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.actions import is_open_curse, is_rechargeable
from trisim.games.madness.rules.cards import (
    count_in,
    move_cards,
    note_cards,
)
from trisim.games.madness.rules.codes import (
    ALL_PLACES,
    DESTROYED_AT,
    DISCARD_AT,
    HAND_AT,
    NEUTRALISED,
    Eff,
    Event,
    Move,
)
from trisim.games.madness.rules.curses import (
    destroy_curse,
    neutralise_curse,
    put_token,
)
from trisim.games.madness.rules.library import destroy_spell, neutralise_spell, recharge
from trisim.games.madness.rules.stack import (
    add_move,
    because,
    note,
    pop,
)
from trisim.games.madness.rules.state import (
    SLOTS,
    SPELLS,
    Box,
    FrameRecord,
    Game,
    Log,
    Moves,
    Row,
)


@kernel
def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


@kernel
def may_stop(frame: FrameRecord, row: Row) -> bool:
    """Whether a player may leave the step, or the rest of it."""
    if row.count == Count.UP_TO or row.count == Count.ANY:
        return True
    return bool(row.may and frame.arg[Eff.DONE] == 0)


@kernel
def did_one(frame: FrameRecord) -> None:
    frame.arg[Eff.LEFT] -= 1
    frame.arg[Eff.DONE] += 1


# ---------------------------------------------------------------- players


@kernel
def legal_seats(game: Game, moves: Moves) -> int:
    """The players who may be chosen: several in the order of their seats."""
    frame, below = game.stack[game.depth - 1], game.stack[game.depth - 2]
    wanted, candidates, chosen = int(frame.arg[0]), int(frame.arg[1]), 0
    if below.arg[Eff.SEAT] < 0:
        chosen = int(below.arg[Eff.CHOSEN])
    n, first = 0, 0
    while chosen >> first > 0:
        first += 1
    for seat in range(first, int(game.players)):
        later = bits(candidates >> seat)
        if (candidates >> seat) & 1 and later >= wanted - bits(chosen):
            n = add_move(moves, n, Move.SEAT, seat, 0)
    return n


@kernel
def choose_seat(game: Game, log: Log, target: int) -> None:
    """Name a player: for the clause, or to receive cards."""
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    note(game, log, Event.TARGET, seat, target, 0)
    if frame.arg[Eff.SEAT] < 0:
        frame.arg[Eff.CHOSEN] = int(frame.arg[Eff.CHOSEN]) | 1 << target
    else:
        frame.arg[Eff.TO] = target


# ---------------------------------------------------------------- cards


@kernel
def zone_of(place: int) -> int:
    """The zone of a place in a move."""
    if place == HAND_AT:
        return int(Zone.HAND)
    if place == DISCARD_AT:
        return int(Zone.DISCARD)
    return int(Zone.DESTROYED) if place == DESTROYED_AT else int(Zone.SUPPORT)


@kernel
def owner_of(seat: int, place: int) -> int:
    """Whose cards lie at a place."""
    return place - 1 if HAND_AT < place < DISCARD_AT else seat


@kernel
def rank_of(kind: int, place: int) -> int:
    """Where cards stand in the order in which a step takes them."""
    return kind * ALL_PLACES + place


@kernel
def is_place_of(game: Game, seat: int, zones: int, place: int) -> bool:
    """Whether a step may take cards from a place."""
    if HAND_AT < place < DISCARD_AT:
        if place > int(game.players):
            return False
        is_own = place - 1 == seat
        return bool((zones >> Zone.POOL) & 1 or (is_own and (zones >> Zone.SUPPORT) & 1))
    return bool((zones >> zone_of(place)) & 1)


@kernel
def zones_now(frame: FrameRecord, row: Row) -> int:
    """Where the next card comes from; in an exchange first the hand, then the support."""
    if row.verb == Verb.RETURN:
        return 1 << Zone.DESTROYED
    if row.verb == Verb.GIVE:
        return 1 << Zone.HAND
    if row.verb == Verb.SWAP:
        is_second = int(frame.arg[Eff.LEFT]) <= int(frame.arg[Eff.DONE])
        return 1 << Zone.SUPPORT if is_second else 1 << Zone.HAND
    return int(row.zones)


@kernel
def cards_from(game: Game, frame: FrameRecord, row: Row, first: int) -> int:
    """Cards that a step may take now, from a place in the order on."""
    count, seat = 0, int(frame.arg[Eff.SEAT])
    zones, kinds = zones_now(frame, row), int(row.kinds)
    for place in range(ALL_PLACES):
        if not is_place_of(game, seat, zones, place):
            continue
        owner, zone = owner_of(seat, place), zone_of(place)
        for kind in range(KINDS):
            if (kinds >> kind) & 1 and rank_of(kind, place) >= first:
                count += count_in(game, owner, zone, kind)
    return count


@kernel
def needed_after(frame: FrameRecord, row: Row) -> int:
    """How many cards must be left for the step, the next one included."""
    if row.count == Count.UP_TO or row.count == Count.ANY:
        return 1
    left = int(frame.arg[Eff.LEFT])
    if row.verb == Verb.SWAP and left > int(frame.arg[Eff.DONE]):
        return left - (left + int(frame.arg[Eff.DONE])) // 2
    return left


@kernel
def legal_cards(game: Game, box: Box, moves: Moves) -> int:
    """The cards that may be taken next, each set of cards in one order only."""
    frame = game.stack[game.depth - 2]
    row, seat = box.rows[frame.arg[Eff.ROW]], int(frame.arg[Eff.SEAT])
    zones, kinds, first = zones_now(frame, row), int(row.kinds), int(frame.arg[Eff.CHOSEN])
    left, needed, n = cards_from(game, frame, row, first), needed_after(frame, row), 0
    if may_stop(frame, row):
        n = add_move(moves, n, Move.STOP, 0, 0)
    for kind in range(KINDS):
        for place in range(ALL_PLACES):
            if (kinds >> kind) & 1 == 0 or rank_of(kind, place) < first:
                continue
            if not is_place_of(game, seat, zones, place):
                continue
            count = count_in(game, owner_of(seat, place), zone_of(place), kind)
            if count > 0 and (left >= needed or is_ordered(row)):
                n = add_move(moves, n, Move.CARD, place, kind)
            left -= count
    return n


@kernel
def is_ordered(row: Row) -> bool:
    """Whether the order in which cards are taken matters: on a deck."""
    return bool(row.to == Zone.DECK)


@kernel
def choose_card(game: Game, box: Box, log: Log, place: int, kind: int) -> None:
    """Do a step with one card."""
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    row, seat = box.rows[frame.arg[Eff.ROW]], int(frame.arg[Eff.SEAT])
    owner, zone, target = owner_of(seat, place), zone_of(place), int(row.to)
    if row.verb == Verb.SWAP:
        swap_card(game, log, frame, kind)
        return
    if row.verb == Verb.GIVE:
        give_card(game, log, seat, int(frame.arg[Eff.TO]), kind)
    else:
        move_cards(game, log, owner, kind, zone, target, 1)
    frame.arg[Eff.LAST] = kind
    frame.arg[Eff.CHOSEN] = 0 if is_ordered(row) else rank_of(kind, place)
    did_one(frame)


@kernel
def give_card(game: Game, log: Log, giver: int, receiver: int, kind: int) -> None:
    """Give a card from hand to hand."""
    game.seats[giver].hand[kind] -= 1
    note_cards(game, log, giver, kind, Zone.HAND, Zone.PASSING, 1)
    game.seats[receiver].hand[kind] += 1
    note_cards(game, log, receiver, kind, Zone.PASSING, Zone.HAND, 1)


@kernel
def swap_card(game: Game, log: Log, frame: FrameRecord, kind: int) -> None:
    """A card of the hand waits until as many of the support have come for it."""
    seat = int(frame.arg[Eff.SEAT])
    is_second = int(frame.arg[Eff.LEFT]) <= int(frame.arg[Eff.DONE])
    if is_second:
        move_cards(game, log, seat, kind, Zone.SUPPORT, Zone.HAND, 1)
    else:
        move_cards(game, log, seat, kind, Zone.HAND, Zone.PASSING, 1)
    did_one(frame)
    is_half = int(frame.arg[Eff.LEFT]) == int(frame.arg[Eff.DONE])
    frame.arg[Eff.CHOSEN] = 0 if is_half else rank_of(kind, HAND_AT)


@kernel
def end_swap(game: Game, log: Log, seat: int) -> None:
    """The cards that wait go to the support."""
    for kind in range(KINDS):
        count = int(game.seats[seat].passing[kind])
        move_cards(game, log, seat, kind, Zone.PASSING, Zone.SUPPORT, count)


# ---------------------------------------------------------------- spells


@kernel
def is_spell_for(game: Game, box: Box, seat: int, row: Row, owner: int, slot: int) -> bool:
    """Whether a step may take a spell."""
    if game.seats[owner].spells[slot] < 0 or (owner != seat and not row.anyone):
        return False
    if row.verb == Verb.RECHARGE:
        return is_rechargeable(game, box, owner, slot)
    if row.verb == Verb.NEUTRALISE_SPELL:
        return int(game.seats[owner].marks[slot]) & NEUTRALISED == 0
    return True


@kernel
def spells_for(game: Game, box: Box, seat: int, row: Row) -> int:
    """How many spells a step may take."""
    count = 0
    for owner in range(int(game.players)):
        for slot in range(SPELLS):
            count += int(is_spell_for(game, box, seat, row, owner, slot))
    return count


@kernel
def legal_spells(game: Game, box: Box, moves: Moves) -> int:
    """The spells that a step may take."""
    frame, n = game.stack[game.depth - 2], 0
    row, seat = box.rows[frame.arg[Eff.ROW]], int(frame.arg[Eff.SEAT])
    if may_stop(frame, row):
        n = add_move(moves, n, Move.STOP, 0, 0)
    for owner in range(int(game.players)):
        for slot in range(SPELLS):
            if is_spell_for(game, box, seat, row, owner, slot):
                n = add_move(moves, n, Move.SPELL, owner, slot)
    return n


@kernel
def choose_spell(game: Game, box: Box, log: Log, owner: int, slot: int) -> None:
    """Do a step with one spell."""
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    verb = int(box.rows[frame.arg[Eff.ROW]].verb)
    did_one(frame)
    if verb == Verb.RECHARGE:
        recharge(game, log, owner, slot)
    elif verb == Verb.NEUTRALISE_SPELL:
        neutralise_spell(game, log, owner, slot)
    else:
        destroy_spell(game, log, owner, slot)


# ---------------------------------------------------------------- curses


@kernel
def is_curse_for(game: Game, frame: FrameRecord, row: Row, slot: int) -> bool:
    """Whether a step may take a curse; tokens go on different ones."""
    if row.verb == Verb.TOKEN:
        has_one = (int(frame.arg[Eff.CHOSEN]) >> slot) & 1 == 1
        return bool(game.track[slot] >= 0 and game.token_supply[row.element] > 0 and not has_one)
    return is_open_curse(game, slot)


@kernel
def curses_for(game: Game, frame: FrameRecord, row: Row) -> int:
    """How many curses a step may take."""
    count = 0
    for slot in range(SLOTS):
        count += int(is_curse_for(game, frame, row, slot))
    return count


@kernel
def legal_curses(game: Game, box: Box, moves: Moves) -> int:
    """The curses that a step may take."""
    frame, n = game.stack[game.depth - 2], 0
    row = box.rows[frame.arg[Eff.ROW]]
    if may_stop(frame, row):
        n = add_move(moves, n, Move.STOP, 0, 0)
    for slot in range(SLOTS):
        if is_curse_for(game, frame, row, slot):
            n = add_move(moves, n, Move.CURSE, slot, 0)
    return n


@kernel
def choose_curse(game: Game, box: Box, log: Log, slot: int) -> None:
    """Do a step with one curse."""
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    row, seat = box.rows[frame.arg[Eff.ROW]], int(frame.arg[Eff.SEAT])
    did_one(frame)
    if row.verb == Verb.TOKEN:
        frame.arg[Eff.CHOSEN] = int(frame.arg[Eff.CHOSEN]) | 1 << slot
        put_token(game, log, slot, int(row.element))
    elif row.verb == Verb.NEUTRALISE_CURSE:
        neutralise_curse(game, log, seat, slot)
    else:
        destroy_curse(game, box, log, seat, slot, bool(box.reward_for_effects))
