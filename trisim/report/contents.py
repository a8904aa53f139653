"""Ready lists of chapters for any game, by outcome."""

from __future__ import annotations

from trisim.record.base import Outcome, RoleWords
from trisim.report.kit import Chapter, ReportKit
from trisim.report.sections import (
    categories,
    flow,
    provenance,
    roles,
    seats,
    skill,
    team,
    team_flow,
    verdicts,
)
from trisim.stats.analyses.categories import CategoryAnalysis
from trisim.stats.analyses.flow import FlowAnalysis
from trisim.stats.analyses.roles import RoleAnalysis
from trisim.stats.analyses.seats import SeatAnalysis
from trisim.stats.analyses.skill import SkillAnalysis
from trisim.stats.analyses.team import TeamAnalysis
from trisim.stats.analyses.team_flow import TeamFlowAnalysis

VERDICTS = Chapter(verdicts.KEY, verdicts.TITLE, verdicts.build)
SEATS = Chapter(seats.KEY, seats.TITLE, seats.build, SeatAnalysis)
CATEGORIES = Chapter(categories.KEY, categories.TITLE, categories.build, CategoryAnalysis)
FLOW = Chapter(flow.KEY, flow.TITLE, flow.build, FlowAnalysis)
SKILL = Chapter(skill.KEY, skill.TITLE, skill.build, SkillAnalysis)
PROVENANCE = Chapter(provenance.KEY, provenance.TITLE, provenance.build)


POINTS_KEY_MEASURES = (
    ("score.winning", "points win a game"),
    ("flow.lead_changes", "lead changes a game"),
    ("seat.0.win", "of games are won by the starting player"),
)
TEAM_KEY_MEASURES = (("team.won", "of games are won"), ("flow.turns", "turns a game"))
"""What stands at the top of a page, where a run has it."""


def roles_chapter(role: RoleWords) -> Chapter:
    """The section on roles, under the game's word for them."""
    return Chapter(role.many, role.many.capitalize(), roles.build, RoleAnalysis)


def points_chapters(role: RoleWords | None = None) -> tuple[Chapter, ...]:
    """The chapters of a game in which the best score wins."""
    roles_too = (roles_chapter(role),) if role is not None else ()
    return (VERDICTS, *roles_too, SEATS, CATEGORIES, FLOW, SKILL, PROVENANCE)


def team_chapters(role: RoleWords | None = None) -> tuple[Chapter, ...]:
    """The chapters of a team game.

    The chapters on roles and strategies use the result of ``TeamAnalysis``.
    """
    outcome = Chapter(team.KEY, team.TITLE, team.build, TeamAnalysis)
    flow_of_team = Chapter(team_flow.KEY, team_flow.TITLE, team_flow.build, TeamFlowAnalysis)
    strategies = Chapter(skill.KEY, skill.TITLE, skill.build)
    roles_too = (
        (Chapter(role.many, role.many.capitalize(), team.build_roles),) if role is not None else ()
    )
    return (VERDICTS, outcome, *roles_too, flow_of_team, strategies, PROVENANCE)


def neutral_report(outcome: Outcome, role: RoleWords | None = None) -> ReportKit:
    """The report of a game without chapters of its own."""
    if outcome is Outcome.TEAM:
        return ReportKit(chapters=team_chapters(role), key_measures=TEAM_KEY_MEASURES)
    return ReportKit(chapters=points_chapters(role), key_measures=POINTS_KEY_MEASURES)
