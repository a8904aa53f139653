"""Facts that the tables of all games share: the outcome, and the word for roles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How a game ends."""

    POINTS = "points"  # players have scores, and the best of them win
    TEAM = "team"  # all win or lose together


@dataclass(frozen=True, slots=True)
class RoleWords:
    """The game's words for the roles of players, such as heroes."""

    one: str
    """The column of ``players``, and the first word of measures: ``hero.knight.win``."""

    many: str
    """The option of the command line and the keyword in Python: ``--heroes``."""

    help: str
    """The help text of the option."""

    may_repeat: bool = False
    """Whether two players of a game can have the same role."""
