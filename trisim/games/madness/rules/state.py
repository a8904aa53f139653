"""The records of a game and of the box, as kernels read them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.engine.log import log_type
from trisim.games.madness.box.words import ELEMENTS, KINDS
from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.rules.codes import ARGS

SEATS, MOVES, EVENTS = 5, 128, 16_384
"""Room for seats, options of a decision and events of a game."""

STACK = 53
"""Room for pending frames: two for each of 20 effects that give actions, and 13 others."""

SLOTS = 5
"""Curses on the track, in the order in which they are laid: on 2, 3 left, 3 right, 4 and 5."""

MONSTERS = 6
SPELLS = 8
"""Room for the spells of a player."""

CARDS_IN_TOP = 192
"""Room for known cards on a deck: 64 of the stacks, 60 of first decks, 35 madness, and more."""

MOST_SPELLS, MOST_CURSES, MOST_SHEETS, MOST_MAGES, MOST_MODES, MOST_ROWS = 96, 64, 48, 16, 8, 768
"""Room in the record of the box."""

# ---------------------------------------------------------------- the game

FRAME = struct(
    ("kind", np.int8),
    ("seat", np.int8),
    ("cause", np.int8),  # the cause of what happens while it is on top
    ("cause_id", np.int16),
    ("arg", np.int16, (ARGS,)),
)

SEAT = struct(
    ("mage", np.int8),  # -1: not chosen yet
    ("out", np.bool_),  # eliminated
    ("ability_used", np.bool_),  # in this turn
    ("wild_used", np.bool_),
    ("shuffles", np.int16),  # so far
    ("deck_n", np.int16),  # cards in the deck, with those on top
    ("top_n", np.int16),
    ("deck", np.int64, (KINDS,)),  # below the known cards: a bit for each copy of a kind
    ("top", np.int8, (CARDS_IN_TOP,)),  # known cards, the next one last
    ("hand", np.int8, (KINDS,)),  # these are numbers of cards of each kind
    ("support", np.int8, (KINDS,)),
    ("discard", np.int8, (KINDS,)),
    ("passing", np.int8, (KINDS,)),  # in the middle of an exchange
    ("spells", np.int8, (SPELLS,)),  # -1: no spell
    ("marks", np.int8, (SPELLS,)),  # EXHAUSTED, NEUTRALISED
)

GAME = struct(
    ("seed", np.uint64),
    ("players", np.int8),
    ("over", np.bool_),
    ("won", np.bool_),
    ("loss", np.int8),
    ("decisions", np.int32),  # made so far, forced ones not counted
    ("difficulty", np.int8),
    ("mode", np.int8),
    ("active", np.int8),
    ("turn", np.int16),  # from 1; 0 before the first
    ("space", np.int8),  # of the invocation marker: 0 before the first turn, 6: invocation
    ("monster", np.int8),  # from 0; -1 before the first
    ("beaten", np.int8),  # a bit for each monster that was beaten
    ("cause", np.int8),  # of what happens now
    ("cause_id", np.int16),
    ("pile", np.int16),  # madness
    ("stock", np.int8, (KINDS,)),  # the stacks; nothing of value 1
    ("destroyed", np.int8, (KINDS,)),
    ("gone", np.int8, (KINDS,)),  # cards of eliminated players
    ("book", np.int8, (MONSTERS + 1,)),  # sheets from the cover on, as far as they are known
    ("library", np.int8, (ELEMENTS,)),  # the spell that lies on top; -1: none
    ("library_level", np.int8, (ELEMENTS,)),  # its level
    ("curses", np.int16, (MOST_CURSES,)),  # IN_PILE, ON_TRACK, DESTROYED; from 1: under its pile
    ("curses_under", np.int16),  # the last number that was given
    ("curse_shuffles", np.int8, (ELEMENTS + 1,)),  # of each pile
    ("track", np.int8, (SLOTS,)),  # the curse in a slot; -1: none
    ("neutral", np.int8, (SLOTS,)),  # so many monster phases long
    ("under", np.int8, (SLOTS,)),  # madness under the curse
    ("tokens", np.int8, (SLOTS, ELEMENTS)),
    ("token_supply", np.int8, (ELEMENTS,)),
    ("used", np.int8, (SEATS, KINDS)),  # cards of supports that have paid and stay there
    ("seats", SEAT, (SEATS,)),
    ("depth", np.int8),
    ("stack", FRAME, (STACK,)),
)

IN_PILE, ON_TRACK, DESTROYED = 0, -1, -2
"""Where a curse is; from 1 on it lies under its pile, in the order of these numbers."""

# ---------------------------------------------------------------- the box

ROW = struct(  # a step of an effect; its last row is an ``END``
    ("verb", np.int8),
    ("opens", np.bool_),  # whether a clause begins here
    ("who", np.int8),  # of the clause
    ("who_n", np.int8),
    ("who_variable", np.bool_),
    ("count", np.int8),
    ("n", np.int8),
    ("variable", np.bool_),
    ("kinds", np.int16),
    ("zones", np.int16),  # a bit for each zone
    ("to", np.int8),
    ("value", np.int8),
    ("same_element", np.bool_),
    ("anyone", np.bool_),
    ("element", np.int8),
    ("may", np.bool_),
    ("if_done", np.bool_),
)

SPELL = struct(
    ("key", np.uint64),
    ("element", np.int8),
    ("level", np.int8),
    ("basic", np.bool_),
    ("boosts", np.bool_),  # whether it has a variable
    ("effect", np.int16),  # the first row
)

CURSE = struct(("key", np.uint64), ("kind", np.int8), ("effect", np.int16))

SHEET = struct(
    ("key", np.uint64),
    ("side", np.int8),
    ("bonus", np.int16),  # first rows; -1: no effect
    ("failure", np.int16),
    ("appearance", np.int16),
    ("after_curses", np.bool_),  # whether the appearance waits until the curses lie
    ("curses", np.int8, (3,)),  # kinds
)

MAGE = struct(
    ("element", np.int8),
    ("ones", np.int8, (ELEMENTS,)),
    ("when", np.int8),
    ("effect", np.int16),  # -1: none
    ("places", np.int8),
    ("spells", np.int8),
    ("wild", np.int8),  # the element; -1: none
)

MODE = struct(("madness_in_deck", np.int8), ("starting_two", np.bool_))

BOX = struct(
    ("spells", np.int16),
    ("curses", np.int16),
    ("sheets", np.int16),
    ("mages", np.int16),
    ("spell", SPELL, (MOST_SPELLS,)),
    ("curse", CURSE, (MOST_CURSES,)),
    ("sheet", SHEET, (MOST_SHEETS,)),
    ("mage", MAGE, (MOST_MAGES,)),
    ("mode", MODE, (MOST_MODES,)),
    ("rows", ROW, (MOST_ROWS,)),
    ("copies", np.int8, (KINDS,)),  # of each kind in the box; of madness: none
    ("rounds", np.int8, (MONSTERS, 3)),  # multi-element curses by round and difficulty
    ("madness", np.int8, (SEATS + 1,)),  # by the number of players
    # numbers of rules.toml
    ("hand", np.int8),
    ("places", np.int8),
    ("most_spells", np.int8),
    ("most_boost", np.int8),
    ("learn_cost", np.int8),
    ("cure_cost", np.int8),
    ("curse_cost", np.int8),
    ("multi_cost", np.int8),
    ("token_cost", np.int8),
    ("reward_value", np.int8),
    ("tokens", np.int8),  # of each element
    # rulings of rules.toml
    ("refill_curses", np.bool_),
    ("reward_for_effects", np.bool_),
    ("recharged_serves_again", np.bool_),
    ("recharge_neutralised", np.bool_),
    ("abilities_on_others_turns", np.bool_),
    ("nightmare_two_in_stack", np.bool_),
    ("empty_pile_under_curses_loses", np.bool_),
    ("both_last_appearances", np.bool_),
)

LOG = log_type(EVENTS)
REGISTRY.records.update(Game=GAME, Box=BOX, Log=LOG, Seat=SEAT, FrameRecord=FRAME, Row=ROW)

Game: TypeAlias = Any
Box: TypeAlias = Any
Log: TypeAlias = Any
Moves: TypeAlias = Any
Seat: TypeAlias = Any
FrameRecord: TypeAlias = Any
Row: TypeAlias = Any
