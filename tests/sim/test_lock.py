"""The lock: two processes never play into one directory."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import threading
from pathlib import Path

import pytest

from tests.sim.helpers import parquet, play, small
from tests.sim.playing import kill, start, wait_for_parts
from trisim.sim.errors import FolderError
from trisim.sim.lock import LOCK, Lock, is_held, read_lock, still_holds


def test_a_second_process_is_told_who_plays(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = start(out)
    wait_for_parts(process, out, 1)
    who = rf"run: process {process.pid} on \S+, since 20\S+, is playing into this directory"
    for resume in (True, False):
        with pytest.raises(FolderError, match=who) as told:
            play(out, resume=resume, force=not resume)
        assert told.value.exit_code == 2
        assert "\n" not in str(told.value)
    assert process.poll() is None, "the first one plays on"
    kill(process, out)
    play(out, resume=True)
    assert parquet(out) == parquet(play(tmp_path / "undisturbed"))


def test_of_many_beginners_one_plays(tmp_path: Path) -> None:
    out = tmp_path / "run"
    refused: list[str] = []
    played: list[int] = []

    def begin(seed: int) -> None:
        try:
            play(out, small(seed=seed))
            played.append(seed)
        except FolderError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=begin, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(played) == 1
    assert len(refused) == 3
    assert parquet(out) == parquet(play(tmp_path / "alone", small(seed=played[0])))


def test_a_lock_that_is_only_looked_at_is_no_hindrance(tmp_path: Path) -> None:
    file = os.open(tmp_path / LOCK, os.O_RDWR | os.O_CREAT)
    fcntl.flock(file, fcntl.LOCK_EX)
    threading.Timer(0.06, os.close, [file]).start()
    with Lock(tmp_path):
        assert is_held(tmp_path)
    assert not is_held(tmp_path)


def test_taking_turns(tmp_path: Path) -> None:
    with Lock(tmp_path) as lock:
        holder = read_lock(tmp_path)
        assert holder is not None
        assert holder.pid == os.getpid()
        assert still_holds(tmp_path, lock.token)
        with pytest.raises(FolderError, match="is playing into this directory"):
            Lock(tmp_path).take()
        assert still_holds(tmp_path, lock.token)
    assert not still_holds(tmp_path, lock.token)
    with Lock(tmp_path) as other:
        assert not still_holds(tmp_path, lock.token)
        assert still_holds(tmp_path, other.token)
    assert list(tmp_path.iterdir()) == []


def test_the_file_of_a_killed_holder_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".lock").write_text('{"token": "gone", "pid": 1, "host": "here"}')
    with Lock(tmp_path) as lock:
        assert still_holds(tmp_path, lock.token)


def test_a_lock_on_a_file_that_was_just_removed_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock = fcntl.flock
    removed: list[bool] = []

    def slow_flock(file: int, how: int) -> None:
        if not removed:  # the holder before lets go, between opening and locking
            (tmp_path / ".lock").unlink()
            removed.append(True)
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", slow_flock)
    with Lock(tmp_path), pytest.raises(FolderError):
        Lock(tmp_path).take()


def test_a_file_system_without_locks_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_locks(file: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with caplog.at_level(logging.WARNING, "trisim"), Lock(tmp_path) as lock:
        assert still_holds(tmp_path, lock.token)
    assert "this file system has no locks" in caplog.text
