"""The terms of the notation: the parts of costs, effects, requirements and bot actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from trisim.games.trismegistus.box.words import Color, Element, Level, Thing, Track, Word


class CountKind(Word):
    """What a multiplier or a requirement counts."""

    EXPERIMENT = 0
    ARTIFACT = 1
    ELEMENTAL = 2
    FORMULA = 3
    LEVEL = 4
    LOWEST_LEVEL = 5
    ANY_LEVEL = 6


class Verb(Word):
    """Actions that need no further word."""

    DRAW_PUBLICATIONS = 0
    RANDOM_ARTIFACT = 1
    RESTORE_REACTION = 2
    TAKE_ARTIFACT = 3
    TAKE_EXPERIMENT = 4


class Swap(Word):
    """Rewards of an exchange that depend on the cube that was paid."""

    SAME_REFINED = 0
    OTHER_RAW = 1


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of a thing: a part of a cost, or the price of an exchange."""

    count: int
    thing: Thing


@dataclass(frozen=True, slots=True)
class Down:
    """The price of going down one space on any track."""


@dataclass(frozen=True, slots=True)
class Countable:
    """Something that can be counted: no ``elements`` means all of them."""

    kind: CountKind
    elements: tuple[Element, ...] = ()
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """Take so many of a thing, multiplied by ``per`` if there is one."""

    count: int
    thing: Thing
    per: Countable | None = None


@dataclass(frozen=True, slots=True)
class Advance:
    """Move up: ``steps`` spaces on one track, or one space on ``steps`` different tracks."""

    track: Track
    steps: int = 1
    times: int = 1
    per: Countable | None = None


@dataclass(frozen=True, slots=True)
class Transmute:
    """Transmute along arrows of a colour, or of any."""

    color: Color
    times: int = 1
    per: Countable | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """One of the actions that need no further word."""

    verb: Verb
    times: int = 1
    per: Countable | None = None


Reward: TypeAlias = Gain | Advance | Transmute | Do | Swap


@dataclass(frozen=True, slots=True)
class Exchange:
    """Pay the price for the reward, up to ``times`` times."""

    price: Amount | Down
    reward: Reward
    times: int = 1


@dataclass(frozen=True, slots=True)
class Need:
    """Part of a requirement: at least ``count`` of something."""

    count: int
    what: Countable | Thing


Effect: TypeAlias = Gain | Advance | Transmute | Do | Exchange
Part: TypeAlias = Amount | Element | Effect | Need

Cost: TypeAlias = tuple[Amount, ...]
Effects: TypeAlias = tuple[Effect, ...]
Requirement: TypeAlias = tuple[Need, ...]
Elementals: TypeAlias = tuple[Element, ...]
BotAction: TypeAlias = tuple[Gain | Advance | Do, ...]
