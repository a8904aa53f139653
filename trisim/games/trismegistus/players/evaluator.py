"""The built-in player of weights files: every option is tried one decision ahead and judged.

Drafting and acting go together: a die is worth the best action it allows.
"""

from __future__ import annotations

from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.trismegistus.box.words import BeforeDraft, Thing
from trisim.games.trismegistus.kernels import kernel, strategy
from trisim.games.trismegistus.players.action_values import (
    copy_features,
    row_of,
    value_of_die,
    value_of_rest,
    weight,
)
from trisim.games.trismegistus.players.drafting import (
    OUTDONE,
    WASTING,
    choose_die,
    choose_raise,
    evaluate_this_die,
    turn_key,
)
from trisim.games.trismegistus.players.experiment_cache import haste_of, pull, time_left
from trisim.games.trismegistus.players.features import FEATURES, Feature, look_at
from trisim.games.trismegistus.players.lookahead import (
    FIRST,
    ROOT,
    WORST,
    begin,
    frame_kind,
    go_on,
    judge,
    step,
)
from trisim.games.trismegistus.players.missing_cost import missing_cost
from trisim.games.trismegistus.players.noise import error, makes_error
from trisim.games.trismegistus.players.policy import Policy, quiet_log
from trisim.games.trismegistus.rules.codes import Dealt, Frame, Move
from trisim.games.trismegistus.rules.machine import carry_out
from trisim.games.trismegistus.rules.state import Box, Game, Moves
from trisim.games.trismegistus.rules.turn import is_free
from trisim.players.search import FIRST_OF_ALL

LEAST_GAIN = 1e-9
WORTH_TURNING = 3
"""Potency below which a chameleon is never spent."""

# ---------------------------------------------------------------- acting


@kernel
def free_value(gained: float, comes_first: bool) -> float:
    """What a free action gains over the position as it is, put before or behind all else."""
    return gained + (FIRST_OF_ALL if comes_first and gained > LEAST_GAIN else WASTING)


@kernel
def choose_draft(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Values of the dice, and of free actions before the draft.

    A free action that doesn't help the draft can wait for the menu after it.
    """
    choose_die(game, box, moves, n, seat, policy)
    if box.rules.free_actions_before_draft == BeforeDraft.NONE:
        return
    begin(game, policy)
    now = judge(box, seat, policy, FIRST)
    for option in range(n):
        move = int(moves[option])
        if is_free(kind_of(move)):
            gained = value_of(game, box, seat, policy, option, move) - now
            policy.evaluation.values[option] = free_value(gained, helps_draft(game, seat, policy))


@kernel
def helps_draft(game: Game, seat: int, policy: Policy) -> bool:
    """Whether a die is to come, and the line of play has more ethereal dice to raise it with."""
    lab, then = game.labs[seat], policy.scratch.states[FIRST].labs[seat]
    more = then.held[Thing.ETHEREAL_DIE] > lab.held[Thing.ETHEREAL_DIE]
    return bool(more) and lab.die_symbol < 0


@kernel
def choose_action(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Values of the menu before the action. A free action that gains comes before it."""
    begin(game, policy)
    now = judge(box, seat, policy, FIRST)
    drafted = was_evaluated(game, seat, policy)
    turned = False
    for option in range(n):
        move = int(moves[option])
        kind = kind_of(move)
        if is_free(kind):
            gained = value_of(game, box, seat, policy, option, move) - now
            policy.evaluation.values[option] = free_value(gained, True)
        elif drafted:
            policy.evaluation.values[option] = drafted_value(game, seat, policy, option, move)
        elif kind == Move.CHAMELEON and int(game.labs[seat].potency) < WORTH_TURNING:
            policy.evaluation.values[option] = WASTING
        elif kind == Move.CHAMELEON:
            if not turned:
                evaluate_this_die(game, box, seat, policy, True)
                turned = True
            policy.evaluation.values[option] = chameleon_value(game, seat, policy, move)
        elif kind == Move.ARROW:
            policy.evaluation.values[option] = arrow_value(game, box, seat, policy, option, move)
        else:
            policy.evaluation.values[option] = value_of(game, box, seat, policy, option, move)


@kernel
def was_evaluated(game: Game, seat: int, policy: Policy) -> bool:
    """Whether the actions of the die were evaluated when it was drafted, and need nothing more.

    A free action in between takes this away: what an action is worth may have changed.
    """
    lab = game.labs[seat]
    potency = int(lab.potency)
    if policy.actions.draft_key != turn_key(game, policy):
        return False
    if lab.held[Thing.CHAMELEON] > 0 and potency >= WORTH_TURNING:
        return False
    return value_of_die(game, policy, int(lab.die_symbol), int(lab.die_color), potency) > WORST


@kernel
def drafted_value(game: Game, seat: int, policy: Policy, option: int, move: int) -> float:
    """What an action was found to be worth when the die was drafted."""
    lab = game.labs[seat]
    potency, best = int(lab.potency), OUTDONE
    for side in range(3):
        row = row_of(int(lab.die_symbol), int(lab.die_color), side)
        for spent in range(1, potency + 1):
            if (
                policy.actions.gain[row, spent] == WORST
                or int(policy.actions.moves[row, spent]) != move
            ):
                continue
            value = policy.actions.gain[row, spent] + value_of_rest(game, policy, potency - spent)
            if value > best:
                best = value
                if policy.evaluation.explaining:
                    recall_deed(policy, option, row, spent, potency - spent)
    return best


@kernel
def recall_deed(policy: Policy, option: int, row: int, spent: int, left: int) -> None:
    """Keep the features of an action for an option, with what is left on the die."""
    for feature in range(FEATURES):
        policy.evaluation.parts[option, feature] = policy.actions.parts[row, spent, feature]
    policy.evaluation.parts[option, Feature.POTENCY] = left
    if left == 0:
        policy.evaluation.parts[option, Feature.TEMPO] += 1.0


@kernel
def chameleon_value(game: Game, seat: int, policy: Policy, move: int) -> float:
    """What letting the die be another one is worth."""
    symbol, color = first_of(move), second_of(move)
    value = value_of_die(game, policy, symbol, color, int(game.labs[seat].potency))
    return value - weight(game, policy, Feature.CHAMELEONS)


@kernel
def arrow_value(game: Game, box: Box, seat: int, policy: Policy, option: int, move: int) -> float:
    """What transmuting along an arrow is worth, stopping when it is best."""
    best = value_of(game, box, seat, policy, option, move)
    while go_on(box, seat, policy):
        value = judge(box, seat, policy, FIRST)
        if value < best - weight(game, policy, Feature.POTENCY):
            break
        if value > best:
            best = value
            if policy.evaluation.explaining:
                copy_features(policy, policy.evaluation.parts[option])
    return best


# ---------------------------------------------------------------- cards and laboratories at setup


@kernel
def kept_value(game: Game, box: Box, seat: int, policy: Policy, place: int) -> float:
    """What a card dealt is worth."""
    kind = int(game.stack[game.depth - 1].arg[0])
    card = int(game.dealt[seat, kind, place])
    if kind == Dealt.ARTIFACT:
        return policy.facts.artifact_value[card]
    if kind == Dealt.PUBLICATION:
        return policy.facts.publication_value[card]
    lab = game.labs[seat]
    for thing in range(18):
        policy.scratch.goods[thing] = lab.held[thing]
    effort = missing_cost(game, box, seat, policy, card)
    time = time_left(game, box, lab)
    return policy.facts.experiment_value[card] * pull(effort, time, haste_of(policy, time))


# ---------------------------------------------------------------- choosing


@kernel
def value_of(game: Game, box: Box, seat: int, policy: Policy, option: int, move: int) -> float:
    """What a move is worth, its own consequences followed to the end."""
    kind = frame_kind(game)
    if kind == Frame.KEEP:
        return kept_value(game, box, seat, policy, first_of(move))
    if kind == Frame.LABORATORY:
        return policy.facts.alchemist_value[first_of(move)]
    begin(game, policy)
    if kind == Frame.SLOT:  # its ability can be used wherever it stands
        carry_out(policy.scratch.states[FIRST], box, quiet_log(policy.scratch.log), move)
    else:
        step(box, seat, policy, move)
    value = judge(box, seat, policy, FIRST)
    if policy.evaluation.explaining:
        copy_features(policy, policy.evaluation.parts[option])
    return value


@kernel
def weigh(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Put the values of all options into the policy."""
    kind = frame_kind(game)
    policy.scratch.states[ROOT] = game
    policy.memo.known = 0
    look_at(game, box, seat, policy)
    if kind == Frame.DRAFT:
        choose_draft(game, box, moves, n, seat, policy)
    elif kind == Frame.WILD or kind == Frame.ETHEREAL:
        choose_raise(game, box, moves, n, seat, policy)
    elif kind == Frame.ACTION:
        choose_action(game, box, moves, n, seat, policy)
    else:
        for option in range(n):
            policy.evaluation.values[option] = value_of(
                game, box, seat, policy, option, int(moves[option])
            )


@kernel
def best_option(game: Game, moves: Moves, n: int, policy: Policy, mistaken: bool) -> int:
    """The option of the highest worth, the first of equals; with errors, if it is mistaken.

    A free action or an action ends what is known of the actions of dice.
    """
    best, chosen = 2.0 * WORST, 0
    for option in range(n):
        value = policy.evaluation.values[option]
        if mistaken:
            value += error(game, policy, option)
        if value > best:
            best, chosen = value, option
    if frame_kind(game) == Frame.ACTION or is_free(kind_of(int(moves[chosen]))):
        policy.actions.draft_key = 0
    return chosen


@strategy()
def choose_best(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """The best option at first sight; with errors, if it errs."""
    weigh(game, box, moves, n, seat, policy)
    return int(moves[best_option(game, moves, n, policy, makes_error(game, policy))])
