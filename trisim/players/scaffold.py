"""New strategies: working files to start from."""

from __future__ import annotations

import re
from pathlib import Path

from trisim.players.kit import PlayerKit
from trisim.players.player import Kind, StrategyError

TEMPLATES = {Kind.WEIGHTS: "weights.toml", Kind.COMPILED: "compiled.py", Kind.PYTHON: "python.py"}
"""The file of each kind in ``templates``."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")


def template(kind: Kind, kit: PlayerKit) -> str:
    """The text of a working strategy."""
    file = kit.templates / TEMPLATES[kind] if kit.templates is not None else None
    if file is None or not file.is_file():
        raise StrategyError(f"{kit.game} has no template of kind {kind}; write the file yourself")
    return file.read_text(encoding="utf-8")


def write_new(name: str, kind: Kind, folder: Path, kit: PlayerKit) -> Path:
    """Write a new strategy into a folder; nothing is ever overwritten."""
    if not NAME.fullmatch(name):
        raise StrategyError(
            f"'{name}' is no name for a strategy; take letters, digits, - and _, with no ending, "
            "such as my-plan"
        )
    path = folder / f"{name}{Path(TEMPLATES[kind]).suffix}"
    if path.exists():
        raise StrategyError(f"{path} is there already; take another name")
    text = template(kind, kit).replace("NAME", name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise StrategyError(f"{path} can't be written: {error.strerror}") from error
    return path
