"""The source files that decide the rows of a run, and those of them that compiled code comes from.

**The only place where they are declared.** The key of the compile cache (``engine/cache.py``), the
digest of the rules in a manifest (``sim/provenance.py``) and that of a tuning follow. A path is
relative to the package; a folder stands for all modules below it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parent

ROWS = (
    "box",
    "engine",
    "games/trismegistus/box",
    "games/trismegistus/kernels.py",
    "games/trismegistus/loop.py",
    "games/trismegistus/players",
    "games/trismegistus/record",
    "games/trismegistus/rules",
    "games/trismegistus/strategy.py",
    "players",
    "record",
    "sim/block.py",
    "sim/design.py",
    "sim/plan.py",
    "sim/request.py",
    "sim/run_request.py",
    "sim/solo_setups.py",
)
"""What turns requests, boxes and strategies into rows."""

NO_ROWS = (
    "box/compare.py",
    "box/help.py",
    "box/show",
    "box/tidy.py",
    "games/trismegistus/box/help.py",
    "games/trismegistus/box/nouns.py",
    "games/trismegistus/box/show",
    "games/trismegistus/box/speech.py",
    "games/trismegistus/players/explaining.py",
    "players/scaffold.py",
    "players/speed.py",
    "record/document.py",
)
"""Exceptions: modules in these folders that change no row, such as what is printed for people."""

COMPILED = (
    "box/schema.py",
    "engine",
    "games/trismegistus/box/limits.py",
    "games/trismegistus/box/notation/terms.py",
    "games/trismegistus/box/settings.py",
    "games/trismegistus/box/tables.py",
    "games/trismegistus/box/words.py",
    "games/trismegistus/kernels.py",
    "games/trismegistus/loop.py",
    "games/trismegistus/players",
    "games/trismegistus/record",
    "games/trismegistus/rules",
    "games/trismegistus/strategy.py",
    "players",
    "record",
)
"""Where kernels are, and what they take from the box: constants, enums, its record's layout."""

ONLY_PYTHON = (
    "games/trismegistus/players/card_values.py",
    "games/trismegistus/players/minds.py",
    "players/choosing.py",
    "players/files.py",
    "players/installed.py",
    "players/library.py",
    "players/loading.py",
    "players/player.py",
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


def row_sources(package: Path = PACKAGE) -> list[Path]:
    """The files whose change can change rows."""
    return files_of(package, ROWS, NO_ROWS)


def compiled_sources(package: Path = PACKAGE) -> list[Path]:
    """The files whose change makes compiled code worthless: some of those that decide rows."""
    rows = set(row_sources(package))
    return [path for path in files_of(package, COMPILED, ONLY_PYTHON) if path in rows]


def tuning_sources(package: Path = PACKAGE) -> list[Path]:
    """The files whose change can change what a tuning finds."""
    return [*row_sources(package), *files_of(package, TUNING, ())]


def files_of(package: Path, included: Iterable[str], excepted: Iterable[str]) -> list[Path]:
    """The modules at some paths and below, without exceptions, sorted."""
    return sorted(modules_at(package, included) - modules_at(package, excepted))


def modules_at(package: Path, names: Iterable[str]) -> set[Path]:
    """The modules at some paths and below."""
    places = [package / name for name in names]
    return {path for place in places for path in (place, *place.rglob("*.py")) if path.is_file()}


def digest_of(paths: Iterable[Path], package: Path = PACKAGE) -> str:
    """A hash of files, with their names in the package."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
