"""The files of strategies as text: read as a whole, identified by a hash."""

from __future__ import annotations

import ast
import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trisim.players.player import StrategyError, at

ENDS = ("]", '"' * 3, "'" * 3)
"""Marks of which the last line of a statement in several lines has one."""

LARGEST = 1_000_000
"""Bytes of a file that somebody may have written by hand."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    path: Path
    shown: str
    """As messages name it."""

    text: str
    digest: str
    foreign: bool = False
    """Whether a run or campaign brought it, and not the user's own command."""

    @property
    def is_code(self) -> bool:
        """Whether loading it executes Python."""
        return self.path.suffix != ".toml"


def read_source(path: Path, shown: str, *, foreign: bool = False) -> SourceFile:
    """Read a file; one that can't be a strategy is refused."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise StrategyError(f"{shown} can't be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise StrategyError(
            f"{shown}: the file has more than a million bytes; is it the right one?"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        problem = f"byte {data[error.start]:02x} is not UTF-8"
        raise StrategyError(f"{at(shown, line)}: {problem}; save the file as UTF-8") from error
    if not text.strip():
        raise StrategyError(
            f"{shown}: the file is empty; 'trisim strategies new NAME' writes one that plays"
        )
    return SourceFile(path, shown, text, hashlib.sha256(data).hexdigest(), foreign)


def toml_lines(text: str) -> dict[tuple[str, ...], int]:
    r"""The line of each table and value of a TOML file, which ``tomllib`` doesn't tell.

    A statement is as many lines as it takes until they are TOML by themselves.

    >>> toml_lines("a = [\n1]\n[b]\n'c d'.e = 2\n")
    {('a',): 1, ('b',): 3, ('b', 'c d'): 4, ('b', 'c d', 'e'): 4}
    """
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    statement: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        statement.append(line)
        if len(statement) > 1 and not any(mark in line for mark in ENDS):
            continue  # else a long list would be read anew at each of its lines
        try:
            paths = list(paths_in(tomllib.loads("\n".join([*statement, ""]))))
        except tomllib.TOMLDecodeError:
            continue
        is_header = statement[0].lstrip().startswith("[")
        for path in paths:
            found.setdefault(path if is_header else table + path, number + 1 - len(statement))
        table = paths[-1] if is_header else table
        statement = []
    return found


def paths_in(tables: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of each table and value, from the outside in."""
    for key, value in tables.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from paths_in(value, (*above, key))


def line_of(text: str, *names: str) -> int:
    r"""The line of a name in a file of Python: ``line_of(text, "Mine", "choose")`` of a method.

    Where there is none (it may be inherited), it is the line of the class around it.

    >>> line_of("class Mine:\n    def choose(self): ...\n", "Mine", "choose")
    2
    """
    body, line = ast.parse(text).body, 0
    for name in names:
        found = next((node for node in reversed(body) if name in names_of(node)), None)
        if found is None:
            break
        line, body = found.lineno, getattr(found, "body", [])
    return line


def names_of(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Assign():
            return [target.id for target in node.targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []
