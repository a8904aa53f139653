"""Typed values as JSON and back: what doesn't fit is named by its key."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import pytest

from trisim.documents import (
    Count,
    DocumentError,
    Null,
    one_of,
    parsed,
    plain,
    read_json,
    typed,
    typed_at,
)

S = TypeVar("S")


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    size: float = 1.0

    def __post_init__(self) -> None:
        if not self.name:
            raise KeyError("a name is missing")


@dataclass(frozen=True, slots=True)
class Outer:
    inner: tuple[Inner, ...]
    count: Count = 0
    who: str | tuple[str, ...] = "nobody"
    until: tuple[str, float] | None = None
    options: tuple[tuple[str, bool | int], ...] = ()
    files: Mapping[str, Inner] = field(default_factory=dict)
    end: Annotated[float, Null(math.inf)] = math.inf
    state: Annotated[str, one_of("on", "off")] = "on"
    colour: Colour = Colour.RED
    rest: Any = None
    is_fine: bool = True

    ALSO_WRITTEN: ClassVar[tuple[str, ...]] = ("sum",)


@dataclass(frozen=True, slots=True)
class Holding(Generic[S]):
    held: S


FULL = Outer(
    inner=(Inner("a", 2.5), Inner("b")),
    count=3,
    who=("x", "y"),
    until=("score", 0.5),
    options=(("first", True), ("rolls", 4)),
    files={"games": Inner("c")},
    rest={"anything": [1]},
)


@pytest.mark.parametrize("value", [FULL, Outer(inner=())])
def test_values_come_back(value: Outer) -> None:
    assert typed(Outer, json.loads(json.dumps(plain(value), allow_nan=False))) == value


def test_pairs_are_an_object_and_what_has_no_end_is_null() -> None:
    written = plain(FULL)
    assert written["options"] == {"first": True, "rolls": 4}
    assert written["end"] is None


def test_keys_that_are_there_for_people_are_not_read() -> None:
    assert typed(Outer, {**plain(FULL), "sum": 7}) == FULL


def test_parameters_of_generic_classes_are_known() -> None:
    assert typed(Holding[Inner], {"held": {"name": "a"}}).held == Inner("a")
    with pytest.raises(DocumentError, match="held: an object is expected, not 1"):
        typed(Holding[Inner], {"held": 1})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"inner": None}, "inner: a list is expected, not null"),
        ({"inner": [{"name": 3}]}, "inner[0].name: text is expected, not 3"),
        ({"inner": [{}]}, "inner[0].name: this key is missing"),
        ({"inner": [{"name": ""}]}, "inner[0]: 'a name is missing'"),
        (
            {"inner": [{"name": "\ud800"}]},
            'inner[0].name: text in Unicode is expected, not "\\ud800"',
        ),
        ({"count": True}, "count: a whole number is expected, not true"),
        ({"count": 1.0}, "count: a whole number is expected, not 1.0"),
        ({"count": 10**30}, f"count: a whole number is expected, not {10**30}"),
        ({"count": -1}, "count: a number from 0 on is expected, not -1"),
        ({"until": ["score"]}, "until: 2 values are expected, not 1"),
        ({"until": ["score", "0.5"]}, 'until[1]: a number is expected, not "0.5"'),
        ({"until": ["score", 1e400]}, "until[1]: a number is expected, not Infinity"),
        ({"until": ["score", math.nan]}, "until[1]: a number is expected, not NaN"),
        ({"options": [["first", True]]}, "options: an object is expected, not a list"),
        ({"options": {"first": "yes"}}, 'options.first: a whole number is expected, not "yes"'),
        ({"files": {"a b": None}}, 'files["a b"]: an object is expected, not null'),
        ({"state": "maybe"}, 'state: one of on, off is expected, not "maybe"'),
        ({"colour": []}, "colour: one of red is expected, not a list"),
        ({"is_fine": 1}, "is_fine: true or false is expected, not 1"),
        ({"weather": 1}, "weather: this key is unknown"),
        ({"x" * 90: 1}, f'["{"x" * 39}…]: this key is unknown'),
    ],
)
def test_what_does_not_fit_is_named_by_its_key(change: dict[str, Any], said: str) -> None:
    with pytest.raises(DocumentError) as raised:
        typed(Outer, {**plain(FULL), **change})
    assert str(raised.value) == said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it isn't JSON from line 1, column 1 on"),
        (b'{"a": 1,\n "b"}', "it isn't JSON from line 2, column 5 on"),
        (b"\xff{}", "it isn't UTF-8 text"),
        (b"[" * 100_000, "its lists and objects are nested too deeply"),
        (b"1" * 5_000, "a number in it has too many digits"),
        (b'{"a": NaN}', "NaN is no number"),
        (b"-Infinity", "-Infinity is no number"),
    ],
)
def test_what_is_no_json_is_one_line(data: bytes, said: str) -> None:
    with pytest.raises(DocumentError) as raised:
        parsed(data)
    assert str(raised.value) == said


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="it isn't a file"):
        read_json(tmp_path)


def test_one_value_is_read_by_its_key() -> None:
    assert typed_at("held", Inner, {"held": {"name": "a"}, "other": 1}) == Inner("a")
    with pytest.raises(DocumentError, match="held: this key is missing"):
        typed_at("held", Inner, {})
    with pytest.raises(DocumentError, match="an object is expected, not null"):
        typed_at("held", Inner, None)


# ---------------------------------------------------------------- types that the data decides


@dataclass(frozen=True, slots=True)
class Animal:
    legs: int = 4


@dataclass(frozen=True, slots=True)
class Plant:
    leaves: Count = 0


KINDS: dict[str, type[Any]] = {"animal": Animal, "plant": Plant}


@dataclass(frozen=True, slots=True)
class Being:
    kind: str
    what: Any = None
    others: tuple[Any, ...] = ()

    @classmethod
    def types_in(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        if data.get("kind") not in KINDS:
            raise DocumentError("no such kind", "kind")
        kind = KINDS[data["kind"]]
        return {"what": kind, "others": tuple[kind, ...]}  # type: ignore[valid-type]


@pytest.mark.parametrize(
    "being",
    [
        Being("animal", Animal(2)),
        Being("plant", Plant(40), (Plant(1), Plant(2))),
        Being("plant"),
        Being("animal", Animal()),
    ],
)
def test_a_class_can_say_which_types_its_data_has(being: Being) -> None:
    written = json.loads(json.dumps(plain(being)))
    if being.what is None:
        del written["what"]
    assert typed(Being, written) == being


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"kind": "animal", "what": {"leaves": 1}}, "what.leaves: this key is unknown"),
        ({"kind": "plant", "what": {"leaves": -1}}, "what.leaves: a number from 0 on is expected"),
        ({"kind": "plant", "others": [{}, 7]}, r"others\[1\]: an object is expected, not 7"),
        ({"kind": "stone", "what": {}}, "kind: no such kind"),
        ({"what": {}}, "kind: this key is missing"),
        ({"kind": "plant", "roots": 1}, "roots: this key is unknown"),
    ],
)
def test_such_types_are_checked_like_all_others(data: dict[str, Any], said: str) -> None:
    with pytest.raises(DocumentError, match=f"^{said}"):
        typed(Being, data)
    with pytest.raises(DocumentError, match=rf"^\[0\]\.?{said}"):
        typed(tuple[Being, ...], [data])
