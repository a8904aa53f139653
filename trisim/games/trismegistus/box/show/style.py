"""Elements, dice and players in words and colours."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from trisim.games.trismegistus.box.words import Color, Element

ELEMENT_STYLES = {
    Element.FIRE: "red",
    Element.WATER: "blue",
    Element.EARTH: "green",
    Element.AIR: "cyan",
}
COLOR_STYLES = {Color.BLACK: "bright_black", Color.WHITE: "bold", Color.RED: "red"}


def element_text(element: Element | None) -> Text:
    """The name of an element in its colour."""
    return Text(element.word, ELEMENT_STYLES[element]) if element is not None else Text("")


def elementals_text(elementals: Iterable[Element]) -> Text:
    """Each elemental by name: ``fire fire air``."""
    return Text(" ").join(element_text(element) for element in elementals)


def color_text(color: Color) -> Text:
    """The name of a die colour in that colour."""
    return Text(color.word, COLOR_STYLES.get(color, ""))


def players_words(players: int) -> str:
    """Below how many players a card leaves the game."""
    return f"{players}+" if players > 2 else ""
