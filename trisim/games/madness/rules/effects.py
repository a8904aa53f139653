"""Effects: one interpreter for the steps of all cards.

An effect is a list of clauses, each for one or more players, and each with steps. The players of a
clause finish its steps one by one, from the active player clockwise. A step is done as far as it
can be. It asks for one card, spell or curse at a time: the answer continues the frame of the
effect.
"""

from __future__ import annotations

from trisim.games.madness.box.words import (
    ELEMENTS,
    KINDS,
    MADNESS,
    VALUES,
    Count,
    Verb,
    Who,
    Zone,
)
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.actions import is_open_curse, is_rechargeable
from trisim.games.madness.rules.cards import (
    count_in,
    discard_deck,
    element_of,
    free_places,
    hand_size,
    kind_of_card,
    move_cards,
    note_cards,
    push_draw,
    shuffle_deck,
    stock_of_value,
    support_size,
    take_madness,
    value_of,
)
from trisim.games.madness.rules.codes import (
    ALL_PLACES,
    DESTROYED_AT,
    DISCARD_AT,
    HAND_AT,
    NEUTRALISED,
    Eff,
    Event,
    Frame,
    Loss,
    Move,
)
from trisim.games.madness.rules.curses import (
    destroy_curse,
    neutralise_curse,
    put_madness_under,
    put_token,
)
from trisim.games.madness.rules.library import destroy_spell, neutralise_spell, recharge
from trisim.games.madness.rules.stack import (
    add_move,
    because,
    end_game,
    note,
    pop,
    push,
    push_actions,
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

ALL_SEATS, ANY_NUMBER = 8, 1000
"""More than there can be."""

# ---------------------------------------------------------------- clauses


@kernel
def effect_frame(game: Game, box: Box, log: Log) -> None:
    """Go on with the effect on top of the stack: the next player, the next step, or its end."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    row = box.rows[frame.arg[Eff.ROW]]
    if row.verb == Verb.END:
        pop(game)
    elif frame.arg[Eff.SEAT] < 0:
        next_player(game, box, frame, row)
    elif frame.arg[Eff.LEFT] < 0:
        begin_step(game, box, log, frame, row)
    else:
        go_on(game, box, log, frame, row)


@kernel
def next_player(game: Game, box: Box, frame: FrameRecord, row: Row) -> None:
    """Find out whom the clause is about, and who of them is next; with none left, it is over."""
    if frame.arg[Eff.PLAYERS] < 0:
        candidates = players_of_clause(game, int(frame.seat), int(row.who))
        wanted = ALL_SEATS
        if row.who == Who.SOME_OTHERS or row.who == Who.SOME_PLAYERS:
            wanted = int(row.who_n)
            if row.who_variable:
                wanted *= int(frame.arg[Eff.BOOST])
        chosen = int(frame.arg[Eff.CHOSEN])
        if bits(candidates) <= wanted:
            frame.arg[Eff.PLAYERS] = candidates
        elif bits(chosen) == wanted:
            frame.arg[Eff.PLAYERS] = chosen
        else:
            push(game, Frame.SEAT, int(frame.seat), wanted, candidates)
            return
    seat = first_of(game, int(frame.arg[Eff.PLAYERS]))
    if seat < 0:
        skip_clause(box, frame)
        return
    frame.arg[Eff.PLAYERS] = int(frame.arg[Eff.PLAYERS]) & ~(1 << seat)
    frame.arg[Eff.SEAT] = seat
    frame.arg[Eff.LEFT] = -1
    frame.arg[Eff.DONE] = 0
    frame.arg[Eff.LAST] = -1


@kernel
def players_of_clause(game: Game, caster: int, who: int) -> int:
    """The players whom a clause can be about, as bits."""
    found = 0
    for seat in range(int(game.players)):
        if game.seats[seat].out:
            continue
        is_caster = seat == caster
        if who == Who.YOU and not is_caster:
            continue
        if (who == Who.OTHERS or who == Who.SOME_OTHERS) and is_caster:
            continue
        found |= 1 << seat
    return found


@kernel
def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


@kernel
def first_of(game: Game, mask: int) -> int:
    """The first of some seats, from the active player clockwise; -1: none."""
    players = int(game.players)
    for step in range(players):
        seat = (int(game.active) + step) % players
        if (mask >> seat) & 1 and not game.seats[seat].out:
            return seat
    return -1


@kernel
def skip_clause(box: Box, frame: FrameRecord) -> None:
    """Go to the next clause."""
    row = int(frame.arg[Eff.ROW]) + 1
    while not box.rows[row].opens and box.rows[row].verb != Verb.END:
        row += 1
    frame.arg[Eff.ROW] = row
    frame.arg[Eff.SEAT] = -1
    frame.arg[Eff.PLAYERS] = -1
    frame.arg[Eff.CHOSEN] = 0


@kernel
def end_step(box: Box, frame: FrameRecord) -> None:
    """Go to the next step, or to the next player of the clause."""
    row = int(frame.arg[Eff.ROW]) + 1
    frame.arg[Eff.LEFT] = -1
    frame.arg[Eff.TO] = -1
    if not box.rows[row].opens and box.rows[row].verb != Verb.END:
        frame.arg[Eff.ROW] = row
        return
    row -= 1
    while not box.rows[row].opens:
        row -= 1
    frame.arg[Eff.ROW] = row
    frame.arg[Eff.SEAT] = -1


# ---------------------------------------------------------------- beginning a step


@kernel
def amount_of(game: Game, frame: FrameRecord, row: Row) -> int:
    """How many a step takes at most."""
    if row.count == Count.AS_MANY:
        return int(frame.arg[Eff.DONE])
    if row.count == Count.ANY or row.count == Count.ALL:
        return ANY_NUMBER
    if row.count == Count.UNTIL:
        return max(0, int(row.n) - hand_size(game.seats[frame.arg[Eff.SEAT]]))
    if row.verb == Verb.SWAP:  # a card of the hand and one of the support each time
        return 2 * int(row.n)
    return int(row.n) * (int(frame.arg[Eff.BOOST]) if row.variable else 1)


@kernel
def begin_step(game: Game, box: Box, log: Log, frame: FrameRecord, row: Row) -> None:
    """Begin a step of the player at hand: at once, or by asking."""
    if row.verb != Verb.GAIN:  # which is for the card of the step before
        frame.arg[Eff.LAST] = -1
    if row.if_done and frame.arg[Eff.DONE] == 0:
        end_step(box, frame)
        return
    frame.arg[Eff.CHOSEN] = 0
    is_asked = is_choice(row)
    if row.may and not is_asked:
        if frame.arg[Eff.TO] == -1:  # not asked yet
            if not can_do(game, box, frame, row):
                frame.arg[Eff.DONE] = 0
                end_step(box, frame)
                return
            push(game, Frame.MAY, int(frame.arg[Eff.SEAT]), 0, 0)
            return
    amount = amount_of(game, frame, row)
    frame.arg[Eff.DONE] = 0
    if is_asked:
        frame.arg[Eff.LEFT] = min(amount, most_of(game, box, frame, row))
        return
    at_once(game, box, log, frame, row, amount)


@kernel
def is_choice(row: Row) -> bool:
    """Whether a step asks for cards, spells or curses one by one; not for all of them."""
    verb, zones = int(row.verb), int(row.zones)
    if row.count == Count.ALL:
        return False
    if verb == Verb.DISCARD or verb == Verb.DESTROY or verb == Verb.SUPPORT or verb == Verb.TOP:
        return zones & (1 << Zone.DECK | 1 << Zone.PILE) == 0
    if verb == Verb.CURE or verb == Verb.GIVE or verb == Verb.RETURN or verb == Verb.SWAP:
        return True
    return Verb.RECHARGE <= verb <= Verb.TOKEN


@kernel
def most_of(game: Game, box: Box, frame: FrameRecord, row: Row) -> int:
    """How many of a step can be done at most."""
    verb, seat = int(row.verb), int(frame.arg[Eff.SEAT])
    if verb == Verb.SWAP:
        own = game.seats[seat]
        return 2 * min(int(row.n), min(hand_size(own), support_size(own)))
    if Verb.RECHARGE <= verb <= Verb.TOKEN:
        return ANY_NUMBER
    cards = cards_from(game, frame, row, 0)
    if verb == Verb.SUPPORT:
        return min(cards, free_places(game, box, seat))
    return cards


@kernel
def can_do(game: Game, box: Box, frame: FrameRecord, row: Row) -> bool:
    """Whether a step that a player may do would do anything."""
    verb, seat = int(row.verb), int(frame.arg[Eff.SEAT])
    if verb == Verb.GAIN:
        return gains(game, frame, row) > 0
    if amount_of(game, frame, row) == 0:
        return False
    if row.count == Count.ALL:
        return has_all(game, frame, row)
    if verb == Verb.SUPPORT:
        return free_places(game, box, seat) > 0
    return True


@kernel
def has_all(game: Game, frame: FrameRecord, row: Row) -> bool:
    """Whether there is anything that a step about all cards or curses would take."""
    if row.verb == Verb.TOKEN:
        return curses_for(game, frame, row) > 0
    zones = int(row.zones)
    if (zones >> Zone.DECK) & 1 and game.seats[frame.arg[Eff.SEAT]].deck_n > 0:
        return True
    return cards_from(game, frame, row, 0) > 0


@kernel
def at_once(game: Game, box: Box, log: Log, frame: FrameRecord, row: Row, amount: int) -> None:
    """Do a step that asks for nothing; draws, actions and gains are put on the stack."""
    verb, seat, zones = int(row.verb), int(frame.arg[Eff.SEAT]), int(row.zones)
    if verb == Verb.SUPPORT:
        amount = min(amount, free_places(game, box, seat))
    done = amount
    if verb == Verb.WIN or verb == Verb.LOSE:
        end_game(game, log, -1, verb == Verb.WIN, Loss.NONE if verb == Verb.WIN else Loss.ESCAPE)
        return
    if verb == Verb.MADNESS:
        done = add_madness(game, box, log, seat, int(row.to), amount)
        if game.over:
            return
    elif verb == Verb.SHUFFLE:
        done = shuffle_zones(game, log, seat, zones)
    elif verb == Verb.TOKEN:
        done = put_tokens(game, log, int(row.element))
    elif row.count == Count.ALL:
        done = move_all(game, log, seat, row)
    elif (zones >> Zone.PILE) & 1:
        done = min(amount, int(game.pile))
        move_cards(game, log, seat, MADNESS, Zone.PILE, int(row.to), done)
    elif verb == Verb.GAIN:
        done = begin_gain(game, log, frame, row)
    frame.arg[Eff.DONE] = done
    end_step(box, frame)
    if amount > 0 and row.count != Count.ALL:
        push_step(game, log, seat, row, amount)


@kernel
def push_step(game: Game, log: Log, seat: int, row: Row, amount: int) -> None:
    """Put the draws or the actions of a step on the stack."""
    verb, zones = int(row.verb), int(row.zones)
    if verb == Verb.DRAW or verb == Verb.REVEAL:
        push_draw(game, seat, amount, int(Zone.HAND), int(verb == Verb.REVEAL))
    elif verb == Verb.ACT:
        kept = int((zones >> Zone.POOL) & 1)
        giver = int(game.stack[game.depth - 1].seat)
        note(game, log, Event.GIVEN, seat, amount, kept | giver << 1)
        if kept:
            forget_used(game)
        push_actions(game, seat, amount, kept)
    elif (zones >> Zone.DECK) & 1 and verb != Verb.SHUFFLE:
        push_draw(game, seat, amount, int(row.to), 0)


@kernel
def forget_used(game: Game) -> None:
    """No card of the pool has paid and stayed yet."""
    for seat in range(int(game.players)):
        for kind in range(KINDS):
            game.used[seat, kind] = 0


@kernel
def add_madness(game: Game, box: Box, log: Log, seat: int, zone: int, amount: int) -> int:
    """Add madness to a zone of a seat, or under every curse; how many. The team may have lost."""
    pile = int(game.pile)
    if zone != Zone.CURSE:
        for _ in range(amount):
            if not take_madness(game, log, seat, zone):
                break
        return pile - int(game.pile)
    for slot in range(SLOTS):
        for _ in range(amount if game.track[slot] >= 0 else 0):
            if not put_madness_under(game, box, log, slot):
                return pile - int(game.pile)
    return pile - int(game.pile)


@kernel
def shuffle_zones(game: Game, log: Log, seat: int, zones: int) -> int:
    """Shuffle cards into the deck; no madness is taken for it. How many."""
    before = int(game.seats[seat].deck_n)
    for zone in range(Zone.STOCK):
        if (zones >> zone) & 1:
            shuffle_deck(game, log, seat, zone, 0)
    return int(game.seats[seat].deck_n) - before


@kernel
def move_all(game: Game, log: Log, seat: int, row: Row) -> int:
    """Move all cards of the step's kinds; how many."""
    moved, zones, kinds = 0, int(row.zones), int(row.kinds)
    for zone in range(Zone.STOCK):
        if (zones >> zone) & 1 == 0 or zone == Zone.POOL:
            continue
        if zone == Zone.DECK:
            moved += discard_deck(game, log, seat, int(row.to))
            continue
        for kind in range(KINDS):
            if (kinds >> kind) & 1:
                count = count_in(game, seat, zone, kind)
                moved += count
                move_cards(game, log, seat, kind, zone, int(row.to), count)
    if (zones >> Zone.POOL) & 1:
        moved += move_all_of_pool(game, log, row)
    return moved


@kernel
def move_all_of_pool(game: Game, log: Log, row: Row) -> int:
    """Move all cards of the step's kinds out of all supports; how many."""
    moved = 0
    for owner in range(int(game.players)):
        for kind in range(KINDS):
            if (int(row.kinds) >> kind) & 1:
                count = int(game.seats[owner].support[kind])
                moved += count
                move_cards(game, log, owner, kind, Zone.SUPPORT, int(row.to), count)
    return moved


@kernel
def put_tokens(game: Game, log: Log, element: int) -> int:
    """Put a token on every curse; how many."""
    done = 0
    for slot in range(SLOTS):
        if game.track[slot] >= 0:
            done += int(put_token(game, log, slot, element))
    return done


# ---------------------------------------------------------------- gains


@kernel
def gains(game: Game, frame: FrameRecord, row: Row) -> int:
    """How many kinds of cards a step may gain."""
    if row.value > 0 and not row.same_element:
        return stock_of_value(game, int(row.value))
    kind = gained_kind(frame, row)
    return int(game.stock[kind]) if kind >= 0 else 0


@kernel
def gained_kind(frame: FrameRecord, row: Row) -> int:
    """The card that a step gains for the last one that was taken; -1: there is no such card."""
    last = int(frame.arg[Eff.LAST])
    if last < 0 or last == MADNESS:
        return -1
    value = int(row.value) if row.value > 0 else value_of(last) + 1
    return kind_of_card(element_of(last), value) if value <= VALUES else -1


@kernel
def begin_gain(game: Game, log: Log, frame: FrameRecord, row: Row) -> int:
    """Take a card from a stack; of any element, the player chooses it. How many are taken."""
    seat = int(frame.arg[Eff.SEAT])
    if row.value > 0 and not row.same_element:
        amount = min(amount_of(game, frame, row), stock_of_value(game, int(row.value)))
        for _ in range(amount):
            push(game, Frame.ELEMENT, seat, int(row.value), int(row.to))
        return amount
    kind = gained_kind(frame, row)
    if kind < 0 or game.stock[kind] == 0:
        return 0
    move_cards(game, log, seat, kind, Zone.STOCK, int(row.to), 1)
    return 1


@kernel
def legal_elements(game: Game, moves: Moves) -> int:
    """The elements of which a stack has a card."""
    value, n = int(game.stack[game.depth - 1].arg[0]), 0
    for element in range(ELEMENTS):
        if game.stock[kind_of_card(element, value)] > 0:
            n = add_move(moves, n, Move.ELEMENT, element, 0)
    if n == 0:
        n = add_move(moves, n, Move.STOP, 0, 0)
    return n


@kernel
def choose_element(game: Game, log: Log, kind: int, element: int) -> None:
    frame = game.stack[game.depth - 1]
    seat, value, zone = int(frame.seat), int(frame.arg[0]), int(frame.arg[1])
    because(game, int(frame.cause), int(frame.cause_id))
    pop(game)
    if kind == Move.ELEMENT:
        move_cards(game, log, seat, kind_of_card(element, value), Zone.STOCK, zone, 1)


# ---------------------------------------------------------------- going on with a step


@kernel
def go_on(game: Game, box: Box, log: Log, frame: FrameRecord, row: Row) -> None:
    """Ask for the next card, spell or curse of a step, or end it."""
    verb, seat = int(row.verb), int(frame.arg[Eff.SEAT])
    if frame.arg[Eff.LEFT] == 0:
        if verb == Verb.SWAP:
            end_swap(game, log, seat)
            frame.arg[Eff.DONE] //= 2
        end_step(box, frame)
        return
    if verb == Verb.RECHARGE or verb == Verb.NEUTRALISE_SPELL or verb == Verb.DESTROY_SPELL:
        if spells_for(game, box, seat, row) > 0:
            push(game, Frame.SPELL, seat, 0, 0)
            return
    elif verb == Verb.TOKEN or verb == Verb.NEUTRALISE_CURSE or verb == Verb.DESTROY_CURSE:
        if curses_for(game, frame, row) > 0:
            push(game, Frame.CURSE, seat, 0, 0)
            return
    elif verb == Verb.GIVE and frame.arg[Eff.TO] < 0:
        others = players_of_clause(game, seat, int(Who.OTHERS))
        if others > 0:
            push(game, Frame.SEAT, seat, 1, others)
            return
    else:
        push(game, Frame.CARD, seat, 0, 0)
        return
    frame.arg[Eff.LEFT] = 0


@kernel
def may_stop(frame: FrameRecord, row: Row) -> bool:
    """Whether a player may leave the step, or the rest of it."""
    if row.count == Count.UP_TO or row.count == Count.ANY:
        return True
    return bool(row.may and frame.arg[Eff.DONE] == 0)


@kernel
def stop(game: Game, log: Log) -> None:
    """Leave a step, or the rest of it."""
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    note(game, log, Event.NOTHING, seat, int(frame.arg[Eff.DONE] == 0), 0)
    frame.arg[Eff.LEFT] = 0


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


# ---------------------------------------------------------------- may


@kernel
def legal_may(game: Game, moves: Moves) -> int:
    n = add_move(moves, 0, Move.MAY, 1, 0)
    return add_move(moves, n, Move.MAY, 0, 0)


@kernel
def choose_may(game: Game, box: Box, log: Log, is_yes: int) -> None:
    """Do the step of the effect below, or leave it."""
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    if is_yes:
        frame.arg[Eff.TO] = 0
        return
    note(game, log, Event.NOTHING, seat, 1, 0)
    frame.arg[Eff.DONE] = 0
    end_step(box, frame)
