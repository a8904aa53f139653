"""The declaration of a table: its columns with type, unit and meaning; all else follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, TypeAlias

import numpy as np

MISSING = -2
"""In a row: nothing, no word, or the end of a list (-1 has a meaning of its own: the setup)."""


Words: TypeAlias = dict[str, list[str]]
"""Words by vocabulary, each at the place of its code."""


Level: TypeAlias = Literal["always", "turns", "cards", "ledger"]
"""Which runs have a table; the ledger can be that of every N-th deal."""

OPTIONS: dict[Level, str] = {
    "always": "always",
    "turns": "--log turns",
    "cards": "--with cards",
    "ledger": "--with ledger",
}
"""The options that write the tables of a level."""


class Kind(Enum):
    """The type of a column, and its layout in the rows that kernels fill."""

    FLAG = "bool", np.int8
    SMALL = "int8", np.int8
    COUNT = "int16", np.int16
    NUMBER = "int32", np.int32
    LONG = "int64", np.int64
    SEED = "uint64", np.uint64
    SHARE = "float32", np.float32
    WORD = "dictionary", np.int16
    WORDS = "list of dictionary", np.int16
    SEATS = "list of int8", np.int8
    COUNTS = "list of int16", np.int16

    def __init__(self, said: str, stored: type[np.generic]) -> None:
        self.said = said
        self.stored = stored

    @property
    def is_list(self) -> bool:
        """Whether a cell holds several values."""
        return self in (Kind.WORDS, Kind.SEATS, Kind.COUNTS)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: ``vocabulary`` names the words of its codes, ``room`` the most values of a list."""

    name: str
    kind: Kind
    meaning: str
    unit: str = ""
    vocabulary: str = ""
    room: int = 0
    may_be_missing: bool = False  # MISSING in the rows, null in the file

    def __post_init__(self) -> None:
        if (self.kind in (Kind.WORD, Kind.WORDS)) != bool(self.vocabulary):
            raise ValueError(f"column {self.name}: words, and only they, need a vocabulary")
        if self.kind.is_list != bool(self.room):
            raise ValueError(f"column {self.name}: lists, and only they, need room")

    @property
    def field(self) -> str:
        """The name in a row for kernels: ``round_``, because ``round`` is a method there."""
        return f"{self.name}_" if hasattr(np.record, self.name) else self.name

    @property
    def fields(self) -> list[tuple[Any, ...]]:
        """Its fields in a row that a kernel fills; a list has its length beside it."""
        if self.kind.is_list:
            return [(self.field, self.kind.stored, (self.room,)), (f"n_{self.name}", np.int16)]
        return [(self.field, self.kind.stored)]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what one row stands for, and its columns; rows are sorted by the first ones."""

    name: str
    row: str
    """What a row is."""

    key: tuple[str, ...]
    """The columns that name a row; rows are sorted by them."""

    columns: tuple[Column, ...]
    level: Level = "always"
    option: str = ""
    """A game's own option without which it is not written: ``--expansion``."""

    varies: bool = False
    """Whether numbers vary from row to row: split into bytes they are written faster, else a
    dictionary makes them smaller."""

    def __getitem__(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    @property
    def asked_for(self) -> str:
        """The options that write it; ``always`` if it needs none."""
        return f"{self.option} {OPTIONS[self.level]}".strip()

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]


def each(
    names: Iterable[str], template: str, kind: Kind, meaning: str, unit: str = ""
) -> tuple[Column, ...]:
    """A column for each of several things, with its name in the template."""
    return tuple(
        Column(template.format(name), kind, meaning.format(name.replace("_", " ")), unit)
        for name in names
    )
