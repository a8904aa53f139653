"""Games of our players, compiled, in a process of its own: ``test_peeking`` runs it.

``python -m tests.madness.players.compiled_choices FILE`` writes what was found into an .npz file.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from tests.madness.players.positions import mages_of
from tests.madness.players.trial import ROWS, play_and_compare
from trisim.engine.kernel import JIT, records
from trisim.engine.loop import noise_key
from trisim.games.madness.box.box import load_box
from trisim.games.madness.box.tables import box_record
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.rules.state import EVENTS, GAME, LOG, MOVES, SEATS
from trisim.players.registry import load

SPECS = {
    "balanced": 24,
    "cautious": 8,
    "fighter": 8,
    "builder": 8,
    "balanced:noise=0.3": 8,
    "balanced:without=acquire+pool+category:library": 4,
    "balanced:iterations=6:options=3:turns=1:width=1:depth=1": 1,
}
"""Our players, and how many games each plays."""

TRACED, SEED = 12, 500
"""Decisions that are compared with plain play."""


def play(spec: str, games: int) -> Any:
    """What was found in games of a player, and its first decisions."""
    box, player = load_box(), load(spec, KIT)
    policies = records(2, KIT.policy)
    for policy in policies:
        KIT.fill(policy, player, box)
        policy.noise = noise_key(SEED, 0, 0)
    pool, log = records(3, GAME), records(1, LOG)[0]
    log.capacity = EVENTS
    choosers = (player.choose.ready(),) * SEATS
    tables, moves = box_record(box), np.zeros(MOVES, np.int32)
    found = np.zeros(ROWS + 2 * TRACED)
    for number in range(games):
        players = 2 + number % 4
        pool[0].difficulty, pool[0].mode = number % 3, number % 4
        play_and_compare(
            pool,
            tables,
            moves,
            log,
            policies,
            np.array(mages_of(players, SEED + number), np.int32),
            players,
            SEED + number,
            choosers,
            found,
        )
        if number == 0:
            first = found[ROWS:].copy()
    return np.concatenate([found[:ROWS], first])


if __name__ == "__main__":
    assert JIT, "the games are to be compiled"
    np.savez(sys.argv[1], **{spec: play(spec, games) for spec, games in SPECS.items()})
