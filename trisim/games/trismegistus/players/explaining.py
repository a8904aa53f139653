"""Why a weights player chooses what it chooses: what each option was worth, by feature.

>>> from trisim.games.trismegistus.rules.game import Game
>>> found = explain(Game.new(players=2, seed=7), "balanced")
>>> found.chosen == found.options[0], found.makes_error
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from trisim.engine.kernel import records
from trisim.engine.loop import noise_key
from trisim.games.trismegistus.box.box import Box
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
from trisim.games.trismegistus.players.noise import error, makes_error
from trisim.games.trismegistus.players.search import estimate
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.dice import dice_in_bowl
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.state import GAME
from trisim.games.trismegistus.rules.turn import is_free
from trisim.players.choosing import choosing_with
from trisim.players.explanation import WORTH, Explanation, Option, Parts, Standing
from trisim.players.player import Kind, Player, StrategyError
from trisim.players.registry import load
from trisim.players.search import FIRST_OF_ALL


def explain(game: Game, strategy: str | Player) -> Explanation:
    """Why a weights player would choose what it chooses in a position."""
    from trisim.games.trismegistus.players.kit import KIT  # which has ``Explaining``

    player = load(strategy, KIT) if isinstance(strategy, str) else strategy
    if player.kind is not Kind.WEIGHTS:
        raise StrategyError(f"strategy '{player.name}' gives no reasons; only weights do")
    choose = Explaining(player, int(game.state.seed), game.seat, game.box)
    choose(game)
    assert choose.last is not None
    return choose.last


class Explaining:
    """What chooses for a seat as ``chooser`` does, and remembers why."""

    def __init__(self, player: Player, seed: int, seat: int, box: Box, rotation: int = 0) -> None:
        self.player = player
        self.seat = seat
        self.policy = player.kit.policy_of(player, box)
        self.policy.noise = noise_key(seed, seat, rotation)
        self.policy.evaluation.explaining = True
        self.choose = choosing_with(player, seat, self.policy)
        self.last: Explanation | None = None

    def __call__(self, game: Game) -> int:
        """The choice; ``last`` says why, if that can be known."""
        move = self.choose(game)
        self.last = None
        if self.player.kind is Kind.WEIGHTS:
            self.last = explanation(game, self.policy, move)
        return move


# ---------------------------------------------------------------- options


def explanation(game: Game, policy: Any, move: int) -> Explanation:
    """What a policy found when it chose a move in this position."""
    if policy.search.compared:
        return thought(game, policy, move)
    options = [option_of(game, policy, place, one) for place, one in enumerate(game.legal())]
    order = [Standing.FIRST, Standing.PLAIN, Standing.NEVER, Standing.OUTDONE, Standing.WASTE]
    ranked = sorted(options, key=lambda option: (order.index(option.standing), -option.value))
    chosen = next(option for option in options if option.move == move)
    return Explanation(game.seat, chosen, tuple(ranked), bool(makes_error(game.state, policy)))


def thought(game: Game, policy: Any, move: int) -> Explanation:
    """What a policy found by thinking: the options in the order in which they were left over."""
    moves = game.legal()
    places = [int(place) for place in policy.search.candidates[: policy.search.compared]]
    left_out = [one for place, one in enumerate(moves) if place not in places]
    estimates = (float(estimate(policy, number)) for number in range(len(places)))
    worths = accumulate(estimates, min)  # as in best_candidate
    options = [
        candidate(game, policy, number, moves[places[number]], worth)
        for number, worth in enumerate(worths)
    ]
    options += [
        Option(one, game.describe(one), WORST, standing=Standing.UNTHOUGHT) for one in left_out
    ]
    chosen = next(option for option in options if option.move == move)
    return Explanation(game.seat, chosen, tuple(options), bool(makes_error(game.state, policy)))


def candidate(game: Game, policy: Any, number: int, move: int, worth: float) -> Option:
    """An option that was thought about."""
    is_wrong = makes_error(game.state, policy)
    return Option(
        move,
        game.describe(move),
        worth,
        error=float(error(game.state, policy, int(policy.search.candidates[number])))
        if is_wrong
        else 0.0,
        lines=int(policy.search.played[number]),
    )


def option_of(game: Game, policy: Any, place: int, move: int) -> Option:
    """An option as it was judged."""
    value, standing = judged(float(policy.evaluation.values[place]), move)
    wrong = float(error(game.state, policy, place)) if makes_error(game.state, policy) else 0.0
    parts: Parts = {}
    deed = ""
    if standing not in (Standing.OUTDONE, Standing.WASTE):
        parts, deed = parts_of(game, policy, place, move)
    return Option(move, game.describe(move), value, parts, standing, deed, wrong)


def judged(value: float, move: int) -> tuple[float, Standing]:
    """A value, without what puts it before or behind all others."""
    if value > FIRST_OF_ALL / 2:
        return value - FIRST_OF_ALL, Standing.FIRST
    if value < WASTING / 2:
        return value - WASTING, Standing.NEVER if is_free(move >> 24) else Standing.WASTE
    if value == OUTDONE:
        return value, Standing.OUTDONE
    return value, Standing.PLAIN


def parts_of(game: Game, policy: Any, place: int, move: int) -> tuple[Parts, str]:
    """The points of an option by feature, and what a die is for."""
    state, lab = game.state, game.state.labs[game.seat]
    kind, first, second = Move(move >> 24), (move >> 16) & 255, (move >> 8) & 255
    match game.frame:
        case Frame.KEEP | Frame.LABORATORY:
            return {WORTH: float(policy.evaluation.values[place])}, ""
        case Frame.DRAFT | Frame.ACTION if is_free(kind):
            features, deed = policy.evaluation.parts[place] - features_now(game, policy), ""
        case Frame.DRAFT if lab.die_symbol >= 0:
            return {}, ""
        case Frame.DRAFT:
            potency = min(int(game.tables.rules.potency_limit), dice_in_bowl(state, first))
            features, deed = die_parts(game, policy, first, second, potency)
            features[Feature.DICE_ON_OFFER] += offer_change(game, first, second)
        case Frame.WILD:
            features, deed = die_parts(game, policy, first, int(lab.die_color), int(lab.potency))
        case Frame.ETHEREAL:
            die = int(lab.die_symbol), int(lab.die_color)
            features, deed = die_parts(game, policy, *die, int(lab.potency), first)
        case Frame.ACTION if kind is Move.CHAMELEON:
            features, deed = die_parts(game, policy, first, second, int(lab.potency), 0)
            features[Feature.CHAMELEONS] -= 1
        case _:
            features, deed = policy.evaluation.parts[place].copy(), ""
    return weighed(game, policy, features), deed


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
class Deed:
    """What a die is best for: a row of gains, the potency spent, ethereal dice paid."""

    value: float
    row: int = 0
    symbol: int = 0
    spent: int = 0
    left: int = 0
    ethereal: int = 0


def best_deed(
    game: Game, policy: Any, symbol: int, color: int, potency: int, ethereal: int | None
) -> Deed:
    """The deed by which a die was judged; ``ethereal`` dice are as many as pay, unless given."""
    most = ethereal_more(game.state, game.tables, game.seat) if ethereal is None else ethereal
    limit = int(game.tables.rules.potency_limit)
    best = Deed(2 * WORST)
    for more in range(0 if ethereal is None else ethereal, most + 1):
        if potency + more > limit and ethereal is None:
            break
        for face in range(WILD) if symbol == WILD else [symbol]:
            best = max(best, deed_of(game, policy, face, color, potency, more), key=value_of_deed)
    return best


def value_of_deed(deed: Deed) -> float:
    """What a deed is worth."""
    return deed.value


def deed_of(game: Game, policy: Any, symbol: int, color: int, potency: int, more: int) -> Deed:
    """The best deed with a die of so much potency and some ethereal dice."""
    best = Deed(2 * WORST)
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
                found = Deed(float(value), row, symbol, spent, left, more)
                best = max(best, found, key=value_of_deed)
    return best


def weighed_ethereal(game: Game, policy: Any) -> float:
    """What an ethereal die is worth unspent."""
    points = weight(game.state, policy, Feature.SCORE) * int(game.tables.rules.points_per_ethereal)
    return float(points + weight(game.state, policy, Feature.ETHEREAL_DICE))


def die_parts(
    game: Game, policy: Any, symbol: int, color: int, potency: int, ethereal: int | None = None
) -> tuple[Any, str]:
    """The features that a die leads to, and the deed in words."""
    deed = best_deed(game, policy, symbol, color, potency, ethereal)
    features = policy.actions.parts[deed.row, deed.spent].copy()
    features[Feature.POTENCY] += deed.left
    features[Feature.TEMPO] += int(deed.left == 0)
    features[Feature.ETHEREAL_DICE] -= deed.ethereal
    features[Feature.SCORE] -= deed.ethereal * int(game.tables.rules.points_per_ethereal)
    return features, deed_words(game, policy, deed, symbol, color, potency)


def offer_change(game: Game, symbol: int, color: int) -> int:
    """How the dice on offer change when one is taken."""
    state = game.copy().state
    left = dice_left(game.tables, state.labs[game.seat]) - 1
    before = on_offer(state, game.tables, left)
    state.bowls[symbol, color] -= 1
    return int(on_offer(state, game.tables, left) - before)


def deed_words(game: Game, policy: Any, deed: Deed, symbol: int, color: int, potency: int) -> str:
    """What a die is for."""
    move = int(policy.actions.moves[deed.row, deed.spent])
    stand_before_action(game.state, game.seat, policy, potency + deed.ethereal)
    turn_die(policy, game.seat, deed.symbol, color)
    state = records(1, GAME)
    state[0] = policy.scratch.states[FIRST]
    words = Game(game.rules, game.box, state[0], np.array([move])).describe(move)
    if move >> 24 == Move.ARROW:
        words += f" ({deed.spent} potency)"
    if deed.ethereal and game.frame is not Frame.ETHEREAL:
        words += f", with {deed.ethereal} ethereal {'die' if deed.ethereal == 1 else 'dice'}"
    return words
