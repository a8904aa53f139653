"""The rows that kernels fill: a record type for each table, and what is counted on the way."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from trisim.engine.kernel import records, struct
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.record.tables import (
    BOT,
    CARDS,
    GAMES,
    LEDGER,
    PLAYERS,
    ROUNDS,
    TABLES,
    TURNS,
)
from trisim.games.trismegistus.rules.codes import Part
from trisim.record.columns import Table

CARD_ROOM = (
    limits.MAX_EXPERIMENTS
    + limits.MAX_ARTIFACTS
    + limits.MAX_PUBLICATIONS
    + limits.MAX_ACHIEVEMENTS
    + limits.MAX_ALCHEMISTS * 8
)
"""Cards and formulas that a box can have."""


def row_type(table: Table) -> np.dtype[Any]:
    """The record type of a table's rows."""
    return struct(*(field for column in table.columns for field in column.fields))


ROW_TYPES = {name: row_type(table) for name, table in TABLES.items()}

SEAT_TALLY = struct(
    ("strategy", np.int32),  # place of the line-up
    ("alchemist", np.int32),
    ("held", np.int32, (18,)),  # by Thing
    ("level", np.int32, (4,)),
    ("vp", np.int32, (len(Part),)),
    ("cards", np.int32, (6,)),  # by recording.Item, from its first one
    ("symbol", np.int32),  # of the die on the potency track
    ("color", np.int32),
    ("potency", np.int32),
    ("standing", np.int32),  # score after the latest turn
    ("ahead_since", np.int32),  # the turn since whose end nobody is ahead; -1: somebody is
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

TALLY = struct(
    ("deal", np.int64),
    ("turn", np.int32),  # -1: setup
    ("round_no", np.int32),
    ("seat", np.int32),  # whose turn it is; -1: nobody's, at the setup and between turns
    ("step", np.int32),  # entries of the ledger so far
    ("card", np.int32),  # by which Botmegistus acts
    ("bot_step", np.int32),  # its rows so far
    ("leader", np.int32),  # who came to lead alone last; -1: nobody yet
    ("lead_changes", np.int32),
    ("bowls", np.int32, (18,)),  # symbol * 3 + color
    ("picks", np.int32),  # drafts of the round so far
    ("seats", SEAT_TALLY, (4,)),
    ("cards", CARD_TALLY, (CARD_ROOM,)),  # experiments, artifacts, publications, …
)
"""What is counted while a game's log is read."""


class Rows(NamedTuple):
    """Where the rows go, table by table; ``filled`` says how many there are of each."""

    games: Any
    players: Any
    rounds: Any
    turns: Any
    bot: Any
    cards: Any
    ledger: Any
    filled: Any


NAMES = {
    "GameRow": GAMES,
    "PlayerRow": PLAYERS,
    "RoundRow": ROUNDS,
    "TurnRow": TURNS,
    "BotRow": BOT,
    "CardRow": CARDS,
    "LedgerRow": LEDGER,
}
for annotation, declared in NAMES.items():
    REGISTRY.records[annotation] = ROW_TYPES[declared.name]
    REGISTRY.arrays[f"{annotation}s"] = (annotation, 1)
REGISTRY.records["Tally"] = TALLY
REGISTRY.records["SeatTally"] = SEAT_TALLY
REGISTRY.records["CardTally"] = CARD_TALLY
REGISTRY.arrays["Tallies"] = ("Tally", 1)
REGISTRY.arrays["Counts"] = ("int64", 1)
REGISTRY.tuples["Rows"] = (Rows, (*(f"{name}s" for name in NAMES), "Counts"))

GameRow: TypeAlias = Any
PlayerRow: TypeAlias = Any
RoundRow: TypeAlias = Any
TurnRow: TypeAlias = Any
BotRow: TypeAlias = Any
CardRow: TypeAlias = Any
LedgerRow: TypeAlias = Any
Tally: TypeAlias = Any
SeatTally: TypeAlias = Any
CardTally: TypeAlias = Any
Tallies: TypeAlias = Any
Counts: TypeAlias = Any


def room_for(rows: dict[str, int]) -> Rows:
    """Blank rows, so many of each table; one of those that aren't named."""
    arrays = {name: records(rows.get(name, 0) + 1, ROW_TYPES[name]) for name in TABLES}
    return Rows(**arrays, filled=np.zeros(len(TABLES), np.int64))


def clear(rows: Rows) -> None:
    """Make rows that were filled blank again: new ones would have to come from the system."""
    for place, name in enumerate(TABLES):
        array = getattr(rows, name)
        used = max(1, int(rows.filled[place])) * array.itemsize
        array.view(np.uint8)[:used] = 0  # by bytes: by fields it takes twenty times as long
    rows.filled[:] = 0
