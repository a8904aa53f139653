"""What the tests of the evaluator share: players of weights, and what goes on in their policies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.trismegistus.rules.helpers import card, unpack
from trisim.engine.kernel import records
from trisim.engine.loop import noise_key
from trisim.games.trismegistus.players.evaluator import choose_best, weigh
from trisim.games.trismegistus.players.features import FEATURES, Feature, features, look_at
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.lookahead import ROOT
from trisim.games.trismegistus.rules.codes import Move
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.state import GAME
from trisim.players.player import Kind, Player

DIGITS: dict[str, Any] = {"step": 10.0, "level": 100.0}
"""Efforts that can be read: levels, transmutations and cubes to harvest as hundreds, tens, ones."""

HALVES: dict[str, Any] = {"slope": 1.0, "rush": 0.0}
"""A pull of 1 / (1 + effort)."""


def player_of(
    noise: float = 0.0,
    far: float = 3.0,
    judgement: Mapping[str, float] | None = None,
    **weights: float,
) -> Player:
    """A player of these weights, the same in all rounds: ``player_of(score=1, gold=0.5)``."""
    usual = {name: number.default for name, number in KIT.judgement.items()}
    return Player(
        KIT,
        "test",
        "test",
        Kind.WEIGHTS,
        None,
        "",
        choose_best,
        weights={name: (value, value, value) for name, value in weights.items()},
        judgement=usual | dict(judgement or {}),
        noise=noise,
        far=far,
    )


def policy_at(game: Game, player: Player | None = None, worths: Mapping[str, float] = {}) -> Any:
    """The policy of a seat that has just looked at a game; ``worths`` of cards by their ids."""
    policy = KIT.policy_of(player or player_of(score=1), game.box)
    policy.noise = noise_key(int(game.state.seed), 0, 0)
    for ident, worth in worths.items():
        table_of(policy, game, ident)[card(game, ident)] = worth
    policy.scratch.states[ROOT] = game.state
    look_at(game.state, game.tables, seat_of(game), policy)
    return policy


def table_of(policy: Any, game: Game, ident: str) -> Any:
    """The worths of the kind of card that an id is one of."""
    for kind in ("experiment", "artifact", "publication", "formula"):
        if any(one.id == ident for one in game.box.cards(f"{kind}s")):
            return policy.facts[f"{kind}_value"]
    raise AssertionError(f"no card {ident}")


def seat_of(game: Game) -> int:
    """Who decides; seat 0 when nobody does."""
    return 0 if game.is_over else game.seat


def features_of(
    game: Game,
    seat: int = 0,
    worths: Mapping[str, float] = {},
    lines: Mapping[int, float] = {},
    **judgement: float,
) -> dict[Feature, float]:
    """All features of a position; with worths of cards and of lines of the seat's vault."""
    policy = policy_at(game, player_of(judgement=judgement), worths)
    for line, worth in lines.items():
        policy.facts.line_value[game.state.labs[seat].alchemist, line] = worth
    look_at(game.state, game.tables, seat, policy)
    features(game.state, game.tables, seat, policy)
    return {feature: float(policy.scratch.features[feature]) for feature in Feature}


def options(game: Game) -> Any:
    """The options of the pending decision, as a strategy gets them."""
    return np.array(game.legal(), np.int32)


def values_of(game: Game, player: Player, policy: Any = None) -> dict[int, float]:
    """What each option is worth to the seat that decides."""
    policy = policy_at(game, player) if policy is None else policy
    moves = options(game)
    weigh(game.state, game.tables, moves, len(moves), game.seat, policy)
    return dict(zip(game.legal(), policy.evaluation.values[: len(moves)].tolist(), strict=True))


def chosen(game: Game, player: Player, policy: Any = None) -> int:
    """The move of the seat that decides."""
    policy = policy_at(game, player) if policy is None else policy
    moves = options(game)
    return int(choose_best(game.state, game.tables, moves, len(moves), game.seat, policy))


def game_of(state: Any, game: Game) -> Game:
    """A state in a policy as a game of its own, to be looked at."""
    copies = records(1, GAME)
    copies[0] = state
    return Game(game.rules, game.box, copies[0])


def weighed_features(policy: Any) -> dict[Feature, float]:
    """The features that were judged last."""
    return {Feature(place): float(policy.scratch.features[place]) for place in range(FEATURES)}


def taken(game: Game, player: Player) -> tuple[Move, int, int, int]:
    """The move of a player, taken apart."""
    move = chosen(game, player)
    assert move in game.legal()
    return unpack(move)


SENSIBLE = player_of(
    score=1,
    experiments=0.75,
    masterpiece=0.6,
    levels=0.4,
    high_levels=4,
    tokens_ahead=0.6,
    artifacts_ready=0.5,
    artifacts_in_reach=0.3,
    publications_near=0.6,
    formulas_ready=0.7,
    gold=1,
    silver=1.5,
    raw=0.4,
    refined=0.6,
    chain=0.1,
    essences=0.3,
    fuel=0.3,
    potency=1.2,
    reactions=0.8,
    chameleons=0.7,
    ethereal_dice=0.2,
)
"""Of the kind of the shipped ones, which are tuned from time to time."""

NOT_ACTIONS = (
    Move.BUY_FORMULA,
    Move.USE_FORMULA,
    Move.PERFORM,
    Move.CLAIM,
    Move.CHAMELEON,
)
