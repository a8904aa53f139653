"""Effects: the parts of bonuses and abilities, one after the other in the order a player likes."""

from __future__ import annotations

from trisim.games.trismegistus.box.notation.terms import CountKind
from trisim.games.trismegistus.box.tables import ALL_ELEMENTS, DOWN, NONE, EffectColumn, EffectKind
from trisim.games.trismegistus.box.words import Color, Thing, Track
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Event, Frame, Move, Transmuting
from trisim.games.trismegistus.rules.payment import begin_payment, can_pay_due, clear_due
from trisim.games.trismegistus.rules.stack import add_move, gain, hold, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.tracks import lowest_level
from trisim.games.trismegistus.rules.transmute import arrows_of

KIND, WHAT, COUNT, TIMES = 0, 1, 2, 3
PER, PER_ELEMENTS, PRICE, PRICE_COUNT, UP_TO = 4, 5, 6, 7, 8
assert (KIND, PER, PRICE, UP_TO) == (
    EffectColumn.KIND,
    EffectColumn.PER,
    EffectColumn.PRICE,
    EffectColumn.UP_TO,
)


# ---------------------------------------------------------------- multipliers


@kernel
def count_of(game: Game, box: Box, seat: int, kind: int, elements: int) -> int:
    """How many of what a multiplier or a requirement counts a player has."""
    lab = game.labs[seat]
    if kind == CountKind.FORMULA:
        return int(lab.placed)
    if kind == CountKind.LOWEST_LEVEL:
        return lowest_level(game, seat)
    if kind == CountKind.ARTIFACT:
        return count_artifacts(game, box, seat, elements)
    if kind == CountKind.ELEMENTAL:
        return count_elementals(game, box, seat, elements)
    total = 0
    for element in range(4):
        if (elements >> element) & 1:
            if kind == CountKind.EXPERIMENT:
                total += int(lab.performed_element[element])
            else:
                total += int(lab.level[element])
    return total


@kernel
def count_artifacts(game: Game, box: Box, seat: int, elements: int) -> int:
    """Artifacts in a laboratory: all, or those with an elemental of the elements."""
    total = 0
    for slot in range(6):
        artifact = int(game.labs[seat].slots[slot])
        if artifact < 0:
            continue
        if elements == ALL_ELEMENTS:
            total += 1
            continue
        for element in range(4):
            if (elements >> element) & 1 and box.artifact_elementals[artifact, element] > 0:
                total += 1
                break
    return total


@kernel
def count_elementals(game: Game, box: Box, seat: int, elements: int) -> int:
    """Elementals of the elements on a player's artifacts."""
    total = 0
    for slot in range(6):
        artifact = int(game.labs[seat].slots[slot])
        if artifact >= 0:
            for element in range(4):
                if (elements >> element) & 1:
                    total += int(box.artifact_elementals[artifact, element])
    return total


@kernel
def multiplier(game: Game, box: Box, seat: int, row: int) -> int:
    """What a part is multiplied by."""
    if box.effects[row, PER] == NONE:
        return 1
    return count_of(
        game, box, seat, int(box.effects[row, PER]), int(box.effects[row, PER_ELEMENTS])
    )


# ---------------------------------------------------------------- the agenda


@kernel
def is_plain(box: Box, row: int) -> bool:
    """Whether a part asks nothing and depends on nothing: it is done at once, before the rest."""
    if box.effects[row, PER] != NONE or box.effects[row, PRICE] != NONE:
        return False
    kind = int(box.effects[row, KIND])
    if kind == EffectKind.GAIN:
        return int(box.effects[row, WHAT]) <= Thing.POINT
    return kind == EffectKind.RESTORE_REACTION and bool(box.rules.gained_reaction_is_ready)


@kernel
def take_off(game: Game, place: int) -> None:
    """Take a part off the agenda of the top frame."""
    top = int(game.agenda_top)
    for later in range(place, top - 1):
        game.agenda[later] = game.agenda[later + 1]
    game.agenda_top = top - 1
    game.stack[game.depth - 1].arg[0] -= 1


@kernel
def run_plain(game: Game, box: Box, log: Log, seat: int) -> bool:
    """Do the first plain part of the top frame; whether there was one."""
    count = int(game.stack[game.depth - 1].arg[0])
    first = int(game.agenda_top) - count
    for place in range(first, first + count):
        row = int(game.agenda[place])
        if is_plain(box, row):
            take_off(game, place)
            do_part(game, box, log, seat, row)
            return True
    return False


@kernel
def legal_effects(game: Game, box: Box, moves: Moves) -> int:
    """Which part comes next; equal parts are offered once."""
    count = int(game.stack[game.depth - 1].arg[0])
    first = int(game.agenda_top) - count
    n = 0
    for place in range(first, first + count):
        fresh = True
        for before in range(first, place):
            if game.agenda[before] == game.agenda[place]:
                fresh = False
        if fresh:
            n = add_move(moves, n, Move.PART, place - first, 0, 0)
    return n


@kernel
def resolve_effects(game: Game, box: Box, log: Log, seat: int, part: int) -> None:
    """Do the chosen part; the others wait."""
    frame = game.stack[game.depth - 1]
    place = int(game.agenda_top) - int(frame.arg[0]) + part
    row = int(game.agenda[place])
    take_off(game, place)
    if frame.arg[0] == 0:
        pop(game)
    do_part(game, box, log, seat, row)


@kernel
def do_part(game: Game, box: Box, log: Log, seat: int, row: int) -> None:
    """Begin one part of an effect, an exchange included."""
    if box.effects[row, PRICE] != NONE:
        push(game, Frame.EXCHANGE, seat, row, int(box.effects[row, UP_TO]), 0)
    else:
        do_reward(game, box, log, seat, row)


@kernel
def do_reward(game: Game, box: Box, log: Log, seat: int, row: int) -> None:
    """Begin a part, its price paid if it had one."""
    kind, what = int(box.effects[row, KIND]), int(box.effects[row, WHAT])
    count = int(box.effects[row, COUNT])
    factor = multiplier(game, box, seat, row)
    times = int(box.effects[row, TIMES]) * factor
    if factor == 0:
        return
    if kind == EffectKind.GAIN:
        do_gain(game, box, log, seat, what, count * factor)
    elif kind == EffectKind.ADVANCE:
        do_advance(game, seat, what, count, times)
    elif kind == EffectKind.TRANSMUTE:
        do_transmute(game, box, seat, what, times)
    elif kind == EffectKind.DRAW_PUBLICATIONS:
        push(game, Frame.DRAW, seat, times, 0, 0)
    elif kind == EffectKind.RANDOM_ARTIFACT:
        push(game, Frame.RANDOM, seat, times, 0, 0)
    elif kind == EffectKind.RESTORE_REACTION:
        restore(game, log, seat, times)


@kernel
def do_gain(game: Game, box: Box, log: Log, seat: int, thing: int, amount: int) -> None:
    """Gain a named thing, or begin to choose."""
    if thing <= Thing.POINT:
        gain(game, box, log, seat, thing, amount)
        if thing == Thing.REACTION and not box.rules.gained_reaction_is_ready:
            turn_down(game, log, seat, amount)
    else:
        push(game, Frame.GAIN_ANY, seat, thing, amount, 0)


@kernel
def do_transmute(game: Game, box: Box, seat: int, color: int, times: int) -> None:
    """Begin transmutations of a colour; by a ruling, all along the arrow of the first."""
    source = Transmuting.EFFECT
    if color != Color.ANY and box.rules.colored_transmutations_share_arrow:
        source = Transmuting.ONE_ARROW
    push(game, Frame.TRANSMUTE, seat, arrows_of(box, color), times, source)


@kernel
def turn_down(game: Game, log: Log, seat: int, count: int) -> None:
    """Reactions that arrive used."""
    lab = game.labs[seat]
    lab.held[Thing.REACTION] -= count
    lab.used_reactions += count
    note(game, log, Event.REACT, seat, 0, -count)


@kernel
def do_advance(game: Game, seat: int, track: int, spaces: int, times: int) -> None:
    """Advance on a named track, or begin to choose."""
    if track == Track.ANY:
        push(game, Frame.ADVANCE_ANY, seat, spaces, times, 0)
    elif track == Track.LOWEST:
        push(game, Frame.ADVANCE_LOWEST, seat, times, 0, 0)
    elif track == Track.DIFFERENT:
        push(game, Frame.ADVANCE_DIFFERENT, seat, spaces, 0, spaces * times)
    else:
        push(game, Frame.ADVANCE_NAMED, seat, track, spaces, times)


@kernel
def restore(game: Game, log: Log, seat: int, times: int) -> None:
    """Turn used reactions up, as many as there are."""
    lab = game.labs[seat]
    count = min(times, int(lab.used_reactions))
    if count > 0:
        lab.used_reactions -= count
        lab.held[Thing.REACTION] += count
        note(game, log, Event.REACT, seat, 0, count)


# ---------------------------------------------------------------- any raw, refined, essence


@kernel
def any_of(box: Box, kind: int, place: int) -> int:
    """The things that "any" stands for, by place; -1: no more."""
    if kind == Thing.ANY_RAW:
        return place if place <= 4 else -1
    if kind == Thing.ANY_REFINED:
        last = 5 if box.rules.any_refined_gained_is_precious else 3
        return int(Thing.REFINED_COPPER) + place if place <= last else -1
    if place < 3:
        return int(Thing.SALT) + place
    return int(Thing.RAW_MERCURY) if place == 3 else -1


@kernel
def legal_any(box: Box, kind: int, least: int, moves: Moves) -> int:
    """Each thing it may be, from the last one chosen on: a mix is chosen in one order only."""
    n = 0
    place = least
    while any_of(box, kind, place) >= 0:
        n = add_move(moves, n, Move.THING, any_of(box, kind, place), place, 0)
        place += 1
    return n


@kernel
def resolve_any(
    game: Game, box: Box, log: Log, seat: int, kind: int, left: int, thing: int, place: int
) -> None:
    """Gain one of it; the rest is chosen after."""
    pop(game)
    if left > 1:
        push(game, Frame.GAIN_ANY, seat, kind, left - 1, place)
    gain(game, box, log, seat, thing, 1)


# ---------------------------------------------------------------- exchanges


@kernel
def legal_exchange(game: Game, box: Box, seat: int, row: int, moves: Moves) -> int:
    """To leave it, or every way to begin it."""
    lab = game.labs[seat]
    n = add_move(moves, 0, Move.NONE, 0, 0, 0)
    price, kind = int(box.effects[row, PRICE]), int(box.effects[row, KIND])
    if price == DOWN:
        for track in range(4):
            if lab.level[track] > 0:
                n = add_move(moves, n, Move.TRACK, track, 0, 0)
    elif kind == EffectKind.SAME_REFINED or kind == EffectKind.OTHER_RAW:
        n = legal_swap(game, seat, kind == EffectKind.SAME_REFINED, n, moves)
    elif can_pay_price(game, box, seat, row):
        n = add_move(moves, n, Move.YES, 0, 0, 0)
    return n


@kernel
def legal_swap(game: Game, seat: int, refine: bool, n: int, moves: Moves) -> int:
    """Each cube that can be given as a raw material: the raw one, else the refined one, or gold."""
    lab = game.labs[seat]
    for material in range(1 if refine else 0, 5):
        if lab.held[material] > 0:
            n = add_move(moves, n, Move.GIVE, material, material, 0)
        elif not refine and material > 0 and lab.held[material + 4] > 0:
            n = add_move(moves, n, Move.GIVE, material + 4, material, 0)
        if refine and lab.held[Thing.GOLD] > 0:
            n = add_move(moves, n, Move.GIVE, Thing.GOLD, material, 0)
    if not refine and lab.held[Thing.GOLD] > 0:
        n = add_move(moves, n, Move.GIVE, Thing.GOLD, 5, 0)
    return n


@kernel
def can_pay_price(game: Game, box: Box, seat: int, row: int) -> bool:
    """Whether the price of an exchange can be paid."""
    lab = game.labs[seat]
    clear_due(lab)
    due_price(game, box, seat, row)
    payable = can_pay_due(box, lab)
    clear_due(lab)
    return payable


@kernel
def due_price(game: Game, box: Box, seat: int, row: int) -> None:
    """Make the price of an exchange due."""
    price = int(box.effects[row, PRICE])
    column = price if price <= Thing.GOLD else price - 7
    game.labs[seat].due[column] = box.effects[row, PRICE_COUNT]


@kernel
def resolve_exchange(
    game: Game, box: Box, log: Log, seat: int, row: int, left: int, kind: int, a: int, b: int
) -> None:
    """Leave it, or pay and take the reward; further times wait."""
    pop(game)
    if kind == Move.NONE:
        return
    if left > 1:
        push(game, Frame.EXCHANGE, seat, row, left - 1, 0)
    if kind == Move.GIVE:
        hold(game, log, seat, a, -1)
        if box.effects[row, KIND] == EffectKind.SAME_REFINED:
            hold(game, log, seat, b + 4, 1)
        else:
            push(game, Frame.OTHER_RAW, seat, b, 0, 0)
        return
    push(game, Frame.REWARD, seat, row, 0, 0)
    if kind == Move.TRACK:
        game.labs[seat].level[a] -= 1
        note(game, log, Event.LEVEL, seat, a, -1)
    else:
        due_price(game, box, seat, row)
        begin_payment(game, seat, -1)


@kernel
def legal_other_raw(given: int, moves: Moves) -> int:
    """Any raw material but the one given."""
    n = 0
    for material in range(5):
        if material != given:
            n = add_move(moves, n, Move.THING, material, 0, 0)
    return n


@kernel
def resolve_other_raw(game: Game, log: Log, seat: int, thing: int) -> None:
    """Take the other raw material."""
    pop(game)
    hold(game, log, seat, thing, 1)
