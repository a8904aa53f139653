"""State layouts: one nested record, or a flat int16 row; what a copy and an access cost.

A pool of 64 states of about 2 KB is copied by every spelling at hand, and the same little job
(sum some fields, move a cube, push and pop a frame) is done on a record with nested records and
on a flat array with named offsets. Figures are medians in nanoseconds per copy or per job, all
taken in turn in one run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from common import interleaved_ns, records, seconds, struct, table
from numba import njit

FRAME = struct(("kind", np.int16), ("arg", np.int16, (3,)))
LAB = struct(
    ("mask", np.uint64),
    ("raw", np.int16, (7,)),
    ("refined", np.int16, (7,)),
    ("slots", np.int16, (6,)),
    ("hand", np.int16, (32,)),
    ("vp", np.int16),
    ("done", np.int16, (96,)),
)
GAME = struct(
    ("seed", np.uint64),
    ("seat", np.int16),
    ("depth", np.int16),
    ("labs", LAB, (4,)),
    ("stack", FRAME, (48,)),
    ("decks", np.int16, (160,)),
)
WORDS = GAME.itemsize // 2
LOOPS = 200_000

# offsets of the flat layout, in int16 words
LAB_AT, LAB_SIZE, RAW, REFINED, VP = 8, LAB.itemsize // 2, 4, 11, 56
STACK_AT, DEPTH = 8 + 4 * LAB_SIZE, 5


@njit
def copy_record(pool, loops):
    for i in range(loops):
        pool[i & 31] = pool[32 + (i & 31)]


@njit
def copy_row_slice(rows, loops):
    for i in range(loops):
        rows[i & 31, :] = rows[32 + (i & 31), :]


@njit
def copy_row_index(rows, loops):
    for i in range(loops):
        rows[i & 31] = rows[32 + (i & 31)]


@njit
def copy_row_loop(rows, loops):
    for i in range(loops):
        a, b = i & 31, 32 + (i & 31)
        for j in range(rows.shape[1]):
            rows[a, j] = rows[b, j]


@njit
def copy_words_loop(rows, loops):
    for i in range(loops):
        target, source = rows[i & 31], rows[32 + (i & 31)]
        for j in range(target.shape[0]):
            target[j] = source[j]


@njit
def job_record(game, loops):
    total = 0
    for i in range(loops):
        lab = game.labs[i & 3]
        lab.raw[i % 7] += 1
        lab.refined[2] -= 1
        game.stack[game.depth].kind = i & 63
        game.stack[game.depth].arg[1] = i & 7
        game.depth += 1
        total += int(lab.raw[1]) + int(lab.vp)
        game.depth -= 1
        total += int(game.stack[game.depth].kind)
    return total


@njit
def job_record_slices(game, loops):
    total = 0
    for i in range(loops):
        raw = game.labs[i & 3].raw
        refined = game.labs[i & 3].refined
        frames = game.stack
        raw[i % 7] += 1
        refined[2] -= 1
        frames[game.depth].kind = i & 63
        frames[game.depth].arg[1] = i & 7
        game.depth += 1
        total += int(raw[1]) + int(game.labs[i & 3].vp)
        game.depth -= 1
        total += int(frames[game.depth].kind)
    return total


@njit
def job_flat(row, loops):
    total = 0
    for i in range(loops):
        lab = LAB_AT + (i & 3) * LAB_SIZE
        row[lab + RAW + i % 7] += 1
        row[lab + REFINED + 2] -= 1
        top = STACK_AT + 4 * int(row[DEPTH])
        row[top] = i & 63
        row[top + 2] = i & 7
        row[DEPTH] += 1
        total += int(row[lab + RAW + 1]) + int(row[lab + VP])
        row[DEPTH] -= 1
        total += int(row[STACK_AT + 4 * int(row[DEPTH])])
    return total


@njit
def add_one(lab, item):
    lab.raw[item] += 1
    return int(lab.raw[item])


@njit
def job_pass_nested(game, loops):
    total = 0
    for i in range(loops):
        total += add_one(game.labs[i & 3], i % 7)
    return total


@njit
def add_one_array(raw, item):
    raw[item] += 1
    return int(raw[item])


@njit
def job_pass_array(game, loops):
    total = 0
    for i in range(loops):
        total += add_one_array(game.labs[i & 3].raw, i % 7)
    return total


@njit
def add_one_seat(game, seat, item):
    game.labs[seat].raw[item] += 1
    return int(game.labs[seat].raw[item])


@njit
def job_pass_game(game, loops):
    total = 0
    for i in range(loops):
        total += add_one_seat(game, i & 3, i % 7)
    return total


def main() -> None:
    pool: Any = records(64, GAME)
    rows = np.zeros((64, WORDS), np.int16)
    game = pool[0]
    wide = np.zeros((64, GAME.itemsize // 8), np.uint64)
    print(f"record of {GAME.itemsize} bytes, {LOOPS} steps, medians of 15")
    copies = {
        "pool[i] = pool[j] (record)": lambda: copy_record(pool, LOOPS),
        "rows[i, :] = rows[j, :] (int16)": lambda: copy_row_slice(rows, LOOPS),
        "rows[i] = rows[j] (int16)": lambda: copy_row_index(rows, LOOPS),
        "loop over rows[i, j] (int16)": lambda: copy_row_loop(rows, LOOPS),
        "loop over two row views (int16)": lambda: copy_words_loop(rows, LOOPS),
        "loop over two row views (uint64)": lambda: copy_words_loop(wide, LOOPS),
    }
    table("copy", list(interleaved_ns(copies, LOOPS).items()), ("spelling", "ns"))
    jobs = {
        "record, chained access": lambda: job_record(game, LOOPS),
        "record, sub-arrays as locals": lambda: job_record_slices(game, LOOPS),
        "flat int16 row": lambda: job_flat(rows[0], LOOPS),
        "pass game.labs[i] to a function": lambda: job_pass_nested(game, LOOPS),
        "pass game.labs[i].raw": lambda: job_pass_array(game, LOOPS),
        "pass game and seat": lambda: job_pass_game(game, LOOPS),
    }
    compile_rows = [
        (name, seconds(lambda f=f, a=a: f(a, 1)))
        for name, f, a in (
            ("record, chained access", njit(job_record.py_func), game),
            ("record, sub-arrays as locals", njit(job_record_slices.py_func), game),
            ("flat int16 row", njit(job_flat.py_func), rows[0]),
        )
    ]
    table("job", list(interleaved_ns(jobs, LOOPS).items()), ("layout", "ns"))
    table("compiling that job", compile_rows, ("layout", "s"))


if __name__ == "__main__":
    main()
