"""Frozen counts of sequences of decisions: whatever changes a rule changes some of them.

``NUMBA_DISABLE_JIT=1 python -m tests.trismegistus.rules.test_counts`` writes the counts of
``counts.toml`` anew; ``python -m tests.trismegistus.rules.regenerate`` then records the version of
the rules that they belong to.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.trismegistus.rules.helpers import box_with
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.text.position import make_position

FILE = Path(__file__).with_name("counts.toml")
ENTRIES: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["counts"]
MOST = 2_500
"""Sequences that are counted, when counts are written anew: deeper ones take too long."""


def start_of(entry: dict[str, Any]) -> Game:
    """The game that an entry begins with."""
    if "new" in entry:
        return Game.new(**entry["new"], box=box_with())
    return make_position(entry["position"], box_with())


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


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_counts_of_sequences_are_as_frozen(entry: dict[str, Any]) -> None:
    game = start_of(entry)
    assert entry["counts"]
    depths = range(1, len(entry["counts"]) + 1)
    assert [sequences(game, depth) for depth in depths] == entry["counts"]


def counted_anew(entry: dict[str, Any]) -> list[int]:
    """Counts for one decision, two, three… as long as there are few enough."""
    game = start_of(entry)
    counts = [sequences(game, 1), sequences(game, 2)]
    while len(counts) < 4 and counts[-1] * counts[-1] // max(1, counts[-2]) < MOST:
        counts.append(sequences(game, len(counts) + 1))
    return counts


def write_anew() -> None:
    """Put new counts into the file, and leave everything else as it is."""
    counts = iter([counted_anew(entry) for entry in ENTRIES])
    text = re.sub(
        r"^counts = \[.*\]$",
        lambda _: f"counts = {next(counts)}",
        FILE.read_text("utf-8"),
        flags=re.MULTILINE,
    )
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    write_anew()
    sys.stdout.write(f"{len(ENTRIES)} positions counted\n")
