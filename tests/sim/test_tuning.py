"""Tunings: hills are climbed, and the same bytes come of it however they come about."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sim import tuning_fakes
from tests.sim.helpers import litter, names
from tests.sim.test_backends import Cluster
from tests.sim.tournament_fakes import FAKE
from tests.sim.tuning_fakes import (
    CHECK_FAILING,
    CHECK_STOPPED,
    FAILING,
    HILL,
    PEAK,
    RAISING,
    ROOT,
    STOPPED,
    begin,
    go_on,
    play,
    small,
)
from trisim.campaigns import tuning, tuning_log
from trisim.campaigns.tuned_file import OTHERS, chapters, tuned_text
from trisim.campaigns.tuning import TUNED, UNCHECKED, Tuning
from trisim.campaigns.tuning_figure import PICTURES
from trisim.campaigns.tuning_games import (
    SMOOTH,
    CandidateTask,
    leads_and_wins,
    outcome_of,
    play_task,
)
from trisim.campaigns.tuning_log import GENERATIONS
from trisim.campaigns.tuning_numbers import numbers_of
from trisim.campaigns.tuning_request import TuningRequest
from trisim.campaigns.tuning_search import Search, SteadyCMA
from trisim.documents import plain, typed
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.registry import load
from trisim.sim import campaign
from trisim.sim.errors import (
    AbandonedPartError,
    BadStrategyError,
    FolderError,
    InterruptedRunError,
    RunError,
    SettingsError,
)
from trisim.sim.folder import RUNS
from trisim.sim.lock import Lock
from trisim.sim.manifest import MANIFEST
from trisim.sim.plan import Plan
from trisim.sim.progress import Progress
from trisim.sim.run import Run

TORN = '{"generation": 4, "opp'
TEMPLATE = "trisim/games/trismegistus/players/templates/compiled.py"
LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        yield


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", "*.toml", "check.json", GENERATIONS, *PICTURES)
    found = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def undisturbed(here: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tuning that nobody disturbs."""
    return play(tmp_path_factory.mktemp("whole") / "out").path


@pytest.fixture(scope="module")
def whole(undisturbed: Path) -> dict[str, bytes]:
    """Its files."""
    return files(undisturbed)


# ---------------------------------------------------------------- the search


def test_a_noisy_hill_is_climbed(tmp_path: Path) -> None:
    asked = small(only=("gold", "silver"), generations=120, population=12, self_play=0)
    found = begin(tmp_path / "out", asked).unchecked()
    for name, peak in PEAK.items():
        assert found.weights[name] == pytest.approx(peak, abs=0.15), name
    assert found.weights["raw"] == load("balanced", KIT).weights["raw"]


def test_told_the_same_the_search_is_the_same() -> None:
    asked, rng = small(generations=9), np.random.default_rng(1)
    first, told = Search(asked, 5), []
    for _ in range(6):
        candidates = first.ask()
        told.append([float(value) for value in rng.normal(size=len(candidates))])
        first.tell(candidates, told[-1])
    again = Search(asked, 5)
    for fitness in told:
        again.tell(again.ask(), fitness)
    assert np.array_equal(first.means, again.means)
    assert np.array_equal(first.ask(), again.ask())


def test_draws_are_the_same_whatever_eigenvectors_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of equal eigenvalues any rotation will do: another processor may find it."""
    found, rng = SteadyCMA._eigen_decomposition, np.random.default_rng(4)

    def turned(self: Any) -> Any:
        vectors, lengths = found(self)
        equal = np.isclose(lengths, np.median(lengths))
        rotation = np.linalg.qr(rng.normal(size=(equal.sum(), equal.sum())))[0]
        vectors = vectors.copy()
        vectors[:, equal] = vectors[:, equal] @ rotation
        return vectors, lengths

    def drawn() -> list[Any]:
        search = Search(small(population=6), 30)
        for _ in range(3):
            candidates = search.ask()
            search.tell(candidates, [-float((each**2).sum()) for each in candidates])
        return search.ask()

    plain = drawn()
    monkeypatch.setattr(SteadyCMA, "_eigen_decomposition", turned)
    assert np.array_equal(drawn(), plain)


def test_draws_have_the_spread_and_shape_of_the_distribution() -> None:
    """As the library would draw: what it has learned of directions is in the draws."""
    shape = np.array([[2.0, 1.5], [1.5, 2.0]])
    optimiser = SteadyCMA(mean=np.array([1.0, -1.0]), sigma=0.5, cov=shape, seed=3)
    draws = np.array([optimiser.ask() for _ in range(20_000)])
    assert draws.mean(axis=0) == pytest.approx([1.0, -1.0], abs=0.02)
    assert np.cov(draws.T) == pytest.approx(0.25 * shape, abs=0.02)


def test_more_fitness_is_better() -> None:
    search = Search(small(population=20), 3)
    candidates = search.ask()
    search.tell(candidates, [float(each[0]) for each in candidates])
    assert search.means[-1][0] > 0.1


def test_result_is_the_mean_of_the_last_third() -> None:
    search = Search(small(), 2)
    search.means = [np.full(2, float(number)) for number in range(10)]
    assert search.result() == pytest.approx([8.0, 8.0])


def test_snapshot_is_the_mean_as_it_was() -> None:
    search = Search(small(self_play=2), 2)
    search.means = [np.full(2, float(number)) for number in range(6)]  # five generations are over
    assert search.snapshot()[0] == 4.0


# ---------------------------------------------------------------- games


def test_generations_have_deals_of_their_own_and_opponents_in_turn(undisturbed: Path) -> None:
    found = Tuning(undisturbed).generations()
    assert [each.first_deal for each in found] == [0, 2, 4, 6, 8, 10, 12]
    assert [each.opponent for each in found] == [
        "balanced", "random", "itself", "balanced", "random", "itself", "balanced"
    ]  # fmt: skip


def test_candidates_of_a_generation_play_the_same_deals_one_against_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[tuple[int, int, Plan]] = []
    hill = tuning_fakes.hill

    def watched(plan: Plan, first_deal: int, deals: int, told: Any) -> Any:
        plans.append((first_deal, deals, plan))
        return hill(plan, first_deal, deals, told)

    monkeypatch.setattr(tuning_fakes, "hill", watched)
    begin(tmp_path / "out", small(players=3, games=6, generations=2))
    assert [first for first, _, _ in plans] == [0] * 4 + [2] * 4
    assert {deals for _, deals, _ in plans} == {2}
    assert {plan.request.lineup for _, _, plan in plans} == {
        ("candidate", "balanced", "balanced"), ("candidate", "random", "random")
    }  # fmt: skip
    assert len({plan.request.seed for _, _, plan in plans}) == 1
    assert len({plan.players[0].weights["gold"] for _, _, plan in plans}) == 8


def test_itself_is_the_mean_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faced, hill = [], tuning_fakes.hill

    def watched(plan: Plan, first_deal: int, deals: int, told: Any) -> Any:
        if plan.request.lineup[1] == "itself":
            faced.append(plan.players[1].weights["gold"])
        return hill(plan, first_deal, deals, told)

    monkeypatch.setattr(tuning_fakes, "hill", watched)
    asked = small(generations=3)
    begin(tmp_path / "out", asked)
    search, numbers = Search(asked, 116), numbers_of(load("balanced", KIT))
    for each in Tuning(tmp_path / "out").generations()[:2]:
        search.tell(search.ask(), each.fitness)
    assert set(faced) == {numbers.decode(search.means[2]).weights["gold"]}


def test_the_check_has_deals_that_no_run_of_that_seed_meets() -> None:
    asked = small()
    seeds = {
        asked.run_of_candidates("random").seed,
        asked.run_of_check("random").seed,
        asked.seed,
    }
    assert len(seeds) == 3


def test_a_lead_counts_by_a_smooth_step() -> None:
    rows = np.zeros(4, [("score", "i2"), ("strategy", "i1"), ("win", "f4")])
    rows["score"], rows["strategy"], rows["win"] = [10, 18, 30, 30], [0, 1, 1, 0], [0, 1, 0.5, 0.5]
    leads, wins = leads_and_wins(rows, 2)
    assert leads.tolist() == [-SMOOTH, 0]
    assert wins.tolist() == [0, 0.5]
    found = outcome_of(leads, wins)
    assert found.fitness == pytest.approx((1 / (1 + np.e) + 0.5) / 2)
    assert found.win == 0.25


# ---------------------------------------------------------------- the same bytes


def test_number_of_jobs_changes_nothing(whole: dict[str, bytes], tmp_path: Path) -> None:
    assert files(play(tmp_path / "out", jobs=3).path) == whole


def test_processes_give_the_same_bytes(whole: dict[str, bytes], tmp_path: Path) -> None:
    assert files(play(tmp_path / "out", jobs=2, backend="loky").path) == whole


def test_the_workers_of_dask_give_the_same_bytes(whole: dict[str, bytes], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    place = tmp_path / "cluster"
    place.mkdir()
    cluster = Cluster(place, {})
    try:
        played = play(tmp_path / "out", backend="dask", address=cluster.address)
    finally:
        cluster.end()
    assert files(played.path) == whole
    assert {each.backend for here in played.runs for each in here.manifest.sittings} == {"dask"}


def test_processes_play_with_the_copies_of_strategies_and_box(
    testbox_path: Path, tmp_path: Path
) -> None:
    """A weights file and a function of the user's, which a worker has to load and trust."""
    asked = small(**own_files(testbox_path, tmp_path), generations=3)
    one, two = (
        files(play(tmp_path / backend, asked, jobs=2, backend=backend).path)
        for backend in ("threads", "loky")
    )
    assert one == two


def test_a_worker_whose_tuning_was_stopped_plays_nothing(tmp_path: Path) -> None:
    out = begin(tmp_path / "out", small(generations=1)).path
    task = CandidateTask(
        folder=str(out),
        token="of before",
        generation=0,
        number=0,
        opponent="random",
        candidate=np.zeros(116),
        itself=None,
        play=FAILING,
    )
    with pytest.raises(AbandonedPartError, match="stopped"):
        play_task(task)
    with Lock(out) as lock, pytest.raises(BadStrategyError, match="decision 7"):
        play_task(replace(task, token=lock.token))


@pytest.mark.parametrize(("doomed", "error"), [(RAISING, RunError), (STOPPED, InterruptedRunError)])
def test_stopped_between_generations_goes_on_to_the_same_bytes(
    doomed: str, error: type[RunError], whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(error):
        begin(out, candidates=doomed)
    assert len(Tuning(out).generations()) == 2
    with pytest.raises(FolderError, match="2 of 7 generations are played"):
        Tuning(out).unchecked()
    assert files(play(out, resume=True).path) == whole
    assert not litter(out)


def test_interrupted_says_how_much_is_kept(tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError, match="2 of 7 generations are kept, continue"):
        begin(tmp_path / "out", candidates=STOPPED)


@pytest.mark.parametrize(("generations", "torn"), [(0, ""), (1, TORN), (4, TORN), (7, "")])
def test_a_log_of_any_length_goes_on_to_the_same_bytes(
    generations: int, torn: str, whole: dict[str, bytes], undisturbed: Path, tmp_path: Path
) -> None:
    """What a kill leaves behind: some whole lines, perhaps a torn one, and no result."""
    out = tmp_path / "out"
    begin(out)
    (out / UNCHECKED).unlink()
    lines = (undisturbed / GENERATIONS).read_text().splitlines(keepends=True)
    (out / GENERATIONS).write_text("".join(lines[: 1 + generations]) + torn)
    assert files(play(out, resume=True).path) == whole


def test_a_folder_without_a_log_goes_on_to_the_same_bytes(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    begin(out)
    (out / GENERATIONS).unlink()
    (out / UNCHECKED).unlink()
    assert files(play(out, resume=True).path) == whole


@contextmanager
def another_process(out: Path, until: Callable[[], bool]) -> Iterator[Any]:
    """A process that plays the small tuning and has come so far; killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.sim.tuning_fakes", str(out)],
        cwd=ROOT,
        env={**os.environ, "FAKE_SLEEP": "0.05"},
        stdin=subprocess.DEVNULL,
    )
    try:
        latest = time.monotonic() + LONGEST
        while not until():
            assert process.poll() is None
            assert time.monotonic() < latest
            time.sleep(0.002)
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=LONGEST)


def lines_of_log(out: Path) -> int:
    """How many lines the log has."""
    log = out / GENERATIONS
    return log.read_text().count("\n") if log.is_file() else 0


def test_killed_in_a_generation_goes_on_to_the_same_bytes(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with another_process(out, lambda: lines_of_log(out) >= 4):
        pass
    assert not (out / UNCHECKED).exists()
    assert files(play(out, resume=True).path) == whole


def test_killed_in_the_check_goes_on_to_the_same_bytes(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with another_process(out, lambda: (out / RUNS / "001-balanced" / MANIFEST).is_file()):
        pass
    assert not (out / TUNED).exists()
    assert not Run(out / RUNS / "001-balanced").is_finished
    assert files(play(out, resume=True, candidates=FAILING).path) == whole


def test_a_second_process_is_told_who_tunes(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with another_process(out, lambda: lines_of_log(out) >= 2) as process:
        who = rf"out: process {process.pid} on \S+, since 20\S+, is playing into this directory"
        for resume in (True, False):
            with pytest.raises(FolderError, match=who):
                play(out, resume=resume, force=not resume)
        assert process.poll() is None, "the first one plays on"
    assert files(play(out, resume=True).path) == whole


def test_stopped_in_the_check_goes_on_to_the_same_bytes(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    kept = (
        "stopped; all generations and 80 of 120 games of the check are kept, continue with --resume"
    )
    with pytest.raises(InterruptedRunError, match=kept):
        play(out, check=CHECK_STOPPED)
    with pytest.raises(FolderError, match="2 of 3 opponents of the check are played"):
        Tuning(out).check()
    assert files(play(out, resume=True, candidates=FAILING).path) == whole
    assert not litter(out)


def test_stopped_between_runs_and_while_results_are_written(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "out"
    for module, name, games in ((campaign, "run", 0), (tuning, "write_figures", 120)):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, pressed)
            words = f"all generations and {games} of 120 games of the check are kept, continue"
            with pytest.raises(InterruptedRunError, match=words):
                play(out, resume=True)
    assert files(play(out, resume=True).path) == whole


def test_generations_stay_if_the_check_fails(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(BadStrategyError, match="'greedy' in game 0"):
        play(out, check=CHECK_FAILING)
    assert files(play(out, resume=True, candidates=FAILING).path) == whole


def test_a_full_disk_is_told_and_the_tuning_goes_on(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    out = tmp_path / "out"
    for name in ("append", "write_text", "write_figures"):
        with monkeypatch.context() as patch:
            patch.setattr(tuning, name, full)
            words = f"{out}: the disk is full, the tuning can't be written; make room, then c"
            with pytest.raises(RunError, match=words):
                play(out, resume=True)
    assert files(play(out, resume=True).path) == whole


def test_resume_of_a_finished_one_plays_nothing(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = play(tmp_path / "out").path
    told: list[Progress] = []
    play(out, resume=True, candidates=FAILING, check=CHECK_FAILING, on_progress=told.append)
    assert {progress.played_now for progress in told} == {0}
    assert files(out) == whole


def test_lines_say_now_and_then_how_it_goes(tmp_path: Path) -> None:
    said: list[str] = []
    begin(tmp_path / "out", small(generations=23), on_note=said.append)
    assert [line.partition(":")[0] for line in said] == [
        "generation 10 of 23, against balanced",
        "generation 20 of 23, against random",
        "generation 23 of 23, against random",
    ]
    assert all("candidates win" in line and "spread 0." in line for line in said)


def test_another_seed_finds_other_weights(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = begin(tmp_path / "out", small(seed=2)).path
    assert (out / UNCHECKED).read_bytes() != whole[UNCHECKED]


def test_progress_is_one_for_generations_and_check(tmp_path: Path) -> None:
    told: list[Progress] = []
    play(tmp_path / "out", on_progress=told.append)
    games = [progress.games for progress in told]
    assert games == sorted(games)
    assert 7 * 4 * 4 == small().games_before_runs in games
    assert games[-1] == 7 * 4 * 4 + 3 * 40
    assert {progress.games_in_all for progress in told} == {7 * 4 * 4 + 3 * 40}
    assert told[-1].played_now == 7 * 4 * 4 + 3 * 40


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": "publisher"}, "start: publisher, was balanced"),
        ({"pool": ("random",)}, "pool: random, was balanced,random"),
        ({"generations": 8}, "generations: 8, was 7"),
        ({"population": 5}, "population: 5, was 4"),
        ({"games": 6}, "games: 6, was 4"),
        ({"check_games": 42}, "check-games: 42, was 40"),
        ({"sigma": 0.5}, "sigma: 0.5, was 0.6"),
        ({"sigma": 0.6000001}, "sigma: 0.6000001, was 0.6"),
        ({"self_play": 3}, "self-play: 3, was 2"),
        ({"only": ("gold",)}, "only: gold, was none"),
        ({"check": ()}, "check: none, was greedy"),
        ({"seed": 2}, "seed: 2, was 1"),
        ({"achievements": True}, "achievements: on, was off"),
    ],
)
def test_other_settings_are_refused_and_named(
    changes: dict[str, Any], words: str, undisturbed: Path
) -> None:
    with pytest.raises(FolderError, match=words):
        begin(undisturbed, small(**changes), resume=True)


def test_other_files_are_refused_and_named(
    tmp_path: Path, testbox_path: Path, undisturbed: Path
) -> None:
    with pytest.raises(FolderError, match=r"box: .*testbox"):
        begin(undisturbed, small(box=testbox_path), resume=True)
    mine, out = tmp_path / "mine.toml", tmp_path / "out"
    mine.write_text((ROOT / "strategies" / "trismegistus" / "balanced.toml").read_text())
    asked = small(start=str(mine), generations=1)
    begin(out, asked)
    mine.write_text(mine.read_text().replace("score = 1", "score = 1.0"))
    with pytest.raises(FolderError, match="another text"):
        begin(out, asked, resume=True)


def own_files(testbox_path: Path, folder: Path) -> dict[str, Any]:
    """Copies of box, variant and strategies, as a user has them, and a request that names them."""
    box = Path(shutil.copytree(testbox_path, folder / "box"))
    variant, start, pool = (folder / name for name in ("variant.toml", "mine.toml", "other.py"))
    variant.write_text('name = "Mine"\n\n[change.rules.numbers]\npotency_limit = 6\n')
    start.write_text((ROOT / "strategies" / "trismegistus" / "balanced.toml").read_text())
    pool.write_text((ROOT / TEMPLATE).read_text())
    return {"box": box, "variants": [variant], "start": str(start), "pool": (str(pool), "random")}


@pytest.mark.parametrize(
    ("candidates", "check", "backend"),
    [(STOPPED, FAKE, "loky"), (HILL, CHECK_STOPPED, "threads")],
    ids=["generations", "check"],
)
def test_copies_go_on_though_all_files_are_gone_or_changed(
    candidates: str, check: str, backend: str, testbox_path: Path, tmp_path: Path
) -> None:
    asked = small(**own_files(testbox_path, tmp_path))
    wanted = files(play(tmp_path / "undisturbed", asked).path)
    out = tmp_path / "out"
    with pytest.raises(InterruptedRunError):
        play(out, asked, candidates=candidates, check=check)
    shutil.rmtree(tmp_path / "box")
    (tmp_path / "variant.toml").unlink()
    (tmp_path / "mine.toml").write_text("nonsense")
    (tmp_path / "other.py").write_text("raise ValueError")
    assert files(go_on(out, jobs=2, backend=backend).path) == wanted


def test_a_box_that_is_spelled_otherwise_is_the_same(
    testbox_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    found = begin(out, small(generations=1, box=testbox_path)).path / UNCHECKED
    before = found.read_bytes()
    monkeypatch.chdir(testbox_path.parent)
    begin(out, small(generations=1, box=testbox_path.name), resume=True)
    assert found.read_bytes() == before


@pytest.mark.parametrize("what", ["trisim", "sources", "cmaes", "numpy"])
def test_other_sources_or_versions_are_refused(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = begin(tmp_path / "out", small(generations=1)).path
    now = tuning_log.played_with("trismegistus")
    monkeypatch.setattr(tuning_log, "played_with", lambda game: {**now, what: "another"})
    with pytest.raises(FolderError, match=rf"other .*{what}.* \(another\) than when"):
        begin(out, small(generations=1), resume=True)


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [lines[0], "nonsense", *lines[2:]],
        lambda lines: [lines[0], *lines[2:]],
        lambda lines: [*lines, lines[-1]],
        lambda lines: [lines[0], lines[1].replace('"balanced"', '"publisher"')],
        lambda lines: [lines[0], json.dumps({**json.loads(lines[1]), "fitness": [1.0]})],
    ],
)
def test_a_log_that_is_not_of_this_tuning_is_refused(damage: Any, tmp_path: Path) -> None:
    out = begin(tmp_path / "out", small(generations=2)).path
    lines = (out / GENERATIONS).read_text().splitlines()
    (out / GENERATIONS).write_text("\n".join(damage(lines)) + "\n")
    with pytest.raises(FolderError, match="can't be understood"):
        begin(out, small(generations=2), resume=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"population": 3}, "population 3"),
        ({"generations": 0}, "generations 0"),
        ({"games": 0}, "games 0"),
        ({"check_games": 0}, "check-games 0"),
        ({"players": 5}, "players 5"),
        ({"sigma": 0.0}, "sigma 0"),
        ({"sigma": 1e-5}, "sigma 1e-05: a number from 0.01"),
        ({"games": 2**39}, "7 generations of them are too many"),
        ({"sigma": float("nan")}, "sigma nan"),
        ({"self_play": -1}, "self-play -1"),
        ({"pool": ()}, "nobody is named"),
        ({"pool": ("random", "random")}, "named twice"),
        ({"check": ("random",)}, "met anyway"),
        ({"check": ("result",)}, "calls something else so"),
    ],
)
def test_settings_that_make_no_tuning_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        small(**changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": "random"}, "begins with a weights file, and this is compiled"),
        ({"start": "balanced:noise=0.1"}, "has no noise"),
        ({"start": "balanced:iterations=9"}, "it searches"),
        ({"start": "balansed"}, "did you mean 'balanced'"),
        ({"pool": ("tests/strategies/first.py",)}, "a class in Python plays too slowly"),
        ({"pool": ("balanced:iterations=5",)}, "it searches, too slowly"),
        ({"check": ("strategies/trismegistus/balanced.toml",)}, "it is balanced by its file"),
        ({"pool": ("master:noise=0.1",), "check": ("master",)}, "it is master:noise=0.1 by its"),
    ],
)
def test_players_that_make_no_tuning_are_refused(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(BadStrategyError, match=words):
        begin(tmp_path / "out", small(**changes))
    assert not (tmp_path / "out").exists()


def test_nothing_stays_of_a_tuning_that_fails_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadStrategyError, match="decision 7"):
        begin(tmp_path / "out", candidates=FAILING)
    assert not (tmp_path / "out").exists()


def test_force_replaces_a_tuning_and_nothing_else(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = begin(tmp_path / "out", small(seed=9)).path
    with pytest.raises(FolderError, match="there is a tuning already"):
        begin(out)
    assert files(play(out, force=True).path) == whole
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").touch()
    with pytest.raises(FolderError, match="holds other things"):
        begin(tmp_path / "other", force=True)


# ---------------------------------------------------------------- the result


def test_the_file_is_the_vector(undisturbed: Path) -> None:
    asked, numbers = small(), numbers_of(load("balanced", KIT))
    search = Search(asked, len(numbers))
    for each in Tuning(undisturbed).generations():
        search.tell(search.ask(), each.fitness)
    wanted = numbers.decode(search.result(), rounded=True)
    for name in (TUNED, UNCHECKED):
        found = load(str(undisturbed / name), KIT)
        zeros = dict.fromkeys(wanted.weights, (0.0, 0.0, 0.0))
        assert {**zeros, **found.weights} == wanted.weights
        assert found.judgement == wanted.judgement


def test_the_file_says_how_it_was_found(undisturbed: Path) -> None:
    text = (undisturbed / TUNED).read_text()
    for words in (
        "trisim tune balanced --game trismegistus --pool balanced,random --self-play 2",
        "--self-play 2 --generations 7 --population 4",
        "--games 4 --sigma 0.6 --players 2 --seed 1 --check greedy --check-games 40 --out DIR",
        f"Start: balanced ({load('balanced', KIT).digest[:8]})",
        "7 generations of 4 candidates",
        "never met: greedy",
        "met: random",
        "It is surely better than its start, balanced.",
    ):
        assert words in " ".join(text.replace("\n#", " ").split()), words
    assert str(undisturbed) not in text
    assert "Not checked yet" not in text


def test_the_check_is_made_of_ordinary_runs(undisturbed: Path) -> None:
    tuned = Tuning(undisturbed)
    assert names(undisturbed / "runs") == {"000-greedy", "001-balanced", "002-random"}
    assert [here.request.lineup for here in tuned.runs] == [
        ("result", "greedy"), ("result", "balanced"), ("result", "random")
    ]  # fmt: skip
    check = tuned.check()
    assert Tuning.read_result(undisturbed) == check
    assert [(each.strategy, each.met) for each in check.faced] == [
        ("greedy", False), ("balanced", True), ("random", True)
    ]  # fmt: skip
    assert (check.games, check.deals, check.par) == (120, 20, 0.5)
    assert check.against_start.win.estimate.family == 3


def test_a_file_is_written_as_the_shipped_ones_are(undisturbed: Path) -> None:
    """Same groups, same order, same comments: what is shipped comes back line by line."""
    shipped = (ROOT / "strategies" / "trismegistus" / "balanced.toml").read_text()
    text = tuned_text(load("balanced", KIT), Tuning(undisturbed).manifest)
    assert text.partition("\n[weights]")[2] == shipped.partition("\n[weights]")[2]


def test_a_file_keeps_the_search_numbers_of_its_start(undisturbed: Path) -> None:
    manifest = Tuning(undisturbed).manifest
    text = tuned_text(load("balanced:options=4:dice=3:trust=4", KIT), manifest)
    assert tomllib.loads(text)["search"] == {"options": 4, "dice": 3}
    assert "search" not in tomllib.loads(tuned_text(load("balanced", KIT), manifest))


def test_every_feature_has_its_chapter() -> None:
    by_chapter = chapters(load("balanced", KIT))
    found = [name for names in by_chapter.values() for name in names]
    assert len(found) == len(set(found))
    assert {*found, KIT.yardstick} == set(KIT.features)
    assert not by_chapter[OTHERS]


def test_a_request_comes_back_from_disk() -> None:
    asked = small(only=("gold",))
    assert typed(TuningRequest, json.loads(json.dumps(plain(asked)))) == asked
