"""Knobs: what a balancing may change, read from a TOML file.

::

    ["Glass Lamp: price"]
    set = "relics.glass-lamp.price"           # a place of the box, several in a list, or an option
    values = "4..12"                          # a range, or a list of values
    price = 1                                 # how much each step away from the printed value costs
    per = "step"                              # or "change": the same price for any other value
    coupled = "same"                          # of several places: "same", "step" or "opposite"
    why = "It is taken in four games of five."
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trisim.box.box import Box
from trisim.box.faults import Faults, Place, did_you_mean
from trisim.box.files import OR_TIDY, RawTable, read_text, read_toml
from trisim.campaigns.settings import (
    BoxWithValues,
    Setting,
    SettingKind,
    Values,
    find_setting,
    kind_of,
    options_with,
    words_of_values,
)
from trisim.sim.errors import SettingsError
from trisim.sim.options import GameOptions
from trisim.stats.analyses.targets import LONGEST
from trisim.stats.curves import Value

KEYS = ("set", "values", "price", "per", "coupled", "why")
SAME, STEP, OPPOSITE = COUPLINGS = ("same", "step", "opposite")
"""How several places of a knob move: to the same value, by the same step, or by opposite steps."""

PER_STEP, PER_CHANGE = PRICED = ("step", "change")
MOST_KNOBS = 60
MOST_LEVELS = 40
REMEDY = "'trisim balance --suggest-knobs RUN --out FILE' writes one to begin with"


@dataclass(frozen=True, slots=True, eq=False)
class Knob:
    """What may be changed together: settings with their values at each level."""

    name: str
    settings: tuple[Setting, ...]
    levels: tuple[tuple[Value, ...], ...]
    """The values of all settings; numbers from the least to the greatest."""

    printed: int
    """The level that the box has."""

    price: float
    per: str
    why: str

    @property
    def is_number(self) -> bool:
        return self.settings[0].is_number

    @property
    def is_option(self) -> bool:
        """Whether it is an option of the game, which no variant of the box can hold."""
        return self.settings[0].kind is SettingKind.OPTION

    @property
    def prices(self) -> tuple[float, ...]:
        """The price of each level; texts have no steps."""
        return tuple(self.price * self.steps(level) for level in range(len(self.levels)))

    def steps(self, level: int) -> int:
        away = abs(level - self.printed)
        return away if self.is_number and self.per == PER_STEP else min(away, 1)

    def values(self, level: int) -> dict[Setting, Value]:
        return dict(zip(self.settings, self.levels[level], strict=True))


Levels = tuple[int, ...]
"""A candidate: the level of each knob."""


@dataclass(frozen=True, slots=True)
class Knobs:
    """All knobs of a file."""

    knobs: tuple[Knob, ...]

    @property
    def printed(self) -> Levels:
        return tuple(each.printed for each in self.knobs)

    def values(self, levels: Levels) -> dict[Setting, Value]:
        """The settings that differ from what is printed."""
        found: dict[Setting, Value] = {}
        for knob, level in zip(self.knobs, levels, strict=True):
            if level != knob.printed:
                found |= knob.values(level)
        return {each: value for each, value in found.items() if value != each.printed}

    def price(self, levels: Levels) -> float:
        pairs = zip(self.knobs, levels, strict=True)
        return math.fsum(knob.prices[level] for knob, level in pairs)

    def words(self, levels: Levels) -> str:
        return words_of_values(self.values(levels)) or "printed"


# ---------------------------------------------------------------- reading


def read_knobs(path: Path) -> str:
    """The text of a file of knobs; what is wrong without a box is raised here."""
    faults, name = Faults(), str(path)
    if not path.exists():
        faults.add(Place(name), "", "there is no such file", REMEDY)
    text = read_text(path, name, faults) if not faults else None
    faults.advise(lambda fault: fault.remedy.removesuffix(OR_TIDY))
    faults.raise_if_any(name)
    raw_knobs(text or "", name)
    return text or ""


@dataclass(frozen=True, slots=True)
class RawKnob:
    """A knob before its settings are looked up in a box."""

    name: str
    paths: tuple[str, ...] = ()
    values: str = ""
    price: float = 1.0
    per: str = PER_STEP
    coupled: str = SAME
    why: str = ""


def raw_knobs(text: str, name: str) -> tuple[RawTable, tuple[RawKnob, ...]]:
    """The knobs of a text; all faults are reported at once."""
    faults = Faults()
    table = read_toml(text, name, faults)
    found = [Reading.of(table, each, faults).knob() for each in table.tables] if table else []
    if table and not table.tables:
        faults.add(Place(name), "", "there is no knob in this file", REMEDY)
    if len(found) > MOST_KNOBS:
        remedy = "leave out those that you mind most"
        faults.add(
            Place(name), "", f"there are {len(found)} knobs, and {MOST_KNOBS} are the most", remedy
        )
    faults.raise_if_any(name)
    assert table is not None
    return table, tuple(found)


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads the keys of one knob and collects faults."""

    table: RawTable
    name: str
    data: Mapping[str, Any]
    faults: Faults
    empty: bool = field(default=False)

    @classmethod
    def of(cls, table: RawTable, name: str, faults: Faults) -> Reading:
        data = table.tables[name]
        if isinstance(data, dict):
            return cls(table, name, data, faults)
        remedy = f"write it below a line with the knob's name, such as [{name}]"
        faults.add(table.at(name), name, "this stands outside of any knob", remedy)
        return cls(table, name, {}, faults, empty=True)

    def fault(self, key: str, problem: str, remedy: str) -> None:
        place = self.table.at(f"{self.name}.{key}")
        self.faults.add(place, self.data.get(key, ""), problem, remedy)

    def knob(self) -> RawKnob:
        if self.empty:
            return RawKnob(self.name)
        for key in self.data:
            if key not in KEYS:
                place = self.table.at(f"{self.name}.{key}")
                self.faults.add(place, key, "unknown key", did_you_mean(key, list(KEYS)))
        return RawKnob(
            self.name,
            self.paths(),
            self.values(),
            self.price(),
            self.word("per", PRICED),
            self.word("coupled", COUPLINGS),
            self.text(),
        )

    def paths(self) -> tuple[str, ...]:
        value = self.data.get("set")
        found = [value] if isinstance(value, str) else value
        if not (isinstance(found, list) and found and all(is_path(each) for each in found)):
            self.fault("set", "no place of the box is named", "write set = 'FILE.ID.KEY'")
            return ()
        if len(set(found)) < len(found):
            self.fault("set", "a place is named twice", "name each once")
        kinds = {kind_of(each) for each in found}
        if SettingKind.STRATEGY in kinds:
            problem = "a number of a strategy is no value of the game"
            self.fault("set", problem, "name a value of the box, FILE.ID.KEY, or option.NAME")
        elif SettingKind.OPTION in kinds and len(found) > 1:
            self.fault("set", "an option moves alone", "make a knob of each")
        return tuple(found)

    def values(self) -> str:
        """The values as ``Setting.values`` reads them; lists have bars between them."""
        value = self.data.get("values")
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, list) and value and all(is_value(each) for each in value):
            return "|".join(word_of(each) for each in value)
        self.fault("values", "no values are given", "write values = '4..12', or a list [4, 6, 8]")
        return ""

    def price(self) -> float:
        value = self.data.get("price", 1)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fault("price", "this is not a number", "write 1, say, without quotes")
        elif not (math.isfinite(value) and value > 0):
            self.fault("price", "a price must be more than 0", "write 1, say")
        else:
            return float(value)
        return 1.0

    def word(self, key: str, known: tuple[str, ...]) -> str:
        value = self.data.get(key, known[0])
        if value not in known:
            self.fault(key, "this word is not known", did_you_mean(str(value), list(known)))
        if key == "coupled" and "coupled" in self.data and len(self.paths_named) < 2:
            self.fault(key, "only one place is named", "leave it out, or name several in set")
        return value if value in known else known[0]

    @property
    def paths_named(self) -> list[Any]:
        value = self.data.get("set")
        return value if isinstance(value, list) else [value]

    def text(self) -> str:
        value = self.data.get("why", "")
        if not isinstance(value, str) or len(value) > LONGEST:
            self.fault("why", "this is no sentence", f"write at most {LONGEST} letters in quotes")
            return ""
        return " ".join(value.split())


def is_path(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_value(value: object) -> bool:
    if isinstance(value, list):
        return all(is_value(each) for each in value)
    return isinstance(value, bool | int | float | str) and "|" not in str(value)


def word_of(value: object) -> str:
    if isinstance(value, bool | list):
        return json.dumps(value)
    return str(value)


# ---------------------------------------------------------------- with a box


def knobs_of(text: str, name: str, box: Box, options: Sequence[GameOptions]) -> Knobs:
    """The knobs of a text with the settings of a box; all faults are reported at once.

    ``options`` are those of all groups: an option of the game is looked up in each.
    """
    table, raw = raw_knobs(text, name)
    faults, found = Faults(), []
    seen: dict[str, str] = {}
    with BoxWithValues(box) as again:
        for each in raw:
            knob = Finding(each, table, faults, box, options).knob()
            if knob is not None:
                found.append(knob)
                check_allowed(knob, table, faults, again, options)
            for path in each.paths:
                if path in seen:
                    problem = f"the knob '{seen[path]}' has this place, too"
                    faults.add(
                        table.at(f"{each.name}.set"), path, problem, "change it in one of the two"
                    )
                seen.setdefault(path, each.name)
    faults.raise_if_any(name)
    return Knobs(tuple(found))


def check_allowed(
    knob: Knob,
    table: RawTable,
    faults: Faults,
    box: BoxWithValues,
    options: Sequence[GameOptions],
) -> None:
    """Stop at levels that the check of the box, or of the options, refuses."""
    for level in range(len(knob.levels)):
        if level == knob.printed:
            continue
        values = knob.values(level)
        try:
            if knob.is_option:
                for each in options:
                    options_with(each, known_options(values, each, box.box)).check_values(box.box)
            else:
                box.load(values)
        except SettingsError as error:
            add_error(faults, table.at(f"{knob.name}.values"), error)
            return


def known_options(values: Values, options: GameOptions, box: Box) -> dict[Setting, Value]:
    """The values of options that games with these options have."""
    names = options.values_in(box)
    return {
        each: value
        for each, value in values.items()
        if each.kind is SettingKind.OPTION and each.name in names
    }


def add_error(faults: Faults, place: Place, error: SettingsError) -> None:
    """A fault from the error of a setting: ``--set PATH=VALUES: problem; remedy``."""
    words = str(error).removeprefix("--set ")
    subject, _, rest = words.partition(": ")
    problem, sign, remedy = rest.partition("; ")
    faults.add(place, subject, problem, remedy if sign else "correct it")


@dataclass(frozen=True, slots=True)
class Finding:
    """Finds the settings of a knob and their values."""

    raw: RawKnob
    table: RawTable
    faults: Faults
    box: Box
    options: Sequence[GameOptions]

    def place(self, key: str) -> Place:
        return self.table.at(f"{self.raw.name}.{key}")

    def knob(self) -> Knob | None:
        """The knob; None if it has faults."""
        settings = tuple(self.settings())
        if len(settings) < len(self.raw.paths):
            return None
        try:
            levels = self.levels(settings, settings[0].values(self.raw.values))
        except SettingsError as error:
            add_error(self.faults, self.place("values"), error)
            return None
        printed = tuple(each.printed for each in settings)
        if levels is None:
            return None
        rows = (*levels, printed) if printed not in levels else levels
        rows = tuple(sorted(rows)) if settings[0].is_number else rows
        if len(rows) < 2 or len(rows) > MOST_LEVELS:
            problem = f"there are {len(rows)} values with the printed one"
            self.faults.add(self.place("values"), "", problem, f"give 2 to {MOST_LEVELS}")
            return None
        raw = self.raw
        place = rows.index(printed)
        return Knob(raw.name, settings, rows, place, raw.price, raw.per, raw.why)

    def settings(self) -> Iterator[Setting]:
        for path in self.raw.paths:
            try:
                yield find_setting(path, self.box, self.options_with(path), {})
            except SettingsError as error:
                add_error(self.faults, self.place("set"), error)

    def options_with(self, path: str) -> GameOptions:
        """The options of the first group that has the one of a path; else of the first."""
        name = path.partition(".")[2].replace("-", "_")
        known = (each for each in self.options if name in each.values_in(self.box))
        return next(known, self.options[0])

    def levels(
        self, settings: tuple[Setting, ...], values: tuple[Value, ...]
    ) -> tuple[tuple[Value, ...], ...] | None:
        """The values of all settings for each value of the first."""
        if self.raw.coupled == SAME:
            found = [self.same(settings, value) for value in values]
            if len({each.printed for each in settings}) > 1:
                problem = "the places have different printed values, so no level is the printed one"
                self.faults.add(self.place("coupled"), SAME, problem, "write coupled = 'step'")
                return None
            return tuple(found)
        if not all(each.is_number for each in settings):
            problem = "only numbers have steps"
            self.faults.add(self.place("coupled"), self.raw.coupled, problem, "write 'same'")
            return None
        sign = 1 if self.raw.coupled == STEP else -1
        return tuple(self.stepped(settings, value, sign) for value in values)

    def same(self, settings: tuple[Setting, ...], value: Value) -> tuple[Value, ...]:
        others = (each.read(str(value)) for each in settings[1:])
        return (value, *others)

    def stepped(self, settings: tuple[Setting, ...], value: Value, sign: int) -> tuple[Value, ...]:
        first, *others = settings
        step = sign * (value - first.printed)  # type: ignore[operator]
        return (value, *(each.read(f"{each.printed + step:g}") for each in others))  # type: ignore[operator]
