"""Small real runs for the tests of the audit, and their parts as checks see them."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from tests.madness.record.playing import cases
from trisim.engine.loop import LOG_RESERVE
from trisim.games.madness.audit.evidence import Evidence
from trisim.games.madness.audit.facts import Facts
from trisim.plugin import load
from trisim.sim.block import BlockPlayer
from trisim.sim.inputs import load_inputs
from trisim.sim.manifest import read_manifest
from trisim.sim.plan import Plan
from trisim.sim.request import Execution
from trisim.sim.runner import run


@cache
def folder() -> Path:
    """Where the runs of this process are; removed when it ends."""
    made = Path(mkdtemp(prefix="trisim-madness-"))
    atexit.register(rmtree, made, ignore_errors=True)
    return made


@cache
def run_of(case: str) -> Path:
    """A run on disk of a case, in one part; not to be changed."""
    return run(cases()[case], folder() / case, Execution(jobs=1))


def cut_short(plan: Plan, first_deal: int, deals: int, told: Any = None) -> Any:
    """Plays games with so little room for events that they are aborted."""
    player = BlockPlayer(plan, first_deal, deals)
    player.log.capacity = LOG_RESERVE + 250
    player.play()
    assert player.is_done
    return {name: player.take(name) for name in plan.request.tables}


@cache
def aborted_run() -> Path:
    """A run of games that don't come to their end."""
    play = f"{__name__}:{cut_short.__name__}"
    return run(cases()["two"], folder() / "aborted", Execution(jobs=1), play=play)


@cache
def facts_of(case: str) -> Facts:
    """The request and the box of a run."""
    path = run_of(case)
    manifest = read_manifest(path)
    box = load_inputs(path, manifest)
    return Facts(manifest.request, box, load("madness"), manifest.format)


def evidence_of(case: str, path: Path | None = None) -> Evidence:
    """The part of a run, or of a copy of it, as checks see it."""
    place = path or run_of(case)
    return Evidence(place, read_manifest(place).parts[0], facts_of(case))
