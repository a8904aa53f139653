"""Kinds of values that only this game has: costs and effects in their notation, symbols."""

from __future__ import annotations

from dataclasses import dataclass

from trisim.box.faults import FieldError, did_you_mean
from trisim.box.fields import Notation, as_text
from trisim.games.trismegistus.box.notation import (
    parse_bot,
    parse_cost,
    parse_effect,
    parse_elementals,
    parse_requirement,
    to_text,
)
from trisim.games.trismegistus.box.words import Symbol


@dataclass(frozen=True)
class Symbols:
    """The dice that a card of Botmegistus drafts: one or two symbols, or the most potent die."""

    expects: str = "one or two of lead, copper, tin, mercury, iron, or max"

    def parse(self, value: object) -> tuple[Symbol, ...]:
        """The symbols, left first; none of them for ``max``."""
        words = as_text(value, self.expects).split()
        if words == ["max"]:
            return ()
        known = {symbol.word: symbol for symbol in Symbol if symbol is not Symbol.WILD}
        for word in words:
            if word not in known and word != "max":
                raise FieldError(word, "unknown symbol", did_you_mean(word, [*known, "max"]))
        if not 1 <= len(words) <= 2 or len(set(words) - {"max"}) < len(words):
            raise FieldError(" ".join(words), "wrong number of symbols", f"expected {self.expects}")
        return tuple(known[word] for word in words)

    def show(self, value: object) -> str:
        assert isinstance(value, tuple)
        return " ".join(symbol.word for symbol in value) or "max"


COST = Notation(parse_cost, to_text, "a cost, as '2 raw tin + silver'", may_be_empty=False)
EFFECT = Notation(parse_effect, to_text, "an effect, as 'gold + advance fire', or nothing")
ABILITY = Notation(parse_effect, to_text, "an effect, as 'gold + advance fire'", may_be_empty=False)
REQUIREMENT = Notation(
    parse_requirement, to_text, "a requirement, as '3 fire experiments'", may_be_empty=False
)
ELEMENTALS = Notation(parse_elementals, to_text, "elementals, as 'fire + air', or nothing")
NEEDED_ELEMENTALS = Notation(
    parse_elementals, to_text, "elementals, as '2 fire + air'", may_be_empty=False
)
BOT_ACTION = Notation(
    parse_bot, to_text, "what Botmegistus does, as 'take artifact + gold'", may_be_empty=False
)
BOT_EFFECT = Notation(parse_bot, to_text, "what Botmegistus does, as '5 points + gold', or nothing")
