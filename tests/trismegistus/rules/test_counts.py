"""Frozen counts of sequences of decisions: whatever changes a rule changes some of them.

``NUMBA_DISABLE_JIT=1 python -m tests.trismegistus.rules.test_counts`` writes the counts of
``counts.toml`` anew; ``python -m tests.trismegistus.rules.regenerate`` then records the version of
the rules that they belong to.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.counting import Counts
from tests.trismegistus.rules.helpers import box_with
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.text.position import make_position


def start_of(entry: dict[str, Any]) -> Game:
    """The game that an entry begins with."""
    if "new" in entry:
        return Game.new(**entry["new"], box=box_with())
    return make_position(entry["position"], box_with())


COUNTS = Counts(Path(__file__).with_name("counts.toml"), start_of)
ENTRIES = COUNTS.entries()


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_counts_of_sequences_are_as_frozen(entry: dict[str, Any]) -> None:
    assert entry["counts"]
    assert COUNTS.again(entry) == entry["counts"]


if __name__ == "__main__":
    sys.stdout.write(COUNTS.write_anew())
