"""Compiles entries before their first use, in two processes if that is faster.

numba holds one lock while it compiles, so a second core needs a second process. Entries share most
of their kernels, and each process compiles those again, so more than two processes gain nothing.
Run as a module with the names of a module and a function, this is the second process: it compiles
that entry into the cache and prints the name of each kernel when it is finished.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Protocol

from trisim.engine import cache
from trisim.engine.kernel import ENGINE, JIT, WATCHERS, Entry, KernelRegistry
from trisim.sources import PACKAGE


class Compilable(Protocol):
    """The entries of a game: ``trisim.engine.rules.Rules``."""

    @property
    def registry(self) -> KernelRegistry: ...

    @property
    def entry_modules(self) -> tuple[str, ...]:
        """The modules with the entries that every run needs."""

    @property
    def kernel_groups(self) -> Mapping[str, str]:
        """The groups of entries that only some runs need, and the module of each."""


Progress = Callable[[int, int, str], None]
"""Gets the number of compiled kernels, the number of all, and the name of the latest."""

GARBAGE_THRESHOLD = 200_000
"""Most objects that compiling allocates stay alive. Looking for garbage among them after every 700
new ones, Python's default, takes a twentieth of the time."""


def compile_all(
    rules: Compilable, progress: Progress | None = None, kernel_groups: Sequence[str] = ()
) -> None:
    """Compile every entry of a game that isn't in the cache yet, and mark it as complete.

    Kernel groups are compiled only if they are named.
    """
    if not JIT:
        return
    registry = rules.registry
    modules = (*rules.entry_modules, *(rules.kernel_groups[group] for group in kernel_groups))
    for name in modules:
        import_module(name)
    entries = [entry for entry in registry.entries if entry.kernel_group in ("", *kernel_groups)]
    second = entry_for_second_process(entries, modules)
    with counting(registry, progress) as count, fewer_collections():
        with compiled_beside(second, count):
            for entry in entries:
                if entry is not second:
                    entry.ready()
        if second:
            second.ready()  # loads it; or compiles it, if the other process failed
    place = cache.prepared_folder(registry)
    if place and not cache.is_compiled(registry, *kernel_groups):
        for group in (cache.COMPLETE, *kernel_groups):
            cache.mark(place, group)


def entry_for_second_process(entries: Sequence[Entry], modules: Sequence[str]) -> Entry | None:
    """The last entry that has to be compiled; None if one process is as fast.

    Only entries of ``modules`` qualify: the other process has to find them by name.
    """
    missing = [entry for entry in entries if not entry.is_stored]
    if len(missing) < 2 or cache.cores() < 2:
        return None
    place = cache.prepared_folder(missing[0].registry)
    if not place or not cache.can_write(place):
        return None
    return missing[-1] if missing[-1].py_func.__module__ in modules else None


@contextmanager
def compiled_beside(entry: Entry | None, count: Callable[[str], None]) -> Iterator[None]:
    """Compile an entry in another process during this context, and wait for it at the end."""
    if entry is None:
        yield
        return
    function = entry.py_func
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", __name__, function.__module__, function.__name__],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    reader = threading.Thread(target=count_lines, args=(process, count), daemon=True)
    reader.start()
    try:
        yield
        process.wait()
    finally:
        process.kill()
        process.wait()
        reader.join()


def count_lines(process: subprocess.Popen[str], count: Callable[[str], None]) -> None:
    """Count the kernels that the other process has finished."""
    assert process.stdout
    with process.stdout as lines:
        for line in lines:
            count(line.strip())


@contextmanager
def counting(
    registry: KernelRegistry, progress: Progress | None
) -> Iterator[Callable[[str], None]]:
    """Report each kernel to ``progress`` once, whichever process compiles it first."""
    compiled: set[str] = set()
    lock = threading.Lock()

    def count(name: str) -> None:
        with lock:
            if name not in compiled:
                compiled.add(name)
                if progress:
                    total = len(registry.kernels) + len(ENGINE.kernels)
                    progress(len(compiled), total, name)

    def watch(name: str, finished: bool) -> None:
        if finished:
            count(name)

    WATCHERS.append(watch)
    try:
        yield count
    finally:
        WATCHERS.remove(watch)


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Collect garbage less often during this context."""
    before = gc.get_threshold()
    gc.set_threshold(GARBAGE_THRESHOLD, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def main(module: str, function: str) -> None:
    """Compile one entry into the cache, and print the name of each kernel as it is compiled."""
    WATCHERS.append(lambda name, finished: print_line(name) if finished else None)
    with fewer_collections():
        getattr(import_module(module), function).ready()


def print_line(name: str) -> None:
    sys.stdout.write(f"{name}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
