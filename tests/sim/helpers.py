"""What the tests of runs share."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.sim.fakes import FAKE
from trisim.games.trismegistus.game import Options, Value
from trisim.sim.options import Scenario
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import prepare
from trisim.sim.request import Execution
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import run

ROOT = Path(__file__).parents[2]


def small(**changes: Any) -> RunRequest:
    """The request of a small run: 20 deals of 2 games in 10 parts."""
    given: dict[str, Any] = {"players": 2, "games": 40, "lineup": "random", "part_games": 4}
    return RunRequest.of(**{**given, **changes})


def solo_setup(
    difficulty: str = "normal",
    options: Mapping[str, Value] | None = None,
    planning: bool = False,
    name: str = "",
) -> Scenario[Options]:
    """A scenario of solo games, named by its words unless it has a name."""
    given = {"difficulty": difficulty, "options": options or {}, "planning": planning}
    made = Options.of(None, {"solo": True, **given})
    return Scenario(name or made.scenario, made)


def play(
    out: Path,
    request: RunRequest | None = None,
    *,
    play: str = FAKE,
    compiled: bool | None = None,
    **how: Any,
) -> Path:
    """Play a small run of stand-ins in one thread."""
    plan = prepare(request or small(), compiled=compiled)
    return run(plan, out, Execution(**{"jobs": 1, **how}), play=play)


def play_games(out: Path, request: RunRequest, **how: Any) -> Path:
    """Play a run of real games, in one thread unless told otherwise."""
    return play(out, request, play=PLAY_BLOCK, **how)


def parquet(folder: Path) -> dict[str, str]:
    """The checksum of every Parquet file of a run."""
    found = sorted(folder.rglob("*.parquet"))
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in found
    }


def names(folder: Path) -> set[str]:
    """Everything in a directory, by name."""
    return {path.name for path in folder.iterdir()}


def litter(folder: Path) -> list[Path]:
    """What nobody should leave in a run that isn't being played."""
    return [
        path
        for path in folder.rglob("*")
        if path.name.endswith(".unfinished") or path.name == ".lock"
    ]
