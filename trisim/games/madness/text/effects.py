"""The texts of cards as sentences."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.box import speech

ACTIVE = "the active player"

EFFECT_OF = {
    "spells": ("spells", "effect"),
    "curses": ("curses", "effect"),
    "bonus": ("sheets", "bonus"),
    "failure": ("sheets", "failure"),
    "appearance": ("sheets", "appearance"),
}


def effect_words(box: Any, what: str, number: int, boost: int = 1) -> str:
    """What a card does, in sentences; "Nothing." if it does nothing.

    Spells speak to who casts them, all else is about the active player.
    """
    cards, name = EFFECT_OF[what]
    effect = getattr(getattr(box, cards)[number], name)
    you = "" if what == "spells" else ACTIVE
    return speech.effect_words(effect, boost, you=you) if effect else "Nothing."


def ability_words(box: Any, mage: int) -> str:
    """What a mage can do."""
    card = box.mages[mage]
    return speech.ability_words(card.ability, card.when)
