"""Dispatch over 60 kinds of pending frame: five shapes, compiled in separate processes.

Each handler does a little work on the game record and pushes one or two frames; `step` pops a
frame and runs its handler. The shapes: one if/elif chain; ifs nested as a binary search; two
levels (`kind // 10` picks a module's own chain); a tuple of first-class functions indexed by the
kind; the chain with `inline='always'` handlers. Reported: seconds to compile (one process each,
no cache), and median ns per frame, with kinds following one another as good as at random.
"""

# ruff: noqa: E501 (lines of generated code)

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
from common import median_ns, records, seconds, struct, table

KINDS = 60
LOOPS = 200_000
SHAPES = ("chain", "binary", "two levels", "pointers", "chain, inlined")

FRAME = struct(("kind", np.int16), ("arg", np.int16, (3,)))
LAB = struct(("raw", np.int16, (7,)), ("refined", np.int16, (7,)), ("vp", np.int16))
GAME = struct(
    ("seed", np.uint64), ("seat", np.int16), ("depth", np.int16), ("noise", np.int32),
    ("labs", LAB, (4,)), ("stack", FRAME, (32,)),
)  # fmt: skip

HANDLER = """
@handler
def resolve_{i}(game, amount):
    lab = game.labs[game.seat]
    lab.raw[{m}] += amount
    if lab.raw[{m}] > {i} + 3:
        lab.raw[{m}] -= 3
        lab.refined[{r}] += 1
        lab.vp += 1
    next_kind = (int(game.noise) >> 12) % {kinds}
    game.noise = (int(game.noise) * 1103515245 + 12345 + {odd}) & 0x7FFFFFFF
    push(game, next_kind, {i} & 3)
    return {i}
"""

PRELUDE = """
@njit
def push(game, kind, amount):
    frame = game.stack[game.depth]
    frame.kind = kind
    frame.arg[0] = amount
    game.depth += 1
"""

RUN = """
@njit
def run(game, loops{extra}):
    total = 0
    for _ in range(loops):
        game.depth -= 1
        frame = game.stack[game.depth]
        total += step(game, int(frame.kind), int(frame.arg[0]){extra})
    return total
"""


def chain(low: int, high: int, indent: str = "    ") -> str:
    return "".join(
        f"{indent}{'if' if i == low else 'elif'} kind == {i}:\n{indent}    return resolve_{i}(game, amount)\n"
        for i in range(low, high)
    )


def binary(low: int, high: int, indent: str = "    ") -> str:
    if high - low == 1:
        return f"{indent}return resolve_{low}(game, amount)\n"
    middle = (low + high) // 2
    return (
        f"{indent}if kind < {middle}:\n{binary(low, middle, indent + '    ')}"
        f"{indent}else:\n{binary(middle, high, indent + '    ')}"
    )


def step_source(shape: str) -> str:
    head = "\n@njit\ndef step(game, kind, amount):\n"
    if shape.startswith("chain"):
        return head + chain(0, KINDS) + "    return -1\n"
    if shape == "binary":
        return head + binary(0, KINDS)
    if shape == "two levels":
        groups = "".join(
            f"\n@njit\ndef module_{g}(game, kind, amount):\n{chain(g * 10, g * 10 + 10)}    return -1\n"
            for g in range(KINDS // 10)
        )
        calls = "".join(
            f"    if kind < {g * 10 + 10}:\n        return module_{g}(game, kind, amount)\n"
            for g in range(KINDS // 10)
        )
        return groups + head + calls + "    return -1\n"
    return "\n@njit\ndef step(game, kind, amount, table):\n    return table[kind](game, amount)\n"


def measure(shape: str) -> tuple[float, float]:
    """Compile and run one shape in this process."""
    import numba
    from numba import int64, njit

    game_type = numba.typeof(records(1, GAME)[0])
    handler: Any = njit
    if shape == "pointers":
        handler = njit(int64(game_type, int64))
    elif shape == "chain, inlined":
        handler = njit(inline="always")
    names: dict[str, Any] = {"njit": njit, "handler": handler}
    extra = ", table" if shape == "pointers" else ""
    source = PRELUDE + "".join(
        HANDLER.format(i=i, m=i % 5, r=1 + i % 6, odd=2 * i + 1, kinds=KINDS) for i in range(KINDS)
    )
    source += step_source(shape) + RUN.format(extra=extra)
    game: Any = records(1, GAME)[0]
    game.depth, game.noise = 1, 12345
    scope = SimpleNamespace()

    def build() -> None:
        exec(source, names)
        tables = (tuple(names[f"resolve_{i}"] for i in range(KINDS)),) if extra else ()
        scope.run = lambda loops: names["run"](game, loops, *tables)
        scope.run(1)

    cost = seconds(build)
    return cost, median_ns(lambda: scope.run(LOOPS), LOOPS)


def main() -> None:
    if len(sys.argv) > 1:
        print(*measure(sys.argv[1]))
        return
    rows = []
    for shape in SHAPES:
        command = [sys.executable, "-W", "ignore", __file__, shape]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        cost, ns = map(float, done.stdout.split())
        rows.append((shape, cost, ns))
    table(f"{KINDS} kinds, {LOOPS} frames", rows, ("shape", "compile s", "ns/frame"))


if __name__ == "__main__":
    main()
