"""Variants: small TOML files of changes over a box.

::

    name = "Long games"
    note = "Does a dearer lamp help in longer games?"

    [change.relics.glass-lamp]            # fields of a card
    price = 9

    [change.rules.numbers]                # values of a TOML file, by file and table
    rounds = 6

    [add.relics.salt-book]                # a new card, with all its columns
    name = "Salt Book"
    price = 2

    [remove]                              # cards that leave
    relics = ["moon-coffer"]
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.box.checks import references
from trisim.box.faults import Faults, FieldError, Place, did_you_mean
from trisim.box.fields import Ident, Text
from trisim.box.files import RawBox, RawCard, RawTable, read_text, read_toml
from trisim.box.schema import Column, Table, columns, layout

if TYPE_CHECKING:
    from trisim.box.format import BoxFormat

KEYS = ("name", "note", "change", "add", "remove")


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant as it was read; ``text`` goes into the manifest of every run."""

    name: str
    text: str
    table: RawTable

    def at(self, path: str) -> Place:
        """Where a key stands."""
        return self.table.at(path)


def read_variant(path: Path, faults: Faults) -> Variant | None:
    """Read a variant file; what it changes is looked at when it is applied."""
    if not path.is_file():
        problem = "this is a folder, not a file" if path.is_dir() else "there is no such file"
        faults.add(Place(str(path)), "", problem, "name a variant's TOML file")
        return None
    text = read_text(path, path.name, faults)
    table = read_toml(text, path.name, faults) if text is not None else None
    if text is None or table is None:
        return None
    for key in table.tables:
        if key not in KEYS:
            faults.add(table.at(key), key, "unknown key", did_you_mean(key, list(KEYS)))
    name = table.tables.get("name", path.stem)
    for key, field in (("name", Text()), ("note", Text(2000, lines=True))):
        try:
            field.parse(table.tables.get(key, "-"))
        except FieldError as error:
            faults.add_error(table.at(key), error)
    return Variant(str(name), text, table)


def apply_variant(form: BoxFormat[Any], raw: RawBox, variant: Variant, faults: Faults) -> None:
    """Carry the changes of a variant out on the rows and keys of a box."""
    for deed, act in (("remove", remove), ("change", change), ("add", add)):
        sections = variant.table.tables.get(deed, {})
        if not isinstance(sections, dict):
            faults.add(variant.at(deed), sections, "a table should stand here", f"write [{deed}]")
            continue
        for section, data in sections.items():
            known = form.with_ids if deed == "remove" else form.sections
            if section in known:
                act(form, raw, section, data, variant, faults)
            else:
                place = variant.at(f"{deed}.{section}")
                faults.add(place, section, "unknown section", did_you_mean(section, list(known)))


# ---------------------------------------------------------------- remove


def remove(
    form: BoxFormat[Any], raw: RawBox, section: str, data: Any, variant: Variant, faults: Faults
) -> None:
    """Take cards or tables out, and the cards that belong to them."""
    place = variant.at(f"remove.{section}")
    if not isinstance(data, list):
        faults.add(place, data, "this is no list", "write it as a list of ids")
        return
    for ident in data:
        known = ids(raw, section)
        if ident not in known:
            remedy = did_you_mean(str(ident), known, f"see 'trisim box show {section}'")
            faults.add(place, ident, "no such id to remove", remedy)
            continue
        if section in raw.settings:
            del raw.settings[section].tables[ident]
        else:
            drop(raw, section, "id", ident)
        for kind, column, file in references(form):
            if file == section:
                drop(raw, kind, column, ident)


def drop(raw: RawBox, kind: str, column: str, value: str) -> None:
    """Take out the rows with a value in a column."""
    raw.cards[kind] = [card for card in raw.cards[kind] if card.cells.get(column) != value]


def ids(raw: RawBox, section: str) -> list[str]:
    """The ids of a file of cards or of tables by id."""
    if section in raw.settings:
        return list(raw.settings[section].tables)
    return [str(card.cells.get("id")) for card in raw.cards[section]]


# ---------------------------------------------------------------- change


def change(
    form: BoxFormat[Any], raw: RawBox, section: str, data: Any, variant: Variant, faults: Faults
) -> None:
    """Give fields of cards or keys of files other values."""
    path = f"change.{section}"
    if section in form.cards:
        if table_ok(data, path, variant, faults, ids=True):
            known = list(columns(form.cards[section]))
            for ident, fields in data.items():
                change_card(raw, section, ident, known, fields, variant, faults)
    elif section == "box" and isinstance(data, dict) and "counts" in data:
        place = variant.at(f"{path}.counts")
        faults.add(place, "counts", "a variant can't set these", "they follow from its cards")
    elif section in form.tables:
        cls = form.tables[section]
        change_many(cls, raw.settings[section], "", data, path, variant, faults)
    else:
        cls = form.one_table[section]
        change_table(cls, raw.settings[section], "", data, path, variant, faults)


def table_ok(data: Any, path: str, variant: Variant, faults: Faults, *, ids: bool = False) -> bool:
    """Whether a table stands where one must; ``ids``: one of tables by id."""
    if not isinstance(data, dict):
        remedy = f"write [{path}.ID]" if ids else f"write [{path}]"
        faults.add(variant.at(path), data, "a table should stand here", remedy)
        return False
    return True


def change_card(
    raw: RawBox,
    kind: str,
    ident: str,
    known: list[str],
    fields: Any,
    variant: Variant,
    faults: Faults,
) -> None:
    """Change fields of one card, which has ``known`` columns."""
    path = f"change.{kind}.{ident}"
    cards = [card for card in raw.cards[kind] if card.cells.get("id") == ident]
    if not cards:
        remedy = did_you_mean(ident, ids(raw, kind), f"see 'trisim box show {kind}'")
        faults.add(variant.at(path), ident, "no such card to change", remedy)
        return
    if not table_ok(fields, path, variant, faults):
        return
    for column, value in fields.items():
        place = variant.at(f"{path}.{column}")
        if column == "id":
            faults.add(place, column, "an id is never changed", "remove the card and add another")
        elif column not in known:
            faults.add(place, column, "unknown field", did_you_mean(column, known))
        else:
            cards[0].cells[column] = value
            cards[0].places[column] = place


def change_table(
    cls: type[Any],
    raw: RawTable,
    inner: str,
    data: Any,
    path: str,
    variant: Variant,
    faults: Faults,
) -> None:
    """Change keys of a table of a TOML file."""
    if not table_ok(data, path, variant, faults):
        return
    known = {item.name: item for item in layout(cls)}
    for key, value in data.items():
        at, deeper = f"{path}.{key}", f"{inner}.{key}" if inner else key
        item = known.get(key)
        if item is None:
            faults.add(variant.at(at), key, "unknown key", did_you_mean(key, list(known)))
        elif isinstance(item, Column):
            put(raw, deeper, value, variant.at(at))
        elif item.many:
            change_many(item.of, raw, deeper, value, at, variant, faults)
        else:
            change_table(item.of, raw, deeper, value, at, variant, faults)


def change_many(
    cls: type[Any],
    raw: RawTable,
    inner: str,
    data: Any,
    path: str,
    variant: Variant,
    faults: Faults,
) -> None:
    """Change tables that are found by id."""
    if not table_ok(data, path, variant, faults, ids=True):
        return
    known = list(table_at(raw, inner))
    for ident, value in data.items():
        at = f"{path}.{ident}"
        if ident not in known:
            remedy = did_you_mean(ident, known) + f"; a new one goes under [add{at[6:]}]"
            faults.add(variant.at(at), ident, "nothing of that name to change", remedy)
        else:
            deeper = f"{inner}.{ident}" if inner else ident
            change_table(cls, raw, deeper, value, at, variant, faults)


def table_at(raw: RawTable, path: str) -> dict[str, Any]:
    """The table at a dotted path."""
    table = raw.tables
    for key in path.split(".") if path else ():
        table = table.setdefault(key, {})
    return table


def put(raw: RawTable, path: str, value: Any, place: Place) -> None:
    """Set the value at a dotted path, and remember who did."""
    table, _, key = path.rpartition(".")
    table_at(raw, table)[key] = value
    raw.places[path] = place


# ---------------------------------------------------------------- add


def add(
    form: BoxFormat[Any], raw: RawBox, section: str, data: Any, variant: Variant, faults: Faults
) -> None:
    """Put in new cards, or tables where a file holds any number of them."""
    path = f"add.{section}"
    if not table_ok(data, path, variant, faults, ids=section in form.with_ids):
        return
    if section in form.cards:
        known = columns(form.cards[section])
        for ident, fields in data.items():
            add_card(raw, section, ident, known, fields, variant, faults)
    elif section in form.tables:
        add_many(raw.settings[section], "", data, path, variant, faults)
    else:
        cls = form.one_table[section]
        add_tables(cls, raw.settings[section], data, path, variant, faults)


def add_tables(
    cls: type[Any], raw: RawTable, data: dict[str, Any], path: str, variant: Variant, faults: Faults
) -> None:
    """Put in tables where a file may hold any number of them."""
    many = [item.name for item in layout(cls) if isinstance(item, Table) and item.many]
    for key, value in data.items():
        if key not in many:
            remedy = f"to set a value, write it under [change.{path[4:]}]"
            faults.add(variant.at(f"{path}.{key}"), key, "nothing can be added here", remedy)
        elif table_ok(value, f"{path}.{key}", variant, faults, ids=True):
            add_many(raw, key, value, f"{path}.{key}", variant, faults)


def add_many(
    raw: RawTable, inner: str, data: dict[str, Any], path: str, variant: Variant, faults: Faults
) -> None:
    """Put in tables by id."""
    for ident, value in data.items():
        place = variant.at(f"{path}.{ident}")
        if ident in table_at(raw, inner):
            remedy = f"choose another id, or write [change{path[3:]}.{ident}]"
            faults.add(place, ident, "this exists already", remedy)
        elif ident_ok(ident, place, faults) and table_ok(value, f"{path}.{ident}", variant, faults):
            put(raw, f"{inner}.{ident}" if inner else ident, value, place)


def ident_ok(ident: str, place: Place, faults: Faults) -> bool:
    """Whether a new id is one."""
    try:
        Ident().parse(ident)
    except FieldError as error:
        faults.add_error(place, error)
        return False
    return True


def add_card(
    raw: RawBox,
    kind: str,
    ident: str,
    known: dict[str, Column],
    fields: Any,
    variant: Variant,
    faults: Faults,
) -> None:
    """Put in one card; of its ``known`` columns, those that may be empty may be left out."""
    path = f"add.{kind}.{ident}"
    place = variant.at(path)
    if not table_ok(fields, path, variant, faults):
        return
    if ident in ids(raw, kind):
        remedy = f"choose another id, or write [change.{kind}.{ident}]"
        faults.add(place, ident, "this card exists already", remedy)
        return
    card = RawCard(place, {"id": ident}, {"id": place})
    for column in fields:
        if column not in known or column == "id":
            at = variant.at(f"{path}.{column}")
            faults.add(at, column, "unknown field", did_you_mean(column, list(known)))
    for column in list(known)[1:]:
        card.cells[column] = fields.get(column, "")
        card.places[column] = variant.at(f"{path}.{column}")
        if column not in fields and not may_be_empty(known[column]):
            remedy = f"add '{column} = …' with {known[column].field.expects}"
            faults.add(place, column, "this field is missing", remedy)
            del card.cells[column]
    raw.cards[kind].append(card)


def may_be_empty(column: Column) -> bool:
    """Whether a column takes an empty cell."""
    try:
        column.field.parse("")
    except FieldError:
        return False
    return True
