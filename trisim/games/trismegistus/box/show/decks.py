"""Decks as tables, sorted by level, element, mastery and id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trisim.box.box import Card
from trisim.box.show.style import DIM, STRONG, count_or_dot, heading, name_text, table, title
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import (
    Artifact,
    Experiment,
    Formula,
    Publication,
    SoloCard,
)
from trisim.games.trismegistus.box.fields import Symbols
from trisim.games.trismegistus.box.notation import to_text
from trisim.games.trismegistus.box.nouns import alchemist_name
from trisim.games.trismegistus.box.show.reading import card_worth, in_order, words
from trisim.games.trismegistus.box.show.style import (
    ELEMENT_STYLES,
    color_text,
    element_text,
    elementals_text,
    players_words,
)
from trisim.games.trismegistus.box.speech import bot_words, requirement_words
from trisim.games.trismegistus.box.words import Element, Level
from trisim.games.trismegistus.box.worth import cost_worth

C = TypeVar("C", bound=Card)

YARDSTICK = "Worth is in potency, by trisim's own yardstick; it is no rule of the game."
LEAVES = "3+, 4+: leaves the game below that many players."


def experiments_page(box: Box, levels: Sequence[Level] = tuple(Level)) -> RenderableType:
    """Experiments of some levels."""
    parts: list[RenderableType] = []
    for level in levels:
        cards = [card for card in box.experiments if card.level is level]
        parts += [
            title(f"{experiments_name(level)} ({len(cards)})"),
            "",
            experiments_table(box, cards),
            "",
        ]
    return Group(*parts, Text(f"{LEAVES}\n{YARDSTICK}", DIM))


def experiments_name(level: Level) -> str:
    if level is Level.MASTERPIECE:
        return "Masterpieces"
    return f"{level.words.capitalize()} experiments"


def experiments_table(box: Box, cards: Iterable[Experiment]) -> Table:
    """Experiments, a line between elements."""
    heads = ("experiment", "mastery", "cost", "worth", "bonus", "worth", "points")
    made = table(*heads, right=["worth", "points"])
    for card in sections(made, sorted(cards, key=in_order), lambda card: card.element):
        made.add_row(
            name_text(card.name, card.id, players_words(card.players)),
            element_text(card.element).append(f" {card.mastery}", "default"),
            to_text(card.cost),
            Text(f"{cost_worth(card.cost):.1f}", DIM),
            words(box, card.bonus),
            Text(f"{card_worth(box, card):.1f}", DIM),
            str(card.points),
        )
    return made


def sections(made: Table, cards: Sequence[C], key: Callable[[C], int]) -> Iterable[C]:
    """The cards, with a gap in the table wherever the key changes."""
    for index, card in enumerate(cards):
        if index and key(cards[index - 1]) != key(card):
            made.add_section()
        yield card


def artifacts_page(box: Box, levels: Sequence[Level] = tuple(Level)[:4]) -> RenderableType:
    """Artifacts of some levels."""
    parts: list[RenderableType] = []
    for level in levels:
        cards = [card for card in box.artifacts if card.level is level]
        head = f"{level.words.capitalize()} artifacts ({len(cards)})"
        parts += [title(head), "", artifacts_table(box, cards), ""]
    return Group(*parts, Text(YARDSTICK, DIM))


def artifacts_table(box: Box, cards: Iterable[Artifact]) -> Table:
    """Artifacts, those with fewer elementals first."""
    made = table("artifact", "id", "elementals", "ability", "worth", right=["worth"])
    for card in sorted(cards, key=in_order):
        made.add_row(
            Text(card.name, STRONG),
            Text(card.id, DIM),
            elementals_text(card.elementals) or Text("–", DIM),
            words(box, card.ability),
            f"{card_worth(box, card):.1f}",
        )
    return made


def publications_page(box: Box) -> RenderableType:
    """Publications, those that need fewer elementals first."""
    heads = [*(element.word for element in Element), "points", "each"]
    made = table("publication", "id", *heads, right=heads)
    for card in sections(made, sorted(box.publications, key=in_order), needed):
        counts = {element: card.elementals.count(element) for element in Element}
        made.add_row(
            Text().append(card.name, STRONG).append(f" {players_words(card.players)}"),
            Text(card.id, DIM),
            *(
                Text(count_or_dot(count), ELEMENT_STYLES[element] if count else DIM)
                for element, count in counts.items()
            ),
            str(card.points),
            Text(f"{card.points / needed(card):.1f}", DIM),
        )
    note = f"Each: points for each elemental it needs. {LEAVES}"
    return Group(title(f"Publications ({len(box.publications)})"), "", made, "", Text(note, DIM))


def needed(card: Publication) -> int:
    return len(card.elementals)


def achievements_page(box: Box) -> RenderableType:
    heads = ("achievement", "asks for", "bonus", "worth", "points")
    made = table(*heads, right=["worth", "points"])
    for card in sorted(box.achievements, key=in_order):
        made.add_row(
            name_text(card.name, card.id),
            requirement_words(card.requires),
            words(box, card.bonus) if card.bonus else "–",
            Text(f"{card_worth(box, card):.1f}" if card.bonus else "", DIM),
            str(card.points),
        )
    head = title(f"Achievements ({len(box.achievements)})", "A variant of the game; not in solo.")
    return Group(head, "", made, "", Text(YARDSTICK, DIM))


def formulas_page(box: Box) -> RenderableType:
    """The formulas of every alchemist."""
    parts: list[RenderableType] = [title(f"Formulas ({len(box.formulas)})")]
    for ident in box.alchemists:
        parts += [heading(alchemist_name(box, ident)), formulas_table(box, box.formulas_of(ident))]
    return Group(*parts, "", Text(YARDSTICK, DIM))


def formulas_table(box: Box, formulas: Iterable[Formula]) -> Table:
    made = table("formula", "id", "ability, once", "worth", right=["worth"])
    for card in formulas:
        made.add_row(
            Text(card.name, STRONG),
            Text(card.id, DIM),
            words(box, card.ability),
            f"{card_worth(box, card):.1f}",
        )
    return made


def solo_cards_table(cards: Iterable[SoloCard]) -> Table:
    made = table("card", "kind", "die", "potency", "what it does", right=["potency"])
    for card in sorted(cards, key=in_order):
        ahead = f"\nahead: {bot_words(card.ahead)}" if card.ahead else ""
        made.add_row(
            name_text(card.name, card.id),
            Text(card.kind.word).append("\n").append(element_text(card.element)),
            color_text(card.color).append("\n" + Symbols().show(card.symbols), "default"),
            str(card.potency),
            Text(bot_words(card.action) + ahead),
        )
    return made
