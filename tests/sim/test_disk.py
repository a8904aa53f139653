"""Disks that are full or can't be written, for real: small file systems in memory."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sim.fakes import BULKY
from tests.sim.helpers import litter, parquet, play, small
from trisim.sim.disk import is_unfinished, unfinished_name, written_whole
from trisim.sim.errors import FolderError, RunError
from trisim.sim.folder import finished_parts
from trisim.sim.manifest import read_manifest


class Disk:
    """A small file system in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def mount(self, options: str) -> None:
        """Mount it, or mount it with other options."""
        mount = shutil.which("mount") or "/bin/mount"
        done = subprocess.run(
            [mount, "-t", "tmpfs", "-o", options, "tmpfs", str(self.path)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")

    def unmount(self) -> None:
        """Take it away."""
        subprocess.run([shutil.which("umount") or "umount", str(self.path)], check=False)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk of four megabytes."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has tmpfs")
    path = tmp_path / "disk"
    path.mkdir()
    made = Disk(path)
    made.mount("size=4m")
    yield made
    made.unmount()


@pytest.mark.parametrize("how", [{"jobs": 1}, {"jobs": 2}, {"jobs": 2, "backend": "loky"}])
def test_a_full_disk_stops_the_run_in_order(
    disk: Disk, tmp_path: Path, how: dict[str, Any]
) -> None:
    whole = parquet(play(tmp_path / "whole", play=BULKY))
    out = disk.path / "run"
    with pytest.raises(RunError, match=r"run: the disk is full, part \d") as told:
        play(out, play=BULKY, **how)
    assert told.value.exit_code == 1
    assert str(told.value).endswith("make room, then continue with --resume")
    assert "\n" not in str(told.value)
    assert not litter(out)
    kept = finished_parts(out, read_manifest(out))
    assert 1 <= len(kept) < 10
    assert parquet(out).items() <= whole.items()
    assert len(parquet(out)) == 4 * len(kept)

    with pytest.raises(RunError, match="the disk is full"):
        play(out, play=BULKY, resume=True, **how)
    assert finished_parts(out, read_manifest(out)).keys() >= kept.keys()

    disk.mount("remount,size=64m")
    play(out, play=BULKY, resume=True, **how)
    assert parquet(out) == whole


def test_a_disk_with_no_room_at_all(disk: Disk) -> None:
    (disk.path / "filler").write_bytes(bytes(4 << 20))
    with pytest.raises(FolderError, match=r"can't be written \(No space left on device\)"):
        play(disk.path / "run")
    assert not (disk.path / "run").exists()


def test_a_run_at_the_root_of_a_disk(disk: Disk, tmp_path: Path) -> None:
    play(disk.path)
    play(disk.path, small(seed=2), force=True)
    assert parquet(disk.path) == parquet(play(tmp_path / "run", small(seed=2)))


def test_a_disk_that_is_read_only(disk: Disk) -> None:
    out = play(disk.path / "run")
    before = parquet(out)
    disk.mount("remount,ro")
    for path in (out, disk.path / "new"):
        with pytest.raises(
            FolderError, match=r"can't be written \(Read-only file system\)"
        ) as told:
            play(path, small(seed=2), force=True)
        assert told.value.exit_code == 2
        assert "\n" not in str(told.value)
    assert parquet(out) == before


def test_files_appear_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "part-00000.parquet"
    with pytest.raises(IsADirectoryError), written_whole(path) as draft:
        (draft.write_text("half"), tmp_path.write_text("this raises"))
    assert list(tmp_path.iterdir()) == []
    with written_whole(path) as draft:
        draft.write_text("whole")
        assert is_unfinished(draft)
        assert not path.exists()
    assert path.read_text() == "whole"
    assert unfinished_name(path) != unfinished_name(path)
    assert not is_unfinished(path)
