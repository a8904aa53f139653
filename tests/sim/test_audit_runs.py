"""Small real runs for the tests of the auditor, and ways to damage copies of them."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.sim.helpers import play_games
from trisim.games.trismegistus.audit.evidence import Evidence
from trisim.games.trismegistus.audit.facts import Facts
from trisim.games.trismegistus.game import Options
from trisim.plugin import DEFAULT, load
from trisim.sim.audit import AuditReport, audit
from trisim.sim.inputs import load_inputs
from trisim.sim.manifest import read_manifest
from trisim.sim.options import Scenario
from trisim.sim.run_request import RunRequest

TESTBOX = Path(__file__).parents[1] / "testbox"
MIXED = Path(__file__).parents[2] / "strategies" / "trismegistus" / "random.py"


@lru_cache
def place() -> Path:
    """Where the runs of this process are; removed when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="trisim-audit-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@lru_cache
def one_part() -> Path:
    """Four players, one deal: everything that can be written, in one part."""
    request = RunRequest.of(
        players=4,
        games=4,
        lineup=f"random,{MIXED},random,{MIXED}",
        seed=11,
        achievements=True,
        cards=True,
        ledger=1,
        box=TESTBOX,
    )
    return play_games(place() / "one", request)


@lru_cache
def three_parts() -> Path:
    """Three players, three deals in as many parts, a ledger of every second one."""
    request = RunRequest.of(
        players=3, games=9, seed=5, cards=True, ledger=2, part_games=3, box=TESTBOX
    )
    return play_games(place() / "three", request)


@lru_cache
def solo_part() -> Path:
    """Against Botmegistus: one deal, three setups, everything that can be written."""
    first = Options(solo=True, difficulty="hard", options=(("bot_first", True),), planning=True)
    request = RunRequest.of(
        games=3,
        seed=4,
        cards=True,
        ledger=1,
        box=TESTBOX,
        solo=True,
        setups=(
            Scenario("normal", Options(solo=True)),
            Scenario("it plays first", first),
            Scenario("nightmare", Options(solo=True, difficulty="nightmare")),
        ),
    )
    return play_games(place() / "solo-part", request)


@lru_cache
def players_only() -> Path:
    """Two players, no turns."""
    request = RunRequest.of(players=2, games=2, seed=3, log="players", box=TESTBOX)
    return play_games(place() / "players", request)


@lru_cache
def facts_of(folder: Path) -> Facts:
    """The request and the box of a run."""
    manifest = read_manifest(folder)
    return Facts(manifest.request, load_inputs(folder, manifest), load(DEFAULT))


def evidence_of(folder: Path, facts: Facts, part: int = 0) -> Evidence:
    """A part of a run as checks see it."""
    return Evidence(folder, read_manifest(folder).parts[part], facts)


def failed(folder: Path, **how: Any) -> AuditReport:
    """The report of an audit that finds something."""
    report = audit(folder, **how)
    assert not report.is_clean
    return report
