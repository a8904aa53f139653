"""Errors, like a person's: how often a player errs, and how far. Templates of a game's kernels."""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.engine.chance import draw
from trisim.engine.template import Templates

TEMPLATES = Templates()
Game: TypeAlias = Any
Moves: TypeAlias = Any
Mind: TypeAlias = Any

LARGE = 1_000_000
ERRS, ANYTHING, ERROR = 1, 2, 3
"""Streams of a seat's own chance: whether it errs, what it does then, by how much it misjudges."""


@TEMPLATES.kernel
def errs(game: Game, mind: Mind) -> bool:
    """Whether a player errs in this decision."""
    if mind.erring <= 0.0:
        return False
    return draw(mind.noise, ERRS, int(game.decisions), LARGE) < mind.erring * LARGE


@TEMPLATES.kernel
def anything(game: Game, moves: Moves, n: int, mind: Mind) -> int:
    """Any option, each as likely: what a player does that errs, if nobody knows how it judges."""
    return int(moves[draw(mind.noise, ANYTHING, int(game.decisions), n)])


@TEMPLATES.kernel
def error(game: Game, mind: Mind, option: int) -> float:
    """By how much an option is misjudged by a player that errs."""
    luck = draw(mind.noise, ERROR + option, int(game.decisions), LARGE) / LARGE
    return mind.far * (2.0 * luck - 1.0)
