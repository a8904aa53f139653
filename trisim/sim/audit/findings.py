"""What an audit finds: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

SHOWN = 5
"""Findings that a check keeps; the others are counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it must be."""

    file: str
    """The file, as seen from the folder of the run."""

    place: tuple[tuple[str, int | str], ...]
    """What leads to it inside the file: ``(("game", 17), ("seat", 2))``."""

    what: str
    found: str
    expected: str

    def at(self, name: str) -> int | str | None:
        """A part of the place: ``finding.at("game")``."""
        return dict(self.place).get(name)

    def __str__(self) -> str:
        """One line.

        >>> print(Finding("games/part-00000.parquet", (("game", 7),), "margin", "3", "4"))
        games/part-00000.parquet, game 7: margin 3, expected 4
        """
        where = ", ".join([self.file, *(f"{name} {value}" for name, value in self.place)])
        expected = f", expected {self.expected}" if self.expected else ""
        return f"{where}: {self.what} {self.found}{expected}"


@dataclass(frozen=True, slots=True)
class Wrong:
    """The findings of one kind in one place: their number, and the first of them."""

    count: int
    first: tuple[Finding, ...]


def one(file: str, what: str, found: object, expected: object = "", **place: int | str) -> Wrong:
    """A single finding."""
    return Wrong(1, (Finding(file, tuple(place.items()), what, str(found), str(expected)),))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How a check went."""

    name: str
    chapter: str
    """What it belongs to: files, keys, scores…"""

    says: str
    """What must hold."""

    looked_at: int
    """How many things it was held against; 0: there was nothing to look at."""

    unit: str
    wrong: int
    first: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return self.wrong == 0


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The result of an audit."""

    path: Path
    games: int
    """Games that were looked at."""

    results: tuple[CheckResult, ...]
    broken: frozenset[int] = frozenset()
    """Parts of which a file is missing or not as it was written, if playing them again helps."""

    notes: tuple[str, ...] = ()
    """What is worth knowing and no fault: an unfinished run, aborted games."""

    is_cut_short: bool = False
    """Whether no table could be looked at, for want of the manifest or the box."""

    skipped: frozenset[str] = frozenset()
    """Checks that need columns which a run of an earlier version doesn't have."""

    chapter_words: Mapping[str, str] = field(default_factory=dict)
    """What the chapters are about."""

    @property
    def is_clean(self) -> bool:
        """Whether no check found anything."""
        return all(result.is_clean for result in self.results)

    @property
    def wrong(self) -> int:
        """How many things are wrong, over all checks."""
        return sum(result.wrong for result in self.results)

    @property
    def chapters(self) -> dict[str, list[CheckResult]]:
        """The results by chapter, in the order in which the checks were made."""
        found: dict[str, list[CheckResult]] = {}
        for result in self.results:
            found.setdefault(result.chapter, []).append(result)
        return found

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that found something."""
        return tuple(result.name for result in self.results if not result.is_clean)

    def __getitem__(self, name: str) -> CheckResult:
        """A check's result by name."""
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)
