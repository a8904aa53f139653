"""Rows of both games of the example: ``python -m tests.example.rows`` compares them.

They are played compiled and plain, by strategies of all kinds, and printed with a digest.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace

from trisim.plugin import info
from trisim.sim.block import play_block
from trisim.sim.options import Scenario
from trisim.sim.plan import prepare
from trisim.sim.run_request import RunRequest

GAMES = ("summit", "expedition")
LINEUP = ("steady", "random", "bold:noise=0.2:without=rope")
DEALS = 3


def request_of(game: str) -> RunRequest:
    """A few games of three players, in summer and in winter."""
    options = info(game).options
    seasons = tuple(
        Scenario(name, options(**values)) for name, values in info(game).presets.items()
    )
    return replace(RunRequest.of(game=game, lineup=LINEUP, games=DEALS * 6), setups=seasons)


def digests(game: str, is_compiled: bool) -> dict[str, str]:
    """A digest of the rows of each table."""
    plan = replace(prepare(request_of(game)), is_compiled=is_compiled)
    tables = play_block(plan, 0, DEALS)
    return {
        name: hashlib.sha256(repr(table.to_pylist()).encode()).hexdigest()
        for name, table in tables.items()
    }


if __name__ == "__main__":
    for game in GAMES:
        sys.stdout.write(f"{game} {digests(game, True) == digests(game, False)}\n")
