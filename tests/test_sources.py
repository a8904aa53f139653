"""Which sources decide rows, and which are compiled in: the digest and the key follow each of them.

What is declared is compared with what modules import and with where kernels are.
"""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from trisim import sources
from trisim.engine.cache import make_key
from trisim.games.madness.kernels import SOURCES as MADNESS
from trisim.games.trismegistus.kernels import SOURCES
from trisim.sources import (
    PACKAGE,
    GameSources,
    compiled_sources,
    digest_of,
    modules_at,
    row_sources,
    tuning_sources,
)

GAME = "games/trismegistus"
DECORATORS = {"kernel", "inlined", "entry", "pointed", "strategy"}
BESIDES = {
    "sources.py",  # declares them
    "documents.py",  # JSON
    "game_text.py",  # words about moves
    "plugin.py",  # where games are found
    "sim/errors.py",  # what can go wrong
    "sim/progress.py",  # how far a run is
    "players/speed.py",  # compiled or plain: the same rows
    "texts.py",  # words of messages
    "transcript.py",  # words about games
    f"{GAME}/players/explaining.py",  # why a player chooses what it chooses
}
"""Modules that row sources import, and that decide no row."""

LOADERS = ("box",)
"""Kernels run on the tables that it loads: values, which no compiled code depends on. The folder
``box`` of a game is one, too."""

OF_GAMES = pytest.mark.parametrize("of_game", [SOURCES, MADNESS], ids=["trismegistus", "madness"])


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to change."""
    copy = tmp_path / "trisim"
    return Path(shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__")))


def changes(package: Path, name: str) -> tuple[bool, bool, bool]:
    """Whether an edit of a file changes the digest of rows, the key, the digest of a tuning."""
    before = digests(package)
    path = package / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((path.read_text() if path.is_file() else "") + "\n# changed\n")
    rows, key, tuning = (one != two for one, two in zip(before, digests(package), strict=True))
    return rows, key, tuning


def digests(package: Path) -> tuple[str, str, str]:
    game = replace(SOURCES, folder=package / GAME)
    rows, tuning = row_sources(game, package), tuning_sources(game, package)
    return digest_of(rows, package), make_key(game, package), digest_of(tuning, package)


@pytest.mark.parametrize(
    "name",
    [
        *("engine/kernel.py", "engine/new/machine.py"),
        *(f"{GAME}/box/notation/terms.py", f"{GAME}/box/words.py", f"{GAME}/box/settings.py"),
        *(f"{GAME}/rules/bot/draft.py", f"{GAME}/rules/stack.py", f"{GAME}/rules/new/chapter.py"),
        *("players/search.py", f"{GAME}/players/features.py", f"{GAME}/players/new/features.py"),
        *(f"{GAME}/record/turns.py", f"{GAME}/record/words.py", "record/new/rows.py"),
    ],
)
def test_what_is_compiled_in_changes_rows_and_key(name: str, package: Path) -> None:
    assert changes(package, name) == (True, True, True)


@pytest.mark.parametrize(
    "name",
    [
        *(f"{GAME}/box/notation/parser.py", f"{GAME}/box/worth.py"),
        *(f"{GAME}/box/difficulty.py", "box/build.py", "box/new/loader.py"),
        *("players/weights_file.py", "players/specs.py", "players/choosing.py"),
        "record/arrow.py",
        *("sim/block.py", "sim/design.py", "sim/options.py", "sim/plan.py"),
        *("sim/request.py", "sim/run_request.py", f"{GAME}/game.py"),
    ],
)
def test_what_is_left_to_python_changes_rows_alone(name: str, package: Path) -> None:
    assert changes(package, name) == (True, False, True)


@pytest.mark.parametrize("name", ["campaigns/tuning.py", "campaigns/tuning_search.py"])
def test_a_tuning_has_sources_of_its_own(name: str, package: Path) -> None:
    assert changes(package, name) == (False, False, True)


@pytest.mark.parametrize(
    "name",
    [
        *("box/show/find.py", f"{GAME}/box/show/settings.py", f"{GAME}/box/show/cards.py"),
        *(f"{GAME}/box/speech.py", f"{GAME}/text/describe.py", f"{GAME}/audit/turns.py"),
        *("stats/solo.py", "stats/design.py", "report/stack.py", "cli/box.py"),
        *("sim/audit/turns.py", "sim/audit/settings.py", "sim/audit/block.py", "sim/words.py"),
        *(
            "games/trismegistus/players/explaining.py",
            "record/document.py",
            "games/trismegistus/earlier.py",
            "games/trismegistus/studies.py",
            "settings.py",
            "api.py",
        ),
    ],
)
def test_files_elsewhere_change_nothing_whatever_their_name(name: str, package: Path) -> None:
    assert changes(package, name) == (False, False, False)


def test_the_time_of_a_file_changes_nothing(package: Path) -> None:
    before = digests(package)
    os.utime(package / GAME / "rules" / "stack.py", (1, 1))
    assert digests(package) == before


@pytest.mark.parametrize("declared", ["ROWS", "NO_ROWS", "COMPILED", "ONLY_PYTHON", "TUNING"])
def test_everything_that_is_declared_is_there(declared: str) -> None:
    names = getattr(sources, declared)
    assert list(names) == sorted(names)
    for name in names:
        assert modules_at(PACKAGE, [name]), name


@OF_GAMES
def test_what_is_compiled_in_decides_rows(of_game: GameSources) -> None:
    assert set(compiled_sources(of_game)) < set(row_sources(of_game))


# ---------------------------------------------------------------- against what modules say


@OF_GAMES
def test_every_module_with_a_kernel_is_in_the_key(of_game: GameSources) -> None:
    with_kernels = kernels_for(of_game)
    assert len(with_kernels) > 25
    assert with_kernels <= set(compiled_sources(of_game))


@OF_GAMES
def test_everything_that_kernels_import_is_in_the_key(of_game: GameSources) -> None:
    loaders = modules_at(PACKAGE, LOADERS) | modules_at(of_game.folder, ["box"])
    assert not unknown(kernels_for(of_game), set(compiled_sources(of_game)) | loaders)


def test_everything_that_playing_imports_decides_rows() -> None:
    start = [PACKAGE / "sim" / "block.py", PACKAGE / "sim" / "plan.py"]
    assert not unknown(start, set(row_sources(SOURCES)))


def kernels_for(of_game: GameSources) -> set[Path]:
    """The modules with kernels that a game runs: its own, and those of all games."""
    games = PACKAGE / "games"
    return {
        path
        for path in PACKAGE.rglob("*.py")
        if defines_kernel(path)
        and (not path.is_relative_to(games) or path.is_relative_to(of_game.folder))
    }


def unknown(start: Iterable[Path], known: set[Path]) -> list[str]:
    """What some modules import, and what that does, that is neither known nor left out."""
    seen, to_visit = set(start), list(start)
    while to_visit:
        for path in imported(to_visit.pop()):
            if path not in seen and path.relative_to(PACKAGE).as_posix() not in BESIDES:
                seen.add(path)
                to_visit.append(path)
    return sorted(path.relative_to(PACKAGE).as_posix() for path in seen - known)


def imported(path: Path) -> Iterator[Path]:
    """The files of trisim that a module imports when it is imported itself."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("trisim."):
            place = PACKAGE.joinpath(*str(node.module).split(".")[1:])
            for found in (place, *(place / name.name for name in node.names)):
                yield from filter(Path.is_file, (found.with_suffix(".py"), found / "__init__.py"))


def defines_kernel(path: Path) -> bool:
    """Whether a function of a module, wherever it is, is a kernel."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return any(name_of(mark) in DECORATORS for one in functions for mark in one.decorator_list)


def name_of(mark: ast.expr) -> str:
    """The name of a decorator, with brackets or without."""
    mark = mark.func if isinstance(mark, ast.Call) else mark
    return mark.attr if isinstance(mark, ast.Attribute) else getattr(mark, "id", "")
