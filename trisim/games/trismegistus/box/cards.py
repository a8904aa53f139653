"""The cards and tiles: one class for each file, one field for each column.

The classes are the only place where columns are declared. Reading, checking, showing, comparing and
the tables of the engine all follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass

from trisim.box.box import Card
from trisim.box.fields import Choice, Ident, Integer
from trisim.box.schema import column
from trisim.games.trismegistus.box.fields import (
    ABILITY,
    BOT_ACTION,
    BOT_EFFECT,
    COST,
    EFFECT,
    ELEMENTALS,
    NEEDED_ELEMENTALS,
    REQUIREMENT,
    Symbols,
)
from trisim.games.trismegistus.box.notation.terms import (
    BotAction,
    Cost,
    Effects,
    Elementals,
    Requirement,
)
from trisim.games.trismegistus.box.words import Color, Element, Level, SoloKind, Symbol

ELEMENT = Choice({element.word: element for element in Element})
PLAYERS = Choice({"": 2, "3+": 3, "4+": 4})
POINTS = Integer(0, 60)
DIE_COLOR = Choice({color.word: color for color in Color if color is not Color.ANY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment(Card):
    """An experiment, starting experiment or masterpiece."""

    level: Level = column(Choice({level.word: level for level in Level}), "which deck it is in")
    element: Element = column(ELEMENT, "its type: track, column and elemental")
    mastery: int = column(Integer(0, 12), "level it asks on that track")
    cost: Cost = column(COST, "materials to pay")
    bonus: Effects = column(EFFECT, "taken when it is performed, now or never")
    points: int = column(POINTS, "points at the end")
    players: int = column(PLAYERS, "leaves the game below that many players")


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact(Card):
    level: Level = column(
        Choice({level.word: level for level in Level if level is not Level.MASTERPIECE}),
        "which stack it is in",
    )
    elementals: Elementals = column(ELEMENTALS, "none to two; exactly one on a starting artifact")
    ability: Effects = column(ABILITY, "what it does when bought or triggered")


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication(Card):
    elementals: Elementals = column(NEEDED_ELEMENTALS, "what it needs at the end")
    points: int = column(POINTS, "points if it is completed")
    players: int = column(PLAYERS, "leaves the game below that many players")


@dataclass(frozen=True, slots=True, kw_only=True)
class Achievement(Card):
    requires: Requirement = column(REQUIREMENT, "what must be shown; nothing is spent")
    bonus: Effects = column(EFFECT, "taken at once")
    points: int = column(POINTS, "points at the end")


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula(Card):
    """A formula tile of an alchemist."""

    alchemist: str = column(Ident(of="alchemists"), "an id of alchemists.toml")
    ability: Effects = column(ABILITY, "used once, from the vault")


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloCard(Card):
    """A card of Botmegistus."""

    kind: SoloKind = column(Choice({kind.word: kind for kind in SoloKind}), "which pile it is in")
    element: Element | None = column(
        Choice({"": None, **ELEMENT.words}), "of a specialization or personality"
    )
    color: Color = column(DIE_COLOR, "colour of the die it drafts")
    symbols: tuple[Symbol, ...] = column(Symbols(), "one or two symbols, left first, or max")
    potency: int = column(Integer(1, 3), "potency it spends")
    action: BotAction = column(BOT_ACTION, "what it does")
    ahead: BotAction = column(
        BOT_EFFECT, "of a personality: instead, when it is above you on its element's track"
    )


CARD_FILES: dict[str, type[Card]] = {
    "experiments": Experiment,
    "artifacts": Artifact,
    "publications": Publication,
    "achievements": Achievement,
    "formulas": Formula,
    "solo_cards": SoloCard,
}
"""The CSV files by name, without ``.csv``, and what their rows are."""
