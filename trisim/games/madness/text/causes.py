"""Why something happens, as the beginning of a line."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.rules.codes import Cause
from trisim.games.madness.text.words import (
    curse_kind_word,
    curse_name,
    mage_name,
    sheet_name,
    spell_name,
)

FOR_ALL = (Cause.CURSE, Cause.BONUS, Cause.FAILURE, Cause.APPEARANCE, Cause.LAST_PAGE)
"""Causes that are nobody's own: each line says whom it is about."""


def cause_opening(box: Any, cause: Any, ident: int) -> str:
    """The beginning of a line about what a cause does."""
    match cause:
        case Cause.SPELL:
            return f"from {spell_name(box, ident)}"
        case Cause.CURSE:
            return f"{curse_name(box, ident)} goes on"
        case Cause.BONUS:
            return "Bonus"
        case Cause.FAILURE:
            return "Failure"
        case Cause.APPEARANCE:
            return f"{sheet_name(box, ident)} appears"
        case Cause.LAST_PAGE:
            return "The last page lies open"
        case Cause.MAGE:
            return "from the ability"
        case Cause.REWARD:
            return f"for {curse_name(box, ident)}"
        case _:
            return ""


def cause_words(game: Any, cause: Any, ident: int) -> str:
    """A cause as the end of a sentence."""
    box = game.box
    match cause:
        case Cause.SPELL:
            return f"the spell {spell_name(box, ident)}"
        case Cause.CURSE:
            return f"the {curse_kind_word(box.curses[ident].kind)} curse {curse_name(box, ident)}"
        case Cause.BONUS | Cause.FAILURE:
            what = "bonus" if cause is Cause.BONUS else "failure"
            monster = sheet_name(box, int(game.state.book[game.state.monster]))
            return f"the {what} against {monster}"
        case Cause.APPEARANCE:
            return f"the appearance of {sheet_name(box, ident)}"
        case Cause.LAST_PAGE:
            return "the last page"
        case Cause.MAGE:
            return f"the ability of {mage_name(box, ident)}"
        case Cause.REWARD:
            return f"the reward for {curse_name(box, ident)}"
        case Cause.TURN:
            return "at the end of the turn"
        case _:
            return "the rules"
