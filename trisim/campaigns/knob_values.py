"""Values to offer for a place of the box: those that its check allows, on the side that may help.

Whole numbers get values around the printed one, lists of numbers the same list scaled, and switches
their other value. A text gets texts from similar places: of other cards of its kind, or of the same
table of a file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from statistics import median
from typing import Any, TypeAlias

from trisim.box.box import Box, one_table_of
from trisim.box.fields import Choice, Field, Ident, Integer, ListOf, Switch, Text
from trisim.box.schema import Column, columns, layout
from trisim.campaigns.settings import (
    AROUND,
    BAR,
    BoxWithValues,
    Setting,
    box_setting,
    entries_of,
    found_in,
    written,
)
from trisim.stats.curves import Value

MOST_TEXTS = 4
SCALES = (0.5, 0.75, 1.25, 1.5)
"""Factors of lists of numbers."""

SAME_WORTH = 0.005
"""Values that differ less are worth the same."""

Worth: TypeAlias = Callable[[str, Any, Any], float | None]


@dataclass(frozen=True, slots=True)
class Offer:
    """Places of the box with values for the first of them; the others move by the same step."""

    settings: tuple[Setting, ...]
    values: tuple[Value, ...]
    note: str = ""
    """What the values are, for a comment; nothing to say of numbers."""


@dataclass(frozen=True, slots=True)
class Offering:
    """Chooses values; ``stronger`` says whether they should be worth more than the printed one.

    If it is None, or the game doesn't know what they are worth, both sides are offered.
    """

    again: BoxWithValues
    worth: Worth

    @property
    def box(self) -> Box:
        return self.again.box

    def offer(
        self, paths: Sequence[str], texts: Sequence[str], stronger: bool | None
    ) -> Offer | None:
        """An offer for places; None if there is no value."""
        settings = tuple(box_setting(path, self.box) for path in paths)
        field = settings[0].field
        if isinstance(field, Integer):
            values = tuple(self.numbers(settings, stronger))
            return (
                Offer(settings, tuple(sorted((settings[0].printed, *values)))) if values else None
            )
        if len(settings) > 1 or field is None:
            return None
        candidates, what = self.candidates(settings[0].path, field, texts)
        texts_found, ordered = self.chosen(settings[0], field, candidates, stronger)
        note = "" if isinstance(field, Switch) else f"{what}; {ordered}"
        return Offer(settings, texts_found, note) if texts_found else None

    # -- numbers

    def numbers(self, settings: tuple[Setting, ...], stronger: bool | None) -> Iterator[int]:
        """The values of the first setting, if all move by the same step."""
        for step in steps_to(self.typical(settings)):
            moved = {each: int(each.printed) + step for each in settings}
            in_range = all(
                isinstance(each.field, Integer) and each.field.least <= value <= each.field.most
                for each, value in moved.items()
            )
            if in_range and self.helps(moved, stronger) and self.again.allows(moved):
                yield moved[settings[0]]

    def typical(self, settings: tuple[Setting, ...]) -> int:
        """How far the median of like cards is away from the number of a card."""
        path, printed = settings[0].path, settings[0].printed
        if len(settings) > 1 or path.partition(".")[0] not in self.box.format.with_ids:
            return 0
        return round(float(median(similar_values(self.box, path))) - float(printed))

    def helps(self, moved: dict[Setting, int], stronger: bool | None) -> bool:
        """Whether numbers are on the side that is wanted, as far as the game knows."""
        changes = [self.change(each.path, each.printed, value) for each, value in moved.items()]
        known = [change for change in changes if change is not None]
        if stronger is None or len(known) < len(changes):
            return True
        return is_wanted(sum(known), stronger)

    def change(self, path: str, printed: Any, value: Any) -> float | None:
        """How much more a value is worth than the printed one; None: the game doesn't know."""
        before, after = (self.worth(path, each, self.box) for each in (printed, value))
        return None if before is None or after is None else after - before

    # -- texts, lists and switches

    def candidates(
        self, path: str, field: Field[Any], texts: Sequence[str]
    ) -> tuple[Iterable[Any], str]:
        """Values that may stand at a place, and what they are."""
        printed = found_in(self.box, path)[1]
        if isinstance(field, Switch):
            return [not printed], ""
        if isinstance(field, ListOf):
            if isinstance(field.field, Integer):
                return scaled(printed, field.field), "all numbers made smaller or greater alike"
            if not is_notation(field.field):
                return [], ""
            pool = [field.field.parse(text) for text in texts]
            pool = pool or list(similar_items(self.box, path, field))
            return exchanged(printed, pool), "one entry exchanged for another"
        if not is_notation(field):
            return [], ""
        if texts:
            return [field.parse(text) for text in texts], "texts that the game offers here"
        return list(similar_values(self.box, path)), "texts of others of its kind"

    def chosen(
        self, setting: Setting, field: Field[Any], candidates: Iterable[Any], stronger: bool | None
    ) -> tuple[tuple[Value, ...], str]:
        """At most four values that the check of the box allows, and how they are ordered."""
        printed = found_in(self.box, setting.path)[1]
        named = {self.shown(field, each): each for each in candidates}
        named.pop(str(setting.printed), None)
        likeness = {text: like(text, str(setting.printed)) for text in named}
        changes = {t: self.change(setting.path, printed, each) for t, each in named.items()}
        if None in changes.values():
            order, words = sorted(named, key=lambda text: (-likeness[text], text)), "the most alike"
        else:
            known = {text: change for text, change in changes.items() if change is not None}
            order = spread(nearest(known, likeness, stronger), known)
            side = {True: "worth more", False: "worth less", None: "worth more or less"}[stronger]
            words = f"{side} by the game's estimate, the nearest"
        found: list[Value] = []
        for text in order:
            if len(found) < MOST_TEXTS and BAR not in text and self.again.allows({setting: text}):
                found.append(text)
        return tuple(found), f"{words} first"

    def shown(self, field: Field[Any], value: Any) -> str:
        if isinstance(field, Switch):
            return "on" if value else "off"
        return written(field, value)


def steps_to(typical: int) -> Iterator[int]:
    """Steps from a number to both sides, and coarser ones as far as what is typical.

    >>> [*steps_to(0)], [*steps_to(-20)]
    ([-4, -3, -2, -1, 1, 2, 3, 4], [-20, -15, -10, -5, 1, 2, 3, 4])
    """
    reach = max(AROUND, abs(typical))
    coarse = math.ceil(reach / AROUND)
    for number in (*range(-AROUND, 0), *range(1, AROUND + 1)):
        yield number * (coarse if number * typical > 0 else 1)


def is_wanted(change: float, stronger: bool | None) -> bool:
    """Whether a change of worth goes the right way."""
    return abs(change) > SAME_WORTH and (stronger is None or (change > 0) == stronger)


def nearest(
    changes: dict[str, float], likeness: dict[str, float], stronger: bool | None
) -> list[str]:
    """Texts on the right side by the change of worth, one for each; of equals the most alike."""
    ranked = sorted(changes, key=lambda text: (abs(changes[text]), -likeness[text], text))
    first_of: dict[int, str] = {}
    for text in ranked:
        if is_wanted(changes[text], stronger):
            first_of.setdefault(round(changes[text] / SAME_WORTH / 2), text)
    return list(first_of.values())


def spread(order: list[str], changes: dict[str, float]) -> list[str]:
    """Texts in order of distance; if the typical one is far away, first some on the way to it."""
    typical = median(changes.values()) if changes else 0.0
    way = [text for text in order if 0 < changes[text] / typical <= 1] if typical else []
    if len(way) <= MOST_TEXTS:
        return order
    picked = [way[round(each * (len(way) - 1) / (MOST_TEXTS - 1))] for each in range(MOST_TEXTS)]
    return [*picked, *(text for text in order if text not in picked)]


def like(one: str, other: str) -> float:
    """How many words two texts have in common, from 0 to 1."""
    return SequenceMatcher(None, one.split(), other.split()).ratio()


def is_notation(field: Field[Any]) -> bool:
    """Whether values are in a notation of the game, which can say more or less of the same."""
    return not isinstance(field, Integer | Switch | Text | Choice | Ident | ListOf)


def scaled(printed: Sequence[int], field: Integer) -> Iterator[tuple[int, ...]]:
    """A list of numbers with all of them smaller, or all of them greater."""
    for factor in SCALES:
        rounded = (int(each * factor + 0.5) for each in printed)
        yield tuple(min(max(each, field.least), field.most) for each in rounded)


def exchanged(printed: Sequence[Any], pool: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """A list with one entry replaced by another; empty entries stay, and none becomes empty."""
    for number, item in enumerate(printed):
        for other in pool:
            if item and other:
                yield (*printed[:number], other, *printed[number + 1 :])


# ---------------------------------------------------------------- similar places


def similar_values(box: Box, path: str) -> Iterator[Any]:
    """The values of other cards of the same kind, or of like keys beside a key."""
    section, *rest = path.split(".")
    if section in box.format.cards:
        yield from (getattr(card, rest[-1]) for card in cards_like(box, section, rest[0]))
    elif section in box.format.tables:
        paths = (".".join([section, name, *rest[1:]]) for name, _ in entries_of(box, section))
        yield from (found_in(box, each)[1] for each in paths)
    else:
        yield from beside(box, section, rest)


def cards_like(box: Box, section: str, ident: str) -> Iterator[Any]:
    """The cards of a file in the same group as a card, such as its level."""
    group = box.format.groups.get(section, "")
    own = getattr(box.by_id[ident], group, None)
    return (card for card in box.cards(section) if getattr(card, group, None) == own)


def beside(box: Box, section: str, rest: Sequence[str]) -> Iterator[Any]:
    """The values of keys of the same kind in the table of a key."""
    there = one_table_of(box, section)
    for word in rest[:-1]:
        there = there[word] if isinstance(there, dict) else getattr(there, word)
    known = columns(type(there))
    kind = known[rest[-1]].field
    yield from (getattr(there, name) for name, each in known.items() if each.field == kind)


def similar_items(box: Box, path: str, kind: ListOf[Any]) -> Iterator[Any]:
    """The items of all lists of the same kind in the file of a place."""
    section = path.partition(".")[0]
    if section in box.format.with_ids:
        tables = [entry for _, entry in entries_of(box, section)]
    else:
        tables = [one_table_of(box, section)]
    for table in tables:
        for value in lists_in(table, kind.field):
            yield from value


def lists_in(table: Any, kind: Field[Any]) -> Iterator[tuple[Any, ...]]:
    """The lists of a kind in a table and in the tables inside it."""
    for item in layout(type(table)):
        value = getattr(table, item.name)
        if isinstance(item, Column):
            if isinstance(item.field, ListOf) and item.field.field == kind:
                yield value
        elif not item.many:
            yield from lists_in(value, kind)
