"""The text of the card that a move names."""

from __future__ import annotations

from typing import Any

from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.rules.codes import Move
from trisim.games.madness.text.describe import Pending
from trisim.games.madness.text.effects import ability_words, effect_words


def more_about(game: Any, move: int) -> str:
    """The text of a mage, spell or curse that a move names; "" if it names none."""
    pending, first, second = Pending.of(game), first_of(move), second_of(move)
    box, state = game.box, game.state
    match Move(kind_of(move)):
        case Move.MAGE:
            return ability_words(box, first)
        case Move.ABILITY:
            return ability_words(box, int(pending.own.mage))
        case Move.CAST:
            return effect_words(box, "spells", int(pending.own.spells[first]), second)
        case Move.LEARN:
            return effect_words(box, "spells", int(state.library[first]))
        case Move.FORGET:
            return effect_words(box, "spells", int(pending.own.spells[first]))
        case Move.SPELL:
            return effect_words(box, "spells", int(state.seats[first].spells[second]))
        case Move.DESTROY | Move.CURSE:
            return effect_words(box, "curses", int(state.track[first]))
        case _:
            return ""
