"""The cache of compiled rules: one folder for each game and state of its rule sources.

numba's own key misses a change in another module that a kernel calls, and misses
NUMBA_BOUNDSCHECK. Here the name of the folder is a hash of the sources, the versions, the options
and the processor, so every file in it fits. Each entry is one file with a checksum. The file
``complete`` is written when all entries are there: with it, a start takes no compilation. Groups of
entries that only some runs need have marks of their own. This module imports numba only when an
entry is loaded or stored.

The folder is ``$TRISIM_CACHE_DIR``, ``$NUMBA_CACHE_DIR/trisim`` or ``trisim`` in the user's folder
for caches, the first of them that is set. Without a home directory it is a private folder for
temporary files. A folder that can only be read is used as it is.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import platform
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from trisim.sources import PACKAGE, GameSources, compiled_sources, digest_of

if TYPE_CHECKING:
    from trisim.engine.kernel import KernelRegistry

LIBRARIES = ("numba", "llvmlite", "numpy")
OPTIONS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUG",
    "DEBUGINFO",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "ENABLE_PROFILING",
    "EXTEND_VARIABLE_LIFETIMES",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
"""The options of numba (NUMBA_…) that change the code it makes."""

COMPLETE = "complete"
"""The mark that everything is compiled but the groups, which have marks of their own."""

SEARCH = "search"
"""The group of kernels of the search, in every game that has one."""

KEPT = 3
"""How many folders of a game are kept when there are more, besides those in use."""

IN_USE = 3600.0
"""A folder used within this many seconds may belong to a running process."""

FOLDER = re.compile("[0-9a-f]{20}")
"""The key in the name of a folder, or all of it, as earlier versions had it."""

LOG = logging.getLogger("trisim")


# ---------------------------------------------------------------- the key


def processor() -> str:
    """Model and features of the processor, as far as the system reports them without numba."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    told = [line for line in lines if line.startswith(("model name", "flags", "Features"))]
    return f"{platform.machine()} {sorted(set(told))}"


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def library_version(name: str) -> str:
    """The version of an installed library, without importing it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def make_key(sources: GameSources | None = None, package: Path = PACKAGE) -> str:
    """A hash of everything that the compiled rules of a game depend on."""
    facts = [sys.version, processor(), str(package)]
    facts += [f"{name} {library_version(name)}" for name in LIBRARIES]
    facts += [f"{name}={os.environ.get(f'NUMBA_{name}', '')}" for name in OPTIONS]
    facts.append(digest_of(compiled_sources(sources, package), package))
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:20]


@lru_cache
def key(sources: GameSources | None = None) -> str:
    """The key of a game in this process; computed once."""
    return make_key(sources)


# ---------------------------------------------------------------- the folder


def base_folder() -> Path:
    """The folder with a folder for each key."""
    try:
        named = os.environ.get("TRISIM_CACHE_DIR")
        if named:
            return Path(named).expanduser()
        numbas = os.environ.get("NUMBA_CACHE_DIR")
        if numbas:
            return Path(numbas).expanduser() / "trisim"
        return user_cache() / "trisim" / "rules"
    except RuntimeError as error:  # no home directory, or none of that user
        place = private_temporary_folder()
        _warn_once(
            f"trisim: compiled rules are kept in {place}, as there is no other folder ({error}); "
            "name one in TRISIM_CACHE_DIR"
        )
        return place


def user_cache() -> Path:
    """The user's folder for caches; RuntimeError if the user has no home directory."""
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


@lru_cache(maxsize=1)
def private_temporary_folder() -> Path:
    """A folder for temporary files that only this user can write to.

    Files of the cache are unpickled, so a folder that other users can write to is not used.
    """
    place = Path(tempfile.gettempdir()) / f"trisim-rules-{os.getuid()}"
    with suppress(OSError):
        place.mkdir(mode=0o700, exist_ok=True)
        found = place.lstat()
        is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        if is_ours and not found.st_mode & 0o077:
            return place
    return Path(tempfile.mkdtemp(prefix="trisim-rules-"))


def folder(registry: KernelRegistry) -> Path:
    """The folder of a game's rules for the current sources, versions and options."""
    return base_folder() / f"{registry.name}-{key(registry.sources)}"


def is_compiled(registry: KernelRegistry, *kernel_groups: str) -> bool:
    """Whether the rules of a game are compiled already, with some groups; without using numba."""
    try:
        return all((folder(registry) / mark).is_file() for mark in (COMPLETE, *kernel_groups))
    except OSError:
        return False


@lru_cache
def prepared_folder(registry: KernelRegistry) -> Path | None:
    """The folder, created and marked as used; None, with a warning, if it can't be created."""
    place = folder(registry)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        warn_unwritable(error)
        return None
    with suppress(OSError):  # it can only be read
        os.utime(place)
        prune(place.parent, registry.name)
    return place


def can_write(place: Path) -> bool:
    trial = place / f"trial-{os.getpid()}"
    try:
        trial.touch()
        trial.unlink()
    except OSError:
        return False
    return True


@lru_cache
def _warn_once(text: str) -> None:
    LOG.warning(text)


def warn_unwritable(error: OSError) -> None:
    """Warn, once and in one line, that compiled rules can't be kept."""
    _warn_once(
        f"trisim: {base_folder()} can't be written ({error.strerror}), so the rules are compiled "
        "anew at every start; name another folder in TRISIM_CACHE_DIR"
    )


def prune(base: Path, game: str, kept: int = KEPT) -> None:
    """Remove a game's folders of old keys: all but the newest, and those that may be in use."""
    aged = []
    for place in base.iterdir():
        try:
            if FOLDER.fullmatch(place.name.removeprefix(f"{game}-")) and place.is_dir():
                aged.append((place.stat().st_mtime, place))
        except OSError:  # another process was quicker
            continue
    aged.sort(reverse=True)
    for used, place in aged[kept:]:
        if time.time() - used > IN_USE:
            shutil.rmtree(place, ignore_errors=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name first, so that it is complete or absent."""
    draft = path.with_name(f"{path.name}-{os.getpid()}-{threading.get_ident()}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        warn_unwritable(error)


def mark(place: Path, what: str) -> None:
    """Write the mark that a group of entries is compiled."""
    write_whole(place / what, time.strftime("%Y-%m-%d %H:%M:%S\n").encode())


# ---------------------------------------------------------------- the file of an entry


class EntryFile:
    """The compiled code of one entry in one file: a checksum, then the data that numba loads.

    It replaces numba's own cache of a dispatcher, which has no checksum: a damaged file could crash
    the process. An entry has one signature, so one file is enough.
    """

    def __init__(self, function: Callable[..., Any], place: Path, game: str) -> None:
        line = function.__code__.co_firstlineno
        digest = hashlib.sha256(f"{game} {function.__module__} {line}\n".encode())
        for fact in facts_of(function, set()):
            digest.update(fact)
        self.path = place / f"{function.__name__}-{digest.hexdigest()[:20]}.compiled"

    @property
    def cache_path(self) -> str:
        """The path of the file, for numba's statistics."""
        return str(self.path.parent)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code; None if there is none, or none that can be used."""
        from numba.core.compiler import CompileResult

        content = read_checked(self.path)
        if content is None:
            return None
        context.refresh()
        try:
            parts = pickle.loads(content)  # noqa: S301 - written by this user, and checked
            return CompileResult._rebuild(context, *parts)  # type: ignore[no-untyped-call]
        except Exception as error:  # unpickling and relinking can raise anything
            forget(self.path, str(error))
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store the compiled code, unless it contains addresses of this process."""
        from numba.core.serialize import dumps

        if not result.library.has_dynamic_globals:
            content = dumps(result._reduce())  # type: ignore[no-untyped-call]
            write_whole(self.path, hashlib.sha256(content).digest() + content)


def facts_of(function: Callable[..., Any], seen: set[Path]) -> Iterator[bytes]:
    """What the compiled code of a function depends on, as far as it is not in the key.

    The text of its file, and what it uses of other files: the text of files with functions that it
    calls, and the values of constants, which numba compiles in.
    """
    path = Path(function.__code__.co_filename)
    if path in seen:
        return
    seen.add(path)
    yield path.read_bytes()
    if path.is_relative_to(PACKAGE) and not is_bound(function):
        return
    for name, value in sorted(function.__globals__.items()):
        called = getattr(value, "py_func", value)
        if isinstance(called, FunctionType) and is_own(called.__module__):
            yield from facts_of(called, seen)
        elif isinstance(value, ModuleType) and is_own(value.__name__) and value.__file__:
            yield Path(value.__file__).read_bytes()
        elif isinstance(value, int | float | str | bytes | tuple) and not name.startswith("__"):
            yield f"{name}={value!r}\n".encode(errors="replace")


def is_bound(function: Callable[..., Any]) -> bool:
    """Whether it is a template bound to a game, whose kernels may be in other files."""
    return getattr(function, "is_bound", False)


def is_own(module: str) -> bool:
    """Whether a module is the user's, and no part of trisim, numba, numpy or Python itself."""
    top = module.partition(".")[0]
    return top not in {"trisim", "numba", "numpy"} and top not in sys.stdlib_module_names


def read_checked(path: Path) -> bytes | None:
    """The content of a file behind its checksum; None if it is missing or damaged."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    size = hashlib.sha256().digest_size
    if hashlib.sha256(whole[size:]).digest() == whole[:size]:
        return whole[size:]
    forget(path, "the checksum does not match")
    return None


def forget(path: Path, reason: str) -> None:
    """Remove the file of an entry, and the marks of completeness: files without an ending."""
    LOG.info("trisim: %s: %s; compiling again", path, reason)
    for stale in (path, *(each for each in path.parent.iterdir() if "." not in each.name)):
        with suppress(OSError):  # it can only be read
            stale.unlink(missing_ok=True)
