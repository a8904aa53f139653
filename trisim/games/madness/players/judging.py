"""What a position is worth: its features, each with its weight."""

from __future__ import annotations

from trisim.games.madness.kernels import inlined, kernel
from trisim.games.madness.players.card_features import count_cards
from trisim.games.madness.players.policy import FEATURE_ROOM, Floats, Policy
from trisim.games.madness.players.threat_features import count_threats
from trisim.games.madness.rules.state import MONSTERS, Box, Game

WON, LOST = 200.0, -200.0
"""The value of the end of a game; of a lost one, more for each turn and each monster beaten."""

PER_TURN, PER_MONSTER = 2.0, 10.0


@kernel
def final_value(game: Game, seat: int) -> float:
    """What the end of a game is worth."""
    if game.won:
        return WON
    beaten = 0
    for number in range(MONSTERS):
        beaten += (int(game.beaten) >> number) & 1
    return LOST + PER_TURN * int(game.turn) + PER_MONSTER * beaten


@kernel
def look_at(game: Game, box: Box, policy: Policy, place: int) -> None:
    """Count the features of a position; ``place`` has the draws that were left to chance."""
    for feature in range(FEATURE_ROOM):
        policy.summary.features[feature] = 0.0
    count_cards(game, box, policy, place)
    count_threats(game, box, policy)


@kernel
def judge(box: Box, policy: Policy, place: int) -> float:
    """What one of the policy's states is worth to the team."""
    state = policy.lookahead.states[place]
    if state.over:
        for feature in range(FEATURE_ROOM):
            policy.summary.features[feature] = 0.0
        return final_value(state, 0)
    look_at(state, box, policy, place)
    return weighed(policy.weights[0], policy.summary.features[:])


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
