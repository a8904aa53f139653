"""The record of a strategy: its numbers, and room for evaluator and search."""

from __future__ import annotations

from typing import Any, TypeAlias

from trisim.engine.log import quiet_log_of
from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.players.restrictions import ROOM
from trisim.games.madness.rules.state import GAME, MOVES, SEATS
from trisim.players.evaluator import scratch_type
from trisim.players.policy import policy_type, register_policy, search_numbers

PHASES = ("monster 1", "monster 2", "monster 3", "monster 4", "monster 5", "monster 6")
FEATURE_ROOM = 8

SEARCH = search_numbers("turns", "turns that a line of play goes on for")

POLICY = policy_type(
    game=GAME,
    moves=MOVES,
    phases=len(PHASES),
    features=FEATURE_ROOM,
    restrictions=ROOM,
    parts={"scratch": scratch_type(GAME, MOVES, FEATURE_ROOM)},
)
register_policy(REGISTRY, POLICY, SEATS)

quiet_log = quiet_log_of(REGISTRY)

Policy: TypeAlias = Any
Policies: TypeAlias = Any
Choosers: TypeAlias = Any
Floats: TypeAlias = Any
