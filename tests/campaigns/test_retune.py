"""Players who adapt: tuned for each version, killed anywhere, and mistakes in one line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import polars as pl
import pytest

from tests.campaigns.compare_helpers import LOWER, play, request, variant
from tests.typed import Typed
from trisim.campaigns import compare, tuning
from trisim.campaigns.adaptation import ADAPTED, TUNINGS, USUAL_GAMES, Adaptation, split
from trisim.campaigns.compare import RESULT, CompareRequest, ComparisonCampaign
from trisim.campaigns.tuning import TUNED, Tuning
from trisim.campaigns.tuning_games import Outcome
from trisim.campaigns.tuning_request import TuningRequest
from trisim.documents import typed
from trisim.players.player import Speed
from trisim.players.registry import load as load_player
from trisim.plugin import load
from trisim.report.comparison import Comparison
from trisim.report.comparison_files import ADAPTED_TABLE
from trisim.sim.block import play_block
from trisim.sim.campaign import play_campaign, prepare_campaign
from trisim.sim.deletion import check_deletable
from trisim.sim.errors import FolderError, InterruptedRunError, RunError
from trisim.sim.plan import OnGames, Plan
from trisim.sim.request import Execution
from trisim.sim.run import Run

HILL = "tests.campaigns.test_retune:hill"
STOPPED = "tests.campaigns.test_retune:stopped"
CUT_CHECK = "tests.campaigns.test_retune:cut_check"
CUT_ADAPTED = "tests.campaigns.test_retune:cut_adapted"
TUNED_BY = 90
"""Games of a tuning: three generations of five candidates with six games."""

call = Typed("compare")
said = call.mistake


def hill(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Outcome:
    """With the usual summit, climbing is the better the more it is wanted; else the worse."""
    if on_games:
        on_games(deals * plan.request.rotations)
    wanted = plan.players[0].weights["climbed"][0]
    fitness = wanted if plan.box.digest == usual_box() else -wanted
    return Outcome(round(float(fitness), 9), 0.5)


@cache
def usual_box() -> str:
    """The digest of the box of the game."""
    return prepare_campaign(TuningRequest.of(game="summit", players=2)).box.digest


def stopped(plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None) -> Outcome:
    """Somebody presses Ctrl-C in the second generation of a version's tuning."""
    if first_deal and plan.box.digest != usual_box():
        raise KeyboardInterrupt
    return hill(plan, first_deal, deals, on_games)


def cut_check(plan: Plan, first_deal: int, deals: int, told: Any = None) -> Any:
    """Somebody presses Ctrl-C in the check of a tuning."""
    if plan.request.lineup[0] == "result":
        raise KeyboardInterrupt
    return play_block(plan, first_deal, deals, told)


def cut_adapted(plan: Plan, first_deal: int, deals: int, told: Any = None) -> Any:
    """Somebody presses Ctrl-C while tuned players play a version."""
    if plan.request.lineup[0] == ADAPTED and plan.box.digest != usual_box():
        raise KeyboardInterrupt
    return play_block(plan, first_deal, deals, told)


def unwritten(path: Path, *_: Any) -> None:
    """Instead of pages and pictures, which take long to draw."""


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    """Stand-ins for candidates; no pictures, and several parts."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(compare, "write_page", unwritten)
        changed.setattr(tuning, "write_figures", unwritten)
        changed.setattr(Tuning, "play_candidate", HILL)
        changed.setitem(compare.GAMES_A_PART, Speed.QUICK, 4)
        yield


@pytest.fixture(scope="module")
def lower(tmp_path_factory: pytest.TempPathFactory) -> str:
    return variant(tmp_path_factory.mktemp("box"), LOWER)


def asked(lower: str, **changes: Any) -> CompareRequest:
    given = {"games": 8, "strategy": "steady", "retune": TUNED_BY}
    return request("reference", lower, **{**given, **changes})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, lower: str) -> ComparisonCampaign:
    """An undisturbed comparison."""
    return play(tmp_path_factory.mktemp("whole") / "out", asked(lower))


@pytest.fixture(scope="module")
def found(whole: ComparisonCampaign) -> Comparison:
    return ComparisonCampaign.read_result(whole.path)


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", "*.toml", "check.json", "generations.jsonl", RESULT)
    paths = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def climbed(path: Path) -> float:
    player = load_player(str(path), load("summit").players)
    return player.weights["climbed"][0]


# ---------------------------------------------------------------- what is tuned and played


def test_players_are_tuned_for_each_version(whole: ComparisonCampaign) -> None:
    seeds = whole.request.adaptation.seeds
    for seed in seeds:
        usual, low = (
            climbed(whole.path / TUNINGS / f"{name}-seed-{seed}" / TUNED)
            for name in ("00-reference", "01-lower")
        )
        assert usual > 1 > low
    assert len(set(seeds)) == 3


def test_a_tuning_is_the_same_as_of_trisim_tune(
    whole: ComparisonCampaign, tmp_path: Path, lower: str
) -> None:
    request = TuningRequest.of(
        game="summit", start="steady", pool="steady,bold", generations=3, population=5, games=6,
        sigma=0.3, players=2, seed=5, check="none", check_games=4, variants=[lower],
    )  # fmt: skip
    alone = play_campaign(Tuning, prepare_campaign(request), tmp_path / "alone", Execution(jobs=1))
    inside = whole.path / TUNINGS / "01-lower-seed-5" / TUNED
    assert alone.tuned.read_bytes() == inside.read_bytes()


def test_tuned_players_play_their_version_on_common_new_deals(whole: ComparisonCampaign) -> None:
    for usual, low in whole.adapted.runs():
        assert usual.request.seed == low.request.seed
        assert usual.request.lineup == (ADAPTED, ADAPTED)
        for run in (usual, low):
            tuned = whole.path / TUNINGS / run.path.name / TUNED
            (record,) = run.manifest.strategies
            assert record.digest == hashlib.sha256(tuned.read_bytes()).hexdigest()
    seeds = {run.request.seed for runs in whole.adapted.runs() for run in runs}
    assert len(seeds) == 3
    assert whole.request.seed not in seeds


def test_the_difference_is_the_mean_over_the_tunings(
    whole: ComparisonCampaign, found: Comparison
) -> None:
    assert found.adapted is not None
    (score,) = (
        each for each in found.adapted.version("lower").changes if each.same.measure == "score.mean"
    )
    means = [
        [run.players.select(pl.col("score").mean()).collect().item() for run in runs]
        for runs in whole.adapted.runs()
    ]
    assert score.by_tuning == pytest.approx([low - usual for usual, low in means])
    assert score.adapted.difference is not None
    assert score.adapted.difference.value == pytest.approx(sum(score.by_tuning) / 3)
    assert score.same.difference == found.against[0].by_measure["score.mean"].difference


def test_only_named_measures_are_judged_in_a_family_of_their_own(found: Comparison) -> None:
    assert found.adapted is not None
    changes = found.adapted.version("lower").changes
    assert {each.same.measure for each in changes} == {"seat.0.win", "seat.1.win", "score.mean"}
    families = {each.adapted.difference.family for each in changes if each.adapted.difference}
    assert families == {found.adapted.intervals} == {3}


def test_it_says_how_strong_tuned_players_are(found: Comparison) -> None:
    assert found.adapted is not None
    assert [each.version for each in found.adapted.players] == ["reference"] * 3 + ["lower"] * 3
    assert {each.par for each in found.adapted.players} == {0.5}
    assert found.adapted.players[0].against_start.n == 4


def test_the_result_is_read_again_as_it_was(found: Comparison) -> None:
    assert typed(Comparison, json.loads(json.dumps(found.as_dict()))) == found


def test_a_table_has_the_same_figures(whole: ComparisonCampaign, found: Comparison) -> None:
    assert found.adapted is not None
    table = pl.read_parquet(whole.path / ADAPTED_TABLE)
    changes = found.adapted.version("lower").changes
    assert table["measure"].to_list() == [each.same.measure for each in changes]
    assert table["seed_5"].to_list() == [each.by_tuning[1] for each in changes]
    assert table["adapted_verdict"].to_list() == [each.adapted.verdict for each in changes]


# ---------------------------------------------------------------- stopped and resumed


def test_killed_anywhere_and_resumed_gives_the_same_bytes(
    whole: ComparisonCampaign, tmp_path: Path, lower: str
) -> None:
    out, wanted = tmp_path / "cut", asked(lower)
    with (
        patch.object(Tuning, "play_candidate", STOPPED),
        pytest.raises(InterruptedRunError, match="3 of 6 tunings and 16 of 16 games"),
    ):
        play(out, wanted)
    with pytest.raises(InterruptedRunError, match="3 of 6 tunings"):
        play(out, wanted, resume=True, play=CUT_CHECK)
    with pytest.raises(InterruptedRunError, match="6 of 6 tunings"):
        play(out, wanted, resume=True, play=CUT_ADAPTED)
    assert not (out / RESULT).exists()
    play(out, wanted, resume=True, jobs=2)
    assert files(out) == files(whole.path)


def test_more_games_keep_tunings_and_their_games(tmp_path: Path, lower: str) -> None:
    out = tmp_path / "out"
    before = files(play(out, asked(lower)).path)
    play(out, asked(lower, games=12), resume=True)
    after = files(out)
    kept = [name for name in before if name.startswith((f"{TUNINGS}/", f"{ADAPTED}/"))]
    assert len(kept) > 20
    assert all(before[name] == after[name] for name in kept)
    assert ComparisonCampaign.read_result(out).games == 12


def test_other_tunings_are_another_comparison(whole: ComparisonCampaign, lower: str) -> None:
    with pytest.raises(FolderError, match="retune: 0, was 90"):
        play(whole.path, asked(lower, retune=0), resume=True)


def test_begun_anew_without_tunings_they_are_gone(tmp_path: Path, lower: str) -> None:
    out = tmp_path / "out"
    play(out, asked(lower))
    mine = out / TUNINGS / "01-lower-seed-5" / "mine.toml"
    mine.write_text("# mine\n", encoding="utf-8")
    with pytest.raises(FolderError, match=r"mine\.toml: this is not of a comparison"):
        play(out, asked(lower, retune=0), force=True)
    with pytest.raises(FolderError, match=r"such as tunings/01-lower-seed-5/mine\.toml"):
        check_deletable(out)
    mine.unlink()
    check_deletable(out)
    play(out, asked(lower, retune=0), force=True)
    assert not (out / TUNINGS).exists()
    assert ComparisonCampaign.read_result(out).adapted is None


def test_progress_counts_all_games_as_one(tmp_path: Path, lower: str) -> None:
    seen: list[tuple[int, int]] = []
    wanted = asked(lower)
    games = ComparisonCampaign.games(prepare_campaign(wanted))
    play(tmp_path / "out", wanted, on_progress=lambda p: seen.append((p.games, p.games_in_all)))
    assert {total for _, total in seen} == {games}
    assert seen[-1][0] == games
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


# ---------------------------------------------------------------- how many games, and mistakes


def test_games_of_a_tuning_are_split_into_whole_deals() -> None:
    for games in (90, 2_000, 20_000, 250_000, 3_000_000):
        for players in (1, 2, 3, 5):
            generations, population, each = split(games, players)
            assert each % players == 0
            assert 0.5 * games < generations * population * each <= games


def test_seeds_of_other_comparisons_are_others() -> None:
    found = [
        seed
        for number in range(5)
        for seed in Adaptation(games=1, seed=number, start="x", runs={}).seeds
    ]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("game", ["summit", "expedition"])
def test_a_dry_run_counts_tunings_and_their_games(game: str, lower: str) -> None:
    result = call(
        "reference", lower, "--game", game, "--players", "2", "--games", "8", "--retune",
        "--dry-run", "--strategy", "steady", "--jobs", "1",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "3 tunings of steady for each version" in result.stdout
    assert f"{USUAL_GAMES // 20:,} games of those whom each has tuned" in result.stdout


def test_a_team_adapts_too(tmp_path: Path, lower: str) -> None:
    found = play(tmp_path / "out", asked(lower, game="expedition")).comparison()
    assert found.adapted is not None
    assert "team.won" in {each.same.measure for each in found.adapted.version("lower").changes}
    assert {each.par for each in found.adapted.players} == {0.0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"retune": 5}, "too few games for a generation"),
        ({"retune": -1}, "a whole number from 0"),
        ({"retune": True}, "a whole number"),
        ({"strategy": "random"}, "a tuning begins with a weights file"),
        ({"strategy": "steady:noise=0.5"}, "a weights file has no noise"),
        ({"strategy": None, "lineup": "steady,bold"}, "name one with --strategy"),
    ],
)
def test_a_mistake_is_one_line(
    tmp_path: Path, lower: str, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RunError, match=message) as caught:
        play(tmp_path / "out", asked(lower, **changes))
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_an_option_without_a_number_is_not_followed_by_a_version(lower: str) -> None:
    message = said("--retune", "reference", lower, "--game", "summit", "--dry-run")
    assert "--retune" in message
    assert "a whole number" in message


def test_a_run_is_not_tuned(whole: ComparisonCampaign, tmp_path: Path) -> None:
    runs = [str(Run(each).path) for each in sorted((whole.path / "runs").iterdir())]
    message = said(*runs, "--retune", "1000", "--game", "summit", "--out", tmp_path / "page.html")
    assert message.startswith("trisim: --retune") or "--retune" in message
