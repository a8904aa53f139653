"""The contents of the balance report: the one place where its sections are listed, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trisim.report.material import Material
from trisim.report.page.model import Section
from trisim.report.sections import (
    alchemists,
    bowls,
    cards,
    categories,
    economy,
    flow,
    provenance,
    seats,
    skill,
    solo,
    verdicts,
)
from trisim.stats.balance.alchemists import AlchemistAnalysis
from trisim.stats.balance.bowls import BowlAnalysis
from trisim.stats.balance.cards import CardAnalysis
from trisim.stats.balance.categories import CategoryAnalysis
from trisim.stats.balance.economy import EconomyAnalysis
from trisim.stats.balance.flow import FlowAnalysis
from trisim.stats.balance.seats import SeatAnalysis
from trisim.stats.balance.skill import SkillAnalysis
from trisim.stats.balance.solo import SoloAnalysis
from trisim.stats.balance.source import Analysis


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
    Chapter(alchemists.KEY, alchemists.build, AlchemistAnalysis),
    Chapter(seats.KEY, seats.build, SeatAnalysis),
    Chapter(categories.KEY, categories.build, CategoryAnalysis),
    Chapter(cards.KEY, cards.build, CardAnalysis),
    Chapter(economy.KEY, economy.build, EconomyAnalysis),
    Chapter(flow.KEY, flow.build, FlowAnalysis),
    Chapter(skill.KEY, skill.build, SkillAnalysis),
    Chapter(solo.KEY, solo.build, SoloAnalysis),
    Chapter(provenance.KEY, provenance.build),
)
