"""The texts of cards as sentences."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.box import speech

EFFECT_OF = {
    "spells": ("spells", "effect"),
    "curses": ("curses", "effect"),
    "bonus": ("sheets", "bonus"),
    "failure": ("sheets", "failure"),
    "appearance": ("sheets", "appearance"),
}


def effect_words(box: Any, what: str, number: int) -> str:
    """What a card does, as a sentence; "nothing" if it does nothing."""
    cards, name = EFFECT_OF[what]
    effect = getattr(getattr(box, cards)[number], name)
    return speech.effect_words(effect) if effect else "nothing"


def ability_words(box: Any, mage: int) -> str:
    """What a mage can do."""
    card = box.mages[mage]
    return speech.ability_words(card.ability, card.when)
