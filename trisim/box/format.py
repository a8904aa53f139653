"""The format of a game's boxes: their files, contents and checks.

A game declares a dataclass for the rows of each CSV file and for the table of each TOML file, a
``Box`` with a field for each file, and a ``BoxFormat`` that names them. Reading, checking, tidying,
varying, comparing and showing a box follow::

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Relic(Card):
        value: int = column(Integer(0, 9), "points at the end")

    @dataclass(frozen=True, slots=True)
    class Rules:
        rounds: int = column(Integer(1, 9), "rounds in a game")

    @dataclass(frozen=True, kw_only=True)
    class MyBox(Box):
        relics: tuple[Relic, ...]
        rules: Rules

    FORMAT = BoxFormat(
        game="mygame",
        box=MyBox,
        reference=files(__package__) / "reference",  # box.toml, relics.csv, rules.toml
        cards={"relics": Relic},
        settings={"rules": Rules},
    )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, TypeVar

from trisim.box.box import About, Box, Card
from trisim.box.build import Draft
from trisim.box.faults import Faults

B = TypeVar("B", bound=Box, covariant=True)

Check = Callable[[Draft, Faults], None]
"""Adds what is wrong with a draft, in which faulty values are missing."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BoxFormat(Generic[B]):
    """The declaration of a game's boxes."""

    game: str
    """The name of the game."""

    box: type[B]
    """The class of a loaded box: it has a field for each file, by the file's name."""

    reference: Traversable
    """The folder of the box that comes with the game."""

    cards: Mapping[str, type[Card]]
    """The CSV files by name, without ``.csv``, and what their rows are."""

    tables: Mapping[str, type[Any]] = field(default_factory=dict)
    """The TOML files that hold any number of tables by id, and what these are."""

    settings: Mapping[str, type[Any]] = field(default_factory=dict)
    """The TOML files that are one table each. ``box.toml`` comes with every format."""

    about: type[About] = About
    """What ``box.toml`` is. A table ``counts`` in it says how many there must be of each file."""

    groups: Mapping[str, str] = field(default_factory=dict)
    """Columns by whose words ``counts`` has a table for a CSV file in place of one number."""

    roles: str = ""
    """The file that holds the roles of the players, if they have any."""

    room: Mapping[str, int] = field(default_factory=dict)
    """The most entries of files, by name: the records that kernels read have fixed room."""

    checks: tuple[Check, ...] = ()
    """What must hold between values, besides ids, names, references, counts and room."""

    counted: tuple[str, ...] = ()
    """The files that a check of a box counts when all is well; all with ids, if none is named."""

    pages: str = ""
    """Where the ``Pages`` of ``trisim box show`` are, ``package.module:NAME``, if the game has any.

    A name, as pages need rich, which nothing else here does.
    """

    def __post_init__(self) -> None:
        own = {each.name for each in fields(self.box)}
        for name in (*self.cards, *self.tables, *self.settings):
            if hasattr(Box, name) or name in {each.name for each in fields(Box)}:
                raise ValueError(f"no file of a box can be called '{name}': Box has that name")
            if name not in own:
                raise ValueError(f"{self.box.__name__} has no field for the file '{name}'")

    @property
    def with_ids(self) -> tuple[str, ...]:
        """The files whose entries have ids."""
        return (*self.cards, *self.tables)

    @property
    def one_table(self) -> dict[str, type[Any]]:
        """The TOML files that are one table each, ``box`` first."""
        return {"box": self.about, **self.settings}

    @property
    def sections(self) -> tuple[str, ...]:
        """All files by name, without their endings, in the order of comparisons."""
        return (*self.with_ids, *self.one_table)

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of all files."""
        toml = ("box", *self.tables, *self.settings)
        return (*(f"{name}.csv" for name in self.cards), *(f"{name}.toml" for name in toml))

    def folder_of(self, box: str | Path | None) -> Traversable:
        """The folder of a box; by default the reference set."""
        return self.reference if box is None or str(box) == "reference" else Path(box)
