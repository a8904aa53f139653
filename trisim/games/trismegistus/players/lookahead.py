"""One decision ahead: a move on a copy of the game, and the seat's own choices that follow from it.

It stops before the others and before the next turn. Chance on the way is skipped and counted: cards
about to be drawn are worth what they are worth on average, whatever lies on top of the deck.
"""

from __future__ import annotations

from trisim.engine.kernel import copy_start
from trisim.engine.moves import first_of, kind_of, second_of, third_of
from trisim.games.trismegistus.box.tables import EffectKind
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import inlined, kernel
from trisim.games.trismegistus.players.experiment_cache import lessening
from trisim.games.trismegistus.players.features import Feature, features
from trisim.games.trismegistus.players.policy import FEATURE_ROOM, Floats, Policy, quiet_log
from trisim.games.trismegistus.players.restricting import allow
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
"""Places among the states of a policy: the position, after a move, after a choice that follows from
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
def judge(box: Box, seat: int, policy: Policy, place: int) -> float:
    """What one of the policy's states is worth to a seat."""
    state, out = policy.scratch.states[place], policy.scratch.features[:]
    features(state, box, seat, policy)
    out[Feature.PUBLICATIONS_COMING] = policy.scratch.skipped[place, DRAWS]
    out[Feature.ARTIFACTS_COMING] = policy.scratch.skipped[place, GIFTS]
    return weighed(policy.weights[min(max(int(state.round_no), 1), 3) - 1], out)


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
def skip_chance(policy: Policy, place: int, kind: int) -> bool:
    """Leave out what chance decides and count it; whether there was such a thing."""
    state = policy.scratch.states[place]
    if kind == Frame.DRAW:
        policy.scratch.skipped[place, DRAWS] += state.stack[state.depth - 1].arg[0]
    elif kind == Frame.DRAW_ARTIFACT:
        policy.scratch.skipped[place, GIFTS] += 1
    elif kind != Frame.REFILL_MARKET and kind != Frame.REFILL_BOOK:
        return False
    pop(state)
    return True


@kernel
def run_own(box: Box, seat: int, policy: Policy, place: int, moves: Moves) -> int:
    """Run on to the seat's next choice that belongs to its move; how many options; 0: none."""
    state = policy.scratch.states[place]
    while state.depth > 0:
        kind = frame_kind(state)
        if is_stop(state, kind):
            return 0
        if skip_chance(policy, place, kind):
            continue
        if is_edge(kind) or (kind < DECISIONS and int(state.stack[state.depth - 1].seat) != seat):
            return 0
        if kind >= DECISIONS:
            run_frame(state, box, quiet_log(policy.scratch.log))
        elif kind == Frame.EFFECTS and settle_effects(state, box, quiet_log(policy.scratch.log)):
            continue
        else:
            n = legal(state, box, moves)
            if policy.without.applies:
                n = allow(state, box, moves, n, policy)
            if n > 1:
                return n
            if n == 1:
                carry_out(state, box, quiet_log(policy.scratch.log), int(moves[0]))
            else:
                pop(state)
    return 0


@kernel
def begin(game: Game, policy: Policy) -> None:
    """Begin a line of play from a position."""
    copy_start(policy.scratch.states, FIRST, game, STACK_AT + FRAME_SIZE * int(game.depth))
    policy.scratch.skipped[FIRST, DRAWS] = 0
    policy.scratch.skipped[FIRST, GIFTS] = 0


@kernel
def step(box: Box, seat: int, policy: Policy, move: int) -> None:
    """A move in the line of play, and the seat's own choices that follow from it."""
    carry_out(policy.scratch.states[FIRST], box, quiet_log(policy.scratch.log), move)
    settle(box, seat, policy)


@kernel
def settle(box: Box, seat: int, policy: Policy) -> None:
    """Make the seat's own choices that are pending, each as is best at once."""
    for _ in range(STEPS):
        n = run_own(box, seat, policy, FIRST, policy.scratch.moves[:])
        if n == 0:
            return
        choice = plain_choice(box, seat, policy, n)
        if choice < 0:
            choose_next(box, seat, policy, n)
        else:
            carry_out(
                policy.scratch.states[FIRST],
                box,
                quiet_log(policy.scratch.log),
                int(policy.scratch.moves[choice]),
            )


@kernel
def go_on(box: Box, seat: int, policy: Policy) -> bool:
    """The best further transmutation of an action, in the line of play; whether there was one."""
    state = policy.scratch.states[FIRST]
    if frame_kind(state) != Frame.TRANSMUTE:
        return False
    n = legal(state, box, policy.scratch.moves[:])
    if policy.without.applies:
        n = allow(state, box, policy.scratch.moves[:], n, policy)
    if n < 2:  # to stop is the first option
        return False
    choice = by_margins(box, seat, policy, n)
    step(box, seat, policy, int(policy.scratch.moves[choice]))
    return True


@kernel
def choose_next(box: Box, seat: int, policy: Policy, n: int) -> None:
    """Go on with the option after which the line of play is worth most."""
    best = WORST
    for option in range(n):
        move = int(policy.scratch.moves[option])
        policy.scratch.states[SECOND] = policy.scratch.states[FIRST]
        policy.scratch.skipped[SECOND, DRAWS] = policy.scratch.skipped[FIRST, DRAWS]
        policy.scratch.skipped[SECOND, GIFTS] = policy.scratch.skipped[FIRST, GIFTS]
        carry_out(policy.scratch.states[SECOND], box, quiet_log(policy.scratch.log), move)
        run_own(box, seat, policy, SECOND, policy.scratch.more[:])
        value = judge(box, seat, policy, SECOND)
        if value > best:
            best = value
            policy.scratch.states[BEST] = policy.scratch.states[SECOND]
            policy.scratch.skipped[BEST, DRAWS] = policy.scratch.skipped[SECOND, DRAWS]
            policy.scratch.skipped[BEST, GIFTS] = policy.scratch.skipped[SECOND, GIFTS]
    policy.scratch.states[FIRST] = policy.scratch.states[BEST]
    policy.scratch.skipped[FIRST, DRAWS] = policy.scratch.skipped[BEST, DRAWS]
    policy.scratch.skipped[FIRST, GIFTS] = policy.scratch.skipped[BEST, GIFTS]


@kernel
def plain_choice(box: Box, seat: int, policy: Policy, n: int) -> int:
    """The option that is taken without looking further ahead; -1: look at them all.

    It is the choice of the line of play at hand; when it really comes up, all are looked at.
    """
    state = policy.scratch.states[FIRST]
    kind = frame_kind(state)
    if kind == Frame.EFFECTS or kind == Frame.TRIGGER or kind == Frame.USE_NEW:
        return 0  # the first part; yes
    if kind == Frame.RANDOM:
        return 0
    if kind == Frame.PAY:
        return cheapest(policy.scratch.moves[:], n)
    if kind == Frame.SLOT:
        return usual_slot(state.labs[seat], policy)
    if kind == Frame.VAULT:
        return usual_space(box, state.labs[seat], policy, n)
    if kind == Frame.UNLOCK:
        return best_formula(state.labs[seat], policy, n)
    if kind == Frame.EXCHANGE:
        return by_barter(box, seat, policy, n)
    if kind == Frame.TRANSMUTE or Frame.GAIN_ANY <= kind <= Frame.OTHER_RAW:
        return by_margins(box, seat, policy, n)
    return -1


@kernel
def cheapest(moves: Moves, n: int) -> int:
    """What is given up most easily: a raw cube, then a discount, then the better cubes."""
    chosen, least = 0, 1_000
    for option in range(n):
        move = int(moves[option])
        price = 45 if kind_of(move) == Move.DISCOUNT else 10 * first_of(move)
        if price < least:
            chosen, least = option, price
    return chosen


@kernel
def usual_slot(lab: Lab, policy: Policy) -> int:
    """The lowest empty slot, or the one with the artifact of least worth."""
    chosen, least = 0, -WORST
    for slot in range(6):
        if lab.slots[slot] < 0:
            return slot
        worth = policy.facts.artifact_value[lab.slots[slot]]
        if worth < least:
            chosen, least = slot, worth
    return chosen


@kernel
def best_formula(lab: Lab, policy: Policy, n: int) -> int:
    """The formula whose ability is worth most."""
    best, chosen = WORST, 0
    for option in range(n):
        worth = policy.facts.formula_value[lab.formula[first_of(int(policy.scratch.moves[option]))]]
        if worth > best:
            best, chosen = worth, option
    return chosen


@kernel
def usual_space(box: Box, lab: Lab, policy: Policy, n: int) -> int:
    """The space of the vault whose row and column are nearest to what they give."""
    best, chosen = WORST, 0
    for option in range(n):
        space = first_of(int(policy.scratch.moves[option]))
        row, column = space // SIDE, space % SIDE
        value = line_share(box, lab, policy, row, row * SIDE, 1)
        value += line_share(box, lab, policy, SIDE + column, column, SIDE)
        if value > best:
            best, chosen = value, option
    return chosen


@kernel
def line_share(box: Box, lab: Lab, policy: Policy, line: int, first: int, stride: int) -> float:
    """The share of a line's worth that one more formula in it would make up."""
    spaces, full = 0, 1
    for place in range(SIDE):
        space = first + place * stride
        if box.vault_space[lab.alchemist, space // SIDE, space % SIDE]:
            spaces += 1
            full += int(lab.vault[space] >= 0)
    return policy.facts.line_value[lab.alchemist, line] * full / spaces


# ---------------------------------------------------------------- what one more is worth


@kernel
def by_margins(box: Box, seat: int, policy: Policy, n: int) -> int:
    """The option that brings most, by what one more of each thing and level is worth."""
    best, chosen = WORST, 0
    for option in range(n):
        move = int(policy.scratch.moves[option])
        if kind_of(move) == Move.NONE or kind_of(move) == Move.USE_FORMULA:
            continue
        if kind_of(move) == Move.TRANSMUTE:
            value = transmutation_margin(box, seat, policy, move)
        elif kind_of(move) == Move.TRACK:
            value = margin(box, seat, policy, LEVELS_AT + first_of(move))
        else:
            value = further_margin(box, seat, policy, first_of(move))
        if value > best:
            best, chosen = value, option
    return chosen


@kernel
def by_barter(box: Box, seat: int, policy: Policy, n: int) -> int:
    """The cube to give for a better one, or none (the first option); -1: not such an exchange."""
    state = policy.scratch.states[FIRST]
    row = int(state.stack[state.depth - 1].arg[0])
    refines = box.effects[row, KIND] == EffectKind.SAME_REFINED
    best, chosen = 0.0, 0
    for option in range(1, n):
        move = int(policy.scratch.moves[option])
        if kind_of(move) != Move.GIVE:
            return -1
        given, stands_for = first_of(move), second_of(move)
        gained = 0.0
        if refines:
            gained = further_margin(box, seat, policy, stands_for + 4)
        else:
            for raw in range(5):
                gained = max(gained, further_margin(box, seat, policy, raw))
        value = gained - margin(box, seat, policy, given)
        if value > best:
            best, chosen = value, option
    return chosen


@kernel
def further_margin(box: Box, seat: int, policy: Policy, thing: int) -> float:
    """What one more of a thing is worth, less for those gained in this line of play."""
    root, state = policy.scratch.states[ROOT].labs[seat], policy.scratch.states[FIRST].labs[seat]
    gained = max(0, int(state.held[thing]) - int(root.held[thing]))
    return margin(box, seat, policy, thing) / (1.0 + gained)


@kernel
def transmutation_margin(box: Box, seat: int, policy: Policy, move: int) -> float:
    """What a transmutation brings: the level, the better cube, the artifact, less the payment."""
    state = policy.scratch.states[FIRST]
    lab = state.labs[seat]
    arrow, foot, paid = first_of(move), second_of(move), third_of(move)
    track = int(state.essence_track[essence_of(paid)])
    value = margin(box, seat, policy, LEVELS_AT + track) - margin(box, seat, policy, paid)
    value -= margin(box, seat, policy, foot)
    if is_stop(state, int(Frame.TRANSMUTE)) or int(state.stack[state.depth - 1].arg[3]) == 1:
        return value  # an action: all options share the arrow
    if lab.slots[arrow] >= 0 and lab.ready[arrow]:
        value += policy.facts.artifact_value[lab.slots[arrow]]
    return value + margin(box, seat, policy, head_thing(arrow))


@kernel
def margin(box: Box, seat: int, policy: Policy, item: int) -> float:
    """What one more of a thing, or one more level, would be worth in the position."""
    if Thing.SALT <= item <= Thing.AETHER:
        return essence_margin(policy, seat, item)
    bit = 1 << item
    if not int(policy.memo.known) & bit:
        if not int(policy.memo.known) & NOW_BIT:
            policy.memo.known = int(policy.memo.known) | NOW_BIT
            policy.memo.more_value[NOW] = judge(box, seat, policy, ROOT)
        policy.memo.known = int(policy.memo.known) | bit
        policy.memo.more_value[item] = (
            value_with_more(box, seat, policy, item) - policy.memo.more_value[NOW]
        )
    return policy.memo.more_value[item]


@inlined
def essence_margin(policy: Policy, seat: int, essence: int) -> float:
    """What one more essence is worth: nothing but its own features knows of it."""
    root = policy.scratch.states[ROOT]
    held = int(root.labs[seat].held[essence])
    weights = policy.weights[min(max(int(root.round_no), 1), 3) - 1]
    more = lessening(policy, held + 1) - lessening(policy, held)
    return weights[Feature.ESSENCES] * more + weights[Feature.FUEL] * 0.5


@kernel
def value_with_more(box: Box, seat: int, policy: Policy, item: int) -> float:
    """What the position would be worth with one more of a thing, or one more level."""
    lab = policy.scratch.states[ROOT].labs[seat]
    if item < LEVELS_AT:
        lab.held[item] += 1
        value = judge(box, seat, policy, ROOT)
        lab.held[item] -= 1
        return value
    track = item - LEVELS_AT
    if lab.level[track] >= TOP:
        return policy.memo.more_value[NOW]
    lab.level[track] += 1
    value = judge(box, seat, policy, ROOT)
    lab.level[track] -= 1
    return value
