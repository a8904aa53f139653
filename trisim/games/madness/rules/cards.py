"""Cards and madness: where they are, how they move, draws and shuffles.

A deck has no order of its own: the next card is the one with the smallest hash among those in it,
under the number of its last shuffle. So a view of the game only needs another seed, and a card more
leaves the order of the others as it is. Cards that were put on a deck lie on top, and are known.
"""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.engine.kernel import U64
from trisim.games.madness.box.words import ELEMENTS, KINDS, MADNESS, VALUES, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.codes import Cause, Event, Frame, Loss
from trisim.games.madness.rules.stack import because, end_game, note, pop, push
from trisim.games.madness.rules.state import Box, Game, Log, Seat
from trisim.games.madness.rules.streams import DECKS

# ---------------------------------------------------------------- counting


@kernel
def hand_size(seat: Seat) -> int:
    """Cards in a hand."""
    count = 0
    for kind in range(KINDS):
        count += int(seat.hand[kind])
    return count


@kernel
def support_size(seat: Seat) -> int:
    """Cards in a support, madness too."""
    count = 0
    for kind in range(KINDS):
        count += int(seat.support[kind])
    return count


@kernel
def discard_size(seat: Seat) -> int:
    """Cards in a discard pile."""
    count = 0
    for kind in range(KINDS):
        count += int(seat.discard[kind])
    return count


@kernel
def places_of(game: Game, box: Box, seat: int) -> int:
    """Places of a support."""
    return int(box.mage[game.seats[seat].mage].places)


@kernel
def free_places(game: Game, box: Box, seat: int) -> int:
    """Places of a support that are empty."""
    return max(0, places_of(game, box, seat) - support_size(game.seats[seat]))


@kernel
def deck_count(seat: Seat, kind: int) -> int:
    """Cards of a kind in a deck, known or not."""
    count, copies = 0, int(seat.deck[kind])
    while copies > 0:
        count += copies & 1
        copies >>= 1
    for place in range(int(seat.top_n)):
        count += int(seat.top[place] == kind)
    return count


@kernel
def stock_of_value(game: Game, value: int) -> int:
    """Cards of a value in the stacks."""
    count = 0
    for element in range(ELEMENTS):
        count += int(game.stock[kind_of_card(element, value)])
    return count


@kernel
def value_of(kind: int) -> int:
    """The value of an element card; 0 of madness."""
    return 0 if kind == MADNESS else kind % VALUES + 1


@kernel
def element_of(kind: int) -> int:
    """The element of a card; -1 of madness."""
    return -1 if kind == MADNESS else kind // VALUES


@kernel
def kind_of_card(element: int, value: int) -> int:
    return element * VALUES + value - 1


# ---------------------------------------------------------------- moving


@kernel
def change(game: Game, seat: int, zone: int, kind: int, delta: int) -> None:
    """Add cards of a kind to a zone that has no order."""
    own = game.seats[seat]
    if zone == Zone.HAND:
        own.hand[kind] += delta
    elif zone == Zone.SUPPORT:
        own.support[kind] += delta
        if delta < 0:
            game.used[seat][kind] = min(int(game.used[seat][kind]), int(own.support[kind]))
    elif zone == Zone.DISCARD:
        own.discard[kind] += delta
    elif zone == Zone.STOCK:
        game.stock[kind] += delta
    elif zone == Zone.PILE:
        game.pile += delta
    elif zone == Zone.DESTROYED:
        game.destroyed[kind] += delta
    elif zone == Zone.PASSING:
        own.passing[kind] += delta
    elif zone == Zone.DECK:
        put_on_deck(own, kind, delta)
    elif zone == Zone.BOX and delta > 0:
        game.gone[kind] += delta


@kernel
def put_on_deck(seat: Seat, kind: int, count: int) -> None:
    """Put cards on a deck, where everybody knows them."""
    for _ in range(count):
        seat.top[seat.top_n] = kind
        seat.top_n += 1
        seat.deck_n += 1


@kernel
def note_cards(
    game: Game, log: Log, seat: int, kind: int, source: int, target: int, count: int
) -> None:
    """Log that cards of a seat move from zone to zone."""
    note(game, log, Event.CARDS, seat, kind | source << 4 | target << 8, count)


@kernel
def move_cards(
    game: Game, log: Log, seat: int, kind: int, source: int, target: int, count: int
) -> None:
    """Move cards of a kind; the source is no deck."""
    if count <= 0:
        return
    change(game, seat, source, kind, -count)
    change(game, seat, target, kind, count)
    note_cards(game, log, seat, kind, source, target, count)


@kernel
def count_in(game: Game, seat: int, zone: int, kind: int) -> int:
    """Cards of a kind in a zone of a seat, or of the table."""
    own = game.seats[seat]
    if zone == Zone.HAND:
        return int(own.hand[kind])
    if zone == Zone.SUPPORT:
        return int(own.support[kind])
    if zone == Zone.DISCARD:
        return int(own.discard[kind])
    if zone == Zone.DECK:
        return deck_count(own, kind)
    if zone == Zone.DESTROYED:
        return int(game.destroyed[kind])
    if zone == Zone.STOCK:
        return int(game.stock[kind])
    if zone == Zone.PILE:
        return int(game.pile) if kind == MADNESS else 0
    return int(own.passing[kind]) if zone == Zone.PASSING else 0


# ---------------------------------------------------------------- madness


@kernel
def take_madness(game: Game, log: Log, seat: int, zone: int) -> bool:
    """Take a madness from the pile into a zone; False: it is empty, and the team has lost."""
    if game.pile <= 0:
        end_game(game, log, seat, False, Loss.PILE)
        return False
    move_cards(game, log, seat, MADNESS, Zone.PILE, zone, 1)
    return True


# ---------------------------------------------------------------- decks


@kernel
def place_hash(seed: U64, stream: int, kind: int, copy: int) -> U64:
    """The place of a copy of a kind in the order of a shuffle."""
    return hash3(seed, stream, kind * 64 + copy)


@kernel
def put_into_deck(seat: Seat, kind: int, count: int) -> None:
    """Shuffle cards of a kind into a deck that has none of it yet."""
    seat.deck[kind] = (1 << count) - 1
    seat.deck_n += count


@kernel
def shuffle_deck(game: Game, log: Log, seat: int, zone: int, forced: int) -> None:
    """Shuffle the cards of a zone into the deck, with all that is in it; known ones too."""
    own = game.seats[seat]
    own.shuffles += 1
    for kind in range(KINDS):
        moved = count_in(game, seat, zone, kind) if zone != Zone.DECK else 0
        count = deck_count(own, kind) + moved
        if moved > 0:
            change(game, seat, zone, kind, -moved)
            note_cards(game, log, seat, kind, zone, Zone.DECK, moved)
        own.deck[kind] = (1 << count) - 1
        own.deck_n += moved
    own.top_n = 0
    note(game, log, Event.SHUFFLED, seat, int(own.deck_n), forced)


@kernel
def next_unknown(game: Game, seat: int) -> int:
    """Take the next card below the known ones out of the deck: its kind."""
    own = game.seats[seat]
    stream = DECKS + seat + 8 * int(own.shuffles)
    best, best_copy, least = -1, 0, hash3(0, 0, 0)
    for kind in range(KINDS):
        copies, copy = int(own.deck[kind]), 0
        while copies > 0:
            if copies & 1:
                value = place_hash(game.seed, stream, kind, copy)
                if best < 0 or value < least:
                    best, best_copy, least = kind, copy, value
            copies >>= 1
            copy += 1
    own.deck[best] = int(own.deck[best]) & ~(1 << best_copy)
    return best


@kernel
def take_top(game: Game, log: Log, seat: int) -> int:
    """Take the top card off a deck: its kind.

    An empty deck costs a madness and is made anew from the discard pile; -1: the team has lost.
    """
    own = game.seats[seat]
    if own.deck_n == 0:
        if not take_madness(game, log, seat, Zone.DISCARD):
            return -1
        shuffle_deck(game, log, seat, Zone.DISCARD, 1)
    own.deck_n -= 1
    if own.top_n > 0:
        own.top_n -= 1
        return int(own.top[own.top_n])
    return next_unknown(game, seat)


@kernel
def draw_frame(game: Game, box: Box, log: Log) -> None:
    """Take cards off a deck: to the hand, or wherever the frame says."""
    frame = game.stack[game.depth - 1]
    seat, count = int(frame.seat), int(frame.arg[0])
    zone, revealed = int(frame.arg[1]), int(frame.arg[2])
    because(game, int(frame.cause), int(frame.cause_id))
    pop(game)
    for _ in range(count):
        if zone == Zone.SUPPORT and free_places(game, box, seat) == 0:
            return
        kind = take_top(game, log, seat)
        if kind < 0:
            return
        target = zone
        if revealed:
            target = int(Zone.PILE) if kind == MADNESS else int(Zone.DISCARD)
        change(game, seat, target, kind, 1)
        note_cards(game, log, seat, kind, Zone.DECK, target, 1)


@kernel
def push_draw(game: Game, seat: int, count: int, zone: int, revealed: int) -> None:
    """Let a seat take cards off its deck."""
    if count > 0:
        push(game, Frame.DRAW, seat, count, zone)
        game.stack[game.depth - 1].arg[2] = revealed


@kernel
def discard_deck(game: Game, log: Log, seat: int, zone: int) -> int:
    """Move all cards of a deck to another zone, without a shuffle; how many."""
    own, moved = game.seats[seat], 0
    for kind in range(KINDS):
        count = deck_count(own, kind)
        if count > 0:
            own.deck[kind] = 0
            change(game, seat, zone, kind, count)
            note_cards(game, log, seat, kind, Zone.DECK, zone, count)
            moved += count
    own.top_n = 0
    own.deck_n = 0
    return moved


# ---------------------------------------------------------------- elimination


@kernel
def eliminate(game: Game, log: Log, seat: int) -> None:
    """All cards and spells of a seat go to the box."""
    own = game.seats[seat]
    madness = int(own.hand[MADNESS])
    because(game, Cause.ELIMINATION, seat)
    note(game, log, Event.ELIMINATED, seat, madness, 0)
    own.out = True
    discard_deck(game, log, seat, Zone.BOX)
    for kind in range(KINDS):
        for zone in (Zone.HAND, Zone.SUPPORT, Zone.DISCARD):
            move_cards(game, log, seat, kind, zone, Zone.BOX, count_in(game, seat, zone, kind))
    for slot in range(len(own.spells)):
        own.spells[slot] = -1
        own.marks[slot] = 0
