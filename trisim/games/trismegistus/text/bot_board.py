"""Botmegistus as text: goods, tracks, cards; all of it is public."""

from __future__ import annotations

from typing import Any

from trisim.games.trismegistus.box.speech import elementals_words
from trisim.games.trismegistus.box.words import Element
from trisim.games.trismegistus.rules.codes import At, Part
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.scoring import bot_formulas, bot_types
from trisim.games.trismegistus.text.board import entry, experiment_words, held_words, performed_by
from trisim.games.trismegistus.text.bot_words import solo_card_words
from trisim.games.trismegistus.text.describe import die_words, points_words
from trisim.texts import listed, plural

SIDES = ("left", "right")


def bot_lines(game: Game) -> list[str]:
    """All of Botmegistus."""
    lab = game.state.labs[game.bot_seat]
    return [
        *entry("holds", held_words(lab)),
        *die_lines(game, lab),
        *bot_artifact_lines(game),
        *(line for card in lab.beside for line in held_lines(game, int(card))),
        *completed_lines(game),
        *points_lines(game),
        *card_lines(game),
    ]


def die_lines(game: Game, lab: Any) -> list[str]:
    """Its die, and how many dice of the round it has used."""
    used = f"{int(lab.dice_used)} of {game.box.rules.numbers.dice_per_round} dice used"
    if lab.die_symbol < 0:
        return entry("dice", used)
    die = die_words(int(lab.die_symbol), int(lab.die_color))
    return entry("die", f"{die}, potency {int(lab.potency)}; {used}")


def bot_artifact_lines(game: Game, indent: str = "  ") -> list[str]:
    """Its artifacts, which count for their elementals alone."""
    places = game.state.artifact_at[: len(game.box.artifacts)]
    own = [
        f"{card.name} [{elementals_words(card.elementals)}]"
        for card, at in zip(game.box.artifacts, places, strict=True)
        if at == game.bot_seat
    ]
    return entry(f"artifact{plural(len(own))}", ", ".join(own), indent) if own else []


def held_lines(game: Game, card: int) -> list[str]:
    """An experiment that it holds, and the missing levels."""
    if card < 0:
        return []
    experiment = game.box.experiments[card]
    level = int(game.state.labs[game.bot_seat].level[experiment.element])
    missing = max(0, experiment.mastery - level)
    lacks = f"{missing} level{plural(missing)} missing" if missing else "no level missing"
    return entry("to complete", f"{experiment_words(game, card)} ({lacks})")


def completed_lines(game: Game, indent: str = "  ") -> list[str]:
    """The experiments it has completed."""
    names = ", ".join(card.name for card in performed_by(game, game.bot_seat))
    return entry("completed", names, indent) if names else []


def points_lines(game: Game) -> list[str]:
    """The points of its cards and tokens."""
    points = int(game.state.labs[game.bot_seat].vp[Part.BOT])
    return entry("scored", points_words(points)) if points else []


def card_lines(game: Game) -> list[str]:
    """Its cards: those that lie open, those left in the deck, those used."""
    cards, bot = game.box.solo_cards, game.state.bot
    lines = []
    for side, card in zip(SIDES, bot.open, strict=True):
        if game.state.solo.planning and card >= 0:
            lines += entry(side, solo_card_words(cards[int(card)]))
    places = bot.at[: len(cards)]
    for place, key in ((At.DECK, "in its deck"), (At.USED, "used")):
        names = [card.name for card, at in zip(cards, places, strict=True) if at == place]
        if names:
            lines += entry(key, f"{len(names)}: {', '.join(names)}")
    return lines


def bot_evidence_lines(game: Game, indent: str = "    ") -> list[str]:
    """The basis of its final score, besides levels and goods."""
    state, seat = game.state, game.bot_seat
    found = [int(state.bot.elementals[element]) for element in Element]
    elementals = tuple(e for e, count in zip(Element, found, strict=True) for _ in range(count))
    types, formulas = bot_types(state, seat), bot_formulas(state, game.tables, seat)
    own = int(state.labs[seat].bought)
    counted = f"{min(formulas, types + own)} formula{plural(formulas)} counted"
    return [
        *completed_lines(game, indent),
        *bot_artifact_lines(game, indent),
        *entry("elementals", f"{elementals_words(elementals)}, on artifacts", indent),
        *entry("stone", f"{counted}: {listed((f'{types} by types', f'{own} for gold'))}", indent),
    ]
