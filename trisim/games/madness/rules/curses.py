"""Curses: their piles and the track, how they strike, leave and are destroyed."""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.games.madness.box.words import ELEMENTS, MADNESS, CurseKind, When, Zone
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.cards import note_cards, stock_of_value
from trisim.games.madness.rules.codes import Cause, Event, Frame, Loss
from trisim.games.madness.rules.stack import (
    because,
    end_game,
    is_pending,
    note,
    pop,
    push,
    push_effect,
)
from trisim.games.madness.rules.state import (
    DESTROYED,
    IN_PILE,
    ON_TRACK,
    SLOTS,
    Box,
    Game,
    Log,
)
from trisim.games.madness.rules.streams import CURSES

# ---------------------------------------------------------------- piles


@kernel
def next_curse(game: Game, box: Box, kind: int) -> int:
    """The curse on top of a pile: those that are shuffled, then those laid under it; -1: none."""
    stream = CURSES + kind + 8 * int(game.curse_shuffles[kind])
    best, least = -1, hash3(0, 0, 0)
    for curse in range(int(box.curses)):
        if box.curse[curse].kind == kind and game.curses[curse] == IN_PILE:
            value = hash3(game.seed, stream, box.curse[curse].key)
            if best < 0 or value < least:
                best, least = curse, value
    if best >= 0:
        return best
    for curse in range(int(box.curses)):
        if box.curse[curse].kind == kind and game.curses[curse] > 0:
            if best < 0 or game.curses[curse] < game.curses[best]:
                best = curse
    return best


@kernel
def draw_curse(game: Game, box: Box, log: Log, kind: int) -> int:
    """The next curse of a pile; an empty one is made anew from its destroyed curses; -1: none."""
    curse = next_curse(game, box, kind)
    if curse < 0 and box.refill_curses:
        count = 0
        for other in range(int(box.curses)):
            if box.curse[other].kind == kind and game.curses[other] == DESTROYED:
                game.curses[other] = IN_PILE
                count += 1
        if count > 0:
            game.curse_shuffles[kind] += 1
            note(game, log, Event.PILE_REFILLED, -1, kind, count)
            curse = next_curse(game, box, kind)
    return curse


@kernel
def lay_curses(game: Game, box: Box, log: Log) -> None:
    """Lay the multi-element curses of the round, then those of the monster's symbols."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    pop(game)
    slot = 0
    for _ in range(int(box.rounds[game.monster, game.difficulty])):
        slot = lay_curse(game, box, log, int(CurseKind.MULTI), slot)
    for symbol in range(3):
        kind = int(box.sheet[game.book[game.monster]].curses[symbol])
        slot = lay_curse(game, box, log, kind, slot)


@kernel
def lay_curse(game: Game, box: Box, log: Log, kind: int, slot: int) -> int:
    """Lay a curse of a kind, if there is one; return the next free slot."""
    curse = draw_curse(game, box, log, kind)
    if curse < 0 or slot >= SLOTS:
        return slot
    game.track[slot] = curse
    game.curses[curse] = ON_TRACK
    note(game, log, Event.CURSE_LAID, -1, curse, slot)
    return slot + 1


@kernel
def curses_left(game: Game) -> int:
    """Curses on the track, neutralised ones too."""
    count = 0
    for slot in range(SLOTS):
        count += int(game.track[slot] >= 0)
    return count


# ---------------------------------------------------------------- striking


@kernel
def strike(game: Game, box: Box, log: Log) -> None:
    """A curse is applied, unless it is gone or neutralised by now."""
    slot = int(game.stack[game.depth - 1].arg[0])
    pop(game)
    curse = int(game.track[slot])
    if curse < 0 or game.neutral[slot]:
        return
    because(game, Cause.CURSE, curse)
    note(game, log, Event.CURSE_STRIKES, -1, curse, slot)
    push_effect(game, int(game.active), int(box.curse[curse].effect), 1, -1)


# ---------------------------------------------------------------- neutralising, tokens, madness


@kernel
def neutralise_curse(game: Game, log: Log, seat: int, slot: int) -> None:
    game.neutral[slot] = 2 if is_pending(game, Frame.CURSES_UP) else 1
    note(game, log, Event.CURSE_NEUTRALISED, seat, int(game.track[slot]), slot)


@kernel
def curses_up(game: Game, log: Log) -> None:
    """Neutralised curses turn up after the monster phase; those of this phase in the next turn."""
    pop(game)
    for slot in range(SLOTS):
        if game.neutral[slot] == 1:
            note(game, log, Event.CURSE_UP, -1, int(game.track[slot]), slot)
        game.neutral[slot] = max(0, int(game.neutral[slot]) - 1)


@kernel
def put_token(game: Game, log: Log, slot: int, element: int) -> bool:
    """Put an element token on a curse; False: there is none left."""
    if game.token_supply[element] == 0:
        return False
    game.token_supply[element] -= 1
    game.tokens[slot, element] += 1
    note(game, log, Event.TOKEN, -1, element, slot)
    return True


@kernel
def take_tokens_back(game: Game, log: Log, slot: int) -> None:
    for element in range(ELEMENTS):
        count = int(game.tokens[slot, element])
        if count > 0:
            game.tokens[slot, element] = 0
            game.token_supply[element] += count
            note(game, log, Event.TOKENS_BACK, -1, element, count)


@kernel
def put_madness_under(game: Game, box: Box, log: Log, slot: int) -> bool:
    """Lay a madness of the pile under a curse; False: the team has lost."""
    if game.pile <= 0:
        if box.empty_pile_under_curses_loses:
            end_game(game, log, -1, False, Loss.PILE)
            return False
        return True
    game.pile -= 1
    game.under[slot] += 1
    note_cards(game, log, -1, MADNESS, Zone.PILE, Zone.CURSE, 1)
    note(game, log, Event.CURSE_MADNESS, -1, slot, 1)
    return True


# ---------------------------------------------------------------- leaving the track


@kernel
def clear_slot(game: Game, slot: int) -> None:
    game.track[slot] = -1
    game.neutral[slot] = 0
    game.under[slot] = 0


@kernel
def curses_leave(game: Game, log: Log) -> None:
    """The curses of a monster that has escaped go under their piles, madness under them back."""
    frame = game.stack[game.depth - 1]
    because(game, int(frame.cause), int(frame.cause_id))
    pop(game)
    for slot in range(SLOTS):
        curse, madness = int(game.track[slot]), int(game.under[slot])
        if curse < 0:
            continue
        take_tokens_back(game, log, slot)
        if madness > 0:
            game.pile += madness
            note_cards(game, log, -1, MADNESS, Zone.CURSE, Zone.PILE, madness)
            note(game, log, Event.CURSE_MADNESS, -1, slot, -madness)
        game.curses_under += 1
        game.curses[curse] = game.curses_under
        note(game, log, Event.CURSE_LEAVES, -1, curse, slot)
        clear_slot(game, slot)


@kernel
def destroy_curse(game: Game, box: Box, log: Log, seat: int, slot: int, has_reward: bool) -> None:
    """A seat destroys a curse: tokens go back, madness under it is taken, then the rewards."""
    curse, madness = int(game.track[slot]), int(game.under[slot])
    note(game, log, Event.CURSE_DESTROYED, seat, curse, slot)
    take_tokens_back(game, log, slot)
    if madness > 0:
        game.seats[seat].discard[MADNESS] += madness
        note_cards(game, log, seat, MADNESS, Zone.CURSE, Zone.DISCARD, madness)
        note(game, log, Event.CURSE_MADNESS, seat, slot, -madness)
    game.curses[curse] = DESTROYED
    clear_slot(game, slot)
    push_rewards(game, box, seat, curse, has_reward)


@kernel
def push_rewards(game: Game, box: Box, seat: int, curse: int, has_reward: bool) -> None:
    """First the card for the curse, then what the mage's ability gives."""
    cause, cause_id = int(game.cause), int(game.cause_id)
    mage = int(game.seats[seat].mage)
    if box.mage[mage].when == When.CURSE_DESTROYED:
        because(game, Cause.MAGE, mage)
        push_effect(game, seat, int(box.mage[mage].effect), 1, -1)
    if has_reward and stock_of_value(game, int(box.reward_value)) > 0:
        because(game, Cause.REWARD, curse)
        push(game, Frame.ELEMENT, seat, int(box.reward_value), int(Zone.DISCARD))
    because(game, cause, cause_id)
