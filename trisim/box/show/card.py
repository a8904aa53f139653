"""The page of a card as a frame with lines: labels on the left, texts on the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box as frames
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from trisim.box.box import Card
from trisim.box.fields import Notation
from trisim.box.schema import columns
from trisim.box.show.style import DIM, STRONG, grid

Line = tuple[str, str | Text]
"""A label and a text."""

PANEL_WIDTH = 76


def framed(card: Card, kind: str, style: str, parts: Iterable[RenderableType]) -> RenderableType:
    """A card in a frame: its kind, then the parts, in the colour of the card."""
    return Panel(
        Group(Text(kind, style=style or DIM), *parts),
        box=frames.ROUNDED,
        title=Text(f" {card.name} ", STRONG),
        title_align="left",
        subtitle=Text(f" {card.id} ", DIM),
        subtitle_align="right",
        border_style=style,
        padding=(1, 2),
        width=PANEL_WIDTH,
    )


def sections(face: Iterable[Line], *others: Iterable[Line]) -> Iterator[RenderableType]:
    """What stands on a card, and below it what is said about it; empty sections are left out."""
    yield Padding(lines_table(face), (1, 0, 0, 0))
    for lines in map(list, others):
        if lines:
            yield Padding(lines_table(lines, DIM), (1, 0, 0, 0))


def lines_table(lines: Iterable[Line], style: str = "") -> Table:
    """Labels on the left, texts on the right; a repeated label appears once."""
    made = grid()
    made.add_column(style=DIM, width=10, no_wrap=True)
    made.add_column(style=style)
    last = ""
    for label, text in lines:
        made.add_row(label if label != last else "", text)
        last = label
    return made


def written(card: Card) -> Iterator[Line]:
    """Cells in a notation, as a file has them."""
    for name, column in columns(type(card)).items():
        text = column.field.show(getattr(card, name))
        if isinstance(column.field, Notation) and text:
            yield "written", Text(f"{name} = ").append(text, "italic")
