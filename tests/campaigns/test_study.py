"""Studies of difficulty: what is compared, the same bytes however they come about."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.campaigns.study_fakes import LOOKER, RAISING, ROOT, STOPPED, play, small
from tests.sim.helpers import litter
from trisim.campaigns.difficulty import RESULT, DifficultyRequest, Study
from trisim.documents import plain, typed
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.game import Study as TrismegistusStudy
from trisim.games.trismegistus.report.analyses.solo import HELPS_BOT, HELPS_YOU
from trisim.games.trismegistus.studies import presets_of, study_scenarios
from trisim.sim.audit.auditor import audit
from trisim.sim.campaign import play_campaign, prepare_campaign, prepared_for
from trisim.sim.campaign_folder import CAMPAIGN
from trisim.sim.errors import (
    BadStrategyError,
    FolderError,
    InterruptedRunError,
    RunError,
    SettingsError,
)
from trisim.sim.folder import RUNS
from trisim.sim.inputs import INPUTS
from trisim.sim.options import StudyScenario
from trisim.sim.progress import Progress
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.stats import score_brackets
from trisim.stats.difficulty import ORDERED

LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    """In the folder of the strategies; few repeats of the bootstrap are enough to be the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(score_brackets, "REPEATS", 30)
        yield


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box()


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", RESULT, "*.png", "*.svg")
    found = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def finished(folder: Path, **how: Any) -> dict[str, bytes]:
    """Play to the end, and all files of it."""
    play(folder, **how)
    return files(folder)


@pytest.fixture(scope="module")
def whole(here: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an undisturbed study."""
    return finished(tmp_path_factory.mktemp("whole") / "out")


def by_name(setups: tuple[StudyScenario, ...]) -> dict[str, StudyScenario]:
    return {setup.name: setup for setup in setups}


# ---------------------------------------------------------------- setups


def test_all_options_alone_planning_and_presets(box: Box) -> None:
    names = [setup.name for setup in study_scenarios(box)]
    assert names[0] == "normal"
    assert {"extra_gold", "less_gold", "setup_rolls=0", "setup_rolls=4", "planning"} < set(names)
    assert names[-3:] == ["easy", "hard", "nightmare"]
    assert len(names) == 1 + 14 + 2 + 1 + 3


def test_every_setup_changes_one_thing(box: Box) -> None:
    for setup in study_scenarios(box)[1:]:
        changes = len(setup.options.options) + setup.options.planning
        assert changes == (0 if setup.kind == "preset" else 1), setup.name
        assert setup.options.difficulty == (setup.name if setup.kind == "preset" else "normal")


def test_what_options_are_meant_to_be(box: Box) -> None:
    found = by_name(study_scenarios(box, rolls=(0, 1, 6)))
    assert (found["bot_first"].group, found["bot_first"].meant) == ("harder for you", "harder")
    assert (found["setup_rolls=6"].group, found["setup_rolls=6"].meant) == ("harder bot", "harder")
    assert (found["setup_rolls=1"].group, found["setup_rolls=1"].meant) == ("easier", "easier")
    assert found["no_personality"].meant == "easier"
    assert found["planning"].meant == ""


def test_usual_number_of_rolls_is_the_baseline(box: Box) -> None:
    assert not any("rolls" in setup.name for setup in study_scenarios(box, rolls=(2,)))


def test_a_smaller_study(box: Box) -> None:
    assert [each.name for each in study_scenarios(box, ["presets"])] == [
        "normal", "easy", "hard", "nightmare"
    ]  # fmt: skip
    assert [each.name for each in study_scenarios(box, ["setup_rolls=9", "hard", "bot_first"])] == [
        "normal", "setup_rolls=9", "bot_first", "hard"
    ]  # fmt: skip


def test_presets_are_in_the_order_of_the_box(box: Box) -> None:
    assert presets_of(box, study_scenarios(box)) == ("easy", "normal", "hard", "nightmare")
    assert presets_of(box, study_scenarios(box, ["hard"])) == ("normal", "hard")
    assert presets_of(box, study_scenarios(box, ["options"])) == ()


def test_presets_are_in_the_order_of_the_user_who_names_all_of_them(box: Box) -> None:
    only = ["hard", "bot_first", "normal", "easy"]
    assert presets_of(box, study_scenarios(box, only), only) == ("hard", "normal", "easy")
    some = ["hard", "easy"]
    assert presets_of(box, study_scenarios(box, some), some) == ("easy", "normal", "hard")


def test_the_baseline_may_be_named(box: Box) -> None:
    assert study_scenarios(box, ["easy", "normal"]) == study_scenarios(box, ["easy"])


def test_a_combination_brings_its_parts(box: Box) -> None:
    found = study_scenarios(
        box, ["presets"], combinations=["setup_rolls=6 + extra-gold", "bot_first+planning"]
    )
    names = [each.name for each in found]
    assert {"setup_rolls=6", "extra_gold", "bot_first", "planning"} < set(names)
    both = by_name(found)["extra_gold+setup_rolls=6"]
    assert both.parts == ("extra_gold", "setup_rolls=6")
    assert dict(both.options.options) == {"extra_gold": True, "setup_rolls": 6}
    assert (both.group, both.meant) == ("harder bot", "harder")
    assert by_name(found)["bot_first+planning"].options.planning
    assert by_name(found)["bot_first+planning"].meant == ""


def with_normal(folder: Path, options: str) -> Box:
    """The reference set with another 'normal'."""
    path = folder / "other.toml"
    path.write_text(f'name = "other"\n[change.solo.difficulty.normal.options]\n{options}\n')
    return load_box(None, [path])


def test_what_normal_has_is_switched_off(tmp_path: Path) -> None:
    found = by_name(study_scenarios(with_normal(tmp_path, "extra_gold = true")))
    off = found["extra_gold=no"]
    assert (off.group, off.meant) == ("easier", "easier")
    assert dict(off.options.options) == {"extra_gold": False}
    assert dict(found["less_gold"].options.options) == {"extra_gold": False, "less_gold": True}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"only": ["extra_gould"]}, "did you mean 'extra_gold'"),
        ({"only": ["bot_first=maybe"]}, "yes or no is expected"),
        ({"only": ["setup_rolls=2"]}, "this is so in 'normal' already"),
        ({"combinations": ["extra_gold"]}, r"options with \+ between them"),
        ({"combinations": ["extra_gold+less_gold"]}, "contradict each other"),
        ({"combinations": ["extra_gold+extra_gold"]}, "given twice"),
        ({"combinations": ["planning+planning"]}, "given twice"),
        ({"combinations": ["extra_gold+ethereal"]}, "there is no option 'ethereal'"),
    ],
)
def test_setups_that_are_refused(box: Box, asked: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        study_scenarios(box, **asked)


# ---------------------------------------------------------------- settings


def test_settings_survive_writing() -> None:
    asked = small(combinations=["extra_gold+bot_first"], until_ci=0.05)
    assert typed(DifficultyRequest, plain(asked)) == asked


def test_games_are_those_of_each_setup(box: Box) -> None:
    prepared = prepare_campaign(small(("random",), games=30, only=["presets"]), box=box)
    (run,) = prepared.runs.values()
    assert (run.deals, run.games_a_deal, run.games, prepared.games) == (30, 4, 120, 120)
    assert run.lineup == ("random", "botmegistus")
    assert run.tables == ("games", "players")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"strategies": ()}, "1 to 24"),
        ({"strategies": ("random", "random")}, "random is named twice"),
        ({"games": 0}, "games 0"),
        ({"only": ("normal",)}, "nothing is left to compare with normal"),
        ({"only": ("norml",)}, "there is no such option or preset; did you mean 'normal'"),
        ({"alchemists": "newton,duval"}, "one id is expected"),
        ({"rolls": (0, 13)}, "rolls 13: a whole number from 0 to 12"),
        ({"rolls": "x"}, "rolls x: a whole number from 0 to 12"),
        ({"until_ci": 1}, "until-ci 1: half-width 1: .* known to"),
        ({"until_ci": "seat=1%"}, "until-ci seat=1%: half-width 'seat=1%'"),
    ],
)
def test_settings_that_make_no_study(box: Box, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        prepare_campaign(small(**changes), box=box)


def test_values_as_users_give_them() -> None:
    asked = DifficultyRequest.of(
        strategies=["random,greedy", "balanced"], only="hard, easy", rolls="0, 6", until_ci="1%"
    )
    assert asked.strategies == ("random", "greedy", "balanced")
    assert (asked.only, asked.until_ci) == (("hard", "easy"), 0.01)
    assert asked.study == TrismegistusStudy(rolls=(0, 6))
    assert asked == DifficultyRequest.of(
        strategies="random,greedy,balanced",
        only=["hard", "easy"],
        rolls=(0, 6),
        until_ci="option=1%",
    )


def test_games_if_nobody_says() -> None:
    assert DifficultyRequest.of().games == DifficultyRequest().games == 1000
    assert DifficultyRequest.of(until_ci=0.01).games == 1_000_000
    assert DifficultyRequest.of(small(games=7)).games == 7


# ---------------------------------------------------------------- what there is


def test_every_strategy_has_an_ordinary_run_over_the_same_deals(tmp_path: Path) -> None:
    played = play(tmp_path / "out")
    names = [path.name for path in sorted((tmp_path / "out" / RUNS).iterdir())]
    assert names == ["000-random", "001-looker"]
    runs = [Run(tmp_path / "out" / RUNS / name) for name in names]
    assert {(here.request.seed, here.request.deals) for here in runs} == {(1, 200)}
    assert [setup.name for setup in runs[0].request.setups] == [
        "normal", "extra_gold", "less_gold", "easy", "hard", "nightmare"
    ]  # fmt: skip
    assert [here.path for here in played.runs] == [here.path for here in runs]


def test_findings_see_what_was_planted(whole: dict[str, bytes], tmp_path: Path) -> None:
    played = play(tmp_path / "out")
    found = played.findings()
    assert [each.strategy for each in found.strategies] == ["random", "looker"]
    for each in found.strategies:
        assert (each.deals, each.games) == (200, 1200)
        assert each.effect("extra_gold").verdict == HELPS_BOT
        assert each.effect("less_gold").verdict == HELPS_YOU
        assert each.order == ORDERED
        margin = each.effect("hard").margin
        assert margin is not None
        assert margin.value == pytest.approx(-15, abs=2)
    assert Study.read_result(tmp_path / "out") == found
    assert files(tmp_path / "out") == whole


def test_a_study_without_presets_or_options_has_fewer_pictures(tmp_path: Path) -> None:
    pictures = {
        name
        for name in finished(tmp_path / "a", request=small(only=("presets",)))
        if name.endswith("png")
    }
    assert pictures == {"presets.png", "scores.png"}
    pictures = {
        name
        for name in finished(tmp_path / "b", request=small(only=("bot_first",)))
        if name.endswith("png")
    }
    assert pictures == {"options.png", "margins.png", "scores.png"}


# ---------------------------------------------------------------- long enough


def test_until_stops_when_all_effects_are_narrow(tmp_path: Path) -> None:
    asked = small(("random",), games=100_000, until_ci=0.08)
    played = play(tmp_path / "out", asked)
    (found,) = played.findings().strategies
    assert found.is_narrow
    assert found.deals < 5_000
    assert max(each.win.halfwidth for each in found.effects) <= 0.08
    assert all(each.win.anytime and each.win.family == 5 for each in found.effects)
    (run,) = played.runs
    stopped = run.manifest.stopped
    assert stopped
    assert stopped.widest == max(each.win.halfwidth for each in found.effects)


def test_until_that_is_never_reached_says_so(tmp_path: Path) -> None:
    asked = small(("random",), games=40, until_ci=0.01)
    (found,) = play(tmp_path / "out", asked).findings().strategies
    assert found.is_narrow is False
    assert found.deals == 40


# ---------------------------------------------------------------- the same bytes


def test_number_of_jobs_changes_nothing(whole: dict[str, bytes], tmp_path: Path) -> None:
    assert finished(tmp_path / "out", jobs=2) == whole


@pytest.mark.parametrize("play_block", [RAISING, STOPPED])
def test_stopped_between_strategies_goes_on_to_the_same_bytes(
    play_block: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(RunError):
        play(out, play=play_block)
    with pytest.raises(FolderError, match="1 of 2 strategies are played"):
        Study(out).findings()
    assert finished(out, resume=True) == whole
    assert not litter(out)


def test_killed_goes_on_to_the_same_bytes(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaigns.study_fakes", str(out)],
        cwd=ROOT,
        env={**os.environ, "FAKE_SLEEP": "0.01"},
        stdin=subprocess.DEVNULL,
    )
    until = time.monotonic() + LONGEST
    while not list((out / RUNS / "001-looker" / ".receipts").glob("part-*.json")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=LONGEST)
    assert not list(out.glob("*.parquet"))
    assert finished(out, resume=True) == whole


def test_progress_is_one_for_all_strategies(tmp_path: Path) -> None:
    told: list[Progress] = []
    play(tmp_path / "out", on_progress=told.append)
    games = [progress.games for progress in told]
    assert games == sorted(games)
    assert games[-1] == 2400
    assert {progress.games_in_all for progress in told} == {2400}


def test_interrupted_says_how_much_of_all_is_kept(tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError, match="1,200 of 2,400 games are kept, continue with"):
        play(tmp_path / "out", play=STOPPED)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"strategies": ("random",)}, r"strategies: random, was random,.*looker.py"),
        ({"games": 300}, "games: 300, was 200"),
        ({"seed": 2}, "seed: 2, was 1"),
        ({"only": ("extra_gold",)}, "only: extra_gold, was extra_gold,less_gold,presets"),
        ({"rolls": (0, 6)}, "rolls: 0,6, was 0,4"),
        ({"combinations": "bot_first+planning"}, r"combinations: bot_first\+planning, was none"),
        ({"until_ci": 0.1}, "until-ci: 0.1, was none"),
        ({"alchemists": "newton"}, "alchemists: newton, was balanced"),
    ],
)
def test_other_settings_are_refused_and_named(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    play(out)
    before = files(out)
    with pytest.raises(FolderError, match=words):
        play(out, small(**changes), resume=True)
    assert files(out) == before


def test_a_second_one_needs_force(tmp_path: Path) -> None:
    out = tmp_path / "out"
    finished(out)
    with pytest.raises(FolderError, match="there is a study already"):
        play(out)
    with pytest.raises(InterruptedRunError):
        play(out, force=True, play=STOPPED)
    assert {path.name for path in out.iterdir()} == {RUNS, CAMPAIGN, INPUTS}
    play(out, small(("random",)), force=True)
    assert [path.name for path in (out / RUNS).iterdir()] == ["000-random"]


def test_mistakes_leave_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(BadStrategyError, match="no strategy 'rondom'"):
        play(out, small(("rondom",)))
    with pytest.raises(SettingsError, match="no alchemist 'nobody'"):
        play(out, small(alchemists="nobody"))
    with pytest.raises(BadStrategyError, match="raised at game 3"):
        play(out, small((LOOKER,)), play=RAISING)
    assert not out.exists()


def test_a_study_of_other_setups_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version may have more options; rows are never taken for games against others."""
    played = play(tmp_path / "out", small(("random",)))
    kept = DifficultyRequest.setups
    monkeypatch.setattr(DifficultyRequest, "setups", lambda self, box: kept(self, box)[:-1])
    with pytest.raises(FolderError, match="000-random: it was played in other scenarios"):
        played.findings()


def test_no_study_and_no_results(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="this is no study"):
        Study.read_result(tmp_path)
    play(tmp_path / "out", small(("random",)))
    (tmp_path / "out" / RESULT).unlink()
    with pytest.raises(FolderError, match="no results yet; continue with 'trisim difficulty"):
        Study.read_result(tmp_path / "out")
    (tmp_path / "out" / RESULT).write_text("{}")
    with pytest.raises(FolderError, match="can't be understood"):
        Study.read_result(tmp_path / "out")


def test_presets_of_a_variant_are_in_the_copies(tmp_path: Path) -> None:
    """Setups follow from the box that was copied, whatever becomes of the user's files."""
    variant, out = tmp_path / "mine.toml", tmp_path / "out"
    variant.write_text(
        'name = "mine"\n[add.solo.difficulty.gentle]\nmeaning = "Easier."\n'
        "options = { less_gold = true }\n"
    )
    only = ("easy", "gentle", "normal")
    before = finished(out, request=small(("random",), only=only, variants=variant))
    variant.unlink()
    assert Study(out).findings().presets == only
    (out / RESULT).unlink()
    prepared = prepared_for(Study, {}, out, resume=True)
    play_campaign(Study, prepared, out, Execution(jobs=1, resume=True))
    assert files(out) == before


# ---------------------------------------------------------------- real games


def test_a_study_of_real_games_is_whole(testbox_path: Path, tmp_path: Path) -> None:
    """Two deals against normal, and with Botmegistus first: sheets find both sides of each game."""
    asked = small(("random",), games=2, only=["bot_first"], box=testbox_path)
    played = play_campaign(Study, prepare_campaign(asked), tmp_path / "out", Execution(jobs=1))
    (found,) = played.findings().strategies
    (run,) = played.runs
    rows = run.players.collect()
    yours = rows.filter(pl.col("strategy").cast(pl.String) == "random").sort("game")
    assert yours["seat"].to_list() == [0, 1, 0, 1]
    score = found.figures("normal").score
    assert score is not None
    assert score.value == yours["score"][::2].mean()
    assert found.figures("bot_first").win.value == yours["win"][1::2].mean()
    assert audit(run.path).is_clean
