"""The record of a strategy: its numbers, facts of the box, room for evaluator and search."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.engine.log import QUIET_LOG, quiet_log_of
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.players.restrictions import ROOM
from trisim.games.trismegistus.rules.state import GAME, MOVES, SEATS
from trisim.players.kit import Number
from trisim.players.policy import policy_type, register_policy, search_numbers

ROUNDS = 3
FEATURE_ROOM = 40
MARGINS = 24
"""Things up to points, then levels on the four tracks."""

ACTION_ROWS = 9
"""Rows of actions with a die: those of the five symbols, of the three colors, and of any die."""

MOST_POTENCY = 16
"""Room by potency spent; the limit of a box is below it."""

LESSENED = 32
"""Cubes or essences of a kind that are told apart; more are worth as much."""

LEVELS = 16
"""Room by level of a track."""

CASES = 227
"""Cases of experiments and goods that are kept: a prime whose remainders of 1, 2, 4, 8 … are as
many as can be, since the numbers in a key stand some bits apart."""

COLUMNS = 13
"""Kinds of material in a cost: lead … gold, any raw, any refined."""

JUDGEMENT = {
    "step": Number(1.7, "effort of a transmutation, with its essence, in potency"),
    "level": Number(
        1.4, "effort of a level of mastery beyond those that transmutations bring, in potency"
    ),
    "slope": Number(0.12, "how fast the pull of a card falls with the effort that is missing"),
    "rush": Number(2.0, "how much faster, when little time is left"),
    "less": Number(0.15, "how much less each further cube or essence of a kind is worth"),
}
"""Numbers inside the features."""

SEARCH = search_numbers("dice", "dice of its own that a simulation continues for")

FACTS = struct(
    ("lessened", np.float64, (LESSENED,)),  # what so many of a kind are worth together
    ("high", np.float64, (LEVELS,)),  # what a track on each level adds to the high levels
    ("next_space", np.int8, (LEVELS,)),  # the next bonus space from each level; -1: none is near
    ("nearness", np.float64, (LEVELS,)),  # of that space: one over the steps to it
    ("cost_size", np.int8, (limits.MAX_EXPERIMENTS,)),  # how many kinds of material it costs
    ("cost", np.int8, (limits.MAX_EXPERIMENTS, COLUMNS, 2)),  # of each the column and how many
    # values in points, by card
    ("experiment_value", np.float64, (limits.MAX_EXPERIMENTS,)),
    ("artifact_value", np.float64, (limits.MAX_ARTIFACTS,)),
    ("publication_value", np.float64, (limits.MAX_PUBLICATIONS,)),
    ("formula_value", np.float64, (limits.MAX_ALCHEMISTS * 8,)),
    ("alchemist_value", np.float64, (limits.MAX_ALCHEMISTS,)),
    ("line_value", np.float64, (limits.MAX_ALCHEMISTS, 8)),  # rows 0 … 3, columns 4 … 7
)
"""Facts of the box and of the judgement, in the form that is quickest to read."""

ACTIONS = struct(
    # the best that spending so much potency gives, by symbol 0 … 4, color 5 … 7, any die 8
    ("gain", np.float64, (ACTION_ROWS, MOST_POTENCY)),
    ("draft_key", np.uint64),  # the turn that gain was found in
    ("moves", np.int32, (ACTION_ROWS, MOST_POTENCY)),  # that give it
    ("parts", np.float64, (ACTION_ROWS, MOST_POTENCY, FEATURE_ROOM)),  # features, if explaining
    ("first_parts", np.float64, (FEATURE_ROOM,)),
)
"""What actions with each die are worth."""

CASE = struct(
    # what it follows from, in words of eight bytes
    ("goods_1", np.int64),
    ("goods_2", np.int64),
    ("goods_3", np.int64),
    ("levels", np.int64),
    ("beside", np.int64),
    ("rest", np.int64),
    # the features of these names
    ("experiments", np.float64),
    ("masterpiece", np.float64),
    ("experiments_held", np.float64),
    ("performable", np.float64),
    ("raw", np.float64),
    ("refined", np.float64),
    ("chain", np.float64),
    ("silver", np.float64),
    ("gold", np.float64),
)
"""How near the experiments held are, and the goods they leave; blank for holding nothing."""

MEMO = struct(
    ("in_order", np.int16, (4,)),  # experiments beside the laboratory, the lowest mastery first
    ("held", np.int64),  # how many these are
    ("order_key", np.int64),  # the cards they were put in order from
    ("experiments", CASE, (CASES,)),  # by the remainder of what they follow from
    ("slots_seen", np.int16, (6,)),  # artifacts that were last counted, by slot
    ("on_artifacts", np.int16, (4,)),  # their elementals
    ("artifacts_low", np.float64),
    ("ready_seen", np.int8, (6,)),  # whether they were face up
    ("ready_value", np.float64, (6,)),  # by slot; 0: none, or used
    ("artifacts_ready", np.float64),
    ("artifacts_used", np.float64),
    ("formulas_key", np.int64),  # states of the formulas that were last counted; -1: none
    ("formulas_ready", np.float64),
    ("elementals", np.int16, (4,)),
    ("hand_key", np.int64),  # elementals that the publications were last counted with; -1: none
    ("returning", np.bool_),  # publications are being put back: the hand is always counted anew
    ("hand", np.int8, (limits.MAX_PUBLICATIONS,)),  # publications in hand
    ("hand_points", np.float64),
    ("hand_near", np.float64),
    ("hand_size", np.float64),
    ("performed", np.int64),  # experiments performed when their points were counted
    ("performed_points", np.float64),
    ("placed", np.int64),  # formulas placed when the lines of the vault were counted
    ("lines_now", np.float64),
    ("offer", np.float64),  # potency on offer for the dice still to be drafted
    ("others_used", np.float64),  # dice that the others have used, on average
    ("known", np.int64),  # bits: of which things and tracks one more was judged
    ("more_value", np.float64, (MARGINS,)),  # what one more is worth, by thing and track
)
"""What was counted before, and what it was counted from."""

SCRATCH = struct(
    ("features", np.float64, (FEATURE_ROOM,)),
    ("goods", np.int16, (18,)),  # held, and not yet set aside for an experiment
    ("transmutations", np.int64),  # that the experiment at hand still needs
    ("states", GAME, (4,)),  # the position; after a move; after a choice that follows; the best
    ("skipped", np.int16, (4, 2)),  # draws of publications and artifacts left to chance, by state
    ("moves", np.int32, (MOVES,)),
    ("more", np.int32, (MOVES,)),
    ("log", QUIET_LOG),
)
"""Room for the decision at hand."""

RESTRICTING = struct(("after", GAME), ("log", QUIET_LOG))
"""Room to try what an option leads to, for restrictions."""

POLICY = policy_type(
    game=GAME,
    moves=MOVES,
    phases=ROUNDS,
    features=FEATURE_ROOM,
    judgement=JUDGEMENT,
    restrictions=ROOM,
    parts={
        "facts": FACTS,
        "actions": ACTIONS,
        "memo": MEMO,
        "scratch": SCRATCH,
        "restricting": RESTRICTING,
    },
)
register_policy(REGISTRY, POLICY, SEATS)
REGISTRY.records["Mind"] = POLICY  # its name in strategies of earlier versions, until version 1.0

quiet_log = quiet_log_of(REGISTRY)

Policy: TypeAlias = Any
Mind: TypeAlias = Any
Policies: TypeAlias = Any
Choosers: TypeAlias = Any
Floats: TypeAlias = Any
