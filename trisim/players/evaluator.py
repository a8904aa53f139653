"""The built-in player of weights files: every option is tried one decision ahead and judged.

Drafting and acting go together. A die is worth the best deed it allows; deeds depend on its symbol
(harvest, essence, experiment) or on its colour (transmute, artifact), so each is tried once for all
dice that allow it, by the potency it spends (``mind.gain``).
"""

from __future__ import annotations

from trisim.box.words import Essence, Thing
from trisim.players.efforts import effort_left
from trisim.players.features import (
    FEATURES,
    Feature,
    dice_left,
    look_at,
    on_offer,
    pull,
    time_left,
)
from trisim.players.lookahead import FIRST, ROOT, WORST, begin, frame_kind, go_on, judge, step
from trisim.players.mind import MOST_POTENCY, Floats, Mind
from trisim.players.noise import error, errs
from trisim.rules.actions import essence_thing, experiments_held
from trisim.rules.chance import hash3
from trisim.rules.codes import Dealt, Frame, Move
from trisim.rules.dice import dice_in_bowl
from trisim.rules.kernel import U64, kernel, strategy
from trisim.rules.machine import carry_out
from trisim.rules.stack import gain, pop
from trisim.rules.state import Box, Game, Moves
from trisim.rules.transmute import can_transmute

COLORS_AT, ANY_DIE = 5, 8
"""Where colors begin among the deeds, behind the five symbols; and what any die can do."""

WILD = 5
LEAST_GAIN = 1e-9
FAR_BELOW = 2
"""Dice whose bowl has more than so many fewer than the fullest one are left alone."""

WORTH_TURNING = 3
"""Potency below which a chameleon is never spent."""

FIRST_OF_ALL, OUTDONE, WASTING = 1e9, -1e6, -1e9
"""What comes before every action, and after it, whatever it is worth; and an action that was beaten
by another of the same potency when the die was drafted."""


# ---------------------------------------------------------------- deeds of a die


@kernel
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


@kernel
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


@kernel
def code(kind: int, a: int, b: int) -> int:
    """A move as a number."""
    return (kind << 24) | (a << 16) | (b << 8)


@kernel
def try_symbol(game: Game, box: Box, seat: int, mind: Mind, symbol: int, potency: int) -> None:
    """Harvest, essences and experiments of a symbol, up to so much potency."""
    clear_deeds(mind, symbol)
    try_gains(game, box, seat, mind, symbol, potency, symbol)
    essence = int(box.bowl_essence[symbol])
    for kind in range(4):
        if essence == Essence.ANY or kind == essence:
            try_gains(game, box, seat, mind, symbol, potency, essence_thing(kind))
    cost = int(box.rules.experiment_potency)
    if potency >= cost and experiments_held(game, seat) < int(box.rules.held_experiments):
        for place in range(2):
            if game.books[symbol, place] >= 0:
                move = code(Move.EXPERIMENT, symbol, place)
                try_deed(game, box, seat, mind, symbol, potency, move)


@kernel
def try_gains(
    game: Game, box: Box, seat: int, mind: Mind, row: int, potency: int, thing: int
) -> None:
    """Gain one or all that the potency gives; what lies between is worth what lies between."""
    stand_before_action(game, seat, mind, potency)
    turn_die(mind, seat, row, 0)
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


@kernel
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


# ---------------------------------------------------------------- draft, wild, ethereal


@kernel
def turn_key(game: Game, mind: Mind) -> U64:
    """What tells this turn of this game from any other."""
    return hash3(mind.noise, int(game.turn_no) + 1, 0)


@kernel
def try_dice_on_offer(game: Game, box: Box, seat: int, mind: Mind) -> None:
    """Try the deeds of the dice on offer, but for those of far too little potency."""
    limit, more = int(box.rules.potency_limit), ethereal_more(game, box, seat)
    wild = dice_in_bowl(game, WILD)
    least = wild
    for symbol in range(WILD):
        least = max(least, dice_in_bowl(game, symbol))
    try_any_die(game, box, seat, mind, min(limit, least + more))
    least -= FAR_BELOW
    for symbol in range(WILD):
        clear_deeds(mind, symbol)
        potency = max(dice_in_bowl(game, symbol), wild)
        if potency > 0 and potency >= least:
            try_symbol(game, box, seat, mind, symbol, min(limit, potency + more))
    for color in range(3):
        clear_deeds(mind, COLORS_AT + color)
        potency = 0
        for symbol in range(WILD + 1):
            if game.bowls[symbol, color] > 0:
                potency = max(potency, dice_in_bowl(game, symbol))
        if potency > 0 and potency >= least:
            try_color(game, box, seat, mind, color, min(limit, potency + more))


@kernel
def try_this_die(game: Game, box: Box, seat: int, mind: Mind, turned: bool) -> None:
    """Try the deeds of the die that was taken, or (``turned``) of any die it can be turned to."""
    lab = game.labs[seat]
    potency = int(lab.potency)
    if frame_kind(game) != Frame.ACTION:
        potency = min(int(box.rules.potency_limit), potency + ethereal_more(game, box, seat))
    try_any_die(game, box, seat, mind, potency)
    for symbol in range(WILD):
        if turned or symbol == lab.die_symbol:
            try_symbol(game, box, seat, mind, symbol, potency)
    for color in range(3):
        if turned or color == lab.die_color:
            try_color(game, box, seat, mind, color, potency)


@kernel
def ethereal_more(game: Game, box: Box, seat: int) -> int:
    """Potency that ethereal dice can add to a die."""
    return min(int(game.labs[seat].held[Thing.ETHEREAL_DIE]), int(box.rules.ethereal_per_draft))


@kernel
def ethereal_price(game: Game, box: Box, mind: Mind) -> float:
    """What an ethereal die is worth unspent."""
    points = weight(game, mind, Feature.SCORE) * int(box.rules.points_per_ethereal)
    return points + weight(game, mind, Feature.ETHEREAL_DICE)


@kernel
def raised(
    game: Game, box: Box, seat: int, mind: Mind, symbol: int, color: int, potency: int
) -> float:
    """What a die is worth, with an ethereal die if that pays; a wild one as is best."""
    best = WORST
    for more in range(ethereal_more(game, box, seat) + 1):
        raised_to = potency + more
        if raised_to > int(box.rules.potency_limit):
            break
        if symbol < WILD:
            value = worth_of_die(game, mind, symbol, color, raised_to)
        else:
            value = best_face(game, mind, color, raised_to)
        best = max(best, value - more * ethereal_price(game, box, mind))
    return best


@kernel
def draft_value(game: Game, box: Box, seat: int, mind: Mind, symbol: int, color: int) -> float:
    """What taking a die is worth, with what it leaves in the bowls."""
    potency = min(int(box.rules.potency_limit), dice_in_bowl(game, symbol))
    value = raised(game, box, seat, mind, symbol, color, potency)
    if value <= OUTDONE:
        return OUTDONE
    if weight(game, mind, Feature.DICE_ON_OFFER) == 0.0:
        return value
    begin(game, mind)
    state = mind.states[FIRST]
    left = dice_left(box, state.labs[seat]) - 1
    before = on_offer(state, box, left)
    state.bowls[symbol, color] -= 1
    change = on_offer(state, box, left) - before
    return value + change * weight(game, mind, Feature.DICE_ON_OFFER)


@kernel
def choose_die(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> None:
    """Values of the dice; potency that is left is never wasted."""
    if game.labs[seat].die_symbol >= 0:
        for option in range(n):
            mind.values[option] = 0.0 if int(moves[option]) >> 24 == Move.NONE else WASTING
        return
    try_dice_on_offer(game, box, seat, mind)
    mind.draft_key = turn_key(game, mind)
    for option in range(n):
        move = int(moves[option])
        symbol, color = (move >> 16) & 255, (move >> 8) & 255
        mind.values[option] = draft_value(game, box, seat, mind, symbol, color)


@kernel
def choose_raise(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> None:
    """Values of the faces of a wild die, or of spending ethereal dice."""
    lab = game.labs[seat]
    is_wild = frame_kind(game) == Frame.WILD
    if mind.draft_key != turn_key(game, mind):
        try_this_die(game, box, seat, mind, is_wild)
    color, potency = int(lab.die_color), int(lab.potency)
    for option in range(n):
        argument = (int(moves[option]) >> 16) & 255
        if is_wild:
            mind.values[option] = raised(game, box, seat, mind, argument, color, potency)
        else:
            value = worth_of_die(game, mind, int(lab.die_symbol), color, potency + argument)
            mind.values[option] = value - argument * ethereal_price(game, box, mind)


# ---------------------------------------------------------------- acting


@kernel
def is_free(move: int) -> bool:
    """Whether a move of a menu is a free action."""
    return Move.BUY_FORMULA <= move >> 24 <= Move.CLAIM


@kernel
def choose_action(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> None:
    """Values of the menu before the action. Free actions count by what they gain over waiting.

    A free action that gains comes first: the action can wait.
    """
    begin(game, mind)
    now = judge(box, seat, mind, FIRST)
    drafted = was_tried(game, seat, mind)
    turned = False
    for option in range(n):
        move = int(moves[option])
        kind = move >> 24
        if drafted and not is_free(move):
            mind.values[option] = drafted_value(game, seat, mind, option, move)
        elif kind == Move.CHAMELEON and int(game.labs[seat].potency) < WORTH_TURNING:
            mind.values[option] = WASTING
        elif kind == Move.CHAMELEON:
            if not turned:
                try_this_die(game, box, seat, mind, True)
                turned = True
            mind.values[option] = chameleon_value(game, seat, mind, move)
        elif kind == Move.ARROW:
            mind.values[option] = arrow_value(game, box, seat, mind, option, move)
        else:
            mind.values[option] = value_of(game, box, seat, mind, option, move)
        if is_free(move):
            gained = mind.values[option] - now
            mind.values[option] = gained + (FIRST_OF_ALL if gained > LEAST_GAIN else WASTING)


@kernel
def was_tried(game: Game, seat: int, mind: Mind) -> bool:
    """Whether the deeds of the die were tried when it was drafted, and nothing else is to be tried.

    A free action in between takes this away: what a deed is worth may have changed.
    """
    lab = game.labs[seat]
    potency = int(lab.potency)
    if mind.draft_key != turn_key(game, mind):
        return False
    if lab.held[Thing.CHAMELEON] > 0 and potency >= WORTH_TURNING:
        return False
    return worth_of_die(game, mind, int(lab.die_symbol), int(lab.die_color), potency) > WORST


@kernel
def drafted_value(game: Game, seat: int, mind: Mind, option: int, move: int) -> float:
    """What an action was found to be worth when the die was drafted."""
    lab = game.labs[seat]
    potency, best = int(lab.potency), OUTDONE
    for side in range(3):
        row = row_of(int(lab.die_symbol), int(lab.die_color), side)
        for spent in range(1, potency + 1):
            if mind.gain[row, spent] == WORST or int(mind.deeds[row, spent]) != move:
                continue
            value = mind.gain[row, spent] + worth_of_rest(game, mind, potency - spent)
            if value > best:
                best = value
                if mind.explaining:
                    recall_deed(mind, option, row, spent, potency - spent)
    return best


@kernel
def recall_deed(mind: Mind, option: int, row: int, spent: int, left: int) -> None:
    """Keep the features of a deed for an option, with what is left on the die."""
    for feature in range(FEATURES):
        mind.parts[option, feature] = mind.deed_parts[row, spent, feature]
    mind.parts[option, Feature.POTENCY] = left
    if left == 0:
        mind.parts[option, Feature.TEMPO] += 1.0


@kernel
def chameleon_value(game: Game, seat: int, mind: Mind, move: int) -> float:
    """What letting the die be another one is worth."""
    symbol, color = (move >> 16) & 255, (move >> 8) & 255
    value = worth_of_die(game, mind, symbol, color, int(game.labs[seat].potency))
    return value - weight(game, mind, Feature.CHAMELEONS)


@kernel
def arrow_value(game: Game, box: Box, seat: int, mind: Mind, option: int, move: int) -> float:
    """What transmuting along an arrow is worth, stopping when it is best."""
    best = value_of(game, box, seat, mind, option, move)
    while go_on(box, seat, mind):
        value = judge(box, seat, mind, FIRST)
        if value < best - weight(game, mind, Feature.POTENCY):
            break
        if value > best:
            best = value
            if mind.explaining:
                copy_features(mind, mind.parts[option])
    return best


# ---------------------------------------------------------------- cards and laboratories at setup


@kernel
def kept_value(game: Game, box: Box, seat: int, mind: Mind, place: int) -> float:
    """What a card dealt is worth."""
    kind = int(game.stack[game.depth - 1].arg[0])
    card = int(game.dealt[seat, kind, place])
    if kind == Dealt.ARTIFACT:
        return mind.artifact_worth[card]
    if kind == Dealt.PUBLICATION:
        return mind.publication_worth[card]
    lab = game.labs[seat]
    for thing in range(18):
        mind.goods[thing] = lab.held[thing]
    effort = effort_left(game, box, seat, mind, card)
    return mind.experiment_worth[card] * pull(mind, effort, time_left(game, box, lab))


# ---------------------------------------------------------------- choosing


@kernel
def value_of(game: Game, box: Box, seat: int, mind: Mind, option: int, move: int) -> float:
    """What a move is worth, its own consequences followed to the end."""
    kind = frame_kind(game)
    if kind == Frame.KEEP:
        return kept_value(game, box, seat, mind, (move >> 16) & 255)
    if kind == Frame.LABORATORY:
        return mind.alchemist_worth[(move >> 16) & 255]
    begin(game, mind)
    if kind == Frame.SLOT:  # its ability can be used wherever it stands
        carry_out(mind.states[FIRST], box, mind.log, move)
    else:
        step(box, seat, mind, move)
    value = judge(box, seat, mind, FIRST)
    if mind.explaining:
        copy_features(mind, mind.parts[option])
    return value


@kernel
def weigh(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> None:
    """Put the values of all options into the mind."""
    kind = frame_kind(game)
    mind.states[ROOT] = game
    mind.known = 0
    look_at(game, box, seat, mind)
    if kind == Frame.DRAFT:
        choose_die(game, box, moves, n, seat, mind)
    elif kind == Frame.WILD or kind == Frame.ETHEREAL:
        choose_raise(game, box, moves, n, seat, mind)
    elif kind == Frame.ACTION:
        choose_action(game, box, moves, n, seat, mind)
    else:
        for option in range(n):
            mind.values[option] = value_of(game, box, seat, mind, option, int(moves[option]))


@strategy()
def choose_best(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int:
    """The option of the highest worth, the first of equals; with errors, if it errs."""
    weigh(game, box, moves, n, seat, mind)
    mistaken = errs(game, mind)
    best, chosen = 2.0 * WORST, int(moves[0])
    for option in range(n):
        value = mind.values[option]
        if mistaken:
            value += error(game, mind, option)
        if value > best:
            best, chosen = value, int(moves[option])
    if frame_kind(game) == Frame.ACTION:
        mind.draft_key = 0
    return chosen
