"""The section on mages, with the words of this game."""

from __future__ import annotations

from trisim.games.madness.report.words import FIRST_CARDS
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Section
from trisim.report.sections.team_roles import build_team_roles

KEY, TITLE = "mages", "Mages"


def build(inputs: ReportInputs) -> Section:
    return build_team_roles(inputs, FIRST_CARDS)
