"""From rows and keys to cards and settings: each value read by its field, each fault noted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from trisim.box.faults import Faults, FieldError, Place, did_you_mean
from trisim.box.files import RawBox, RawCard, RawTable
from trisim.box.schema import Column, Table, columns, layout
from trisim.games.trismegistus.box.cards import CARD_FILES, Card
from trisim.games.trismegistus.box.settings import About, Alchemist, Board, Intro, Rules, Solo

T = TypeVar("T")

SETTINGS: dict[str, type[Any]] = {
    "box": About,
    "board": Board,
    "rules": Rules,
    "intro": Intro,
    "solo": Solo,
}
"""The TOML files that are one table; ``alchemists`` is a table of tables."""


@dataclass(frozen=True, slots=True)
class Row:
    """A card with the values that could be read, and its place."""

    raw: RawCard
    values: dict[str, Any]

    def at(self, column: str) -> Place:
        """Where a cell stands."""
        return self.raw.at(column)


@dataclass(frozen=True, slots=True)
class Draft:
    """A box as far as it could be read: checks work on it, faults or not."""

    raw: RawBox
    rows: dict[str, list[Row]]
    settings: dict[str, dict[str, Any]]
    alchemists: dict[str, dict[str, Any]]

    def values(self, kind: str) -> list[dict[str, Any]]:
        """The values of all rows of a file."""
        return [row.values for row in self.rows.get(kind, [])]

    def whole(self, kind: str) -> bool:
        """Whether a CSV file was read to its end, so that what is not there is missing."""
        return kind in self.rows and kind not in self.raw.torn

    def get(self, path: str) -> Any:
        """A setting by dotted path, ``None`` where it could not be read."""
        found: Any = self.settings
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def at(self, path: str) -> Place:
        """Where a setting stands, by file and dotted path."""
        file, _, inner = path.partition(".")
        table = self.raw.settings.get(file)
        return table.at(inner) if table else Place(f"{file}.toml")


def read_values(raw: RawBox, faults: Faults) -> Draft:
    """Read every value of a box."""
    rows = {
        kind: [read_card(CARD_FILES[kind], card, faults) for card in cards]
        for kind, cards in raw.cards.items()
    }
    settings = {
        file: read_table(SETTINGS[file], table.tables, "", table, faults)
        for file, table in raw.settings.items()
        if file in SETTINGS
    }
    alchemists: dict[str, dict[str, Any]] = {}
    if table := raw.settings.get("alchemists"):
        alchemists = read_tables(Alchemist, table.tables, "", table, faults)
    return Draft(raw, rows, settings, alchemists)


def read_card(cls: type[Card], raw: RawCard, faults: Faults) -> Row:
    """The values of a row; one that can't be read is left out."""
    values: dict[str, Any] = {}
    for name, column in columns(cls).items():
        if name in raw.cells:
            read_value(column, raw.cells[name], values, raw.at(name), faults)
    return Row(raw, values)


def read_value(
    column: Column, value: object, values: dict[str, Any], place: Place, faults: Faults
) -> None:
    """Put one value where it belongs, or note what is wrong with it."""
    try:
        values[column.name] = column.field.parse(value)
    except FieldError as error:
        faults.add_error(place, error)


def read_table(
    cls: type[Any], data: object, path: str, raw: RawTable, faults: Faults
) -> dict[str, Any]:
    """The values of a TOML table, with the tables inside it."""
    if not isinstance(data, dict):
        faults.add(raw.at(path), data, "a table should stand here", f"write it as [{path}]")
        return {}
    known = {item.name: item for item in layout(cls)}
    report_unknown_keys(data, list(known), path, raw, faults)
    values: dict[str, Any] = {}
    for name, item in known.items():
        inner = f"{path}.{name}" if path else name
        if name in data:
            read_item(item, data[name], values, inner, raw, faults)
        elif isinstance(item, Table) or not item.optional:
            faults.add(raw.at(inner), name, "this is missing", missing_remedy(item, inner))
    return values


def missing_remedy(item: Column | Table, path: str) -> str:
    """How to put a missing key or table back."""
    if isinstance(item, Table):
        return f"add a table [{path}]"
    return f"add '{item.name} = …' with {item.field.expects}"


def read_item(
    item: Column | Table,
    value: object,
    values: dict[str, Any],
    path: str,
    raw: RawTable,
    faults: Faults,
) -> None:
    """One key of a table: a value, a table, or a table of tables."""
    if isinstance(item, Column):
        read_value(item, value, values, raw.at(path), faults)
    elif item.many:
        values[item.name] = read_tables(item.of, value, path, raw, faults)
    else:
        values[item.name] = read_table(item.of, value, path, raw, faults)


def read_tables(
    cls: type[Any], data: object, path: str, raw: RawTable, faults: Faults
) -> dict[str, dict[str, Any]]:
    """Any number of tables by id."""
    if not isinstance(data, dict):
        faults.add(raw.at(path), data, "a table should stand here", f"write it as [{path}.NAME]")
        return {}
    ident = next(iter(columns(Card).values())).field
    found = {}
    for key, inner in data.items():
        at = f"{path}.{key}" if path else key
        try:
            ident.parse(key)
        except FieldError as error:
            faults.add_error(raw.at(at), error)
        found[key] = read_table(cls, inner, at, raw, faults)
    return found


def report_unknown_keys(
    data: dict[str, Any], known: list[str], path: str, raw: RawTable, faults: Faults
) -> None:
    """Say which keys no one will read."""
    for key in data:
        if key not in known:
            at = raw.at(f"{path}.{key}" if path else key)
            faults.add(at, key, "unknown key", did_you_mean(key, known))


def make(cls: type[T], values: dict[str, Any]) -> T:
    """The object of a class from values that are all there."""
    made = dict(values)
    for item in layout(cls):
        if isinstance(item, Table) and item.many:
            made[item.name] = {
                key: make(item.of, inner) for key, inner in values[item.name].items()
            }
        elif isinstance(item, Table):
            made[item.name] = make(item.of, values[item.name])
    return cls(**made)
