"""What effects are worth to the team, in cards: a rough yardstick that puts texts in order.

Used by ``trisim balance --suggest-knobs`` to say which of the texts of other cards are milder, or
harsher. A card drawn is worth 1, a madness taken costs 2.
"""

from __future__ import annotations

from collections.abc import Mapping

from trisim.games.madness.box.terms import Ability, Clause, Effect, Step
from trisim.games.madness.box.words import ANY_CARD, MADNESS, Count, Verb, Who, Zone

PLAYERS = 3.0
"""Players at a usual table."""

WORTH: Mapping[Verb, float] = {
    Verb.DRAW: 1.0,
    Verb.DISCARD: -1.0,
    Verb.DESTROY: -1.0,
    Verb.SUPPORT: 0.4,
    Verb.TOP: -0.5,
    Verb.CURE: 2.0,
    Verb.RETURN: 1.0,
    Verb.MADNESS: -2.0,
    Verb.GAIN: 2.0,
    Verb.ACT: 1.5,
    Verb.RECHARGE: 1.5,
    Verb.NEUTRALISE_SPELL: -2.0,
    Verb.NEUTRALISE_CURSE: 1.5,
    Verb.DESTROY_SPELL: -3.0,
    Verb.DESTROY_CURSE: 4.0,
    Verb.TOKEN: -1.0,
    Verb.SWAP: 0.5,
    Verb.REVEAL: 0.8,
    Verb.WIN: 50.0,
    Verb.LOSE: -50.0,
}
"""One of each; what isn't here is worth nothing."""

USUAL: Mapping[Count, float] = {
    Count.ANY: 2.0,
    Count.AS_MANY: 2.0,
    Count.ALL: 5.0,
    Count.UNTIL: 2.0,
}
"""How many cards a step takes that doesn't say so."""

ONLY_MADNESS = 1 << MADNESS
ONE_MORE_PLACE, ONE_MORE_SPELL, WILD = 1.0, 2.0, 3.0
"""What the standing rights of mages are worth."""


def ability_worth(ability: Ability) -> float:
    """What a mage can do."""
    rights = ONE_MORE_PLACE * ability.places + ONE_MORE_SPELL * bool(ability.spells)
    return rights + WILD * (ability.wild is not None) + effect_worth(ability.effect)


def effect_worth(effect: Effect) -> float:
    """All clauses together."""
    return sum(clause_worth(clause) for clause in effect)


def clause_worth(clause: Clause) -> float:
    """The steps of a player, for as many players as it is about."""
    players = {
        Who.YOU: 1.0,
        Who.SOME_OTHERS: float(clause.n),
        Who.SOME_PLAYERS: float(clause.n),
        Who.OTHERS: PLAYERS - 1,
        Who.EACH: PLAYERS,
    }[clause.who]
    return players * sum(step_worth(step) for step in clause.steps)


def step_worth(step: Step) -> float:
    """One step; what may be left is never worth less than nothing."""
    found = USUAL.get(step.count, float(step.n)) * card_worth(step)
    return max(0.0, found) if step.may or step.count in (Count.UP_TO, Count.ANY) else found


def card_worth(step: Step) -> float:
    """One card of a step: it matters whether it is a madness, and where it is from."""
    is_madness = step.kinds == ONLY_MADNESS
    if step.verb in (Verb.DISCARD, Verb.DESTROY) and is_madness and Zone.PILE not in step.zones:
        return 0.5 if step.verb is Verb.DISCARD else 2.0
    if step.verb is Verb.TOP and Zone.DISCARD in step.zones:
        return 0.5
    if step.verb is Verb.RETURN and (is_madness or step.kinds == ANY_CARD):
        return -2.0
    return WORTH.get(step.verb, 0.0)
