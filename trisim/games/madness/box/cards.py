"""The cards and sheets: one class for each CSV file, one field for each column.

The classes are the only place where columns are declared. Reading, checking, showing, comparing and
the record that kernels read all follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass

from trisim.box.box import Card
from trisim.box.fields import Integer
from trisim.box.schema import column
from trisim.games.madness.box.fields import (
    ABILITY,
    CURSE_KIND,
    EFFECT,
    ELEMENT,
    MAYBE_EFFECT,
    MAYBE_SOURCE,
    SIDE,
    SOURCE,
    SYMBOL,
    WHEN,
    YES_NO,
)
from trisim.games.madness.box.terms import Ability, Effect
from trisim.games.madness.box.words import (
    VALUES,
    CurseKind,
    Difficulty,
    Element,
    Side,
    Source,
    When,
)

ONES = Integer(0, 12)
MULTI_CURSES = Integer(0, 2)
FROM = "where its values are from: text (the rulebook), public (other pages) or ours"


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementCard(Card):
    """``elements.csv``: a kind of card that decks consist of."""

    element: Element = column(ELEMENT, "its element")
    value: int = column(Integer(1, VALUES), "what it pays")
    copies: int = column(Integer(1, 62), "how many there are in the box")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mage(Card):
    """``mages.csv``: a role of the players."""

    element: Element = column(ELEMENT, "element of the mage, and of the one card of value 2")
    ones_water: int = column(ONES, "cards of value 1 in the first deck: water")
    ones_earth: int = column(ONES, "the same: earth")
    ones_fire: int = column(ONES, "the same: fire")
    ones_air: int = column(ONES, "the same: air")
    when: When = column(WHEN, "when the ability is used: turn is once in the own turn")
    ability: Ability = column(ABILITY, "what the mage can do")
    source: Source = column(SOURCE, FROM)

    @property
    def ones(self) -> tuple[int, ...]:
        """Cards of value 1 in the first deck by element."""
        return self.ones_water, self.ones_earth, self.ones_fire, self.ones_air


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Card):
    """``spells.csv``: spells that all begin with, and those of the library."""

    element: Element = column(ELEMENT, "element that pays for it")
    level: int = column(Integer(1, 3), "what it costs, and its place in the library")
    basic: bool = column(YES_NO, "whether every player begins with it")
    effect: Effect = column(EFFECT, "what it does; a boost multiplies numbers with an x")
    source: Source = column(SOURCE, FROM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curse(Card):
    """``curses.csv``."""

    kind: CurseKind = column(CURSE_KIND, "which pile it is in, and what destroys it")
    effect: Effect = column(EFFECT, "what happens when the marker reaches it")
    source: Source = column(SOURCE, FROM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Card):
    """``sheets.csv``: a sheet of the grimoire, named after the monster on its back."""

    side: Side = column(SIDE, "cover, inner page or last page")
    bonus: Effect = column(MAYBE_EFFECT, "on its front: if the monster to its left is beaten")
    failure: Effect = column(MAYBE_EFFECT, "on its front: if it escapes")
    appearance: Effect = column(
        MAYBE_EFFECT, "on its back: when its monster appears; the last page: when it lies open"
    )
    curse_1: CurseKind | None = column(SYMBOL, "kind of the first curse of its monster")
    curse_2: CurseKind | None = column(SYMBOL, "of the second")
    curse_3: CurseKind | None = column(SYMBOL, "of the third")
    source: Source = column(SOURCE, FROM)
    back_source: Source | None = column(
        MAYBE_SOURCE, "where the appearance is from, if its source is another"
    )

    @property
    def curses(self) -> tuple[CurseKind, ...]:
        """The kinds of the curses that its monster brings, in their order."""
        symbols = (self.curse_1, self.curse_2, self.curse_3)
        return tuple(symbol for symbol in symbols if symbol is not None)

    @property
    def monster_source(self) -> Source:
        """Where the appearance is from."""
        return self.source if self.back_source is None else self.back_source

    @property
    def monster(self) -> str:
        """The monster on its back; nothing if it has none."""
        return "" if self.side is Side.LAST else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Card):
    """``rounds.csv``: multi-element curses of a monster, by difficulty."""

    I: int = column(MULTI_CURSES, "multi-element curses on difficulty I")  # noqa: E741
    II: int = column(MULTI_CURSES, "on difficulty II")
    III: int = column(MULTI_CURSES, "on difficulty III")

    @property
    def by_difficulty(self) -> tuple[int, ...]:
        return tuple(getattr(self, difficulty.word) for difficulty in Difficulty)


CARD_FILES: dict[str, type[Card]] = {
    "elements": ElementCard,
    "mages": Mage,
    "spells": Spell,
    "curses": Curse,
    "sheets": Sheet,
    "rounds": Round,
}
"""The CSV files by name, without ``.csv``, and what their rows are."""
