"""Board, rules, introductory setup and solo game as pages."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from trisim.box.schema import Table, columns, layout
from trisim.box.show.settings import declared_values, settings_parts, values_table
from trisim.box.show.style import DIM, KEY, STRONG, heading, table, title
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.nouns import alchemist_name
from trisim.games.trismegistus.box.settings import BonusToken, Intro
from trisim.games.trismegistus.box.show.decks import solo_cards_table
from trisim.games.trismegistus.box.show.reading import words
from trisim.games.trismegistus.box.show.style import color_text
from trisim.games.trismegistus.box.speech import bot_words
from trisim.games.trismegistus.box.words import ARROWS
from trisim.texts import listed


def rules_page(box: Box) -> RenderableType:
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
