"""Columns and keys declared as dataclass fields, and functions that read the declarations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from trisim.box.faults import FieldError
from trisim.box.fields import Field, Text

KEY = "trisim"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a CSV file, or a key of a TOML file with one value."""

    name: str
    field: Field[Any]
    meaning: str
    optional: bool = False
    why: str = ""

    @property
    def is_text(self) -> bool:
        """Whether it is for people, and no rule reads it."""
        return isinstance(self.field, Text)

    def is_value(self, cell: object) -> bool:
        """Whether a cell can be read as a value."""
        try:
            self.field.parse(cell)
        except FieldError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a TOML file: one of a class, or (``many``) any number by id."""

    name: str
    of: type[Any]
    many: bool = False


def column(kind: Field[Any], meaning: str) -> Any:
    """Declare a required column or key."""
    return field(metadata={KEY: (kind, meaning, "")})


def ruling(kind: Field[Any], meaning: str, why: str) -> Any:
    """Declare a key that decides an open question of the rulebooks, with the reason."""
    return field(metadata={KEY: (kind, meaning, why)})


def option(kind: Field[Any], default: object, meaning: str) -> Any:
    """Declare an optional key."""
    return field(default=default, metadata={KEY: (kind, meaning, "")})


def table(of: type[Any], *, many: bool = False) -> Any:
    """Declare a table inside a table; ``many``: a table of such tables by id."""
    return field(metadata={KEY: (of, many)})


def layout(cls: type[Any]) -> Iterator[Column | Table]:
    """The columns, keys and tables that a class declares, in order."""
    for item in fields(cls):
        if KEY not in item.metadata:
            continue
        declared = item.metadata[KEY]
        if len(declared) == 2:
            yield Table(item.name, *declared)
        else:
            kind, meaning, why = declared
            yield Column(item.name, kind, meaning, item.default is not MISSING, why)


def columns(cls: type[Any]) -> dict[str, Column]:
    """The columns or keys of a class by name."""
    return {item.name: item for item in layout(cls) if isinstance(item, Column)}
