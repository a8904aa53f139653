"""The limits of a box: the room in the records of the rules."""

from __future__ import annotations

from trisim.games.madness.rules import state

MOST_COPIES = 62
"""Copies of a kind of card: a deck has a bit for each."""

CARD_LIMITS = {
    "spells": state.MOST_SPELLS,
    "curses": state.MOST_CURSES,
    "sheets": state.MOST_SHEETS,
    "mages": state.MOST_MAGES,
    "modes": state.MOST_MODES,
}
