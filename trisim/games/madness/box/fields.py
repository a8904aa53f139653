"""Kinds of values that only this game has: effects and abilities in their notation."""

from __future__ import annotations

from trisim.box.fields import Choice, Notation
from trisim.games.madness.box.notation import parse_ability, parse_effect
from trisim.games.madness.box.spelling import ability_text, effect_text
from trisim.games.madness.box.words import CurseKind, Element, Side, Source, When

ELEMENT = Choice({element.word: element for element in Element})
CURSE_KIND = Choice({kind.word: kind for kind in CurseKind})
SYMBOL = Choice({"": None, **CURSE_KIND.words})
SIDE = Choice({side.word: side for side in Side})
WHEN = Choice({when.word: when for when in When})
SOURCE = Choice({source.word: source for source in Source})
MAYBE_SOURCE = Choice({"": None, **SOURCE.words})
YES_NO = Choice({"yes": True, "no": False})

EFFECT = Notation(parse_effect, effect_text, "an effect, as 'each: draw 1'", may_be_empty=False)
MAYBE_EFFECT = Notation(parse_effect, effect_text, "an effect, as 'each: draw 1', or nothing")
ABILITY = Notation(
    parse_ability, ability_text, "an ability, as 'draw 1' or 'places 5'", may_be_empty=False
)
