"""One decision ahead: a move on a copy of the game, and the seat's own choices that follow from it.

It stops before the others and before the next turn. Chance on the way is skipped and counted: cards
about to be drawn are worth what they are worth on average, whatever lies on top of the deck.
"""

from __future__ import annotations

from trisim.engine.kernel import copy_start
from trisim.games.trismegistus.box.tables import EffectKind
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import inlined, kernel
from trisim.games.trismegistus.players.experiment_cache import lessening
from trisim.games.trismegistus.players.features import Feature, features
from trisim.games.trismegistus.players.mind import FEATURE_ROOM, Floats, Mind
from trisim.games.trismegistus.rules.codes import DECISIONS, Frame, Move, Transmuting
from trisim.games.trismegistus.rules.effects import KIND
from trisim.games.trismegistus.rules.machine import (
    carry_out,
    is_edge,
    legal,
    run_frame,
    settle_effects,
)
from trisim.games.trismegistus.rules.stack import pop
from trisim.games.trismegistus.rules.state import FRAME, GAME, Box, Game, Lab, Moves
from trisim.games.trismegistus.rules.stone import SIDE
from trisim.games.trismegistus.rules.tracks import TOP
from trisim.games.trismegistus.rules.transmute import essence_of, head_thing
from trisim.players.search import WORST as WORST

ROOT, FIRST, SECOND, BEST = 0, 1, 2, 3
"""Places among the states of a mind: the position, after a move, after a choice that follows from
it, and the best of these."""

DRAWS, GIFTS = 0, 1
"""What chance was skipped: draws of publications, random artifacts."""

LEVELS_AT, NOW = 18, 22
NOW_BIT = 1 << NOW
"""Where the levels of the tracks, and the position itself, stand among the margins."""

STACK_AT, FRAME_SIZE = GAME.fields["stack"][1], FRAME.itemsize  # type: ignore[index]
"""Where the stack begins in a state, and the bytes of a frame: what lies above is not copied."""

STEPS = 24
"""Choices of its own that follow a move, at the most."""


@inlined
def frame_kind(game: Game) -> int:
    """What is pending."""
    return int(game.stack[game.depth - 1].kind)


@kernel
def judge(box: Box, seat: int, mind: Mind, place: int) -> float:
    """What one of the mind's states is worth to a seat."""
    state, out = mind.states[place], mind.features[:]
    features(state, box, seat, mind)
    out[Feature.PUBLICATIONS_COMING] = mind.skipped[place, DRAWS]
    out[Feature.ARTIFACTS_COMING] = mind.skipped[place, GIFTS]
    return weighed(mind.weights[min(max(int(state.round_no), 1), 3) - 1], out)


@inlined
def weighed(weights: Floats, out: Floats) -> float:
    """The features by their weights, in four sums side by side: one alone would wait for itself."""
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    for feature in range(0, FEATURE_ROOM, 4):
        first += weights[feature] * out[feature]
        second += weights[feature + 1] * out[feature + 1]
        third += weights[feature + 2] * out[feature + 2]
        fourth += weights[feature + 3] * out[feature + 3]
    return (first + second) + (third + fourth)


@kernel
def is_stop(game: Game, kind: int) -> bool:
    """Whether looking ahead ends here: at a menu, a draft, a further step of an action."""
    if kind == Frame.AFTER or kind == Frame.ACTION or kind == Frame.DRAFT:
        return True
    frame = game.stack[game.depth - 1]
    is_action = kind == Frame.TRANSMUTE and int(frame.arg[2]) == Transmuting.ACTION
    return is_action and int(frame.arg[3]) == 0


@kernel
def skip_chance(mind: Mind, place: int, kind: int) -> bool:
    """Leave out what chance decides and count it; whether there was such a thing."""
    state = mind.states[place]
    if kind == Frame.DRAW:
        mind.skipped[place, DRAWS] += state.stack[state.depth - 1].arg[0]
    elif kind == Frame.DRAW_ARTIFACT:
        mind.skipped[place, GIFTS] += 1
    elif kind != Frame.REFILL_MARKET and kind != Frame.REFILL_BOOK:
        return False
    pop(state)
    return True


@kernel
def run_own(box: Box, seat: int, mind: Mind, place: int, moves: Moves) -> int:
    """Run on to the seat's next choice that belongs to its move; how many options; 0: none."""
    state = mind.states[place]
    while state.depth > 0:
        kind = frame_kind(state)
        if is_stop(state, kind):
            return 0
        if skip_chance(mind, place, kind):
            continue
        if is_edge(kind) or (kind < DECISIONS and int(state.stack[state.depth - 1].seat) != seat):
            return 0
        if kind >= DECISIONS:
            run_frame(state, box, mind.log)
        elif kind == Frame.EFFECTS and settle_effects(state, box, mind.log):
            continue
        else:
            n = legal(state, box, moves)
            if n > 1:
                return n
            if n == 1:
                carry_out(state, box, mind.log, int(moves[0]))
            else:
                pop(state)
    return 0


@kernel
def begin(game: Game, mind: Mind) -> None:
    """Begin a line of play from a position."""
    copy_start(mind.states, FIRST, game, STACK_AT + FRAME_SIZE * int(game.depth))
    mind.skipped[FIRST, DRAWS] = 0
    mind.skipped[FIRST, GIFTS] = 0


@kernel
def step(box: Box, seat: int, mind: Mind, move: int) -> None:
    """A move in the line of play, and the seat's own choices that follow from it."""
    carry_out(mind.states[FIRST], box, mind.log, move)
    settle(box, seat, mind)


@kernel
def settle(box: Box, seat: int, mind: Mind) -> None:
    """Make the seat's own choices that are pending, each as is best at once."""
    for _ in range(STEPS):
        n = run_own(box, seat, mind, FIRST, mind.moves[:])
        if n == 0:
            return
        choice = plain_choice(box, seat, mind, n)
        if choice < 0:
            choose_next(box, seat, mind, n)
        else:
            carry_out(mind.states[FIRST], box, mind.log, int(mind.moves[choice]))


@kernel
def go_on(box: Box, seat: int, mind: Mind) -> bool:
    """The best further transmutation of an action, in the line of play; whether there was one."""
    state = mind.states[FIRST]
    if frame_kind(state) != Frame.TRANSMUTE:
        return False
    n = legal(state, box, mind.moves[:])
    if n < 2:  # to stop is the first option
        return False
    choice = by_margins(box, seat, mind, n)
    step(box, seat, mind, int(mind.moves[choice]))
    return True


@kernel
def choose_next(box: Box, seat: int, mind: Mind, n: int) -> None:
    """Go on with the option after which the line of play is worth most."""
    best = WORST
    for option in range(n):
        move = int(mind.moves[option])
        mind.states[SECOND] = mind.states[FIRST]
        mind.skipped[SECOND, DRAWS] = mind.skipped[FIRST, DRAWS]
        mind.skipped[SECOND, GIFTS] = mind.skipped[FIRST, GIFTS]
        carry_out(mind.states[SECOND], box, mind.log, move)
        run_own(box, seat, mind, SECOND, mind.more[:])
        value = judge(box, seat, mind, SECOND)
        if value > best:
            best = value
            mind.states[BEST] = mind.states[SECOND]
            mind.skipped[BEST, DRAWS] = mind.skipped[SECOND, DRAWS]
            mind.skipped[BEST, GIFTS] = mind.skipped[SECOND, GIFTS]
    mind.states[FIRST] = mind.states[BEST]
    mind.skipped[FIRST, DRAWS] = mind.skipped[BEST, DRAWS]
    mind.skipped[FIRST, GIFTS] = mind.skipped[BEST, GIFTS]


@kernel
def plain_choice(box: Box, seat: int, mind: Mind, n: int) -> int:
    """The option that is taken without looking further ahead; -1: look at them all.

    It is the choice of the line of play at hand; when it really comes up, all are looked at.
    """
    state = mind.states[FIRST]
    kind = frame_kind(state)
    if kind == Frame.EFFECTS or kind == Frame.TRIGGER or kind == Frame.USE_NEW:
        return 0  # the first part; yes
    if kind == Frame.RANDOM:
        return 0
    if kind == Frame.PAY:
        return cheapest(mind.moves[:], n)
    if kind == Frame.SLOT:
        return usual_slot(state.labs[seat], mind)
    if kind == Frame.VAULT:
        return usual_space(box, state.labs[seat], mind, n)
    if kind == Frame.UNLOCK:
        return best_formula(state.labs[seat], mind, n)
    if kind == Frame.EXCHANGE:
        return by_barter(box, seat, mind, n)
    if kind == Frame.TRANSMUTE or Frame.GAIN_ANY <= kind <= Frame.OTHER_RAW:
        return by_margins(box, seat, mind, n)
    return -1


@kernel
def cheapest(moves: Moves, n: int) -> int:
    """What is given up most easily: a raw cube, then a discount, then the better cubes."""
    chosen, least = 0, 1_000
    for option in range(n):
        move = int(moves[option])
        price = 45 if move >> 24 == Move.DISCOUNT else 10 * ((move >> 16) & 255)
        if price < least:
            chosen, least = option, price
    return chosen


@kernel
def usual_slot(lab: Lab, mind: Mind) -> int:
    """The lowest empty slot, or the one with the artifact of least worth."""
    chosen, least = 0, -WORST
    for slot in range(6):
        if lab.slots[slot] < 0:
            return slot
        worth = mind.artifact_worth[lab.slots[slot]]
        if worth < least:
            chosen, least = slot, worth
    return chosen


@kernel
def best_formula(lab: Lab, mind: Mind, n: int) -> int:
    """The formula whose ability is worth most."""
    best, chosen = WORST, 0
    for option in range(n):
        worth = mind.formula_worth[lab.formula[(int(mind.moves[option]) >> 16) & 255]]
        if worth > best:
            best, chosen = worth, option
    return chosen


@kernel
def usual_space(box: Box, lab: Lab, mind: Mind, n: int) -> int:
    """The space of the vault whose row and column are nearest to what they give."""
    best, chosen = WORST, 0
    for option in range(n):
        space = (int(mind.moves[option]) >> 16) & 255
        row, column = space // SIDE, space % SIDE
        value = line_share(box, lab, mind, row, row * SIDE, 1)
        value += line_share(box, lab, mind, SIDE + column, column, SIDE)
        if value > best:
            best, chosen = value, option
    return chosen


@kernel
def line_share(box: Box, lab: Lab, mind: Mind, line: int, first: int, stride: int) -> float:
    """The share of a line's worth that one more formula in it would make up."""
    spaces, full = 0, 1
    for place in range(SIDE):
        space = first + place * stride
        if box.vault_space[lab.alchemist, space // SIDE, space % SIDE]:
            spaces += 1
            full += int(lab.vault[space] >= 0)
    return mind.line_worth[lab.alchemist, line] * full / spaces


# ---------------------------------------------------------------- what one more is worth


@kernel
def by_margins(box: Box, seat: int, mind: Mind, n: int) -> int:
    """The option that brings most, by what one more of each thing and level is worth."""
    best, chosen = WORST, 0
    for option in range(n):
        move = int(mind.moves[option])
        if move >> 24 == Move.NONE or move >> 24 == Move.USE_FORMULA:
            continue
        if move >> 24 == Move.TRANSMUTE:
            value = transmutation_margin(box, seat, mind, move)
        elif move >> 24 == Move.TRACK:
            value = margin(box, seat, mind, LEVELS_AT + ((move >> 16) & 255))
        else:
            value = further_margin(box, seat, mind, (move >> 16) & 255)
        if value > best:
            best, chosen = value, option
    return chosen


@kernel
def by_barter(box: Box, seat: int, mind: Mind, n: int) -> int:
    """The cube to give for a better one, or none (the first option); -1: not such an exchange."""
    state = mind.states[FIRST]
    row = int(state.stack[state.depth - 1].arg[0])
    refines = box.effects[row, KIND] == EffectKind.SAME_REFINED
    best, chosen = 0.0, 0
    for option in range(1, n):
        move = int(mind.moves[option])
        if move >> 24 != Move.GIVE:
            return -1
        given, stands_for = (move >> 16) & 255, (move >> 8) & 255
        gained = 0.0
        if refines:
            gained = further_margin(box, seat, mind, stands_for + 4)
        else:
            for raw in range(5):
                gained = max(gained, further_margin(box, seat, mind, raw))
        value = gained - margin(box, seat, mind, given)
        if value > best:
            best, chosen = value, option
    return chosen


@kernel
def further_margin(box: Box, seat: int, mind: Mind, thing: int) -> float:
    """What one more of a thing is worth, less for those gained in this line of play."""
    root, state = mind.states[ROOT].labs[seat], mind.states[FIRST].labs[seat]
    gained = max(0, int(state.held[thing]) - int(root.held[thing]))
    return margin(box, seat, mind, thing) / (1.0 + gained)


@kernel
def transmutation_margin(box: Box, seat: int, mind: Mind, move: int) -> float:
    """What a transmutation brings: the level, the better cube, the artifact, less the payment."""
    state = mind.states[FIRST]
    lab = state.labs[seat]
    arrow, foot, paid = (move >> 16) & 255, (move >> 8) & 255, move & 255
    track = int(state.essence_track[essence_of(paid)])
    value = margin(box, seat, mind, LEVELS_AT + track) - margin(box, seat, mind, paid)
    value -= margin(box, seat, mind, foot)
    if is_stop(state, int(Frame.TRANSMUTE)) or int(state.stack[state.depth - 1].arg[3]) == 1:
        return value  # an action: all options share the arrow
    if lab.slots[arrow] >= 0 and lab.ready[arrow]:
        value += mind.artifact_worth[lab.slots[arrow]]
    return value + margin(box, seat, mind, head_thing(arrow))


@kernel
def margin(box: Box, seat: int, mind: Mind, item: int) -> float:
    """What one more of a thing, or one more level, would be worth in the position."""
    if Thing.SALT <= item <= Thing.AETHER:
        return essence_margin(mind, seat, item)
    bit = 1 << item
    if not int(mind.known) & bit:
        if not int(mind.known) & NOW_BIT:
            mind.known = int(mind.known) | NOW_BIT
            mind.more_worth[NOW] = judge(box, seat, mind, ROOT)
        mind.known = int(mind.known) | bit
        mind.more_worth[item] = worth_with_more(box, seat, mind, item) - mind.more_worth[NOW]
    return mind.more_worth[item]


@inlined
def essence_margin(mind: Mind, seat: int, essence: int) -> float:
    """What one more essence is worth: nothing but its own features knows of it."""
    root = mind.states[ROOT]
    held = int(root.labs[seat].held[essence])
    weights = mind.weights[min(max(int(root.round_no), 1), 3) - 1]
    more = lessening(mind, held + 1) - lessening(mind, held)
    return weights[Feature.ESSENCES] * more + weights[Feature.FUEL] * 0.5


@kernel
def worth_with_more(box: Box, seat: int, mind: Mind, item: int) -> float:
    """What the position would be worth with one more of a thing, or one more level."""
    lab = mind.states[ROOT].labs[seat]
    if item < LEVELS_AT:
        lab.held[item] += 1
        value = judge(box, seat, mind, ROOT)
        lab.held[item] -= 1
        return value
    track = item - LEVELS_AT
    if lab.level[track] >= TOP:
        return mind.more_worth[NOW]
    lab.level[track] += 1
    value = judge(box, seat, mind, ROOT)
    lab.level[track] -= 1
    return value
