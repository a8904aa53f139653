"""The differences between two boxes, value by value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from trisim.box.box import Box, values_of

Kind = Literal["changed", "added", "removed"]
KINDS: tuple[Kind, ...] = ("changed", "added", "removed")
Entry = dict[str, str]
"""The fields of a card or table as they would be written."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A changed value, or an added or removed card or table.

    ``ident`` is the id of a card, or the name of a table; ``about`` is the kind of card, empty for
    tables. If it was added or removed, ``field`` is empty, and ``after`` or ``before`` has its
    values.
    """

    file: str
    ident: str
    name: str
    kind: Kind
    field: str
    before: str
    after: str
    about: str = ""

    @property
    def is_card(self) -> bool:
        return bool(self.about)


def compare(a: Box, b: Box) -> list[Difference]:
    """The differences of ``b`` from ``a``: by file; in each changes, additions, removals."""
    before, after = entries_of(a), entries_of(b)
    found = []
    for file in a.format.sections:
        here = []
        old, new = before.get(file, {}), after.get(file, {})
        for ident in dict.fromkeys([*old, *new]):
            about = card_about(b, file, ident) or card_about(a, file, ident)
            entry = entry_differences(file, ident, old.get(ident), new.get(ident))
            here += [replace(difference, about=about) for difference in entry]
        found += sorted(here, key=lambda difference: KINDS.index(difference.kind))
    return found


def card_about(box: Box, file: str, ident: str) -> str:
    """The kind of a card; "" for what is no card of the box."""
    from trisim.box.show.pages import pages_of  # here, as that package needs this module

    card = box.by_id.get(ident) if file in box.format.cards else None
    return pages_of(box.format).card_words(box, card) if card else ""


def entries_of(box: Box) -> dict[str, dict[str, Entry]]:
    """The values of a box by file, card or table, and field."""
    entries: dict[str, dict[str, Entry]] = {}
    for (file, ident, field), text in values_of(box).items():
        entries.setdefault(file, {}).setdefault(ident, {})[field] = text
    return entries


def entry_differences(
    file: str, ident: str, before: Entry | None, after: Entry | None
) -> Iterator[Difference]:
    name = (after or before or {}).get("name", ident) if ident else ""
    if before is None:
        yield Difference(file, ident, name, "added", "", "", entry_text(after or {}))
    elif after is None:
        yield Difference(file, ident, name, "removed", "", entry_text(before), "")
    else:
        for field in dict.fromkeys([*before, *after]):
            old, new = before.get(field, ""), after.get(field, "")
            if old != new:
                yield Difference(file, ident, name, "changed", field, old, new)


def entry_text(entry: Entry) -> str:
    """The values of a card or table in a line, without empty ones."""
    return ", ".join(
        f"{field}: {text}" for field, text in entry.items() if text and field != "name"
    )
