"""The player of weights: it looks over the rest of the turn, action by action.

Every option is tried; the best lines of play are followed to the next action, and the next. The
value of an option is that of the best position that a line beginning with it comes to.
"""

from __future__ import annotations

from trisim.engine.chance import draw
from trisim.engine.moves import kind_of
from trisim.games.madness.kernels import REGISTRY, kernel, strategy
from trisim.games.madness.players.judging import judge
from trisim.games.madness.players.lookahead import begin_root, copy_state, options_in, step
from trisim.games.madness.players.paying import begin_prices
from trisim.games.madness.players.policy import (
    FEATURE_ROOM,
    LINE,
    MOST_WIDTH,
    NODES_AT,
    ROOT,
    Mode,
    Policy,
)
from trisim.games.madness.rules.codes import Act, Frame, Move
from trisim.games.madness.rules.stack import pending
from trisim.games.madness.rules.state import Box, Game, Moves
from trisim.players import noise
from trisim.players.search import WORST

ALIKE = 1e-9
"""Lines whose values differ by less have led to the same position."""

ANY_MAGE = 1_000
"""The stream of a seat's own chance that mages are chosen by: + mage."""

errors = noise.TEMPLATES.bind(REGISTRY, __name__)
makes_error, error = errors.makes_error, errors.error

# ---------------------------------------------------------------- lines of play


@kernel
def note_line(box: Box, policy: Policy, option: int, generation: int) -> None:
    """Value the line of play; keep it for its option, and follow it, if it is one of the best."""
    value = judge(box, policy, LINE)
    if value > policy.evaluation.values[option]:
        policy.evaluation.values[option] = value
        if policy.evaluation.explaining:
            keep_parts(policy, option)
    state = policy.lookahead.states[LINE]
    if not state.over and state.depth > 0 and pending(state) == Frame.ACT:
        follow(policy, option, value, generation)


@kernel
def keep_parts(policy: Policy, option: int) -> None:
    """Keep the points of the line of play by feature."""
    for feature in range(FEATURE_ROOM):
        points = policy.weights[0, feature] * policy.summary.features[feature]
        policy.evaluation.parts[option, feature] = points


@kernel
def follow(policy: Policy, option: int, value: float, generation: int) -> None:
    """Keep a line of play among the best of its generation; of lines that are alike, the first."""
    ahead, first = policy.lookahead, generation * MOST_WIDTH
    count, place = int(ahead.count[generation]), -1
    for node in range(first, first + count):
        if abs(ahead.value[node] - value) < ALIKE:
            return
        if ahead.value[node] < value and (place < 0 or ahead.value[node] < ahead.value[place]):
            place = node
    if count < ahead.width_now:
        place = first + count
        ahead.count[generation] = count + 1
    if place >= 0:
        ahead.option[place] = option
        ahead.value[place] = value
        copy_state(policy, NODES_AT + place, LINE)


@kernel
def go_on(box: Box, policy: Policy, node: int, generation: int) -> None:
    """Try every further action of a line that is followed."""
    place = NODES_AT + node
    state, moves = policy.lookahead.states[place], policy.lookahead.moves
    n, option = options_in(state, box, policy, moves[:]), int(policy.lookahead.option[node])
    is_given = int(state.stack[state.depth - 1].arg[Act.LEFT]) >= 0
    for number in range(n):
        move = int(moves[number])
        if kind_of(move) != Move.END or is_given:
            copy_state(policy, LINE, place)
            step(box, policy, move)
            note_line(box, policy, option, generation)


@kernel
def look_ahead(box: Box, policy: Policy) -> None:
    """Follow the best lines of play over the rest of the turn."""
    now = 0
    for _ in range(1, int(policy.lookahead.depth_now)):
        following = 1 - now
        policy.lookahead.count[following] = 0
        for number in range(int(policy.lookahead.count[now])):
            go_on(box, policy, now * MOST_WIDTH + number, following)
        now = following


# ---------------------------------------------------------------- choosing


@kernel
def weigh(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Put the values of all options into the policy."""
    if pending(game) == Frame.MAGE:
        for option in range(n):
            policy.evaluation.values[option] = any_mage(policy, int(moves[option]))
        return
    begin_root(game, policy, seat)
    begin_beam(policy)
    begin_prices(box, policy)
    for option in range(n):
        policy.evaluation.values[option] = WORST
        copy_state(policy, LINE, ROOT)
        step(box, policy, int(moves[option]))
        note_line(box, policy, option, 0)
    if pending(game) != Frame.PAY:  # the action is chosen; the cheapest payment serves the rest
        look_ahead(box, policy)


@kernel
def begin_beam(policy: Policy) -> None:
    """No line is followed yet; in lines of the search, one is."""
    ahead = policy.lookahead
    ahead.count[0] = 0
    ahead.width_now, ahead.depth_now = ahead.width, ahead.depth
    if ahead.mode != Mode.DECISION:
        ahead.width_now = 1
    if ahead.mode == Mode.LINE:
        ahead.depth_now = ahead.line_depth


@kernel
def any_mage(policy: Policy, move: int) -> float:
    """Mages are all alike to this player: it takes any."""
    return float(draw(policy.noise, ANY_MAGE + move, 0, 1000)) / 1e6


@kernel
def best_option(game: Game, moves: Moves, n: int, policy: Policy, mistaken: bool) -> int:
    """The option with the highest value, the first of equals; with errors, if ``mistaken``."""
    best, chosen = 2.0 * WORST, 0
    for option in range(n):
        value = policy.evaluation.values[option]
        if mistaken:
            value += error(game, policy, option)
        if value > best:
            best, chosen = value, option
    return chosen


@strategy()
def choose_best(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """The option with the highest value; with errors, if it makes one."""
    weigh(game, box, moves, n, seat, policy)
    return int(moves[best_option(game, moves, n, policy, makes_error(game, policy))])
