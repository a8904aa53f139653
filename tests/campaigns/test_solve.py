"""The search for a win rate: the right combination, on new deals, with the same bytes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import polars as pl
import pytest

import trisim
from tests.campaigns.solve_fakes import ANSWER, RATE, STOPPED, fake, play, wanted
from tests.typed import Typed
from trisim.campaigns.solution import RESULT, Solution, SolveRequest, read_rate
from trisim.documents import plain, typed
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.difficulty import options_of
from trisim.games.trismegistus.box.settings import CONTRADICTIONS
from trisim.sim import part
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.errors import FolderError, InterruptedRunError, SettingsError
from trisim.sim.folder import RUNS
from trisim.sim.options import Scenario
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.stats.solve import Solved

ROOT = Path(__file__).parents[2]
LONGEST = 120.0
"""Seconds that anything may take on a busy machine."""

call = Typed("difficulty")
FEW = ("--only", "less_gold,no_personality,extra_gold", "--games", "80", "--jobs", "1")


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        yield


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box()


@pytest.fixture(scope="module")
def whole(here: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an undisturbed search."""
    return play(tmp_path_factory.mktemp("whole") / "out").path


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", RESULT, "*.toml", "*.png", "*.svg")
    found = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def rounds(folder: Path) -> list[Run]:
    return [Run(path) for path in sorted((folder / RUNS).iterdir())]


# ---------------------------------------------------------------- what is found


def test_the_right_combination_is_found(whole: Path) -> None:
    solved = Solution.read_result(whole)
    assert solved.answer == ANSWER
    assert solved.is_met
    assert solved.recommended.win.value == pytest.approx(0.83, abs=0.05)
    assert solved.recommended.flags == (
        "--solo", "--option", "less_gold", "--option", "no_personality"
    )  # fmt: skip
    assert Solution(whole).solved() == solved


def test_a_single_option_is_preferred_to_a_combination(tmp_path: Path) -> None:
    """Two options are worth 7 and 8 points, and a pair with the preset 10."""
    solved = play(tmp_path / "out", wanted(solve="69%")).solved()
    assert solved.answer in ("less_gold", "no_personality")
    assert len(solved.recommended.parts) == 1


def test_the_usual_scenario_needs_no_change(tmp_path: Path) -> None:
    played = play(tmp_path / "out", wanted(solve=0.487))
    assert played.solved().answer == "normal"
    assert not (played.path / "solution.toml").exists()


def test_what_nothing_comes_near_to_is_said(tmp_path: Path) -> None:
    only = ("less_gold", "no_personality")
    solved = play(tmp_path / "out", wanted(solve="99%", only=only)).solved()
    assert not solved.is_met
    assert solved.answer == solved.nearest.setup == ANSWER
    assert not solved.not_told_apart
    assert solved.nearest.win.high < 0.99


def test_up_to_three_scenarios_are_combined_if_wanted(box: Box) -> None:
    names = {each.name for each in wanted(most_changes=3).candidates(box)}
    assert "setup_rolls=0+bot_first+planning" in names
    assert "easy+extra_gold+bot_first" not in names  # easy has less gold
    assert max(name.count("+") for name in names) == 2
    assert all("+" not in each.name for each in wanted(most_changes=1).candidates(box))


# ---------------------------------------------------------------- contradictions


@pytest.mark.parametrize("variant", ["", "extra_gold = true", "no_masterpiece = true"])
def test_contradictions_never_appear(variant: str, tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text(f'name = "other"\n[change.solo.difficulty.normal.options]\n{variant}\n')
    changed = load_box(None, [path]) if variant else load_box()
    found = wanted(most_changes=3).candidates(changed)
    assert len(found) > 400
    for each in found:
        options = each.options
        laid = options_of(changed, options.difficulty, dict(options.options))
        for pair in CONTRADICTIONS:
            assert not all(getattr(laid, name) for name in pair), each.name


def test_no_two_candidates_are_the_same_game(box: Box) -> None:
    """A part that a preset has already, or another part changes, adds nothing."""
    found = [
        (
            options_of(box, each.options.difficulty, dict(each.options.options)),
            each.options.planning,
        )
        for each in wanted().candidates(box)
    ]
    assert all(one != other for one, other in combinations(found, 2))


# ---------------------------------------------------------------- new deals


def test_confirmed_figures_come_from_deals_that_the_search_has_not_used(whole: Path) -> None:
    *search, last = rounds(whole)
    solved = Solution.read_result(whole)
    assert {each.setup for each in solved.confirmed} == set(last.request.scenarios)
    seeds = [set(deal_seeds(here)) for here in (*search, last)]
    assert all(not one & other for one, other in combinations(seeds, 2))
    table = last.players.filter(pl.col("strategy").cast(pl.String) == "random").collect()
    wins = table.sort("game")["win"].to_numpy().reshape(-1, len(last.request.scenarios))
    for number, name in enumerate(last.request.scenarios):
        (row,) = (each for each in solved.confirmed if each.setup == name)
        assert row.win.value == pytest.approx(wins[:, number].mean())
        assert row.win.n == 480
        assert row.win.family == 5


def deal_seeds(here: Run) -> list[int]:
    from trisim.sim.design import Design

    design = Design.of(here.request, load_box())
    return [int(seed) for seed in design.deal_seeds(0, here.request.deals)]


def test_rounds_have_fewer_candidates_and_more_deals(whole: Path) -> None:
    found = [(len(here.request.scenarios), here.request.deals) for here in rounds(whole)]
    assert found == [(21, 60), (40, 30), (20, 60), (10, 120), (5, 480)]
    kept = [set(here.request.scenarios) for here in rounds(whole)[1:]]
    assert all(later < earlier for earlier, later in pairwise(kept))


def test_the_plan_says_how_many_games_there_are(whole: Path) -> None:
    prepared = prepare_campaign(wanted())
    assert prepared.games == sum(here.games_played for here in rounds(whole))
    assert Solution.read_result(whole).games == prepared.games


# ---------------------------------------------------------------- the same bytes


def test_stopped_in_a_round_goes_on_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(InterruptedRunError, match="games are kept, continue with --resume"):
        play(out, play=STOPPED)
    with pytest.raises(FolderError, match="2 of 5 rounds are played"):
        Solution(out).solved()
    assert files(play(out, resume=True, jobs=2).path) == files(whole)


def test_killed_goes_on_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaigns.solve_fakes", str(out)],
        cwd=ROOT,
        env={**os.environ, "FAKE_SLEEP": "0.004"},
        stdin=subprocess.DEVNULL,
    )
    until = time.monotonic() + LONGEST
    while not list(out.glob("runs/003-*/.receipts/part-*.json")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=LONGEST)
    assert not (out / RESULT).exists()
    assert files(play(out, resume=True).path) == files(whole)


def test_another_seed_plays_other_games(whole: Path, tmp_path: Path) -> None:
    other = play(tmp_path / "out", wanted(seed=2))
    assert files(other.path) != files(whole)
    assert other.solved().answer == ANSWER


def test_other_settings_are_refused_and_named(whole: Path) -> None:
    for changes, words in (({"solve": 0.5}, "solve: 0.5, was 0.83"), ({"games": 8}, "games: 8")):
        with pytest.raises(FolderError, match=words):
            play(whole, wanted(**changes), resume=True)


def test_a_request_survives_writing() -> None:
    assert typed(SolveRequest, plain(wanted(most_changes=3))) == wanted(most_changes=3)


def test_runs_of_other_scenarios_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = play(tmp_path / "out", wanted(only=("less_gold",), games=20))
    kept = SolveRequest.candidates
    monkeypatch.setattr(SolveRequest, "candidates", lambda self, box: kept(self, box)[:-1])
    with pytest.raises(FolderError, match="it was played in other scenarios"):
        played.solved()


# ---------------------------------------------------------------- what users type


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "function_named", lambda name: fake)


@pytest.mark.parametrize("rate", ["0%", "100%", "101%", "50", "-1%", "nan", "inf", "half", "", "%"])
def test_rates_that_no_game_can_have(rate: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert "a win rate between 0 % and 100 % is expected" in call.mistake(
        f"--solve={rate}", "--out", out
    )
    assert not out.exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--until-ci", "1%"), "--until-ci: --solve plays rounds of a fixed length"),
        (("--strategy", "random,greedy"), "--solve finds what suits one strategy"),
        (("--game", "summit"), "--solve: in summit players compete"),
        (("--most-changes", "9"), "--most-changes 9: a whole number from 1 to 3"),
        (("--only", "normal"), "nothing is left to compare with normal"),
        (("--only", "nothing"), "there is no such option or preset"),
        (("--games", "0"), "--games 0"),
    ],
)
def test_mistakes_are_one_line_before_anything_is_played(
    args: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert words in call.mistake("--solve", "50%", *args, "--out", out)
    assert not out.exists()


def test_changes_are_for_a_search() -> None:
    assert "--most-changes: this is for --solve" in call.mistake("--most-changes", "2", "--dry-run")


def test_the_command_says_what_to_play(fakes: None, tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ("--strategy", "random", "--solve", RATE, *FEW)
    result = call(*args, "--out", out)
    assert result.exit_code == 0, result.output
    assert f"Play {ANSWER}: " in result.stdout
    assert "trisim play --solo --option less_gold --option no_personality" in result.stdout
    assert "on new deals" in result.stdout
    assert call("show", out).stdout == result.stdout
    assert call("--out", out, "--resume").stdout == result.stdout
    assert {path.name for path in out.iterdir()} == {
        "campaign.json", "inputs", "runs", RESULT, "candidates.parquet", "solution.png",
        "solution.svg", "solution.toml",
    }  # fmt: skip
    table = pl.read_parquet(out / "candidates.parquet")
    assert table.filter(pl.col("is_answer"))["setup"].to_list() == [ANSWER]


def test_the_command_says_if_nothing_is_near(fakes: None, tmp_path: Path) -> None:
    args = ("--strategy", "random", "--solve", "99%", "--most-changes", "1", *FEW)
    result = call(*args, "--out", tmp_path / "out")
    assert "None of them is compatible with 99 %. The nearest is less_gold: " in result.stdout
    assert "percentage points below it" in result.stdout
    assert "More changes at once may come nearer: --most-changes 2." in result.stdout
    assert "play this" not in result.stdout


def test_the_preset_that_is_written_can_be_played(fakes: None, tmp_path: Path) -> None:
    out = tmp_path / "out"
    call("--strategy", "random", "--solve", RATE, *FEW, "--out", out)
    mine = load_box(None, [out / "solution.toml"])
    assert mine.solo.difficulty["solve83"].options == options_of(
        load_box(), "normal", {"less_gold": True, "no_personality": True}
    )


def test_the_plan_is_in_words(box: Box) -> None:
    prepared = prepare_campaign(wanted(games=8_000), box=box)
    words = Solution.plan_words(prepared)
    assert re.search(r"random, a win rate of 83 %: \d+ scenarios and combinations", words)
    assert "the best 5 on 8,000 new deals; 121,000 games in all" in words
    assert "  alone         21 candidates on 1,000 deals" in Solution.plan_lines(prepared)


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    few = ("--strategy", "random", "--only", "bot_first", "--games", "2", "--jobs", "1")
    result = call("--solve", "50%", *few, "--out", tmp_path / "out", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "  new deals      2 candidates on 2 deals" in result.stdout.splitlines()
    assert "Nothing was written" in result.stdout
    assert not (tmp_path / "out").exists()


def test_python_gives_the_same(fakes: None, tmp_path: Path) -> None:
    args = ("--strategy", "random", "--solve", RATE, *FEW)
    call(*args, "--out", tmp_path / "typed")
    found = trisim.difficulty(
        "random",
        solve=0.83,
        only="less_gold,no_personality,extra_gold",
        games=80,
        jobs=1,
        out=tmp_path / "python",
        progress=False,
    )
    solved: Solved = found.solved()
    assert solved == Solution.read_result(tmp_path / "typed")
    with pytest.raises(SettingsError, match="solve"):
        trisim.difficulty("random", solve="110%", progress=False)


def test_rates_as_users_write_them() -> None:
    assert (read_rate("12.5%"), read_rate(0.5), read_rate(None)) == (0.125, 0.5, None)


# ---------------------------------------------------------------- real games


def test_a_team_game_has_an_answer(tmp_path: Path) -> None:
    result = call(
        "--game", "expedition", "--strategy", "random", "--solve", "50%", "--games", "6",
        "--jobs", "1", "--out", tmp_path / "out",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    solved = Solution.read_result(tmp_path / "out")
    assert {each.setup for each in solved.confirmed} == {"summer", "winter"}
    assert all(each.win.clusters == 6 for each in solved.confirmed)
    assert "trisim play --game expedition" in result.stdout


def test_real_games_against_an_automa(testbox_path: Path, tmp_path: Path) -> None:
    asked = wanted(games=2, only=("bot_first",), box=testbox_path)
    played = play_campaign(Solution, prepare_campaign(asked), tmp_path / "out", Execution(jobs=1))
    solved = played.solved()
    assert {each.setup for each in solved.confirmed} == {"normal", "bot_first"}
    (run,) = played.runs
    assert run.request.setups[1] == Scenario("bot_first", run.request.setups[1].options)
    assert solved.games == 4
