"""What weights are put on: seven features of a position, as a climber sees it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

from summit.rules import danger, falls_left
from summit.state import Box, Frame, Game, kernel, pending


class Feature(IntEnum):
    """Where each feature stands."""

    CAMP = 0
    CLIMBED = 1
    HOPE = 2
    RISK = 3
    CARDS = 4
    FALLS = 5
    GRIP = 6


FEATURES = {
    "camp": "height of the last camp",
    "climbed": "height above the last camp",
    "hope": "steps that the next roll brings on average",
    "risk": "height above the last camp times the chance to fall with the next roll",
    "cards": "cards in hand, or about to be drawn",
    "falls": "falls until an expedition has failed",
    "grip": "wind that the climber doesn't feel",
}
PHASES = ("before the last day", "on the last day")
Floats: TypeAlias = Any


@kernel
def phase(game: Game, box: Box) -> int:
    """Which weights count."""
    return int(game.day == box.days)


@kernel
def features(game: Game, box: Box, seat: int, out: Floats) -> None:
    """Fill in the features of a position after a move, before dice are rolled and cards drawn."""
    climber = game.climbers[seat]
    above, cards = int(climber.height) - int(climber.camp), 0
    for card in range(int(box.cards)):
        cards += int(game.at[card] == seat)
    kind = pending(game) if game.depth > 0 else -1
    if kind == Frame.DRAW:
        cards += int(game.stack[game.depth - 1].arg[0])
    out[Feature.CAMP] = climber.camp
    out[Feature.CLIMBED] = above
    out[Feature.HOPE] = 0.0
    out[Feature.RISK] = 0.0
    out[Feature.CARDS] = cards
    out[Feature.FALLS] = falls_left(game, box) if game.team else 0
    out[Feature.GRIP] = box.grip[climber.role]
    if kind == Frame.ROLL:
        worst = danger(game, box, seat)
        out[Feature.HOPE] = steps_hoped_for(worst)
        out[Feature.RISK] = above * (worst / 6.0) ** 2


@kernel
def steps_hoped_for(worst: int) -> float:
    """Steps by the higher of two dice on average; none if it is no hold."""
    steps = 0.0
    for die in range(worst + 1, 7):
        steps += die * (2 * die - 1) / 36.0
    return steps
