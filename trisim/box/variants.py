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
        return self.table.at(path)


def read_variant(path: Path, faults: Faults) -> Variant | None:
    """Read a variant file; its changes are checked when it is applied."""
    if not path.is_file():
        problem = "this is a folder, not a file" if path.is_dir() else "there is no such file"
        faults.add(Place(str(path)), "", problem, "name a variant's TOML file")
        return None
    text = read_text(path, path.name, faults)
    return variant_of(text, path.name, faults) if text is not None else None


def variant_of(text: str, file: str, faults: Faults) -> Variant | None:
    """A variant from its text; messages call it ``file``."""
    table = read_toml(text, file, faults)
    if table is None:
        return None
    for key in table.tables:
        if key not in KEYS:
            faults.add(table.at(key), key, "unknown key", did_you_mean(key, list(KEYS)))
    name = table.tables.get("name", Path(file).stem)
    for key, field in (("name", Text()), ("note", Text(2000, lines=True))):
        try:
            field.parse(table.tables.get(key, "-"))
        except FieldError as error:
            faults.add_error(table.at(key), error)
    return Variant(str(name), text, table)


def apply_variant(form: BoxFormat[Any], raw: RawBox, variant: Variant, faults: Faults) -> None:
    """Apply a variant to the rows and keys of a box."""
    over = Overlay(form, raw, variant, faults)
    for action, act in (("remove", over.remove), ("change", over.change), ("add", over.add)):
        sections = variant.table.tables.get(action, {})
        if not over.is_table(sections, action):
            continue
        for section, data in sections.items():
            known = form.with_ids if action == "remove" else form.sections
            if section in known:
                act(section, data, f"{action}.{section}")
            else:
                remedy = did_you_mean(section, list(known))
                over.fault(f"{action}.{section}", section, "unknown section", remedy)


@dataclass(frozen=True, slots=True)
class Overlay:
    """Applies a variant to the rows and keys of a box.

    ``path`` is always the place in the variant; ``inner`` the place in the changed file.
    """

    form: BoxFormat[Any]
    raw: RawBox
    variant: Variant
    faults: Faults

    def fault(self, path: str, word: object, problem: str, remedy: str) -> None:
        self.faults.add(self.variant.at(path), word, problem, remedy)

    def is_table(self, data: object, path: str, *, ids: bool = False) -> bool:
        """Whether there is a table where one is required; ``ids``: one of tables by id."""
        if not isinstance(data, dict):
            remedy = f"write [{path}.ID]" if ids else f"write [{path}]"
            self.fault(path, data, "a table should stand here", remedy)
        return isinstance(data, dict)

    def ids(self, section: str) -> list[str]:
        """The ids of a file of cards or of tables by id."""
        if section in self.form.tables:
            return list(self.raw.settings[section].tables)
        return [str(card.cells.get("id")) for card in self.raw.cards[section]]

    # ------------------------------------------------------------ remove

    def remove(self, section: str, data: Any, path: str) -> None:
        """Remove cards or tables, and the cards that belong to them."""
        if not isinstance(data, list):
            self.fault(path, data, "this is no list", "write it as a list of ids")
            return
        for ident in data:
            known = self.ids(section)
            if ident not in known:
                remedy = did_you_mean(str(ident), known, f"see 'trisim box show {section}'")
                self.fault(path, ident, "no such id to remove", remedy)
                continue
            if section in self.form.tables:
                del self.raw.settings[section].tables[ident]
            else:
                self.drop(section, "id", ident)
            for kind, column, file in references(self.form):
                if file == section:
                    self.drop(kind, column, ident)

    def drop(self, kind: str, column: str, value: str) -> None:
        """Remove the rows with a value in a column."""
        cards = self.raw.cards
        cards[kind] = [card for card in cards[kind] if card.cells.get(column) != value]

    # ------------------------------------------------------------ change

    def change(self, section: str, data: Any, path: str) -> None:
        """Change fields of cards or keys of files."""
        if section in self.form.cards:
            if self.is_table(data, path, ids=True):
                for ident, fields in data.items():
                    self.change_card(section, ident, fields, f"{path}.{ident}")
        elif section == "box" and isinstance(data, dict) and "counts" in data:
            remedy = "they follow from its cards"
            self.fault(f"{path}.counts", "counts", "a variant can't set these", remedy)
        elif section in self.form.tables:
            cls = self.form.tables[section]
            self.change_many(cls, self.raw.settings[section], "", data, path)
        else:
            cls = self.form.one_table[section]
            self.change_table(cls, self.raw.settings[section], "", data, path)

    def change_card(self, kind: str, ident: str, fields: Any, path: str) -> None:
        """Change fields of one card."""
        cards = [card for card in self.raw.cards[kind] if card.cells.get("id") == ident]
        if not cards:
            remedy = did_you_mean(ident, self.ids(kind), f"see 'trisim box show {kind}'")
            self.fault(path, ident, "no such card to change", remedy)
            return
        if not self.is_table(fields, path):
            return
        known = list(columns(self.form.cards[kind]))
        for column, value in fields.items():
            at = f"{path}.{column}"
            if column == "id":
                remedy = "remove the card and add another"
                self.fault(at, column, "an id is never changed", remedy)
            elif column not in known:
                self.fault(at, column, "unknown field", did_you_mean(column, known))
            else:
                cards[0].cells[column] = value
                cards[0].places[column] = self.variant.at(at)

    def change_table(
        self, cls: type[Any], file: RawTable, inner: str, data: Any, path: str
    ) -> None:
        """Change keys of a table of a TOML file."""
        if not self.is_table(data, path):
            return
        known = {item.name: item for item in layout(cls)}
        for key, value in data.items():
            at, deeper = f"{path}.{key}", f"{inner}.{key}" if inner else key
            item = known.get(key)
            if item is None:
                self.fault(at, key, "unknown key", did_you_mean(key, list(known)))
            elif isinstance(item, Column):
                self.put(file, deeper, value, at)
            elif item.many:
                self.change_many(item.of, file, deeper, value, at)
            else:
                self.change_table(item.of, file, deeper, value, at)

    def change_many(self, cls: type[Any], file: RawTable, inner: str, data: Any, path: str) -> None:
        """Change tables by id."""
        if not self.is_table(data, path, ids=True):
            return
        known = list(table_at(file, inner))
        for ident, value in data.items():
            at = f"{path}.{ident}"
            if ident not in known:
                new = at.removeprefix("change")
                remedy = did_you_mean(ident, known) + f"; a new one goes under [add{new}]"
                self.fault(at, ident, "nothing of that name to change", remedy)
            else:
                deeper = f"{inner}.{ident}" if inner else ident
                self.change_table(cls, file, deeper, value, at)

    def put(self, file: RawTable, inner: str, value: Any, path: str) -> None:
        """Set the value at a dotted path, and record its place in the variant."""
        table, _, key = inner.rpartition(".")
        table_at(file, table)[key] = value
        file.places[inner] = self.variant.at(path)

    # ------------------------------------------------------------ add

    def add(self, section: str, data: Any, path: str) -> None:
        """Add cards, or tables to a file with any number of them."""
        if not self.is_table(data, path, ids=section in self.form.with_ids):
            return
        if section in self.form.cards:
            for ident, fields in data.items():
                self.add_card(section, ident, fields, f"{path}.{ident}")
        elif section in self.form.tables:
            self.add_many(self.raw.settings[section], "", data, path)
        else:
            self.add_tables(section, data, path)

    def add_tables(self, section: str, data: dict[str, Any], path: str) -> None:
        """Add tables to a table with any number of them."""
        items = layout(self.form.one_table[section])
        many = [item.name for item in items if isinstance(item, Table) and item.many]
        for key, value in data.items():
            at = f"{path}.{key}"
            if key not in many:
                remedy = f"to set a value, write it under [change.{section}]"
                self.fault(at, key, "nothing can be added here", remedy)
            elif self.is_table(value, at, ids=True):
                self.add_many(self.raw.settings[section], key, value, at)

    def add_many(self, file: RawTable, inner: str, data: dict[str, Any], path: str) -> None:
        """Add tables by id."""
        for ident, value in data.items():
            at = f"{path}.{ident}"
            if ident in table_at(file, inner):
                changed = at.removeprefix("add")
                remedy = f"choose another id, or write [change{changed}]"
                self.fault(at, ident, "this exists already", remedy)
            elif self.is_ident(ident, at) and self.is_table(value, at):
                self.put(file, f"{inner}.{ident}" if inner else ident, value, at)

    def is_ident(self, ident: str, path: str) -> bool:
        """Whether a new id is valid."""
        try:
            Ident().parse(ident)
        except FieldError as error:
            self.faults.add_error(self.variant.at(path), error)
            return False
        return True

    def add_card(self, kind: str, ident: str, fields: Any, path: str) -> None:
        """Add one card; optional columns may be missing."""
        if not self.is_table(fields, path):
            return
        if ident in self.ids(kind):
            remedy = f"choose another id, or write [change.{kind}.{ident}]"
            self.fault(path, ident, "this card exists already", remedy)
            return
        known = columns(self.form.cards[kind])
        for column in fields:
            if column not in known or column == "id":
                remedy = did_you_mean(column, list(known))
                self.fault(f"{path}.{column}", column, "unknown field", remedy)
        place = self.variant.at(path)
        card = RawCard(place, {"id": ident}, {"id": place})
        for name, column in known.items():
            if name == "id":
                continue
            card.places[name] = self.variant.at(f"{path}.{name}")
            if name in fields or column.is_value(""):
                card.cells[name] = fields.get(name, "")
            else:
                remedy = f"add '{name} = …' with {column.field.expects}"
                self.fault(path, name, "this field is missing", remedy)
        self.raw.cards[kind].append(card)


def table_at(file: RawTable, path: str) -> dict[str, Any]:
    table = file.tables
    for key in path.split(".") if path else ():
        table = table.setdefault(key, {})
    return table
