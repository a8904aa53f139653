"""The pages of a box: those of every game, and those that a game replaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import import_module
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from trisim.box.box import Box, Card
from trisim.box.fields import Integer
from trisim.box.format import BoxFormat
from trisim.box.schema import columns
from trisim.box.show.settings import settings_parts, value_text, values_table
from trisim.box.show.style import DIM, KEY, STRONG, grid, heading, name_text, table, title

SUMMARY = "summary"

Page = Callable[[Any], RenderableType]
"""Of a box."""


def file_words(file: str) -> str:
    """The name of a file as a user would type it."""
    return file.replace("_", " ")


def card_words(box: Box, card: Card) -> str:
    """The kind of a card: the name of its class."""
    return type(card).__name__.lower()


def card_page(box: Box, card: Card) -> RenderableType:
    """A card: its values and their meanings."""
    values = [each for each in columns(type(card)).values() if each.name not in ("id", "name")]
    note = f"{card.id}, {pages_of(box.format).card_words(box, card)}"
    return Group(title(card.name, note), "", values_table(card, values))


@dataclass(frozen=True, kw_only=True)
class Pages:
    """The pages that a game provides itself."""

    pages: Mapping[str, Page] = field(default_factory=dict)
    """Pages by name. A file that is neither a name here nor one of ``names`` has a page besides."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What else pages may be called."""

    tables: Mapping[str, Callable[[Any, str], RenderableType]] = field(default_factory=dict)
    """By file of tables: the page about one of them."""

    card: Callable[[Any, Any], RenderableType] = card_page
    card_words: Callable[[Any, Any], str] = card_words
    """What kind of card it is, in words."""


@cache
def pages_of(form: BoxFormat[Any]) -> Pages:
    """All pages of a game's boxes."""
    own = Pages()
    if form.pages:
        module, _, name = form.pages.partition(":")
        own = getattr(import_module(module), name)
    known = {SUMMARY, *own.pages, *(name for names in own.names.values() for name in names)}
    pages: dict[str, Page] = {SUMMARY: summary_page, **own.pages}
    for file in form.sections:
        if file != "box" and file_words(file) not in known:
            pages[file_words(file)] = partial(file_page, file=file)
    tables = {file: partial(table_page, file=file) for file in form.tables}
    names = {SUMMARY: ("box",), **own.names}
    return replace(own, pages=pages, names=names, tables={**tables, **own.tables})


# ---------------------------------------------------------------- pages of any box


def file_page(box: Box, file: str) -> RenderableType:
    """A file of cards, of tables by id, or of settings."""
    name = file_words(file).capitalize()
    if file in box.format.cards:
        return cards_page(box, file, f"{name} ({len(box.cards(file))})")
    found = getattr(box, file)
    if file in box.format.settings:
        gap = [""] if columns(type(found)) else []
        return Group(title(name), *gap, *settings_parts(found))
    parts = (part for ident, table in found.items() for part in settings_parts(table, ident))
    return Group(title(f"{name} ({len(found)})"), *parts)


def cards_page(box: Box, file: str, head: str) -> RenderableType:
    """Cards as a table, and the meanings of its columns."""
    values = [
        each for name, each in columns(box.format.cards[file]).items() if name not in ("id", "name")
    ]
    numbers = [each.name for each in values if isinstance(each.field, Integer)]
    made = table("name", *(each.name for each in values), right=numbers)
    for card in box.cards(file):
        made.add_row(
            name_text(card.name, card.id), *(value_text(each, card, "") for each in values)
        )
    meanings = grid()
    for each in values:
        meanings.add_row(Text(each.name, KEY), Text(each.meaning))
    return Group(title(head), "", made, "", meanings)


def table_page(box: Box, ident: str, file: str) -> RenderableType:
    found = getattr(box, file)[ident]
    return Group(title(getattr(found, "name", ident), ident), "", *settings_parts(found))


def summary_page(box: Box) -> RenderableType:
    """The box, its numbers of cards, and the other pages."""
    counts = grid()
    for file in box.format.with_ids:
        counts.add_row(str(len(getattr(box, file))), file_words(file))
    more = grid()
    for name in pages_of(box.format).pages:
        if name != SUMMARY:
            more.add_row(f"trisim box show {name}")
    if box.by_id:
        more.add_row(f"trisim box show {next(iter(box.by_id))}", Text("or any card", DIM))
    return Group(about_text(box), heading("In the box"), counts, heading("See more"), more)


def about_text(box: Box) -> Text:
    """Name, edition, variants, and the origin of the values."""
    text = Text(box.about.name, STRONG).append(f", edition {box.about.edition}", "not bold")
    for variant in box.variants:
        text.append(f"\nwith the variant {variant.name}", "not bold")
    return text.append(f"\n{box.about.values}", "not bold dim")
