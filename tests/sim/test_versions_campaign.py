"""Campaigns of several boxes: copies, common looks, more games, and deaths."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import polars as pl
import pytest

from tests.sim import version_fakes
from tests.sim.fakes import FAKE
from tests.sim.helpers import ROOT, litter, parquet, play, play_games, small
from tests.sim.version_fakes import (
    MOMENTS,
    Versions,
    asked,
    kept,
    play_versions,
    runs_of,
)
from trisim.sim.campaign import prepared_for
from trisim.sim.errors import FolderError
from trisim.sim.manifest import Stopped, read_manifest
from trisim.sim.plan import prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import extend, run, stop_after
from trisim.stats.sequence import looks


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return asked(tmp_path_factory.mktemp("given"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, given: dict[str, Any]) -> Path:
    return play_versions(tmp_path_factory.mktemp("whole") / "out", given).path


def test_each_version_has_its_box_and_all_have_the_same_deals(whole: Path) -> None:
    runs = runs_of(whole)
    seeds, boxes = [], []
    for each in runs:
        frame = each.table("games").collect()
        seeds.append(frame["seed"].to_list())
        boxes.append(frame["box"].cast(pl.String).unique().to_list())
        assert boxes[-1] == [each.manifest.box.digest[:8]]
    assert len(runs) == 3
    assert seeds[0] == seeds[1] == seeds[2]
    assert len({tuple(each) for each in boxes}) == 3
    names = [[variant.name for variant in each.manifest.variants] for each in runs]
    assert names == [[], ["gold"], ["dear"]]


def test_boxes_with_the_same_files_have_one_copy_and_all_variants(
    whole: Path, given: dict[str, Any]
) -> None:
    inputs = whole / "inputs"
    assert {path.name for path in inputs.iterdir()} == {"box", "strategies", "variants"}
    copies = {path.name: path.read_text() for path in (inputs / "variants").iterdir()}
    texts = [Path(path).read_text() for path in given["versions"]]
    assert copies == {"01-gold.toml": texts[0], "02-dear.toml": texts[1]}
    manifest = Versions(whole).manifest
    digests = {manifest.box.digest, *(each.box.digest for each in manifest.versions)}
    assert digests == {each.manifest.box.digest for each in runs_of(whole)}


def test_it_is_resumed_from_its_copies(tmp_path: Path, whole: Path) -> None:
    mine = asked(tmp_path, games=20)
    out = play_versions(tmp_path / "out", mine).path
    for path in mine["versions"]:
        path.unlink()
    play_versions(out, {"games": 40}, resume=True)
    assert kept(out) == kept(whole)
    files = [path for path in (out / "runs").rglob("*") if path.is_file()]
    before = [path.stat().st_mtime_ns for path in files]
    play_versions(out, {}, resume=True)
    assert [path.stat().st_mtime_ns for path in files] == before


@pytest.mark.parametrize("damage", ["box/rules.toml", "variants/02-dear.toml"])
def test_a_changed_copy_of_a_later_box_is_found(
    tmp_path: Path, given: dict[str, Any], damage: str
) -> None:
    out = play_versions(tmp_path / "out", {**given, "games": 4}).path
    path = out / "inputs" / damage
    text = path.read_text()
    path.write_text(text.replace("experiment_potency = ", "experiment_potency = 1"))
    if path.read_text() == text:
        path.write_text(text + "\n[change.rules.numbers]\nrounds = 2\n")
    with pytest.raises(FolderError, match="box of this run") as told:
        prepared_for(Versions, {}, out, resume=True)
    assert "\n" not in str(told.value)


def test_other_files_among_the_copies_are_not_replaced(
    tmp_path: Path, given: dict[str, Any]
) -> None:
    out = play_versions(tmp_path / "out", {**given, "games": 4}).path
    play_versions(out, {**given, "games": 8}, force=True)
    mine = out / "inputs" / "variants" / "mine.txt"
    mine.write_text("of mine")
    with pytest.raises(FolderError, match=r"mine\.txt: this is not of a comparison"):
        play_versions(out, {**given, "games": 4}, force=True)
    assert mine.read_text() == "of mine"


# ---------------------------------------------------------------- differences


@pytest.mark.parametrize(
    ("changes", "line"),
    [({"games": 20}, "games: 20, was 40"), ({"seed": 2, "games": 60}, "seed: 2, was 1")],
)
def test_other_settings_are_refused(
    whole: Path, given: dict[str, Any], changes: dict[str, Any], line: str
) -> None:
    before = kept(whole)
    with pytest.raises(FolderError) as told:
        play_versions(whole, {**given, **changes}, resume=True)
    assert [each.strip() for each in str(told.value).splitlines()[1:]] == [line]
    assert kept(whole) == before


def test_another_text_of_a_version_is_refused(tmp_path: Path) -> None:
    mine = asked(tmp_path, games=4)
    out = play_versions(tmp_path / "out", mine).path
    text = mine["versions"][1].read_text()
    mine["versions"][1].write_text(text.replace("= 2", "= 3"))
    with pytest.raises(FolderError, match=r"box: .*dear\.toml \(\w+\), was .*dear\.toml"):
        play_versions(out, {**mine, "games": 8}, resume=True)


def test_only_some_campaigns_can_be_extended(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Fixed(version_fakes.VersionsRequest):
        __slots__ = ()
        can_be_extended: ClassVar[bool] = False

    monkeypatch.setattr(Versions, "request_type", Fixed)
    with pytest.raises(FolderError, match="games: 60, was 40"):
        play_versions(whole, {"games": 60}, resume=True)


# ---------------------------------------------------------------- looks


def test_versions_are_looked_at_after_the_same_deals(tmp_path: Path, given: dict[str, Any]) -> None:
    Versions.looked.clear()
    out = play_versions(tmp_path / "out", {**given, "stop_at": 5}).path
    assert Versions.looked == [(look, [look] * 3) for look in looks(10) if look <= 6]
    for each in runs_of(out):
        manifest = each.manifest
        assert manifest.is_finished
        assert manifest.stopped is not None
        assert (manifest.stopped.parts, len(manifest.parts)) == (6, 6)
        assert len(list((each.path / "games").iterdir())) == 6
    assert not litter(out)


def test_what_never_is_enough_is_played_to_the_end(
    tmp_path: Path, whole: Path, given: dict[str, Any]
) -> None:
    Versions.looked.clear()
    out = play_versions(tmp_path / "out", {**given, "stop_at": 99}).path
    assert [look for look, _ in Versions.looked] == looks(10)[:-1]  # after the last all is there
    assert parquet(out) == parquet(whole)
    assert all(each.manifest.stopped is None for each in runs_of(out))


def test_a_campaign_that_has_stopped_stays_so(tmp_path: Path, given: dict[str, Any]) -> None:
    out = play_versions(tmp_path / "out", {**given, "stop_at": 2}).path
    before = kept(out)
    play_versions(out, {}, resume=True)
    assert kept(out) == before
    longer = play_versions(out, {"games": 60}, resume=True).path
    fresh = play_versions(tmp_path / "fresh", {**given, "stop_at": 2, "games": 60}).path
    assert kept(longer) == kept(fresh)


def test_progress_never_goes_back(tmp_path: Path, given: dict[str, Any]) -> None:
    told: list[tuple[int, int, int]] = []
    play_versions(
        tmp_path / "out",
        {**given, "stop_at": 99},
        on_progress=lambda here: told.append((here.games, here.played_now, here.games_in_all)),
    )
    assert told[-1] == (120, 120, 120)
    assert [games for games, _, _ in told] == sorted(games for games, _, _ in told)
    assert {in_all for _, _, in_all in told} == {120}


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
@pytest.mark.parametrize("how", MOMENTS)
def test_a_campaign_survives_its_death(tmp_path: Path, how: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.sim.version_fakes", str(tmp_path), how],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(MOMENTS[how])


# ---------------------------------------------------------------- one run


@pytest.mark.parametrize("games", [4, 10, 38])
def test_an_extended_run_is_the_longer_one(tmp_path: Path, games: int) -> None:
    """Also if its last part was shorter than the others, which is played again."""
    wanted = play(tmp_path / "whole", small(games=40))
    out = play(tmp_path / "run", small(games=games))
    extend(out, prepare(small(games=40)).request)
    assert read_manifest(out).status == "interrupted"
    assert len(Run(out).parts) == games // 4
    play(out, small(games=40), resume=True)
    assert parquet(out) == parquet(wanted)
    files = [[part.files for part in read_manifest(each).parts] for each in (out, wanted)]
    assert files[0] == files[1]


@pytest.mark.parametrize("game", ["summit", "expedition"])
def test_real_games_of_an_extended_run_are_those_of_the_longer_one(
    tmp_path: Path, game: str
) -> None:
    def asked_for(games: int) -> RunRequest:
        return RunRequest.of(game=game, players=2, games=games, part_games=4, lineup="random")

    wanted = play_games(tmp_path / "whole", asked_for(12))
    out = play_games(tmp_path / "run", asked_for(6))
    extend(out, prepare(asked_for(12)).request)
    play_games(out, asked_for(12), resume=True)
    assert parquet(out) == parquet(wanted)


def test_a_run_is_never_shortened(tmp_path: Path) -> None:
    out = play(tmp_path / "run", small(games=40))
    before = (out / "manifest.json").read_bytes()
    for games in (20, 40):
        extend(out, prepare(small(games=games)).request)
        assert (out / "manifest.json").read_bytes() == before
    extend(tmp_path / "nowhere", prepare(small()).request)
    assert not (tmp_path / "nowhere").exists()


def test_a_run_that_pauses_goes_on(tmp_path: Path) -> None:
    plan, out = prepare(small()), tmp_path / "run"
    wanted = parquet(play(tmp_path / "whole"))
    how = Execution(jobs=1, resume=True)
    for parts in (2, 2, 5):
        run(plan, out, how, play=FAKE, parts=parts)
        assert len(Run(out).parts) == parts
        assert not read_manifest(out).is_finished
        assert parquet(out).items() <= wanted.items()
    run(plan, out, how, play=FAKE, parts=10)
    assert read_manifest(out).is_finished
    assert parquet(out) == wanted


def test_a_run_that_is_told_to_stop_has_these_parts_only(tmp_path: Path) -> None:
    plan, out = prepare(small()), tmp_path / "run"
    how = Execution(jobs=1, resume=True)
    run(plan, out, how, play=FAKE, parts=6)
    stopped = Stopped(4, "seat", 0.1, 0.05, {})
    stop_after(out, stopped)
    manifest = read_manifest(out)
    assert (manifest.status, manifest.stopped, len(manifest.parts)) == ("finished", stopped, 4)
    assert len(list((out / "games").iterdir())) == 4
    assert not (out / ".receipts").exists()
    stop_after(out, Stopped(2, "seat", 0.1, 0.05, {}))  # it is over
    assert read_manifest(out) == manifest
    assert parquet(out).items() <= parquet(play(tmp_path / "whole")).items()
