"""Where compiled rules are kept: a folder of its own for each state of the rule sources.

numba's own key misses a change in another module that a kernel calls, and misses
NUMBA_BOUNDSCHECK. Here the name of the folder is a hash of the sources, the versions, the options
and the processor, so whatever lies in it fits. The file ``complete`` is written last, by the
warm-up: with it, a start takes no compilation. Botmegistus and the search have marks of their own.
Nothing here imports numba until rules are compiled.

The folder is ``$TRISIM_CACHE_DIR``, ``$NUMBA_CACHE_DIR/trisim`` or ``trisim`` in the user's folder
for caches, the first of them that is named.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]
BOX_SOURCES = (
    "limits.py",
    "notation/terms.py",
    "schema.py",
    "settings.py",
    "tables.py",
    "words.py",
)
"""What of the box ends up in compiled code: constants, enums and the layout of its record."""

COMPILED = ("players", "record", "rules")
"""The packages with kernels."""

NOT_COMPILED = (
    "arrow.py",
    "choosing.py",
    "document.py",
    "explaining.py",
    "files.py",
    "installed.py",
    "library.py",
    "loading.py",
    "minds.py",
    "player.py",
    "registry.py",
    "scaffold.py",
    "specs.py",
    "weights_file.py",
    "words.py",
    "worths.py",
)
"""Modules in them that have none."""

ENTRY_MODULES: tuple[str, ...] = ("trisim.players.playing", "trisim.players.evaluator")
"""The modules with the entries that the warm-up compiles."""

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
"""The mark that everything is compiled but the entries that are apart; theirs are their groups'."""

SOLO, SEARCH = "solo", "search"
APART = {SOLO: "trisim.rules.bot.moves", SEARCH: "trisim.players.search"}
"""The groups of entries that only some need, and the module of each."""

KEPT = 3
"""How many folders are kept when there are more, besides those in use."""

IN_USE = 3600.0
"""A folder used within this many seconds may belong to a running process."""

LOG = logging.getLogger("trisim")

Progress = Callable[[int, int, str], None]
"""Told how many kernels are compiled, of how many, and the name of the latest."""


# ---------------------------------------------------------------- the key


def sources(package: Path = PACKAGE) -> list[Path]:
    """The files whose change makes compiled rules worthless."""
    return [
        *(
            path
            for name in COMPILED
            for path in sorted((package / name).rglob("*.py"))
            if path.name not in NOT_COMPILED
        ),
        *(package / "box" / name for name in BOX_SOURCES),
    ]


def processor() -> str:
    """What the processor is and can do, as far as the system tells without numba."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    told = [line for line in lines if line.startswith(("model name", "flags", "Features"))]
    return f"{platform.machine()} {sorted(set(told))}"


def library_version(name: str) -> str:
    """The version of an installed library, without importing it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def make_key(package: Path = PACKAGE) -> str:
    """A hash of everything that compiled rules depend on."""
    facts = [sys.version, processor(), str(package)]
    facts += [f"{name} {library_version(name)}" for name in LIBRARIES]
    facts += [f"{name}={os.environ.get(f'NUMBA_{name}', '')}" for name in OPTIONS]
    digest = hashlib.sha256("\n".join(facts).encode())
    for path in sources(package):
        digest.update(f"\n{path.relative_to(package)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


@lru_cache(maxsize=1)
def key() -> str:
    """The key of this process: taken once, as rules are imported once."""
    return make_key()


# ---------------------------------------------------------------- the folder


def base_folder() -> Path:
    """The folder with a folder for each key."""
    own = os.environ.get("TRISIM_CACHE_DIR")
    if own:
        return Path(own).expanduser()
    numbas = os.environ.get("NUMBA_CACHE_DIR")
    return Path(numbas).expanduser() / "trisim" if numbas else user_cache() / "trisim" / "rules"


def user_cache() -> Path:
    """The user's folder for caches."""
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def folder() -> Path:
    """The folder of compiled rules for the sources, versions and options as they are now."""
    return base_folder() / key()


def is_warm(*apart: str) -> bool:
    """Whether everything is compiled already, with some groups; told without importing numba."""
    try:
        return all((folder() / mark).is_file() for mark in (COMPLETE, *apart))
    except OSError:
        return False


@lru_cache(maxsize=1)
def prepared_folder() -> Path | None:
    """The folder, made and marked as used; None, with a warning, if it can't be written."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        trial = place / f"trial-{os.getpid()}"
        trial.touch()
        trial.unlink()
        os.utime(place)
    except OSError as error:
        warn_unwritable(error)
        return None
    prune(place.parent)
    return place


@lru_cache(maxsize=1)
def _warn_once(text: str) -> None:
    LOG.warning(text)


def warn_unwritable(error: OSError) -> None:
    """Say, once and in one line, that compiled rules can't be kept."""
    _warn_once(
        f"trisim: {base_folder()} can't be written ({error.strerror}), so the rules are compiled "
        "anew at every start; name another folder in TRISIM_CACHE_DIR"
    )


def prune(base: Path, kept: int = KEPT) -> None:
    """Remove the folders of old keys: all but the newest, and those that may be in use."""
    aged = []
    for place in base.iterdir():
        try:
            if len(place.name) == len(key()) and place.is_dir():
                aged.append((place.stat().st_mtime, place))
        except OSError:  # another process was quicker
            continue
    aged.sort(reverse=True)
    for used, place in aged[kept:]:
        if time.time() - used > IN_USE:
            shutil.rmtree(place, ignore_errors=True)


# ---------------------------------------------------------------- numba's files in it


class ForgivingCache:
    """numba's cache of one entry: a broken file is removed, a full disk only costs the cache."""

    def __init__(self, numbas: Any, source: str) -> None:
        self.numbas = numbas
        text = Path(source).read_bytes()  # our key has the text of the rules, not of strategies
        stamp = f"{key()} {hashlib.sha256(text).hexdigest()}"
        numbas._cache_file._source_stamp = stamp  # not the time of the file

    @property
    def cache_path(self) -> str:
        """Where the files are."""
        return str(self.numbas.cache_path)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code; None if there is none, or none that can be read."""
        try:
            return self.numbas.load_overload(signature, context)
        except Exception as error:  # reading a damaged pickle can raise anything
            LOG.info("trisim: %s: %s; compiling again", self.cache_path, error)
            self.forget()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep the compiled code."""
        try:
            self.numbas.save_overload(signature, data)
        except OSError as error:
            warn_unwritable(error)

    def forget(self) -> None:
        """Remove the files of this entry, and the mark that all are there."""
        for path in Path(self.cache_path).glob(f"{self.numbas._impl.filename_base}.*"):
            path.unlink(missing_ok=True)
        for mark in (COMPLETE, *APART):
            (folder() / mark).unlink(missing_ok=True)


@contextmanager
def numba_writes_to(place: Path) -> Iterator[None]:
    """Change numba's own folder for caches, only for as long as it is asked for a place."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(place)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def keep_on_disk(dispatcher: Any) -> None:
    """Give a dispatcher its place in the folder; without one, it just compiles."""
    place = prepared_folder()
    if place is None:
        return
    with numba_writes_to(place):
        dispatcher.enable_caching()
    source = dispatcher.py_func.__code__.co_filename
    dispatcher._cache = ForgivingCache(dispatcher._cache, source)


# ---------------------------------------------------------------- warming up


def warm_up(progress: Progress | None = None, apart: Sequence[str] = ()) -> None:
    """Compile every entry that isn't on disk yet, and mark the folder as complete.

    Groups that are apart are left out, unless asked for.
    """
    from trisim.rules.kernel import ENTRIES, JIT, KERNELS, WATCHERS

    if not JIT:
        return
    for name in (*ENTRY_MODULES, *(APART[group] for group in apart)):
        import_module(name)
    done = 0

    def count(name: str, finished: bool) -> None:
        nonlocal done
        done += finished
        if finished and progress:
            progress(done, len(KERNELS), name)

    WATCHERS.append(count)
    try:
        for entry in ENTRIES:
            if not entry.apart or entry.apart in apart:
                entry.ready()
    finally:
        WATCHERS.remove(count)
    place = prepared_folder()
    if place is not None:
        for group in (COMPLETE, *apart):
            mark(place, group)


def mark(place: Path, what: str) -> None:
    """Write a mark: under another name first, so that it is there as a whole or not."""
    try:
        draft = place / f"{what}-{os.getpid()}"
        draft.write_text(time.strftime("%Y-%m-%d %H:%M:%S\n"), encoding="utf-8")
        draft.replace(place / what)
    except OSError as error:
        warn_unwritable(error)
