"""Small idioms inside a hot function: what each costs to compile and to run.

Every line is one function over the same game record, compiled after a warm-up that already paid
for numba's own first use; the baseline is a loop over seven cubes. Compile times are the median
of three fresh compilations in this process, run times medians in ns per call. Watch the array
methods, allocations and exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from common import median_ns, records, seconds, struct, table
from numba import njit

LOOPS = 20_000
LAB = struct(
    ("raw", np.int16, (7,)), ("refined", np.int16, (7,)), ("mask", np.uint64), ("vp", np.int16)
)
GAME = struct(
    ("seat", np.int16), ("depth", np.int16), ("labs", LAB, (4,)), ("best", np.int16, (64,))
)


def loop_over_cubes(game, i):
    lab = game.labs[i & 3]
    total = 0
    for item in range(7):
        total += int(lab.raw[item])
    return total


def array_sum(game, i):
    return game.labs[i & 3].raw.sum()


def array_slice_sum(game, i):
    return game.labs[i & 3].raw[1:5].sum()


def slice_then_loop(game, i):
    part = game.labs[i & 3].raw[1:5]
    total = 0
    for item in range(4):
        total += int(part[item])
    return total


def slice_fill(game, i):
    game.labs[i & 3].raw[:] = 0
    return 0


def loop_fill(game, i):
    lab = game.labs[i & 3]
    for item in range(7):
        lab.raw[item] = 0
    return 0


def array_max(game, i):
    return game.labs[i & 3].raw.max()


def array_add_assign(game, i):
    game.labs[i & 3].raw[:] += game.labs[0].refined
    return 0


def loop_add(game, i):
    lab = game.labs[i & 3]
    for item in range(7):
        lab.raw[item] += game.labs[0].refined[item]
    return 0


def np_zeros(game, i):
    scratch = np.zeros(7, np.int16)
    scratch[i & 3] = 1
    return int(scratch[0]) + int(game.seat)


def scratch_field(game, i):
    for item in range(7):
        game.best[item] = 0
    game.best[i & 3] = 1
    return int(game.best[0]) + int(game.seat)


def enumerate_labs(game, i):
    total = i
    for seat, lab in enumerate(game.labs):
        total += seat * int(lab.vp)
    return total


def range_labs(game, i):
    total = i
    for seat in range(4):
        total += seat * int(game.labs[seat].vp)
    return total


def raise_if_bad(game, i):
    if i < 0:
        raise ValueError("negative")
    return int(game.seat) + i


def raise_with_value(game, i):
    if i < 0:
        raise ValueError("negative", i)
    return int(game.seat) + i


def assert_good(game, i):
    assert i >= 0
    return int(game.seat) + i


def code_if_bad(game, i):
    if i < 0:
        return -1
    return int(game.seat) + i


def return_tuple(game, i):
    a, b = (int(game.seat), i) if i > 3 else (i, int(game.seat))
    return a - b


def tuple_constant(game, i):
    return (3, 1, 4, 1, 5, 9, 2)[i % 7] + int(game.seat)


def floor_mod(game, i):
    return (i - 5) % 7 + (i - 5) // 7 + int(game.seat)


def true_divide(game, i):
    return int(i / 7) + int(game.seat)


def builtin_min_max(game, i):
    return min(max(i, 3), 5, int(game.seat))


def list_of_ints(game, i):
    found = [0]
    found.append(i)
    return found[1] + int(game.seat)


def boolean_any(game, i):
    return 1 if np.any(game.labs[i & 3].raw > 3) else 0


IDIOMS: tuple[Callable[[Any, int], int], ...] = (
    loop_over_cubes, array_sum, slice_then_loop, array_slice_sum, array_max, boolean_any,
    loop_fill, slice_fill, loop_add, array_add_assign, scratch_field, np_zeros, list_of_ints,
    range_labs, enumerate_labs, code_if_bad, raise_if_bad, raise_with_value, assert_good,
    return_tuple, tuple_constant, floor_mod, true_divide, builtin_min_max,
)  # fmt: skip


def main() -> None:
    game = records(1, GAME)[0]
    njit(loop_over_cubes)(game, 1)
    rows = []
    for idiom in IDIOMS:
        compiling = median(seconds(lambda f=idiom: njit(f)(game, 1)) for _ in range(3))
        step = njit(idiom)

        @njit
        def run(game, n, step=step):
            total = 0
            for i in range(n):
                total += step(game, i)
            return total

        ns = median_ns(lambda r=run: r(game, LOOPS), LOOPS)
        rows.append((idiom.__name__, 1000 * compiling, ns))
    table("idioms", rows, ("idiom", "compile ms", "ns"))


if __name__ == "__main__":
    main()
