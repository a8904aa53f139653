"""What is found of players who think when they are compiled, in positions and in whole games.

Compiling takes long, so ``tests/record/playing.py`` asks for all of it in one process.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tests.players.searching import Thought, noise_at, thinker, thought_of
from tests.players.shuffling import KEY, positions, shuffled, where
from tests.trismegistus.rules.helpers import TESTBOX, number, pass_until
from trisim.api import run
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.rules.codes import Frame
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.players.player import Player
from trisim.players.registry import load, names
from trisim.sim.audit import audit
from trisim.sim.run import Run

THINKING = "balanced:iterations=24:options=6:dice=2:trust=4"
ERRING = "greedy:iterations=11:options=4:dice=1:trust=0:noise=0.5"
IN_GAMES = "balanced:iterations=6:options=3:dice=1:trust=2"
IN_SHORT = (Frame.ACTION, Frame.PAY, Frame.REACT)
"""Decisions after which lines of play are short enough to be played uncompiled, too."""

RUN: dict[str, Any] = {"box": TESTBOX, "cards": True, "ledger": True, "progress": False}


@dataclass(frozen=True, slots=True)
class Findings:
    """What is found compiled; all but the thoughts are faults."""

    thoughts: list[Thought]
    peeking: list[str]
    carried: list[str]
    """Where a policy that has thought before thinks otherwise than a fresh one."""

    games: list[str]


def findings() -> Findings:
    """All of it."""
    players = [load(THINKING, KIT), load(ERRING, KIT), *ours()]
    return Findings(
        thoughts(),
        [at for player in players for at in where_it_peeks(player)],
        [at for player in players for at in where_it_remembers(player)],
        [*faults_of_runs(), *faults_of_a_solo_run()],
    )


def ours() -> list[Player]:
    """Those of the shipped strategies that think, with less patience."""
    return [
        load(f"{name}:iterations=24", KIT) for name in names(KIT) if load(name, KIT).uses_search
    ]


# ---------------------------------------------------------------- compared with plain play


def compared_positions() -> Iterator[Game]:
    """Positions that are thought about plain, too: some kinds, a draft, one against Botmegistus."""
    yield from (game for game in positions() if game.players == 2 and game.frame in IN_SHORT)
    yield pass_until(Game.new(2, 5, box=number(rounds=1)), Frame.DRAFT)
    yield pass_until(Game.new(seed=3, box=number(rounds=1), solo=Solo()), Frame.DRAFT)


def thoughts() -> list[Thought]:
    """What a player thinks of these."""
    player = thinker(iterations=5, options=3, dice=1, trust=1.0)
    return [thought_of(player, game) for game in compared_positions()]


# ---------------------------------------------------------------- every kind of decision


def where_it_peeks(player: Player) -> Iterator[str]:
    """Where a player thinks otherwise when what it can't know is otherwise."""
    for place, game in enumerate(positions()):
        other = shuffled(game, game.seat, KEY + place)
        if thought_of(player, game) != thought_of(player, other):
            yield f"{player.spec}: {where(game)}"


def where_it_remembers(player: Player) -> Iterator[str]:
    """Where a player who has thought of all positions before thinks otherwise than a fresh one."""
    used = KIT.policy_of(player, positions()[0].box)
    for _ in range(2):
        for place, game in enumerate(positions()):
            noise = noise_at(place)
            if thought_of(player, game, noise, used) != thought_of(player, game, noise):
                yield f"{player.spec}: {where(game)}"


# ---------------------------------------------------------------- whole games


def faults_of_runs() -> Iterator[str]:
    """What differs between runs of the same games, however they are shared out."""
    given: dict[str, Any] = {**RUN, "lineup": f"{IN_GAMES},random", "players": 2, "games": 4}
    first = rows_of(run(jobs=1, **given))
    for jobs, part_games in ((1, None), (1, 2), (2, 2)):
        other = rows_of(run(jobs=jobs, part_games=part_games, **given))
        unlike = [name for name in first if not other[name].equals(first[name])]
        yield from (f"{name} by {jobs} in parts of {part_games}" for name in unlike)


def rows_of(played: Run) -> dict[str, pl.DataFrame]:
    """The rows of all tables of a run."""
    return {name: played.table(name).collect() for name in played.tables}


def faults_of_a_solo_run() -> Iterator[str]:
    """What the auditor finds of games against Botmegistus, one of them played once more."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "solo"
        played = run(solo=True, strategy=IN_GAMES, games=2, jobs=1, out=out, **RUN)
        scores = played.players.filter(pl.col("strategy") == IN_GAMES).collect()["score"]
        if len(scores) != 2:
            yield f"{len(scores)} games were played to their end"
        report = audit(out, replay=1)
        yield from (str(finding) for check in report.results for finding in check.first)
