"""The contents of the balance report: the one place where its sections are listed, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trisim.games.trismegistus.report.analyses.bowls import BowlAnalysis
from trisim.games.trismegistus.report.analyses.cards import CardAnalysis
from trisim.games.trismegistus.report.analyses.categories import CategoryAnalysis
from trisim.games.trismegistus.report.analyses.economy import EconomyAnalysis
from trisim.games.trismegistus.report.analyses.flow import FlowAnalysis
from trisim.games.trismegistus.report.analyses.solo import SoloAnalysis
from trisim.games.trismegistus.report.sections import bowls, solo
from trisim.report.inputs import Material
from trisim.report.page.model import Section
from trisim.report.sections import (
    alchemists,
    cards,
    categories,
    economy,
    flow,
    provenance,
    seats,
    skill,
    verdicts,
)
from trisim.stats.analyses.roles import RoleAnalysis
from trisim.stats.analyses.seats import SeatAnalysis
from trisim.stats.analyses.skill import SkillAnalysis
from trisim.stats.analyses.source import Analysis


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section: what is asked of every run, and how the answer is put.

    A section without an analysis of its own speaks of what others found. ``build`` returns nothing
    where the section has no place, such as the solo game in a report of four players.
    """

    key: str
    build: Callable[[Material], Section | None]
    analysis: type[Analysis] | None = None


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(verdicts.KEY, verdicts.build),
    Chapter(bowls.KEY, bowls.build, BowlAnalysis),
    Chapter(alchemists.KEY, alchemists.build, RoleAnalysis),
    Chapter(seats.KEY, seats.build, SeatAnalysis),
    Chapter(categories.KEY, categories.build, CategoryAnalysis),
    Chapter(cards.KEY, cards.build, CardAnalysis),
    Chapter(economy.KEY, economy.build, EconomyAnalysis),
    Chapter(flow.KEY, flow.build, FlowAnalysis),
    Chapter(skill.KEY, skill.build, SkillAnalysis),
    Chapter(solo.KEY, solo.build, SoloAnalysis),
    Chapter(provenance.KEY, provenance.build),
)
