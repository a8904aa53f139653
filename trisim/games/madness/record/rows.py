"""The rows that kernels fill: a record type for each table, and the tallies."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.games.madness.box.words import ELEMENTS, KINDS
from trisim.games.madness.kernels import REGISTRY
from trisim.games.madness.record import tables
from trisim.games.madness.record.tables import TABLES
from trisim.games.madness.record.words import box_words, fixed_words
from trisim.games.madness.rules.state import (
    EVENTS,
    MONSTERS,
    MOST_SPELLS,
    SEATS,
    SLOTS,
    SPELLS,
    STACK,
)
from trisim.record.base import Outcome
from trisim.record.recording import Room, declare

MOST_TURNS = MONSTERS * 5 + 1
"""Five turns a monster, and one with the last monster phase alone."""

MOST_LAID = MONSTERS * SLOTS
MOST_CARDS = MOST_SPELLS + SEATS * (SPELLS + 1)
"""Spells of a library, and for each seat its basic spells and its mage."""

ZONES = 11
TABLE = SEATS
"""In place of a seat: zones that belong to nobody."""

LEVEL = struct(  # actions that somebody was given, inside of those below
    ("seat", np.int16),
    ("giver", np.int16),  # MISSING: no player
    ("left", np.int16),  # actions that may still be taken
    ("spell", np.int16),  # that the last of them cast; -1: none
)

CARD_TALLY = struct(  # a spell of a seat, or its mage
    ("taken", np.int16),
    ("completed", np.int16),
    ("lost", np.int16),
    ("uses", np.int16),
    ("boosted", np.int16),
    ("abroad", np.int16),
)

TALLY = (
    ("deal", np.int64),
    ("number", np.int64),  # of the game
    ("player_at", np.int64),  # the row of seat 0
    ("turn_at", np.int64),  # the row of the turn at hand; without turns, one row serves for all
    ("monster_at", np.int64),  # the same of the monster
    ("curse_at", np.int64),  # the row of the first curse
    ("players", np.int32),
    ("turn", np.int32),  # -1: setup
    ("active", np.int32),
    ("monster", np.int32),  # monsters that appeared
    ("sheet", np.int32),  # whose monster is at hand
    ("space", np.int32),
    ("step", np.int32),  # entries of the ledger so far
    ("action", np.int32),  # rows of actions so far
    ("lay", np.int32),  # curses laid so far
    # cards
    ("zones", np.int16, (SEATS + 1, ZONES, KINDS)),  # how many of each kind are where
    ("hand", np.int32, (SEATS,)),  # cards in hand
    ("pool", np.int32),  # cards in all supports
    ("strength", np.int32),  # value of all cards of players
    ("madness_taken", np.int32),
    ("madness_cured", np.int32),
    ("madness_gone", np.int32),
    # the payment at hand
    ("paid", np.int32, (ELEMENTS,)),  # value that counted as an element
    ("paid_hand", np.int32),
    ("paid_support", np.int32, (SEATS,)),  # cards by owner
    ("paid_kept", np.int32),
    ("wild", np.int32),  # element as which the next card counts; -1: its own
    ("was_wild", np.int32),  # the same for the whole payment; MISSING: none
    ("forgotten", np.int32),  # spell that makes room; MISSING: none
    # actions inside of actions
    ("depth", np.int32),
    ("levels", LEVEL, (STACK,)),
    # curses and monsters
    ("track", np.int32, (SLOTS,)),  # the curse in a slot; -1: none
    ("laid_as", np.int32, (SLOTS,)),  # the number of its row
    ("on_track", np.int32),
    ("laid", np.int32, (MONSTERS,)),  # curses of a monster
    ("destroyed", np.int32, (MONSTERS,)),
    ("reached", np.int32, (MONSTERS,)),  # space that the marker reached
    ("beaten", np.int32),
    ("escaped", np.int32),
    ("eliminated", np.int32),
    ("loss_cause", np.int32),
    ("loss_id", np.int32),
    ("loss_seat", np.int32),
    # spells and mages
    ("offered", np.int16, (MOST_SPELLS,)),  # first turn on offer; MISSING: never
    ("withdrawn", np.int16, (MOST_SPELLS,)),  # last one; MISSING: still there
    ("spells", CARD_TALLY, (SEATS, MOST_SPELLS)),
    ("mages", CARD_TALLY, (SEATS,)),
)
"""What is counted while a game's log is read."""

RECORDING = declare(
    REGISTRY,
    tables.__name__,
    seats=SEATS,
    outcome=Outcome.TEAM,
    tables=TABLES.values(),
    room={
        "monsters": Room(4, MONSTERS),
        "turns": Room(20, MOST_TURNS),
        "actions": Room(90, EVENTS),
        "curses": Room(18, MOST_LAID),
        "cards": Room(34, MOST_CARDS),
        "ledger": Room(600, EVENTS),
    },
    tally=TALLY,
    vocabularies=fixed_words(),
    box_words=box_words,
    missing_examples="nobody learned the spell, a curse was not applied",
)
REGISTRY.records["Level"] = LEVEL
REGISTRY.records["CardTally"] = CARD_TALLY

GAMES, PLAYERS, MONSTERS_AT, TURNS, ACTIONS, CURSES, CARDS, LEDGER = range(len(TABLES))
"""Places in ``Rows.filled``."""

KEEP_TURNS, KEEP_ACTIONS, KEEP_CARDS, KEEP_LEDGER = (
    1 << TURNS,
    1 << ACTIONS,
    1 << CARDS,
    1 << LEDGER,
)
"""Bits of ``keep``: monsters are kept with turns, actions and curses with cards."""

GameRow: TypeAlias = Any
PlayerRow: TypeAlias = Any
MonsterRow: TypeAlias = Any
TurnRow: TypeAlias = Any
ActionRow: TypeAlias = Any
CurseRow: TypeAlias = Any
CardRow: TypeAlias = Any
LedgerRow: TypeAlias = Any
Rows: TypeAlias = Any
Tally: TypeAlias = Any
CardTally: TypeAlias = Any
