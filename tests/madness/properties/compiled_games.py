"""Random games in this process, compiled or not: run by ``test_compiled`` in a process of its own.

``python -m tests.madness.properties.compiled_games traces FILE`` plays the traced games into an
.npz file; ``… rows FILE`` writes the rows of runs on the test box; ``… checks GAMES`` plays so many
games of each kind with all checks after every decision; ``… bounds on`` makes sure that indices are
checked. Tasks can follow one another.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from tests.contract.playing import plain, request_of, rows_of
from tests.madness.properties.boxes import (
    NUMBERS,
    RULINGS,
    TESTBOX,
    few_curses,
    flipped,
    numbered,
    random_box,
    reference,
    small_box,
)
from tests.madness.properties.playing import Kind, scenarios
from tests.madness.support.books import BOOKS
from tests.madness.support.invariants import Check
from trisim.engine.kernel import JIT, records
from trisim.games.madness.box.tables import box_record
from trisim.games.madness.box.words import Difficulty, Mode
from trisim.games.madness.kernels import entry
from trisim.games.madness.rules.codes import Cause, Event, Frame, Loss
from trisim.games.madness.rules.state import EVENTS, GAME, LOG, MOVES, Moves
from trisim.sim.run_request import RunRequest

SEED = 2024
ROOM = 2000
"""Decisions of a game for which a trace has room: a game has a few hundred."""

EVERY = 4
"""One option of so many is tried on a copy."""

PLAYERS = (2, 3, 4, 5)
RANDOM_BOXES = 40


def traced_kinds() -> list[Kind]:
    """The games that both worlds play: both boxes, all player counts, every difficulty and mode."""
    kinds = []
    for number, players in enumerate(PLAYERS):
        for place, (name, box) in enumerate(
            (("reference", reference()), ("test box", small_box()))
        ):
            difficulty = Difficulty((number + place) % len(Difficulty))
            mode = Mode((number + 2 * place) % len(Mode))
            kinds.append(Kind(f"{name} {players}", box, players, difficulty, mode))
    return [*kinds, Kind("random 1", random_box(1), 3), Kind("random 2", random_box(2), 4)]


def checked_kinds() -> list[Kind]:
    """The games that are checked in great numbers."""
    kinds = []
    for name, box in (("reference", reference()), ("test box", small_box())):
        for players in PLAYERS:
            kinds += [
                Kind(
                    f"{name} {players} {difficulty.word}/{mode.word}",
                    box,
                    players,
                    difficulty,
                    mode,
                )
                for difficulty, mode in scenarios()
            ]
    others = {f"{name} turned round": flipped(name) for name in RULINGS}
    others |= {name: numbered(name) for name in NUMBERS}
    others["few curses"] = few_curses()
    others |= {f"random {key}": random_box(key) for key in range(RANDOM_BOXES)}
    for number, (name, box) in enumerate(others.items()):
        scenario = scenarios()[number % len(scenarios())]
        kinds.append(Kind(name, box, PLAYERS[number % len(PLAYERS)], *scenario))
    return kinds


class Hall:
    """The memory that games are played in."""

    def __init__(self) -> None:
        from tests.madness.support.trial import POOL

        self.pool = records(POOL, GAME)
        self.words = self.pool.view(np.ndarray).view(np.uint64).reshape(-1)
        self.moves, self.marks = np.zeros(MOVES, np.int32), np.zeros(MOVES, np.int32)
        self.shelf = records(2, BOOKS)
        self.log = records(1, LOG)[0]
        self.log.capacity = EVENTS
        self.tables: dict[int, Any] = {}

    def box_of(self, kind: Kind) -> Any:
        """The record of a box, made once."""
        if id(kind.box) not in self.tables:
            self.tables[id(kind.box)] = box_record(kind.box)
        return self.tables[id(kind.box)]

    def play(self, kind: Kind, first: int, games: int, room: int = 0) -> tuple[int, Any]:
        """Play games of a kind; the check that failed (0: none) and the trace."""
        from tests.madness.support.trial import BLANK, STEPS, play_checked

        trace = np.zeros(STEPS + 3 * room, np.int64)
        self.pool[BLANK] = kind.fill(records(1, GAME)[0])
        try:
            fault = play_checked(
                self.pool,
                self.words,
                self.box_of(kind),
                self.moves,
                self.marks,
                self.shelf,
                self.log,
                trace,
                kind.players,
                EVERY,
                SEED,
                first,
                games,
            )
        except Exception as error:
            error.add_note(f"{kind.name}: deal {trace[0]} of seed {SEED}, decision {trace[1]}")
            raise
        return int(fault), trace

    def events(self) -> Any:
        """The log of the last game, as numbers."""
        events = self.log.events[: self.log.count]
        return np.array([[int(event[name]) for name in event.dtype.names] for event in events])


def write_traces(path: str) -> None:
    """Play the traced games into a file."""
    from tests.madness.support.trial import STEPS

    hall, arrays = Hall(), {}
    for kind in traced_kinds():
        fault, trace = hall.play(kind, 0, 1, ROOM)
        assert not fault, f"{Check(fault).name} in {kind.name}"
        arrays[f"{kind.name}/trace"] = trace[STEPS:].reshape(-1, 3)
        arrays[f"{kind.name}/log"] = hall.events()
    np.savez(path, allow_pickle=False, **arrays)


def requests() -> list[RunRequest]:
    """Runs on the test box, with all tables."""
    return [
        request_of("madness", box=str(TESTBOX), players=players, games=games, **scenario)
        for players, games, scenario in (
            (2, 4, {"lineup": ["random", "random:noise=0.5"], "mode": "terror"}),
            (5, 5, {"lineup": ["random"] * 5, "difficulty": "III", "mode": "both"}),
        )
    ]


def write_rows(path: str) -> None:
    """Play the runs, compiled, and write down their rows."""
    rows = [rows_of(replace(plain(request), is_compiled=True)) for request in requests()]
    Path(path).write_bytes(pickle.dumps(rows))


@dataclass
class Reached:
    """What there was in many games."""

    games: int = 0
    frames: int = 0  # of the deepest stack
    options: int = 0  # of the largest choice
    decisions: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    causes: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)

    def add(self, trace: Any, games: int) -> None:
        from tests.madness.support import trial

        self.games += games
        self.frames = max(self.frames, int(trace[trial.DEEPEST]))
        self.options = max(self.options, int(trace[trial.MOST]))
        self.decisions |= names(Frame, trace[trial.FRAMES])
        self.events |= names(Event, trace[trial.EVENTS])
        self.causes |= names(Cause, trace[trial.CAUSES])
        self.ends |= names(Loss, trace[trial.ENDS])

    def as_json(self) -> str:
        return json.dumps({**vars(self)}, default=sorted)


def names(codes: Iterable[IntEnum], bits: int) -> set[str]:
    """The names of the codes whose bits are set."""
    return {code.name for code in codes if int(bits) >> code & 1}


def check_many(games: int) -> Reached:
    """Play many games of every kind; what there was in them."""
    hall, reached = Hall(), Reached()
    for kind in checked_kinds():
        fault, trace = hall.play(kind, 0, games)
        where = f"{kind.name}: deal {trace[0]} of seed {SEED}, decision {trace[1]}"
        assert not fault, f"{Check(fault).name} in {where}"
        reached.add(trace, games)
    return reached


@entry
def look_beyond(moves: Moves, place: int) -> int:
    """Read a place that may be outside."""
    return int(moves[place])


def check_that_indices_are_checked() -> None:
    """An index out of bounds is an error, as it is only with NUMBA_BOUNDSCHECK."""
    try:
        look_beyond(np.zeros(MOVES, np.int32), MOVES)
    except IndexError:
        return
    raise AssertionError("indices are not checked")


if __name__ == "__main__":
    assert JIT, "the games are to be compiled"
    for task, argument in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        if task == "traces":
            write_traces(argument)
        elif task == "rows":
            write_rows(argument)
        elif task == "bounds":
            check_that_indices_are_checked()
        else:
            sys.stdout.write(check_many(int(argument)).as_json() + "\n")
