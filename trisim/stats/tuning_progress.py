"""How a tuning went: the win rate of its candidates against each opponent, by generation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

WINDOW = 9
"""Generations against the same opponent that a running mean is over, at the most."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a generation tells: who was played against, and the mean win rate of its candidates."""

    generation: int
    opponent: str
    win: float


@dataclass(frozen=True, slots=True)
class Climb:
    """The generations against one opponent: win rates, and a running mean with its band.

    The band is two standard errors wide to each side, by how much the generations of the window
    differ; it isn't there for a single one.
    """

    opponent: str
    generations: tuple[int, ...]
    wins: tuple[float, ...]
    means: tuple[float, ...]
    errors: tuple[float, ...]


def climbs(turns: Sequence[Turn]) -> tuple[Climb, ...]:
    """By opponent, in the order in which they were first met."""
    names = dict.fromkeys(turn.opponent for turn in turns)
    return tuple(
        climb_of(name, [turn for turn in turns if turn.opponent == name]) for name in names
    )


def climb_of(opponent: str, turns: Sequence[Turn]) -> Climb:
    """The generations against one opponent."""
    wins = [turn.win for turn in turns]
    windows = [window_around(wins, place) for place in range(len(wins))]
    return Climb(
        opponent,
        tuple(turn.generation for turn in turns),
        tuple(wins),
        tuple(float(np.mean(window)) for window in windows),
        tuple(error_of(window) for window in windows),
    )


def window_around(values: Sequence[float], place: int) -> Sequence[float]:
    """The values nearest to one, as many before as behind; fewer at both ends.

    >>> window_around(range(20), 1), len(window_around(range(20), 10))
    (range(0, 3), 9)
    """
    reach = min(WINDOW // 2, place, len(values) - 1 - place)
    return values[place - reach : place + reach + 1]


def error_of(values: Sequence[float]) -> float:
    """Two standard errors of a mean; nothing is known of a single value."""
    if len(values) < 2:
        return math.nan
    return float(2 * np.std(values, ddof=1) / math.sqrt(len(values)))
