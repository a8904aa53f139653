"""Errors of players: how often, and how large. Templates, bound to each game."""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.engine.chance import draw
from trisim.engine.template import Templates

TEMPLATES = Templates()
Game: TypeAlias = Any
Moves: TypeAlias = Any
Policy: TypeAlias = Any

LARGE = 1_000_000
IS_ERROR, ANY_OPTION, ERROR = 1, 2, 3
"""Streams of a seat's own chance: whether it makes an error, what it does
then, by how much it misjudges."""


@TEMPLATES.kernel
def makes_error(game: Game, policy: Policy) -> bool:
    """Whether a player makes an error in this decision."""
    if policy.error_rate <= 0.0:
        return False
    return draw(policy.noise, IS_ERROR, int(game.decisions), LARGE) < policy.error_rate * LARGE


@TEMPLATES.kernel
def any_option(game: Game, moves: Moves, n: int, policy: Policy) -> int:
    """A random option: the error of a player without values for options."""
    return int(moves[draw(policy.noise, ANY_OPTION, int(game.decisions), n)])


@TEMPLATES.kernel
def error(game: Game, policy: Policy, option: int) -> float:
    """The error in the value of an option, for a player that makes one."""
    luck = draw(policy.noise, ERROR + option, int(game.decisions), LARGE) / LARGE
    return policy.error_size * (2.0 * luck - 1.0)
