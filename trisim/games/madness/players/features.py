"""Features of a position: what weights are for."""

from __future__ import annotations

from enum import IntEnum

from trisim.games.madness.box.words import MADNESS
from trisim.games.madness.kernels import kernel
from trisim.games.madness.players.policy import PHASES, Floats
from trisim.games.madness.rules.cards import deck_count, value_of
from trisim.games.madness.rules.curses import curses_left
from trisim.games.madness.rules.state import MONSTERS, SPELLS, Box, Game


class Feature(IntEnum):
    """Where each feature stands."""

    BEATEN = 0
    CURSES = 1
    PILE = 2
    MADNESS_IN_HAND = 3
    VALUE_IN_HAND = 4
    VALUE_IN_POOL = 5
    DECK_STRENGTH = 6
    SPELLS = 7


MEANINGS = {
    Feature.BEATEN: "monsters that were beaten",
    Feature.CURSES: "curses on the track",
    Feature.PILE: "madness in the pile",
    Feature.MADNESS_IN_HAND: "madness in hands",
    Feature.VALUE_IN_HAND: "value of the cards in hands",
    Feature.VALUE_IN_POOL: "value of the cards in supports",
    Feature.DECK_STRENGTH: "value of the cards of all players",
    Feature.SPELLS: "levels of all spells",
}


@kernel
def phase(game: Game, box: Box) -> int:
    """Which weights count: those of the monster."""
    return min(max(int(game.monster), 0), len(PHASES) - 1)


@kernel
def fill_features(game: Game, box: Box, seat: int, out: Floats) -> None:
    """The features of a position, as the team has it."""
    for number in range(MONSTERS):
        out[Feature.BEATEN] += (int(game.beaten) >> number) & 1
    out[Feature.CURSES] = curses_left(game)
    out[Feature.PILE] = game.pile
    for other in range(int(game.players)):
        own = game.seats[other]
        out[Feature.MADNESS_IN_HAND] += own.hand[MADNESS]
        for kind in range(MADNESS):
            value = value_of(kind)
            out[Feature.VALUE_IN_HAND] += value * int(own.hand[kind])
            out[Feature.VALUE_IN_POOL] += value * int(own.support[kind])
            cards = int(own.hand[kind]) + int(own.support[kind]) + int(own.discard[kind])
            out[Feature.DECK_STRENGTH] += value * (cards + deck_count(own, kind))
        for slot in range(SPELLS):
            if own.spells[slot] >= 0:
                out[Feature.SPELLS] += box.spell[own.spells[slot]].level
