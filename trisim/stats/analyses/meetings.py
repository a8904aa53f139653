"""Meetings of strategies: how often one finishes above another at the same table.

Their figures, ``strategy.A.against.B.win``, are there for targets that name them. Other patterns,
such as ``strategy.*.win``, don't match them, and a report doesn't list them among its main figures.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Protocol, runtime_checkable

from trisim.stats.estimate import Estimate

AGAINST = ".against."
"""What the name of a figure on a meeting has, and that of no other figure."""


@runtime_checkable
class HasMeetings(Protocol):
    """A result that knows how often a strategy finishes above another one."""

    def meetings(self) -> dict[str, Estimate]:
        """``strategy.A.against.B.win`` of every two strategies, in both orders."""


def meeting_name(one: str, other: str) -> str:
    """The name of the figure on how often one finishes above another."""
    return f"strategy.{one}{AGAINST}{other}.win"


def is_meeting(name: str) -> bool:
    """Whether a name, or a pattern of names, is about two strategies that meet."""
    return AGAINST in name


def is_usual(name: str) -> bool:
    """Whether a measure is looked at without being asked for."""
    return not is_meeting(name)


def fits(name: str, pattern: str) -> bool:
    """Whether a measure fits a pattern; one on meetings only if the pattern is about them."""
    return is_meeting(name) == is_meeting(pattern) and fnmatchcase(name, pattern)


def who_meet(pattern: str) -> tuple[str, str]:
    """The two strategies of a figure on a meeting; ``*`` where a pattern leaves one open."""
    one, _, other = pattern.removeprefix("strategy.").partition(AGAINST)
    return one, other.removesuffix(".win")
