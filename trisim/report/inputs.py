"""What a report is made of: the results of its runs, and what they were judged by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from trisim.games.trismegistus.report import TARGETS
from trisim.report.provenance import Provenance
from trisim.stats.analyses.source import Facts, Missing, Result
from trisim.stats.analyses.targets import Targets, game_targets
from trisim.stats.estimate import Estimate

R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class RunMaterial:
    """A run: its facts and, by section, what it comes to."""

    facts: Facts
    results: dict[str, Result]
    provenance: Provenance | None = None
    """How the run came about; nothing for results that come from elsewhere."""

    def result(self, kind: type[R], section: str) -> R | Missing:
        """The result of a section, or why there is none."""
        found = self.results.get(section, Missing("This was not asked of the run."))
        if isinstance(found, (kind, Missing)):
            return found
        raise TypeError(f"{section}: {type(found).__name__}, not {kind.__name__}")

    def measures(self) -> dict[str, Estimate]:
        """The main figures of all sections by name."""
        return {
            name: estimate
            for result in self.results.values()
            for name, estimate in result.measures().items()
        }


@dataclass(frozen=True, slots=True)
class Material:
    """All runs of a report, in the order they were named.

    The page is about the first run at a table, or the first solo run if there is no other; further
    runs stand beside it where runs are compared.
    """

    runs: tuple[RunMaterial, ...]
    targets: Targets = field(default_factory=lambda: game_targets(TARGETS))
    """What a designer aims at."""

    @property
    def subject(self) -> RunMaterial:
        """The run that the page is about."""
        return self.tables[0] if self.tables else self.runs[0]

    @property
    def tables(self) -> tuple[RunMaterial, ...]:
        """The runs of two to four players."""
        return tuple(each for each in self.runs if not each.facts.has_automa)

    @property
    def solo(self) -> tuple[RunMaterial, ...]:
        """The runs against Botmegistus."""
        return tuple(each for each in self.runs if each.facts.has_automa)
