"""Saves are noticed, however an editor writes, and read when they are complete."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.campaigns.watch_helpers import Act, Editor
from trisim.campaigns import saved_files
from trisim.campaigns.saved_files import SavedFiles


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for file in made:
        file.write_text("a", encoding="utf-8")
    return made


def wait(files: list[Path], *acts: Act, settling: tuple[Act, ...] = ()) -> bool:
    return SavedFiles(files, Editor(list(acts), list(settling))).wait()


def nothing() -> None:
    """Do nothing for a moment."""


def test_a_save_is_noticed(files: list[Path]) -> None:
    assert wait(files, nothing, nothing, lambda: files[1].write_text("b"))


def test_it_ends_if_nothing_is_saved(files: list[Path]) -> None:
    assert not wait(files, nothing, nothing)


def test_a_save_with_the_same_content_is_noticed(files: list[Path]) -> None:
    assert wait(files, lambda: os.utime(files[0], ns=(1, 1)))


def test_other_content_is_noticed_whatever_the_time_says(files: list[Path]) -> None:
    before = files[0].stat()

    def write() -> None:
        files[0].write_text("b")
        os.utime(files[0], ns=(before.st_atime_ns, before.st_mtime_ns))

    assert wait(files, write)


def test_an_atomic_rename_is_noticed(files: list[Path]) -> None:
    def rename() -> None:
        other = files[0].with_suffix(".tmp")
        other.write_text("b")
        other.replace(files[0])

    assert wait(files, rename)


def test_it_waits_until_an_editor_has_finished(files: list[Path]) -> None:
    steps = (lambda: files[0].write_text("bb"), lambda: files[1].write_text("cc"))
    saved = SavedFiles(files, Editor([lambda: files[0].write_text("b")], list(steps)))
    assert saved.wait()
    assert [file.read_text() for file in files] == ["bb", "cc"]
    assert not saved.have_changed()


def test_it_waits_for_a_file_that_vanishes_for_a_moment(files: list[Path]) -> None:
    steps = (nothing, nothing, lambda: files[0].write_text("new"))
    saved = SavedFiles(files, Editor([files[0].unlink], list(steps)))
    assert saved.wait()
    assert files[0].read_text() == "new"
    assert not saved.have_changed()


def test_a_file_that_stays_away_is_no_longer_waited_for(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_files, "PATIENCE", 0.0)
    assert wait(files, files[0].unlink)


def test_a_folder_in_place_of_a_file_is_noticed(files: list[Path]) -> None:
    def swap() -> None:
        files[0].unlink()
        files[0].mkdir()

    assert wait(files, swap)


def test_with_the_usual_pause_a_real_save_is_noticed(files: list[Path]) -> None:
    saved = SavedFiles(files)
    files[0].write_text("b")
    assert saved.wait()
