"""Whoever plays, the bytes are the same; what a backend lacks or loses is told in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.sim.fakes import DEADLY, DYING
from tests.sim.helpers import ROOT, litter, parquet, play, small
from tests.sim.playing import LONGEST
from trisim.sim.backends import choose_backend, count_workers
from trisim.sim.errors import BackendError, RunError
from trisim.sim.folder import finished_parts
from trisim.sim.manifest import read_manifest
from trisim.sim.progress import Progress


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a run of one thread."""
    return parquet(play(tmp_path_factory.mktemp("whole") / "run"))


@pytest.mark.parametrize(
    "how", [{"jobs": 2}, {"jobs": 5}, {"jobs": -1}, {"backend": "loky", "jobs": 2}]
)
def test_any_number_of_jobs_gives_the_same_bytes(
    tmp_path: Path, whole: dict[str, str], how: dict[str, Any]
) -> None:
    assert parquet(play(tmp_path / "run", **how)) == whole


def test_separate_processes_give_the_same_bytes(tmp_path: Path, whole: dict[str, str]) -> None:
    for hashing in ("0", "17"):
        subprocess.run(
            [sys.executable, "-m", "tests.sim.playing", str(tmp_path / hashing), "jobs=2"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hashing},
            check=True,
        )
        assert parquet(tmp_path / hashing) == whole


@pytest.mark.parametrize("part_games", [2, 6, 40, 2000])
def test_any_size_of_parts_gives_the_same_rows(tmp_path: Path, part_games: int) -> None:
    usual = play(tmp_path / "usual")
    other = play(tmp_path / "other", small(part_games=part_games), jobs=2)
    for table in ("games", "players", "rounds", "turns"):
        rows = [pl.read_parquet(out / table / "*.parquet") for out in (usual, other)]
        assert rows[0].equals(rows[1])


def test_threads_tell_of_every_game_and_count_none_twice(tmp_path: Path) -> None:
    told: list[Progress] = []
    play(tmp_path / "run", small(games=400, part_games=20), jobs=2, on_progress=told.append)
    assert told[0].games == 0
    last = told[-1]
    assert (last.games, last.parts, last.played_now, last.games_in_all) == (400, 20, 400, 400)
    assert all(progress.games <= 400 for progress in told)
    assert last.pace > 0
    assert last.seconds_left == 0


def test_whoever_stops_listening_does_not_stop_the_run(
    tmp_path: Path, whole: dict[str, str]
) -> None:
    def gone(progress: Progress) -> None:
        raise BrokenPipeError

    assert parquet(play(tmp_path / "run", jobs=2, on_progress=gone)) == whole


# ---------------------------------------------------------------- choosing


def test_the_usual_backend() -> None:
    assert choose_backend(None, compiled=True, address=None) == "threads"
    assert choose_backend(None, compiled=False, address=None) == "loky"
    assert choose_backend("threads", compiled=False, address=None) == "threads"


@pytest.mark.parametrize(
    ("asked", "address", "problem"),
    [
        ("spark", None, "backend spark: one of threads, loky, dask, ray is expected"),
        ("loky", "tcp://here", "address tcp://here: only the backends dask and ray have one"),
    ],
)
def test_backends_that_make_no_sense(asked: str, address: str | None, problem: str) -> None:
    with pytest.raises(BackendError, match=problem):
        choose_backend(asked, compiled=True, address=address)


@pytest.mark.parametrize(("name", "library"), [("dask", "distributed"), ("ray", "ray")])
def test_a_missing_extra_is_told_with_the_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, library: str
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    told = rf"{library} is not installed; pip install 'trisim\[{name}\]'"
    with pytest.raises(BackendError, match=told):
        play(tmp_path / "run", backend=name, address="tcp://here:1")
    assert not (tmp_path / "run").exists()


def test_jobs_count_as_in_joblib() -> None:
    assert count_workers(3) == 3
    assert count_workers(-1) >= 1
    assert count_workers(-1000) == 1
    with pytest.raises(BackendError, match="jobs 0"):
        count_workers(0)


# ---------------------------------------------------------------- Dask


class Cluster:
    """A Dask scheduler and two workers, each a process."""

    def __init__(self, place: Path, environment: dict[str, str]) -> None:
        self.place = place
        self.environment = environment
        file = place / "scheduler.json"
        self.scheduler = self.start("scheduler", "--port", "0", "--scheduler-file", str(file))
        until = time.monotonic() + LONGEST
        while not file.exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]
        self.workers = [
            self.start("worker", self.address, "--no-nanny", "--nthreads", "1") for _ in range(2)
        ]

    def start(self, what: str, *options: str) -> Any:
        """Start a process of the cluster."""
        said = (self.place / f"{what}.log").open("a")
        with said:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", what, "--no-dashboard", *options],
                cwd=self.place,
                env={**os.environ, "PYTHONPATH": str(ROOT), **self.environment},
                stderr=said,
            )

    def end(self) -> None:
        """End what is left."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A small cluster of Dask, whose games take a while."""
    pytest.importorskip("distributed")
    place = tmp_path / "cluster"
    place.mkdir()
    environment = {
        "FAKE_SLEEP": "0.05",
        "FAKE_MARK": str(tmp_path / "mark"),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
    }
    made = Cluster(place, environment)
    yield made
    made.end()


def test_a_dask_worker_that_is_killed_has_its_part_played_by_another(
    tmp_path: Path, whole: dict[str, str], cluster: Cluster
) -> None:
    out = tmp_path / "run"
    killed: list[Progress] = []

    def kill_one(progress: Progress) -> None:
        if progress.parts == 3 and not killed:
            cluster.workers[0].send_signal(signal.SIGKILL)
            killed.append(progress)

    play(out, backend="dask", address=cluster.address, on_progress=kill_one)
    assert killed
    assert cluster.workers[0].wait(LONGEST) == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
    assert parquet(out) == whole
    assert not litter(out)
    assert read_manifest(out).sittings[0].backend == "dask"


def test_a_dask_worker_dies_in_its_very_part(
    tmp_path: Path, whole: dict[str, str], cluster: Cluster
) -> None:
    out = play(tmp_path / "run", play=DYING, backend="dask", address=cluster.address)
    assert (tmp_path / "mark").exists()
    assert [worker.poll() for worker in cluster.workers].count(None) == 1
    assert parquet(out) == whole


def test_a_lost_dask_scheduler_is_told_and_the_run_goes_on_elsewhere(
    tmp_path: Path, whole: dict[str, str], cluster: Cluster
) -> None:
    out = tmp_path / "run"

    def kill_scheduler(progress: Progress) -> None:
        if progress.parts == 2:
            cluster.scheduler.kill()

    with pytest.raises(RunError, match="backend dask: the cluster is lost") as told:
        play(out, backend="dask", address=cluster.address, on_progress=kill_scheduler)
    assert told.value.exit_code == 1
    assert len(finished_parts(out, read_manifest(out))) >= 2
    play(out, resume=True, jobs=2)
    assert parquet(out) == whole


def test_a_dask_cluster_without_workers_is_told(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trisim.sim.dask_backend.LOOK_EVERY", 0.1)

    def kill_all(progress: Progress) -> None:
        if progress.parts == 2:
            for worker in cluster.workers:
                worker.kill()

    with pytest.raises(RunError, match="backend dask: there is no worker; start some"):
        play(tmp_path / "run", backend="dask", address=cluster.address, on_progress=kill_all)


def test_a_part_that_dask_gives_up_is_told(tmp_path: Path, cluster: Cluster) -> None:
    with pytest.raises(RunError, match="backend dask: a worker has died") as told:
        play(tmp_path / "run", play=DEADLY, backend="dask", address=cluster.address)
    assert "\n" not in str(told.value)
    assert not litter(tmp_path / "run")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", None])
def test_no_dask_scheduler(
    tmp_path: Path, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("trisim.sim.dask_backend.TIMEOUT", "2s")
    with pytest.raises(BackendError, match="backend dask: ") as told:
        play(tmp_path / "run", backend="dask", address=address)
    assert told.value.exit_code == 2
    assert "--address" in str(told.value)
    assert not (tmp_path / "run").exists()


def test_a_cluster_that_does_not_answer_costs_no_run(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("trisim.sim.dask_backend.TIMEOUT", "2s")
    out = play(tmp_path / "run")
    with pytest.raises(BackendError, match="no scheduler answers"):
        play(out, small(seed=2), backend="dask", address="tcp://127.0.0.1:9", force=True)
    assert parquet(out) == whole


def test_a_backend_that_fails_after_all_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise BackendError("backend ray: no cluster")

    monkeypatch.setattr("trisim.sim.scheduler.workers_of", fails)
    with pytest.raises(BackendError):
        play(tmp_path / "run")
    assert not (tmp_path / "run").exists()


# ---------------------------------------------------------------- Ray


def test_ray_gives_the_same_bytes(tmp_path: Path, whole: dict[str, str]) -> None:
    pytest.importorskip("ray")
    out = tmp_path / "run"
    script = f"""
import warnings
from pathlib import Path
from tests.sim.helpers import play
play(Path({str(out)!r}), backend="ray", jobs=2)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert parquet(out) == whole
    assert read_manifest(out).sittings[0].backend == "ray"


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "127.0.0.1:99999"])
def test_no_ray_cluster(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trisim.sim.backends.check_installed", lambda name: None)
    with pytest.raises(BackendError, match=f"backend ray: no cluster answers at {address}; "):
        play(tmp_path / "run", backend="ray", address=address)
    assert not (tmp_path / "run").exists()
