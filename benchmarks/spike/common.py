"""Shared by the programs beside it: aligned records, medians of repeated calls, a table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np


def struct(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned record type, to allocate with `records` or to nest in another.

    It stays plain, because an np.record type has alignment 1, and
    `np.dtype((np.record, [...]), align=True)` ignores `align`.
    """
    taken = [field[0] for field in fields if hasattr(np.record, field[0])]
    assert not taken, f"np.record has attributes of the name {taken}"
    return np.dtype(list(fields), align=True)


def records(count: int, dtype: np.dtype[Any]) -> Any:
    """Zeroed records with attributes; what is nested in them has attributes too."""
    return np.zeros(count, np.dtype((np.record, dtype)))


def median_ns(call: Callable[[], Any], per: int, repeats: int = 15) -> float:
    """Median nanoseconds per inner step of `call`, which does `per` steps; one warm-up call."""
    call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - start) / per)
    return statistics.median(times)


def interleaved_ns(
    calls: dict[str, Callable[[], Any]], per: int, repeats: int = 15
) -> dict[str, float]:
    """As `median_ns` for several calls, taken in turn, so that noise falls on all alike."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
    for _ in range(repeats):
        for name, call in calls.items():
            start = time.perf_counter_ns()
            call()
            times[name].append((time.perf_counter_ns() - start) / per)
    return {name: statistics.median(values) for name, values in times.items()}


def seconds(call: Callable[[], Any]) -> float:
    """Seconds of this process's own CPU time, which neighbours disturb less than the clock."""
    start = time.process_time()
    call()
    return time.process_time() - start


def table(title: str, rows: list[tuple[Any, ...]], head: tuple[str, ...]) -> None:
    """Print rows in aligned columns."""
    cells = [head] + [
        tuple(f"{c:.2f}" if isinstance(c, float) else str(c) for c in r) for r in rows
    ]
    widths = [max(len(r[i]) for r in cells) for i in range(len(head))]
    print(f"\n{title}")
    for row in cells:
        print("  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)))
