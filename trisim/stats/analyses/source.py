"""The input of analyses: a run in batches of whole deals, and facts about it.

An analysis reads a run batch by batch and keeps sums, so that memory stays flat for runs of any
length; every table is a lazy polars frame, of which only the used columns are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import polars as pl

from trisim.record.base import Outcome, RoleWords
from trisim.record.columns import Table
from trisim.stats.estimate import Estimate
from trisim.stats.sequence import Target


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a run that analyses need besides its rows."""

    label: str
    """A name for the run, to tell it from others of the report."""

    box: Any
    """A ``Box``, of the class that its game has."""

    players: int
    """Seats; that of an automa is one of them."""

    lineup: tuple[str, ...]
    rotations: int
    """Rotations of the line-up in which a deal is played."""

    games: int
    tables: frozenset[str]
    """Tables that can be read."""

    game: str = ""
    """The name of the game."""

    outcome: Outcome = Outcome.POINTS
    role: RoleWords | None = None
    """What the game calls roles; nothing if it has none."""

    automa: str = ""
    """What line-ups call a seat that the rules play themselves; nothing if the game has none."""

    scenarios: tuple[str, ...] = ("standard",)
    """What every deal is played with, in order."""

    roles: str = ""
    """Who has which role: ``balanced`` and so on, or a list."""

    options: tuple[tuple[str, str], ...] = ()
    """Options of the game that are not as usual: name, and words for a reader."""

    role_ids: tuple[str, ...] = ()
    """All roles of the box."""

    rounds: int = 0
    """Rounds of a whole game; 0 if the game has none."""

    game_tables: Mapping[str, Table] = field(default_factory=dict)
    """All tables that runs of the game can have."""

    variants: tuple[str, ...] = ()
    """The names of variants of the box."""

    folder: str = ""
    """The name of the folder that the run is in."""

    seed: int = 0
    until: Target | None = None
    """What decided when the run stopped."""

    unusable: Mapping[str, str] = field(default_factory=dict)
    """Tables that the run has but that can't be read, and why, in a sentence each."""

    lacking: frozenset[str] = frozenset()
    """Columns that the tables of an earlier version lack: ``turns.scores``."""

    def has(self, need: str) -> bool:
        """Whether there is a table, or a column: ``turns.scores``."""
        there = need.partition(".")[0] in self.tables
        return there and need not in self.lacking and self.may_have(need)

    def may_have(self, need: str) -> bool:
        """Whether runs of the game can have a table, or a column."""
        table, _, column = need.partition(".")
        if table not in self.game_tables:
            return table in self.tables
        return not column or column in self.game_tables[table].names

    @property
    def games_a_deal(self) -> int:
        """Each scenario in each rotation."""
        return len(self.scenarios) * self.rotations

    @property
    def has_automa(self) -> bool:
        """Whether the rules play a seat themselves."""
        return bool(self.automa) and self.automa in self.lineup

    @property
    def is_team(self) -> bool:
        """Whether all players win or lose together."""
        return self.outcome is Outcome.TEAM

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies, each once, in the order of the line-up, without an automa."""
        return tuple(dict.fromkeys(name for name in self.lineup if name != self.automa))

    @property
    def rules(self) -> tuple[object, ...]:
        """What it is played with: the box and the options of the game."""
        return self.box.digest, self.options

    @property
    def par(self) -> float | None:
        """The win rate of equals; None for a team, and against an automa."""
        return None if self.is_team or self.has_automa else 1 / self.players


@dataclass(frozen=True, slots=True)
class Batch:
    """Some whole deals of a run: its tables as lazy frames."""

    frames: Mapping[str, pl.LazyFrame]

    def __getitem__(self, table: str) -> pl.LazyFrame:
        return self.frames[table]


class Result(Protocol):
    """The result of an analysis: a frozen dataclass that ``documents.plain`` can write."""

    def measures(self) -> dict[str, Estimate]:
        """Its main figures under stable names, such as ``seat.0.win``."""


class Analysis(Protocol):
    """The analysis of one section: made with the facts of a run, then fed batch by batch."""

    needs: ClassVar[tuple[str, ...]]
    """Tables without which nothing can be said; ``turns.scores``: with a column that those of
    other games, or of earlier versions, lack."""

    def __init__(self, facts: Facts) -> None: ...

    def read(self, batch: Batch) -> None:
        """Add a batch of whole deals."""

    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class Missing:
    """A section without a result, and why, in one line."""

    reason: str

    def measures(self) -> dict[str, Estimate]:
        return {}


def analyse(
    facts: Facts, batches: Iterable[Batch], analyses: Mapping[str, type[Analysis]]
) -> dict[str, Result]:
    """All sections of one run, in one pass over its batches."""
    found: dict[str, Result] = {}
    at_work: dict[str, Analysis] = {}
    for name, kind in analyses.items():
        lacking = [need for need in kind.needs if not facts.has(need)]
        if lacking:
            found[name] = Missing(lacking_words(facts, lacking))
        else:
            at_work[name] = kind(facts)
    for batch in batches:
        for each in at_work.values():
            each.read(batch)
    found |= {name: each.result() for name, each in at_work.items()}
    return {name: found[name] for name in analyses}


def lacking_words(facts: Facts, needs: list[str]) -> str:
    """Why tables or columns can't be read, and what to do about it."""
    tables = list(dict.fromkeys(need.partition(".")[0] for need in needs))
    broken = [facts.unusable[table] for table in tables if table in facts.unusable]
    if broken:
        return " ".join(broken)
    if columns := [need for need in needs if need in facts.lacking]:
        return f"An earlier version of trisim wrote the run, without {' and '.join(columns)}."
    if unknown := [need for need in needs if not facts.may_have(need)]:
        return f"This game has no {' and '.join(unknown)}."
    ways = dict.fromkeys(facts.game_tables[table].asked_for for table in tables)
    return f"The run has no table {' and '.join(tables)}: play it {' and '.join(ways)}."
