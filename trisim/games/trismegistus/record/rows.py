"""The rows that kernels fill: a record type for each table, and the tallies."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import struct
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.record import tables
from trisim.games.trismegistus.record.earlier import FormatOne
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.record.words import box_words, fixed_words
from trisim.games.trismegistus.rules.codes import Part
from trisim.games.trismegistus.rules.state import EVENTS, SEATS
from trisim.record.base import Outcome
from trisim.record.recording import Room, declare

CARD_ROOM = (
    limits.MAX_EXPERIMENTS
    + limits.MAX_ARTIFACTS
    + limits.MAX_PUBLICATIONS
    + limits.MAX_ACHIEVEMENTS
    + limits.MAX_ALCHEMISTS * 8
)
"""Cards and formulas that a box can have."""


SEAT_TALLY = struct(
    ("alchemist", np.int32),
    ("held", np.int32, (18,)),  # by Thing
    ("level", np.int32, (4,)),
    ("vp", np.int32, (len(Part),)),
    ("cards", np.int32, (6,)),  # by recording.Item, from its first one
    ("symbol", np.int32),  # of the die on the potency track
    ("color", np.int32),
    ("potency", np.int32),
)

CARD_TALLY = struct(
    ("seen", np.int16),
    ("kind", np.int16),
    ("first_turn", np.int16),
    ("last_turn", np.int16),
    ("seat", np.int16),
    ("taken", np.int16),
    ("completed", np.int16),
    ("uses", np.int16),
    ("points", np.int16),
)

TALLY = (
    ("deal", np.int64),
    ("turn", np.int32),  # -1: setup
    ("round_no", np.int32),
    ("seat", np.int32),  # whose turn it is; -1: nobody's, at the setup and between turns
    ("step", np.int32),  # entries of the ledger so far
    ("card", np.int32),  # by which Botmegistus acts
    ("bot_step", np.int32),  # its rows so far
    ("bowls", np.int32, (18,)),  # symbol * 3 + color
    ("picks", np.int32),  # drafts of the round so far
    ("seats", SEAT_TALLY, (SEATS,)),
    ("cards", CARD_TALLY, (CARD_ROOM,)),  # experiments, artifacts, publications, …
)
"""What is counted while a game's log is read."""

RECORDING = declare(
    REGISTRY,
    tables.__name__,
    seats=SEATS,
    outcome=Outcome.POINTS,
    tables=TABLES.values(),
    room={
        "rounds": Room(3, 8),
        "turns": Room(64, 512),
        "bot": Room(160, EVENTS),
        "cards": Room(160, CARD_ROOM),
        "ledger": Room(400, 2 * EVENTS),
    },
    tally=TALLY,
    vocabularies=fixed_words(),
    box_words=box_words,
    missing_examples="no die was drafted, no artifact bought",
    earlier=FormatOne(),
)
REGISTRY.records["SeatTally"] = SEAT_TALLY
REGISTRY.records["CardTally"] = CARD_TALLY

GAMES, PLAYERS, ROUNDS, TURNS, BOT, CARDS, LEDGER = range(len(TABLES))
"""Places in ``Rows.filled``."""

KEEP_TURNS, KEEP_BOT, KEEP_CARDS, KEEP_LEDGER = 1 << TURNS, 1 << BOT, 1 << CARDS, 1 << LEDGER
"""Bits of ``keep``; rounds are kept with turns."""

GameRow: TypeAlias = Any
PlayerRow: TypeAlias = Any
RoundRow: TypeAlias = Any
TurnRow: TypeAlias = Any
BotRow: TypeAlias = Any
CardRow: TypeAlias = Any
LedgerRow: TypeAlias = Any
Rows: TypeAlias = Any
Tally: TypeAlias = Any
SeatTally: TypeAlias = Any
CardTally: TypeAlias = Any
Tallies: TypeAlias = Any
