"""What effects consist of: clauses of steps. The notation writes and reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from trisim.games.madness.box.words import ANY_CARD, Count, Element, Verb, Who, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that a player of a clause does."""

    verb: Verb
    count: Count = Count.EXACT
    n: int = 1
    variable: bool = False
    """Whether ``n`` is multiplied by the boost."""

    kinds: int = ANY_CARD
    """The kinds of cards that may be taken, a bit for each."""

    zones: tuple[Zone, ...] = ()
    """Where cards are taken from."""

    to: Zone | None = None
    """Where they go, if the verb doesn't say so."""

    value: int = 0
    """Of a gain: the value of the card; 0 for the next higher one of the last card's element."""

    same_element: bool = False
    """Of a gain: whether its element is that of the last card."""

    anyone: bool = False
    """Of a recharge: whether the spell may be anybody's."""

    element: Element | None = None
    """Of a token."""

    may: bool = False
    """Whether the player may leave it."""

    if_done: bool = False
    """Whether it needs that the step before did something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Steps for one or more players, who each finish them before the next one begins."""

    steps: tuple[Step, ...]
    who: Who = Who.YOU
    n: int = 1
    """Of ``SOME_OTHERS`` and ``SOME_PLAYERS``: how many."""

    variable: bool = False


Effect: TypeAlias = tuple[Clause, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """What a mage can do: standing rights, and an effect."""

    places: int = 0
    """Places of the support, if they are not the usual number; 0 if they are."""

    spells: int = 0
    """Spells at most, as ``places``."""

    wild: Element | None = None
    """One card of value 1 of this element may count as any other element, once a turn."""

    effect: Effect = ()


def steps_of(effect: Effect) -> tuple[Step, ...]:
    """All steps of an effect."""
    return tuple(step for clause in effect for step in clause.steps)


def has_variable(effect: Effect) -> bool:
    """Whether a boost changes an effect."""
    return any(step.variable for step in steps_of(effect)) or any(
        clause.variable for clause in effect
    )
