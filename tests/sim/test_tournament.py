"""Tournaments: the same bytes however they come about, and nobody's files lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.sim.helpers import litter
from tests.sim.tournament_fakes import FIRST, LAST, LOOKER, RAISING, ROOT, STOPPED, play, small
from trisim.campaigns.tournament import RESULT, Tournament
from trisim.games.trismegistus.players.kit import KIT
from trisim.sim.campaign import play_campaign, prepared_for, run_name, slowest_first
from trisim.sim.campaign_folder import CAMPAIGN
from trisim.sim.errors import (
    BadStrategyError,
    FolderError,
    InterruptedRunError,
    RunError,
    SettingsError,
)
from trisim.sim.folder import RUNS
from trisim.sim.plan import loaded_players
from trisim.sim.progress import Progress
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.verify import DamagedFileError
from trisim.stats import ratings
from trisim.stats.standings import Standings

LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""

TWO = ("random", LOOKER)


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    """In the folder of the strategies; few repeats of the bootstrap are enough to be the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(ratings, "REPEATS", 30)
        yield


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", RESULT, "*.png", "*.svg")
    found = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def finished(folder: Path, **how: Any) -> dict[str, bytes]:
    """Play to the end, and all files of it."""
    play(folder, **how)
    return files(folder)


@pytest.fixture(scope="module")
def whole(here: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an undisturbed tournament."""
    return finished(tmp_path_factory.mktemp("whole") / "out")


# ---------------------------------------------------------------- what there is


def test_every_line_up_is_an_ordinary_run_over_the_same_deals(tmp_path: Path) -> None:
    played = play(tmp_path / "out")
    names = [path.name for path in sorted((tmp_path / "out" / RUNS).iterdir())]
    assert names == ["000-random-looker", "001-random-first", "002-looker-first"]
    runs = [Run(tmp_path / "out" / RUNS / name) for name in names]
    assert [here.request.lineup for here in runs] == [
        ("random", LOOKER), ("random", FIRST), (LOOKER, FIRST)
    ]  # fmt: skip
    assert {(here.request.seed, here.request.deals) for here in runs} == {(1, 150)}
    assert all(here.tables == ("games", "players") for here in runs)
    assert [here.path for here in played.runs] == [here.path for here in runs]


def test_standings_find_who_is_stronger(whole: dict[str, bytes], tmp_path: Path) -> None:
    played = play(tmp_path / "out")
    found = played.standings()
    assert isinstance(found, Standings)
    assert [each.strategy for each in found.strategies] == ["first", "looker", "random"]
    assert (found.games, found.deals, found.lineups) == (900, 150, 3)
    assert [(each.better, each.worse) for each in found.dominated][:1] == [("first", "looker")]
    assert Tournament.read_result(tmp_path / "out") == found
    assert files(tmp_path / "out") == whole


def test_runs_that_are_damaged_or_incomplete_give_no_standings(tmp_path: Path) -> None:
    played = play(tmp_path / "out")
    path = played.runs[0].files("players")[0]
    before = path.read_bytes()
    path.write_bytes(before[:-9] + bytes([before[-9] ^ 1]) + before[-8:])
    with pytest.raises(DamagedFileError, match=r"players/part-00000.parquet: this file is damaged"):
        played.standings()
    path.unlink()
    with pytest.raises(FolderError, match="2 of 3 line-ups are played; continue with --resume"):
        played.standings()


def test_places_are_those_of_the_tables(tmp_path: Path) -> None:
    """Figures by place of the line-up are those by the column that names the strategy."""
    asked = small(players=3, games=60)
    played = play(tmp_path / "out", asked)
    table = pl.concat([here.players for here in played.runs]).group_by("strategy")
    means = table.agg(pl.col("win").mean(), pl.col("score").mean(), pl.len()).collect()
    found = played.standings()
    assert isinstance(found, Standings)
    for each in found.strategies:
        row = means.filter(strategy=each.spec)
        assert each.win.value == pytest.approx(row["win"].item(), abs=1e-6)
        assert each.score.value == pytest.approx(row["score"].item())
        assert each.win.n == row["len"].item()


def test_duels_and_chosen_alchemists_have_the_same_deals(tmp_path: Path) -> None:
    """Line-ups that repeat themselves have fewer rotations, but the same deals."""
    asked = small(strategies=TWO, players=4, games=40, alchemists="chosen")
    found = play(tmp_path / "out", asked).standings()
    games = [here.request.games for here in Tournament(tmp_path / "out").runs]
    assert sorted(games) == [20, 40, 40, 40]
    assert (found.deals, found.games) == (10, 140)


# ---------------------------------------------------------------- the same bytes


def test_number_of_jobs_changes_nothing(whole: dict[str, bytes], tmp_path: Path) -> None:
    assert finished(tmp_path / "out", jobs=2) == whole


@pytest.mark.parametrize("play_block", [RAISING, STOPPED])
def test_stopped_between_line_ups_goes_on_to_the_same_bytes(
    play_block: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(RunError):
        play(out, play=play_block)
    assert len(list(Tournament(out).begun())) >= 2
    with pytest.raises(FolderError, match="line-ups are played"):
        Tournament(out).standings()
    assert finished(out, resume=True) == whole
    assert not litter(out)


def test_killed_in_a_line_up_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    out, undisturbed = tmp_path / "out", tmp_path / "undisturbed"
    asked = small(strategies=TWO, format="duel", players=3)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.sim.tournament_fakes", str(out)],
        cwd=ROOT,
        env={**os.environ, "FAKE_SLEEP": "0.02"},
        stdin=subprocess.DEVNULL,
    )
    until = time.monotonic() + LONGEST
    second = out / RUNS / run_name(1, "looker", "random", "random") / ".receipts"
    while not list(second.glob("part-*.json")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=LONGEST)
    assert not list(out.glob("*.parquet"))
    assert finished(out, request=asked, resume=True) == finished(undisturbed, request=asked)


def test_resume_of_a_finished_one_plays_nothing(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    finished(out)
    told: list[Progress] = []
    assert finished(out, resume=True, on_progress=told.append) == whole
    assert {progress.played_now for progress in told} == {0}


def test_progress_is_one_for_all_line_ups(tmp_path: Path) -> None:
    told: list[Progress] = []
    play(tmp_path / "out", on_progress=told.append)
    games = [progress.games for progress in told]
    assert games == sorted(games)
    assert games[-1] == 900
    assert {progress.games_in_all for progress in told} == {900}
    assert told[-1].played_now == 900


def test_those_who_think_most_play_first() -> None:
    specs = ("random", FIRST, "balanced:iterations=2", "balanced:iterations=9")
    players = loaded_players(specs, KIT)
    a_little, much = list(players)[2:]
    lineups = [
        *(("random", "random"), ("random", FIRST), ("random", a_little)),
        *(("random", much), (a_little, a_little)),
    ]
    runs = {
        str(number): RunRequest.of(players=2, games=2, lineup=",".join(lineup))
        for number, lineup in enumerate(lineups)
    }
    assert slowest_first(runs, players) == ["3", "4", "2", "1", "0"]


def test_interrupted_says_how_much_of_all_is_kept(tmp_path: Path) -> None:
    with pytest.raises(
        InterruptedRunError, match="600 of 900 games are kept, continue with --resume"
    ):
        play(tmp_path / "out", play=STOPPED)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"strategies": TWO}, r"strategies: random,.*looker.py, was random,.*first.py"),
        ({"players": 3}, "players: 3, was 2"),
        ({"games": 302}, "games: 302, was 300"),
        ({"seed": 2}, "seed: 2, was 1"),
        ({"format": "duel"}, "format: duel, was mixed"),
        ({"log": "turns"}, "log: turns, was players"),
        ({"achievements": True}, "achievements: on, was off"),
    ],
)
def test_other_settings_are_refused_and_named(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    play(out)
    before = files(out)
    with pytest.raises(FolderError, match=words):
        play(out, small(**changes), resume=True)
    assert files(out) == before


def test_another_text_of_a_strategy_is_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text((ROOT / LOOKER).read_text())
    asked = small(strategies=("random", str(mine)))
    play(tmp_path / "out", asked)
    mine.write_text(mine.read_text() + "\n# changed\n")
    with pytest.raises(FolderError, match=r"strategy .*mine.py: another text"):
        play(tmp_path / "out", asked, resume=True)


def test_copies_of_strategies_go_on_though_a_file_is_changed(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text((ROOT / LOOKER).read_text())
    asked = small(strategies=("random", str(mine)))
    before = finished(tmp_path / "out", request=asked)
    mine.unlink()
    out = tmp_path / "out"
    (out / RESULT).unlink()
    prepared = prepared_for(Tournament, {}, out, resume=True)
    execution = Execution(jobs=1, backend="threads", resume=True)
    play_campaign(Tournament, prepared, out, execution)
    assert files(out) == before


def test_a_copied_box_goes_on_though_it_is_changed(testbox_path: Path, tmp_path: Path) -> None:
    box, out = Path(shutil.copytree(testbox_path, tmp_path / "box")), tmp_path / "out"
    before = finished(out, request=small(strategies=TWO, box=box))
    shutil.rmtree(box)
    (out / RESULT).unlink()
    prepared = prepared_for(Tournament, {}, out, resume=True)
    play_campaign(Tournament, prepared, out, Execution(jobs=1, backend="threads", resume=True))
    assert files(out) == before


def test_another_box_is_refused(testbox_path: Path, tmp_path: Path) -> None:
    play(tmp_path / "out")
    with pytest.raises(FolderError, match=r"box: .*testbox .*, was reference"):
        play(tmp_path / "out", small(box=testbox_path), resume=True)


def test_a_second_one_needs_force(tmp_path: Path) -> None:
    out = tmp_path / "out"
    play(out)
    with pytest.raises(FolderError, match="there is a tournament already"):
        play(out)
    play(out, small(strategies=TWO), force=True)
    assert [path.name for path in (out / RUNS).iterdir()] == ["000-random-looker"]


def test_force_leaves_what_is_not_ours(tmp_path: Path) -> None:
    out = tmp_path / "out"
    play(out)
    note = out / RUNS / "000-random-looker" / "notes.txt"
    note.write_text("mine")
    with pytest.raises(FolderError, match=r"notes.txt: this is not of a tournament"):
        play(out, force=True)
    assert note.read_text() == "mine"


def test_nothing_is_written_through_links(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out" / RUNS).symlink_to(tmp_path / "elsewhere")
    (tmp_path / "out" / CAMPAIGN).write_text("{}")
    with pytest.raises(FolderError, match="runs: this is a symbolic link"):
        play(tmp_path / "out", force=True)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError, match="holds other things"):
        play(tmp_path, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_mistakes_leave_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(BadStrategyError, match="no strategy 'rondom'"):
        play(out, small(strategies=("random", "rondom")))
    with pytest.raises(SettingsError, match="no alchemist 'nobody'"):
        play(out, small(alchemists="nobody,newton"))
    with pytest.raises(BadStrategyError, match="raised at game 3"):
        play(out, small(strategies=LAST), play=RAISING)
    assert not out.exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"strategies": ("random",)}, "2 to 24"),
        ({"strategies": tuple(f"s{i}" for i in range(25))}, "2 to 24"),
        ({"strategies": ("random", "random")}, "random is named twice"),
        ({"format": "swiss"}, "mixed or duel"),
        ({"log": "all"}, "players or turns"),
        ({"players": 5}, "players 5"),
        ({"games": 0}, "games 0"),
    ],
)
def test_settings_that_make_no_tournament(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        small(**changes)


def test_damaged_settings_are_told(tmp_path: Path) -> None:
    (tmp_path / CAMPAIGN).write_text("{")
    with pytest.raises(FolderError, match="can't be understood"):
        Tournament(tmp_path)


def test_names_are_short_unless_two_were_alike() -> None:
    asked = small(strategies=("a/x.py", "b/x.py", "b/y.toml:gold=2"))
    assert asked.names == ("a/x.py", "b/x.py", "y:gold=2")
    assert run_name(0, *asked.names) == "000-a_x.py-b_x.py-y_gold=2"
