"""The style of pages: colours (which only repeat the words), tables, bars and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from rich import box as frames
from rich.bar import Bar
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

DIM = "dim"
STRONG = "bold"
KEY = "bold cyan"
BAR_COLOR = "cyan"


def name_text(name: str, ident: str, mark: str = "") -> Text:
    """A name, with an optional mark, and the id below."""
    text = Text().append(name, STRONG).append(f" {mark}" if mark else "")
    return text.append(f"\n{ident}", DIM)


def title(text: str, note: str = "") -> RenderableType:
    head = Text(text, STRONG)
    return Group(head, Text(note, DIM)) if note else head


def heading(text: str) -> RenderableType:
    return Group("", Rule(Text(text, STRONG), align="left", style=DIM))


def table(*columns: str, right: Iterable[str] = (), title: str = "") -> Table:
    """A table with a line under its head and none elsewhere."""
    made = Table(
        box=frames.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        title=title or None,
        title_justify="left",
        title_style=STRONG,
        header_style=STRONG,
    )
    aligned = set(right)
    for index, column in enumerate(columns):
        numeric = column in aligned
        made.add_column(
            column, justify="right" if numeric else "left", no_wrap=numeric or index == 0
        )
    return made


def grid(padding: tuple[int, int] = (0, 2)) -> Table:
    """A table without lines or head."""
    return Table.grid(padding=padding)


def flexible_bar(value: float, most: float) -> Bar:
    """A bar as wide as its column allows."""
    return Bar(most or 1, 0, value, color=BAR_COLOR)


def range_bar(values: list[int] | list[float], most: float, width: int) -> Text:
    """A full bar to the mean, continued by a light one to the highest value."""
    if not values:
        return Text("")
    mean = round(width * fmean(values) / most) if most else 0
    high = round(width * max(values) / most) if most else 0
    return Text("█" * mean, BAR_COLOR).append("░" * (high - mean), DIM)


def span(values: list[int]) -> Text:
    """Lowest to highest value and the mean: ``4–6 (5.2)``."""
    low, high = min(values), max(values)
    text = Text(str(low) if low == high else f"{low}–{high}")
    return text.append(f" ({fmean(values):.1f})", DIM)


def mean(values: Iterable[float]) -> str:
    """A mean with one decimal."""
    return f"{fmean(values):.1f}"


def count_or_dot(count: int) -> str:
    """A count; a dot for 0 makes a matrix easier to read."""
    return str(count) if count else "·"
