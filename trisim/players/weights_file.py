"""Weights files: TOML with an idea, and points for the features of a position."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeGuard

from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.files import read_toml
from trisim.players.files import toml_lines
from trisim.players.player import StrategyError, Weight

ROUNDS = 3
TRUST = "trust"
KEYS = ("idea", "author", "weights", "judgement", "search")
"""What a weights file may hold."""

IDEA, AUTHOR, WEIGHTS, JUDGEMENT, SEARCH = KEYS

JUDGEMENT_MEANINGS = {
    "step": "effort of a transmutation, with its essence, in potency",
    "level": "effort of a level of mastery beyond those that transmutations bring, in potency",
    "slope": "how fast the pull of a card falls with the effort that is missing",
    "rush": "how much faster, when little time is left",
    "less": "how much less each further cube or essence of a kind is worth",
}
"""What the numbers inside the features mean."""

SEARCH_MEANINGS = {
    "iterations": "lines of play that a decision is thought through by; 0: it doesn't think",
    "options": "options that it thinks about, at the most",
    "dice": "dice of its own that a line of play goes on for",
    "trust": "lines of play that its first judgement of an option counts as much as",
}
"""What the numbers of a player that thinks mean."""

SEARCH_LIMITS: dict[str, tuple[int, int]] = {
    "iterations": (0, 1_000_000),
    "options": (2, 16),
    "dice": (1, 99),
    "trust": (0, 1_000_000),
}
"""The least and the most that each may be; all but the last are whole numbers."""

SEE = "'trisim strategies features' lists them"
ONE_FEATURE = "write 'name = points', or 'name = [1, 0.8, 0.5]' for rounds 1, 2 and 3"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that a weights file may use."""

    features: tuple[str, ...]
    judgement: Mapping[str, float]
    """The numbers inside the features, with their defaults."""

    search: Mapping[str, float] = field(default_factory=dict)
    """The numbers of a player that thinks, with their defaults."""

    @property
    def tables(self) -> dict[str, Sequence[str]]:
        """The names of each table."""
        named = (self.features, tuple(self.judgement), tuple(self.search))
        return dict(zip((WEIGHTS, JUDGEMENT, SEARCH), named, strict=True))


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The features and numbers of the evaluator, and of the search."""
    from trisim.games.trismegistus.players import mind
    from trisim.games.trismegistus.players.features import Feature

    features = tuple(feature.name.lower() for feature in Feature)
    return Vocabulary(features, mind.JUDGEMENT, mind.SEARCH)


@dataclass(frozen=True, slots=True)
class Reading:
    """A weights file being read: its values, and the line of each."""

    file: str
    tables: dict[str, Any]
    lines: Mapping[tuple[str, ...], int]

    def at(self, *path: str) -> Place:
        """Where a value stands, or the table around it."""
        return Place(self.file, self.lines.get(path) or self.lines.get(path[:1], 0))


@dataclass(frozen=True, slots=True)
class Weights:
    """What a weights file says."""

    idea: str
    author: str | None
    weights: Mapping[str, Weight] = field(default_factory=dict)
    judgement: Mapping[str, float] = field(default_factory=dict)
    """All numbers, those that the file doesn't name included."""

    search: Mapping[str, float] = field(default_factory=dict)
    """All numbers of how it thinks, those that the file doesn't name included."""


def read_weights(text: str, file: str, known: Vocabulary) -> Weights:
    """What a weights file says; everything wrong is told with its line, the first of it in full."""
    faults = Faults()
    table = read_toml(text, file, faults)
    found = Weights("", None)
    if table is not None:
        found = weights_of(Reading(file, table.tables, toml_lines(text)), known, faults)
    raise_first(faults)
    return found


def raise_first(faults: Faults) -> None:
    """Stop with the first fault of a file, and how many more there are."""
    if len(faults):
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise StrategyError(f"{next(iter(faults))}{more}")


def weights_of(table: Reading, known: Vocabulary, faults: Faults) -> Weights:
    """The values of a weights file, each checked."""
    given = table.tables
    for key in given:
        if key not in KEYS:
            remedy = did_you_mean(key, list(KEYS), otherwise_for(key, known))
            faults.add(table.at(key), key, "a weights file has no such key or table", remedy)
    weights = section(table, WEIGHTS, faults)
    if WEIGHTS not in given:
        faults.add(Place(table.file), "", "no table [weights]", f"add it; {ONE_FEATURE}")
    elif isinstance(given[WEIGHTS], dict) and not weights:
        faults.add(table.at(WEIGHTS), "", "[weights] is empty", ONE_FEATURE)
    return Weights(
        idea=idea_of(table, faults),
        author=author_of(table, faults),
        weights=weights_in(table, weights, known, faults),
        judgement=numbers_in(table, JUDGEMENT, known.judgement, known, faults),
        search=numbers_in(table, SEARCH, known.search, known, faults),
    )


def otherwise_for(key: str, known: Vocabulary) -> str:
    """What to do with a key that is like none of the known ones."""
    name = table_of(key, known)
    return f"put it below [{name}]" if name else "known: " + ", ".join(KEYS)


def table_of(key: str, known: Vocabulary) -> str:
    """The table that a number belongs to; "" if there is none of such a name."""
    return next((name for name, keys in known.tables.items() if key in keys), "")


def belongs(key: str, known: Vocabulary) -> str:
    """Where a number belongs that stands in the wrong table; "" if it belongs nowhere."""
    name = table_of(key, known)
    return f"'{key}' belongs below [{name}]" if name else ""


# ---------------------------------------------------------------- what it says about itself


def idea_of(table: Reading, faults: Faults) -> str:
    """The one line that says what it plans."""
    if IDEA not in table.tables:
        faults.add(Place(table.file), "", "no idea", 'add idea = "One line: what it plans."')
        return ""
    return words(table, IDEA, faults)


def author_of(table: Reading, faults: Faults) -> str | None:
    """Who wrote it, if the file says so."""
    return words(table, AUTHOR, faults) if AUTHOR in table.tables else None


def words(table: Reading, key: str, faults: Faults) -> str:
    """A line of words."""
    value = table.tables[key]
    if not isinstance(value, str) or not value.strip() or "\n" in value.strip():
        remedy = f'write {key} = "…", in one line'
        faults.add(table.at(key), value, f"the {key} is a line of words", remedy)
        return ""
    return value.strip()


# ---------------------------------------------------------------- numbers


def section(table: Reading, name: str, faults: Faults) -> dict[str, Any]:
    """A table of the file, empty if it isn't there."""
    value = table.tables.get(name, {})
    if isinstance(value, dict):
        return value
    faults.add(table.at(name), value, f"'{name}' is a table", f"write it as [{name}]")
    return {}


def weights_in(
    table: Reading, given: dict[str, Any], known: Vocabulary, faults: Faults
) -> dict[str, Weight]:
    """The weights by feature, each for three rounds."""
    found: dict[str, Weight] = {}
    for key, value in given.items():
        here = table.at(WEIGHTS, key)
        if key not in known.features:
            remedy = belongs(key, known) or did_you_mean(key, list(known.features), SEE)
            faults.add(here, key, "no such feature", remedy)
        elif (weight := weight_of(value, here, key, faults)) is not None:
            found[key] = weight
    return found


def weight_of(value: object, here: Place, key: str, faults: Faults) -> Weight | None:
    """A weight: a number, or one for each round."""
    each: list[Any] = value if isinstance(value, list) else [value] * ROUNDS
    if len(each) != ROUNDS:
        problem = f"{key} has {len(each)} numbers"
        faults.add(here, value, problem, "give one, or three: for rounds 1, 2 and 3")
        return None
    for one in each:
        if not is_number(one):
            faults.add(here, one, f"the weight of {key} is no number of points", ONE_FEATURE)
            return None
    first, second, third = (float(one) for one in each)
    return first, second, third


def numbers_in(
    table: Reading, name: str, usual: Mapping[str, float], known: Vocabulary, faults: Faults
) -> dict[str, float]:
    """All numbers of a table, those that the file doesn't name as they usually are."""
    found = dict(usual)
    for key, value in section(table, name, faults).items():
        here = table.at(name, key)
        if key not in usual:
            remedy = belongs(key, known) or did_you_mean(key, list(usual))
            faults.add(here, key, f"no such number of {name}", remedy)
        elif not is_number(value):
            remedy = f"write '{key} = {usual[key]:g}' or another number"
            faults.add(here, value, f"{key} is no number", remedy)
        elif not is_within(key, value):
            faults.add(here, value, f"{key} can't be that", f"{limits_of(key)} is expected")
        else:
            found[key] = float(value)
    return found


def is_within(key: str, value: float) -> bool:
    """Whether a number is within its limits, if it has some.

    >>> is_within("options", 6), is_within("options", 1), is_within("dice", 1.5)
    (True, False, False)
    """
    if key not in SEARCH_LIMITS:
        return True
    least, most = SEARCH_LIMITS[key]
    return least <= value <= most and (key == TRUST or float(value).is_integer())


def limits_of(key: str) -> str:
    """What a number of the search may be."""
    least, most = SEARCH_LIMITS[key]
    return f"a {'' if key == TRUST else 'whole '}number from {least} to {most:,}"


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a finite number that a computer can count with.

    >>> [is_number(value) for value in (1, -0.5, True, "1", float("nan"), 10**400)]
    [True, True, False, False, False, False]
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
