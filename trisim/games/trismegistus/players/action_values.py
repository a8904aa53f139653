"""What a die is good for: its deeds, each tried once for all dice that allow it.

Harvest, essence and experiment depend on the symbol, transmutations and artifacts on the color, and
recharging on neither. ``mind.gain`` has the best that each of them gives by the potency it spends.
"""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Essence, Thing
from trisim.games.trismegistus.kernels import inlined, kernel
from trisim.games.trismegistus.players.features import FEATURES, Feature
from trisim.games.trismegistus.players.lookahead import (
    FIRST,
    WORST,
    begin,
    frame_kind,
    go_on,
    judge,
    step,
)
from trisim.games.trismegistus.players.mind import MOST_POTENCY, Floats, Mind
from trisim.games.trismegistus.rules.actions import essence_thing, experiments_held
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.stack import gain, pop
from trisim.games.trismegistus.rules.state import Box, Game
from trisim.games.trismegistus.rules.transmute import can_transmute

COLORS_AT, ANY_DIE = 5, 8
"""Where colors begin among the deeds, behind the five symbols; and what any die can do."""

WILD = 5


@inlined
def weight(game: Game, mind: Mind, feature: int) -> float:
    """What one of a feature is worth now."""
    return mind.weights[min(max(int(game.round_no), 1), 3) - 1, feature]


@kernel
def stand_before_action(game: Game, seat: int, mind: Mind, potency: int) -> None:
    """The position as it will be when the seat acts with a die of so much potency."""
    begin(game, mind)
    state = mind.states[FIRST]
    while frame_kind(state) != Frame.ACTION:
        pop(state)
    state.labs[seat].potency = potency


@kernel
def turn_die(mind: Mind, seat: int, symbol: int, color: int) -> None:
    """Let the die be another one."""
    lab = mind.states[FIRST].labs[seat]
    lab.die_symbol = symbol
    lab.die_color = color
    lab.as_symbol = symbol
    lab.as_color = color


@kernel
def keep_deed(box: Box, seat: int, mind: Mind, row: int, potency: int, move: int) -> float:
    """Judge the line of play that a deed led to, and keep it if it is the best for its potency.

    What is left of the potency is not counted: it depends on the die.
    """
    state = mind.states[FIRST]
    left = int(state.labs[seat].potency)
    spent = potency - left
    value = judge(box, seat, mind, FIRST) - worth_of_rest(state, mind, left)
    if mind.explaining:
        leave_out_rest(mind, left)
    keep(mind, row, spent, value, move)
    return value


@kernel
def keep(mind: Mind, row: int, spent: int, value: float, move: int) -> None:
    """Keep a deed if it is the best for its potency."""
    if value > mind.gain[row, spent]:
        mind.gain[row, spent] = value
        mind.deeds[row, spent] = move
        if mind.explaining:
            copy_features(mind, mind.deed_parts[row, spent])


@inlined
def worth_of_rest(game: Game, mind: Mind, left: int) -> float:
    """What is left on a die is worth: potency, or, with nothing left, being done with it."""
    if left == 0:
        return weight(game, mind, Feature.TEMPO)
    return weight(game, mind, Feature.POTENCY) * left


@kernel
def copy_features(mind: Mind, out: Floats) -> None:
    """Keep the features that were judged last."""
    for feature in range(FEATURES):
        out[feature] = mind.features[feature]


@kernel
def leave_out_rest(mind: Mind, left: int) -> None:
    """Let the features of a deed count without what is left on the die."""
    mind.features[Feature.POTENCY] = 0.0
    if left == 0:
        mind.features[Feature.TEMPO] -= 1.0


@kernel
def lie_between(mind: Mind, share: float) -> None:
    """Let the features be a share of the way from the first parts to themselves."""
    for feature in range(FEATURES):
        first = mind.first_parts[feature]
        mind.features[feature] = first + (mind.features[feature] - first) * share


@kernel
def try_deed(
    game: Game, box: Box, seat: int, mind: Mind, row: int, potency: int, move: int
) -> None:
    """Try an action with a die of a symbol (rows 0 … 4) or a color, transmuting on and on."""
    stand_before_action(game, seat, mind, potency)
    if row < COLORS_AT:
        turn_die(mind, seat, row, 0)
    else:
        turn_die(mind, seat, 0, (row - COLORS_AT) % 3)
    step(box, seat, mind, move)
    before = keep_deed(box, seat, mind, row, potency, move)
    while go_on(box, seat, mind):
        value = keep_deed(box, seat, mind, row, potency, move)
        if value < before:  # a step that takes away: further ones are hardly better
            return
        before = value


@kernel
def clear_deeds(mind: Mind, row: int) -> None:
    """Nothing is known of the deeds of a symbol or color."""
    for spent in range(MOST_POTENCY):
        mind.gain[row, spent] = WORST


@inlined
def code(kind: int, a: int, b: int) -> int:
    """A move as a number."""
    return (kind << 24) | (a << 16) | (b << 8)


@kernel
def try_symbol(game: Game, box: Box, seat: int, mind: Mind, symbol: int, potency: int) -> None:
    """Harvest, essences and experiments of a symbol, up to so much potency."""
    clear_deeds(mind, symbol)
    stand_before_action(game, seat, mind, potency)
    turn_die(mind, seat, symbol, 0)
    try_gains(box, seat, mind, symbol, potency, symbol)
    essence = int(box.bowl_essence[symbol])
    for kind in range(4):
        if essence == Essence.ANY or kind == essence:
            try_gains(box, seat, mind, symbol, potency, essence_thing(kind))
    cost = int(box.rules.experiment_potency)
    if potency >= cost and experiments_held(game, seat) < int(box.rules.held_experiments):
        for place in range(2):
            if game.books[symbol, place] >= 0:
                move = code(Move.EXPERIMENT, symbol, place)
                try_deed(game, box, seat, mind, symbol, potency, move)


@kernel
def try_gains(box: Box, seat: int, mind: Mind, row: int, potency: int, thing: int) -> None:
    """Gain one or all that the potency gives; what lies between is worth what lies between.

    The line of play stands before the action, and is left as it was.
    """
    held = int(mind.states[FIRST].labs[seat].held[thing])
    judge_gains(box, seat, mind, row, potency, thing)
    mind.states[FIRST].labs[seat].held[thing] = held
    mind.states[FIRST].labs[seat].potency = potency


@kernel
def judge_gains(box: Box, seat: int, mind: Mind, row: int, potency: int, thing: int) -> None:
    """Judge the line of play with one and with all that the potency gives."""
    state = mind.states[FIRST]
    gain_one(state, box, seat, mind, thing)
    first = judge(box, seat, mind, FIRST) - worth_of_rest(state, mind, potency - 1)
    if mind.explaining:
        leave_out_rest(mind, potency - 1)
        copy_features(mind, mind.first_parts[:])
    keep(mind, row, 1, first, gaining(row, thing, 1))
    if potency == 1:
        return
    for _ in range(1, potency):
        gain_one(state, box, seat, mind, thing)
    last = judge(box, seat, mind, FIRST) - worth_of_rest(state, mind, 0)
    if mind.explaining:
        leave_out_rest(mind, 0)
    for spent in range(potency, 1, -1):
        value = first + (last - first) * (spent - 1) / (potency - 1)
        keep(mind, row, spent, value, gaining(row, thing, spent))
        if mind.explaining:
            lie_between(mind, (spent - 2) / (spent - 1))


@inlined
def gaining(symbol: int, thing: int, count: int) -> int:
    """The action that gains so many of a thing, with a die of a symbol."""
    if thing == symbol:
        return code(Move.HARVEST, count, 0)
    if thing == Thing.RAW_MERCURY:
        return code(Move.ESSENCE, int(Essence.MERCURY), count)
    return code(Move.ESSENCE, thing - int(Thing.SALT), count)


@kernel
def gain_one(state: Game, box: Box, seat: int, mind: Mind, thing: int) -> None:
    """Gain one of a thing for one potency."""
    gain(state, box, mind.log, seat, thing, 1)
    state.labs[seat].potency -= 1


@kernel
def try_color(game: Game, box: Box, seat: int, mind: Mind, color: int, potency: int) -> None:
    """Transmutations and artifacts with a die of a color."""
    row = COLORS_AT + color
    clear_deeds(mind, row)
    for arrow in range(6):
        if int(box.arrow_color[arrow]) == color and can_transmute(game, box, seat, arrow):
            try_deed(game, box, seat, mind, row, potency, code(Move.ARROW, arrow, 0))
    if potency >= int(box.rules.artifact_potency):
        for space in range(int(box.rules.market_per_color)):
            if game.market[color, space] >= 0:
                move = code(Move.BUY_ARTIFACT, color, space)
                try_deed(game, box, seat, mind, row, potency, move)


@kernel
def try_any_die(game: Game, box: Box, seat: int, mind: Mind, potency: int) -> None:
    """Recharging, which any die can do."""
    clear_deeds(mind, ANY_DIE)
    lab = game.labs[seat]
    if potency >= int(box.rules.recharge_potency):
        for slot in range(6):
            if lab.slots[slot] >= 0 and not lab.ready[slot]:
                try_deed(game, box, seat, mind, ANY_DIE, potency, code(Move.RECHARGE, slot, 0))


@kernel
def row_of(symbol: int, color: int, side: int) -> int:
    """The rows of deeds that a die has: of its symbol, of its color, of any die."""
    if side == 0:
        return symbol
    return COLORS_AT + color if side == 1 else ANY_DIE


@kernel
def worth_of_die(game: Game, mind: Mind, symbol: int, color: int, potency: int) -> float:
    """What the best deed with a die is worth, with what is left of its potency."""
    best = WORST
    for spent in range(1, potency + 1):
        deed = max(mind.gain[symbol, spent], mind.gain[COLORS_AT + color, spent])
        deed = max(deed, mind.gain[ANY_DIE, spent])
        if deed > WORST:
            best = max(best, deed + worth_of_rest(game, mind, potency - spent))
    return best


@kernel
def best_face(game: Game, mind: Mind, color: int, potency: int) -> float:
    """The same for a wild die, turned as is best."""
    best = WORST
    for face in range(WILD):
        best = max(best, worth_of_die(game, mind, face, color, potency))
    return best
