"""Sweeps: points and curves, planted effects and nulls, the same bytes however they come about."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import trisim
from tests.campaigns.sweep_fakes import DAYS, STOPPED, play, small
from tests.installed import ROOT, environment
from tests.sim.helpers import litter
from trisim.campaigns.sweep import Sweep
from trisim.campaigns.sweep_request import SweepRequest
from trisim.documents import plain, typed
from trisim.games.trismegistus.box.box import Box
from trisim.sim.campaign import Prepared, prepare_campaign, prepared_for
from trisim.sim.campaign_folder import CAMPAIGN
from trisim.sim.errors import FolderError, InterruptedRunError, RunError, SettingsError
from trisim.sim.folder import RUNS
from trisim.sim.inputs import INPUTS
from trisim.stats.fair import FAIR
from trisim.stats.sweep import SweepFindings, SweptMeasure

LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""

WITH_TARGET = {"targets": "score.mean=20"}
PARTS = ("*.parquet", "sweep.json", "sweep.html")


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    found = sorted(path for kind in PARTS for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def measure(found: SweepFindings, name: str) -> SweptMeasure:
    return next(each for each in found.measures if each.measure == name)


def prepared(*settings: str, **changes: Any) -> Prepared[SweepRequest]:
    return prepare_campaign(small(settings=settings, **changes))


def words(campaign: Prepared[SweepRequest]) -> list[str]:
    return [point.words for point in campaign.request.design(campaign.box).described]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An undisturbed sweep."""
    return play(tmp_path_factory.mktemp("whole") / "out", small(**WITH_TARGET)).path


# ---------------------------------------------------------------- points


def test_a_grid_has_all_combinations_and_the_printed_point_first() -> None:
    campaign = prepared("rules.hand=0..2", "climbers.guide.grip=0,1")
    assert words(campaign) == [
        "printed",
        "rules.hand=0, guide.grip=0",
        "rules.hand=0",
        "guide.grip=0",
        "rules.hand=2, guide.grip=0",
        "rules.hand=2",
    ]
    boxes: list[Any] = [campaign.boxes.get(name, campaign.box) for name in campaign.runs]
    grips = [box.climbers["guide"].grip for box in boxes]
    assert grips == [1, 0, 1, 0, 0, 1]
    lines = campaign.request.design(campaign.box).lines
    assert [(line.others, line.points) for line in lines] == [
        ("guide.grip=0", (1, 3, 4)), ("guide.grip=1", (2, 0, 5))
    ]  # fmt: skip


def test_one_at_a_time_each_setting_is_alone() -> None:
    campaign = prepared("rules.hand=0..2", "climbers.guide.grip=0,1", one_at_a_time=True)
    assert words(campaign) == ["printed", "rules.hand=0", "rules.hand=2", "guide.grip=0"]
    lines = campaign.request.design(campaign.box).lines
    assert [line.points for line in lines] == [(1, 0, 2), (3, 0)]


def test_a_printed_value_that_is_not_among_the_values_is_the_base() -> None:
    campaign = prepared("rules.hand=2,3")
    assert words(campaign) == ["printed", "rules.hand=2", "rules.hand=3"]
    (setting,) = campaign.request.design(campaign.box).settings
    assert (setting.printed, setting.values, setting.has_printed) == (1, (1, 2, 3), False)
    assert any("is not among the values" in line for line in Sweep.plan_lines(campaign))


def test_all_points_have_the_same_deals_in_the_same_parts() -> None:
    campaign = prepared("rules.hand=0..2", "option.winter=on,off", "strategy.noise=0,0.5")
    runs = list(campaign.runs.values())
    assert len(runs) == 12
    for name in ("seed", "deals", "part_games", "roles", "players", "log"):
        assert len({getattr(each, name) for each in runs}) == 1, name
    assert {each.options.winter for each in runs} == {False, True}
    assert {each.lineup[0] for each in runs} == {"random", "random:noise=0.5"}
    assert set(campaign.request.specs) == {"random", "random:noise=0", "random:noise=0.5"}


def test_a_card_is_changed_one_number_at_a_time() -> None:
    campaign = prepare_campaign(small(settings=(), card="porter"))
    assert words(campaign) == [
        "printed", "porter.grip=1", "porter.grip=2", "porter.grip=3",
        "porter.extra_cards=0", "porter.extra_cards=1", "porter.extra_cards=2",
    ]  # fmt: skip


def test_texts_are_points(testbox: Box, testbox_path: Path) -> None:
    given: dict[str, Any] = {
        "settings": {"board.start.fourth": ["gold", "2 gold"]},
        "game": "trismegistus",
        "box": testbox_path,
        "strategy": "random",
        "games": 4,
    }
    campaign = prepare_campaign(SweepRequest.of(**given))
    assert len(campaign.runs) == 3
    boxes = [campaign.boxes.get(name, campaign.box) for name in campaign.runs]
    fourth = [box.board.start.fourth for box in boxes]  # type: ignore[attr-defined]
    assert fourth[0] == testbox.board.start.fourth
    assert len(set(fourth)) == 3


def test_options_of_a_solo_game_are_points(testbox_path: Path) -> None:
    request = SweepRequest.of(
        settings=["option.setup_rolls=0..4/2", "option.difficulty=normal,hard"],
        box=testbox_path, strategy="random", games=4, solo=True,
    )  # fmt: skip
    runs = prepare_campaign(request).runs.values()
    assert len({each.options.scenario for each in runs}) == 6
    assert all(each.lineup == ("random", "botmegistus") for each in runs)


def test_a_request_survives_writing() -> None:
    asked = small(targets="score.mean=30", until_ci="score.mean=1", one_at_a_time=True)
    assert typed(SweepRequest, plain(asked)) == asked


@pytest.mark.parametrize(
    ("settings", "changes", "message"),
    [
        ((), {}, "nothing is changed; give --set"),
        (("rules.hand=2",), {}, "this is one value; give two or more"),
        (("weather.thaw.name=Tau",), {}, r"\(texts are separated by \|\)"),
        (("rules.hand=1,9",), {}, "--set rules.hand=9: out of range; expected a whole number"),
        (("rules.hand=0..2", "rules.hand=1,2"), {}, "given twice"),
        (("rules.summit=20..60", "rules.days=3..9"), {}, "the most; give fewer values"),
        (("strategy.nois=0,0.1",), {}, "no parameter 'nois'; did you mean 'noise'"),
        (("strategy.noise=0,2",), {}, "from 0 to 1"),
        ((DAYS,), {"targets": "climber.guid.win=1%"}, "did you mean 'climber.guide.win'"),
        ((DAYS,), {"targets": "climber.guide.win=33"}, "for 33 per cent write 33%"),
        ((DAYS,), {"targets": "climber.guide.win"}, "write MEASURE=VALUE"),
        ((DAYS,), {"targets": "score.mean=much"}, "a number is expected"),
        ((DAYS,), {"targets": ["score.mean=1", "score.mean=2"]}, "given twice"),
        ((DAYS,), {"measures": "seats.*"}, "there is no such measure"),
        ((DAYS,), {"until_ci": "score.men=1"}, "did you mean 'score.mean'"),
        ((DAYS,), {"until_ci": "score.mean=0"}, "must be greater than 0"),
        ((DAYS,), {"card": "thawn"}, "did you mean 'thaw'"),
    ],
)
def test_sweeps_that_are_refused_before_anything_is_played(
    settings: Sequence[str], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RunError, match=message) as error:
        prepare_campaign(small(settings=settings, **changes))
    assert "\n" not in str(error.value)
    assert error.value.exit_code == 2


def test_options_that_change_the_seats_cannot_be_paired(testbox_path: Path) -> None:
    given: dict[str, Any] = {
        "settings": "option.solo=on,off",
        "box": testbox_path,
        "strategy": "random",
    }
    with pytest.raises(SettingsError, match="at solo=on other seats play"):
        prepare_campaign(SweepRequest.of(**given))


# ---------------------------------------------------------------- what is found


def test_a_planted_effect_is_found_with_its_sign(whole: Path) -> None:
    """More days are a higher camp, and so more points."""
    found = Sweep.read_result(whole)
    score = measure(found, "score.mean")
    assert found.values_of(found.lines[0]) == (3, 5, 8)
    fewer, _, more = (score.changes[place] for place in found.lines[0].points)
    assert fewer is not None
    assert more is not None
    assert fewer.high < 0 < more.low
    assert not found.identical
    (fair,) = found.fair
    assert fair.lines[0].printed == 5
    assert 3 not in fair.lines[0].fair
    assert 8 not in fair.lines[0].fair


def test_a_setting_that_changes_nothing_gives_identical_games(tmp_path: Path) -> None:
    """Falls end an expedition, and no race."""
    sweep = play(tmp_path / "out", small(settings="rules.most_falls=1,2", games=6))
    found = sweep.findings()
    assert found.identical == (1,)
    assert all(each.changes == (None, None) for each in found.measures)
    assert "all games are identical to those" in (sweep.path / "sweep.html").read_text()


def test_a_team_with_options_and_noise_from_python(tmp_path: Path) -> None:
    sweep = trisim.sweep(
        {"option.winter": ["on", "off"]},
        game="expedition",
        strategy="random",
        games=6,
        targets={"team.won": 0.5},
        measures=["team.won"],
        jobs=1,
        out=tmp_path / "out",
        progress=False,
    )
    found = sweep.findings()
    assert [each.measure for each in found.measures] == ["team.won"]
    assert found.values_of(found.lines[0]) == ("on", "off")
    assert found.points[0].words == "printed"
    assert not found.fair[0].lines[0].has_order
    assert set(found.fair[0].lines[0].fair) <= {"on", "off"}


# ---------------------------------------------------------------- on disk


def test_tables_say_the_same_as_the_findings(whole: Path) -> None:
    found = Sweep.read_result(whole)
    points = pl.read_parquet(whole / "points.parquet")
    assert points.height == len(found.points) * len(found.measures)
    row = points.filter(measure="score.mean", point=2)
    band = measure(found, "score.mean").bands[2]
    assert row["value"].item() == band.value
    assert row["rules.days"].item() == found.points[2].values[0]
    changes = pl.read_parquet(whole / "changes.parquet")
    assert changes.height == (len(found.points) - 1) * len(found.measures)
    data = json.loads((whole / "sweep.json").read_text())
    assert next(iter(data["runs"].values())) == "runs/000-printed"


def test_fair_values_are_a_table(whole: Path) -> None:
    (fair,) = Sweep.read_result(whole).fair
    table = pl.read_parquet(whole / "fair.parquet")
    values = table.filter(kind="value")
    assert values["rules.days"].to_list() == [3, 5, 8]
    kept = values.filter(verdict=FAIR)["rules.days"].to_list()
    assert tuple(kept) == fair.lines[0].fair
    assert table.filter(kind="range").height == len(fair.lines[0].ranges)


def test_the_number_of_jobs_changes_no_byte(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "out", small(**WITH_TARGET), jobs=3)
    assert files(tmp_path / "out") == files(whole)


def test_an_interrupted_sweep_is_resumed_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(InterruptedRunError, match="48 of 72 games are kept"):
        play(out, small(**WITH_TARGET), play=STOPPED)
    assert not (out / "sweep.json").exists()
    with pytest.raises(FolderError, match="2 of 3 points are played; continue with --resume"):
        Sweep(out).findings()
    play(out, small(**WITH_TARGET), resume=True)
    assert files(out) == files(whole)
    assert litter(out) == []


def test_a_killed_sweep_is_resumed_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tests.campaigns.sweep_fakes", str(out)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(FAKE_SLEEP="0.5"))
    until = time.monotonic() + LONGEST
    while not list((out / RUNS).glob("001*/players/*.parquet")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    play(out, small(**WITH_TARGET), resume=True)
    assert files(out) == files(whole)


def test_a_sweep_is_resumed_without_the_files_of_the_user(tmp_path: Path) -> None:
    """Box, variant and the changed boxes are copies."""
    variant, out = tmp_path / "light.toml", tmp_path / "out"
    variant.write_text("[change.rules]\nledges = 5\n")
    request = small(settings="rules.days=5,8", variants=(variant,), games=6)
    with pytest.raises(InterruptedRunError):
        play(out, request, play=STOPPED)
    variant.unlink()
    again = prepared_for(Sweep, {}, out, resume=True)
    assert [box.rules.ledges for box in again.others] == [5]  # type: ignore[attr-defined]
    assert list(again.runs) == list(Sweep(out).manifest.runs)
    folders = {path.name for path in (out / INPUTS).iterdir()}
    assert folders == {"box", "variants", "strategies"}  # boxes with the same files have one copy


def test_other_settings_are_not_resumed(whole: Path) -> None:
    before = (whole / CAMPAIGN).read_bytes()
    with pytest.raises(FolderError, match=r"settings: rules.days=3\.\.5, was rules.days=3,5,8"):
        play(whole, small(settings="rules.days=3..5"), resume=True)
    assert (whole / CAMPAIGN).read_bytes() == before


def test_until_ci_stops_all_points_at_the_same_look(tmp_path: Path) -> None:
    request = small(
        settings="rules.days=5,8", games=96, until_ci="score.mean=8", measures="score.mean"
    )
    sweep = play(tmp_path / "out", request)
    found = sweep.findings()
    assert found.is_narrow
    assert found.deals < 32
    assert {run.games_played for run in sweep.runs} == {found.games}
    bands = measure(found, "score.mean").bands
    assert all(band.anytime and band.halfwidth <= 8 for band in bands)
    assert all(run.manifest.stopped is not None for run in sweep.runs)
