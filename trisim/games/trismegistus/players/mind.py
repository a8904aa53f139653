"""What a strategy has of its own, and how a compiled one is called."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.rules.state import GAME, LOG, MOVES, SEATS
from trisim.players.kit import Number

ROUNDS = 3
FEATURE_ROOM = 40
PARAMETER_ROOM = 8
MARGINS = 24
"""Things up to points, then levels on the four tracks."""

DEEDS = 9
"""Rows of deeds: those of the five symbols, of the three colors, and of any die."""

MOST_POTENCY = 16
"""Room by potency spent; the limit of a box is below it."""

LESSENED = 32
"""Cubes or essences of a kind that are told apart; more are worth as much."""

LEVELS = 16
"""Room by level of a track."""

CASES = 227
"""Prospects that are kept: a prime whose remainders of 1, 2, 4, 8 … are as many as can be, since
the numbers in a key stand some bits apart."""

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

SEARCH = {
    "iterations": Number(
        0, "lines of play that a decision is simulated by; 0: it doesn't search", 0, 1_000_000, True
    ),
    "options": Number(6, "options that it simulates, at the most", 2, 16, True),
    "dice": Number(2, "dice of its own that a line of play goes on for", 1, 99, True),
    "trust": Number(
        4.0, "lines of play that its first judgement of an option counts as much as", 0, 1_000_000
    ),
}
"""Numbers of the search."""

CANDIDATES = 16
"""Options that are thought about: room for them."""

PROSPECTS = struct(
    # what they follow from, in words of eight bytes
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

MIND = struct(
    ("noise", np.uint64),  # the key of its own chance in this game
    ("erring", np.float64),  # how often it errs, 0 … 1
    ("far", np.float64),  # how far, in points
    ("parameters", np.float64, (PARAMETER_ROOM,)),  # of a compiled strategy, as it declares them
    # of a weights file
    ("weights", np.float64, (ROUNDS, FEATURE_ROOM)),  # by round and feature
    *((name, np.float64) for name in JUDGEMENT),
    *((name, np.float64) for name in SEARCH),
    ("lessened", np.float64, (LESSENED,)),  # what so many of a kind are worth together
    # facts of the box, in the form that is quickest to read
    ("high", np.float64, (LEVELS,)),  # what a track on each level adds to the high levels
    ("next_space", np.int8, (LEVELS,)),  # the next bonus space from each level; -1: none is near
    ("nearness", np.float64, (LEVELS,)),  # of that space: one over the steps to it
    ("cost_size", np.int8, (limits.MAX_EXPERIMENTS,)),  # how many kinds of material it costs
    ("cost", np.int8, (limits.MAX_EXPERIMENTS, COLUMNS, 2)),  # of each the column and how many
    # worths in points, by card
    ("experiment_worth", np.float64, (limits.MAX_EXPERIMENTS,)),
    ("artifact_worth", np.float64, (limits.MAX_ARTIFACTS,)),
    ("publication_worth", np.float64, (limits.MAX_PUBLICATIONS,)),
    ("formula_worth", np.float64, (limits.MAX_ALCHEMISTS * 8,)),
    ("alchemist_worth", np.float64, (limits.MAX_ALCHEMISTS,)),
    ("line_worth", np.float64, (limits.MAX_ALCHEMISTS, 8)),  # rows 0 … 3, columns 4 … 7
    # what was found for the options of the last decision
    ("values", np.float64, (MOVES,)),
    ("explaining", np.bool_),  # whether the features of each option are kept
    ("parts", np.float64, (MOVES, FEATURE_ROOM)),
    # the best that spending so much potency gives, by symbol 0 … 4, color 5 … 7, any die 8
    ("gain", np.float64, (DEEDS, MOST_POTENCY)),
    ("draft_key", np.uint64),  # the turn that gain was found in
    ("deeds", np.int32, (DEEDS, MOST_POTENCY)),  # the moves that give it
    (
        "deed_parts",
        np.float64,
        (DEEDS, MOST_POTENCY, FEATURE_ROOM),
    ),  # their features, if explaining
    ("first_parts", np.float64, (FEATURE_ROOM,)),
    # scratch
    ("features", np.float64, (FEATURE_ROOM,)),
    ("goods", np.int16, (18,)),  # held, and not yet set aside for an experiment
    ("in_order", np.int16, (4,)),  # experiments beside the laboratory, the lowest mastery first
    ("held", np.int64),  # how many these are
    ("order_key", np.int64),  # the cards they were put in order from
    ("prospects", PROSPECTS, (CASES,)),  # by the remainder of what they follow from
    ("slots_seen", np.int16, (6,)),  # artifacts that were last counted, by slot
    ("on_artifacts", np.int16, (4,)),  # their elementals
    ("artifacts_low", np.float64),
    ("ready_seen", np.int8, (6,)),  # whether they were face up
    ("ready_worth", np.float64, (6,)),  # by slot; 0: none, or used
    ("artifacts_ready", np.float64),
    ("artifacts_used", np.float64),
    ("formulas_key", np.int64),  # states of the formulas that were last counted; -1: none
    ("formulas_ready", np.float64),
    ("elementals", np.int16, (4,)),
    ("transmutations", np.int64),  # that the experiment at hand still needs
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
    ("more_worth", np.float64, (MARGINS,)),  # what one more is worth, by thing and track
    ("states", GAME, (4,)),  # the position; after a move; after a choice that follows; the best
    ("skipped", np.int16, (4, 2)),  # draws of publications and artifacts left to chance, by state
    ("moves", np.int32, (MOVES,)),
    ("more", np.int32, (MOVES,)),
    ("log", LOG),  # of no capacity
    # of a player that thinks
    ("worlds", GAME, (2,)),  # the position with hidden cards dealt anew; a line of play from it
    ("choices", np.int32, (MOVES,)),  # of the line of play
    ("candidates", np.int64, (CANDIDATES,)),  # options that are thought about, the best first
    ("priors", np.float64, (CANDIDATES,)),  # what each was worth at first sight
    ("sums", np.float64, (CANDIDATES,)),  # what their lines of play came to
    ("played", np.int64, (CANDIDATES,)),  # how many lines of play each had
    ("behind", np.float64, (CANDIDATES,)),  # how far each is behind the first in this stage
    ("squares", np.float64, (CANDIDATES,)),  # of how far it was behind in each world
    ("thought", np.int64),  # candidates of the last decision; 0: it was no matter for thought
    ("lines", np.int64),  # of play, in all decisions so far
)

REGISTRY.records["Policy"] = REGISTRY.records["Mind"] = MIND
REGISTRY.arrays["Minds"] = ("Mind", 1)
REGISTRY.arrays["Floats"] = ("float64", 1)
REGISTRY.pointers["Choosers"] = ("int Game Box Moves int int Mind", SEATS)

Mind: TypeAlias = Any
Policy: TypeAlias = Any
Minds: TypeAlias = Any
Choosers: TypeAlias = Any
Floats: TypeAlias = Any
