"""How long the rules take to compile, and how long a start takes when they are compiled.

Each figure comes from processes of its own with a cache of their own, so that nothing is warm that
should be cold. Run as a module, this is what those processes run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

from trisim.plugin import DEFAULT

Say = Callable[[str], None]
FIRST = "from trisim.bench.engine import Case, Table\ncase = Case(game={game!r})\ncase.plugin.rules"
"""What every process imports that plays a game."""

SLOWEST = 10


@dataclass(frozen=True, slots=True)
class CompileReport:
    """What ``trisim bench compile`` found; times in seconds, of whole processes or of parts."""

    cold: float  # all entries, wall
    cold_busy: float  # the same, of a processor
    compiled: int  # functions compiled for that
    kernels: int  # functions there are
    lines: int  # lines of all of them
    slowest: tuple[tuple[str, float], ...]  # of the processor, each without what it calls
    warm: tuple[float, ...]  # whole processes: Python, imports, one game
    plain: tuple[float, ...]  # whole processes: Python and the rules imported uncompiled
    cache_bytes: int

    def as_dict(self) -> dict[str, Any]:
        """The report for a file."""
        return {
            "cold_s": self.cold,
            "cold_cpu_s": self.cold_busy,
            "functions_compiled": self.compiled,
            "functions": self.kernels,
            "lines": self.lines,
            "slowest_s": dict(self.slowest),
            "warm_first_game_s": {"median": median(self.warm), "n": len(self.warm)},
            "plain_import_s": {"median": median(self.plain), "n": len(self.plain)},
            "cache_bytes": self.cache_bytes,
        }


class OwnTimes:
    """Watches functions being compiled: the processor's time of each, without what it calls.

    numba compiles what a function calls while it types the caller, one inside the other.
    """

    def __init__(self) -> None:
        self.own: dict[str, float] = {}
        self.open: list[str] = []
        self.last = time.process_time()

    def __call__(self, name: str, finished: bool) -> None:
        """Give the time since the last call to the function that was at hand."""
        now = time.process_time()
        if self.open:
            self.own[self.open[-1]] += now - self.last
        if finished:
            self.open.pop()
        else:
            self.own.setdefault(name, 0.0)
            self.open.append(name)
        self.last = now


def compile_entries(game: str, modules: tuple[str, ...] = ()) -> dict[str, Any]:
    """Compile all of a game, or the entries of some modules, in this process; how it went."""
    import inspect

    from trisim.engine import kernel
    from trisim.engine.compilation import compile_all
    from trisim.plugin import load

    rules = rules_of(modules) if modules else load(game).rules
    times = OwnTimes()
    kernel.WATCHERS.append(times)
    wall, busy = time.perf_counter(), time.process_time()
    compile_all(rules)
    wall, busy = time.perf_counter() - wall, time.process_time() - busy
    kernels = [one for each in kernel.REGISTRIES.values() for one in each.kernels]
    lines = sum(len(inspect.getsourcelines(one.py_func)[0]) for one in kernels)
    return {
        "wall": wall,
        "busy": busy,
        "own": times.own,
        "kernels": len(kernels),
        "lines": lines,
    }


def rules_of(modules: tuple[str, ...]) -> Any:
    """What compiles only the entries of some modules."""
    from importlib import import_module

    from trisim.engine import kernel

    for name in modules:
        import_module(name)
    registry = next(
        each
        for each in kernel.REGISTRIES.values()
        if any(entry.py_func.__module__ in modules for entry in each.entries)
    )
    return SimpleNamespace(registry=registry, entry_modules=modules, kernel_groups={})


def run(code: str, cache: str) -> tuple[str, float]:
    """What a fresh process prints, and how long it took."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA")}
    began = time.perf_counter()
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        env={**clean, "TRISIM_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    took = time.perf_counter() - began
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no reason given"])[-1])
    return done.stdout, took


def measure(
    say: Say, repeats: int = 5, modules: tuple[str, ...] = (), game: str = DEFAULT
) -> CompileReport:
    """Compile cold, start warm, import plain; ``modules`` instead of all with entries."""
    first = f"import {modules[0]}" if modules else FIRST.format(game=game)
    play = f"{modules[0]}.first()" if modules else "Table(case.most, case).play(1, 1)"
    compile_code = (
        "import json\nfrom trisim.bench.compile_time import compile_entries\n"
        f"print(json.dumps(compile_entries({game!r}, {modules!r})))"
    )
    with tempfile.TemporaryDirectory() as cache:
        say("compiling everything in a fresh process, without a cache")
        told = json.loads(run(compile_code, cache)[0])
        say(f"starting warm, {repeats} times")
        warm = tuple(run(f"{first}\n{play}", cache)[1] for _ in range(repeats))
        say(f"importing plain, {repeats} times")
        plain = tuple(run(first, cache)[1] for _ in range(repeats))
        size = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file())
    slowest = sorted(told["own"].items(), key=lambda item: -item[1])[:SLOWEST]
    return CompileReport(
        told["wall"], told["busy"], len(told["own"]), told["kernels"], told["lines"],
        tuple(slowest), warm, plain, size,
    )  # fmt: skip
