"""The checks by name: each a small function that says in one line what must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from trisim.record.base import RoleWords
from trisim.record.recording import Recording
from trisim.sim.audit.findings import Wrong

if TYPE_CHECKING:
    from trisim.sim.audit.evidence import Evidence

Look: TypeAlias = Callable[[Any], Iterator[Wrong]]
"""Takes the ``Evidence`` of a part: that of the game, which has facts of its own."""

ROLE, ROLES = "{role}", "{roles}"
"""In name, words and needs of a check: what the game calls a role, and roles."""


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold in every part of a run."""

    name: str
    says: str
    needs: tuple[str, ...]
    """Tables it reads, the one whose rows it goes through first; a part without one is left out.
    ``turns.pick`` stands for a table and a column that other games, or earlier formats, don't have
    as it is now; ``players.vp_*`` for any column that begins so."""

    look: Look
    roles_differ: bool = False
    """Whether it is for games in which no two players have the same role."""

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

    @property
    def chapter(self) -> str:
        """What it belongs to: the name of its module."""
        return self.look.__module__.rpartition(".")[2]

    def named(self, role: RoleWords | None) -> Check | None:
        """The check in the words of a game; None if it is about roles that it doesn't have."""
        if self.roles_differ and (role is None or role.may_repeat):
            return None
        words = (self.name, self.says, *self.needs)
        if not any(ROLE in word or ROLES in word for word in words):
            return self
        if role is None:
            return None
        name, says, *needs = (word.format(role=role.one, roles=role.many) for word in words)
        return replace(self, name=name, says=says, needs=tuple(needs))

    def fits(self, recording: Recording) -> bool:
        """Whether a game has all tables and columns that the check needs."""
        return all(is_declared(need, recording) for need in self.needs)


def is_declared(need: str, recording: Recording) -> bool:
    """Whether a game has a table, or a column of it."""
    table, _, column = need.partition(".")
    declared = recording.tables.get(table)
    return declared is not None and (not column or has_column(column, declared.names))


def has_column(column: str, names: Iterable[str]) -> bool:
    """Whether a column is among some; ``vp_*`` is any that begins so.

    >>> has_column("vp_*", ["seat", "vp_cards"]), has_column("seat", ["seats"])
    (True, False)
    """
    if column.endswith("*"):
        return any(name.startswith(column[:-1]) for name in names)
    return column in names


class Checks:
    """Checks by name, in the order in which they are made; ``check`` is their decorator."""

    def __init__(self) -> None:
        self.by_name: dict[str, Check] = {}

    def check(
        self, name: str, says: str, *needs: str, roles_differ: bool = False
    ) -> Callable[[Look], Look]:
        """Register a check."""

        def register(look: Look) -> Look:
            if name in self.by_name:
                raise ValueError(f"there are two checks '{name}'")
            self.by_name[name] = Check(name, says, needs, look, roles_differ)
            return look

        return register


BASE = Checks()
"""The checks of tables and columns that every game can have."""

check = BASE.check
