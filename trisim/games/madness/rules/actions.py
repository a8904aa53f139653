"""The action phase: the five actions, abilities, and actions on the turn of another."""

from __future__ import annotations

from trisim.games.madness.box.words import (
    ELEMENTS,
    MADNESS,
    VALUES,
    Count,
    CurseKind,
    Verb,
    When,
    Who,
    Zone,
)
from trisim.games.madness.kernels import kernel
from trisim.games.madness.rules.cards import hand_size, kind_of_card, move_cards, support_size
from trisim.games.madness.rules.codes import (
    EXHAUSTED,
    HAND_AT,
    NEUTRALISED,
    SERVED,
    Act,
    Cause,
    Eff,
    Event,
    Frame,
    Move,
    Pay,
)
from trisim.games.madness.rules.curses import destroy_curse
from trisim.games.madness.rules.library import learn, most_spells, spells_held
from trisim.games.madness.rules.payment import (
    available,
    begin_payment,
    is_enough,
    need_of,
    pay_card,
    wild_element,
)
from trisim.games.madness.rules.stack import add_move, because, note, pop, push, push_effect
from trisim.games.madness.rules.state import SLOTS, SPELLS, Box, Game, Log, Moves

# ---------------------------------------------------------------- what may be done


@kernel
def legal_actions(game: Game, box: Box, moves: Moves) -> int:
    """The actions that a seat can pay for, its ability, and the end."""
    frame = game.stack[game.depth - 1]
    seat, kept = int(frame.seat), int(frame.arg[Act.KEPT])
    h0 = available(game, seat, kept, 0)
    h1 = available(game, seat, kept, 1)
    h2 = available(game, seat, kept, 2)
    h3 = available(game, seat, kept, 3)
    wild = wild_element(game, box, seat, kept)
    n = add_move(moves, 0, Move.END, 0, 0)
    n = legal_casts(game, box, moves, n, seat, h0, h1, h2, h3, wild)
    for element in range(ELEMENTS):
        is_there = game.library[element] >= 0
        if is_there and covers(h0, h1, h2, h3, wild, element, int(box.learn_cost)):
            n = add_move(moves, n, Move.LEARN, element, 0)
        for value in range(2, VALUES + 1):
            kind = kind_of_card(element, value)
            if game.stock[kind] > 0 and covers(h0, h1, h2, h3, wild, element, value):
                n = add_move(moves, n, Move.ACQUIRE, kind, 0)
    for slot in range(SLOTS):
        if is_open_curse(game, slot):
            n0, n1 = curse_need(game, box, slot, 0), curse_need(game, box, slot, 1)
            n2, n3 = curse_need(game, box, slot, 2), curse_need(game, box, slot, 3)
            if is_enough(h0, h1, h2, h3, n0, n1, n2, n3, wild):
                n = add_move(moves, n, Move.DESTROY, slot, 0)
    n = legal_cures(game, box, moves, n, seat, h0, h1, h2, h3, wild)
    is_own_phase = int(frame.arg[Act.LEFT]) < 0 or bool(box.abilities_on_others_turns)
    if is_own_phase and can_use_ability(game, box, seat):
        n = add_move(moves, n, Move.ABILITY, 0, 0)
    return n


@kernel
def covers(h0: int, h1: int, h2: int, h3: int, wild: int, element: int, cost: int) -> bool:
    """Whether what a seat has covers a cost of one element."""
    n0, n1 = cost * int(element == 0), cost * int(element == 1)
    n2, n3 = cost * int(element == 2), cost * int(element == 3)
    return is_enough(h0, h1, h2, h3, n0, n1, n2, n3, wild)


@kernel
def legal_casts(
    game: Game,
    box: Box,
    moves: Moves,
    n: int,
    seat: int,
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    wild: int,
) -> int:
    """Ready spells, with every boost that can be paid; only a variable can be boosted."""
    own = game.seats[seat]
    for slot in range(SPELLS):
        if own.spells[slot] < 0 or not is_ready(box, int(own.marks[slot])):
            continue
        spell = box.spell[own.spells[slot]]
        for boost in range(1, (int(box.most_boost) if spell.boosts else 1) + 1):
            cost = boost * int(spell.level)
            if covers(h0, h1, h2, h3, wild, int(spell.element), cost):
                n = add_move(moves, n, Move.CAST, slot, boost)
    return n


@kernel
def is_ready(box: Box, marks: int) -> bool:
    """Whether a spell with these marks can be cast."""
    if marks & (EXHAUSTED | NEUTRALISED):
        return False
    return bool(box.recharged_serves_again) or marks & SERVED == 0


@kernel
def legal_cures(
    game: Game,
    box: Box,
    moves: Moves,
    n: int,
    seat: int,
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    wild: int,
) -> int:
    """Madness of the hand and of all supports, and the elements that pay for its cure."""
    for place in range(int(game.players) + 1):
        if place == HAND_AT:
            count = int(game.seats[seat].hand[MADNESS])
        else:
            count = int(game.seats[place - 1].support[MADNESS])
        for element in range(ELEMENTS if count > 0 else 0):
            if covers(h0, h1, h2, h3, wild, element, int(box.cure_cost)):
                n = add_move(moves, n, Move.CURE, place, element)
    return n


@kernel
def is_open_curse(game: Game, slot: int) -> bool:
    """Whether there is a curse in a slot that is not neutralised."""
    return bool(game.track[slot] >= 0 and not game.neutral[slot])


@kernel
def curse_need(game: Game, box: Box, slot: int, element: int) -> int:
    """What it costs of an element to destroy a curse: its own cost, and one for each token."""
    kind = int(box.curse[game.track[slot]].kind)
    cost = int(box.token_cost) * int(game.tokens[slot, element])
    if kind == CurseKind.MULTI:
        return cost + int(box.multi_cost)
    return cost + int(box.curse_cost) * int(kind == element)


# ---------------------------------------------------------------- abilities


@kernel
def can_use_ability(game: Game, box: Box, seat: int) -> bool:
    """Whether a mage has an ability for this turn, which would do something."""
    own = game.seats[seat]
    mage = box.mage[own.mage]
    if own.ability_used or mage.when != When.TURN or mage.effect < 0:
        return False
    if seat != int(game.active) and not box.abilities_on_others_turns:
        return False
    row = box.rows[mage.effect]
    verb = int(row.verb)
    if verb == Verb.SWAP:
        return hand_size(own) >= int(row.n) and support_size(own) >= int(row.n)
    if not rests_on_first_step(box, int(mage.effect)):
        return True
    if verb == Verb.RECHARGE:
        return can_recharge(game, box, seat, bool(row.anyone))
    if verb == Verb.DISCARD or verb == Verb.DESTROY or verb == Verb.CURE or verb == Verb.SUPPORT:
        return has_card(game, seat, int(row.kinds), int(row.zones))
    return True


@kernel
def rests_on_first_step(box: Box, first: int) -> bool:
    """Whether an effect does nothing if its caster can't do its first step."""
    row = first + 1
    while box.rows[row].verb != Verb.END:
        follows = box.rows[row].if_done or box.rows[row].count == Count.AS_MANY
        if box.rows[row].opens or not follows:
            return False
        row += 1
    return bool(box.rows[first].who == Who.YOU)


@kernel
def has_card(game: Game, seat: int, kinds: int, zones: int) -> bool:
    """Whether there is a card of some kinds: of a seat, in the pool, or in the madness pile."""
    own = game.seats[seat]
    for kind in range(MADNESS + 1):
        if (kinds >> kind) & 1 == 0:
            continue
        count = int(own.hand[kind]) * ((zones >> Zone.HAND) & 1)
        count += int(own.support[kind]) * ((zones >> Zone.SUPPORT) & 1)
        count += int(own.discard[kind]) * ((zones >> Zone.DISCARD) & 1)
        for other in range(int(game.players)):
            count += int(game.seats[other].support[kind]) * ((zones >> Zone.POOL) & 1)
        if count > 0:
            return True
    return bool((zones >> Zone.DECK) & 1 or ((zones >> Zone.PILE) & 1 and game.pile > 0))


@kernel
def can_recharge(game: Game, box: Box, seat: int, anyone: bool) -> bool:
    """Whether there is a spell that can be recharged."""
    for other in range(int(game.players)):
        if other == seat or anyone:
            for slot in range(SPELLS):
                if is_rechargeable(game, box, other, slot):
                    return True
    return False


@kernel
def is_rechargeable(game: Game, box: Box, seat: int, slot: int) -> bool:
    """Whether a spell is exhausted, and its effect is not under way."""
    own = game.seats[seat]
    if own.spells[slot] < 0 or not own.marks[slot] & EXHAUSTED:
        return False
    if own.marks[slot] & NEUTRALISED and not box.recharge_neutralised:
        return False
    for place in range(int(game.depth)):
        frame = game.stack[place]
        is_here = frame.arg[Eff.SPELL] == seat * SPELLS + slot
        if frame.kind == Frame.EFFECT and is_here and frame.cause_id == own.spells[slot]:
            return False
    return True


# ---------------------------------------------------------------- choosing an action


@kernel
def choose_action(game: Game, box: Box, log: Log, kind: int, first: int, second: int) -> None:
    """End the actions, use the ability, or pay for an action."""
    frame = game.stack[game.depth - 1]
    seat, kept, left = int(frame.seat), int(frame.arg[Act.KEPT]), int(frame.arg[Act.LEFT])
    because(game, int(frame.cause), int(frame.cause_id))
    if kind == Move.END:
        pop(game)
        if left < 0:
            note(game, log, Event.END_ACTIONS, seat, 0, 0)
        else:
            note(game, log, Event.PASS, seat, left, 0)
            game.stack[game.depth - 1].arg[Eff.DONE] -= left  # of the effect that gave them
        return
    if kind == Move.ABILITY:
        use_ability(game, box, log, seat)
        return
    if left > 0:
        frame.arg[Act.LEFT] = left - 1
        if left == 1:
            pop(game)
    begin_payment(game, seat, kept, kind, first, second)
    write_needs(game, box, seat, kind, first, second)


@kernel
def write_needs(game: Game, box: Box, seat: int, kind: int, first: int, second: int) -> None:
    """Write to the payment on top of the stack what an action costs."""
    if kind == Move.CAST:
        spell = box.spell[game.seats[seat].spells[first]]
        need_of(game, int(spell.element), second * int(spell.level))
    elif kind == Move.LEARN:
        need_of(game, first, int(box.learn_cost))
    elif kind == Move.ACQUIRE:
        need_of(game, first // VALUES, first % VALUES + 1)
    elif kind == Move.DESTROY:
        for element in range(ELEMENTS):
            need_of(game, element, curse_need(game, box, first, element))
    else:
        need_of(game, second, int(box.cure_cost))


@kernel
def use_ability(game: Game, box: Box, log: Log, seat: int) -> None:
    """Use the ability of a mage, once a turn."""
    own = game.seats[seat]
    own.ability_used = True
    note(game, log, Event.ABILITY, seat, int(own.mage), 0)
    because(game, Cause.MAGE, int(own.mage))
    push_effect(game, seat, int(box.mage[own.mage].effect), 1, -1)


# ---------------------------------------------------------------- carrying it out


@kernel
def pay(game: Game, box: Box, log: Log, place: int, kind: int) -> None:
    """Pay with a card, and carry the action out when all is paid."""
    if not pay_card(game, box, log, place, kind):
        return
    frame = game.stack[game.depth - 1]
    seat, action = int(frame.seat), int(frame.arg[Pay.ACTION])
    first, second = int(frame.arg[Pay.FIRST]), int(frame.arg[Pay.SECOND])
    pop(game)
    if action == Move.CAST:
        cast(game, box, log, seat, first, second)
    elif action == Move.LEARN:
        push(game, Frame.LEARN, seat, first, 0)
        if spells_held(game, seat) >= most_spells(game, box, seat):
            push(game, Frame.FORGET, seat, 0, 0)
    elif action == Move.ACQUIRE:
        note(game, log, Event.ACQUIRE, seat, first, 0)
        move_cards(game, log, seat, first, Zone.STOCK, Zone.DISCARD, 1)
    elif action == Move.DESTROY:
        note(game, log, Event.DESTROY, seat, int(game.track[first]), first)
        destroy_curse(game, box, log, seat, first, True)
    else:
        cure(game, log, seat, first, second)


@kernel
def cast(game: Game, box: Box, log: Log, seat: int, slot: int, boost: int) -> None:
    """Activate a spell that has been paid for: it is exhausted before its effect."""
    own = game.seats[seat]
    spell = int(own.spells[slot])
    own.marks[slot] = EXHAUSTED | SERVED
    note(game, log, Event.CAST, seat, spell, boost)
    because(game, Cause.SPELL, spell)
    note(game, log, Event.EXHAUSTED, seat, spell, slot)
    push_effect(game, seat, int(box.spell[spell].effect), boost, seat * SPELLS + slot)


@kernel
def cure(game: Game, log: Log, seat: int, place: int, element: int) -> None:
    """Cure a madness of the hand or of a support."""
    note(game, log, Event.CURE, seat, place, element)
    if place == HAND_AT:
        move_cards(game, log, seat, MADNESS, Zone.HAND, Zone.PILE, 1)
    else:
        move_cards(game, log, place - 1, MADNESS, Zone.SUPPORT, Zone.PILE, 1)


@kernel
def learn_frame(game: Game, box: Box, log: Log) -> None:
    """Learn the spell that lies on top of a stack of the library."""
    frame = game.stack[game.depth - 1]
    seat, element = int(frame.seat), int(frame.arg[0])
    because(game, int(frame.cause), int(frame.cause_id))
    pop(game)
    learn(game, box, log, seat, element)
