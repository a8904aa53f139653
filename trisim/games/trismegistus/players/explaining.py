"""Why a weights player chooses what it chooses: what each option was worth, by feature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from trisim.engine.kernel import records
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.trismegistus.players.action_values import (
    ANY_DIE,
    COLORS_AT,
    WILD,
    stand_before_action,
    turn_die,
    value_of_rest,
    weight,
)
from trisim.games.trismegistus.players.drafting import OUTDONE, WASTING, ethereal_more
from trisim.games.trismegistus.players.experiment_cache import dice_left
from trisim.games.trismegistus.players.features import Feature, on_offer
from trisim.games.trismegistus.players.lookahead import FIRST, WORST, begin, judge
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.dice import dice_in_bowl
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.state import GAME
from trisim.games.trismegistus.rules.turn import is_free
from trisim.players import explaining as players
from trisim.players.explaining import WORTH as WORTH
from trisim.players.explaining import Explanation as Explanation
from trisim.players.explaining import Option as Option
from trisim.players.explaining import Parts as Parts
from trisim.players.explaining import Standing as Standing
from trisim.players.explaining import by_size as by_size
from trisim.players.search import FIRST_OF_ALL


class Explaining(players.Explaining):
    """What chooses for a seat as ``chooser`` does, and remembers why."""

    def option(self, game: Game, place: int, move: int) -> Option:
        """An option as it was judged at first sight."""
        policy = self.policy
        value, standing = judged(float(policy.evaluation.values[place]), move)
        parts: Parts = {}
        action = ""
        if standing not in (Standing.OUTDONE, Standing.WASTE):
            parts, action = parts_of(game, policy, place, move)
        wrong = self.error(game, place)
        return Option(move, game.describe(move), value, parts, standing, action, wrong)


# ---------------------------------------------------------------- options


def judged(value: float, move: int) -> tuple[float, Standing]:
    """A value, without what puts it before or behind all others."""
    if value > FIRST_OF_ALL / 2:
        return value - FIRST_OF_ALL, Standing.FIRST
    if value < WASTING / 2:
        return value - WASTING, Standing.NEVER if is_free(kind_of(move)) else Standing.WASTE
    if value == OUTDONE:
        return value, Standing.OUTDONE
    return value, Standing.PLAIN


def parts_of(game: Game, policy: Any, place: int, move: int) -> tuple[Parts, str]:
    """The points of an option by feature, and what a die is for."""
    state, lab = game.state, game.state.labs[game.seat]
    kind, first, second = Move(kind_of(move)), first_of(move), second_of(move)
    match game.frame:
        case Frame.KEEP | Frame.LABORATORY:
            return {WORTH: float(policy.evaluation.values[place])}, ""
        case Frame.DRAFT | Frame.ACTION if is_free(kind):
            features, action = policy.evaluation.parts[place] - features_now(game, policy), ""
        case Frame.DRAFT if lab.die_symbol >= 0:
            return {}, ""
        case Frame.DRAFT:
            potency = min(int(game.tables.rules.potency_limit), dice_in_bowl(state, first))
            features, action = die_parts(game, policy, first, second, potency)
            features[Feature.DICE_ON_OFFER] += offer_change(game, first, second)
        case Frame.WILD:
            features, action = die_parts(game, policy, first, int(lab.die_color), int(lab.potency))
        case Frame.ETHEREAL:
            die = int(lab.die_symbol), int(lab.die_color)
            features, action = die_parts(game, policy, *die, int(lab.potency), first)
        case Frame.ACTION if kind is Move.CHAMELEON:
            features, action = die_parts(game, policy, first, second, int(lab.potency), 0)
            features[Feature.CHAMELEONS] -= 1
        case _:
            features, action = policy.evaluation.parts[place].copy(), ""
    return weighed(game, policy, features), action


def features_now(game: Game, policy: Any) -> Any:
    """The features of the position itself."""
    begin(game.state, policy)
    judge(game.tables, game.seat, policy, FIRST)
    return policy.scratch.features.copy()


def weighed(game: Game, policy: Any, features: Any) -> Parts:
    """Points by feature, without those that are none."""
    points = {
        feature.name.lower(): float(weight(game.state, policy, feature) * features[feature])
        for feature in Feature
    }
    return {name: value for name, value in points.items() if value}


# ---------------------------------------------------------------- dice


@dataclass(frozen=True, slots=True)
class Action:
    """What a die is best for: a row of gains, the potency spent, ethereal dice paid."""

    value: float
    row: int = 0
    symbol: int = 0
    spent: int = 0
    left: int = 0
    ethereal: int = 0


def best_action(
    game: Game, policy: Any, symbol: int, color: int, potency: int, ethereal: int | None
) -> Action:
    """The action by which a die was judged; ``ethereal`` dice are as many as pay, unless given."""
    most = ethereal
    if most is None:
        most = ethereal_more(game.state, game.tables, game.seat, policy)
    limit = int(game.tables.rules.potency_limit)
    best = Action(2 * WORST)
    for more in range(0 if ethereal is None else ethereal, most + 1):
        if potency + more > limit and ethereal is None:
            break
        for face in range(WILD) if symbol == WILD else [symbol]:
            best = max(
                best, action_of(game, policy, face, color, potency, more), key=value_of_action
            )
    return best


def value_of_action(action: Action) -> float:
    """What an action is worth."""
    return action.value


def action_of(game: Game, policy: Any, symbol: int, color: int, potency: int, more: int) -> Action:
    """The best action with a die of so much potency and some ethereal dice."""
    best = Action(2 * WORST)
    price = more * weighed_ethereal(game, policy)
    for spent in range(1, potency + more + 1):
        left = potency + more - spent
        for row in (symbol, COLORS_AT + color, ANY_DIE):
            if policy.actions.gain[row, spent] > WORST:
                value = (
                    policy.actions.gain[row, spent]
                    + value_of_rest(game.state, policy, left)
                    - price
                )
                found = Action(float(value), row, symbol, spent, left, more)
                best = max(best, found, key=value_of_action)
    return best


def weighed_ethereal(game: Game, policy: Any) -> float:
    """What an ethereal die is worth unspent."""
    points = weight(game.state, policy, Feature.SCORE) * int(game.tables.rules.points_per_ethereal)
    return float(points + weight(game.state, policy, Feature.ETHEREAL_DICE))


def die_parts(
    game: Game, policy: Any, symbol: int, color: int, potency: int, ethereal: int | None = None
) -> tuple[Any, str]:
    """The features that a die leads to, and the action in words."""
    action = best_action(game, policy, symbol, color, potency, ethereal)
    features = policy.actions.parts[action.row, action.spent].copy()
    features[Feature.POTENCY] += action.left
    features[Feature.TEMPO] += int(action.left == 0)
    features[Feature.ETHEREAL_DICE] -= action.ethereal
    features[Feature.SCORE] -= action.ethereal * int(game.tables.rules.points_per_ethereal)
    return features, action_words(game, policy, action, symbol, color, potency)


def offer_change(game: Game, symbol: int, color: int) -> int:
    """How the dice on offer change when one is taken."""
    state = game.copy().state
    left = dice_left(game.tables, state.labs[game.seat]) - 1
    before = on_offer(state, game.tables, left)
    state.bowls[symbol, color] -= 1
    return int(on_offer(state, game.tables, left) - before)


def action_words(
    game: Game, policy: Any, action: Action, symbol: int, color: int, potency: int
) -> str:
    """What a die is for."""
    move = int(policy.actions.moves[action.row, action.spent])
    stand_before_action(game.state, game.seat, policy, potency + action.ethereal)
    turn_die(policy, game.seat, action.symbol, color)
    state = records(1, GAME)
    state[0] = policy.scratch.states[FIRST]
    words = Game(game.rules, game.box, state[0], np.array([move])).describe(move)
    if kind_of(move) == Move.ARROW:
        words += f" ({action.spent} potency)"
    if action.ethereal and game.frame is not Frame.ETHEREAL:
        words += f", with {action.ethereal} ethereal {'die' if action.ethereal == 1 else 'dice'}"
    return words
