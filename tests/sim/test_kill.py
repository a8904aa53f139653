"""Runs that are killed: at every step, at any moment, by any signal; finished parts stay."""

from __future__ import annotations

import _thread
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sim.fakes import DYING
from tests.sim.helpers import ROOT, litter, parquet, play, small
from tests.sim.playing import end_of, kill, start, wait_for_parts
from trisim.sim.errors import InterruptedRunError, RunError
from trisim.sim.folder import finished_parts
from trisim.sim.manifest import read_manifest
from trisim.sim.progress import Progress


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of an undisturbed run."""
    return parquet(play(tmp_path_factory.mktemp("whole") / "run"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
@pytest.mark.parametrize("what", ["new", "force"])
def test_a_run_survives_its_death_before_any_step(tmp_path: Path, what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.sim.crashes", str(tmp_path), what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40


@pytest.mark.parametrize(
    "how", [("jobs=1",), ("jobs=2",), ("jobs=2", "backend=loky")], ids=["1", "2", "loky"]
)
def test_kill_minus_nine_again_and_again(
    tmp_path: Path, whole: dict[str, str], how: tuple[str, ...]
) -> None:
    out, chance = tmp_path / "run", random.Random()
    finished = 0
    for least in (1, 3, 6):
        process = start(out, "resume=1", *how)
        wait_for_parts(process, out, least)
        time.sleep(chance.uniform(0, 0.2))
        assert kill(process, out)[0] == -signal.SIGKILL
        kept = finished_parts(out, read_manifest(out))
        assert least <= len(kept) < 10
        assert len(kept) >= finished
        finished = len(kept)
        assert parquet(out).items() <= whole.items(), "a file has its name when it is complete"
    play(out, resume=True)
    assert parquet(out) == whole
    wait_for_orphans(out)
    assert not litter(out)


def wait_for_orphans(out: Path, seconds: float = 10.0) -> None:
    """Workers whose director was killed take back what they began, on a busy machine a bit late."""
    end = time.monotonic() + seconds
    while litter(out) and time.monotonic() < end:
        time.sleep(0.1)


def test_workers_whose_director_was_killed_stop_by_themselves(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = start(out, "jobs=2", "backend=loky", sleep=0.5)
    wait_for_parts(process, out, 1)
    kill(process, out)
    play(out, resume=True)  # removes what the orphans write, and they see another lock
    time.sleep(2)  # an orphan may just be taking back what it began
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    time.sleep(3)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
    assert not litter(out)


@pytest.mark.parametrize(
    "how", [("jobs=1",), ("jobs=2",), ("jobs=2", "backend=loky")], ids=["1", "2", "loky"]
)
def test_control_c_leaves_a_run_that_goes_on(
    tmp_path: Path, whole: dict[str, str], how: tuple[str, ...]
) -> None:
    out = tmp_path / "run"
    process = start(out, *how)
    wait_for_parts(process, out, 2)
    code, said = kill(process, out, signal.SIGINT)
    assert code == 130
    assert said.splitlines()[-1].startswith(f"trisim: {out}: stopped; ")
    assert said.endswith("of 40 games are kept, continue with --resume\n")
    assert not litter(out)
    assert read_manifest(out).status == "interrupted"
    play(out, resume=True)
    assert parquet(out) == whole


def test_control_c_stops_threads_in_the_middle_of_their_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_SLEEP", "0.05")
    told: list[Progress] = []
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it isn't

    def interrupt(progress: Progress) -> None:
        if progress.games and not told:
            told.append(progress)
            _thread.interrupt_main()

    with pytest.raises(InterruptedRunError, match="stopped; 0 of 400 games are kept"):
        play(tmp_path / "run", small(games=400, part_games=200), jobs=2, on_progress=interrupt)
    signal.signal(signal.SIGINT, heeded)
    assert not litter(tmp_path / "run")
    assert not parquet(tmp_path / "run")


def test_a_dead_process_stops_the_run_in_order(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MARK", str(tmp_path / "mark"))
    out = tmp_path / "run"
    problem = "a worker has died, .* or the strategy ended the process; .* --resume"
    with pytest.raises(RunError, match=f"backend loky: {problem}") as told:
        play(out, play=DYING, backend="loky", jobs=2)
    assert told.value.exit_code == 1
    assert "\n" not in str(told.value)
    assert not litter(out)
    assert len(finished_parts(out, read_manifest(out))) >= 4
    play(out, play=DYING, backend="loky", jobs=2, resume=True)
    assert parquet(out) == whole


def test_a_directory_that_vanishes(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = start(out, "jobs=2")
    wait_for_parts(process, out, 1)
    out.rename(tmp_path / "elsewhere")
    code, said = end_of(process, out)
    assert code == 1
    assert len(said.splitlines()) == 1
    assert "No such file or directory" in said
    assert len(finished_parts(tmp_path / "elsewhere", read_manifest(tmp_path / "elsewhere"))) >= 1
