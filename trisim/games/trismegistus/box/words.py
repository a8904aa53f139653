"""The words of the game and their numbers in the tables.

The order inside each enum is part of the tables' layout. Two facts are used elsewhere:
raw ``m`` is ``Thing(m)`` for lead…iron, refined ``m`` is ``Thing(m + 4)`` for copper…gold.
"""

from __future__ import annotations

from enum import IntEnum


class Word(IntEnum):
    """A code with a word for readers."""

    @property
    def word(self) -> str:
        """The word in files and on the screen: ``RAW_LEAD`` is "raw lead"."""
        return self.name.lower().replace("_", " ")


class Material(Word):
    """Materials in the order of the transmutation arrows."""

    LEAD = 0
    COPPER = 1
    TIN = 2
    MERCURY = 3
    IRON = 4
    SILVER = 5
    GOLD = 6


class Symbol(Word):
    """Faces of a die, and so the bowls, in the order in which full bowls are rerolled."""

    LEAD = 0
    COPPER = 1
    TIN = 2
    MERCURY = 3
    IRON = 4
    WILD = 5


class Essence(Word):
    """Essences; mercury is no token but any held mercury. ``ANY`` belongs to the iron bowl."""

    SALT = 0
    SULFUR = 1
    AETHER = 2
    MERCURY = 3
    ANY = 4


class Element(Word):
    """Elements, in the order in which every list of the game names them."""

    FIRE = 0
    WATER = 1
    EARTH = 2
    AIR = 3


class Color(Word):
    """Colours of dice and arrows; ``ANY`` is for transmutations along any arrow."""

    BLACK = 0
    WHITE = 1
    RED = 2
    ANY = 3


class Level(Word):
    """Levels of experiments and artifacts (no artifact is a masterpiece)."""

    STARTING = 0
    ONE = 1
    TWO = 2
    THREE = 3
    MASTERPIECE = 4

    @property
    def word(self) -> str:
        """``starting``, ``1``, ``2``, ``3`` or ``masterpiece``."""
        return str(int(self)) if Level.ONE <= self <= Level.THREE else self.name.lower()

    @property
    def words(self) -> str:
        """``starting``, ``level 2``, ``masterpiece``."""
        return f"level {self.word}" if self.word.isdigit() else self.word


class Thing(Word):
    """What can be gained; up to ``POINT`` also what is held and counted."""

    LEAD = 0
    RAW_COPPER = 1
    RAW_TIN = 2
    RAW_MERCURY = 3
    RAW_IRON = 4
    REFINED_COPPER = 5
    REFINED_TIN = 6
    REFINED_MERCURY = 7
    REFINED_IRON = 8
    SILVER = 9
    GOLD = 10
    SALT = 11
    SULFUR = 12
    AETHER = 13
    ETHEREAL_DIE = 14
    CHAMELEON = 15
    REACTION = 16
    POINT = 17
    ANY_RAW = 18
    ANY_REFINED = 19
    ANY_ESSENCE = 20

    @property
    def is_material(self) -> bool:
        """Whether a cost may ask for it."""
        return self <= Thing.GOLD or self in (Thing.ANY_RAW, Thing.ANY_REFINED)


class Track(Word):
    """The mastery track of an effect.

    ``NEAREST`` is for Botmegistus: the track of the experiment that it is nearest to completing.
    """

    FIRE = 0
    WATER = 1
    EARTH = 2
    AIR = 3
    ANY = 4
    LOWEST = 5
    DIFFERENT = 6
    NEAREST = 7


class SoloKind(Word):
    """Kinds of Botmegistus cards."""

    BASIC = 0
    SPECIALIZATION = 1
    PERSONALITY = 2


class BeforeDraft(Word):
    """Free actions that are possible before the draft."""

    NONE = 0
    EXPERIMENTS = 1
    ALL = 2


ARROWS: tuple[tuple[Material, Material], ...] = tuple(
    (Material(foot), Material(foot + 1)) for foot in range(6)
)
"""The six transmutation arrows, foot and head; each has one artifact slot."""
