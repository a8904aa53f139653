"""Runs that stop when they know enough: by fixed looks, whoever plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.sim.fakes import RAISING
from tests.sim.helpers import litter, parquet, play, small
from trisim.games.trismegistus.box.box import Box
from trisim.sim.design import Design
from trisim.sim.errors import RunError, SettingsError
from trisim.sim.manifest import read_manifest
from trisim.sim.plan import Plan
from trisim.sim.until import expected_levels
from trisim.stats.metric_sums import MetricSource
from trisim.stats.sequence import SEAT, Target, intervals, looks

UNTIL = ("seat", 0.2)


def asked(**changes: Any) -> Any:
    return small(**{"games": 1600, "until_ci": UNTIL, **changes})


def test_the_first_look_that_is_narrow_enough_stops_the_run(tmp_path: Path) -> None:
    out = play(tmp_path / "run", asked())
    manifest = read_manifest(out)
    assert manifest.is_finished
    assert manifest.stopped is not None
    parts = manifest.stopped.parts
    assert parts in looks(400)
    assert parts < 400
    assert len(manifest.parts) == manifest.part_count == parts
    assert manifest.games == 4 * parts
    target = Target(SEAT, 0.2)
    for look in (at for at in looks(400) if at <= parts):
        files = [out / "players" / f"part-{part:05d}.parquet" for part in range(look)]
        found = intervals(target, MetricSource().sums(SEAT, pl.scan_parquet(files)), levels=2)
        widest = max(estimate.halfwidth for estimate in found.values())
        assert (widest <= 0.2) == (look == parts)
    assert manifest.stopped.widest == pytest.approx(widest)
    assert len(list((out / "games").iterdir())) == parts


@pytest.mark.parametrize("how", [{"jobs": 2}, {"jobs": 2, "backend": "loky"}])
def test_jobs_can_not_change_when_it_stops(tmp_path: Path, how: dict[str, Any]) -> None:
    one = play(tmp_path / "one", asked())
    other = play(tmp_path / "other", asked(), **how)
    assert parquet(one) == parquet(other)
    assert read_manifest(one).stopped == read_manifest(other).stopped


def test_an_interruption_can_not_change_when_it_stops(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(RunError, match="game 20"):
        play(out, asked(), play=RAISING)
    play(out, asked(), resume=True)
    assert parquet(out) == parquet(play(tmp_path / "whole", asked()))
    assert not litter(out)


def test_a_stopped_run_that_lost_a_part_gets_it_back(tmp_path: Path) -> None:
    out = play(tmp_path / "run", asked())
    before, stopped = parquet(out), read_manifest(out).stopped
    (out / "players" / "part-00001.parquet").unlink()
    play(out, asked(), resume=True)
    assert parquet(out) == before
    assert read_manifest(out).stopped == stopped


def test_a_run_that_never_knows_enough_plays_all_games(tmp_path: Path) -> None:
    out = play(tmp_path / "run", asked(games=40, until_ci=("seat", 0.0001)))
    assert read_manifest(out).stopped is None
    assert read_manifest(out).games == 40


@pytest.mark.parametrize("until", [("win", 0.01), ("seat", 0.7), ("strategy", 0.3)])
def test_what_can_not_be_waited_for_is_refused_at_once(
    tmp_path: Path, until: tuple[str, float]
) -> None:
    with pytest.raises(SettingsError, match=f"until-ci {until[0]}={until[1]}: ") as told:
        play(tmp_path / "run", asked(until_ci=until))
    assert told.value.exit_code == 2
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("metric", "changes", "levels"),
    [
        ("seat", {}, 2),
        ("score", {}, 1),
        ("strategy", {"lineup": "a,b"}, 2),
        ("strategy", {"lineup": "a,a"}, 1),
        ("alchemist", {}, 5),
        ("alchemist", {"alchemists": "duval,newton"}, 2),
        ("alchemist", {"alchemists": "chosen"}, None),
    ],
)
def test_how_many_intervals_must_be_narrow(
    reference: Box, metric: str, changes: dict[str, Any], levels: int | None
) -> None:
    request = small(**changes)
    plan = Plan(request, reference, (), Design.of(request, reference))
    assert expected_levels(metric, plan) == levels
