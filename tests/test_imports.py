"""Which package may import which, by what modules say, inside functions as well.

And which words they may use: those of a game stay in its folder.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from trisim.plugin import games, info
from trisim.sources import PACKAGE

LAYERS = (
    ("texts", "sources", "interrupt"),
    ("documents",),
    ("engine",),
    ("box", "record"),
    ("stats",),
    ("players",),
    ("sim",),
    ("report",),
    ("campaigns",),
    ("display",),
    ("api", "bench"),
    ("cli",),
    ("__main__",),
)
"""Packages and modules, each with those beside it; a lower one never imports a higher one."""

ABOVE_THE_CONTRACT = ("sim", "report", "campaigns", "display", "api", "bench", "cli")
"""What may import ``trisim.plugin``; all others are given the values that they need."""

PRINTING = ("transcript", "game_text", "terminal", "safe_console")
"""Modules beside the layers: what prints a single game, and the terminal."""

MAY_IMPORT_PRINTING = ("plugin", "display", "api", "cli", *PRINTING)
MAY_IMPORT_GAMES = ("__init__",)
"""The package itself: names such as ``trisim.Game`` are those of Trismegistus."""

PRIVATE_TO_LAYERS = ("api", "bench", "display", "cli")
"""What nothing below imports, and the contract doesn't, either."""


def imported(text: str, package: str) -> Iterator[str]:
    """The modules, and names in them, that a module of a package imports anywhere in its text."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = ".".join([*(above if node.level else []), *filter(None, [node.module])])
            yield start
            yield from (f"{start}.{name.name}" for name in node.names)


def imports_cli(text: str, package: str = "trisim") -> bool:
    return any(f"{name}.".startswith("trisim.cli.") for name in imported(text, package))


def package_of(path: Path) -> str:
    return ".".join(["trisim", *path.relative_to(PACKAGE).parent.parts])


def part_of(path: Path) -> str:
    """The package, or the module beside the packages, that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def neutral_imports() -> tuple[tuple[str, str, str], ...]:
    """Every import of trisim by a neutral module: file, its part, and the part that it imports."""
    found = set()
    parts = {part_of(path) for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    for path in PACKAGE.rglob("*.py"):
        if part_of(path) == "games":
            continue
        for name in imported(path.read_text(encoding="utf-8"), package_of(path)):
            words = name.split(".")
            if words[0] == "trisim" and len(words) > 1 and words[1] in parts:
                found.add((path.relative_to(PACKAGE).as_posix(), part_of(path), words[1]))
    return tuple(sorted(found))


def level(part: str) -> int:
    """How high a part is; -1 if it stands beside the layers."""
    return next((number for number, layer in enumerate(LAYERS) if part in layer), -1)


def may_import(part: str, other: str) -> bool:
    """Whether a part may import another."""
    if part == other:
        return True
    if other == "games":
        return part in MAY_IMPORT_GAMES
    if other == "plugin":
        return part in ABOVE_THE_CONTRACT
    if other in PRINTING:
        return part in MAY_IMPORT_PRINTING
    if level(part) < 0:
        return part == "__init__" or other not in PRIVATE_TO_LAYERS
    return level(other) < level(part)


def test_every_package_and_module_has_its_place() -> None:
    beside = {"__init__", "__pycache__", "_strategies", "games", "plugin", "py.typed", *PRINTING}
    placed = {part for layer in LAYERS for part in layer}
    assert {part_of(path) for path in PACKAGE.iterdir()} - beside == placed


def test_imports_go_down() -> None:
    assert len(neutral_imports()) > 500
    wrong = [f"{path}: {to}" for path, part, to in neutral_imports() if not may_import(part, to)]
    assert not wrong


def test_lower_layers_are_given_values_and_do_not_know_the_contract() -> None:
    lower = {"engine", "box", "record", "stats", "players", "texts", "documents", "sources"}
    assert not lower & {*ABOVE_THE_CONTRACT}
    users = {part for _, part, to in neutral_imports() if to == "plugin"}
    assert users <= {*ABOVE_THE_CONTRACT}


@pytest.mark.parametrize(
    ("part", "other", "expected"),
    [
        ("sim", "players", True),
        ("players", "sim", False),
        ("box", "record", False),
        ("report", "campaigns", False),
        ("stats", "plugin", False),
        ("sim", "plugin", True),
        ("sim", "games", False),
        ("plugin", "games", False),
        ("plugin", "api", False),
        ("api", "cli", False),
        ("engine", "texts", True),
        ("texts", "engine", False),
        ("sim", "transcript", False),
    ],
)
def test_directions(part: str, other: str, expected: bool) -> None:
    assert may_import(part, other) is expected


def test_only_the_command_line_imports_the_command_line() -> None:
    others = [path for path in PACKAGE.rglob("*.py") if part_of(path) != "cli"]
    assert len(others) > 200
    names = {
        path.relative_to(PACKAGE).as_posix()
        for path in others
        if imports_cli(path.read_text(encoding="utf-8"), package_of(path))
    }
    assert names == {"__main__.py"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import trisim.cli", True),
        ("import trisim.cli.report as report", True),
        ("from trisim import cli", True),
        ("from trisim.cli import main", True),
        ("def f():\n    if True:\n        from trisim.cli.report import show", True),
        ("from . import cli", True),
        ("from .cli.report import show", True),
        ("from trisim.click import main", False),
        ("from trisim.report import cli", False),
        ("import trisim.display", False),
    ],
)
def test_imports_are_found_wherever_they_are(text: str, expected: bool) -> None:
    assert imports_cli(text) is expected


def test_names_from_the_folder_above_are_found() -> None:
    assert imports_cli("from ..cli import main", "trisim.sim")
    assert not imports_cli("from .cli import main", "trisim.sim")


# ---------------------------------------------------------------- words of games


@dataclass(frozen=True)
class Allowed:
    """A word of a game that neutral files may use after all, and why."""

    word: str
    files: tuple[str, ...]
    why: str


EXCEPTIONS = (
    Allowed("trismegistus", ("plugin.py",), "it is the default game, and comes with trisim"),
    Allowed("madness", ("plugin.py",), "it comes with trisim"),
    Allowed("trismegistus", ("__init__.py",), "trisim.Game and modules that have moved"),
    Allowed("formula", ("texts.py", "cli/sql.py", "report/page/tables.py"), "of a spreadsheet"),
    Allowed("formula", ("report/style.py", "report/figures/answers.py"), "of mathematics"),
)
CHECKED = (".py", ".toml", ".html", ".css", ".js")
WORD = re.compile(r"[^\W\d_]+")
CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def words_in(text: str) -> set[str]:
    """The words of a text, in small letters; names are taken apart.

    >>> sorted(words_in("HTMLPage read_bowls(top_bowl, 'Essence 2')"))
    ['bowl', 'bowls', 'essence', 'html', 'page', 'read', 'top']
    """
    return {word.lower() for word in WORD.findall(CAPITALS.sub(" ", text))}


@cache
def neutral_words() -> dict[str, frozenset[str]]:
    """The words of every neutral file, those of its path included."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in CHECKED]
    names = {path: path.relative_to(PACKAGE) for path in files}
    return {
        name.as_posix(): frozenset(words_in(f"{name} {path.read_text(encoding='utf-8')}"))
        for path, name in names.items()
        if name.parts[0] not in ("games", "_strategies")
    }


@pytest.mark.parametrize("game", games())
def test_no_word_of_a_game_is_used_outside_its_folder(game: str) -> None:
    own = {*info(game).words}
    allowed = {(name, each.word) for each in EXCEPTIONS for name in each.files}
    found = {
        (name, word) for name, words in neutral_words().items() for word in sorted(own & words)
    }
    assert not found - allowed


def test_every_game_lists_its_words() -> None:
    for game in games():
        words = info(game).words
        assert len(words) >= 3, game
        assert len(words) == len(set(words))
        assert all(words_in(word) == {word} for word in words), "single words in small letters"
        role = info(game).role
        assert role is None or {role.one, role.many} <= {*words}


def test_every_exception_is_needed() -> None:
    assert len(neutral_words()) > 200
    needless = [
        (name, each.word)
        for each in EXCEPTIONS
        for name in each.files
        if each.word not in neutral_words()[name]
    ]
    assert not needless
