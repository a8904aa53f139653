"""Going on with a run: to the same bytes, and only with what it began with."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sim.fakes import BUGGY, HUNGRY, RAISING
from tests.sim.helpers import litter, parquet, play, small
from trisim.sim.disk import unfinished_name
from trisim.sim.errors import FolderError, RunError
from trisim.sim.folder import finished_parts
from trisim.sim.manifest import read_manifest
from trisim.sim.progress import Progress
from trisim.sim.receipts import RECEIPTS


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A run of which the first five parts are finished."""
    out = tmp_path / "stopped"
    with pytest.raises(RunError, match="at game 20"):
        play(out, play=RAISING)
    assert len(list((out / RECEIPTS).iterdir())) == 5
    assert read_manifest(out).status == "interrupted"
    return out


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of an undisturbed run."""
    return parquet(play(tmp_path_factory.mktemp("whole") / "run"))


def test_resume_finishes_to_the_same_bytes(stopped: Path, whole: dict[str, str]) -> None:
    told: list[Progress] = []
    play(stopped, resume=True, on_progress=told.append)
    assert parquet(stopped) == whole
    assert not litter(stopped)
    assert not (stopped / RECEIPTS).exists()
    assert (told[0].games, told[0].parts, told[0].played_now) == (20, 5, 0)
    assert (told[-1].games, told[-1].parts, told[-1].played_now) == (40, 10, 20)
    manifest = read_manifest(stopped)
    assert len(manifest.sittings) == 2
    assert [part.part for part in manifest.parts] == list(range(10))


def test_resume_of_nothing_begins(tmp_path: Path, whole: dict[str, str]) -> None:
    assert parquet(play(tmp_path / "run", resume=True)) == whole


def test_resume_of_a_finished_run_does_nothing(tmp_path: Path) -> None:
    out = play(tmp_path / "run")
    before = (out / "manifest.json").read_text()
    play(out, resume=True, play="nowhere:nobody")
    assert (out / "manifest.json").read_text() == before


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("damage", [Path.unlink, cut_in_half])
@pytest.mark.parametrize("finished", [True, False])
def test_damaged_parts_are_played_again(
    tmp_path: Path,
    stopped: Path,
    whole: dict[str, str],
    damage: Callable[[Path], None],
    finished: bool,
) -> None:
    out = play(tmp_path / "run") if finished else stopped
    damage(out / "players" / "part-00003.parquet")
    damage(out / "turns" / "part-00004.parquet")
    found = finished_parts(out, read_manifest(out))
    assert list(found) == [0, 1, 2] + ([5, 6, 7, 8, 9] if finished else [])
    play(out, resume=True)
    assert parquet(out) == whole
    assert read_manifest(out).is_finished


def test_a_folder_that_is_gone_is_made_again(stopped: Path, whole: dict[str, str]) -> None:
    shutil.rmtree(stopped / "rounds")
    play(stopped, resume=True)
    assert parquet(stopped) == whole


@pytest.mark.parametrize("text", ["", "{}", '{"run": "another"}', "[]", "\x00\x00"])
def test_receipts_that_tell_nothing_do_not_count(
    stopped: Path, whole: dict[str, str], text: str
) -> None:
    (stopped / RECEIPTS / "part-00002.json").write_text(text)
    assert 2 not in finished_parts(stopped, read_manifest(stopped))
    play(stopped, resume=True)
    assert parquet(stopped) == whole


def test_receipts_of_another_run_do_not_count(stopped: Path) -> None:
    path = stopped / RECEIPTS / "part-00002.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "run": "another"}))
    assert 2 not in finished_parts(stopped, read_manifest(stopped))


def test_strays_are_swept_out_and_other_files_kept(stopped: Path) -> None:
    stray = unfinished_name(stopped / "turns" / "part-00009.parquet")
    stray.write_text("half a part")
    (stopped / "turns" / "part-00099.parquet").write_text("no receipt")
    (stopped / "turns" / "notes.txt").write_text("mine")
    play(stopped, resume=True)
    assert not stray.exists()
    assert not (stopped / "turns" / "part-00099.parquet").exists()
    assert (stopped / "turns" / "notes.txt").read_text() == "mine"


# ---------------------------------------------------------------- other settings


def test_other_settings_are_refused_and_named(stopped: Path) -> None:
    before = parquet(stopped)
    with pytest.raises(FolderError, match="begun with other settings") as told:
        play(stopped, small(seed=2, achievements=True, games=60), resume=True)
    assert str(told.value).splitlines()[1:] == [
        "  games: 60, was 40",
        "  seed: 2, was 1",
        "  achievements: on, was off",
    ]
    assert told.value.exit_code == 2
    assert parquet(stopped) == before
    assert not litter(stopped)


def test_another_box_is_refused(tmp_path: Path, stopped: Path) -> None:
    variant = tmp_path / "dear.toml"
    variant.write_text("[change.rules.numbers]\npotency_limit = 6\n")
    with pytest.raises(
        FolderError, match=r"\n  box: reference,.*dear.toml \(\w{8}\), was reference"
    ):
        play(stopped, small(variants=[variant]), resume=True)


def test_another_strategy_is_refused(tmp_path: Path) -> None:
    strategy = tmp_path / "mine.py"
    text = "class Mine:\n    def choose(self, view):\n        return view.legal()[0]\n"
    strategy.write_text(text)
    request = small(lineup=f"{strategy},random", alchemists="chosen")
    with pytest.raises(RunError, match="at game 20"):
        play(tmp_path / "run", request, play=RAISING)
    strategy.write_text(text.replace("[0]", "[-1]"))
    with pytest.raises(FolderError, match=r"\n  strategy .*mine.py: another text \(\w{8}\), was"):
        play(tmp_path / "run", request, resume=True)


def test_other_rules_are_refused(stopped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trisim.sim.run_directory.rules_digest", lambda game: "0123456789")
    told = r"rules have changed since the run began \(trisim \S+, rules \w{8}\); .* --force$"
    with pytest.raises(FolderError, match=told) as error:
        play(stopped, small(seed=2), resume=True)
    assert "settings" not in str(error.value)
    assert "\n" not in str(error.value)


def test_other_libraries_are_only_warned_of(
    stopped: Path,
    whole: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    from trisim.sim.provenance import library_versions

    newer = {**library_versions(), "pyarrow": "999"}
    monkeypatch.setattr("trisim.sim.run_directory.library_versions", lambda: newer)
    with caplog.at_level(logging.WARNING, "trisim"):
        play(stopped, resume=True)
    assert "pyarrow 999, was" in caplog.text
    assert "numpy" not in caplog.text
    assert parquet(stopped) == whole


# ---------------------------------------------------------------- what stops a run


@pytest.mark.parametrize("how", [{"jobs": 1}, {"jobs": 2}, {"jobs": 2, "backend": "loky"}])
@pytest.mark.parametrize(
    ("player", "problem", "code"),
    [
        (RAISING, "strategy 'random' raised at game 20, seat 1, decision 7: ValueError", 2),
        (
            HUNGRY,
            "not enough memory to play part [0-9]; continue with fewer --jobs and --resume",
            1,
        ),
        (BUGGY, "ZeroDivisionError: no turns; this is a fault of trisim, .* games are kept", 1),
    ],
)
def test_whatever_stops_a_run_its_finished_parts_stay(
    tmp_path: Path, whole: dict[str, str], how: dict[str, Any], player: str, problem: str, code: int
) -> None:
    out = tmp_path / "run"
    with pytest.raises(RunError, match=problem) as told:
        play(out, play=player, **how)
    assert "\n" not in str(told.value)
    assert told.value.exit_code == code
    assert not litter(out)
    assert read_manifest(out).status == "interrupted"
    kept = parquet(out)
    assert kept.items() <= whole.items()
    assert len(kept) == 4 * len(list((out / RECEIPTS).iterdir()))
    play(out, resume=True, **how)
    assert parquet(out) == whole


def test_a_part_that_disappears_during_the_run_is_noticed(
    tmp_path: Path, whole: dict[str, str]
) -> None:
    out = tmp_path / "run"

    def vanish(progress: Progress) -> None:
        if progress.parts == 5:
            (out / "turns" / "part-00002.parquet").unlink(missing_ok=True)

    with pytest.raises(
        RunError, match=r"part-00002 have disappeared.*; resume to play it"
    ) as found:
        play(out, on_progress=vanish)
    assert found.value.exit_code == 1
    assert read_manifest(out).status == "interrupted"
    assert 2 not in finished_parts(out, read_manifest(out))
    play(out, resume=True)
    assert parquet(out) == whole
