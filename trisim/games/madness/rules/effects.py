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
from trisim.games.madness.rules.cards import (
    count_in,
    discard_deck,
    element_of,
    free_places,
    hand_size,
    kind_of_card,
    move_cards,
    push_draw,
    shuffle_deck,
    stock_of_value,
    support_size,
    take_madness,
    value_of,
)
from trisim.games.madness.rules.codes import (
    Eff,
    Event,
    Frame,
    Loss,
    Move,
)
from trisim.games.madness.rules.curses import (
    put_madness_under,
    put_token,
)
from trisim.games.madness.rules.effect_choices import (
    bits,
    cards_from,
    curses_for,
    end_swap,
    spells_for,
)
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
def stop(game: Game, log: Log) -> None:
    """Leave a step, or the rest of it."""
    seat = int(game.stack[game.depth - 1].seat)
    pop(game)
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    note(game, log, Event.NOTHING, seat, int(frame.arg[Eff.DONE] == 0), 0)
    frame.arg[Eff.LEFT] = 0


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
