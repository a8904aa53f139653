"""What a game consists of: codes for frames, moves and events, and the records of game and box."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from trisim.engine import machine
from trisim.engine.kernel import KernelRegistry, struct
from trisim.engine.log import log_type
from trisim.engine.machine import STACK, game_type

SEATS, CARDS, ROLES, MOVES, EVENTS = 5, 48, 8, 64, 4096
"""Room for seats, cards, roles, options of a decision and events of a game."""


class Frame(IntEnum):
    """What is still to be done: first decisions, then chance and other players."""

    ROLE = 0  # which climber to be
    CLIMB = 1  # roll, or make camp
    HOLD = 2  # which die to climb by
    SLIP = 3  # fall, or use a card as a rope
    DRAW = 4  # arg[0] cards
    ROLL = 5  # two dice
    TURN = 6  # of the next climber
    DAWN = 7  # a new day, or the end


class Move(IntEnum):
    """Kinds of moves; the number in a move is what stands beside."""

    ROLE = 0  # role
    ROLL = 1
    CAMP = 2
    HOLD = 3  # die
    FALL = 4
    ROPE = 5  # card


class Event(IntEnum):
    """What the log tells; ``thing`` and ``delta`` are what stands beside."""

    CHOICE = machine.CHOICE  # kind of frame, number of options
    ROLE = 1  # role
    DAWN = 2  # day, card
    TURN = 3  # number of the turn
    DRAW = 4  # card, 1
    USE = 5  # card, -1
    ROLL = 6  # first die, second die
    CLIMB = 7  # height, steps
    CAMP = 8  # height, steps above the last camp
    FALL = 9  # height of the last camp, steps down


class Loss(IntEnum):
    """Why an expedition has failed."""

    NONE = 0
    NIGHT = 1  # somebody was below the summit after the last day
    FALLS = 2  # too many falls


DECK, AWAY = -2, -1
"""Where a card is, if no seat holds it."""

CLIMBER = struct(
    ("role", np.int8),
    ("height", np.int16),
    ("camp", np.int16),  # height of the last camp
    ("falls", np.int8),
    ("score", np.int16),
)

GAME = game_type(
    ("team", np.bool_),  # whether all win or lose together
    ("winter", np.bool_),
    ("day", np.int8),  # 1 …
    ("wind", np.int8),
    ("turns", np.int16),  # so far
    ("rolls", np.int8),  # before this one, in this turn
    ("low", np.int8),  # the dice
    ("high", np.int8),
    ("loss", np.int8),
    ("at", np.int8, (CARDS,)),  # where each card is: a seat, DECK or AWAY
    ("climbers", CLIMBER, (SEATS,)),
)

BOX = struct(
    ("cards", np.int16),
    ("key", np.uint64, (CARDS,)),
    ("wind", np.int8, (CARDS,)),
    ("points", np.int8, (CARDS,)),
    ("roles", np.int16),
    ("grip", np.int8, (ROLES,)),
    ("extra_cards", np.int8, (ROLES,)),
    ("summit", np.int16),  # this and the following are as in rules.toml
    ("ledges", np.int16),
    ("days", np.int16),
    ("hand", np.int16),
    ("most_falls", np.int16),
)

LOG = log_type(EVENTS)

REGISTRY = KernelRegistry("summit")
REGISTRY.records.update(Game=GAME, Box=BOX, Log=LOG)
kernel = REGISTRY.kernel

stack = STACK.bind(REGISTRY, __name__)
note, push, push_with, pop = stack.note, stack.push, stack.push_with, stack.pop
pending, deciding_seat, note_choice = stack.pending, stack.deciding_seat, stack.note_choice

Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
