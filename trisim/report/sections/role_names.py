"""Roles by name and rank, for all blocks about them."""

from __future__ import annotations

from trisim.record.base import RoleWords
from trisim.report.sections.words import named, sorted_by_value
from trisim.report.style import LONGEST
from trisim.stats.analyses.roles import RoleFigures, Roles
from trisim.stats.analyses.source import Facts

NO_ROLES = RoleWords("role", "roles", "")


def words_of(facts: Facts) -> RoleWords:
    """The game's words for roles."""
    return facts.role or NO_ROLES


def title(word: str) -> str:
    return f"{word[:1].upper()}{word[1:]}"


def label(facts: Facts, role: str) -> str:
    """A role as printed."""
    return named(facts.box, role)


def short_label(facts: Facts, role: str, longest: int = LONGEST) -> str:
    """A role in a figure: as printed if there is room for it."""
    return named(facts.box, role, longest)


def ranked(found: Roles) -> list[RoleFigures]:
    """From the best to the worst."""
    return sorted_by_value(found.figures, lambda each: each.win.estimate.value)
