"""One decision ahead: a move on a copy of the game, and the seat's own choices that follow from it.

It stops before the others and before the next turn. Chance on the way is skipped and counted: cards
about to be drawn are worth what they are worth on average, whatever lies on top of the deck.
"""

from __future__ import annotations

from trisim.players.features import FEATURES, Feature, features
from trisim.players.mind import Mind
from trisim.rules.codes import DECISIONS, Frame, Move
from trisim.rules.kernel import kernel
from trisim.rules.machine import carry_out, is_edge, legal, run_frame, settle_effects
from trisim.rules.stack import pop
from trisim.rules.state import Box, Game, Moves

FIRST, SECOND, BEST = 0, 1, 2
"""Places among the states of a mind: after a move, after a choice that follows, the best of these."""

DRAWS, GIFTS = 0, 1
"""What chance was skipped: draws of publications, random artifacts."""

STEPS = 24
"""Choices of its own that follow a move, at the most."""

WORST = -1e18


@kernel
def frame_kind(game: Game) -> int:
    """What is pending."""
    return int(game.stack[game.depth - 1].kind)


@kernel
def judge(box: Box, seat: int, mind: Mind, place: int) -> float:
    """What one of the mind's states is worth to a seat."""
    state, out = mind.states[place], mind.features[:]
    features(state, box, seat, mind, out)
    out[Feature.PUBLICATIONS_COMING] = mind.skipped[place, DRAWS]
    out[Feature.ARTIFACTS_COMING] = mind.skipped[place, GIFTS]
    weights = mind.weights[min(max(int(state.round_no), 1), 3) - 1]
    total = 0.0
    for feature in range(FEATURES):
        total += weights[feature] * out[feature]
    return total


@kernel
def is_stop(game: Game, kind: int) -> bool:
    """Whether looking ahead ends at a frame: a menu, the next draft, a further step of an action."""
    if kind == Frame.AFTER or kind == Frame.ACTION or kind == Frame.DRAFT:
        return True
    frame = game.stack[game.depth - 1]
    return kind == Frame.TRANSMUTE and int(frame.arg[2]) == 1 and int(frame.arg[3]) == 0


@kernel
def skip_chance(box: Box, mind: Mind, place: int, kind: int) -> bool:
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
        if skip_chance(box, mind, place, kind):
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
    mind.states[FIRST] = game
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
        choice = plain_choice(mind.states[FIRST], mind.moves[:], n)
        if choice < 0:
            choose_next(box, seat, mind, 0, n)
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
    choose_next(box, seat, mind, 1, n)
    settle(box, seat, mind)
    return True


@kernel
def choose_next(box: Box, seat: int, mind: Mind, first: int, n: int) -> None:
    """Go on with the option, from ``first`` on, after which the line of play is worth most."""
    best = WORST
    for option in range(first, n):
        move = int(mind.moves[option])
        if is_needless(mind.moves[:], n, move):
            continue
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
def plain_choice(game: Game, moves: Moves, n: int) -> int:
    """The option that is taken without a look when others come before it; -1: look at them all."""
    kind = frame_kind(game)
    if kind == Frame.EFFECTS or kind == Frame.TRIGGER or kind == Frame.USE_NEW:
        return 0  # the first part; yes
    if kind == Frame.RANDOM:
        return 0
    if kind == Frame.PAY:
        return cheapest(moves, n)
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
def is_needless(moves: Moves, n: int, move: int) -> bool:
    """Whether an option is left out ahead: gold paid as an essence while anything else can be."""
    if move >> 24 != Move.TRANSMUTE or (move & 255) != 10:
        return False
    for option in range(n):
        other = int(moves[option])
        if other >> 24 == Move.TRANSMUTE and (other & 255) != 10:
            return True
    return False
