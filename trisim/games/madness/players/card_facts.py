"""What cards do, counted once for a box: gifts of spells and bonuses, harm of curses and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trisim.games.madness.box.box import Box
from trisim.games.madness.box.terms import Clause, Effect, Step
from trisim.games.madness.box.words import ANY_CARD, ELEMENT_CARDS, MADNESS, Count, Verb, Who, Zone
from trisim.games.madness.players.policy import GIFTS, HARMS, Gift, Harm
from trisim.games.madness.rules.state import SEATS

Counts: TypeAlias = NDArray[np.float64]

MANY, ALL = 2.0, 2.0
"""How many cards "any number" and "all" are taken to be."""

WHOLE_HAND = 5.0
"""Cards of a hand that goes to the deck."""

ALL_OF_A_DECK = 1.0
"""What the loss of a deck that comes back with a shuffle counts, in cards."""

UNDER_CURSES, OFF_DECK = 0.5, 0.3
"""What a madness under each curse counts; what a card off a deck counts, which nobody had yet."""

GIFT_OF_VERB = {
    Verb.DRAW: Gift.DRAW,
    Verb.ACT: Gift.ACT,
    Verb.SUPPORT: Gift.SUPPORT,
    Verb.CURE: Gift.CURE,
    Verb.GAIN: Gift.GAIN,
    Verb.RETURN: Gift.GAIN,
    Verb.TOP: Gift.GAIN,
    Verb.DESTROY_CURSE: Gift.CURSE,
    Verb.NEUTRALISE_CURSE: Gift.CURSE,
    Verb.RECHARGE: Gift.OTHER,
    Verb.SWAP: Gift.OTHER,
    Verb.GIVE: Gift.OTHER,
    Verb.SHUFFLE: Gift.OTHER,
    Verb.REVEAL: Gift.OTHER,
}
WORTH_OF_GIFT = {Gift.CURE: 2.0, Gift.GAIN: 1.5, Gift.CURSE: 4.0}
"""What a gift counts in a bonus, in cards; others count 1."""


def fill_facts(facts: Any, box: Box) -> None:
    """Count what all cards of a box do, for each number of players."""
    for players in range(2, SEATS + 1):
        for number, spell in enumerate(box.spells):
            facts.spell[number, players] = gifts(spell.effect, players)
        for number, curse in enumerate(box.curses):
            facts.curse[number, players] = harms(curse.effect, players)
        for number, sheet in enumerate(box.sheets):
            facts.bonus[number, players] = worth(gifts(sheet.bonus, players))
            facts.failure[number, players] = harms(sheet.failure, players)


def players_in(clause: Clause, players: int) -> int:
    """How many players a clause is about."""
    if clause.who is Who.YOU:
        return 1
    if clause.who is Who.EACH:
        return players
    others = players - 1
    if clause.who is Who.OTHERS:
        return others
    return min(clause.n, others if clause.who is Who.SOME_OTHERS else players)


def amount(step: Step) -> float:
    """How many a step takes."""
    if step.count is Count.ALL:
        return ALL
    if step.count in (Count.ANY, Count.AS_MANY, Count.UNTIL):
        return MANY
    return float(step.n)


# ---------------------------------------------------------------- gifts


def gifts(effect: Effect, players: int) -> Counts:
    """What an effect does for a team, by ``Gift``."""
    found = np.zeros(GIFTS)
    for clause in effect:
        for step in clause.steps:
            add_gift(found, step, amount(step) * players_in(clause, players))
    return found


def add_gift(found: Counts, step: Step, many: float) -> None:
    """Count a step of a spell or bonus: losses are gifts below 0."""
    if step.verb in GIFT_OF_VERB:
        found[GIFT_OF_VERB[step.verb]] += many
    elif step.verb is Verb.DESTROY and Zone.PILE not in step.zones:
        found[Gift.DESTROY] += many
    elif step.verb is Verb.DISCARD:
        found[Gift.DRAW] -= many / 2
    elif step.verb is Verb.MADNESS:
        found[Gift.CURE] -= many


def worth(found: Counts) -> float:
    """What gifts are worth together, in cards."""
    return float(sum(WORTH_OF_GIFT.get(gift, 1.0) * found[gift] for gift in Gift))


# ---------------------------------------------------------------- harm


def harms(effect: Effect, players: int) -> Counts:
    """What an effect does to a team, by ``Harm``."""
    found = np.zeros(HARMS)
    for clause in effect:
        for step in clause.steps:
            add_harm(found, step, amount(step) * players_in(clause, players))
    return found


OTHER_HARM: Mapping[Verb, float] = {
    Verb.NEUTRALISE_SPELL: 1.0,
    Verb.DESTROY_SPELL: 3.0,
    Verb.TOKEN: 1.0,
}


def add_harm(found: Counts, step: Step, many: float) -> None:
    """Count a step of a curse or failure."""
    if step.verb is Verb.MADNESS:
        found[Harm.MADNESS] += many * (UNDER_CURSES if step.to is Zone.CURSE else 1.0)
    elif step.verb is Verb.RETURN and step.kinds >> MADNESS & 1:
        found[Harm.OTHER] += many
    elif step.verb is Verb.DESTROY and Zone.PILE in step.zones:
        found[Harm.MADNESS] += many
    elif step.verb in (Verb.DISCARD, Verb.DESTROY, Verb.TOP, Verb.GIVE):
        found[Harm.CARDS] += many * share_lost(step)
    elif step.verb is Verb.DRAW:
        found[Harm.CARDS] -= many
    elif step.verb is Verb.SHUFFLE and Zone.HAND in step.zones:
        found[Harm.CARDS] += many * WHOLE_HAND
    elif step.verb in OTHER_HARM:
        found[Harm.OTHER] += many * OTHER_HARM[step.verb]


def share_lost(step: Step) -> float:
    """How much of a card is lost with each that a step takes."""
    if Zone.DECK in step.zones:
        return ALL_OF_A_DECK / ALL if step.count is Count.ALL else OFF_DECK
    if step.count is Count.ALL and step.kinds in (ANY_CARD, ELEMENT_CARDS):
        return MANY if Zone.HAND in step.zones else 1.0
    return 1.0
