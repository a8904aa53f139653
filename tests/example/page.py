"""The code on the page ``docs/your-own-game.md``, which is that of the example.

A comment before a block names what it shows: ``<!-- rules.py: danger, roll -->`` shows two
functions, ``<!-- game.py -->`` a whole file. ``python -m tests.example.page`` writes all blocks
anew.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "your-own-game.md"
EXAMPLE = ROOT / "examples" / "summit"
BLOCK = re.compile(
    r"<!-- (?P<file>[\w./-]+)(?:: (?P<names>[\w, ]+))? -->\n```(?P<kind>\w+)\n(?P<code>.*?)```\n",
    re.S,
)


def names_of(node: ast.stmt) -> set[str]:
    """What a statement at the top of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        targets = [name for target in node.targets for name in ast.walk(target)]
        return {name.id for name in targets if isinstance(name, ast.Name)}
    return set()


def definitions(text: str) -> dict[str, str]:
    """The source of everything that is defined at the top of a module, by name."""
    lines = text.splitlines(keepends=True)
    found = {}
    for node in ast.parse(text).body:
        decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
        first = min([node.lineno, *(each.lineno for each in decorators)])
        source = "".join(lines[first - 1 : node.end_lineno])
        found.update(dict.fromkeys(names_of(node), source))
    return found


def code_of(file: str, names: str | None) -> str:
    """What a block has to show."""
    place = EXAMPLE / file if (EXAMPLE / file).is_file() else EXAMPLE / "summit" / file
    text = place.read_text(encoding="utf-8")
    if names is None:
        return text
    known = definitions(text)
    parts = dict.fromkeys(known[name.strip()] for name in names.split(","))
    gap = "\n\n" if any(part.startswith(("@", "def", "class")) for part in parts) else ""
    return gap.join(parts)


def as_it_should_be(page: str) -> str:
    """The page with the code as it is now."""

    def block(found: re.Match[str]) -> str:
        head, _, _ = found[0].partition("\n")
        code = code_of(found["file"], found["names"])
        return f"{head}\n```{found['kind']}\n{code}```\n"

    return BLOCK.sub(block, page)


if __name__ == "__main__":
    PAGE.write_text(as_it_should_be(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
