"""The inputs of a report: the results of its runs, and the targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from trisim.report.kit import ReportKit
from trisim.report.provenance import Provenance
from trisim.stats.analyses.source import Facts, Missing, Result
from trisim.stats.analyses.targets import Targets
from trisim.stats.estimate import Estimate

R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class RunInputs:
    """A run: its facts and the results of its sections."""

    facts: Facts
    results: dict[str, Result]
    provenance: Provenance | None = None
    """The origin of the run; None for results from elsewhere."""

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
class ReportInputs:
    """All runs of a report, in the given order; all are of one game.

    The page is about the first run without an automa, or the first run if all have one; further
    runs are compared with it.
    """

    runs: tuple[RunInputs, ...]
    kit: ReportKit
    targets: Targets
    """The aims of the designer."""

    @property
    def subject(self) -> RunInputs:
        """The run that the page is about."""
        return self.tables[0] if self.tables else self.runs[0]

    @property
    def tables(self) -> tuple[RunInputs, ...]:
        """The runs without an automa."""
        return tuple(each for each in self.runs if not each.facts.has_automa)

    @property
    def solo(self) -> tuple[RunInputs, ...]:
        return tuple(each for each in self.runs if each.facts.has_automa)
