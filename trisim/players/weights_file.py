"""Weights files: TOML with an idea, and points for the features of a position."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeGuard

from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.files import read_toml
from trisim.players.files import toml_lines
from trisim.players.player import StrategyError, Weight

ROUNDS = 3
IDEA, AUTHOR, WEIGHTS, JUDGEMENT = KEYS = ("idea", "author", "weights", "judgement")
"""What a weights file may hold."""

JUDGEMENT_MEANINGS = {
    "step": "effort of a transmutation, with its essence, in potency",
    "level": "effort of a level of mastery beyond those that transmutations bring, in potency",
    "slope": "how fast the pull of a card falls with the effort that is missing",
    "rush": "how much faster, when little time is left",
    "less": "how much less each further cube or essence of a kind is worth",
}
"""What the numbers inside the features mean."""

SEE = "'trisim strategies features' lists them"
ONE_FEATURE = "write 'name = points', or 'name = [1, 0.8, 0.5]' for rounds 1, 2 and 3"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that a weights file may use."""

    features: tuple[str, ...]
    judgement: Mapping[str, float]
    """The numbers inside the features, with their defaults."""


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The features and judgement numbers of the evaluator."""
    from trisim.players.features import Feature
    from trisim.players.mind import JUDGEMENT as NUMBERS

    return Vocabulary(tuple(feature.name.lower() for feature in Feature), NUMBERS)


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
        judgement=judgement_in(table, section(table, JUDGEMENT, faults), known, faults),
    )


def otherwise_for(key: str, known: Vocabulary) -> str:
    """What to do with a key that is like none of the known ones."""
    if key in known.features:
        return "put it below [weights]"
    if key in known.judgement:
        return "put it below [judgement]"
    return "known: " + ", ".join(KEYS)


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
            moved = f"'{key}' belongs below [judgement]" if key in known.judgement else ""
            remedy = moved or did_you_mean(key, list(known.features), SEE)
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


def judgement_in(
    table: Reading, given: dict[str, Any], known: Vocabulary, faults: Faults
) -> dict[str, float]:
    """All numbers inside the features, with those that are given."""
    found = dict(known.judgement)
    for key, value in given.items():
        here = table.at(JUDGEMENT, key)
        if key not in known.judgement:
            moved = f"'{key}' belongs below [weights]" if key in known.features else ""
            remedy = moved or did_you_mean(key, list(known.judgement))
            faults.add(here, key, "no such number of judgement", remedy)
        elif not is_number(value):
            remedy = f"write '{key} = {known.judgement[key]:g}' or another number"
            faults.add(here, value, f"{key} is no number", remedy)
        else:
            found[key] = float(value)
    return found


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
