"""Settings of a game: places in its box, options and numbers of strategies that campaigns change.

A path names a setting: ``relics.glass-lamp.price`` is a place in the box, ``option.NAME`` an option
of the game, ``strategy.NAME`` a parameter of the strategy in the first place of the line-up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from trisim.box.box import Box, load_box
from trisim.box.faults import BoxError, Faults, FieldError, did_you_mean, shown
from trisim.box.fields import Choice, Field, Ident, Integer, ListOf, Switch
from trisim.box.schema import Column, columns, layout
from trisim.box.variants import Variant, variant_of
from trisim.players.player import FAR, NOISE, Kind, Player
from trisim.players.specs import parse_spec
from trisim.sim.errors import SettingsError
from trisim.sim.options import GameOptions, quote
from trisim.stats.curves import Value

MOST_VALUES = 200
"""Values of a setting."""

AROUND = 4
"""So many values below and above the printed one are tried if nobody says which."""

LONGEST_NAME = 60
COMMA, BAR = ",", "|"
ON, OFF = "on", "off"
SWITCH = {**dict.fromkeys((ON, "yes", "true"), ON), **dict.fromkeys((OFF, "no", "false"), OFF)}
RANGE = re.compile(r"(?P<first>[^./]*(?:\.\d+)?)\.\.(?P<last>[^/]*)(?:/(?P<step>.*))?")

Read = Callable[[str], Value]


class SettingKind(StrEnum):
    """Where a setting is; of the two that are not in the box, the first word of the path."""

    BOX = "box"
    OPTION = "option"
    STRATEGY = "strategy"


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A value of a game that can be changed."""

    path: str
    kind: SettingKind
    printed: Value
    """The value in the box, or in the options and strategies of the request."""

    read: Read
    """Reads a value as a user writes it; raises ``SettingsError``."""

    separator: str = COMMA
    """What stands between values: bars always do, commas unless a value may have some."""

    field: Field[Any] | None = None
    """Of a place in the box."""

    @property
    def name(self) -> str:
        """The path without its kind."""
        return self.path if self.kind is SettingKind.BOX else self.path.partition(".")[2]

    @property
    def is_number(self) -> bool:
        return not isinstance(self.printed, str)

    def values(self, text: str) -> tuple[Value, ...]:
        """The values in a text: ``4..12``, ``0..0.4/0.1``, ``4,5,6`` or ``one text|another``."""
        words = [word.strip() for word in text.split(BAR if BAR in text else self.separator)]
        found = [value for word in words for value in self.each(word, text)]
        if len(found) > MOST_VALUES:
            raise self.error(text, f"{len(found)} values, and {MOST_VALUES} are the most")
        for value in found:
            if found.count(value) > 1:
                raise self.error(text, f"{quoted(value)} is given twice; give it once")
        return tuple(found)

    def each(self, word: str, text: str) -> Iterator[Value]:
        """The values of one word: a range, or a value."""
        span = RANGE.fullmatch(word) if self.is_number else None
        if span is None:
            yield self.read(word)
            return
        for number in self.numbers(span["first"], span["last"], span["step"], text):
            yield self.read(f"{number.normalize():f}")

    def numbers(self, first: str, last: str, step: str | None, text: str) -> Iterator[Decimal]:
        """The numbers of a range."""
        try:
            low, high, by = (Decimal(word.strip()) for word in (first, last, step or "1"))
            finite = all(each.is_finite() for each in (low, high, by))
        except InvalidOperation:
            finite = False
        if not finite:
            raise self.error(text, "write a range as 4..12, or with a step as 0..0.4/0.1")
        if by <= 0:
            raise self.error(text, f"a step of {by}; it must be more than 0")
        if high < low:
            raise self.error(text, f"this range is empty; write {last.strip()}..{first.strip()}")
        if (high - low) / by >= MOST_VALUES:
            raise self.error(text, f"more than {MOST_VALUES} values; take a larger step")
        for number in range(int((high - low) / by) + 1):
            yield low + number * by

    def error(self, text: object, problem: str) -> SettingsError:
        return SettingsError(f"--set {self.path}={shown(text)}: {problem}")


def quoted(value: Value) -> str:
    """A value in a sentence: a number as it is, a text in quotation marks."""
    return f"'{shown(value)}'" if isinstance(value, str) else f"{value:g}"


def parse_assignment(text: str) -> tuple[str, str]:
    """A path and its values: ``rules.numbers.rounds=3,4``."""
    path, sign, values = text.partition("=")
    if not sign or not path.strip() or not values.strip():
        raise SettingsError(
            f"--set {shown(text)}: PATH=VALUES is expected, such as rules.numbers.rounds=3..5"
        )
    return path.strip(), values


def kind_of(path: str) -> SettingKind:
    first = path.partition(".")[0]
    found = first in (SettingKind.OPTION, SettingKind.STRATEGY)
    return SettingKind(first) if found else SettingKind.BOX


def find_setting(
    path: str, box: Box, options: GameOptions, strategy: Mapping[str, float]
) -> Setting:
    """A setting by its path; ``strategy`` are the parameters of the first strategy by name."""
    kind = kind_of(path)
    if kind is SettingKind.OPTION:
        return option_setting(path, options.values_in(box))
    if kind is SettingKind.STRATEGY:
        return strategy_setting(path, strategy)
    return box_setting(path, box)


# ---------------------------------------------------------------- places in the box


def box_setting(path: str, box: Box) -> Setting:
    """A column of a card, or a key of a TOML file."""
    where, value = found_in(box, path)
    field = where.field
    printed: Value = written(field, value)
    if isinstance(field, Integer):
        printed = int(value)
    elif isinstance(field, Switch):
        printed = ON if value else OFF

    def read(word: str) -> Value:
        return read_cell(word, field, path)

    separator = COMMA if isinstance(field, Integer | Switch | Choice | Ident) else BAR
    return Setting(path, SettingKind.BOX, printed, read, separator, field)


def read_cell(word: str, field: Field[Any], path: str) -> Value:
    """A value of the box as a user writes it, in the way in which the box shows it."""
    try:
        if isinstance(field, Switch):
            return switch_word(word, path)
        value = field.parse(toml_list(word) if isinstance(field, ListOf) else word)
    except FieldError as error:
        raise SettingsError(
            f"--set {path}={shown(word)}: {error.problem}; {error.remedy}"
        ) from None
    return int(value) if isinstance(field, Integer) else written(field, value)


def written(field: Field[Any], value: Any) -> str:
    """A value of the box as a user writes it; a list as TOML and JSON have it."""
    if not isinstance(field, ListOf):
        return field.show(value)
    plain = isinstance(field.field, Integer | Switch)
    items = [each if plain else field.field.show(each) for each in value]
    return json.dumps(items, ensure_ascii=False)


def switch_word(word: str, path: str) -> str:
    if word.lower() not in SWITCH:
        raise SettingsError(f"--set {path}={shown(word)}: on or off is expected")
    return SWITCH[word.lower()]


def toml_list(word: str) -> Any:
    """A list as it is written in a TOML file."""
    try:
        return json.loads(word)
    except ValueError:
        raise FieldError(word, "this is no list", "write it as [1, 2, 3]") from None


def found_in(box: Box, path: str) -> tuple[Column, Any]:
    """The column at a path, and its value."""
    form, (section, *rest) = box.format, path.split(".")
    if section not in form.sections:
        remedy = did_you_mean(section, [*form.sections, *SettingKind][:-1])
        if section in box.by_id:
            remedy = f"did you mean '{file_of(box, section)}.{path}'?"
        raise unknown(path, section, remedy)
    if section in form.one_table:
        there = getattr(box, "about" if section == "box" else section)
        return below(there, rest, path, section)
    entries = dict(entries_of(box, section))
    if not rest:
        raise incomplete(path, list(entries))
    if rest[0] not in entries:
        raise unknown(path, rest[0], did_you_mean(rest[0], list(entries), see(section)))
    return below(entries[rest[0]], rest[1:], path, rest[0])


def see(section: str) -> str:
    return f"see 'trisim box show {section}'"


def entries_of(box: Box, section: str) -> Iterator[tuple[str, Any]]:
    """The cards or tables of a file by id."""
    if section in box.format.cards:
        yield from ((card.id, card) for card in box.cards(section))
    else:
        yield from getattr(box, section).items()


def file_of(box: Box, ident: str) -> str:
    """The file that has a card or table."""
    return next(name for name in box.format.with_ids if ident in dict(entries_of(box, name)))


def below(there: Any, rest: Sequence[str], path: str, word: str) -> tuple[Column, Any]:
    """The column at the rest of a path, from a card or table on."""
    known = {item.name: item for item in layout(type(there)) if item.name != "id"}
    if not rest:
        raise incomplete(path, list(known))
    name, *deeper = rest
    if name not in known:
        raise unknown(path, name, did_you_mean(name, list(known)))
    item, value = known[name], getattr(there, name)
    if isinstance(item, Column):
        if deeper:
            raise unknown(path, ".".join(deeper), f"the path ends with {name}")
        return item, value
    if item.many:
        if not deeper:
            raise incomplete(path, list(value))
        if deeper[0] not in value:
            raise unknown(path, deeper[0], did_you_mean(deeper[0], list(value)))
        return below(value[deeper[0]], deeper[1:], path, deeper[0])
    return below(value, deeper, path, name)


def unknown(path: str, word: str, remedy: str) -> SettingsError:
    return SettingsError(f"--set {shown(path)}: there is no '{shown(word)}'; {remedy}")


def incomplete(path: str, known: Sequence[str]) -> SettingsError:
    some = ", ".join(known[:8]) + (" …" if len(known) > 8 else "")
    return SettingsError(
        f"--set {shown(path)}: the path goes on; write {shown(path)}. and one of {some}"
    )


def card_settings(ident: str, box: Box) -> list[tuple[Setting, tuple[Value, ...]]]:
    """The numbers of a card, or of a table with an id, with values around the printed ones."""
    known = [name for file in box.format.with_ids for name, _ in entries_of(box, file)]
    if ident not in known:
        raise SettingsError(
            f"--card {shown(ident)}: there is no such card; "
            f"{did_you_mean(ident, known, 'see trisim box show')}"
        )
    file = file_of(box, ident)
    card = dict(entries_of(box, file))[ident]
    paths = [f"{file}.{ident}.{name}" for name in number_paths(type(card))]
    if not paths:
        first = next(name for name in columns(type(card)) if name not in ("id", "name"))
        raise SettingsError(
            f"--card {ident}: it has no numbers; give texts instead, such as --set "
            f'"{file}.{ident}.{first}=…|…"'
        )
    with BoxWithValues(box) as again:
        return [around(box_setting(path, box), again) for path in paths]


def number_paths(cls: type[Any], inner: str = "") -> Iterator[str]:
    """The whole numbers of a card or table, by path."""
    for item in layout(cls):
        if isinstance(item, Column):
            if isinstance(item.field, Integer):
                yield inner + item.name
        elif not item.many:
            yield from number_paths(item.of, f"{inner}{item.name}.")


def around(setting: Setting, box: BoxWithValues) -> tuple[Setting, tuple[Value, ...]]:
    """A setting with values around the printed one that the check of the box allows."""
    assert isinstance(setting.field, Integer)
    assert isinstance(setting.printed, int)
    low = max(setting.field.least, setting.printed - AROUND)
    values = range(low, min(setting.field.most, setting.printed + AROUND) + 1)
    allowed = (each for each in values if each == setting.printed or box.allows({setting: each}))
    return setting, tuple(allowed)


# ---------------------------------------------------------------- options and strategies


def option_setting(path: str, known: Mapping[str, bool | int | float | str]) -> Setting:
    """An option of the game; flags of the command line name it, too."""
    name = path.partition(".")[2].replace("-", "_")
    if name not in known:
        words = [each.replace("_", "-") for each in known]
        raise unknown(path, path.partition(".")[2], did_you_mean(name.replace("_", "-"), words))
    now, path = known[name], f"{SettingKind.OPTION}.{name}"

    def read(word: str) -> Value:
        if isinstance(now, bool):
            return switch_word(word, path)
        return number_in(word, path, whole=True) if isinstance(now, int) else word

    printed: Value = (ON if now else OFF) if isinstance(now, bool) else now
    return Setting(path, SettingKind.OPTION, printed, read)


def strategy_setting(path: str, known: Mapping[str, float]) -> Setting:
    """A parameter of the first strategy of the line-up."""
    name = path.partition(".")[2]
    if name not in known:
        raise unknown(path, name, did_you_mean(name, list(known)))
    return Setting(
        path, SettingKind.STRATEGY, plain_number(known[name]), lambda word: number_in(word, path)
    )


def parameters_of(player: Player, names: Sequence[str]) -> dict[str, float]:
    """The parameters of a strategy that have one value; weights of phases may have several."""
    found = {NOISE: player.noise, FAR: player.far, **player.judgement, **player.search}
    found |= player.parameters
    features = player.kit.features if player.kind is Kind.WEIGHTS else ()
    for name in features:
        weights = player.weights.get(name, (0.0,))
        if len(set(weights)) == 1:
            found[name] = weights[0]
        elif name in names:
            raise SettingsError(
                f"--set {SettingKind.STRATEGY}.{name}: its weight differs between the phases of "
                "the game, so it has no printed value; edit a copy of the strategy instead"
            )
    return found


def number_in(word: str, path: str, *, whole: bool = False) -> int | float:
    try:
        number = Decimal(word)
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or (whole and number != number.to_integral_value()):
        what = "a whole number" if whole else "a number"
        raise SettingsError(f"--set {path}={shown(word)}: {what} is expected")
    return int(number) if whole else plain_number(float(number))


def plain_number(number: float) -> int | float:
    """A number as a whole one if it is."""
    return int(number) if float(number).is_integer() and abs(number) < 1e15 else float(number)


# ---------------------------------------------------------------- the game with values set

Values = Mapping[Setting, Value]
"""Values by setting; settings with their printed value may be left out."""

O = TypeVar("O", bound=GameOptions)  # noqa: E741


def box_values(values: Values) -> dict[Setting, Value]:
    """Those of the box that differ from what is printed."""
    return {
        setting: value
        for setting, value in values.items()
        if setting.kind is SettingKind.BOX and value != setting.printed
    }


def words_of_values(values: Values) -> str:
    """``iron-feather.points=7``: the last two words of each path, with its value."""
    return ", ".join(
        f"{'.'.join(setting.name.split('.')[-2:])}={shown(quote(value))}"
        for setting, value in values.items()
    )


def variant_with(values: Values) -> Variant:
    """The variant that sets values of the box; messages call it by these values."""
    name = variant_name(values)
    tables: dict[str, list[str]] = {}
    for setting, value in values.items():
        table, _, key = setting.path.rpartition(".")
        tables.setdefault(table, []).append(f"{key} = {toml_value(setting, value)}")
    parts = [f"[change.{table}]\n" + "\n".join(lines) for table, lines in tables.items()]
    text = "\n\n".join([f"name = {json.dumps(name, ensure_ascii=False)}", *parts]) + "\n"
    faults = Faults()
    found = variant_of(text, f"{name}.toml", faults)
    faults.raise_if_any(name)
    assert found is not None
    return found


def variant_name(values: Values) -> str:
    """What the variant is called, in so many letters as a variant may have."""
    name = words_of_values(values)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def toml_value(setting: Setting, value: Value) -> str:
    """A value as a TOML file has it."""
    if isinstance(setting.field, Switch):
        return "true" if value == ON else "false"
    if isinstance(setting.field, ListOf) or not isinstance(value, str):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def options_with(options: O, values: Values) -> O:
    """The options of the game with values set."""
    for setting, value in values.items():
        if setting.kind is SettingKind.OPTION and value != setting.printed:
            is_switch = setting.printed in (ON, OFF)
            options = options.with_value(setting.name, value == ON if is_switch else value)
    return options


def lineup_with(lineup: Sequence[str], values: Values) -> tuple[str, ...]:
    """The line-up with other parameters of its first strategy, wherever that plays."""
    spec = lineup[0]
    for setting, value in values.items():
        if setting.kind is SettingKind.STRATEGY and value != setting.printed:
            spec = spec_with(spec, setting.name, value)
    return tuple(spec if each == lineup[0] else each for each in lineup)


def spec_with(spec: str, name: str, value: Value) -> str:
    """A strategy with another value of a parameter.

    >>> spec_with("balanced:noise=0.1", "noise", 0.2), spec_with("mine.py", "patience", 3)
    ('balanced:noise=0.2', 'mine.py:patience=3')
    """
    found = parse_spec(spec)
    given = {**found.given, name: float(value)}
    words = (f"{key}={plain_number(each)!r}" for key, each in given.items())
    return ":".join([found.where, *words])


class BoxWithValues:
    """Loads a box again with values set, from its own files, wherever it was loaded from."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def __enter__(self) -> BoxWithValues:
        self.folder = TemporaryDirectory(prefix="trisim-box-")
        for name, data in self.box.files.items():
            (Path(self.folder.name) / name).write_bytes(data)
        return self

    def __exit__(self, *error: object) -> None:
        self.folder.cleanup()

    def load(self, values: Values) -> Box:
        """The box with these values; one that the check refuses is one line with its words."""
        variants = (*self.box.variants, variant_with(values))
        try:
            found: Box = load_box(self.box.format, self.folder.name, variants)
        except BoxError as error:
            raise SettingsError(fault_words(error, values)) from error
        return found

    def allows(self, values: Values) -> bool:
        """Whether the check of the box allows values together."""
        try:
            self.load(values)
        except SettingsError:
            return False
        return True


def fault_words(error: BoxError, values: Values) -> str:
    """The first fault of a box with these values, in the words of the check."""
    fault = error.faults[0]
    is_here = fault.place.file == f"{variant_name(values)}.toml"
    where = "" if is_here else f"{fault.place}: "
    more = f" (and {len(error.faults) - 1} more)" if len(error.faults) > 1 else ""
    paths = ", ".join(f"{each.path}={shown(quote(value))}" for each, value in values.items())
    return f"--set {paths}: {where}{fault.problem}; {fault.remedy}{more}"
