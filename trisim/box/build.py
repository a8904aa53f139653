"""From rows and keys to cards and settings: values are read by their fields, faults collected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from trisim.box.faults import Faults, FieldError, Place, did_you_mean
from trisim.box.fields import Ident
from trisim.box.files import RawBox, RawCard, RawTable
from trisim.box.schema import Column, Table, columns, layout

if TYPE_CHECKING:
    from trisim.box.format import BoxFormat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A card with its readable values, and its place."""

    raw: RawCard
    values: dict[str, Any]

    def at(self, column: str) -> Place:
        return self.raw.at(column)


@dataclass(frozen=True, slots=True)
class Draft:
    """The readable values of a box; checks work on it even if there are faults."""

    format: BoxFormat[Any]
    raw: RawBox
    rows: dict[str, list[Row]]
    settings: dict[str, dict[str, Any]]
    tables: dict[str, dict[str, dict[str, Any]]]
    """By file and id; none of a file that could not be read."""

    miscounted: set[str] = field(default_factory=set)
    """Cards and tables whose number has been reported, so that other checks can be silent."""

    def values(self, kind: str) -> list[dict[str, Any]]:
        return [row.values for row in self.rows.get(kind, [])]

    def whole(self, file: str) -> bool:
        """Whether a file was read to its end, so that absent values are missing."""
        read = self.raw.settings if file in self.tables else self.rows
        return file in read and file not in self.raw.torn

    def ids(self, file: str) -> list[str]:
        """The ids of the cards or tables of a file."""
        if file in self.tables:
            return list(self.tables[file])
        return [values["id"] for values in self.values(file) if "id" in values]

    def get(self, path: str) -> Any:
        """A setting by dotted path; None if it could not be read."""
        found: Any = self.settings
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def at(self, path: str) -> Place:
        file, _, inner = path.partition(".")
        table = self.raw.settings.get(file)
        return table.at(inner) if table else Place(f"{file}.toml")


def read_values(form: BoxFormat[Any], raw: RawBox, faults: Faults) -> Draft:
    rows = {
        kind: [read_card(form.cards[kind], card, faults) for card in cards]
        for kind, cards in raw.cards.items()
    }
    draft = Draft(form, raw, rows, {}, {file: {} for file in form.tables})
    for file, table in raw.settings.items():
        if file in form.tables:
            cls = form.tables[file]
            draft.tables[file] = read_tables(cls, table.tables, "", table, faults)
        else:
            cls = form.one_table[file]
            draft.settings[file] = read_table(cls, table.tables, "", table, faults)
    return draft


def read_card(cls: type[Any], raw: RawCard, faults: Faults) -> Row:
    """The values of a row; unreadable ones are left out."""
    values: dict[str, Any] = {}
    for name, column in columns(cls).items():
        if name in raw.cells:
            read_value(column, raw.cells[name], values, raw.at(name), faults)
    return Row(raw, values)


def read_value(
    column: Column, value: object, values: dict[str, Any], place: Place, faults: Faults
) -> None:
    """Store one value, or note its fault."""
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
    for key in data:
        if key not in known:
            at = raw.at(f"{path}.{key}" if path else key)
            faults.add(at, key, "unknown key", did_you_mean(key, list(known)))
    values: dict[str, Any] = {}
    for name, item in known.items():
        inner = f"{path}.{name}" if path else name
        if name in data:
            read_item(item, data[name], values, inner, raw, faults)
        elif isinstance(item, Table) or not item.optional:
            remedy = f"add a table [{inner}]"
            if isinstance(item, Column):
                remedy = f"add '{name} = …' with {item.field.expects}"
            faults.add(raw.at(inner), name, "this is missing", remedy)
    return values


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
    found = {}
    for key, inner in data.items():
        at = f"{path}.{key}" if path else key
        try:
            Ident().parse(key)
        except FieldError as error:
            faults.add_error(raw.at(at), error)
        found[key] = read_table(cls, inner, at, raw, faults)
    return found


def make(cls: type[T], values: dict[str, Any]) -> T:
    """An object of a class from a complete set of values."""
    made = dict(values)
    for item in layout(cls):
        if isinstance(item, Table) and item.many:
            made[item.name] = {
                key: make(item.of, inner) for key, inner in values[item.name].items()
            }
        elif isinstance(item, Table):
            made[item.name] = make(item.of, values[item.name])
    return cls(**made)
