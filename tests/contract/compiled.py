"""What a game does compiled: ``python -m tests.contract.compiled GAME FILE`` writes it down.

There is one process for each game, so that its kernels are compiled once.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.contract.playing import (
    Rows,
    has_presets,
    plain,
    positions,
    request_of,
    rows_of,
    scenario_request,
    weights_of,
)
from trisim.api import tune
from trisim.display import compile_for_plan
from trisim.engine.loop import noise_key
from trisim.players.choosing import options
from trisim.players.registry import load as load_strategy
from trisim.plugin import load
from trisim.sim.run_request import RunRequest

WEIGHED = 10
"""Positions in which strategies of weights choose: plain, one may take half a second."""


@dataclass(frozen=True)
class Tuned:
    """How a tuning went; blank if the game has no weights."""

    text: str = ""
    generations: int = 0
    opponents: int = 0


@dataclass(frozen=True)
class Compiled:
    """Rows of all requests, choices by weights, and a tuning."""

    rows: list[Rows]
    choices: list[int]
    tuned: Tuned


def read(path: Path) -> Compiled:
    """What a process has written down."""
    found = pickle.loads(path.read_bytes())
    return Compiled(found["rows"], found["choices"], Tuned(**found["tuned"]))


def requests(game: str) -> list[RunRequest]:
    """What is played compiled and plain."""
    return [request_of(game), *([scenario_request(game)] if has_presets(game) else [])]


def choices(game: str, is_compiled: bool) -> list[int]:
    """What strategies of weights choose in some positions."""
    kit, strategies, found = load(game).players, weights_of(load(game)), []
    some = positions(game)[:: max(1, len(positions(game)) // WEIGHED)] if strategies else ()
    for place, here in enumerate(some):
        player = load_strategy(strategies[place % len(strategies)], kit)
        policy, moves = kit.policy_of(player, here.box), options(here)
        policy.noise = noise_key(1, here.seat, 0)
        choose = player.choose.function(is_compiled)
        found.append(int(choose(here.state, here.tables, moves, len(moves), here.seat, policy)))
    return found


def tuning_of(game: str, out: Path) -> Tuned:
    """A tuning of two generations with as few games as can be."""
    players = load(game).info.players[0]
    made = tune(
        game=game,
        out=out,
        generations=2,
        population=4,
        games=players,
        players=players,
        check="none",
        check_games=players,
        progress=False,
    )
    text = made.tuned.read_text(encoding="utf-8")
    return Tuned(text, len(made.generations()), len(made.runs))


def compiled(game: str, out: Path) -> Compiled:
    """Everything of a game."""
    rows = []
    for request in requests(game):
        plan = replace(plain(request), is_compiled=True)
        compile_for_plan(plan)
        rows.append(rows_of(plan))
    tuned = tuning_of(game, out) if weights_of(load(game)) else Tuned()
    return Compiled(rows, choices(game, True), tuned)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        found = compiled(sys.argv[1], Path(folder) / "tuning")
    Path(sys.argv[2]).write_bytes(pickle.dumps(asdict(found)))
