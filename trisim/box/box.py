"""A box as typed cards and settings, checked, with access by id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from trisim.box.build import Draft, make, read_values
from trisim.box.checks import check_all, count_cards
from trisim.box.faults import BoxError, Fault, Faults, Place
from trisim.box.fields import Ident, Text
from trisim.box.files import RawBox, read_folder
from trisim.box.schema import Column, Table, column, columns, layout
from trisim.box.variants import Variant, apply_variant, read_variant

if TYPE_CHECKING:
    from trisim.box.format import BoxFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The columns of every card: a row of a CSV file."""

    id: str = column(Ident(), "short and stable: results and variants refer to it")
    name: str = column(Text(), "what people call it")


@dataclass(frozen=True, slots=True)
class About:
    """``box.toml``."""

    name: str = column(Text(), "what people call this box")
    edition: str = column(Text(), "which edition of it this is")
    values: str = column(Text(300), "whose values these are; reports repeat it")


@dataclass(frozen=True, kw_only=True)
class Box:
    """Everything that is printed on cards and boards; cards in the order of their ids.

    A game's box also has a field for each of its files: a tuple of cards, a dictionary of tables by
    id, or the one table of a file.
    """

    about: About
    variants: tuple[Variant, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    """What the files held that it was loaded from, without the variants."""

    format: BoxFormat[Any] = field(compare=False, repr=False)

    def cards(self, kind: str) -> tuple[Card, ...]:
        """The cards of a CSV file, by its name without ``.csv``."""
        found: tuple[Card, ...] = getattr(self, kind)
        return found

    @cached_property
    def by_id(self) -> dict[str, Card]:
        return {card.id: card for kind in self.format.cards for card in self.cards(kind)}

    @property
    def roles(self) -> Mapping[str, Any]:
        """The roles of the players by id; empty if all players are alike."""
        kind = self.format.roles
        if kind in self.format.cards:
            return {card.id: card for card in self.cards(kind)}
        found: Mapping[str, Any] = getattr(self, kind) if kind else {}
        return found

    @cached_property
    def digest(self) -> str:
        """A hash of every value, independent of the layout of the files."""
        return digest_of(values_of(self))

    @cached_property
    def rules_digest(self) -> str:
        """A hash of the values that games depend on: all but texts for people."""
        return digest_of(values_of(self, texts=False))


def digest_of(values: Mapping[Key, str]) -> str:
    lines = sorted((*key, text) for key, text in values.items())
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()


B = TypeVar("B", bound=Box)

Convert = Callable[[dict[str, Any]], None]
"""Changes the tables of TOML files, by the name of the file, in place."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a box of an earlier version becomes a current one, before its values are read."""

    box: Convert
    variant: Convert
    """Of the tables that a variant changes."""


def load_box(
    format: BoxFormat[B],  # noqa: A002 - what it is called everywhere
    path: str | Path | None = None,
    variants: Sequence[str | Path | Variant] = (),
    *,
    conversion: Conversion | None = None,
) -> B:
    """Load a box of a game (by default the reference set) and apply variants to it.

    Variants are files, or were read before. Raises ``BoxError`` with all faults. ``conversion`` is
    for copies in old runs.
    """
    faults = Faults()
    raw = read_box(format, path, faults)
    if conversion is not None:
        conversion.box({name: file.tables for name, file in raw.settings.items()})
    draft = read_values(format, raw, faults)
    check_all(draft, faults)
    faults.raise_if_any(f"box {path}" if path is not None else "reference set")
    if not variants:
        return assemble(format, draft, ())
    read = [each if isinstance(each, Variant) else Path(each) for each in variants]
    return load_variants(format, raw, read, conversion)


def read_box(form: BoxFormat[Any], path: str | Path | None, faults: Faults) -> RawBox:
    """The files of a box, unchanged."""
    folder = form.folder_of(path)
    if problem := folder_problem(form, folder):
        faults.add(Place(str(path)), "", *problem)
        raise BoxError("box", tuple(faults))
    return read_folder(form, folder, faults)


def folder_problem(form: BoxFormat[Any], folder: Traversable) -> tuple[str, str] | None:
    """What is wrong with a folder that holds no box of a game at all, and the remedy."""
    remedy = "name the folder of a box; 'trisim box new DIR' makes one"
    if not folder.is_dir():
        return (
            "this is a file, not a folder" if folder.is_file() else "there is no such folder",
            remedy,
        )
    names = set(form.file_names)
    lacking = len(names - {path.name for path in folder.iterdir()})
    if 2 * lacking <= len(names):
        return None
    problem = f"this is no box of {form.game}: {lacking} of its {len(names)} files are missing"
    return problem, f"{remedy}; for the box of another game add --game NAME"


def load_variants(
    form: BoxFormat[B],
    raw: RawBox,
    variants: Sequence[Path | Variant],
    conversion: Conversion | None,
) -> B:
    """Apply variants to a valid box, one after the other."""
    faults = Faults()
    applied = []
    for each in variants:
        variant = each if isinstance(each, Variant) else read_variant(each, faults)
        if variant is not None:
            changes = variant.table.tables.get("change")
            if conversion is not None and isinstance(changes, dict):
                conversion.variant(changes)
            apply_variant(form, raw, variant, faults)
            applied.append(variant)
    draft = read_values(form, raw, faults)
    check_all(draft, faults, counts=False)
    faults.advise(lambda fault: remedy_in_variant(form, fault))
    names = (each.name if isinstance(each, Variant) else str(each) for each in variants)
    faults.raise_if_any("variant " + ", ".join(names))
    box = assemble(form, draft, tuple(applied))
    return replace(box, about=count_cards(box))


def remedy_in_variant(form: BoxFormat[Any], fault: Fault) -> str:
    """How to fix, in a variant, a fault that it causes in another file."""
    file, _, ending = fault.place.file.rpartition(".")
    if not fault.place.row or fault.place.file not in form.file_names or ending != "toml":
        return fault.remedy
    return f"{fault.remedy} (a variant sets it under [change.{file}])"


def assemble(form: BoxFormat[B], draft: Draft, variants: tuple[Variant, ...]) -> B:
    """The typed box from a draft without faults."""
    parts: dict[str, Any] = {
        kind: tuple(sorted((cls(**row) for row in draft.values(kind)), key=lambda card: card.id))
        for kind, cls in form.cards.items()
    }
    for file, cls in form.tables.items():
        parts[file] = {name: make(cls, values) for name, values in draft.tables[file].items()}
    for file, cls in form.one_table.items():
        parts["about" if file == "box" else file] = make(cls, draft.settings[file])
    return form.box(**parts, variants=variants, files=dict(draft.raw.files), format=form)


# ---------------------------------------------------------------- values as text


Key = tuple[str, str, str]
"""File, card or table, field."""


def values_of(box: Box, *, texts: bool = True) -> dict[Key, str]:
    """Every value of a box as it would be written, by file, card or table, and field.

    Without its name and the counts, which follow from the cards; ``texts=False`` leaves out texts
    for people, too.
    """
    form = box.format
    found: dict[Key, str] = {}
    for kind, cls in form.cards.items():
        for card in box.cards(kind):
            for name, each in columns(cls).items():
                if name != "id" and (texts or not each.is_text):
                    found[kind, card.id, name] = each.field.show(getattr(card, name))
    by_id = {
        item.name
        for cls in form.one_table.values()
        for item in layout(cls)
        if isinstance(item, Table) and item.many
    }
    for file in form.one_table:
        for path, text in table_values(one_table_of(box, file), "", texts):
            if not path.startswith("counts.") and (file, path) != ("box", "name"):
                parts = path.split(".")  # a table found by id keeps all that is in it
                at = 2 if parts[0] in by_id else len(parts) - 1
                found[file, ".".join(parts[:at]), ".".join(parts[at:])] = text
    for file in form.tables:
        for ident, table in getattr(box, file).items():
            for path, text in table_values(table, "", texts):
                found[file, ident, path] = text
    return found


def one_table_of(box: Box, file: str) -> Any:
    """The one table of a file."""
    return getattr(box, "about" if file == "box" else file)


def table_values(table: Any, path: str, texts: bool) -> Iterator[tuple[str, str]]:
    """The values of a settings object by dotted path."""
    for item in layout(type(table)):
        value = getattr(table, item.name)
        inner = f"{path}.{item.name}" if path else item.name
        if isinstance(item, Column):
            if texts or not item.is_text:
                yield inner, item.field.show(value)
        elif item.many:
            for key, member in value.items():
                yield from table_values(member, f"{inner}.{key}", texts)
        else:
            yield from table_values(value, inner, texts)
