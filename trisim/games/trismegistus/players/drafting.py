"""Which die, which face of a wild one, and whether an ethereal die raises it: by its actions."""

from __future__ import annotations

from trisim.engine.chance import hash3
from trisim.engine.kernel import U64
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.players.action_values import (
    COLORS_AT,
    WILD,
    best_face,
    clear_actions,
    evaluate_any_die,
    evaluate_color,
    evaluate_symbol,
    value_of_die,
    weight,
)
from trisim.games.trismegistus.players.experiment_cache import dice_left
from trisim.games.trismegistus.players.features import Feature, on_offer
from trisim.games.trismegistus.players.lookahead import ROOT, WORST, frame_kind
from trisim.games.trismegistus.players.policy import Policy
from trisim.games.trismegistus.players.restrictions import Part
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.dice import dice_in_bowl
from trisim.games.trismegistus.rules.state import Box, Game, Moves
from trisim.games.trismegistus.rules.turn import is_free
from trisim.players.search import RULED_OUT

FAR_BELOW = 2
"""Dice whose bowl has more than so many fewer than the fullest one are left alone."""

OUTDONE, WASTING = RULED_OUT, -1e9
"""What was beaten before it was looked at closely, and what comes last, whatever it is worth."""


@kernel
def turn_key(game: Game, policy: Policy) -> U64:
    """What tells this turn of this game from any other."""
    return hash3(policy.noise, int(game.turn_no) + 1, 0)


@kernel
def evaluate_dice_on_offer(game: Game, box: Box, seat: int, policy: Policy) -> None:
    """Try the actions of the dice on offer, but for those of far too little potency."""
    limit, more = int(box.rules.potency_limit), ethereal_more(game, box, seat, policy)
    wild = dice_in_bowl(game, WILD)
    least = wild
    for symbol in range(WILD):
        least = max(least, dice_in_bowl(game, symbol))
    evaluate_any_die(game, box, seat, policy, min(limit, least + more))
    least -= FAR_BELOW
    for symbol in range(WILD):
        clear_actions(policy, symbol)
        potency = max(dice_in_bowl(game, symbol), wild)
        if potency > 0 and potency >= least:
            evaluate_symbol(game, box, seat, policy, symbol, min(limit, potency + more))
    for color in range(3):
        clear_actions(policy, COLORS_AT + color)
        potency = 0
        for symbol in range(WILD + 1):
            if game.bowls[symbol, color] > 0:
                potency = max(potency, dice_in_bowl(game, symbol))
        if potency > 0 and potency >= least:
            evaluate_color(game, box, seat, policy, color, min(limit, potency + more))


@kernel
def evaluate_this_die(game: Game, box: Box, seat: int, policy: Policy, turned: bool) -> None:
    """Try the actions of the die that was taken, or (``turned``) of any die it can be turned to."""
    lab = game.labs[seat]
    potency = int(lab.potency)
    if frame_kind(game) != Frame.ACTION:
        more = ethereal_more(game, box, seat, policy)
        potency = min(int(box.rules.potency_limit), potency + more)
    evaluate_any_die(game, box, seat, policy, potency)
    for symbol in range(WILD):
        if turned or symbol == lab.die_symbol:
            evaluate_symbol(game, box, seat, policy, symbol, potency)
    for color in range(3):
        if turned or color == lab.die_color:
            evaluate_color(game, box, seat, policy, color, potency)


@kernel
def ethereal_more(game: Game, box: Box, seat: int, policy: Policy) -> int:
    """Potency that ethereal dice can add to a die."""
    if policy.without.applies and policy.without.codes[Part.ETHEREAL_DIE]:
        return 0
    return min(int(game.labs[seat].held[Thing.ETHEREAL_DIE]), int(box.rules.ethereal_per_draft))


@kernel
def ethereal_price(game: Game, box: Box, policy: Policy) -> float:
    """What an ethereal die is worth unspent."""
    points = weight(game, policy, Feature.SCORE) * int(box.rules.points_per_ethereal)
    return points + weight(game, policy, Feature.ETHEREAL_DICE)


@kernel
def raised(
    game: Game, box: Box, seat: int, policy: Policy, symbol: int, color: int, potency: int
) -> float:
    """What a die is worth, with an ethereal die if that pays; a wild one as is best."""
    best = WORST
    for more in range(ethereal_more(game, box, seat, policy) + 1):
        raised_to = potency + more
        if raised_to > int(box.rules.potency_limit):
            break
        if symbol < WILD:
            value = value_of_die(game, policy, symbol, color, raised_to)
        else:
            value = best_face(game, policy, color, raised_to)
        best = max(best, value - more * ethereal_price(game, box, policy))
    return best


@kernel
def draft_value(game: Game, box: Box, seat: int, policy: Policy, symbol: int, color: int) -> float:
    """What taking a die is worth, with what it leaves in the bowls."""
    potency = min(int(box.rules.potency_limit), dice_in_bowl(game, symbol))
    value = raised(game, box, seat, policy, symbol, color, potency)
    if value <= OUTDONE:
        return OUTDONE
    if weight(game, policy, Feature.DICE_ON_OFFER) == 0.0:
        return value
    state = policy.scratch.states[ROOT]
    left = dice_left(box, state.labs[seat]) - 1
    change = -on_offer(state, box, left)
    state.bowls[symbol, color] -= 1
    change += on_offer(state, box, left)
    state.bowls[symbol, color] += 1
    return value + change * weight(game, policy, Feature.DICE_ON_OFFER)


@kernel
def choose_die(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Values of the dice; potency that is left is never wasted. Free actions get none here."""
    if game.labs[seat].die_symbol >= 0:
        for option in range(n):
            policy.evaluation.values[option] = (
                0.0 if kind_of(int(moves[option])) == Move.NONE else WASTING
            )
        return
    evaluate_dice_on_offer(game, box, seat, policy)
    policy.actions.draft_key = turn_key(game, policy)
    for option in range(n):
        move = int(moves[option])
        if is_free(kind_of(move)):
            continue
        symbol, color = first_of(move), second_of(move)
        policy.evaluation.values[option] = draft_value(game, box, seat, policy, symbol, color)


@kernel
def choose_raise(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> None:
    """Values of the faces of a wild die, or of spending ethereal dice."""
    lab = game.labs[seat]
    is_wild = frame_kind(game) == Frame.WILD
    if policy.actions.draft_key != turn_key(game, policy):
        evaluate_this_die(game, box, seat, policy, is_wild)
    color, potency = int(lab.die_color), int(lab.potency)
    for option in range(n):
        argument = first_of(int(moves[option]))
        if is_wild:
            policy.evaluation.values[option] = raised(
                game, box, seat, policy, argument, color, potency
            )
        else:
            value = value_of_die(game, policy, int(lab.die_symbol), color, potency + argument)
            policy.evaluation.values[option] = value - argument * ethereal_price(game, box, policy)
