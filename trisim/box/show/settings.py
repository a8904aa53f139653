"""Settings as pages, from their declarations: key, value, meaning, and reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from trisim.box.schema import Column, Table, layout
from trisim.box.show.style import DIM, KEY, STRONG, grid, heading, table


def settings_parts(settings: Any, path: str = "") -> Iterator[RenderableType]:
    """The values of a settings object, then each table inside it under its own head."""
    values = declared_values(type(settings))
    tables = [item for item in layout(type(settings)) if isinstance(item, Table)]
    if values:
        yield from [heading(path)] if path else []
        yield values_table(settings, values)
    alike = len(tables) > 1 and len({item.of for item in tables}) == 1
    if alike and not values:
        yield heading(path)
        yield side_by_side({item.name: getattr(settings, item.name) for item in tables})
        return
    for item in tables:
        yield from inner_parts(getattr(settings, item.name), item, f"{path}.{item.name}".strip("."))


def declared_values(cls: type[Any]) -> list[Column]:
    """The keys of a class with one value."""
    return [item for item in layout(cls) if isinstance(item, Column)]


def inner_parts(value: Any, item: Table, path: str) -> Iterator[RenderableType]:
    """A table inside a table, or all of them if there are many."""
    if not item.many:
        yield from settings_parts(value, path)
    elif any(isinstance(inner, Table) for inner in layout(item.of)):
        for ident, member in value.items():
            yield from settings_parts(member, f"{path}.{ident}")
    else:
        yield heading(path)
        yield side_by_side(value)


def side_by_side(members: dict[str, Any]) -> RenderableType:
    """Tables with the same keys: keys as rows, tables as columns."""
    made = table("", *members, "meaning")
    for column in declared_values(type(next(iter(members.values())))) if members else ():
        values = (value_text(column, member) for member in members.values())
        made.add_row(Text(column.name, KEY), *values, Text(column.meaning))
    return made


def values_table(settings: Any, values: list[Column]) -> RenderableType:
    """Key, value and meaning; with reasons, each value gets a paragraph."""
    if any(column.why for column in values):
        return rulings_table(settings, values)
    made = grid()
    made.add_column(no_wrap=True)
    for column in values:
        made.add_row(Text(column.name, KEY), value_text(column, settings), Text(column.meaning))
    return made


def rulings_table(settings: Any, values: list[Column]) -> RenderableType:
    """The value on the left, the question and the reason on the right."""
    made = grid()
    made.add_column(justify="right", no_wrap=True)
    for column in values:
        text = Text().append(column.name, KEY).append(f"\n{column.meaning}")
        if column.why:
            text.append(f"\nwhy: {column.why}", DIM)
        made.add_row(value_text(column, settings), Padding(text, (0, 0, 1, 0)))
    return Padding(made, (1, 0, 0, 0))


def value_text(column: Column, settings: Any, empty: str = "nothing") -> Text:
    """A value as it would be written."""
    text = column.field.show(getattr(settings, column.name))
    return Text(text, STRONG) if text else Text(empty, DIM)
