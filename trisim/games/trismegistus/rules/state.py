"""The state of a game, the box and the log as records of fixed size: no Python objects."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.kernel import records, struct
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.tables import Tables, make_tables
from trisim.games.trismegistus.box.words import Level
from trisim.games.trismegistus.kernels import REGISTRY
from trisim.games.trismegistus.rules.codes import Part

SEATS = 4
STACK = 64
AGENDA = 96
MOVES = 512
EVENTS = 16384

LAB = struct(
    ("held", np.int16, (18,)),  # by Thing: lead … gold, essences, ethereal, chameleon, reaction…
    ("used_reactions", np.int8),
    ("alchemist", np.int8),  # -1: none yet
    ("level", np.int8, (4,)),  # mastery by Element
    ("tokens", np.int16),  # bonus tokens entered, bit track * 4 + space
    ("waiting", np.int8, (16,)),  # kinds of tokens that wait for a transmutation to end
    ("waits", np.int8),  # how many of them
    ("transmuting", np.int8),  # how many transmutations are under way, one inside the other
    ("die_symbol", np.int8),  # die on the potency track; -1: none
    ("die_color", np.int8),
    ("potency", np.int8),
    ("as_symbol", np.int8),  # what the die counts as for this action
    ("as_color", np.int8),
    ("dice_used", np.int8),
    ("finished", np.bool_),  # has used all dice of the round
    ("slots", np.int16, (6,)),  # artifact at each arrow; -1: none
    ("ready", np.int8, (6,)),  # 1: face up
    ("beside", np.int16, (4,)),  # experiments beside the laboratory; -1: none
    ("masterpiece", np.int16),  # -1: none, or performed
    ("performed", np.int8),  # how many experiments, masterpiece included
    ("performed_element", np.int8, (4,)),
    ("performed_level", np.int8, (5,)),
    ("formula", np.int16, (8,)),  # formula at each position: column * 2 and column * 2 + 1
    ("formula_state", np.int8, (8,)),  # FormulaState
    ("vault", np.int8, (16,)),  # position of the formula in each space, row * 4 + column; -1
    ("placed", np.int8),  # formulas in the vault
    ("bought", np.int8),  # formulas bought
    ("by_experiment", np.int8, (4,)),  # 1: the column gave a formula for its first experiment
    ("by_gold", np.int8, (4,)),  # 1: a formula of the column was bought
    ("discounts", np.int8, (4,)),  # for experiments of each column
    ("due", np.int8, (13,)),  # materials still to pay for an experiment, as in box.experiment_cost
    ("due_levels", np.int8),  # levels still to make up for
    ("due_discounts", np.int8),  # discounts still to use
    ("vp", np.int16, (len(Part),)),  # points on the way, and at the end all, by Part
    ("score", np.int16),
)

SOLO = struct(
    ("on", np.bool_),
    ("planning", np.bool_),
    *((field.name, np.int8) for field in fields(SoloOptions)),  # 0 and 1, or a number
)
"""Whether a game is against Botmegistus, and its difficulty options."""

BOT = struct(
    ("at", np.int8, (limits.MAX_SOLO_CARDS,)),  # its cards: DECK, OPEN, USED, or AWAY
    ("open", np.int16, (2,)),  # cards that lie open: left, right; -1: none
    ("card", np.int16),  # the one it acts by; -1: none
    ("shuffles", np.int16),  # how often its deck was shuffled
    ("rolls", np.int16),  # of the d6
    ("elementals", np.int16, (4,)),  # on its artifacts by Element
    ("special", np.int8),  # Element of its first specialization; -1: none yet
)
"""Botmegistus, besides what it has in its laboratory's record."""

FRAME = struct(
    ("kind", np.int8),
    ("seat", np.int8),
    ("cause", np.int8),
    ("cause_id", np.int16),
    ("arg", np.int16, (5,)),
)

GAME = struct(
    ("seed", np.uint64),
    ("players", np.int8),
    ("with_achievements", np.bool_),
    ("with_intro", np.bool_),
    ("choosing", np.bool_),  # cards are dealt and not yet revealed
    ("round_no", np.int8),  # 1 …
    ("turn_no", np.int16),  # 0 … in the whole game
    ("active", np.int8),  # whose turn it is
    ("acted", np.int8),  # seats whose score may have changed since the last turn, as bits
    ("over", np.bool_),
    ("decisions", np.int32),
    ("rolls", np.int32, (3,)),  # dice rolled in this round by Color
    ("order", np.int8, (SEATS,)),
    ("next_order", np.int8, (SEATS,)),
    ("finished", np.int8),  # players done with this round
    ("order_at", np.int8),  # place of the active player in the order
    ("bowls", np.int8, (6, 3)),  # dice by Symbol and Color
    ("market", np.int16, (3, 4)),  # artifacts by Color and space; -1: none
    ("books", np.int16, (5, 2)),  # experiments by Symbol: older, newer; -1: none
    ("essence_track", np.int8, (4,)),  # Element whose dominant essence this Essence is
    ("bonus", np.int8, (4, 4)),  # kind of token by Element and space, lowest first; -1: none
    ("experiment_at", np.int8, (limits.MAX_EXPERIMENTS,)),  # At
    ("artifact_at", np.int8, (limits.MAX_ARTIFACTS,)),
    ("publication_at", np.int8, (limits.MAX_PUBLICATIONS,)),
    ("achievement_at", np.int8, (limits.MAX_ACHIEVEMENTS,)),
    ("under", np.int8, (limits.MAX_PUBLICATIONS,)),  # publications under their deck, next first
    ("unders", np.int8),  # how many of them
    ("dealt", np.int16, (SEATS, 4, 3)),  # cards dealt at setup by seat and Dealt; -1: none
    ("kept", np.int8, (SEATS, 4)),  # which of them was kept; -1: not chosen yet
    ("cause", np.int8),  # why what happens now happens
    ("cause_id", np.int16),
    ("scratch", np.int8, (limits.MAX_PUBLICATIONS,)),  # for counting; 0 between moves
    ("depth", np.int8),
    ("agenda_top", np.int8),
    ("bot_seat", np.int8),  # of Botmegistus; -1: not a solo game
    ("solo", SOLO),
    ("bot", BOT),
    ("labs", LAB, (SEATS,)),
    ("agenda", np.int16, (AGENDA,)),  # rows of effects still to resolve
    ("stack", FRAME, (STACK,)),  # at the end: frames above the depth are never read
)

EVENT = struct(
    ("what", np.int16),  # Event
    ("seat", np.int16),
    ("thing", np.int16),
    ("delta", np.int16),
    ("cause", np.int16),
    ("cause_id", np.int16),
)

LOG = struct(("capacity", np.int32), ("count", np.int32), ("events", EVENT, (EVENTS,)))

ROOM = {
    "effects": 1024,
    "needs": 256,
    "experiment": limits.MAX_EXPERIMENTS,
    "artifact": limits.MAX_ARTIFACTS,
    "publication": limits.MAX_PUBLICATIONS,
    "achievement": limits.MAX_ACHIEVEMENTS,
    "formula": limits.MAX_ALCHEMISTS * 8,
    "vault": limits.MAX_ALCHEMISTS,
    "token_kind": 64,
    "token": limits.MAX_BONUS_KINDS,
    "solo": limits.MAX_SOLO_CARDS,
    "stone_points": 16,
}
"""Room for rows: by the name of a table, or by the first word of it."""

COUNTS = (
    "experiment",
    "artifact",
    "publication",
    "achievement",
    "formula",
    "vault",
    "token_kind",
    "solo_card",
)
"""Tables whose number of rows the rules need."""

TABLE_OF = {"token_kind": "token_kind", "vault": "vault_space", "solo_card": "solo_key"}
"""Where the rows of a count are counted, if not in the keys of its cards."""

DECKS_BY_LEVEL = ("experiment", "artifact")
"""Kinds of cards that have a deck for each level."""

LEVELS = len(Level)


def table_room(name: str, rows: int) -> int:
    """The room of a table; fixed tables have just their rows."""
    if name in ROOM:
        return ROOM[name]
    kind = name.partition("_")[0]
    fixed = {"solo_priority", "solo_start", "solo_after_round", "solo_rules", "stone_prices"}
    return rows if name in fixed else ROOM.get(kind, rows)


def box_type(tables: Tables) -> np.dtype[Any]:
    """The record type of a box: the tables with room for more cards, and their counts."""
    fields: list[tuple[Any, ...]] = [(f"{kind}s", np.int16) for kind in COUNTS]
    for name, array in tables._asdict().items():
        if array.dtype.names:
            plain = np.dtype([(field, np.int16) for field in array.dtype.names], align=True)
            fields.append((name, plain))
        else:
            shape = (table_room(name, len(array)), *array.shape[1:])
            fields.append((name, array.dtype.type, shape))
    for kind in DECKS_BY_LEVEL:
        fields.append((f"{kind}_deck_size", np.int16, (LEVELS,)))
        fields.append((f"{kind}_deck", np.int16, (LEVELS, ROOM[kind])))  # cards by level
    return struct(*fields)


def box_record(tables: Tables) -> Any:
    """The box as one read-only record."""
    box = records(1, BOX)
    for name, array in tables._asdict().items():
        if array.dtype.names:
            for field in array.dtype.names:
                box[0][name][field] = array[0][field]
        else:
            box[0][name][: len(array)] = array
    for kind in COUNTS:
        table = TABLE_OF.get(kind, f"{kind}_key")
        box[0][f"{kind}s"] = len(getattr(tables, table))
    for kind in DECKS_BY_LEVEL:
        deck, size = box[0][f"{kind}_deck"], box[0][f"{kind}_deck_size"]
        for card, level in enumerate(getattr(tables, f"{kind}_level")):
            deck[level, size[level]] = card
            size[level] += 1
    box.setflags(write=False)
    return box[0]


BOX = box_type(make_tables(load_box()))
"""The type of every box: another card changes nothing in it."""

REGISTRY.arrays.update(CardKeys=("uint64", 1), CardPlaces=("int8", 1), CardList=("int16", 1))
REGISTRY.records.update(Game=GAME, Lab=LAB, Log=LOG, Box=BOX)

Game: TypeAlias = Any
Lab: TypeAlias = Any
Log: TypeAlias = Any
Box: TypeAlias = Any
Moves: TypeAlias = Any
CardKeys: TypeAlias = Any
CardPlaces: TypeAlias = Any
CardList: TypeAlias = Any
"""Annotations of kernels; ``kernel`` reads their names."""
