"""The approximate worth of things, in *potency*: 1 is the harvest of one potency, a raw material.

This is our own yardstick for reading a set of cards, made by hand. It is no rule of the game, the
engine does not use it, and where it and a simulation disagree the simulation is right. It is what a
card gives to a player who can use it: fit, timing, and the chance of waste are left out.
"""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    Cost,
    Countable,
    CountKind,
    Do,
    Down,
    Effect,
    Effects,
    Exchange,
    Gain,
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.words import Color, Level, Thing, Track


class When(IntEnum):
    """The time in the game for which multipliers are estimated."""

    ROUND_1 = 0
    ROUND_2 = 1
    ROUND_3 = 2
    END = 3


POINT = 0.7
PRICES: dict[Thing, float] = {
    Thing.LEAD: 1.0,
    Thing.RAW_COPPER: 1.0,
    Thing.RAW_TIN: 1.0,
    Thing.RAW_MERCURY: 1.0,
    Thing.RAW_IRON: 1.2,
    Thing.REFINED_COPPER: 1.5,
    Thing.REFINED_TIN: 2.0,
    Thing.REFINED_MERCURY: 2.5,
    Thing.REFINED_IRON: 3.0,
    Thing.SILVER: 3.5,
    Thing.GOLD: 4.5,
    Thing.SALT: 1.0,
    Thing.SULFUR: 1.0,
    Thing.AETHER: 1.0,
    Thing.ETHEREAL_DIE: 1.0,
    Thing.CHAMELEON: 1.2,
    Thing.REACTION: 1.5,
    Thing.POINT: POINT,
    Thing.ANY_RAW: 1.2,
    Thing.ANY_REFINED: 4.5,
    Thing.ANY_ESSENCE: 1.2,
}
"""A thing that is gained; ``ANY_REFINED`` if it may be gold."""

ANY_REFINED_WITHOUT_GOLD = 3.5
"""Any refined material where the ruling keeps silver and gold out of it."""

PAID = {Thing.ANY_RAW: 1.0, Thing.ANY_REFINED: 1.5}
"""Things that are paid with whatever is cheapest; all others cost what they are worth."""

DEEDS: dict[Verb, float] = {
    Verb.DRAW_PUBLICATIONS: 2.0,
    Verb.RANDOM_ARTIFACT: 2.0,
    Verb.RESTORE_REACTION: 0.8,
    Verb.TAKE_ARTIFACT: 3.0,
    Verb.TAKE_EXPERIMENT: 1.0,
}
SWAPS: dict[Swap, float] = {Swap.SAME_REFINED: 1.5, Swap.OTHER_RAW: 0.3}
TRANSMUTE, TRANSMUTE_ANY = 1.2, 1.5
ADVANCE, ADVANCE_ANY, ADVANCE_LOWEST = 1.0, 1.2, 0.9
FURTHER_STEP = 1.1
DIFFERENT_TRACK = 1.05
DOWN = 1.0
LEAST_EXCHANGE = 0.3
"""An exchange is never worth less: nobody has to make it."""

ALL_COUNTS: dict[CountKind, tuple[float, float, float, float]] = {
    CountKind.EXPERIMENT: (1, 3, 4, 5),
    CountKind.ARTIFACT: (2, 3, 4, 5),
    CountKind.ELEMENTAL: (2.4, 4, 5.6, 6.8),
    CountKind.FORMULA: (0.5, 2, 3, 4),
    CountKind.LEVEL: (2, 5, 7, 9),
    CountKind.LOWEST_LEVEL: (1, 2, 3, 4),
    CountKind.ANY_LEVEL: (2, 5, 7, 9),
}
"""How many of each a player typically has in rounds 1, 2, 3 and at the end."""

ELEMENT_COUNTS: dict[CountKind, tuple[float, float, float, float]] = {
    CountKind.EXPERIMENT: (0.3, 0.8, 1.2, 1.5),
    CountKind.ARTIFACT: (0.6, 1, 1.4, 1.6),
    CountKind.ELEMENTAL: (0.6, 1, 1.4, 1.7),
}
"""The same for one named element; elementals of two elements count for each."""


def effect_worth(effects: Effects, round_hint: When, *, precious: bool = True) -> float:
    """The worth of an effect at a time of the game.

    ``precious`` is the ruling ``any_refined_gained_is_precious``.

    >>> from trisim.games.trismegistus.box.notation import parse_effect
    >>> round(effect_worth(parse_effect("gold + 2 points per fire experiment"), When.END), 2)
    6.6
    """
    return sum(part_worth(effect, round_hint, precious) for effect in effects)


def cost_worth(cost: Cost) -> float:
    """The worth of a cost.

    >>> from trisim.games.trismegistus.box.notation import parse_cost
    >>> cost_worth(parse_cost("2 raw tin + silver"))
    5.5
    """
    return sum(amount_worth(amount) for amount in cost)


def points_worth(points: int) -> float:
    return POINT * points


def usual_time(level: Level) -> When:
    """When a card of a level is typically used."""
    return (When.ROUND_1, When.ROUND_1, When.ROUND_2, When.ROUND_3, When.END)[level]


# ---------------------------------------------------------------- parts


def part_worth(effect: Effect, when: When, precious: bool) -> float:
    match effect:
        case Gain(count, thing, per):
            return count * gained_worth(thing, precious) * typical_count(per, when)
        case Advance(times=times, per=per):
            return times * advance_worth(effect) * typical_count(per, when)
        case Transmute(color, times, per):
            each = TRANSMUTE_ANY if color is Color.ANY else TRANSMUTE
            return times * each * typical_count(per, when)
        case Do(verb, times, per):
            return times * DEEDS[verb] * typical_count(per, when)
        case Exchange():
            return exchange_worth(effect, when, precious)
        case _ as unknown:
            assert_never(unknown)


def gained_worth(thing: Thing, precious: bool) -> float:
    if thing is Thing.ANY_REFINED and not precious:
        return ANY_REFINED_WITHOUT_GOLD
    return PRICES[thing]


def amount_worth(amount: Amount) -> float:
    """Things that are paid."""
    return amount.count * PAID.get(amount.thing, PRICES[amount.thing])


def advance_worth(advance: Advance) -> float:
    match advance.track:
        case Track.DIFFERENT:
            return DIFFERENT_TRACK * advance.steps
        case Track.ANY:
            first = ADVANCE_ANY
        case Track.LOWEST:
            first = ADVANCE_LOWEST
        case _:
            first = ADVANCE
    return first + FURTHER_STEP * (advance.steps - 1)


def exchange_worth(exchange: Exchange, when: When, precious: bool) -> float:
    """The gain of an exchange, as often as it may be made."""
    if isinstance(exchange.reward, Swap):
        return exchange.times * SWAPS[exchange.reward]
    price = DOWN if isinstance(exchange.price, Down) else amount_worth(exchange.price)
    gain = part_worth(exchange.reward, when, precious) - price
    return exchange.times * max(LEAST_EXCHANGE, gain)


def typical_count(per: Countable | None, when: When) -> float:
    """The typical count of a multiplier."""
    if per is None:
        return 1.0
    if per.level is not None:
        return ELEMENT_COUNTS[CountKind.EXPERIMENT][when]
    if per.elements and per.kind in ELEMENT_COUNTS:
        return len(per.elements) * ELEMENT_COUNTS[per.kind][when]
    return ALL_COUNTS[per.kind][when]
