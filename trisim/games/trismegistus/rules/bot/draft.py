"""The draft of Botmegistus: the first step that finds a die, and which die of it."""

from __future__ import annotations

from trisim.games.trismegistus.box.tables import NONE
from trisim.games.trismegistus.box.words import Symbol, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.bot.choices import decide
from trisim.games.trismegistus.rules.codes import BotDecision, Cause, Priority
from trisim.games.trismegistus.rules.dice import (
    COLORS,
    SYMBOLS,
    potency_of,
    raise_potency,
    set_face,
    take_die,
)
from trisim.games.trismegistus.rules.stack import because
from trisim.games.trismegistus.rules.state import Box, Game, Log

WILD = int(Symbol.WILD)
ASKED = 3
"""Dice that a card asks for: wild, its left symbol, its right one."""

NOT_MEANT = -1


@kernel
def draft(game: Game, box: Box, log: Log, card: int) -> None:
    """Go through the steps of the card until one finds a die."""
    first, last = int(Priority.CARD_COLOR), int(Priority.ANY_OF_OTHER_COLOR)
    if is_max(box, card):
        first, last = int(Priority.HIGHEST), int(Priority.HIGHEST_OF_OTHER_COLOR)
    for step in range(first, last + 1):
        die = best_die(game, box, card, step)
        if die >= 0:
            because(game, Cause.DRAFT, 0)
            decide(game, log, BotDecision.STEP, step, die)
            settled = what_settled(game, box, card, step, die)
            decide(game, log, BotDecision.DIE, settled, die)
            take(game, box, log, card, die)
            return


@kernel
def is_max(box: Box, card: int) -> bool:
    """Whether a card asks for the highest potency instead of symbols."""
    return int(box.solo_symbols[card, 0]) == NONE


@kernel
def take(game: Game, box: Box, log: Log, card: int, die: int) -> None:
    """Take a die, turn a wild one, and spend an ethereal die if that raises it."""
    seat, symbol = int(game.bot_seat), die // COLORS
    lab = game.labs[seat]
    take_die(game, box, log, seat, symbol, die % COLORS)
    if symbol == WILD:
        face = int(box.solo_symbols[card, 0])
        set_face(game, log, seat, int(box.solo_rules.wild_for_max) if face == NONE else face)
    if lab.potency < box.rules.potency_limit and lab.held[Thing.ETHEREAL_DIE] > 0:
        raise_potency(game, log, seat, 1)


# ---------------------------------------------------------------- which die a step means


@kernel
def best_die(game: Game, box: Box, card: int, step: int) -> int:
    """The best die of a step, as symbol * 3 + color: potency, then symbol, then colour; -1: none.

    A colour to fall back on is the first by priority that has a die at all.
    """
    best, highest, least = -1, 0, 0
    for die in range(SYMBOLS * COLORS):
        rank = rank_in_step(game, box, card, step, die)
        if rank == NOT_MEANT:
            continue
        potency = potency_of(game, box, die // COLORS)
        if best < 0 or potency > highest or (potency == highest and rank < least):
            best, highest, least = die, potency, rank
    return best


@kernel
def rank_in_step(game: Game, box: Box, card: int, step: int, die: int) -> int:
    """The place of a die in the order of a step, symbols before colours; -1: it isn't meant."""
    symbol, color = die // COLORS, die % COLORS
    if game.bowls[symbol, color] == 0:
        return NOT_MEANT
    own = int(box.solo_color[card])
    if step == Priority.OTHER_COLOR:
        meant = color != own
    elif step == Priority.ANY_OF_OTHER_COLOR or step == Priority.HIGHEST_OF_OTHER_COLOR:
        meant = color == fallback_color(game, box)
    else:
        meant = color == own
    place = place_of_symbol(box, card, step, symbol)
    if not meant or place == NOT_MEANT:
        return NOT_MEANT
    return place * COLORS + place_of_color(box, color)


@kernel
def place_of_symbol(box: Box, card: int, step: int, symbol: int) -> int:
    """The place of a symbol among those that a step asks for; -1: it doesn't."""
    if step > Priority.OTHER_COLOR:  # wild, iron, mercury, tin, copper, lead
        return WILD - symbol
    if symbol == WILD:
        return 0
    for place in range(ASKED - 1):
        if int(box.solo_symbols[card, place]) == symbol:
            return place + 1
    return NOT_MEANT


@kernel
def place_of_color(box: Box, color: int) -> int:
    """The place of a colour in the priority of colours."""
    for place in range(COLORS):
        if int(box.solo_priority[place]) == color:
            return place
    return COLORS


@kernel
def fallback_color(game: Game, box: Box) -> int:
    """The first colour by priority that has a die; -1: none has."""
    for place in range(COLORS):
        color = int(box.solo_priority[place])
        for symbol in range(SYMBOLS):
            if game.bowls[symbol, color] > 0:
                return color
    return NOT_MEANT


@kernel
def what_settled(game: Game, box: Box, card: int, step: int, die: int) -> int:
    """What told a die from the others of its step: potency, its symbol, or its colour."""
    symbol = die // COLORS
    highest = potency_of(game, box, symbol)
    meant, as_high, same_symbol = 0, 0, 0
    for other in range(SYMBOLS * COLORS):
        if rank_in_step(game, box, card, step, other) == NOT_MEANT:
            continue
        meant += 1
        if potency_of(game, box, other // COLORS) == highest:
            as_high += 1
            same_symbol += int(other // COLORS == symbol)
    if meant == 1:
        return int(Priority.ONLY)
    if as_high == 1:
        return int(Priority.POTENCY)
    return int(Priority.SYMBOL if same_symbol == 1 else Priority.COLOR)
