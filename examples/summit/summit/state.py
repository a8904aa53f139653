"""What a game consists of: codes for frames, moves and events, and the records of game and box."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import KernelRegistry, struct
from trisim.engine.machine import STACK, game_type, log_type

SEATS, CARDS, ROLES, EVENTS, MOVES = 5, 48, 8, 4096, 64
"""Room for seats, cards, roles, events of a game and options of a decision."""

DICE, DECK = 1000, 2000
"""Streams of chance: dice by day and seat, and the deck."""


class Frame(IntEnum):
    """What is still to be done: first decisions, then chance and other players."""

    ROLE = 0  # which climber to be
    CLIMB = 1  # go on, make camp, or drink tea
    HOLD = 2  # which die to climb by
    SLIP = 3  # use a rope, or fall
    DRAW = 4  # arg[0] cards
    ROLL = 5  # both dice
    TURN = 6  # a climber starts
    DAWN = 7  # a new day, or the end


class Move(IntEnum):
    """Kinds of moves; the number in a move is what stands beside."""

    ROLE = 0  # role
    ROLL = 1
    CAMP = 2
    TEA = 3  # card
    HOLD = 4  # die
    ROPE = 5  # card
    FALL = 6


class Event(IntEnum):
    """What the log tells: ``thing`` and ``delta`` are what stands beside."""

    ROLE = 0  # role
    DAWN = 1  # day, card
    TURN = 2  # turn
    CHOICE = 3  # kind of frame, number of options
    DRAW = 4  # card, 1
    USE = 5  # card, -1
    ROLL = 6  # first die, second die
    HEIGHT = 7  # height, change of it
    CAMP = 8  # height
    FLAG = 9  # points


class Gear(IntEnum):
    """What a card is good for."""

    ROPE = 0  # stops a fall
    TEA = 1  # takes the tiredness away


class At(IntEnum):
    """Where a card is, if not in the hand of a seat."""

    AWAY = -1
    DECK = -2


class Loss(IntEnum):
    """Why an expedition failed."""

    NONE = 0
    NIGHT = 1  # somebody was below the summit after the last day
    FALLS = 2  # too many falls


CLIMBER = struct(
    ("role", np.int8),
    ("camp", np.int16),  # height that a fall leads back to
    ("height", np.int16),
    ("falls", np.int8),
    ("flag", np.int8),  # points for being first on the summit
    ("score", np.int16),
)

GAME = game_type(
    ("team", np.bool_),  # whether all win or lose together
    ("winter", np.bool_),
    ("day", np.int8),  # 1 …
    ("turn_no", np.int16),  # turns so far
    ("wind", np.int8),
    ("tired", np.int8),  # dice climbed by since the turn began, or since the last tea
    ("rolled", np.int8),  # how often in this turn
    ("low", np.int8),  # dice that were rolled last
    ("high", np.int8),
    ("loss", np.int8),
    ("at", np.int8, (CARDS,)),  # where each card is: a seat, or At
    ("climbers", CLIMBER, (SEATS,)),
)

BOX = struct(
    ("cards", np.int16),
    ("key", np.uint64, (CARDS,)),
    ("wind", np.int8, (CARDS,)),
    ("gear", np.int8, (CARDS,)),
    ("points", np.int8, (CARDS,)),
    ("roles", np.int16),
    ("grip", np.int8, (ROLES,)),  # wind that a role doesn't feel
    ("extra_cards", np.int8, (ROLES,)),
    ("summit", np.int16),  # its height
    ("ledges", np.int16),  # a card lies at every height that is a multiple of this
    ("days", np.int16),
    ("hand", np.int16),  # cards at the start
    ("flag", np.int16),  # points for the first on the summit
    ("most_falls", np.int16),  # of an expedition, for each climber
)

LOG = log_type(EVENTS)

REGISTRY = KernelRegistry("summit")
REGISTRY.records.update(Game=GAME, Box=BOX, Log=LOG)
kernel, strategy = REGISTRY.kernel, REGISTRY.strategy

stack = STACK.bind(REGISTRY, __name__)
note, push, push_with, pop = stack.note, stack.push, stack.push_with, stack.pop
pending = stack.pending

Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
