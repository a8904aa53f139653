"""Elements, kinds of curses and sources in words and colours."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from trisim.box.show.style import DIM, STRONG
from trisim.games.madness.box.words import CurseKind, Element, Source

ELEMENT_STYLES = {
    Element.WATER: "blue",
    Element.EARTH: "green",
    Element.FIRE: "red",
    Element.AIR: "cyan",
}
SOURCE_STYLES = {Source.TEXT: STRONG, Source.PUBLIC: "", Source.OURS: DIM}
THE_ACTIVE = "the active player"
"""Whom a curse or a monster addresses."""


def element_text(element: Element) -> Text:
    """The name of an element in its colour."""
    return Text(element.word, ELEMENT_STYLES[element])


def kind_style(kind: CurseKind) -> str:
    """The colour of a kind of curses."""
    return "magenta" if kind is CurseKind.MULTI else ELEMENT_STYLES[Element(kind)]


def kinds_text(kinds: Iterable[CurseKind]) -> Text:
    """Kinds of curses in their colours: ``water water air``."""
    return Text(" ").join(Text(kind.word, kind_style(kind)) for kind in kinds)


def source_text(source: Source) -> Text:
    return Text(source.word, SOURCE_STYLES[source])
