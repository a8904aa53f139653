"""The contents of the balance report: the one place where its sections are listed, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trisim.report.material import Material
from trisim.report.page.model import Section
from trisim.report.sections import alchemists, provenance, seats, verdicts
from trisim.stats.balance.alchemists import AlchemistAnalysis
from trisim.stats.balance.seats import SeatAnalysis
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
    Chapter(alchemists.KEY, alchemists.build, AlchemistAnalysis),
    Chapter(seats.KEY, seats.build, SeatAnalysis),
    Chapter(provenance.KEY, provenance.build),
)
