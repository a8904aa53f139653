"""Files that have changed since they were written: their rows are never given without a word."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import trisim
from tests.sim.helpers import play
from tests.small_run import small_run
from trisim.cli import main
from trisim.sim import verify
from trisim.sim.disk import checksum
from trisim.sim.receipts import table_file
from trisim.sim.run import Run
from trisim.sim.verify import DamagedFileError

OFFSETS = 12
"""Bits that are flipped in each file, besides those in the first and the last byte."""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the small run, to be damaged."""
    return Path(shutil.copytree(small_run().path, tmp_path / "copy"))


def command(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def flip(path: Path, offset: int = 100, bit: int = 0) -> None:
    """Flip a bit of a file; a second flip restores it."""
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))


@pytest.mark.parametrize("table", small_run().tables)
def test_no_flipped_bit_gives_rows(copied: Path, table: str) -> None:
    chance = random.Random(table)
    for path in Run(copied).files(table):
        size = path.stat().st_size
        for offset in [0, size - 1, *(chance.randrange(size) for _ in range(OFFSETS))]:
            bit = chance.randrange(8)
            flip(path, offset, bit)
            with pytest.raises(DamagedFileError, match=rf"{path.name}: this file is damaged; "):
                Run(copied).sql(f"select * from {table}")
            flip(path, offset, bit)
    assert Run(copied).sql(f"select * from {table}").height == small_run().rows(table)


def test_a_damaged_file_is_one_line_with_what_to_do(copied: Path) -> None:
    flip(copied / "players" / table_file(1))
    asked: list[list[str | Path]] = [
        ["sql", copied, "select avg(score) from Players"],
        ["replay", copied, "0"],
    ]
    for words in asked:
        result = command(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            f"trisim: {copied}/players/part-00001.parquet: this file is damaged; "
            f"'trisim run --out {copied} --resume' plays the part again, "
            f"'trisim audit {copied}' lists all that is damaged\n"
        )


def test_only_tables_that_are_read_are_checked(copied: Path) -> None:
    flip(copied / "turns" / table_file(0))
    assert command("sql", copied, "select * from games").exit_code == 0
    assert command("sql", copied).exit_code == 0
    assert command("sql", copied, "select * from games join turns using (game)").exit_code == 2


def test_no_verify_reads_files_as_they_are(copied: Path) -> None:
    changed = copied / "players" / table_file(0)
    flip(changed, 0)  # the magic number at the beginning, which polars doesn't look at
    assert command("sql", copied, "select * from players", "--no-verify").exit_code == 0
    assert command("replay", copied, "0", "--no-verify").exit_code == 0
    assert trisim.open(copied, verify=False).players.collect().height == small_run().rows("players")
    with pytest.raises(DamagedFileError):
        trisim.open(copied).to_pandas("players")


def test_a_file_that_was_cut_is_damaged(copied: Path) -> None:
    path = copied / "games" / table_file(1)
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(DamagedFileError, match="this file is cut off"):
        Run(copied).games.collect()


@pytest.mark.parametrize("verified", [True, False])
def test_a_pipe_in_place_of_a_file_is_not_read(copied: Path, verified: bool) -> None:
    path = copied / "games" / table_file(1)
    size = path.stat().st_size
    path.unlink()
    os.mkfifo(path)
    text = (copied / "manifest.json").read_text()
    (copied / "manifest.json").write_text(text.replace(f'"bytes": {size},', '"bytes": 0,'))
    run = Run(copied, verify=verified)
    assert run.missing_parts == [1]
    assert run.games.collect().height == small_run().rows("games") // 2
    assert verify.sound_parts(copied, run.recorded) == list(run.parts)


def test_a_link_to_a_file_is_read(copied: Path) -> None:
    path = copied / "games" / table_file(1)
    path.rename(copied.parent / "moved.parquet")
    path.symlink_to(copied.parent / "moved.parquet")
    assert Run(copied).games.collect().height == small_run().rows("games")


def test_files_are_read_once_in_a_process_unless_they_change(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []

    def counted(path: Path) -> str:
        looked.append(path)
        return checksum(path)

    monkeypatch.setattr(verify, "checksum", counted)
    for _ in range(2):
        assert Run(copied).games.collect().height
        assert sorted(path.name for path in looked) == [table_file(0), table_file(1)]
    flip(looked[0])
    with pytest.raises(DamagedFileError):
        Run(copied).games.collect()


def test_large_runs_say_what_takes_a_while(
    copied: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(verify, "LARGE", 1)
    assert command("sql", copied, "select count(*) from games").exit_code == 0
    assert caplog.messages == [f"trisim: comparing 0.0 GB of {copied} with their checksums"]


def test_files_that_are_not_read_again_take_no_while(
    copied: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Run(copied).files("games")
    monkeypatch.setattr(verify, "LARGE", 1)
    Run(copied).files("games")
    assert not caplog.messages
    Run(copied).files("players")
    assert len(caplog.messages) == 1


def test_resume_plays_a_damaged_part_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    out = play(tmp_path / "run")
    path = out / "turns" / table_file(3)
    before = path.read_bytes()
    flip(path, len(before) // 2)
    play(out, resume=True)
    assert path.read_bytes() == before
    assert f"{path} is damaged; its part is played again" in caplog.text


# ---------------------------------------------------------------- parts that are missing


def test_missing_parts_are_named_once(copied: Path, caplog: pytest.LogCaptureFixture) -> None:
    (copied / "turns" / table_file(1)).unlink()
    result = command("sql", copied, "select count(*) as n from games join players using (game)")
    assert result.exit_code == 0
    assert caplog.messages == [
        f"trisim: {copied}: 1 of 2 parts are missing or cut off (part-00001), and their games are "
        f"left out; 'trisim run --out {copied} --resume' plays the part again, "
        f"'trisim audit {copied}' lists all that is damaged"
    ]


def test_a_part_that_the_manifest_lost_is_missing(copied: Path) -> None:
    path = copied / "manifest.json"
    path.write_text(path.read_text().replace('"part": 1,', '"part": 7,'))
    assert Run(copied).missing_parts == [1]
