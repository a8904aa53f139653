"""Which package may import which, by what modules say, inside functions as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from trisim.sources import PACKAGE

MAY_IMPORT_CLI = {"__main__.py"}


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


def test_only_the_command_line_imports_the_command_line() -> None:
    others = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] != "cli"]
    assert len(others) > 200
    names = {
        path.relative_to(PACKAGE).as_posix()
        for path in others
        if imports_cli(path.read_text(encoding="utf-8"), package_of(path))
    }
    assert names == MAY_IMPORT_CLI


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
