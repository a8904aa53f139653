"""The record of a strategy: its numbers, facts of the box, room for evaluator and search."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.engine.log import QUIET_LOG, quiet_log_of
from trisim.games.madness.box.words import ELEMENTS, KINDS
from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.players.restrictions import ROOM
from trisim.games.madness.rules.payment import PLACES
from trisim.games.madness.rules.state import (
    GAME,
    MOST_CURSES,
    MOST_SHEETS,
    MOST_SPELLS,
    MOVES,
    SEATS,
    SLOTS,
)
from trisim.players.kit import Number
from trisim.players.policy import policy_type, register_policy, search_numbers

PHASES = ("all monsters",)
"""One weight for the whole game: features count the turns that are left themselves."""

FEATURE_ROOM = 48

MOST_WIDTH = 4
"""Lines of a turn that are followed side by side, at the most."""

JUDGEMENT = {
    "pace": Number(0.9, "curses that a team destroys in a turn, if it can pay for them"),
    "focus": Number(3.0, "how much less a curse counts as within reach, the more cards it lacks"),
    "drain": Number(0.7, "madness that the pile is expected to lose in a turn"),
    "margin": Number(8.0, "madness below which a pile is low"),
    "patience": Number(0.7, "how much of a curse that strikes a turn later counts now"),
}
"""Numbers inside the features."""

SEARCH = {
    **search_numbers("turns", "turns that a line of play goes on for, up to one of its player"),
    "width": Number(2, "lines of a turn that are followed side by side", 1, MOST_WIDTH, True),
    "depth": Number(3, "actions of a turn that are looked ahead", 1, 8, True),
    "line_depth": Number(1, "the same in lines of play, which follow one line", 1, 8, True),
}
"""Numbers of the search, and of the look-ahead over the rest of a turn."""


class Mode(IntEnum):
    """Where the player looks ahead from."""

    DECISION = 0  # its own
    LINE = 1  # one in a line of play of the search
    END_OF_LINE = 2


class Gift(IntEnum):
    """What an effect does for the team, in numbers of cards, actions, curses."""

    DRAW = 0
    ACT = 1
    SUPPORT = 2
    DESTROY = 3  # cards, which makes decks smaller
    CURE = 4
    GAIN = 5
    CURSE = 6
    OTHER = 7


class Harm(IntEnum):
    """What an effect does to the team."""

    MADNESS = 0  # that leaves the pile
    CARDS = 1
    OTHER = 2  # spells, tokens


GIFTS, HARMS = len(Gift), len(Harm)

FACTS = struct(
    # all of these are by number of players; of spells, before they are boosted
    ("spell", np.float64, (MOST_SPELLS, SEATS + 1, GIFTS)),
    ("curse", np.float64, (MOST_CURSES, SEATS + 1, HARMS)),
    ("bonus", np.float64, (MOST_SHEETS, SEATS + 1)),
    ("failure", np.float64, (MOST_SHEETS, SEATS + 1, HARMS)),
)
"""What cards do, in numbers."""

ROOT, LINE, TRY, BEST, NODES_AT = 0, 1, 2, 3, 4
"""Places among the states: the position, a line of play, it with one more choice, the best of
these, and the lines that are followed: those at hand and, behind them, the next ones."""

STATES = NODES_AT + 2 * MOST_WIDTH

LOOKAHEAD = struct(
    ("width", np.int64),
    ("depth", np.int64),
    ("line_depth", np.int64),
    ("mode", np.int64),  # as in ``Mode``
    ("width_now", np.int64),
    ("depth_now", np.int64),
    ("seat", np.int64),  # whose decision it is
    ("states", GAME, (STATES,)),
    ("coming", np.int16, (STATES, SEATS)),  # cards that are drawn to hands, by state and seat
    ("laid", np.int16, (STATES, SEATS)),  # cards of decks that go to supports
    ("count", np.int64, (2,)),  # lines followed, in each generation
    ("option", np.int64, (2 * MOST_WIDTH,)),  # that a line begins with
    ("value", np.float64, (2 * MOST_WIDTH,)),  # of a line
    ("moves", np.int32, (MOVES,)),  # of a line that is followed
    ("choices", np.int32, (MOVES,)),  # that come up in it
    ("more", np.int32, (MOVES,)),
    ("root_value", np.float64),  # of the position that is decided
    ("price_known", np.int8, (SEATS, ELEMENTS)),
    ("price", np.float64, (SEATS, PLACES, KINDS)),  # what a card is worth where it is
    ("log", QUIET_LOG),
)
"""Room for the decision at hand."""

SUMMARY = struct(
    ("features", np.float64, (FEATURE_ROOM,)),
    ("next_hand", np.float64, (SEATS, ELEMENTS)),  # values in the hand of a seat's next turn
    ("usual_hand", np.float64, (SEATS, ELEMENTS)),  # values of an average hand of its cards
    ("pool", np.float64, (ELEMENTS,)),
    # of the player at hand
    ("in_deck", np.int16, (KINDS,)),
    ("cards", np.float64),
    ("value", np.float64),  # of all cards
    ("shuffles", np.int64),  # that are due
    ("of_deck", np.float64),  # the share of the deck that is drawn before the next turn
    ("of_discard", np.float64),  # the same of the discard pile, after a shuffle
    ("to_hand", np.float64),  # the share of these cards that goes to the hand
    ("now", np.float64),  # the share of them that can still be used in this turn
    # of the track, and of a payment
    ("needs", np.float64, (SLOTS, ELEMENTS)),  # what each curse still costs
    ("undone", np.float64, (SLOTS,)),  # the share of each curse that a plan leaves
    ("hand_left", np.float64, (ELEMENTS,)),  # values that a plan has not used yet
    ("pool_left", np.float64, (ELEMENTS,)),
    ("plan", np.float64, (16,)),  # what a payment of each amount costs at least
    ("first", np.int64, (16,)),  # the first card of the cheapest payment
)
"""A position in numbers, and room to plan a payment."""

POLICY = policy_type(
    game=GAME,
    moves=MOVES,
    phases=len(PHASES),
    features=FEATURE_ROOM,
    judgement=JUDGEMENT,
    restrictions=ROOM,
    parts={"facts": FACTS, "lookahead": LOOKAHEAD, "summary": SUMMARY},
)
register_policy(REGISTRY, POLICY, SEATS)

quiet_log = quiet_log_of(REGISTRY)

Policy: TypeAlias = Any
Policies: TypeAlias = Any
Choosers: TypeAlias = Any
Floats: TypeAlias = Any
