"""Checksums compared with stored ones: what differs, is missing or is new, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.checksums.playing import Cases

Flat: TypeAlias = dict[tuple[str, str], str]
"""Checksums by case and ``table.column``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Changes of columns that are meant, as ``table.column``, each with its reason."""

    added: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The new name, and the reason."""

    removed: Mapping[str, str] = field(default_factory=dict)

    def applied(self, stored: Flat) -> Flat:
        """The stored checksums as they have to be after these changes."""
        return {
            (case, self.renamed[column][0] if column in self.renamed else column): value
            for (case, column), value in stored.items()
            if column not in self.removed
        }

    def unused(self, stored: Flat, found: Flat) -> Iterator[str]:
        """Declared changes of columns that don't exist: mistyped, or no longer needed."""
        old, new = ({column for _, column in each} for each in (stored, found))
        renamed = [target for target, _ in self.renamed.values()]
        for column in {*self.removed, *self.renamed} - old:
            yield f"{column} is declared as removed or renamed, but it is not stored"
        for column in {*self.added, *renamed} - new:
            yield f"{column} is declared as added or as a new name, but it does not exist"


def differences(stored: Cases, found: Cases, changes: Changes) -> list[str]:
    """A line for each column that is not as it is stored, and for each wrong declaration."""
    before, now = flat(stored), flat(found)
    expected = changes.applied(before)
    lines = [*changes.unused(before, now)]
    for case, column in {**expected, **now}:
        place = (case, column)
        if place not in now:
            lines.append(f"{case}: {column} is missing")
        elif place not in expected:
            if column not in changes.added:
                lines.append(f"{case}: {column} is new")
        elif now[place] != expected[place]:
            lines.append(f"{case}: {column} differs ({expected[place]} stored, {now[place]} now)")
    return sorted(lines)


def flat(cases: Cases) -> Flat:
    """Checksums without nesting."""
    return {
        (case, f"{table}.{column}"): value
        for case, tables in cases.items()
        for table, columns in tables.items()
        for column, value in columns.items()
    }


MOST_SHOWN = 60
"""Differences that a message names one by one."""


def message(lines: list[str]) -> str:
    """What a failing test prints: the first differences, and how many there are by case."""
    shown = "\n".join(f"  {line}" for line in lines[:MOST_SHOWN])
    if len(lines) <= MOST_SHOWN:
        return shown
    counts = Counter(line.partition(":")[0] for line in lines)
    by_case = ", ".join(f"{case} {count}" for case, count in counts.items())
    return f"{shown}\n  and {len(lines) - MOST_SHOWN} more; by case: {by_case}"
