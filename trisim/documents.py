"""Dataclasses as JSON, and back: every value is checked against the annotation of its field.

>>> @dataclass(frozen=True)
... class Point:
...     x: int
...     names: tuple[str, ...] = ()
>>> typed(Point, {"x": 1, "names": ["a"]})
Point(x=1, names=('a',))
>>> typed(Point, {"x": 1, "names": ["a", None]})
Traceback (most recent call last):
trisim.documents.DocumentError: names[1]: text is expected, not null

Annotations may be ``str``, ``int``, ``float``, ``bool``, enums, dataclasses, tuples, mappings with
text as keys, ``Any``, unions of these with or without ``None``, and ``Annotated`` with a
``Constraint`` or ``Null``. Pairs of a name and a value, ``tuple[tuple[str, X], ...]``, are an
object in JSON. A key that is missing has its default, unless ``NEEDED`` of the class names it; one
that no field has is an error, unless ``ALSO_WRITTEN`` names it: such keys follow from others and
are there for people. A field with ``{"stored": False}`` as metadata is left out. A class whose
fields have other types depending on the data says which in a class method ``types_in(data)``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NoReturn,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from trisim.texts import is_utf_8

T = TypeVar("T")
Reader = Callable[[Any], Any]

LARGEST = 2**64 - 1
"""The largest whole number, and the smallest with a minus, that files have."""

STORED = "stored"
"""The key in the metadata of a field that says whether it is part of JSON."""

MOST_SHOWN = 40
"""Letters of a wrong value that a message shows."""


class DocumentError(ValueError):
    """A value that isn't what its key holds, in one line."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(f"{where}: {problem}" if where else problem)
        self.problem = problem
        self.where = where

    def inside(self, where: str) -> DocumentError:
        """The same, seen from the value around it."""
        dot = "." if self.where and not self.where.startswith("[") else ""
        return DocumentError(self.problem, f"{where}{dot}{self.where}")


@dataclass(frozen=True, slots=True)
class Constraint:
    """What must hold of a value besides its type."""

    holds: Callable[[Any], bool]
    expected: str


@dataclass(frozen=True, slots=True)
class Null:
    """What null stands for: numbers that JSON has no word for are written as null."""

    value: float


Count = Annotated[int, Constraint(lambda value: value >= 0, "a number from 0 on")]
"""A whole number that isn't negative."""


def one_of(*words: str) -> Constraint:
    """One of a few words."""
    return Constraint(lambda value: value in words, f"one of {', '.join(words)}")


# ---------------------------------------------------------------- to JSON


def plain(value: Any, hint: Any = None) -> Any:
    """A value as dicts, lists, numbers and words; numbers without end are null."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        hints = hints_of(type(value))
        return {
            each.name: plain(getattr(value, each.name), hints[each.name])
            for each in fields(value)
            if is_stored(each)
        }
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        if is_pairs(hint):
            return {name: plain(each) for name, each in value}
        return [plain(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_pairs(hint: Any) -> bool:
    """Whether a type is that of pairs of a name and a value, which is an object in JSON."""
    match get_args(hint):
        case (pair, end) if end is Ellipsis and get_origin(hint) is get_origin(pair) is tuple:
            return len(get_args(pair)) == 2 and get_args(pair)[0] is str
    return False


class Document:
    """A dataclass that is written as JSON as it is."""

    __slots__ = ()

    def as_dict(self) -> dict[str, Any]:
        """All of it for a JSON file; what isn't known or has no end is null."""
        return cast("dict[str, Any]", plain(self))


# ---------------------------------------------------------------- from JSON


def read_json(path: Path) -> Any:
    """What a JSON file holds; raises ``OSError`` or ``DocumentError``."""
    return parsed(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What a file holds; one without an end, such as a pipe, isn't opened."""
    if path.exists() and not path.is_file():
        raise DocumentError("it isn't a file")
    return path.read_bytes()


def parsed(data: bytes) -> Any:
    """What JSON text says."""
    try:
        return json.loads(data.decode(), parse_constant=refuse)
    except DocumentError:
        raise
    except UnicodeDecodeError:
        raise DocumentError("it isn't UTF-8 text") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"it isn't JSON from {where} on") from None
    except ValueError:
        raise DocumentError("a number in it has too many digits") from None
    except RecursionError:
        raise DocumentError("its lists and objects are nested too deeply") from None


def refuse(word: str) -> NoReturn:
    """Stop at ``NaN`` and ``Infinity``, which are not JSON."""
    raise DocumentError(f"{word} is no number")


def typed(kind: type[T], data: Any) -> T:
    """A value of a type, from what ``plain`` made of it; raises ``DocumentError``."""
    return cast(T, reader_of(cast(Any, kind))(data))


def typed_at(key: str, kind: type[T], data: Any) -> T:
    """One value of an object, by its key."""
    if not isinstance(data, dict):
        raise unexpected("an object", data)
    if key not in data:
        raise DocumentError("this key is missing", key)
    try:
        return typed(kind, data[key])
    except DocumentError as error:
        raise error.inside(key) from error


def unexpected(expected: str, value: Any) -> DocumentError:
    """A value of another type."""
    return DocumentError(f"{expected} is expected, not {shown(value)}")


def shown(value: Any) -> str:
    """A wrong value in a message.

    >>> shown(None), shown({}), shown("x" * 50)
    ('null', 'an object', '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…')
    """
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


@cache
def reader_of(hint: Any) -> Reader:
    """What reads values of a type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if origin is Annotated:
        return constrained(reader_of(args[0]), args[1:])
    if origin in (UnionType, Union):
        return union_reader(args)
    if origin is tuple:
        return pairs_reader(args[0]) if is_pairs(hint) else tuple_reader(args)
    if origin is not None and issubclass(origin, Mapping):
        return mapping_reader(reader_of(args[1]))
    if is_dataclass(origin or hint):
        return dataclass_reader(origin or hint, args)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return enum_reader(hint)
    raise TypeError(f"{hint}: no such type in documents")


# ---------------------------------------------------------------- readers of simple values


def read_text(value: Any) -> str:
    """Text that can be written to a file again."""
    if not isinstance(value, str):
        raise unexpected("text", value)
    if not is_utf_8(value):
        raise unexpected("text in Unicode", value)
    return value


def read_flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise unexpected("true or false", value)
    return value


def read_whole(value: Any) -> int:
    """A whole number of 64 bits."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise unexpected("a whole number", value)
    return value


def read_number(value: Any) -> float:
    """A number."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) <= LARGEST:
        raise unexpected("a number", value)
    return float(value)


def read_null(value: Any) -> None:
    """Nothing."""
    if value is not None:
        raise unexpected("null", value)


def read_anything(value: Any) -> Any:
    """Whatever it is."""
    return value


SIMPLE: dict[Any, Reader] = {
    str: read_text,
    bool: read_flag,
    int: read_whole,
    float: read_number,
    NoneType: read_null,
    Any: read_anything,
}


def enum_reader(kind: type[Enum]) -> Reader:
    """Reads a member of an enum by its value."""
    members = {each.value: each for each in kind}
    allowed = one_of(*map(str, members)).expected

    def read(value: Any) -> Enum:
        if isinstance(value, dict | list) or value not in members:
            raise unexpected(allowed, value)
        return members[value]

    return read


# ---------------------------------------------------------------- readers of what holds others


def constrained(inner: Reader, extras: tuple[Any, ...]) -> Reader:
    """Reads what must be more than of a type."""
    nulls = [each for each in extras if isinstance(each, Null)]
    constraints = [each for each in extras if isinstance(each, Constraint)]

    def read(value: Any) -> Any:
        if value is None and nulls:
            return nulls[0].value
        found = inner(value)
        for each in constraints:
            if not each.holds(found):
                raise unexpected(each.expected, value)
        return found

    return read


def union_reader(hints: tuple[Any, ...]) -> Reader:
    """Reads the first type that fits; what is wrong is told of the last one."""
    may_be_null = NoneType in hints
    *others, last = [reader_of(hint) for hint in hints if hint is not NoneType]

    def read(value: Any) -> Any:
        if value is None and may_be_null:
            return None
        for each in others:
            try:
                return each(value)
            except DocumentError:
                continue
        return last(value)

    return read


def tuple_reader(hints: tuple[Any, ...]) -> Reader:
    """Reads a list: of as many values as there are, or of so many with a type each."""
    if hints[-1] is Ellipsis:
        inner = reader_of(hints[0])
        return lambda value: read_items([inner] * len(list_of(value)), value)
    readers = [reader_of(hint) for hint in hints]
    return lambda value: read_items(readers, value)


def list_of(value: Any) -> list[Any]:
    """A list as it is."""
    if not isinstance(value, list):
        raise unexpected("a list", value)
    return value


def read_items(readers: list[Reader], value: Any) -> tuple[Any, ...]:
    """The values of a list, each by its reader."""
    found: list[Any] = []
    if len(list_of(value)) != len(readers):
        raise DocumentError(f"{len(readers)} values are expected, not {len(value)}")
    try:
        for reader, each in zip(readers, value, strict=True):
            found.append(reader(each))
    except DocumentError as error:
        raise error.inside(f"[{len(found)}]") from error
    return tuple(found)


def mapping_reader(inner: Reader) -> Reader:
    """Reads an object whose keys are text."""

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise unexpected("an object", value)
        found = {}
        for key, each in value.items():
            try:
                found[read_text(key)] = inner(each)
            except DocumentError as error:
                raise error.inside(key_words(key)) from error
        return found

    return read


def key_words(key: str) -> str:
    """A key in a message."""
    return key if key.isidentifier() and len(key) <= MOST_SHOWN else f"[{shown(key)}]"


def pairs_reader(pair: Any) -> Reader:
    """Reads an object as pairs."""
    read_object = mapping_reader(reader_of(get_args(pair)[1]))
    return lambda value: tuple(read_object(value).items())


def dataclass_reader(kind: Any, args: tuple[Any, ...]) -> Reader:
    """Reads an object into a dataclass; a generic one has its parameters in ``args``."""
    known = dict(zip(getattr(kind, "__parameters__", ()), args, strict=False))
    hints = hints_of(kind)
    readers = {
        each.name: reader_of(known.get(hints[each.name], hints[each.name]))
        for each in fields(kind)
        if each.init and is_stored(each)
    }
    needed = [each.name for each in fields(kind) if each.init and not has_default(each)]
    needed += getattr(kind, "NEEDED", ())
    allowed = {*readers, *getattr(kind, "ALSO_WRITTEN", ())}
    types_in: Callable[[Any], Mapping[str, Any]] = getattr(kind, "types_in", lambda data: {})

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise unexpected("an object", value)
        if unknown := sorted(set(value) - allowed):
            raise DocumentError("this key is unknown", key_words(unknown[0]))
        for name in needed:
            if name not in value:
                raise DocumentError("this key is missing", name)
        special = {name: reader_of(hint) for name, hint in types_in(value).items()}
        known_here = {**readers, **special}
        return made(kind, {name: read for name, read in known_here.items() if name in value}, value)

    return read


def made(kind: Any, readers: Mapping[str, Reader], value: Mapping[str, Any]) -> Any:
    """A dataclass with its values read; what it refuses itself is told in its own words."""
    values = {}
    for name, read in readers.items():
        try:
            values[name] = read(value[name])
        except DocumentError as error:
            raise error.inside(name) from error
    try:
        return kind(**values)
    except Exception as error:  # each class refuses in its own way
        raise DocumentError(" ".join(str(error).split())) from error


def is_stored(here: Field[Any]) -> bool:
    """Whether a field is part of JSON; one with ``stored`` false in its metadata is not."""
    return bool(here.metadata.get(STORED, True))


def has_default(here: Field[Any]) -> bool:
    """Whether a field may be left out."""
    return here.default is not MISSING or here.default_factory is not MISSING


@cache
def hints_of(kind: Any) -> Mapping[str, Any]:
    """The types of the fields of a class."""
    return {
        name: hint
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if get_origin(hint) is not ClassVar
    }
