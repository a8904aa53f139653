"""What strategies are made of: features of a position, their weights, and the search."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from importlib.resources import files
from typing import Any, TypeAlias

from summit.restrictions import ROOM, falls_under, restrictions
from summit.rules import apply, danger, falls_left, masked, resolve, run_on
from summit.state import (
    GAME,
    MOVES,
    SEATS,
    Box,
    Frame,
    Game,
    deciding_seat,
    kernel,
    pending,
)
from trisim.engine.kernel import KernelRegistry
from trisim.players.evaluator import bind_players, scratch_type
from trisim.players.explaining import Explaining
from trisim.players.kit import PlayerKit
from trisim.players.policy import fill_policy, policy_type, register_policy, search_numbers


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
def fill_features(game: Game, box: Box, seat: int, out: Floats) -> None:
    """The features of a position after a move, before dice are rolled and cards are drawn."""
    climber, above = game.climbers[seat], int(game.climbers[seat].height)
    above -= int(climber.camp)
    out[Feature.CAMP] = climber.camp
    out[Feature.CLIMBED] = above
    out[Feature.GRIP] = box.grip[climber.role]
    if game.team:
        out[Feature.FALLS] = falls_left(game, box)
    for card in range(int(box.cards)):
        out[Feature.CARDS] += int(game.at[card] == seat)
    kind = pending(game)
    if kind == Frame.DRAW:
        out[Feature.CARDS] += int(game.stack[game.depth - 1].arg[0])
    elif kind == Frame.ROLL:
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


def players_of(registry: KernelRegistry, final_value: Callable[..., float]) -> PlayerKit:
    """Evaluator, errors and search for one of the games."""
    scratch = scratch_type(GAME, MOVES, len(Feature))
    policy = policy_type(
        game=GAME,
        moves=MOVES,
        phases=len(PHASES),
        features=len(Feature),
        restrictions=ROOM,
        parts={"scratch": scratch},
    )
    register_policy(registry, policy, SEATS)
    bound = bind_players(
        registry,
        __name__,
        apply=apply,
        run_on=run_on,
        resolve=resolve,
        masked=masked,
        deciding_seat=deciding_seat,
        fill_features=fill_features,
        phase=phase,
        final_value=final_value,
        falls_under=falls_under,
    )
    return PlayerKit(
        registry=registry,
        fill=fill_policy,
        strategies=files("summit") / "strategies",
        module="summit.strategy",
        features=FEATURES,
        yardstick="camp",
        phases=PHASES,
        search=search_numbers("length", "decisions that a line of play goes on for"),
        choose_best=bound.choose_best,
        choose_by_search=bound.choose_by_search,
        explain=Explaining,
        restrictions=restrictions,
        allowed=bound.allowed,
    )
