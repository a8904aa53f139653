"""Checks of every box: ids and names are unique, references and counts are right.

Each check reads a draft, in which faulty values are missing, and adds its findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trisim.box.build import Draft, Row
from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.fields import Ident
from trisim.box.schema import Column, Table, columns, layout

if TYPE_CHECKING:
    from trisim.box.box import Box
    from trisim.box.format import BoxFormat


def check_all(draft: Draft, faults: Faults, *, counts: bool = True) -> None:
    """Every check, those of the game last; a variant may change the ``counts`` of cards."""
    if counts:
        check_counts(draft, faults)
    for check in (check_unique, check_references, check_room, *draft.format.checks):
        check(draft, faults)


# ---------------------------------------------------------------- ids, names, references


def check_unique(draft: Draft, faults: Faults) -> None:
    """Ids are unique in the whole box, names in their file."""
    ids: dict[str, Place] = {}
    for file, tables in draft.tables.items():
        names: dict[str, str] = {}
        for ident, values in tables.items():
            ids[ident] = draft.at(f"{file}.{ident}")
            name = values.get("name", "")
            if name and name in names:
                problem = f"'{names[name]}' has this name already"
                faults.add(draft.at(f"{file}.{ident}.name"), name, problem, "give it another")
            names.setdefault(name, ident)
    for rows in draft.rows.values():
        seen: dict[str, Place] = {}
        for row in rows:
            check_new(row, "id", ids, faults)
            check_new(row, "name", seen, faults)


def check_new(row: Row, column: str, seen: dict[str, Place], faults: Faults) -> None:
    """Report a value that appears somewhere else already."""
    value = row.values.get(column)
    if value is None:
        return
    place = row.at(column)
    if value in seen:
        first = Place(seen[value].file, seen[value].row)
        problem = f"this {column} stands in {first} already"
        faults.add(place, value, problem, f"each {column} stands for one card: give it another")
    seen.setdefault(value, place)


def check_references(draft: Draft, faults: Faults) -> None:
    """Ids of other files that cards name must exist."""
    for kind, name, file in references(draft.format):
        if draft.whole(file):
            known = draft.ids(file)
            for row in draft.rows.get(kind, []):
                value = row.values.get(name)
                if value is not None and value not in known:
                    remedy = did_you_mean(value, known)
                    faults.add(row.at(name), value, f"no such {name}", remedy)


def references(form: BoxFormat[Any]) -> Iterable[tuple[str, str, str]]:
    """CSV files and columns that name an id of another file, and that file."""
    for kind, cls in form.cards.items():
        for name, column in columns(cls).items():
            if isinstance(column.field, Ident) and column.field.of:
                yield kind, name, column.field.of


# ---------------------------------------------------------------- counts and room


def check_room(draft: Draft, faults: Faults) -> None:
    """No more cards or tables than the records of the game hold."""
    for file, most in draft.format.room.items():
        is_table = file in draft.format.tables
        found = len(draft.tables[file] if is_table else draft.rows.get(file, []))
        if found > most:
            place = draft.at(file) if is_table else Place(f"{file}.csv")
            faults.add(place, file, f"{found} are too many", f"keep {most} at the most")


def check_counts(draft: Draft, faults: Faults) -> None:
    """The numbers of cards and tables are those in ``[counts]`` of ``box.toml``, if declared.

    This finds a row that was lost or doubled by mistake.
    """
    for item in declared_counts(draft.format):
        file, wanted = item.name, draft.get(f"box.counts.{item.name}")
        if wanted is None or not draft.whole(file):
            continue
        if file in draft.format.tables:
            compare_tables(draft, file, wanted, faults)
        elif isinstance(item, Column):
            compare_cards(draft, file, "", len(draft.rows[file]), wanted, faults)
        else:
            column = columns(draft.format.cards[file])[draft.format.groups[file]]
            values = [row.get(column.name) for row in draft.values(file)]
            if None not in values:  # a card of an unknown group would make every count a guess
                found = Counter(group_key(column, value) for value in values)
                for group, number in wanted.items():
                    compare_cards(draft, file, group, found[group], number, faults)


def declared_counts(form: BoxFormat[Any]) -> list[Column | Table]:
    """The numbers, or tables of numbers, that ``[counts]`` has for files."""
    tables = [item for item in layout(form.about) if isinstance(item, Table)]
    counts = next((item.of for item in tables if item.name == "counts"), None)
    return [item for item in layout(counts) if item.name in form.with_ids] if counts else []


def group_key(column: Column, value: object) -> str:
    """The key of a group of cards in ``[counts]``: its word; a number with its column."""
    word = column.field.show(value).replace("-", "_")
    return f"{column.name}_{word}" if word.isdigit() else word


def compare_cards(
    draft: Draft, kind: str, group: str, found: int, wanted: int, faults: Faults
) -> None:
    """Report a wrong count of cards."""
    if found == wanted:
        return
    what = f"{group} {kind}".replace("_", " ").strip()
    verb = "add" if found < wanted else "take out"
    key = f"counts.{kind}.{group}" if group else f"counts.{kind}"
    problem = f"{found} of them where {wanted} are meant to be"
    remedy = f"{verb} {abs(wanted - found)}, or change {key} in box.toml"
    faults.add(Place(f"{kind}.csv"), what, problem, remedy)
    draft.miscounted.add(what)


def compare_tables(draft: Draft, file: str, wanted: int, faults: Faults) -> None:
    """Report a wrong count of tables."""
    found = len(draft.tables[file])
    if found != wanted:
        problem = f"{found} of them where {wanted} are meant to be"
        remedy = f"fix the file, or change counts.{file} in box.toml"
        faults.add(Place(f"{file}.toml"), file, problem, remedy)
        draft.miscounted.add(file)


def count_cards(box: Box) -> Any:
    """The ``box.toml`` of a box, with its actual counts."""
    found: dict[str, Any] = {}
    for item in declared_counts(box.format):
        found[item.name] = len(getattr(box, item.name))
        if isinstance(item, Table):
            column = columns(box.format.cards[item.name])[box.format.groups[item.name]]
            values = (getattr(card, column.name) for card in box.cards(item.name))
            keys = Counter(group_key(column, value) for value in values)
            found[item.name] = item.of(**{name: keys[name] for name in columns(item.of)})
    if not found:
        return box.about
    about: Any = box.about
    return replace(about, counts=replace(about.counts, **found))
