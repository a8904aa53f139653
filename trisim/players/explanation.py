"""Why a strategy chose what it chose: its options, what each was worth, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

WORTH = "worth"
"""In place of a feature: what something is worth as a whole."""

EQUAL = 1e-6
"""Points by which options may differ and still be worth the same."""

Parts = dict[str, float]
"""Points by feature."""


class Standing(StrEnum):
    """How an option stands beside the others, before its value is asked for."""

    PLAIN = "plain"  # by its value
    FIRST = "first"  # something free that gains: whatever else is done can wait
    NEVER = "never"  # something free that gains nothing, or can wait
    OUTDONE = "outdone"  # another one was better when both were judged together
    WASTE = "waste"  # what would waste something: not looked at
    UNTHOUGHT = "unthought"  # left out at first sight by a player that searches


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a player judged it.

    ``value`` is in points: of the position that the option leads to, or, of something free, what it
    gains over waiting. ``parts`` are its points by feature, and add up to it; there are none where
    it was found by a search.
    """

    move: int
    words: str
    value: float
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    standing: Standing = Standing.PLAIN
    deed: str = ""
    """What the option is for, in words."""

    error: float = 0.0
    """By how much it is misjudged, in points, if the player errs."""

    lines: int = 0
    """Lines of play that its value was found by, if the player searched."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A decision of a player whose judgement is known."""

    seat: int
    chosen: Option
    options: tuple[Option, ...]
    """The best first, as it is without errors."""

    makes_error: bool
    """Whether the player errs in this decision, which may change nothing."""

    @property
    def best(self) -> Option:
        """The option that is worth most."""
        return self.options[0]

    @property
    def runner_up(self) -> Option | None:
        """The best of the options that are worth more or less than the chosen one, and like it."""
        for option in self.options:
            is_like = option.standing is self.chosen.standing
            if is_like and abs(option.value - self.chosen.value) > EQUAL:
                return option
        return None

    def difference(self) -> dict[str, float]:
        """Points by feature that the chosen option has over the runner-up, the most first."""
        other = self.runner_up
        if other is None:
            return {}
        return by_size(minus(self.chosen.parts, other.parts))


class Explainer(Protocol):
    """What chooses for a seat as its strategy does, and remembers why."""

    seat: int
    last: Explanation | None
    """Why the last move was chosen; None if that can't be known."""

    def __call__(self, game: Any) -> int:
        """The choice."""


def minus(parts: Mapping[str, float], others: Mapping[str, float]) -> Parts:
    """The difference between two sums, part by part."""
    return {name: parts.get(name, 0.0) - others.get(name, 0.0) for name in {**parts, **others}}


def by_size(parts: Mapping[str, float]) -> Parts:
    """Parts that are not nothing, the largest first."""
    found = {name: value for name, value in parts.items() if abs(value) > EQUAL}
    return dict(sorted(found.items(), key=lambda part: (-abs(part[1]), part[0])))
