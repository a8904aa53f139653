"""Counts of sequences of decisions: whatever changes a rule changes some of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trisim.engine.game import Game

MOST = 2_500
"""Sequences that are counted, when counts are written anew: deeper ones take too long."""


def sequences(game: Game, depth: int) -> int:
    """How many sequences of so many decisions there are; a game that ends early counts once."""
    if depth == 0 or game.is_over:
        return 1
    if depth == 1:
        return len(game.legal())
    total = 0
    for move in game.legal():
        after = game.copy()
        after.apply(move)
        total += sequences(after, depth - 1)
    return total


@dataclass(frozen=True)
class Counts:
    """The frozen counts of a game: positions in a TOML file, and how to begin there."""

    file: Path
    start: Callable[[dict[str, Any]], Game]

    def entries(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = tomllib.loads(self.file.read_text("utf-8"))["counts"]
        return found

    def again(self, entry: dict[str, Any]) -> list[int]:
        """The counts of an entry now, as deep as they are frozen."""
        game = self.start(entry)
        return [sequences(game, depth) for depth in range(1, len(entry["counts"]) + 1)]

    def anew(self, entry: dict[str, Any]) -> list[int]:
        """Counts for one decision, two, three… as long as there are few enough."""
        game = self.start(entry)
        counts = [sequences(game, 1), sequences(game, 2)]
        while len(counts) < 4 and counts[-1] * counts[-1] // max(1, counts[-2]) < MOST:
            counts.append(sequences(game, len(counts) + 1))
        return counts

    def write_anew(self) -> str:
        """Put new counts into the file, and leave everything else as it is; what was done."""
        counts = iter([self.anew(entry) for entry in self.entries()])
        text = re.sub(
            r"^counts = \[.*\]$",
            lambda _: f"counts = {next(counts)}",
            self.file.read_text("utf-8"),
            flags=re.MULTILINE,
        )
        self.file.write_text(text, "utf-8")
        return f"{len(self.entries())} positions counted\n"
