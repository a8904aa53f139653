"""Random games in this process, compiled or not: run by ``test_compiled`` in processes of its own.

``python -m tests.trismegistus.rules.compiled_games traces FILE`` plays the traced games into an
.npz file;
``… checks GAMES`` plays so many games of each kind with all checks after every decision;
``… bounds on`` makes sure that indices are checked. Tasks can follow one another.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.trismegistus.rules.bot.helpers import random_solo, solo_of, solo_rule
from tests.trismegistus.rules.helpers import box_with
from tests.trismegistus.rules.property_checks import flipped, more_cards, other_readings, variants
from tests.trismegistus.support.books import BOOKS
from tests.trismegistus.support.invariants import Check
from trisim.engine.kernel import JIT, records
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.kernels import entry
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.game import engine_box, reference_box
from trisim.games.trismegistus.rules.solo import Solo, fill_solo
from trisim.games.trismegistus.rules.state import EVENTS, GAME, LOG, MOVES, Moves

SEED = 2024
ROOM = 3 + 3 * 1000
"""Of a trace: a game has a few hundred decisions."""


@dataclass(frozen=True)
class Kind:
    """A kind of game."""

    name: str
    box: Box
    players: int
    achievements: bool = False
    intro: bool = False
    solo: Solo | None = None


def traced_kinds() -> list[Kind]:
    """The games that both worlds play."""
    kinds = []
    for players in (2, 3, 4):
        kinds += [
            Kind(f"test box {players}", box_with(), players),
            Kind(f"achievements {players}", box_with(), players, achievements=True),
            Kind(f"intro {players}", box_with(), players, intro=True),
            Kind(f"reference {players}", reference_box(), players, achievements=True),
            Kind(f"more cards {players}", more_cards(), players),
        ]
    for key in range(4):
        box = reference_box() if key % 2 else box_with()
        kinds.append(Kind(f"solo {key}", box, 2, solo=random_solo(key)))
    late = flipped("bonus_waits_for_artifact")
    return [
        *kinds,
        Kind("tokens at once", late, 3),
        Kind("other readings", other_readings(), 3, achievements=True),
        Kind("few cubes", variants()["few cubes"], 4),
    ]


def checked_kinds() -> list[Kind]:
    """The games that are checked in great numbers."""
    kinds = []
    for players in (2, 3, 4):
        for name, box in (("test box", box_with()), ("reference", reference_box())):
            kinds += [
                Kind(f"{name} {players}", box, players),
                Kind(f"{name} achievements {players}", box, players, achievements=True),
                Kind(f"{name} intro {players}", box, players, intro=True),
            ]
    for number, (name, box) in enumerate(variants().items()):
        kinds.append(Kind(name, box, 2 + number % 3, achievements=True))
    return kinds + solo_kinds()


def solo_kinds() -> list[Kind]:
    """Solo games: options at random, planning, and rulings turned round."""
    kinds = [
        Kind(f"solo {key}", reference_box() if key % 2 else box_with(), 2, solo=random_solo(key))
        for key in range(12)
    ]
    for name, box in (
        ("solo, shuffled when needed", solo_rule(reshuffle_at_once=False)),
        ("solo, refused masterpieces", solo_rule(masterpieces_not_dealt=False)),
        ("solo, more cards", more_cards()),
    ):
        kinds.append(Kind(name, box, 2, solo=solo_of(planning=True, three_masterpieces=True)))
    return kinds


class Hall:
    """The memory that games are played in."""

    def __init__(self) -> None:
        self.pool = records(3, GAME)
        self.words = self.pool.view(np.ndarray).view(np.uint64).reshape(-1)
        self.moves, self.marks = np.zeros(MOVES, np.int32), np.zeros(MOVES, np.int32)
        self.shelf = records(2, BOOKS)
        self.log = records(1, LOG)[0]
        self.log.capacity = EVENTS
        self.bots = (bot_moves.ready(),)

    def play(self, kind: Kind, first: int, games: int, room: int = 3) -> tuple[int, Any]:
        """Play games of a kind; the check that failed (0: none) and the trace."""
        from tests.trismegistus.support.trial import play_checked

        trace = np.zeros(room, np.int64)
        self.pool[1] = records(1, GAME)[0]
        if kind.solo is not None:
            fill_solo(self.pool[1].solo, kind.solo)
        fault = play_checked(
            self.pool,
            self.words,
            engine_box(kind.box),
            self.moves,
            self.marks,
            self.shelf,
            self.log,
            trace,
            kind.players,
            kind.achievements,
            kind.intro,
            SEED,
            first,
            games,
            self.bots,
        )
        return int(fault), trace

    def events(self) -> Any:
        """The log of the last game, as numbers."""
        events = self.log.events[: self.log.count]
        return np.array([[int(event[name]) for name in event.dtype.names] for event in events])


def write_traces(path: str) -> None:
    """Play the traced games into a file."""
    hall, arrays = Hall(), {}
    for kind in traced_kinds():
        fault, trace = hall.play(kind, 0, 1, ROOM)
        assert not fault, f"{Check(fault).name} in {kind.name}"
        arrays[f"{kind.name}/trace"] = trace[3:].reshape(-1, 3)
        arrays[f"{kind.name}/log"] = hall.events()
    np.savez(path, allow_pickle=False, **arrays)


def check_many(games: int) -> int:
    """Play many games of every kind; how many there were."""
    hall, total = Hall(), 0
    for kind in checked_kinds():
        fault, trace = hall.play(kind, 0, games)
        where = f"{kind.name}: deal {trace[0]} of seed {SEED}, decision {trace[1]}"
        assert not fault, f"{Check(fault).name} in {where}"
        total += games
    return total


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
        elif task == "bounds":
            check_that_indices_are_checked()
        else:
            sys.stdout.write(f"{check_many(int(argument))} games\n")
