"""The directory of a run: what a run may begin in, and what it leaves there."""

from __future__ import annotations

import errno
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.sim.fakes import RAISING
from tests.sim.helpers import litter, names, parquet, play, small
from trisim.sim import inputs
from trisim.sim.disk import unfinished_name
from trisim.sim.errors import BadStrategyError, FolderError
from trisim.sim.folder import Holds, what_holds
from trisim.sim.manifest import CREATING, read_manifest, write_manifest
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.run import Run


def test_a_finished_run_is_tidy(tmp_path: Path) -> None:
    out = play(tmp_path / "new" / "run", small(log="players"), command="trisim run …")
    assert names(out) == {"manifest.json", "inputs", "games", "players"}
    assert len(list((out / "games").iterdir())) == 10
    manifest = read_manifest(out)
    assert manifest.status == "finished"
    assert manifest.command == "trisim run …"
    assert manifest.games == 40
    assert [part.part for part in manifest.parts] == list(range(10))
    assert manifest.seconds > 0
    assert manifest.sittings[0].jobs == 1


def test_the_manifest_tells_people_what_it_is(tmp_path: Path) -> None:
    out = play(tmp_path / "run", small(seed=2**64 - 1))
    told = json.loads((out / "manifest.json").read_text())
    assert told["seed"] == 2**64 - 1
    assert told["games"] == 40
    assert told["box"]["source"] == "reference"
    assert set(told["libraries"]) == {"python", "numba", "numpy", "pyarrow"}
    part = told["parts"][3]
    assert (part["first_deal"], part["deals"], part["games"]) == (6, 2, 4)
    assert part["files"]["turns"]["rows"] == 4 * 36
    assert part["files"]["turns"]["bytes"] == (out / "turns/part-00003.parquet").stat().st_size


def test_no_name_is_mistaken_for_the_parts_of_a_manifest(tmp_path: Path) -> None:
    path = play(tmp_path / "run", small())
    asked = replace(read_manifest(path), command="PARTS", libraries={"PARTS": "PARTS"})
    write_manifest(path, asked)
    assert read_manifest(path) == asked


def test_an_empty_directory_is_used(tmp_path: Path) -> None:
    out = tmp_path / "empty"
    out.mkdir()
    assert play(out) == out
    link = tmp_path / "link"
    (tmp_path / "elsewhere").mkdir()
    link.symlink_to(tmp_path / "elsewhere")
    play(link)
    assert link.is_symlink()
    assert parquet(link) == parquet(out)


@pytest.mark.parametrize("how", [{}, {"force": True}, {"resume": True}])
def test_other_things_are_never_touched(tmp_path: Path, how: dict[str, Any]) -> None:
    out = tmp_path / "home"
    (out / "games").mkdir(parents=True)
    (out / "games" / "part-00000.parquet").write_text("mine")
    with pytest.raises(FolderError, match="holds other things than a run"):
        play(out, **how)
    assert names(out) == {"games"}
    assert (out / "games" / "part-00000.parquet").read_text() == "mine"


@pytest.mark.parametrize("force", [False, True])
def test_somebody_elses_manifest_is_no_run(tmp_path: Path, force: bool) -> None:
    out = tmp_path / "web"
    out.mkdir()
    (out / "manifest.json").write_text('{"name": "a web page"}')
    with pytest.raises(FolderError, match=r"manifest.json: can't be understood"):
        play(out, force=force)
    assert names(out) == {"manifest.json"}


def damaged(out: Path) -> Path:
    """A finished run whose manifest tells nothing."""
    play(out, small(cards=True, seed=2))
    (out / "manifest.json").write_text("{")
    return out


def test_force_replaces_a_run_whose_manifest_is_damaged(tmp_path: Path) -> None:
    out = damaged(tmp_path / "run")
    for resume in (False, True):
        with pytest.raises(FolderError, match=r"it isn't JSON.*replace it with --force"):
            play(out, resume=resume)
    play(out, force=True)
    assert read_manifest(out).is_finished
    assert parquet(out) == parquet(play(tmp_path / "fresh"))
    assert names(out) == names(tmp_path / "fresh")


@pytest.mark.parametrize(
    "name", ["notes.txt", "games/notes.txt", "cards/part-0.parquet", "inputs/notes.txt"]
)
def test_force_touches_nothing_if_other_things_lie_in_a_damaged_run(
    tmp_path: Path, name: str
) -> None:
    out = damaged(tmp_path / "run")
    before = parquet(out)
    (out / name).write_text("mine")
    with pytest.raises(FolderError, match=f"{name} isn't; name another directory") as told:
        play(out, force=True)
    assert told.value.exit_code == 2
    (out / name).unlink()
    assert parquet(out) == before


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    out = tmp_path / "file"
    out.write_text("mine")
    with pytest.raises(FolderError, match="exists and is not a directory"):
        play(out, force=True)
    with pytest.raises(FolderError, match=r"can't be written \(Not a directory\)"):
        play(out / "below")
    assert out.read_text() == "mine"


def test_a_run_is_not_overwritten_by_chance(tmp_path: Path) -> None:
    out = play(tmp_path / "run")
    before = parquet(out)
    with pytest.raises(FolderError, match="--resume continues it, --force replaces it") as told:
        play(out, small(seed=2))
    assert told.value.exit_code == 2
    assert parquet(out) == before
    assert not litter(out)


def test_force_replaces_a_run_and_nothing_else(tmp_path: Path) -> None:
    out = play(tmp_path / "run", small(cards=True, games=80))
    (out / "notes.txt").write_text("mine")
    (out / "cards" / "notes.txt").write_text("mine")
    play(out, small(seed=2), force=True)
    assert parquet(out) == parquet(play(tmp_path / "fresh", small(seed=2)))
    assert (out / "notes.txt").read_text() == (out / "cards" / "notes.txt").read_text() == "mine"


def test_what_a_killed_beginner_left_counts_as_nothing(tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    (out / ".lock").touch()
    unfinished_name(out / "inputs").mkdir()
    assert what_holds(out) is Holds.NOTHING
    play(out)
    text = (out / "manifest.json").read_text().replace('"finished"', f'"{CREATING}"', 1)
    (out / "manifest.json").write_text(text)
    assert what_holds(out) is Holds.NOTHING
    play(out)
    assert what_holds(out) is Holds.A_RUN
    assert not litter(out)


def test_a_run_that_can_not_begin_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = inputs.put

    def put(path: Path, data: bytes) -> None:
        if path.suffix == ".py":
            raise OSError(errno.ENOSPC, "No space left on device")
        copy(path, data)

    monkeypatch.setattr(inputs, "put", put)
    with pytest.raises(FolderError, match=r"run: can't be written \(No space left on device\)"):
        play(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_strategy_that_fails_at_once_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "run"
    one_part = small(part_games=40)
    with pytest.raises(BadStrategyError, match="at game 20"):
        play(out, one_part, play=RAISING)
    assert not out.exists()
    out.mkdir()
    with pytest.raises(BadStrategyError, match="at game 20"):
        play(out, one_part, play=RAISING)
    assert names(out) == set()
    play(out, one_part)
    assert read_manifest(out).is_finished


def test_a_strategy_that_fails_at_once_leaves_what_is_not_ours(tmp_path: Path) -> None:
    out = play(tmp_path / "run")
    (out / "notes.txt").write_text("mine")
    with pytest.raises(BadStrategyError, match="at game 20"):
        play(out, small(part_games=40), play=RAISING, force=True)
    assert names(out) == {"manifest.json", "notes.txt"}
    assert what_holds(out) is Holds.NOTHING
    play(out)
    assert (out / "notes.txt").read_text() == "mine"


def test_a_strategy_that_fails_when_a_run_goes_on_costs_nothing(tmp_path: Path) -> None:
    out = play(tmp_path / "run", small(part_games=40))
    (out / "games" / "part-00000.parquet").unlink()
    with pytest.raises(BadStrategyError, match="at game 20"):
        play(out, small(part_games=40), play=RAISING, resume=True)
    assert what_holds(out) is Holds.A_RUN


UNSPEAKABLE = """
class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("I won't say")

class Mine:
    def choose(self, view):
        raise Unspeakable
"""


@pytest.mark.parametrize("how", [{}, {"backend": "loky", "jobs": 2}])
def test_an_error_that_can_not_be_shown_is_the_strategys(
    tmp_path: Path, how: dict[str, Any]
) -> None:
    strategy = tmp_path / "mine.py"
    strategy.write_text(UNSPEAKABLE)
    request = small(games=2, lineup=str(strategy))
    with pytest.raises(BadStrategyError, match=r"strategy '.*mine.py' in game 0, seat") as told:
        play(tmp_path / "run", request, play=PLAY_BLOCK, **how)
    assert "fault of trisim" not in str(told.value)
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_directory_that_can_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FolderError, match=r"can't be written \(Permission denied\)"):
        play(tmp_path / "run")


# ---------------------------------------------------------------- links


@pytest.mark.parametrize("name", ["turns", "manifest.json", ".receipts", ".lock", "inputs"])
@pytest.mark.parametrize("how", [{"resume": True}, {"force": True}])
def test_nothing_is_written_or_removed_through_links(
    tmp_path: Path, name: str, how: dict[str, Any]
) -> None:
    out, elsewhere = play(tmp_path / "run"), tmp_path / "elsewhere"
    place = out / name
    if place.exists():
        place.rename(elsewhere)
    elif name == ".lock":
        elsewhere.write_text("precious")
    else:
        elsewhere.mkdir()
        (elsewhere / "part-00007.json").write_text("precious")
    place.symlink_to(elsewhere)
    before = content(elsewhere)
    with pytest.raises(FolderError, match=rf"{re.escape(str(place))}: this is a symbolic link"):
        play(out, **how)
    assert content(elsewhere) == before


def content(path: Path) -> dict[str, bytes]:
    """All files of a folder, or one."""
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    return {str(each): each.read_bytes() for each in files}


def test_a_part_that_is_a_link_is_refused(tmp_path: Path) -> None:
    out = play(tmp_path / "run")
    part = out / "games" / "part-00001.parquet"
    part.rename(tmp_path / "elsewhere")
    part.symlink_to(tmp_path / "elsewhere")
    assert Run(out).games.collect().height == 40, "it can be read"
    with pytest.raises(FolderError, match=r"part-00001.parquet: this is a symbolic link"):
        play(out, resume=True)
    assert (tmp_path / "elsewhere").is_file()


def test_the_directory_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "disk")
    play(tmp_path / "run")
    assert read_manifest(tmp_path / "disk").is_finished
