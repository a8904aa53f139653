"""The features of a position: what weights are for.

A position is judged as if the turn ended now: the active player draws up, and the next players
begin with the hands that they have. What is drawn until then is counted on average.
"""

from __future__ import annotations

from enum import IntEnum


class Feature(IntEnum):
    """Where each feature stands."""

    BEATEN = 0
    # curses
    CURSES = 1
    CURSE_COST = 2
    LATE = 3
    REACH = 4
    OVERLOAD = 5
    BEATABLE = 6
    NEXT_REACH = 7
    # what will happen
    STRIKE_MADNESS = 8
    STRIKE_CARDS = 9
    STRIKE_OTHER = 10
    FAILURE_MADNESS = 11
    FAILURE_CARDS = 12
    FAILURE_OTHER = 13
    BONUS = 14
    # madness
    PILE = 15
    PILE_SHORT = 16
    DOOM = 17
    MADNESS_HANDS = 18
    MADNESS_CROWD = 19
    MADNESS_SUPPORTS = 20
    MADNESS_DECKS = 21
    ELIMINATED = 22
    SHUFFLES = 23
    # cards
    HANDS = 24
    HAND_FOCUS = 25
    DRAWN = 26
    POOL = 27
    POOL_FOCUS = 28
    PLACES = 29
    DECKS = 30
    DECK_FOCUS = 31
    DECK_SIZE = 32
    # spells
    SPELLS_DRAW = 33  # these eight as in ``Gift``
    SPELLS_ACT = 34
    SPELLS_SUPPORT = 35
    SPELLS_DESTROY = 36
    SPELLS_CURE = 37
    SPELLS_GAIN = 38
    SPELLS_CURSE = 39
    SPELLS_OTHER = 40
    SPELL_COST = 41
    TURNED_UP = 42
    # and of the chapters before
    PLANNED = 43
    PRESSURE = 44
    PILE_LOW = 45
    SPELLS_READY = 46


FEATURES = len(Feature)

MEANINGS = {
    Feature.BEATEN: "monsters that were beaten",
    Feature.CURSES: "curses on the track",
    Feature.CURSE_COST: "elements that it costs to destroy them",
    Feature.LATE: "curses that the monster's last turn has left",
    Feature.REACH: "curses, as far as the hand of a coming turn and the pool can pay for them",
    Feature.OVERLOAD: "curses beyond what the turns left for the monster are enough for",
    Feature.BEATABLE: "chance to destroy all curses in time",
    Feature.NEXT_REACH: "how far hands and pool are enough for the next monster's curses, the "
    "more the sooner it comes",
    Feature.STRIKE_MADNESS: "madness that curses on the track will cost, later ones less",
    Feature.STRIKE_CARDS: "cards that curses on the track will cost, later ones less",
    Feature.STRIKE_OTHER: "spells and tokens that curses on the track will cost, later ones less",
    Feature.FAILURE_MADNESS: "madness that the failure costs, times its chance",
    Feature.FAILURE_CARDS: "cards that the failure costs, times its chance",
    Feature.FAILURE_OTHER: "spells that the failure costs, times its chance",
    Feature.BONUS: "what the bonus is worth in cards, times its chance",
    Feature.PILE: "madness in the pile, after the shuffles that are due",
    Feature.PILE_SHORT: "madness that the pile lacks for the turns left",
    Feature.DOOM: "madness that is due next and not in the pile",
    Feature.MADNESS_HANDS: "madness in hands, at the next turn of each player",
    Feature.MADNESS_CROWD: "the square of madness beyond two in the same hand",
    Feature.MADNESS_SUPPORTS: "madness in supports",
    Feature.MADNESS_DECKS: "madness in decks and discard piles",
    Feature.ELIMINATED: "players who are eliminated",
    Feature.SHUFFLES: "shuffles of decks until the end, on average: each costs a madness",
    Feature.HANDS: "value of hands, at the next turn of each player",
    Feature.HAND_FOCUS: "square of the value of each element in each hand, per turn of a hand",
    Feature.DRAWN: "value of cards that are drawn in this turn and can still be used",
    Feature.POOL: "value of cards in supports",
    Feature.POOL_FOCUS: "square of the value of each element in the pool",
    Feature.PLACES: "empty places of supports",
    Feature.DECKS: "value of cards that will be drawn until the end, on average",
    Feature.DECK_FOCUS: "value of each element in the best usual hand for it",
    Feature.DECK_SIZE: "cards of all players",
    Feature.SPELLS_DRAW: "cards that known spells draw, as far as decks can pay for them",
    Feature.SPELLS_ACT: "actions that known spells give, likewise",
    Feature.SPELLS_SUPPORT: "cards that known spells put into supports, likewise",
    Feature.SPELLS_DESTROY: "cards that known spells destroy, likewise",
    Feature.SPELLS_CURE: "madness that known spells cure, likewise",
    Feature.SPELLS_GAIN: "cards that known spells gain or bring back, likewise",
    Feature.SPELLS_CURSE: "curses that known spells destroy or neutralise, likewise",
    Feature.SPELLS_OTHER: "other things that known spells do, likewise",
    Feature.SPELL_COST: "what known spells cost, likewise",
    Feature.TURNED_UP: "spells of the library that were turned up",
    Feature.PLANNED: "curses that the coming turns destroy by a simple plan, each card used once",
    Feature.PRESSURE: "curses on the track, divided by the turns left for the monster and one more",
    Feature.PILE_LOW: "how far the pile is below its margin: the square of it, in margins",
    Feature.SPELLS_READY: "spells that are ready until the next turn of their owner",
}

CHAPTERS = {
    "curses": "curses curse_cost late pressure reach planned overload beatable next_reach",
    "what will happen": "strike_madness strike_cards strike_other failure_madness failure_cards "
    "failure_other bonus",
    "madness": "pile pile_short pile_low doom madness_hands madness_crowd madness_supports "
    "madness_decks eliminated shuffles",
    "cards": "hands hand_focus drawn pool pool_focus places decks deck_focus deck_size",
    "spells, as far as turns are left": "spells_draw spells_act spells_support spells_destroy "
    "spells_cure spells_gain spells_curse spells_other spell_cost spells_ready turned_up",
}
"""The features in the order of the shipped files, below the comments that they have there."""
