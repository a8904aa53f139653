"""Strategies as function pointers, and the shape of the box of constants they are handed.

The box is a namedtuple of 10, 30, 60 or 90 arrays, a namedtuple of arrays of structs, one record
(of arrays, or of arrays of structs), or three packed arrays; each shape in its own process. It is
passed down eight ladders of three functions, and to strategies called through a tuple of four
pointers. Printed: seconds to compile the ladders, as they are and without wrappers for Python and C
callers, a strategy, and the loop over the four; ns for a direct call, a call through a pointer
picked by `if`s and by index, and a call of the loop from Python. A strategy made after the loop
must not make it compile again.
"""

from __future__ import annotations

import subprocess
import sys
from collections import namedtuple
from typing import Any

import numpy as np
from common import median_ns, records, seconds, struct, table

LOOPS = 200_000
CARDS = 24

LAB = struct(("raw", np.int16, (7,)), ("vp", np.int16))
GAME = struct(("seed", np.uint64), ("seat", np.int16), ("labs", LAB, (4,)))
MIND = struct(("key", np.uint64), ("weights", np.float64, (64,)), ("scratch", GAME, (4,)))


def fields(count: int) -> list[str]:
    return [f"f{i}" for i in range(count)]


def make_box(shape: str) -> Any:
    """A box of one shape; in each, card 5's third cost is 1."""
    if shape.startswith("namedtuple") and "structs" not in shape:
        count = int(shape.split()[1])
        arrays = [np.full((CARDS, 7), 1, np.int16) for _ in range(count)]
        for array in arrays:
            array.setflags(write=False)
        return namedtuple("Box", fields(count))(*arrays)
    if shape == "record of 60":
        box: Any = records(1, struct(*((name, np.int16, (CARDS, 7)) for name in fields(60))))
        for name in fields(60):
            box[name] = 1
        return box[0]
    if "structs" in shape:  # ten kinds of component, six fields each, in arrays of structs
        kind = struct(*((f"f{i}", np.int16, (7,)) for i in range(6)))
        names = [f"k{i}" for i in range(10)]
        if shape.startswith("record"):
            nested: Any = records(1, struct(*((name, kind, (CARDS,)) for name in names)))
            nested.view(np.int16)[:] = 1
            return nested[0]
        columns = [np.zeros(CARDS, np.dtype((np.record, kind))) for _ in names]
        for column in columns:
            column.view(np.int16)[:] = 1
        return namedtuple("Box", names)(*columns)
    array = np.full((60, CARDS, 7), 1, np.int16)
    return namedtuple("Box", ["a", "b", "c"])(array, array, array)


READ = {
    "namedtuple": "box.f{i}[{card}, 2]",
    "record": "box.f{i}[{card}, 2]",
    "packed": "box.a[{i}, {card}, 2]",
    "structs": "box.k{i}[{card}].f{i}[2]",
}

LADDER = """
{decorator}
def level_3_{k}(game, box, card):
    return int({r3}) + int(game.labs[game.seat].raw[2])

{decorator}
def level_2_{k}(game, box, card):
    return int({r2}) + level_3_{k}(game, box, card)

{decorator}
def level_1_{k}(game, box, card):
    if card > 20:
        return 0
    return int({r1}) + level_2_{k}(game, box, card + 1)
"""

POINTER = """
@njit(signature)
def choose(game, box, moves, n, seat, mind):
    return (level_1_0(game, box, n) + moves[0]) % n

@njit
def run(game, box, moves, mind, players, loops):
    total = 0
    for i in range(loops):
        seat = i & 3
        if seat == 0:
            total += players[0](game, box, moves, 1 + (i & 15), seat, mind)
        elif seat == 1:
            total += players[1](game, box, moves, 1 + (i & 15), seat, mind)
        elif seat == 2:
            total += players[2](game, box, moves, 1 + (i & 15), seat, mind)
        else:
            total += players[3](game, box, moves, 1 + (i & 15), seat, mind)
    return total

@njit
def run_indexed(game, box, moves, mind, players, loops):
    total = 0
    for i in range(loops):
        total += players[i & 3](game, box, moves, 1 + (i & 15), i & 3, mind)
    return total

@njit
def direct(game, box, loops):
    total = 0
    for i in range(loops):
        total += level_1_0(game, box, i & 15)
    return total
"""


def measure(shape: str) -> list[float]:
    """The figures of one row."""
    import numba
    from numba import int32, int64, njit

    box = make_box(shape)
    game: Any = records(1, GAME)[0]
    mind: Any = records(1, MIND)[0]
    moves = np.zeros(256, np.int32)
    game_type, mind_type = numba.typeof(game), numba.typeof(mind)
    signature = int64(game_type, numba.typeof(box), int32[::1], int64, int64, mind_type)
    names: dict[str, Any] = {"njit": njit, "signature": signature}
    read = READ["structs" if "structs" in shape else shape.split()[0]]
    reads = [read.format(i=i, card="card") for i in range(6)]

    def ladders(mark: str) -> str:
        return "".join(
            LADDER.format(
                decorator=mark, k=k, r1=reads[k % 6], r2=reads[(k + 1) % 6], r3=reads[(k + 2) % 6]
            )
            for k in range(8)
        )

    calls = " + ".join(f"level_1_{k}(game, box, n)" for k in range(8))
    every = f"\n@njit\ndef everything(game, box, n):\n    return {calls}\n"
    njit(lambda game, n: n)(game, 1)  # numba's own first-use costs
    lean = dict(names)
    text = ladders("@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)") + every
    lean_cost = seconds(lambda: (exec(text, lean), lean["everything"](game, box, 3)))
    text = ladders("@njit") + every
    cost = seconds(lambda: (exec(text, names), names["everything"](game, box, 3)))
    strategy = seconds(lambda: exec(POINTER, names))
    players = (names["choose"],) * 4
    run, indexed, direct = names["run"], names["run_indexed"], names["direct"]
    compiled = seconds(lambda: run(game, box, moves, mind, players, 1))
    other = njit(signature)(lambda game, box, moves, n, seat, mind: n - 1)
    run(game, box, moves, mind, (other, *players[:3]), 1)
    assert len(run.signatures) == 1, "a new strategy recompiled the loop"
    return [
        cost,
        lean_cost,
        strategy,
        compiled,
        median_ns(lambda: direct(game, box, LOOPS), LOOPS),
        median_ns(lambda: run(game, box, moves, mind, players, LOOPS), LOOPS),
        median_ns(lambda: indexed(game, box, moves, mind, players, LOOPS), LOOPS),
        median_ns(lambda: run(game, box, moves, mind, players, 0), 1) / 1000,
    ]


def main() -> None:
    if len(sys.argv) > 1:
        print(*measure(sys.argv[1]))
        return
    rows: list[tuple[Any, ...]] = []
    shapes = (
        "namedtuple 10",
        "namedtuple 30",
        "namedtuple 60",
        "namedtuple 90",
        "namedtuple of 10 structs arrays",
        "record of 60",
        "record of 10 structs arrays",
        "packed 3",
    )
    for shape in shapes:
        command = [sys.executable, "-W", "ignore", __file__, shape]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        rows.append((shape, *map(float, done.stdout.split())))
    head = (
        "box",
        "25 functions s",
        "lean s",
        "one strategy s",
        "loop s",
        "direct ns",
        "pointer ns",
        "indexed ns",
        "enter us",
    )
    table("boxes", rows, head)


if __name__ == "__main__":
    main()
