"""Typed results as plain data for JSON files, and back: frozen dataclasses, whatever they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from trisim.stats.estimate import Estimate, estimate_from

R = TypeVar("R")


def plain(result: Any) -> Any:
    """A result as dicts, lists, numbers and words."""
    if isinstance(result, Estimate):
        return result.as_dict()
    if is_dataclass(result) and not isinstance(result, type):
        return {here.name: plain(getattr(result, here.name)) for here in fields(result)}
    return [plain(each) for each in result] if isinstance(result, tuple) else result


def typed(kind: type[R], data: Mapping[str, Any]) -> R:
    """A result of this class, from what ``plain`` made of it."""
    hints = get_type_hints(kind)
    return kind(**{name: value_of(hints[name], value) for name, value in data.items()})


def value_of(hint: Any, value: Any) -> Any:
    """A value of the type that a field has."""
    if isinstance(hint, UnionType):
        inside = next(each for each in get_args(hint) if each is not type(None))
        return None if value is None else value_of(inside, value)
    if get_origin(hint) is tuple:
        return tuple(value_of(get_args(hint)[0], each) for each in value)
    if hint is Estimate:
        return estimate_from(value)
    return typed(hint, value) if isinstance(hint, type) and is_dataclass(hint) else value
