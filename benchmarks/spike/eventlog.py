"""The event log: what a record, or an array, of events costs per event, off and on.

Four functions deep, each gaining something and noting it. No log at all; a fixed-size log record
whose `capacity` field is 0 (off) or full (on); an int32[capacity, 8] array with the count in a
cell. Medians in ns per event.
"""

# ruff: noqa: E501 (lines of generated code)

from __future__ import annotations

from typing import Any

import numpy as np
from common import interleaved_ns, records, seconds, struct, table
from numba import njit

LOOPS, CAPACITY, WIDTH = 50_000, 4096, 8

LAB = struct(("raw", np.int16, (8,)), ("vp", np.int16))
GAME = struct(("turn", np.int32), ("labs", LAB, (4,)))
EVENT = struct(
    *(
        (name, np.int32)
        for name in ("turn", "seat", "cause", "cause_id", "thing", "delta", "balance", "x")
    )
)
LOG = struct(("capacity", np.int32), ("count", np.int32), ("events", EVENT, (CAPACITY,)))


def source(kind: str) -> str:
    """Four gains in a ladder of calls, each noted in a log of one kind."""
    note = {
        "none": "    pass\n",
        "record": (
            "    if log.count < log.capacity:\n        event = log.events[log.count]\n"
            "        event.turn = game.turn\n        event.seat = seat\n        event.cause = cause\n"
            "        event.cause_id = 0\n        event.thing = item\n        event.delta = delta\n"
            "        event.balance = balance\n        log.count += 1\n"
        ),
        "array": (
            "    n = log[0, 0]\n    if n + 1 < log.shape[0]:\n        n += 1\n        log[n, 0] = game.turn\n"
            "        log[n, 1] = seat\n        log[n, 2] = cause\n        log[n, 3] = 0\n        log[n, 4] = item\n"
            "        log[n, 5] = delta\n        log[n, 6] = balance\n        log[0, 0] = n\n"
        ),
    }[kind]
    reset = {
        "none": "",
        "record": "            log.count = 0\n",
        "array": "            log[0, 0] = 0\n",
    }[kind]
    ladder = "".join(
        f"@njit\ndef gain_{k}(game, log, seat, amount):\n    lab = game.labs[seat]\n    lab.raw[{k}] += amount\n"
        f"    note(game, log, seat, {k}, {k}, amount, int(lab.raw[{k}]))\n"
        + (f"    gain_{k + 1}(game, log, (seat + 1) & 3, amount)\n" if k < 3 else "")
        for k in range(4)
    )
    return (
        f"@njit\ndef note(game, log, seat, cause, item, delta, balance):\n{note}{ladder}"
        "@njit\ndef run(game, log, n):\n    for i in range(n):\n        if (i & 511) == 0:\n            game.turn += 1\n"
        f"{reset}        gain_0(game, log, i & 3, 1)\n"
    )


def main() -> None:
    game = records(1, GAME)[0]
    on, off = records(1, LOG)[0], records(1, LOG)[0]
    on.capacity = CAPACITY
    sinks: dict[str, tuple[str, Any]] = {
        "no log": ("none", 0),
        "record, off": ("record", off),
        "record, on": ("record", on),
        "array, off": ("array", np.zeros((1, WIDTH), np.int32)),
        "array, on": ("array", np.zeros((CAPACITY, WIDTH), np.int32)),
    }
    runs: dict[str, Any] = {}
    compiled: dict[str, float] = {}
    for kind in ("none", "record", "array"):
        names: dict[str, Any] = {"njit": njit}
        exec(source(kind), names)
        runs[kind] = names["run"]
        sink = next(s for k, s in sinks.values() if k == kind)
        compiled[kind] = seconds(lambda r=names["run"], s=sink: r(game, s, 1))
    calls = {
        name: (lambda k=kind, s=sink: runs[k](game, s, LOOPS))
        for name, (kind, sink) in sinks.items()
    }
    costs = interleaved_ns(calls, 4 * LOOPS)
    table(
        "per event",
        [(n, c, compiled[sinks[n][0]]) for n, c in costs.items()],
        ("log", "ns", "compile s"),
    )


if __name__ == "__main__":
    main()
