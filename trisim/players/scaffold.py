"""New strategies: working files to start from."""

from __future__ import annotations

import re
from pathlib import Path

from trisim.players.kit import PlayerKit
from trisim.players.player import Kind, StrategyError
from trisim.texts import number_word

TEMPLATES = {Kind.WEIGHTS: "weights.toml", Kind.COMPILED: "compiled.py", Kind.PYTHON: "python.py"}
"""The file of each kind in ``templates``."""

NEUTRAL = {
    Kind.COMPILED: '''"""The first option: put your own plan in its place."""

from __future__ import annotations

from MODULE import Box, Game, Moves, Policy, strategy

AUTHOR = ""


@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """One of moves[0] to moves[n - 1]."""
    return int(moves[0])
''',
    Kind.PYTHON: '''"""The first option: put your own plan in its place."""

from __future__ import annotations

from typing import Any

AUTHOR = ""


class Mine:
    """Made anew for each game, so it may remember what it has seen in it."""

    def choose(self, view: Any) -> int:
        """One of view.legal(); view is the game as its seat sees it."""
        return int(view.legal()[0])
''',
}
"""Strategies for games that have no templates of their own."""

WEIGHTS = """\
# What a position is worth, in points: of all options, it takes the one that leads to the best.

idea = "A plan of your own: change the weights."
# author = "Your name"

[weights]  # points for one of each{several}
"""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")


def template(kind: Kind, kit: PlayerKit) -> str:
    """The text of a working strategy."""
    file = kit.templates / TEMPLATES[kind] if kit.templates is not None else None
    if file is not None and file.is_file():
        return file.read_text(encoding="utf-8")
    if kind is not Kind.WEIGHTS:
        return NEUTRAL[kind].replace("MODULE", kit.module)
    if not kit.features:
        raise StrategyError(f"{kit.game} has no features: write a strategy of another kind")
    return weights_template(kit)


def weights_template(kit: PlayerKit) -> str:
    """All features of a game with their meanings; the yardstick counts, the others wait."""
    phases = len(kit.phases)
    several = f"; a list of {number_word(phases)} is for: {', '.join(kit.phases)}"
    lines = [
        f"{name} = {int(name == kit.yardstick)}  # {meaning}\n"
        for name, meaning in kit.features.items()
    ]
    return WEIGHTS.format(several=several if phases > 1 else "") + "".join(lines)


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
