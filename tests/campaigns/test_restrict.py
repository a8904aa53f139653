"""Studies of restrictions: planted worths, two stages, the same bytes however they come about."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.campaigns.restrict_fakes import (
    NEVER_CHOSEN,
    ONLY,
    RAISING,
    STOPPED,
    STOPPED_LATE,
    fake_usage,
    play,
    small,
)
from tests.sim.helpers import litter
from trisim.campaigns import restrict
from trisim.campaigns.detect import Detect
from trisim.campaigns.restrict import RESULT, RestrictionStudy
from trisim.campaigns.restrict_request import FIRST, FREE, SECOND, RestrictRequest
from trisim.documents import plain, typed
from trisim.players.kit import no_restrictions
from trisim.plugin import load
from trisim.report.restrict_figure import draw_effects
from trisim.sim.campaign import Prepared, prepare_campaign
from trisim.sim.campaign_folder import CAMPAIGN
from trisim.sim.errors import (
    BadStrategyError,
    FolderError,
    InterruptedRunError,
    SettingsError,
)
from trisim.sim.folder import RUNS
from trisim.sim.inputs import INPUTS
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.progress import Progress
from trisim.sim.run import Run
from trisim.sim.usage import usage
from trisim.stats.restrictions import CLASSES, DEAD, NEEDED, TRAP, UNDECIDED, Worth, Worths

ROOT = Path(__file__).parents[2]
LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""


@pytest.fixture(autouse=True, scope="module")
def counted() -> Iterator[None]:
    """Stand-ins offer nothing, so what is chosen is planted, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(restrict, "usage", fake_usage)
        yield


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", RESULT, "*.html")
    found = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def study(counted: None, tmp_path_factory: pytest.TempPathFactory) -> RestrictionStudy:
    """An undisturbed study."""
    return play(tmp_path_factory.mktemp("whole") / "out")


@pytest.fixture(scope="module")
def worths(study: RestrictionStudy) -> Worths:
    return study.read_result(study.path)


@pytest.fixture(scope="module")
def whole(study: RestrictionStudy) -> dict[str, bytes]:
    return files(study.path)


def named(worths: Worths, name: str) -> Worth:
    return next(each for each in worths.worths if each.part.name == name)


# ---------------------------------------------------------------- planted worths


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("harvest", NEEDED),
        ("perform", NEEDED),
        ("random-artifact", TRAP),
        (NEVER_CHOSEN, DEAD),
        ("chameleon", UNDECIDED),
        ("exchange", UNDECIDED),
    ],
)
def test_planted_worths_have_their_class(worths: Worths, name: str, verdict: str) -> None:
    assert named(worths, name).verdict == verdict


def test_effects_are_those_of_the_restricted_seat(worths: Worths) -> None:
    harvest, trap = named(worths, "harvest").quoted, named(worths, "random-artifact").quoted
    assert harvest.score is not None
    assert trap.score is not None
    assert harvest.score.low < -30 < harvest.score.high
    assert trap.score.low < 12 < trap.score.high
    assert harvest.all_restricted == worths.games  # planted: one in every game of the seat


def test_what_nobody_chose_changes_no_game(worths: Worths) -> None:
    first = named(worths, NEVER_CHOSEN).first
    assert first.is_identical
    assert first.win.value == 0
    assert named(worths, NEVER_CHOSEN).second is None


def test_a_null_that_takes_another_course_is_seen_as_such(worths: Worths) -> None:
    null = named(worths, "chameleon")
    assert null.first.differing == null.first.deals
    assert not null.quoted.win.excludes(0)


# ---------------------------------------------------------------- two stages


def test_the_largest_effects_are_played_again(worths: Worths) -> None:
    assert {each.part.name for each in worths.again} == {"harvest", "random-artifact"}
    assert all(each.quoted is each.second for each in worths.again)
    assert len(worths.free) == 2


def test_the_second_stage_has_new_deals(study: RestrictionStudy) -> None:
    seeds = []
    for stage in (FIRST, SECOND):
        run = study.free_run(stage)
        seeds.append(set(deal_seeds(run)))
    assert len(seeds[0]) == len(seeds[1]) == study.request.deals
    assert not seeds[0] & seeds[1]


def deal_seeds(run: Run) -> list[int]:
    """The seeds of all deals of a run."""
    from trisim.sim.design import Design

    design = Design.of(run.request, run.box)
    return [int(seed) for seed in design.deal_seeds(0, run.request.deals)]


def test_all_runs_of_a_stage_have_the_same_deals(study: RestrictionStudy) -> None:
    for stage in ("1", "2"):
        runs = [Run(study.path / folder) for folder in study.folders()[stage].values()]
        assert len({(run.request.seed, run.request.deals) for run in runs}) == 1
        assert next(run.request.lineup for run in runs) == ("random",) * 3
        assert {run.request.lineup[1:] for run in runs} == {("random", "random")}


def test_folders_say_what_was_forbidden(study: RestrictionStudy) -> None:
    folders = study.folders()
    assert set(folders["1"]) == {FREE, *ONLY}
    assert set(folders["2"]) == {FREE, "harvest", "random-artifact"}
    assert Path(folders["1"]["random-artifact"]).name[:6] == Path(
        folders["2"]["random-artifact"]
    ).name[:6].replace("2-", "1-")


def test_without_a_second_stage_nothing_is_a_trap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restrict, "largest", lambda effects, most: ())
    found = play(tmp_path / "out").worths()
    assert not found.of_class(TRAP)
    assert len(found.free) == 1


# ---------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("stop", [STOPPED, STOPPED_LATE])
def test_stopped_in_either_stage_goes_on_to_the_same_bytes(
    stop: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(InterruptedRunError, match="of at most 3,000 games are kept, continue with"):
        play(out, play=stop)
    with pytest.raises(FolderError, match="has no results yet"):
        RestrictionStudy.read_result(out)
    play(out, resume=True)
    assert files(out) == whole
    assert not litter(out)


@pytest.mark.parametrize("folder", ["1-003-perform", "2-001-harvest"])
def test_killed_in_either_stage_goes_on_to_the_same_bytes(
    folder: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaigns.restrict_fakes", str(out)],
        cwd=ROOT,
        env={**os.environ, "FAKE_SLEEP": "0.002"},
        stdin=subprocess.DEVNULL,
    )
    until = time.monotonic() + LONGEST
    while not list((out / RUNS / folder / ".receipts").glob("part-*.json")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=LONGEST)
    assert not list(out.glob("*.parquet"))
    play(out, resume=True)
    assert files(out) == whole


def test_any_number_of_jobs_gives_the_same(whole: dict[str, bytes], tmp_path: Path) -> None:
    play(tmp_path / "out", jobs=2)
    assert files(tmp_path / "out") == whole


def test_progress_is_one_for_both_stages(tmp_path: Path) -> None:
    told: list[Progress] = []
    play(tmp_path / "out", on_progress=told.append)
    games = [progress.games for progress in told]
    assert games == sorted(games)
    assert games[-1] == told[-1].games_in_all == 3_000


# ---------------------------------------------------------------- the request


def test_requests_survive_writing() -> None:
    asked = small(margin="0.5%", seed=7)
    assert typed(RestrictRequest, plain(asked)) == asked


def test_games_are_whole_deals_of_each_restriction() -> None:
    prepared = prepare_campaign(small(games=1000, players=4, only="perform"))
    assert [run.games for run in prepared.runs.values()] == [1000, 1000]
    prepared = prepare_campaign(small(games=1001, players=4, only="perform"))
    assert [run.games for run in prepared.runs.values()] == [1004, 1004]
    assert RestrictionStudy.rounding_words(prepared.request, 1001)


def test_quick_runs_have_few_parts_and_slow_ones_many() -> None:
    quick = prepare_campaign(small(games=4_000, players=4, only="perform"))
    assert {run.parts for run in quick.runs.values()} == {8}


def names(**changes: Any) -> list[str]:
    """The restrictions of a request."""
    request = small(**changes)
    box = prepare_campaign(small(only="perform")).box
    return [each.name for each in request.restrictions(box)]


def test_restrictions_by_name_kind_and_pattern() -> None:
    assert names(only="perform, harvest") == ["harvest", "perform"]  # in the order of the game
    assert {name.partition(":")[0] for name in names(only="category")} == {"category"}
    assert set(names(only="card:c*")) < set(names(only="card"))
    assert set(names(only="*(artifact)")) < set(names(only="card"))
    assert len(names(only=())) > 150


def test_against_an_automa_one_player_is_restricted() -> None:
    prepared = prepare_campaign(small(only="perform", solo=True, players=None))
    free, other = prepared.runs.values()
    assert free.lineup == ("random", "botmegistus")
    assert other.lineup == ("random:without=perform", "botmegistus")
    assert prepared.request.par == 0.5


def test_the_plan_is_told_before_anything_is_played() -> None:
    prepared: Prepared[Any] = prepare_campaign(small())
    assert RestrictionStudy.plan_words(prepared) == (
        "random without each of 6 restrictions, in one seat of 3: 300 games each on the same 100 "
        "deals; then the 2 largest effects again on new deals; at most 3,000 games in all."
    )
    (line,) = RestrictionStudy.plan_lines(prepared)
    assert line.split()[0] == "action"


def test_how_many_games_it_takes_is_limited_without_a_pilot() -> None:
    prepared: Prepared[Any] = prepare_campaign(small())
    info = prepared.request.info
    head, line = RestrictionStudy.needs(prepared, Detect.read("2%", info)).lines()
    assert "2 percentage points" in head
    assert "hold together for 12 differences" in head
    assert re.fullmatch(
        r"  wins of the restricted seat  at most \d[\d,]+ games of each restriction", line
    )
    for text in ("seat=2%", "0.02"):
        with pytest.raises(SettingsError, match="about wins; write percentage points"):
            RestrictionStudy.needs(prepared, Detect.read(text, info))


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"only": "harvst"}, SettingsError, "only harvst: there is no such .* mean 'harvest'"),
        ({"only": "zzz"}, SettingsError, "kinds are action, "),
        ({"margin": "5"}, SettingsError, "--margin 5: write percentage points"),
        ({"margin": "-1%"}, SettingsError, "--margin -1%: write percentage points"),
        ({"games": 0}, SettingsError, "games 0"),
        ({"again": 0}, SettingsError, "again 0"),
        ({"strategy": "rondom"}, BadStrategyError, "no strategy 'rondom'"),
        ({"strategy": "random:without=perform"}, SettingsError, "leave it out"),
        ({"strategy": "random:without="}, BadStrategyError, "names nothing"),
        ({"alchemists": "nobody,a,b"}, SettingsError, "no alchemist 'nobody'"),
    ],
)
def test_mistakes_are_one_line_and_leave_nothing_behind(
    changes: dict[str, Any], error: type[Exception], words: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=words) as caught:
        play(tmp_path / "out", small(**changes))
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_a_game_without_restrictions_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = load("trismegistus").players
    before = kit.restrictions
    object.__setattr__(kit, "restrictions", no_restrictions)
    try:
        with pytest.raises(SettingsError, match="declares nothing that a player could do without"):
            play(tmp_path / "out")
    finally:
        object.__setattr__(kit, "restrictions", before)
    assert not (tmp_path / "out").exists()


def test_a_player_that_raises_ends_it_with_a_line(tmp_path: Path) -> None:
    with pytest.raises(BadStrategyError, match="raised at game 3"):
        play(tmp_path / "out", play=RAISING)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"only": "perform"}, "only: perform, was"),
        ({"games": 1200}, "games: 1200, was 300"),
        ({"margin": 0.02}, "margin: 0.02, was 0.01"),
        ({"again": 2}, "again: 2, was 1"),
        ({"strategy": "tuned"}, "strategy: tuned, was random"),
    ],
)
def test_other_settings_are_refused_and_named(
    study: RestrictionStudy, whole: dict[str, bytes], changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(FolderError, match=words):
        play(study.path, small(**changes), resume=True)
    assert files(study.path) == whole


def test_a_second_one_needs_force(tmp_path: Path) -> None:
    out = tmp_path / "out"
    play(out, small(only="perform"))
    with pytest.raises(FolderError, match="there is a study of restrictions already"):
        play(out, small(only="perform"))
    with pytest.raises(InterruptedRunError):
        play(out, force=True, play=STOPPED)
    assert {path.name for path in out.iterdir()} == {RUNS, CAMPAIGN, INPUTS}


# ---------------------------------------------------------------- what is written


def test_the_table_has_every_restriction(study: RestrictionStudy, worths: Worths) -> None:
    table = pl.read_parquet(study.path / "restrictions.parquet")
    assert table["name"].to_list() == [each.part.name for each in worths.worths]
    for each in worths.worths:
        row = table.row(by_predicate=pl.col("name") == each.part.name, named=True)
        assert row["class"] == each.verdict
        assert row["first_win"] == each.first.win.value
        assert row["second_win"] == (each.second.win.value if each.second else None)
        assert (row["offered"], row["chosen"]) == (each.part.offered, each.part.chosen)
        assert row["first_all_restricted"] == each.first.all_restricted


def test_parts_of_all_classes_can_be_drawn(worths: Worths) -> None:
    harvest = named(worths, "harvest")
    every = [replace(harvest, verdict=verdict) for verdict in CLASSES]
    (axes,) = draw_effects(every, 0.01, "change").axes
    assert len(axes.get_yticklabels()) == len(CLASSES)


def test_the_page_has_the_answer_first(study: RestrictionStudy) -> None:
    page = (study.path / "restrict.html").read_text()
    for words in (
        "What nobody needs",
        "Offered to free players, and never chosen in 300 games: recharging an artifact.",
        "identical in all 100 deals",
        "Players win more often without: drawing a random artifact",
        "trisim replay DIR/runs/2-000-free 0 --explain",
        "no other strategies",
        "the whole interval is below −5 points",
    ):
        assert words in page, words
    assert page.index("and never chosen") < page.index("Without each action")
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page


# ---------------------------------------------------------------- real games


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Worths]:
    """The example in both ways, really played and counted: who may not roll never climbs."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(restrict, "usage", usage)
        for game in ("summit", "expedition"):
            request = RestrictRequest.of(
                game=game, strategy="random", only="roll,card:fog", games=60, players=2
            )
            study = play(tmp_path_factory.mktemp(game) / "out", request, play=PLAY_BLOCK)
            found[game] = study.read_result(study.path)
    return found


def test_in_a_real_game_a_needed_action_is_found(played: dict[str, Worths]) -> None:
    roll, fog = (named(played["summit"], name) for name in ("roll", "card:fog"))
    assert roll.verdict == NEEDED
    assert 0 < roll.part.chosen < roll.part.offered
    assert roll.part.chosen > 10 * fog.part.chosen
    assert roll.quoted.win.value < min(-0.2, fog.quoted.win.value)


def test_a_team_is_judged_by_its_win_rate(played: dict[str, Worths]) -> None:
    team, points = played["expedition"], played["summit"]
    assert team.is_team
    assert all(each.quoted.score is None for each in team.worths)
    assert all(each.quoted.score is not None for each in points.worths)
    assert points.free[0].value == pytest.approx(0.5, abs=0.1)
