"""Checksums of columns: of their values in the order of rows, however they are stored.

Words of a dictionary count as words, lists as lists, and a missing value differs from any other.
Floats are rounded, because their last digits depend on the processor.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

Checksums: TypeAlias = dict[str, str]
"""The checksum of each column of a table."""

DECIMALS, DIGITS = 10, 8
"""How precise floats are: decimals at the most, and significant digits of these."""

HEXADECIMALS = 16
"""Digits of a checksum that are kept."""


def checksum(values: Sequence[Any]) -> str:
    """How many values there are, and a hash of all of them.

    >>> checksum([1, None, 2]) == checksum([1, 0, 2])
    False
    """
    text = json.dumps([rounded(value) for value in values])
    return f"{len(values)}:{hashlib.sha256(text.encode()).hexdigest()[:HEXADECIMALS]}"


def rounded(value: Any) -> Any:
    """A value whose floats are rounded, inside of lists too.

    >>> rounded([1 / 3, 2, True, None, "air", 1e-17])
    [0.33333333, 2, True, None, 'air', 0.0]
    """
    if isinstance(value, float):
        return float(f"{round(value, DECIMALS):.{DIGITS}g}") + 0.0  # -0.0 becomes 0.0
    return [rounded(each) for each in value] if isinstance(value, list) else value


def of_frame(frame: pl.DataFrame) -> Checksums:
    """The checksum of each column of a table."""
    return {column.name: checksum(column.to_list()) for column in frame}


def of_values(values: Iterable[Any], left_out: Iterable[str] = ()) -> Checksums:
    """The checksums of nested values, such as documents: one for each path of keys.

    >>> sorted(of_values([{"win": {"low": 0.1}, "at": 1}, {"win": {"low": 0.2}}], ["at"]))
    ['win.low']
    """
    columns: dict[str, list[Any]] = {}
    for value in values:
        for path, leaf in leaves(value):
            columns.setdefault(path, []).append(leaf)
    return {
        path: checksum(found) for path, found in columns.items() if not is_below(path, left_out)
    }


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The single values inside of a value, each with the keys that lead to it.

    >>> list(leaves({"a": [{"b": 1}, {"b": 2}], "c": [], "d": None}))
    [('a[].b', 1), ('a[].b', 2), ('c', []), ('d', None)]
    """
    if isinstance(value, Mapping) and value:
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for each in value:
            yield from leaves(each, f"{path}[]")
    else:
        yield path, value


def is_below(path: str, others: Iterable[str]) -> bool:
    """Whether a path is one of some others, or begins with one.

    >>> is_below("asked.seed", ["asked"]), is_below("asked_for", ["asked"])
    (True, False)
    """
    return any(path == other or path.startswith((f"{other}.", f"{other}[")) for other in others)
