"""Totals by deal of all analyses have the values of the report, in every game."""

from __future__ import annotations

import math
import re
import shutil
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest

from tests.sim.helpers import play_games, solo_setup
from tests.small_run import TESTBOX
from trisim.api import run as play_run
from trisim.report import version_runs
from trisim.report.load_runs import read_runs
from trisim.report.version_runs import VersionReader, common_spans, opened, pieces, spans_of
from trisim.sim.errors import FolderError
from trisim.sim.receipts import PartRecord
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.stats.analyses.meetings import HasMeetings
from trisim.stats.estimate import Estimate
from trisim.stats.joint import Joint

TRISMEGISTUS: dict[str, Any] = {"box": TESTBOX, "cards": True, "ledger": True}
RUNS: dict[str, dict[str, Any]] = {
    "table": {**TRISMEGISTUS, "players": 2, "games": 24, "part_games": 10},
    "solo": {
        **TRISMEGISTUS,
        "solo": True,
        "players": None,
        "games": 8,
        "setups": (solo_setup(), solo_setup(options={"bot_first": True}, name="first")),
    },
    "summit": {"game": "summit", "players": 3, "games": 90},
    "mixed": {"game": "summit", "players": 2, "games": 60, "lineup": ("random", "steady")},
    "expedition": {"game": "expedition", "players": 2, "games": 120},
}

NOT_PAIRED = (
    r"score\.winning\.p\d+",  # quantiles
    r"team\.\w+\.\w+\.difference",  # differences of two ratios of the same deals
    r"(bowl|potency|die)\..*",  # dice: no ratio of totals by deal is kept
    r"strategy\.\w+\.wasted",  # dice
)
"""Measures of reports that versions aren't paired by, and why."""


@lru_cache
def played(name: str, seed: int = 3) -> Run:
    """A small run; some hundred games where they are quick."""
    place = Path(mkdtemp(prefix="trisim-versions-")) / name
    return Run(play_games(place, RunRequest.of(**{"lineup": "random", **RUNS[name]}, seed=seed)))


def reported(run: Run) -> dict[str, Estimate]:
    return read_runs([run.path]).runs[0].measures()


def reader_of(*runs: Run, **how: Any) -> VersionReader:
    reader = VersionReader(runs, **how)
    reader.read()
    return reader


@lru_cache
def whole(name: str) -> VersionReader:
    return reader_of(played(name), played(name))


@pytest.mark.parametrize("name", RUNS)
def test_every_measure_of_the_report_is_offered_with_its_value(name: str) -> None:
    reader, wanted = whole(name), reported(played(name))
    there = set(reader.totals.names())
    left_out = {each for each in wanted if any(re.fullmatch(p, each) for p in NOT_PAIRED)}
    assert there & left_out == set()
    for measure, estimate in wanted.items():
        if measure in left_out or not estimate.clusters:
            continue
        found = reader.estimate(measure, 0, level=1 - (1 - estimate.level) / estimate.family)
        if found is None:  # too few deals for adjusted wins: the report has no interval, either
            assert math.isinf(estimate.halfwidth) or estimate.halfwidth == 1, measure
            continue
        assert found.value == pytest.approx(estimate.value, rel=1e-6, abs=1e-9), measure
        assert found.scale is estimate.scale, measure
        assert_close(measure, found, estimate)


def assert_close(measure: str, found: Estimate, estimate: Estimate) -> None:
    """Intervals are the same, unless a bound of the report cuts them off, or deals are alike.

    Bounds: amounts are never below 0, means lie between the extremes that came. Adjusted wins have
    fewer deals in the report if fewer players stayed without the card.
    """
    if found.clusters != estimate.clusters or not math.isfinite(found.halfwidth):
        assert found.halfwidth >= estimate.halfwidth or measure.endswith(".win"), measure
        return
    for mine, its in ((found.low, estimate.low), (found.high, estimate.high)):
        is_cut_off = its in (0.0, estimate.value) or (mine - its) * (its - estimate.value) > 0
        is_close = mine == pytest.approx(its, rel=1e-6, abs=1e-6)
        assert is_close or is_cut_off, (measure, found, estimate)


def test_meetings_of_strategies_are_offered_to_those_who_ask() -> None:
    name = "strategy.steady.against.random.win"
    assert name not in whole("mixed").totals.sums
    found = reader_of(played("mixed"), wanted=lambda each: each == name)
    assert list(found.totals.sums) == [name]
    skill = read_runs([played("mixed").path]).runs[0].results["skill"]
    assert isinstance(skill, HasMeetings)
    assert found.point(name, 0).value == pytest.approx(skill.meetings()[name].value)


@pytest.mark.parametrize("name", ["table", "summit", "expedition"])
def test_most_measures_have_the_same_interval_as_in_the_report(name: str) -> None:
    reader, wanted = whole(name), reported(played(name))
    same = 0
    for measure, estimate in wanted.items():
        if measure in reader.totals.sums and reader.totals.has(measure, 0):
            found = reader.estimate(measure, 0, level=1 - 0.05 / estimate.family)
            assert found is not None
            same += np.allclose((found.low, found.high), (estimate.low, estimate.high))
    assert same > 0.75 * sum(measure in reader.totals.sums for measure in wanted)


@pytest.mark.parametrize("name", RUNS)
def test_versions_that_are_alike_are_identical(name: str) -> None:
    reader = whole(name)
    for measure in reader.totals.names():
        assert reader.totals.is_identical(measure, 1)
        point = reader.difference(measure, 1)
        assert point.value == 0
        assert point.variance == 0 or point.clusters < 2
        assert measure in reader.sections


@pytest.mark.parametrize("name", ["table", "solo", "expedition"])
def test_batches_of_any_size_give_the_same_sums(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    all_at_once = whole(name)
    monkeypatch.setattr(version_runs, "GAMES_AT_A_TIME", 14)  # the last one is smaller
    parts = reader_of(played(name), played(name))
    assert parts.deals == all_at_once.deals
    assert set(parts.totals.sums) == set(all_at_once.totals.sums)
    for measure, sums in all_at_once.totals.sums.items():
        other = parts.totals.sums[measure]
        if re.fullmatch(r"card\..*\.win", measure):  # contributions depend on what came before
            if parts.totals.has(measure, 0):
                value = parts.point(measure, 0).value
                assert value == pytest.approx(all_at_once.point(measure, 0).value), measure
            continue
        np.testing.assert_allclose(sums.total, other.total, rtol=1e-6, err_msg=measure)
        np.testing.assert_allclose(sums.products, other.products, rtol=1e-6, err_msg=measure)
        assert sums.together.tolist() == other.together.tolist(), measure


def test_results_are_those_of_the_report() -> None:
    run = played("summit")
    reader = whole("summit")
    found = {
        m: e for each in reader.versions[1].results().values() for m, e in each.measures().items()
    }
    assert found == reported(run)


# ---------------------------------------------------------------- which deals


def test_only_common_deals_are_paired() -> None:
    long = played("summit")
    short = play_run(
        game="summit", players=3, games=60, seed=3, part_games=30, jobs=1, progress=False
    )
    reader = reader_of(long, short)
    assert reader.deals == 20
    assert reader.totals.is_identical("seat.0.win", 1)
    assert reader.estimate("seat.0.win", 0) == reader.estimate("seat.0.win", 1)
    short.close()


def test_unpaired_versions_are_read_to_their_end() -> None:
    one, other = played("summit"), played("summit", seed=4)
    reader = reader_of(one, other, paired=False)
    point = reader.difference("seat.0.win", 1)
    values = [reported(run)["seat.0.win"].value for run in (one, other)]
    assert point.value == pytest.approx(values[1] - values[0])
    joint: Joint[int] = reader.joint("seat.0.win")
    assert joint.covariance(0, 1) == 0
    assert point.clusters == 60
    assert reader.deals == 30
    assert not reader.totals.is_identical("seat.0.win", 1)


def test_only_wanted_measures_are_kept() -> None:
    run = played("summit")
    reader = reader_of(run, run, wanted=lambda name: name.startswith("seat.0"))
    assert set(reader.totals.sums) == {"seat.0.win", "seat.0.score"}
    assert reader.estimate("seat.1.win", 0) is None


def test_a_run_without_games_is_refused_in_one_line(tmp_path: Path) -> None:
    run = played("summit")
    empty = Path(shutil.copytree(run.path, tmp_path / "empty"))
    for path in empty.rglob("*.parquet"):
        path.unlink()
    with pytest.raises(FolderError, match="no game of this run can be read") as told:
        opened(Run(empty))
    assert "\n" not in str(told.value)


def part(number: int, first: int, deals: int) -> PartRecord:
    return PartRecord(number, first, deals, deals, 0.0, {})


def test_spans_of_deals() -> None:
    assert spans_of([part(1, 4, 4), part(0, 0, 4), part(3, 12, 2)]) == [(0, 8), (12, 14)]
    assert list(pieces([(0, 5), (9, 10)], 2)) == [(0, 2), (2, 4), (4, 5), (9, 10)]


def test_common_spans_are_in_all_versions() -> None:
    class Version:
        def __init__(self, *parts: PartRecord) -> None:
            self.parts = list(parts)

    versions: Any = [
        Version(part(0, 0, 4), part(2, 8, 4)),
        Version(part(0, 0, 10)),
        Version(part(0, 2, 100)),
    ]
    assert common_spans(versions) == [(2, 4), (8, 10)]
