"""What a climber can be forbidden: rolls, camps, ropes, the lower die, and each card as a rope."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

from summit.box import SummitBox
from summit.state import CARDS, Box, Frame, Game, Move, kernel, pending
from trisim.engine.moves import first_of, kind_of
from trisim.players.restrictions import Restriction

Policy: TypeAlias = Any


class Code(IntEnum):
    """What is restricted; the codes of cards begin with ``CARD``."""

    ROLL = 0
    CAMP = 1
    ROPE = 2
    LOWER_DIE = 3
    CARD = 4


ROOM = Code.CARD + CARDS
ACTIONS = {
    "roll": (Code.ROLL, "rolling the dice"),
    "camp": (Code.CAMP, "making camp"),
    "rope": (Code.ROPE, "holding on to a rope"),
    "lower-die": (Code.LOWER_DIE, "climbing by the lower die"),
}


def restrictions(box: SummitBox) -> tuple[Restriction, ...]:
    """All that a player can do without: actions, and cards."""
    actions = [Restriction(name, title, "action", code) for name, (code, title) in ACTIONS.items()]
    cards = [
        Restriction(f"card:{card.id}", f"{card.name} as a rope", "card", Code.CARD + number)
        for number, card in enumerate(box.weather)
    ]
    return (*actions, *cards)


@kernel
def falls_under(game: Game, box: Box, move: int, policy: Policy) -> int:
    """Put the restrictions that an option falls under into the policy; how many."""
    kind, number, found = kind_of(move), first_of(move), policy.without.found[:]
    if kind == Move.ROPE:
        found[0] = Code.ROPE
        found[1] = Code.CARD + number
        return 2
    if kind == Move.ROLL:
        found[0] = Code.ROLL
    elif kind == Move.CAMP:
        found[0] = Code.CAMP
    elif pending(game) == Frame.HOLD and number < int(game.high):
        found[0] = Code.LOWER_DIE
    else:
        return 0
    return 1
