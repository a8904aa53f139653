"""The notation of costs, effects, requirements and multipliers (``docs/notation.md``)."""

from trisim.box.notation import NotationError
from trisim.games.trismegistus.box.notation.parser import (
    parse_bot,
    parse_cost,
    parse_effect,
    parse_elementals,
    parse_requirement,
)
from trisim.games.trismegistus.box.notation.printer import to_text

__all__ = [
    "NotationError",
    "parse_bot",
    "parse_cost",
    "parse_effect",
    "parse_elementals",
    "parse_requirement",
    "to_text",
]
