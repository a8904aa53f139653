"""Ready lists of chapters for any game, by how its games end."""

from __future__ import annotations

from trisim.record.base import RoleWords
from trisim.report.kit import Chapter
from trisim.report.sections import (
    categories,
    flow,
    provenance,
    roles,
    seats,
    skill,
    verdicts,
)
from trisim.stats.analyses.categories import CategoryAnalysis
from trisim.stats.analyses.flow import FlowAnalysis
from trisim.stats.analyses.roles import RoleAnalysis
from trisim.stats.analyses.seats import SeatAnalysis
from trisim.stats.analyses.skill import SkillAnalysis

VERDICTS = Chapter(verdicts.KEY, verdicts.TITLE, verdicts.build)
SEATS = Chapter(seats.KEY, seats.TITLE, seats.build, SeatAnalysis)
CATEGORIES = Chapter(categories.KEY, categories.TITLE, categories.build, CategoryAnalysis)
FLOW = Chapter(flow.KEY, flow.TITLE, flow.build, FlowAnalysis)
SKILL = Chapter(skill.KEY, skill.TITLE, skill.build, SkillAnalysis)
PROVENANCE = Chapter(provenance.KEY, provenance.TITLE, provenance.build)


def roles_chapter(role: RoleWords) -> Chapter:
    """The section on roles, under the game's word for them."""
    return Chapter(role.many, role.many.capitalize(), roles.build, RoleAnalysis)


def points_chapters(role: RoleWords | None = None) -> tuple[Chapter, ...]:
    """The chapters of a game in which the best score wins."""
    roles_too = (roles_chapter(role),) if role is not None else ()
    return (VERDICTS, *roles_too, SEATS, CATEGORIES, FLOW, SKILL, PROVENANCE)
