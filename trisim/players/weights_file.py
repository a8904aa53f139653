"""Weights files: TOML with an idea, and points for the features of a position."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.files import read_toml
from trisim.players.files import toml_lines
from trisim.players.kit import Number, PlayerKit
from trisim.players.player import StrategyError, Weight
from trisim.texts import number_word

KEYS = ("idea", "author", "weights", "judgement", "search")
"""What a weights file may hold."""

IDEA, AUTHOR, WEIGHTS, JUDGEMENT, SEARCH = KEYS

SEE = "'trisim strategies features' lists them"
USUAL_DECLINE = (1, 0.8, 0.5, 0.4, 0.3, 0.2)
"""The numbers of an example."""


def one_feature(kit: PlayerKit) -> str:
    """An example of a weight for messages."""
    if len(kit.phases) == 1:
        return "write 'name = points'"
    example = ", ".join(map(str, USUAL_DECLINE[: len(kit.phases)]))
    return f"write 'name = points', or 'name = [{example}]' for {kit.phase_words}"


def tables_of(kit: PlayerKit) -> dict[str, Collection[str]]:
    """The names that each table of a file may have."""
    return {WEIGHTS: kit.features, JUDGEMENT: kit.judgement, SEARCH: kit.search}


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of a weights file, and the line of each."""

    file: str
    tables: dict[str, Any]
    lines: Mapping[tuple[str, ...], int]

    def at(self, *path: str) -> Place:
        """The place of a value, or of the table around it."""
        return Place(self.file, self.lines.get(path) or self.lines.get(path[:1], 0))


@dataclass(frozen=True, slots=True)
class Weights:
    idea: str
    author: str | None
    weights: Mapping[str, Weight] = field(default_factory=dict)
    judgement: Mapping[str, float] = field(default_factory=dict)
    """All numbers, those that the file doesn't name included."""

    search: Mapping[str, float] = field(default_factory=dict)
    """All numbers of the search, those that the file doesn't name included."""


def read_weights(text: str, file: str, kit: PlayerKit) -> Weights:
    """The content of a weights file; faults are reported with their lines, the first in full."""
    faults = Faults()
    table = read_toml(text, file, faults)
    found = Weights("", None)
    if table is not None:
        found = weights_of(Reading(file, table.tables, toml_lines(text)), kit, faults)
    raise_first(faults)
    return found


def raise_first(faults: Faults) -> None:
    """Stop with the first fault of a file and the number of others."""
    if len(faults):
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise StrategyError(f"{next(iter(faults))}{more}")


def weights_of(table: Reading, kit: PlayerKit, faults: Faults) -> Weights:
    given = table.tables
    for key in given:
        if key not in KEYS:
            remedy = did_you_mean(key, list(KEYS), otherwise_for(key, kit))
            faults.add(table.at(key), key, "a weights file has no such key or table", remedy)
    weights = section(table, WEIGHTS, faults)
    if WEIGHTS not in given:
        faults.add(Place(table.file), "", "no table [weights]", f"add it; {one_feature(kit)}")
    elif isinstance(given[WEIGHTS], dict) and not weights:
        faults.add(table.at(WEIGHTS), "", "[weights] is empty", one_feature(kit))
    return Weights(
        idea=idea_of(table, faults),
        author=author_of(table, faults),
        weights=weights_in(table, weights, kit, faults),
        judgement=numbers_in(table, JUDGEMENT, kit.judgement, kit, faults),
        search=numbers_in(table, SEARCH, kit.search, kit, faults),
    )


def otherwise_for(key: str, kit: PlayerKit) -> str:
    """The remedy for a key that resembles no known one."""
    name = table_of(key, kit)
    return f"put it below [{name}]" if name else "known: " + ", ".join(KEYS)


def table_of(key: str, kit: PlayerKit) -> str:
    """The table of a number; "" if none has this name."""
    return next((name for name, keys in tables_of(kit).items() if key in keys), "")


def belongs(key: str, kit: PlayerKit) -> str:
    """The right table of a number in a wrong table, in words; "" if there is none."""
    name = table_of(key, kit)
    return f"'{key}' belongs below [{name}]" if name else ""


# ---------------------------------------------------------------- what it says about itself


def idea_of(table: Reading, faults: Faults) -> str:
    """The one line that describes its plan."""
    if IDEA not in table.tables:
        faults.add(Place(table.file), "", "no idea", 'add idea = "One line: what it plans."')
        return ""
    return words(table, IDEA, faults)


def author_of(table: Reading, faults: Faults) -> str | None:
    return words(table, AUTHOR, faults) if AUTHOR in table.tables else None


def words(table: Reading, key: str, faults: Faults) -> str:
    value = table.tables[key]
    if not isinstance(value, str) or not value.strip() or "\n" in value.strip():
        remedy = f'write {key} = "…", in one line'
        faults.add(table.at(key), value, f"the {key} is a line of words", remedy)
        return ""
    return value.strip()


# ---------------------------------------------------------------- numbers


def section(table: Reading, name: str, faults: Faults) -> dict[str, Any]:
    """A table of the file, empty if it is missing."""
    value = table.tables.get(name, {})
    if isinstance(value, dict):
        return value
    faults.add(table.at(name), value, f"'{name}' is a table", f"write it as [{name}]")
    return {}


def weights_in(
    table: Reading, given: dict[str, Any], kit: PlayerKit, faults: Faults
) -> dict[str, Weight]:
    """The weights by feature, each for all phases."""
    found: dict[str, Weight] = {}
    for key, value in given.items():
        here = table.at(WEIGHTS, key)
        if key not in kit.features:
            remedy = belongs(key, kit) or did_you_mean(key, list(kit.features), SEE)
            faults.add(here, key, "no such feature", remedy)
        elif (weight := weight_of(value, here, key, kit, faults)) is not None:
            found[key] = weight
    return found


def weight_of(
    value: object, here: Place, key: str, kit: PlayerKit, faults: Faults
) -> Weight | None:
    """A weight: a number, or one for each phase."""
    phases = len(kit.phases)
    each: list[Any] = value if isinstance(value, list) else [value] * phases
    if len(each) != phases:
        remedy = f"give one, or {number_word(phases)}: for {kit.phase_words}"
        remedy = remedy if phases > 1 else "give one"
        faults.add(here, value, f"{key} has {len(each)} numbers", remedy)
        return None
    for one in each:
        if not is_number(one):
            faults.add(here, one, f"the weight of {key} is no number of points", one_feature(kit))
            return None
    return tuple(float(one) for one in each)


def numbers_in(
    table: Reading, name: str, usual: Mapping[str, Number], kit: PlayerKit, faults: Faults
) -> dict[str, float]:
    """All numbers of a table, with defaults for those that the file doesn't name."""
    found = {key: float(number.default) for key, number in usual.items()}
    for key, value in section(table, name, faults).items():
        here = table.at(name, key)
        if key not in usual:
            remedy = belongs(key, kit) or did_you_mean(key, list(usual))
            faults.add(here, key, f"no such number of {name}", remedy)
        elif not is_number(value):
            remedy = f"write '{key} = {usual[key].default:g}' or another number"
            faults.add(here, value, f"{key} is no number", remedy)
        elif not usual[key].allows(value):
            faults.add(here, value, f"{key} can't be that", f"{usual[key].limits} is expected")
        else:
            found[key] = float(value)
    return found


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a finite number in the range of floats.

    >>> [is_number(value) for value in (1, -0.5, True, "1", float("nan"), 10**400)]
    [True, True, False, False, False, False]
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
