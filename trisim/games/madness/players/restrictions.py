"""What a player of this game can be forbidden to do and use, and the codes for kernels."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import chain

from trisim.games.madness.box.box import Box
from trisim.games.madness.box.words import CurseKind, Element, When
from trisim.games.madness.rules import state
from trisim.players.restrictions import Restriction


class Part(IntEnum):
    """Parts of the game that are no cards; of a row of codes the first."""

    CAST = 0
    BOOST = 1
    LEARN = 2
    ACQUIRE = 3
    DESTROY = 4
    CURE = 5
    ABILITY = 6
    PASS = 7
    POOL = 8
    BASIC = 9
    LIBRARY = 10
    CAST_OF = 11  # + element
    LEARN_OF = 15  # + element
    ACQUIRE_OF = 19  # + element
    VALUE = 23  # + value - 2
    CURSES = 25  # + kind


CARDS_AT = 30
SPELLS_AT = CARDS_AT
MAGES_AT = SPELLS_AT + state.MOST_SPELLS
ROOM = MAGES_AT + state.MOST_MAGES
"""Where the codes of cards begin, in the order of the box, and the room for all codes."""

ACTIONS = {
    "cast": (Part.CAST, "casting spells"),
    "boost": (Part.BOOST, "boosting spells"),
    "learn": (Part.LEARN, "learning spells of the library"),
    "acquire": (Part.ACQUIRE, "acquiring cards"),
    "destroy": (Part.DESTROY, "destroying curses by the action"),
    "cure": (Part.CURE, "curing madness by the action"),
    "ability": (Part.ABILITY, "using the ability of the mage"),
    "pass": (Part.PASS, "passing an action that others have given"),
    "pool": (Part.POOL, "paying with cards of supports"),
}
CATEGORIES = {
    "category:basic": (Part.BASIC, "casting basic spells"),
    "category:library": (Part.LIBRARY, "learning and casting spells of the library"),
}


def restrictions(box: Box) -> tuple[Restriction, ...]:
    """All restrictions for a box: actions, categories, elements, kinds of curses, cards."""
    return tuple(chain(of_actions(), of_kinds(), of_cards(box)))


def of_actions() -> Iterator[Restriction]:
    for kind, group in (("action", ACTIONS), ("category", CATEGORIES)):
        for name, (code, title) in group.items():
            yield Restriction(name, title, kind, int(code))


def of_kinds() -> Iterator[Restriction]:
    """Elements of spells and cards, values of cards, kinds of curses."""
    for element in Element:
        word = element.word
        yield kind_of_move("cast", word, Part.CAST_OF + element, f"casting {word} spells")
        yield kind_of_move("learn", word, Part.LEARN_OF + element, f"learning {word} spells")
        yield kind_of_move("acquire", word, Part.ACQUIRE_OF + element, f"acquiring {word} cards")
    for value in (2, 3):
        title = f"acquiring cards of value {value}"
        yield kind_of_move("acquire", str(value), Part.VALUE + value - 2, title)
    for kind in CurseKind:
        title = f"destroying {kind.word} curses by the action"
        yield kind_of_move("destroy", kind.word, Part.CURSES + kind, title)


def kind_of_move(kind: str, word: str, code: int, title: str) -> Restriction:
    return Restriction(f"{kind}:{word}", title, kind, int(code))


def of_cards(box: Box) -> Iterator[Restriction]:
    """Spells that are learned or cast, and abilities that are used, in the order of the box."""
    for number, spell in enumerate(box.spells):
        what = "basic spell" if spell.basic else f"{spell.element.word} spell"
        yield Restriction(f"card:{spell.id}", f"{spell.name} ({what})", "card", SPELLS_AT + number)
    for number, mage in enumerate(box.mages):
        if mage.when is When.TURN:
            title = f"the ability of {mage.name}"
            yield Restriction(f"ability:{mage.id}", title, "ability", MAGES_AT + number)
