"""Frozen counts of sequences of decisions: whatever changes a rule changes some of them.

``NUMBA_DISABLE_JIT=1 python -m tests.madness.properties.test_counts`` writes the counts of
``counts.toml`` anew; ``python -m tests.madness.properties.regenerate`` then records the version of
the rules that they belong to.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.counting import Counts
from tests.madness.properties.boxes import small_box
from trisim.engine.game import Game
from trisim.games.madness.loop import RULES
from trisim.games.madness.text.position import make_position
from trisim.plugin import info


def start_of(entry: dict[str, Any]) -> Game:
    """The game that an entry begins with."""
    if "new" in entry:
        return RULES.new_game(small_box(), **entry["new"], options=info("madness").options())
    game: Game = make_position(entry["position"], small_box())
    return game


COUNTS = Counts(Path(__file__).with_name("counts.toml"), start_of)
ENTRIES = COUNTS.entries()


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_counts_of_sequences_are_as_frozen(entry: dict[str, Any]) -> None:
    assert entry["counts"]
    assert COUNTS.again(entry) == entry["counts"]


if __name__ == "__main__":
    sys.stdout.write(COUNTS.write_anew())
