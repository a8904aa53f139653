"""``trisim runs``: what it lists, and what it deletes or refuses to."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.sim.helpers import play, small
from trisim.cli import main
from trisim.sim.campaign_folder import CAMPAIGN
from trisim.sim.catalog import COMPLETE, DAMAGED, UNFINISHED, UNREADABLE, catalog
from trisim.sim.lock import Lock
from trisim.sim.manifest import INTERRUPTED, MANIFEST, read_manifest, write_manifest


def runs(*args: object) -> Result:
    return CliRunner().invoke(main, ["runs", *map(str, args)])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def small_run(out: Path) -> Path:
    """A run of four games in two parts."""
    return play(out, small(games=4, part_games=2))


def campaign(folder: Path) -> Path:
    """A tournament with a run, whose request can't be read."""
    small_run(folder / "runs" / "000-a-b")
    (folder / CAMPAIGN).write_text('{"kind": "tournament", "results": []}')
    return folder


def refused(said: str, *args: object) -> None:
    """Nothing is deleted, and one line says why."""
    result = runs("delete", "--yes", *args)
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_word_before_folders_is_a_command(here: Path) -> None:
    small_run(here / "runs" / "a")
    result = runs("delet", "runs/a")
    assert result.exit_code == 2
    assert "did you mean 'delete'?" in result.stderr
    assert "there is no such folder" in runs("nowhere").stderr
    assert "runs/a" in runs("runs", "runs/a").stdout


# ---------------------------------------------------------------- the list


def test_runs_are_listed_with_status_games_and_size(here: Path) -> None:
    small_run(here / "runs" / "a")
    result = runs()
    assert result.exit_code == 0
    (line,) = [line for line in result.output.splitlines() if "runs/a" in line]
    assert line.split()[:4] == ["runs/a", "run", "complete", "4"]
    assert line.rstrip().endswith("now")
    assert result.output.splitlines()[-1].startswith("1 folder, ")


def test_a_run_below_two_named_folders_is_listed_once(here: Path) -> None:
    small_run(here / "runs" / "a")
    assert runs("runs", "runs/a").output.splitlines()[-1].startswith("1 folder, ")


def test_the_status_of_a_run(here: Path) -> None:
    for name in ("complete", "cut", "killed", "other"):
        small_run(here / "deep" / name)
    next(here.glob("deep/cut/games/*.parquet")).write_bytes(b"")
    manifest = read_manifest(here / "deep" / "killed")
    write_manifest(here / "deep" / "killed", manifest.with_parts({}))
    (here / "deep" / "other" / MANIFEST).write_text("{")
    found = {entry.path.name: entry.state for entry in catalog(here)}
    assert found["complete"].status == COMPLETE
    assert found["cut"].status == DAMAGED
    assert "1 of its parts" in found["cut"].why
    assert found["other"].status == UNREADABLE
    assert found["killed"].status == DAMAGED


def test_an_unfinished_run_says_of_how_many_games(here: Path) -> None:
    small_run(here / "runs" / "a")
    manifest = read_manifest(here / "runs" / "a")
    first = {0: manifest.parts[0]}
    stopped = replace(manifest, status=INTERRUPTED).with_parts(first)
    write_manifest(here / "runs" / "a", stopped)
    (entry,) = catalog(here)
    assert (entry.state.status, entry.state.games) == (UNFINISHED, 2)
    assert "2 of 4" in runs().output


def test_a_campaign_is_one_entry(here: Path) -> None:
    campaign(here / "tournaments" / "first")
    (entry,) = catalog(here)
    assert (entry.path.name, entry.kind, entry.state.games) == ("first", "tournament", 4)


def test_other_folders_are_no_runs_and_links_are_not_followed(here: Path) -> None:
    small_run(here / "elsewhere" / "a")
    (here / "runs" / "site" / "games").mkdir(parents=True)
    (here / "runs" / "site" / MANIFEST).write_text('{"name": "a web page"}')
    (here / "runs" / "link").symlink_to(here / "elsewhere")
    assert not list(catalog(here / "runs"))
    assert "There are no runs in" in runs().output
    assert runs("nowhere").exit_code == 2


# ---------------------------------------------------------------- deleting


def test_a_run_is_deleted_and_nothing_beside_it(here: Path) -> None:
    small_run(here / "runs" / "a")
    small_run(here / "runs" / "b")
    result = runs("delete", "runs/a", "--yes")
    assert result.exit_code == 0, result.output
    assert [path.name for path in (here / "runs").iterdir()] == ["b"]


def test_damaged_runs_and_campaigns_can_be_deleted(here: Path) -> None:
    small_run(here / "a")
    (here / "a" / MANIFEST).write_text("{")
    campaign(here / "first")
    assert runs("delete", "a", "first", "--yes").exit_code == 0
    assert not list(here.iterdir())


def test_what_is_no_run_is_never_deleted(here: Path) -> None:
    small_run(here / "a")
    (here / "a" / "notes.txt").touch()
    (here / "link").symlink_to(here / "a")
    (here / "other").mkdir()
    campaign(here / "first")
    refused("it holds other things than a run, such as notes.txt", "a")
    refused("this is a link", "link/")
    refused("this is no run, so nothing is deleted", "other")
    refused("there is no such folder", "nothing")
    refused("this belongs to the tournament", "first/runs/000-a-b")
    refused("this is no run", ".", "first")
    assert {path.name for path in here.iterdir()} == {"a", "link", "other", "first"}


@pytest.mark.parametrize("name", ["strategies/notes.txt", "box/notes.txt", "variants/01-a/b.toml"])
def test_a_file_of_the_users_among_the_inputs_is_kept(here: Path, name: str) -> None:
    own = small_run(here / "a") / "inputs" / name
    own.parent.mkdir(parents=True, exist_ok=True)
    own.touch()
    refused(f"such as inputs/{'/'.join(name.split('/')[:2])}; move", "a")
    (here / "a" / MANIFEST).write_text("{")
    refused("it holds other things than a run", "a")
    assert own.exists()


def test_copies_of_strategies_and_variants_are_deleted_with_a_run(
    here: Path, testbox_path: Path
) -> None:
    Path("own.py").write_text("class Own:\n    def choose(self, view): return view.legal()[0]\n")
    Path("rich.toml").write_text('name = "Rich"\n[change.rules.numbers]\npoints_per_gold = 2\n')
    args = ["--strategy", "own.py", "--variant", "rich.toml", "--box", str(testbox_path)]
    args += ["--players", "2", "--games", "2", "--jobs", "1", "--quiet"]
    for out in ("a", "b"):
        assert CliRunner().invoke(main, ["run", *args, "--out", out]).exit_code == 0
    (here / "a" / "inputs" / "strategies" / "02-notes.txt").touch()
    refused("such as inputs/strategies/02-notes.txt; move", "a")
    (here / "a" / "inputs" / "strategies" / "02-notes.txt").unlink()
    (here / "b" / MANIFEST).write_text("{")
    assert runs("delete", "a", "b", "--yes").exit_code == 0
    assert {path.name for path in here.iterdir()} == {"own.py", "rich.toml"}


def test_links_on_the_way_to_a_run_are_followed(here: Path) -> None:
    for name in ("a", "elsewhere/a"):
        small_run(here / name)
    (here / "elsewhere" / "deep").mkdir()
    (here / "link").symlink_to(here / "elsewhere" / "deep")
    campaign(here / "first")
    (here / "linked").symlink_to(here / "first" / "runs")
    refused("this belongs to the tournament", "linked/000-a-b")
    refused("this is no run", "link/..")
    assert runs("delete", "link/../a", "--yes").exit_code == 0
    assert (here / "a").exists()
    assert not (here / "elsewhere" / "a").exists()


def test_a_run_that_is_being_played_is_not_deleted(here: Path) -> None:
    small_run(here / "a")
    with Lock(here / "a"):
        assert "running" in runs("a").output
        refused("a process is playing into this directory", "a")
    assert (here / "a" / MANIFEST).is_file()


def test_files_behind_links_in_a_run_stay(here: Path) -> None:
    (here / "kept").mkdir()
    (here / "kept" / "part-00000.parquet").touch()
    small_run(here / "a")
    shutil.rmtree(here / "a" / "turns")
    (here / "a" / "turns").symlink_to(here / "kept")
    assert runs("delete", "a", "--yes").exit_code == 0
    assert [path.name for path in here.rglob("*")] == ["kept", "part-00000.parquet"]


def test_a_deletion_that_is_stopped_leaves_no_run(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(folder: Path) -> None:
        raise KeyboardInterrupt

    small_run(here / "a")
    monkeypatch.setattr("trisim.sim.deletion.shutil.rmtree", stop)
    assert runs("delete", "a", "--yes").exit_code == 130
    (entry,) = catalog(here)
    assert (entry.kind, entry.state.status) == ("remains", DAMAGED)
    assert not list(here.rglob(MANIFEST))
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert runs("delete", entry.path, "--yes").exit_code == 0
    assert not list(here.iterdir())


def test_without_a_terminal_it_wants_yes(here: Path) -> None:
    small_run(here / "a")
    result = runs("delete", "a")
    assert result.exit_code == 2
    assert "add --yes" in result.stderr
    assert (here / "a" / MANIFEST).is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
@pytest.mark.parametrize(("answer", "stays"), [(b"n\n", True), (b"\n", True), (b"y\n", False)])
def test_on_a_terminal_it_asks(here: Path, answer: bytes, stays: bool) -> None:
    small_run(here / "a")
    leader, follower = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-m", "trisim", "runs", "delete", "a"]
    process = subprocess.Popen(command, stdin=follower, stdout=subprocess.PIPE, env=env)
    os.write(leader, answer)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Delete this folder? [y/N] " in said
    assert (here / "a").exists() is stays
