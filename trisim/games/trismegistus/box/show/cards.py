"""One card as a page for players."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from rich.console import RenderableType
from rich.text import Text

from trisim.box.box import Card
from trisim.box.show.card import Line, framed, sections, written
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import (
    Achievement,
    Artifact,
    Experiment,
    Formula,
    Publication,
    SoloCard,
)
from trisim.games.trismegistus.box.nouns import kind_words
from trisim.games.trismegistus.box.show.reading import card_worth, words
from trisim.games.trismegistus.box.show.style import (
    ELEMENT_STYLES,
    color_text,
    element_text,
    elementals_text,
)
from trisim.games.trismegistus.box.speech import (
    bot_words,
    cost_words,
    elementals_words,
    requirement_words,
)
from trisim.games.trismegistus.box.worth import cost_worth, points_worth
from trisim.texts import listed


def card_page(box: Box, card: Card) -> RenderableType:
    """A card in a frame: kind, text, notation, estimated worth."""
    parts = sections(face(box, card), written(card), estimate(box, card))
    return framed(card, kind_words(box, card), card_style(card), parts)


def card_style(card: Card) -> str:
    """The colour of a card's element, if it has one."""
    if isinstance(card, Experiment | SoloCard) and card.element is not None:
        return ELEMENT_STYLES[card.element]
    if isinstance(card, Artifact) and card.elementals:
        return ELEMENT_STYLES[card.elementals[0]]
    return ""


# ---------------------------------------------------------------- what the card says


def face(box: Box, card: Card) -> Iterator[Line]:
    """The text of a card."""
    match card:
        case Experiment():
            yield from experiment_face(box, card)
        case Artifact():
            yield "elementals", elementals_text(card.elementals) or Text("none")
            yield "ability", words(box, card.ability)
        case Publication():
            yield "needs", f"{elementals_words(card.elementals)} elementals"
            yield "points", str(card.points)
            yield "players", players_line(card.players)
        case Achievement():
            yield "asks for", requirement_words(card.requires)
            yield "bonus", words(box, card.bonus)
            yield "points", str(card.points)
        case Formula():
            yield "ability", f"{words(box, card.ability)} (once)"
        case SoloCard():
            yield from solo_face(card)


def experiment_face(box: Box, card: Experiment) -> Iterator[Line]:
    yield "mastery", element_text(card.element).append(f" {card.mastery}", "default")
    yield "cost", cost_words(card.cost)
    yield "bonus", words(box, card.bonus)
    yield "points", str(card.points)
    yield "players", players_line(card.players)


def solo_face(card: SoloCard) -> Iterator[Line]:
    yield "drafts", color_text(card.color).append(f" die: {symbols_words(card)}", "default")
    yield "potency", str(card.potency)
    yield "action", bot_words(card.action)
    if card.ahead and card.element is not None:
        yield (
            "instead",
            f"{bot_words(card.ahead)} (when above you on the {card.element.word} track)",
        )


def symbols_words(card: SoloCard) -> str:
    """Which die it looks for."""
    return listed((s.word for s in card.symbols), "or") or "the one of highest potency"


def players_line(players: int) -> str:
    """With how many players it is in the game."""
    return f"{players} or more" if players > 2 else "any number"


# ---------------------------------------------------------------- what it is worth


def estimate(box: Box, card: Card) -> Iterator[Line]:
    """The worth of the parts of a card by our yardstick, next to its peers."""
    if isinstance(card, Experiment):
        costs = [cost_worth(peer.cost) for peer in peers(box, card) if isinstance(peer, Experiment)]
        yield "worth", f"cost {cost_worth(card.cost):.1f} potency{beside(costs)}"
    if not isinstance(card, Publication | SoloCard):
        effects = [card_worth(box, peer) for peer in peers(box, card)]
        label = "bonus" if isinstance(card, Experiment | Achievement) else "ability"
        yield "worth", f"{label} {card_worth(box, card):.1f} potency{beside(effects)}"
    if isinstance(card, Experiment | Publication | Achievement):
        yield "worth", f"points {points_worth(card.points):.1f} potency"


def peers(box: Box, card: Card) -> list[Card]:
    """The cards of the same deck, this one included."""
    if isinstance(card, Formula):
        return list(box.formulas_of(card.alchemist))
    level = getattr(card, "level", None)
    return [
        peer
        for peer in box.by_id.values()
        if type(peer) is type(card) and getattr(peer, "level", None) is level
    ]


def beside(values: list[float]) -> str:
    """The range of the deck."""
    low, mean, high = min(values), fmean(values), max(values)
    return f" ({low:.1f} to {high:.1f} in its deck, mean {mean:.1f})"
