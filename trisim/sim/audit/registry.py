"""The checks by name: each a small function that says in one line what must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import Wrong

Look: TypeAlias = Callable[[Evidence], Iterator[Wrong]]


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold in every part of a run."""

    name: str
    says: str
    needs: tuple[str, ...]
    """Tables it reads, the one whose rows it goes through first; a part without one is left out.
    ``turns.pick`` stands for a table and a column that earlier formats don't have as it is now."""

    look: Look

    def can_look(self, evidence: Evidence) -> bool:
        """Whether a part has all that the check needs."""
        return all(map(evidence.has, self.needs))

    def lacks_columns(self, evidence: Evidence) -> bool:
        """Whether a part has all tables, but not all columns."""
        return all(map(evidence.has, self.tables)) and not self.can_look(evidence)

    @property
    def tables(self) -> list[str]:
        """The tables it reads."""
        return [need.partition(".")[0] for need in self.needs]


CHECKS: dict[str, Check] = {}
"""Every check of parts by name, in the order in which they are made."""


def check(name: str, says: str, *needs: str) -> Callable[[Look], Look]:
    """Register a check."""

    def register(look: Look) -> Look:
        if name in CHECKS:
            raise ValueError(f"there are two checks '{name}'")
        CHECKS[name] = Check(name, says, needs, look)
        return look

    return register
