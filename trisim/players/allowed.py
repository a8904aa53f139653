"""Which options a player with restrictions may take. Templates, bound to each game.

A game says which of its restrictions an option falls under. The loop keeps the options that are
allowed before a player is asked, and look-ahead and search do the same with the choices of that
player. Where all options are restricted, all are allowed. The same kernels count how often a part
of the game was offered and chosen.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.engine.template import OF_GAME, Templates

TEMPLATES = Templates()
Game: TypeAlias = Any
Box: TypeAlias = Any
Moves: TypeAlias = Any
Policy: TypeAlias = Any

FOUND = 64
"""Restrictions that an option can fall under, at the most."""

falls_under = OF_GAME
"""``falls_under(game, box, move, policy)`` puts the codes of all restrictions that an option of the
pending decision falls under into ``policy.without.found``; how many. It reads nothing hidden."""


def without_type(room: int) -> np.dtype[Any]:
    """The part ``without`` of the record of a strategy, for codes below ``room``."""
    return struct(
        ("applies", np.bool_),  # whether the player at hand has restrictions
        ("counts", np.bool_),  # whether it is counted what is offered and chosen
        ("codes", np.int8, (room,)),  # by code: 1 if the player does without it
        ("found", np.int16, (FOUND,)),  # codes that the option at hand falls under
        ("all_restricted", np.int64),  # decisions of the game with nothing else
        ("decisions", np.int64),  # that were counted
        ("seen", np.int64, (room,)),  # the last of them in which each code was offered
        ("offered", np.int64, (room,)),  # decisions with an option that falls under each code
        ("chosen", np.int64, (room,)),  # decisions in which such an option was chosen
    )


@TEMPLATES.kernel
def is_restricted(game: Game, box: Box, move: int, policy: Policy) -> bool:
    """Whether a player does without an option of the pending decision."""
    for place in range(falls_under(game, box, move, policy)):
        if policy.without.codes[policy.without.found[place]]:
            return True
    return False


@TEMPLATES.kernel
def keep_allowed(game: Game, box: Box, moves: Moves, n: int, policy: Policy) -> int:
    """Move the options that are allowed to the front, in their order; how many.

    0: all are restricted, and stay as they were.
    """
    kept = 0
    for option in range(n):
        move = int(moves[option])
        if not is_restricted(game, box, move, policy):
            moves[kept] = move
            kept += 1
    return kept


@TEMPLATES.kernel
def allow(game: Game, box: Box, moves: Moves, n: int, policy: Policy) -> int:
    """Keep the options that are allowed, or all if none is; how many."""
    if not policy.without.applies:
        return n
    kept = keep_allowed(game, box, moves, n, policy)
    return kept if kept > 0 else n


@TEMPLATES.kernel
def count_use(game: Game, box: Box, moves: Moves, n: int, move: int, policy: Policy) -> None:
    """Count what a decision offered, and what was chosen."""
    found = policy.without.found[:]
    policy.without.decisions += 1
    for option in range(n):
        for place in range(falls_under(game, box, int(moves[option]), policy)):
            code = int(found[place])
            if policy.without.seen[code] != policy.without.decisions:
                policy.without.seen[code] = policy.without.decisions
                policy.without.offered[code] += 1
    for place in range(falls_under(game, box, move, policy)):
        policy.without.chosen[found[place]] += 1
