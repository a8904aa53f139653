"""The TOML files as pages, read off their declarations: key, value, meaning, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from trisim.box.box import Box
from trisim.box.nouns import alchemist_name, listed
from trisim.box.schema import Column, Table, columns, layout
from trisim.box.show.reading import words
from trisim.box.show.style import DIM, KEY, STRONG, color_text, grid, heading, table, title
from trisim.games.trismegistus.box.settings import BonusToken, Intro
from trisim.games.trismegistus.box.show.decks import solo_cards_table
from trisim.games.trismegistus.box.speech import bot_words
from trisim.games.trismegistus.box.words import ARROWS

# ---------------------------------------------------------------- any settings


def settings_parts(settings: Any, path: str = "") -> Iterator[RenderableType]:
    """The values of a settings object, then each table inside it under its own head."""
    values = declared_values(type(settings))
    tables = [item for item in layout(type(settings)) if isinstance(item, Table)]
    if values:
        yield from [heading(path)] if path else []
        yield values_table(settings, values)
    if are_alike(tables) and not values:
        yield heading(path)
        yield side_by_side({item.name: getattr(settings, item.name) for item in tables})
        return
    for item in tables:
        yield from inner_parts(getattr(settings, item.name), item, f"{path}.{item.name}".strip("."))


def declared_values(cls: type[Any]) -> list[Column]:
    """The keys of a class that hold one value."""
    return [item for item in layout(cls) if isinstance(item, Column)]


def are_alike(tables: list[Table]) -> bool:
    """Whether several tables hold the same keys, so that they can stand side by side."""
    return len(tables) > 1 and len({item.of for item in tables}) == 1


def inner_parts(value: Any, item: Table, path: str) -> Iterator[RenderableType]:
    """A table inside a table, or all of them where there are many."""
    if item.many:
        yield heading(path)
        yield side_by_side(value)
    else:
        yield from settings_parts(value, path)


def side_by_side(members: dict[str, Any]) -> RenderableType:
    """Tables with the same keys: keys down, tables across."""
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
    """The value on the left, what it settles and why on the right."""
    made = grid()
    made.add_column(justify="right", no_wrap=True)
    for column in values:
        text = Text().append(column.name, KEY).append(f"\n{column.meaning}")
        if column.why:
            text.append(f"\nwhy: {column.why}", DIM)
        made.add_row(value_text(column, settings), Padding(text, (0, 0, 1, 0)))
    return Padding(made, (1, 0, 0, 0))


def value_text(column: Column, settings: Any) -> Text:
    """A value as it would be written."""
    text = column.field.show(getattr(settings, column.name))
    return Text(text, STRONG) if text else Text("nothing", DIM)


# ---------------------------------------------------------------- the pages


def rules_page(box: Box) -> RenderableType:
    """``rules.toml``."""
    head = title("Rules", "Numbers of the game, and rulings on what the rulebooks leave open.")
    return Group(head, *settings_parts(box.rules))


def board_page(box: Box) -> RenderableType:
    """``board.toml``, with the arrows drawn."""
    return Group(title("Board"), "", arrows_text(box), *settings_parts(box.board))


def arrows_text(box: Box) -> Text:
    """The row of materials with the colour of each arrow."""
    text = Text().append(ARROWS[0][0].word, STRONG)
    for foot, head in ARROWS:
        color = getattr(box.board.arrows, f"{foot.word}_{head.word}")
        text.append("─").append(color_text(color)).append("→").append(head.word, STRONG)
    return text


def bonus_tokens_page(box: Box) -> RenderableType:
    """The kinds of bonus tokens."""
    declared = columns(BonusToken)
    made = table("kind", "count", declared["effect"].meaning, declared["bot"].meaning)
    for kind, token in box.board.bonus_tokens.items():
        made.add_row(
            Text(kind, KEY), str(token.count), words(box, token.effect), bot_words(token.bot)
        )
    count = sum(token.count for token in box.board.bonus_tokens.values())
    levels = listed(map(str, box.board.tracks.bonus_spaces))
    note = f"One on each track at level {levels}." if levels else "No level of a track has one."
    return Group(title(f"Bonus tokens ({count})", note), "", made)


def intro_page(box: Box) -> RenderableType:
    """``intro.toml``: seats side by side."""
    seats = [item for item in layout(Intro) if isinstance(item, Table)]
    made = table("", *(seat.name for seat in seats))
    for name in columns(seats[0].of):
        made.add_row(Text(name, KEY), *(seat_text(box, seat.name, name) for seat in seats))
    values = declared_values(Intro)
    return Group(title("Introductory setup"), "", made, "", values_table(box.intro, values))


def seat_text(box: Box, seat: str, key: str) -> Text:
    """What a player gets, by name and id."""
    ident = str(getattr(getattr(box.intro, seat), key))
    card = box.by_id.get(ident)
    name = card.name if card else alchemist_name(box, ident)
    return Text(name).append(f"\n{ident}", DIM)


def solo_page(box: Box) -> RenderableType:
    """``solo.toml`` without the difficulties, and the cards."""
    values = declared_values(type(box.solo))
    return Group(
        title("Botmegistus, the solo opponent", "Difficulty: trisim box show difficulty"),
        heading(f"Cards ({len(box.solo_cards)})"),
        solo_cards_table(box.solo_cards),
        heading("Settings"),
        values_table(box.solo, values),
        *settings_parts(box.solo.rulings, "rulings"),
    )
