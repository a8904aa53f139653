"""The source files that decide the rows of a run, and those of them that compiled code comes from.

**The only place where those of trisim itself are declared**; a game declares its own as a
``GameSources``. The key of the compile cache (``engine/cache.py``), the digest of the rules in a
manifest (``sim/provenance.py``) and that of a tuning follow. A path is relative to the package, or
to the folder of the game; a folder stands for all modules below it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parent

ROWS = (
    "box",
    "engine",
    "players",
    "record",
    "sim/block.py",
    "sim/design.py",
    "sim/options.py",
    "sim/plan.py",
    "sim/request.py",
    "sim/run_request.py",
)
"""What turns requests, boxes and strategies into rows, for all games."""

NO_ROWS = (
    "box/compare.py",
    "box/show",
    "box/tidy.py",
    "players/scaffold.py",
    "players/speed.py",
    "record/document.py",
)
"""Exceptions: modules in these folders that change no row, such as what is printed for people."""

COMPILED = ("box/schema.py", "engine", "players", "record")
"""Where kernels are, and what they take from the box: the layout of its record."""

ONLY_PYTHON = (
    "players/choosing.py",
    "players/files.py",
    "players/installed.py",
    "players/library.py",
    "players/loading.py",
    "players/registry.py",
    "players/specs.py",
    "players/weights_file.py",
    "record/arrow.py",
)
"""Exceptions: modules in these folders that no kernel takes anything from."""

TUNING = (
    "campaigns/tuning.py",
    "campaigns/tuning_games.py",
    "campaigns/tuning_numbers.py",
    "campaigns/tuning_request.py",
    "campaigns/tuning_search.py",
)
"""What decides which weights a tuning finds, besides what decides rows."""


@dataclass(frozen=True, slots=True)
class GameSources:
    """The modules of a game: all below a folder decide rows and are compiled in, but for some."""

    folder: Path
    no_rows: tuple[str, ...] = ()
    """Modules and folders that change no row: texts, reports, checks."""

    only_python: tuple[str, ...] = ()
    """Modules and folders that no kernel takes anything from."""

    @property
    def rows(self) -> list[Path]:
        """The files whose change can change rows."""
        return files_of(self.folder, ("",), self.no_rows)

    @property
    def compiled(self) -> list[Path]:
        """The files whose change makes compiled code worthless."""
        return files_of(self.folder, ("",), (*self.no_rows, *self.only_python))


def row_sources(game: GameSources | None, package: Path = PACKAGE) -> list[Path]:
    """The files whose change can change rows of a game; None: of no game in particular."""
    return [*files_of(package, ROWS, NO_ROWS), *(game.rows if game else ())]


def compiled_sources(game: GameSources | None, package: Path = PACKAGE) -> list[Path]:
    """The files whose change makes compiled code worthless: some of those that decide rows."""
    neutral = files_of(package, COMPILED, (*ONLY_PYTHON, *NO_ROWS))
    return [*neutral, *(game.compiled if game else ())]


def tuning_sources(game: GameSources | None, package: Path = PACKAGE) -> list[Path]:
    """The files whose change can change what a tuning finds."""
    return [*row_sources(game, package), *files_of(package, TUNING, ())]


def files_of(package: Path, included: Iterable[str], excepted: Iterable[str]) -> list[Path]:
    """The modules at some paths and below, without exceptions, sorted."""
    return sorted(modules_at(package, included) - modules_at(package, excepted))


def modules_at(package: Path, names: Iterable[str]) -> set[Path]:
    """The modules at some paths and below."""
    places = [package / name for name in names]
    return {path for place in places for path in (place, *place.rglob("*.py")) if path.is_file()}


def digest_of(paths: Iterable[Path], package: Path = PACKAGE) -> str:
    """A hash of files, with their names in the package; those elsewhere by their own names."""
    digest = hashlib.sha256()
    for path in paths:
        is_ours = path.is_relative_to(package)
        name = path.relative_to(package).as_posix() if is_ours else path.name
        digest.update(f"{name}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
