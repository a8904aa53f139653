"""Compiled or plain: the plan decides it, and everybody who plays the plan does the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.sim import tournament_fakes
from tests.sim.fakes import fake
from tests.sim.helpers import ROOT, play, small
from tests.small_run import small_run
from trisim.campaigns.tuning import Tuning
from trisim.campaigns.tuning_games import Candidates
from trisim.campaigns.tuning_request import TuningRequest
from trisim.engine import cache, kernel
from trisim.games.trismegistus.rules.game import reference_box
from trisim.players.speed import PLAIN_GAMES
from trisim.sim import campaign, scheduler
from trisim.sim.audit.replay import PLAIN_GAMES as PLAIN_AGAIN
from trisim.sim.audit.replay import plan_again
from trisim.sim.errors import RunError
from trisim.sim.part import Task
from trisim.sim.plan import OnGames, Plan, prepare
from trisim.sim.trust import NOTHING

NOTING = f"{__name__}:noting"
FEW, MANY = PLAIN_GAMES, PLAIN_GAMES + 2
PLAYED: list[bool] = []


def noting(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> dict[str, Any]:
    """Stand-ins for games that note how they would have been played."""
    PLAYED.append(plan.is_compiled)
    return fake(plan, first_deal, deals, on_games)


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules can be compiled, and aren't yet."""
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(cache, "is_compiled", lambda *groups: False)
    PLAYED.clear()


@pytest.mark.usefixtures("compiling")
def test_a_plan_decides_by_its_games_and_players() -> None:
    box = reference_box()
    assert not prepare(small(games=FEW), box=box).is_compiled
    assert prepare(small(games=MANY), box=box).is_compiled
    assert prepare(small(games=6, lineup="balanced"), box=box).is_compiled
    assert prepare(small(games=2, lineup="random,balanced:iterations=2"), box=box).is_compiled
    assert not prepare(small(games=MANY), box=box).for_games(1).is_compiled


@pytest.mark.usefixtures("compiling")
def test_what_was_decided_for_several_runs_holds() -> None:
    box = reference_box()
    assert prepare(small(games=2), box=box, compiled=True).is_compiled
    assert not prepare(small(games=MANY), box=box, compiled=False).is_compiled


def test_where_nothing_can_be_compiled_a_plan_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a worker whose NUMBA_DISABLE_JIT is set."""
    monkeypatch.setattr(kernel, "JIT", False)
    assert not prepare(small(games=2), box=reference_box(), compiled=True).is_compiled


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize(
    ("games", "compiled", "expected"),
    [(FEW, None, False), (MANY, None, True), (FEW, True, True), (MANY, False, False)],
)
def test_every_part_of_a_run_is_played_as_decided(
    games: int,
    compiled: bool | None,
    expected: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tasks: list[Task] = []

    def noted(**given: Any) -> Task:
        tasks.append(Task(**given))
        return tasks[-1]

    monkeypatch.setattr(scheduler, "Task", noted)
    out = play(tmp_path / "run", small(games=games, part_games=40), play=NOTING, compiled=compiled)
    assert [task.is_compiled for task in tasks] == [expected] * 3
    assert [expected] * 3 == PLAYED
    assert "is_compiled" not in json.dumps(json.loads((out / "manifest.json").read_text()))


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize(("games", "expected"), [(20, False), (50, True)])
def test_a_tournament_decides_for_all_its_runs(
    games: int, expected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has few games by itself."""
    decided: list[bool] = []

    def stopped(plan: Plan, *_: Any, **how: Any) -> None:
        decided.append(plan.is_compiled)
        raise RunError("stopped")

    monkeypatch.setattr(campaign, "run", stopped)
    with pytest.raises(RunError, match="stopped"):
        tournament_fakes.play(tmp_path / "out", tournament_fakes.small(games=games))
    assert decided == [expected]


@pytest.mark.usefixtures("compiling")
def test_a_tuning_decides_for_its_generations_and_its_check() -> None:
    request = TuningRequest.of(pool=("balanced",), check=("random",), check_games=8)
    prepared = campaign.prepare_campaign(request)
    assert prepared.is_compiled
    candidates = Candidates.of(prepared)
    assert candidates.plan("balanced", candidates.numbers.start).is_compiled
    assert Tuning.plan_of_check(prepared, "000-random").is_compiled


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize(("games", "expected"), [(PLAIN_AGAIN, False), (PLAIN_AGAIN + 1, True)])
def test_games_that_are_played_again_are_compiled_if_they_are_many(
    games: int, expected: bool
) -> None:
    run = small_run()
    assert plan_again(run.path, run.manifest, games, NOTHING).is_compiled is expected


# ---------------------------------------------------------------- in processes of their own

COMMAND = """
import sys
from trisim.cli import main
try:
    main({words!r})
except SystemExit as end:
    print("CODE", end.code, "numba" in sys.modules)
"""
PYTHON = """
import sys, trisim
trisim.run(2, 2, box={box!r}, progress=False)
print("CODE", trisim.play_game(2).winners and 0, "numba" in sys.modules)
"""
TESTBOX = str(ROOT / "tests" / "testbox")


def without_numba(code: str, folder: Path, more: Mapping[str, str] | None = None) -> str:
    """Run code with an empty cache, and see that it ends well and nothing was compiled for it."""
    ours = {name: text for name, text in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={
            **ours,
            "PYTHONPATH": str(ROOT),
            "TRISIM_CACHE_DIR": str(folder / "cache"),
            **(more or {}),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "CODE 0 False" in done.stdout, done.stderr
    assert "Compiling" not in done.stderr
    assert not (folder / "cache").exists()
    return done.stdout


SMALL_RUN = ["--players", "2", "--games", "2", "--box", TESTBOX]


@pytest.mark.parametrize(
    "words",
    [
        ["run", *SMALL_RUN, "--out", "a"],
        ["run", *SMALL_RUN, "--dry-run"],
        ["run", "--solo", "--games", "1", "--box", TESTBOX, "--out", "a"],
        ["tournament", "random", "random:noise=0.5", *SMALL_RUN, "--out", "a"],
        ["audit", "RUN", "--replay", "2"],
        ["strategies"],
        ["strategies", "show", "search"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_few_games_compile_nothing(words: list[str], tmp_path: Path) -> None:
    named = [str(small_run().path) if word == "RUN" else word for word in words]
    without_numba(COMMAND.format(words=named), tmp_path)


def test_few_games_from_python_compile_nothing(tmp_path: Path) -> None:
    without_numba(PYTHON.format(box=TESTBOX), tmp_path)


def test_a_user_who_wants_nothing_compiled_gets_that(tmp_path: Path) -> None:
    few = ["run", "--players", "2", "--games", "102", "--box", TESTBOX, "--dry-run"]
    without_numba(COMMAND.format(words=few), tmp_path, {"NUMBA_DISABLE_JIT": "1"})
