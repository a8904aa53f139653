"""What a die is good for: actions with it, each evaluated once for all dice that allow it.

Harvest, essence and experiment depend on the symbol, transmutations and artifacts on the color, and
recharging on neither. ``policy.actions.gain`` has the best that each of them gives by the potency
it spends.
"""

from __future__ import annotations

from trisim.engine.moves import move_of
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
from trisim.games.trismegistus.players.policy import MOST_POTENCY, Floats, Policy, quiet_log
from trisim.games.trismegistus.players.restricting import is_restricted
from trisim.games.trismegistus.rules.actions import essence_thing, experiments_held
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.stack import gain, pop
from trisim.games.trismegistus.rules.state import Box, Game
from trisim.games.trismegistus.rules.transmute import can_transmute

COLORS_AT, ANY_DIE = 5, 8
"""Where colors begin among the actions, behind the five symbols; and what any die can do."""

WILD = 5


@inlined
def weight(game: Game, policy: Policy, feature: int) -> float:
    """What one of a feature is worth now."""
    return policy.weights[min(max(int(game.round_no), 1), 3) - 1, feature]


@kernel
def stand_before_action(game: Game, seat: int, policy: Policy, potency: int) -> None:
    """The position as it will be when the seat acts with a die of so much potency."""
    begin(game, policy)
    state = policy.scratch.states[FIRST]
    while frame_kind(state) != Frame.ACTION:
        pop(state)
    state.labs[seat].potency = potency


@kernel
def turn_die(policy: Policy, seat: int, symbol: int, color: int) -> None:
    """Let the die be another one."""
    lab = policy.scratch.states[FIRST].labs[seat]
    lab.die_symbol = symbol
    lab.die_color = color
    lab.as_symbol = symbol
    lab.as_color = color


@kernel
def keep_action(box: Box, seat: int, policy: Policy, row: int, potency: int, move: int) -> float:
    """Judge the line of play that an action led to, and keep it if it is the best for its potency.

    What is left of the potency is not counted: it depends on the die.
    """
    state = policy.scratch.states[FIRST]
    left = int(state.labs[seat].potency)
    spent = potency - left
    value = judge(box, seat, policy, FIRST) - value_of_rest(state, policy, left)
    if policy.evaluation.explaining:
        leave_out_rest(policy, left)
    keep(policy, row, spent, value, move)
    return value


@kernel
def keep(policy: Policy, row: int, spent: int, value: float, move: int) -> None:
    """Keep an action if it is the best for its potency."""
    if value > policy.actions.gain[row, spent]:
        policy.actions.gain[row, spent] = value
        policy.actions.moves[row, spent] = move
        if policy.evaluation.explaining:
            copy_features(policy, policy.actions.parts[row, spent])


@inlined
def value_of_rest(game: Game, policy: Policy, left: int) -> float:
    """What is left on a die is worth: potency, or, with nothing left, being done with it."""
    if left == 0:
        return weight(game, policy, Feature.TEMPO)
    return weight(game, policy, Feature.POTENCY) * left


@kernel
def copy_features(policy: Policy, out: Floats) -> None:
    """Keep the features that were judged last."""
    for feature in range(FEATURES):
        out[feature] = policy.scratch.features[feature]


@kernel
def leave_out_rest(policy: Policy, left: int) -> None:
    """Let the features of an action count without what is left on the die."""
    policy.scratch.features[Feature.POTENCY] = 0.0
    if left == 0:
        policy.scratch.features[Feature.TEMPO] -= 1.0


@kernel
def lie_between(policy: Policy, share: float) -> None:
    """Let the features be a share of the way from the first parts to themselves."""
    for feature in range(FEATURES):
        first = policy.actions.first_parts[feature]
        policy.scratch.features[feature] = (
            first + (policy.scratch.features[feature] - first) * share
        )


@kernel
def evaluate_action(
    game: Game, box: Box, seat: int, policy: Policy, row: int, potency: int, move: int
) -> None:
    """Try an action with a die of a symbol (rows 0 … 4) or a color, transmuting on and on."""
    stand_before_action(game, seat, policy, potency)
    if row < COLORS_AT:
        turn_die(policy, seat, row, 0)
    else:
        turn_die(policy, seat, 0, (row - COLORS_AT) % 3)
    if is_barred(box, policy, move):
        return
    step(box, seat, policy, move)
    before = keep_action(box, seat, policy, row, potency, move)
    while go_on(box, seat, policy):
        value = keep_action(box, seat, policy, row, potency, move)
        if value < before:  # a step that takes away: further ones are hardly better
            return
        before = value


@inlined
def is_barred(box: Box, policy: Policy, move: int) -> bool:
    """Whether the player does without an action that the line of play stands before."""
    if not policy.without.applies:
        return False
    return is_restricted(policy.scratch.states[FIRST], box, move, policy)


@kernel
def clear_actions(policy: Policy, row: int) -> None:
    """Nothing is known of the actions of a symbol or color."""
    for spent in range(MOST_POTENCY):
        policy.actions.gain[row, spent] = WORST


@inlined
def code(kind: int, a: int, b: int) -> int:
    """A move as a number."""
    return move_of(kind, a, b, 0)


@kernel
def evaluate_symbol(
    game: Game, box: Box, seat: int, policy: Policy, symbol: int, potency: int
) -> None:
    """Harvest, essences and experiments of a symbol, up to so much potency."""
    clear_actions(policy, symbol)
    stand_before_action(game, seat, policy, potency)
    turn_die(policy, seat, symbol, 0)
    evaluate_gains(box, seat, policy, symbol, potency, symbol)
    essence = int(box.bowl_essence[symbol])
    for kind in range(4):
        if essence == Essence.ANY or kind == essence:
            evaluate_gains(box, seat, policy, symbol, potency, essence_thing(kind))
    cost = int(box.rules.experiment_potency)
    if potency >= cost and experiments_held(game, seat) < int(box.rules.held_experiments):
        for place in range(2):
            if game.books[symbol, place] >= 0:
                move = code(Move.EXPERIMENT, symbol, place)
                evaluate_action(game, box, seat, policy, symbol, potency, move)


@kernel
def evaluate_gains(box: Box, seat: int, policy: Policy, row: int, potency: int, thing: int) -> None:
    """Gain one or all that the potency gives; what lies between is worth what lies between.

    The line of play stands before the action, and is left as it was.
    """
    if is_barred(box, policy, gaining(row, thing, 1)):
        return
    held = int(policy.scratch.states[FIRST].labs[seat].held[thing])
    judge_gains(box, seat, policy, row, potency, thing)
    policy.scratch.states[FIRST].labs[seat].held[thing] = held
    policy.scratch.states[FIRST].labs[seat].potency = potency


@kernel
def judge_gains(box: Box, seat: int, policy: Policy, row: int, potency: int, thing: int) -> None:
    """Judge the line of play with one and with all that the potency gives."""
    state = policy.scratch.states[FIRST]
    gain_one(state, box, seat, policy, thing)
    first = judge(box, seat, policy, FIRST) - value_of_rest(state, policy, potency - 1)
    if policy.evaluation.explaining:
        leave_out_rest(policy, potency - 1)
        copy_features(policy, policy.actions.first_parts[:])
    keep(policy, row, 1, first, gaining(row, thing, 1))
    if potency == 1:
        return
    for _ in range(1, potency):
        gain_one(state, box, seat, policy, thing)
    last = judge(box, seat, policy, FIRST) - value_of_rest(state, policy, 0)
    if policy.evaluation.explaining:
        leave_out_rest(policy, 0)
    for spent in range(potency, 1, -1):
        value = first + (last - first) * (spent - 1) / (potency - 1)
        keep(policy, row, spent, value, gaining(row, thing, spent))
        if policy.evaluation.explaining:
            lie_between(policy, (spent - 2) / (spent - 1))


@inlined
def gaining(symbol: int, thing: int, count: int) -> int:
    """The action that gains so many of a thing, with a die of a symbol."""
    if thing == symbol:
        return code(Move.HARVEST, count, 0)
    if thing == Thing.RAW_MERCURY:
        return code(Move.ESSENCE, int(Essence.MERCURY), count)
    return code(Move.ESSENCE, thing - int(Thing.SALT), count)


@kernel
def gain_one(state: Game, box: Box, seat: int, policy: Policy, thing: int) -> None:
    """Gain one of a thing for one potency."""
    gain(state, box, quiet_log(policy.scratch.log), seat, thing, 1)
    state.labs[seat].potency -= 1


@kernel
def evaluate_color(
    game: Game, box: Box, seat: int, policy: Policy, color: int, potency: int
) -> None:
    """Transmutations and artifacts with a die of a color."""
    row = COLORS_AT + color
    clear_actions(policy, row)
    for arrow in range(6):
        if int(box.arrow_color[arrow]) == color and can_transmute(game, box, seat, arrow):
            evaluate_action(game, box, seat, policy, row, potency, code(Move.ARROW, arrow, 0))
    if potency >= int(box.rules.artifact_potency):
        for space in range(int(box.rules.market_per_color)):
            if game.market[color, space] >= 0:
                move = code(Move.BUY_ARTIFACT, color, space)
                evaluate_action(game, box, seat, policy, row, potency, move)


@kernel
def evaluate_any_die(game: Game, box: Box, seat: int, policy: Policy, potency: int) -> None:
    """Recharging, which any die can do."""
    clear_actions(policy, ANY_DIE)
    lab = game.labs[seat]
    if potency >= int(box.rules.recharge_potency):
        for slot in range(6):
            if lab.slots[slot] >= 0 and not lab.ready[slot]:
                evaluate_action(
                    game, box, seat, policy, ANY_DIE, potency, code(Move.RECHARGE, slot, 0)
                )


@kernel
def row_of(symbol: int, color: int, side: int) -> int:
    """The rows of actions that a die has: of its symbol, of its color, of any die."""
    if side == 0:
        return symbol
    return COLORS_AT + color if side == 1 else ANY_DIE


@kernel
def value_of_die(game: Game, policy: Policy, symbol: int, color: int, potency: int) -> float:
    """What the best action with a die is worth, with what is left of its potency."""
    best = WORST
    for spent in range(1, potency + 1):
        action = max(
            policy.actions.gain[symbol, spent], policy.actions.gain[COLORS_AT + color, spent]
        )
        action = max(action, policy.actions.gain[ANY_DIE, spent])
        if action > WORST:
            best = max(best, action + value_of_rest(game, policy, potency - spent))
    return best


@kernel
def best_face(game: Game, policy: Policy, color: int, potency: int) -> float:
    """The same for a wild die, turned as is best."""
    best = WORST
    for face in range(WILD):
        best = max(best, value_of_die(game, policy, face, color, potency))
    return best
