"""Balancings whose targets need several groups, options as knobs, and players who adapt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.campaigns.balance_fakes import TARGETS, play, small
from tests.campaigns.test_retune import HILL, unwritten
from tests.typed import Typed
from trisim.box.box import load_box
from trisim.campaigns import tuning
from trisim.campaigns.adaptation import ADAPTED, TUNINGS
from trisim.campaigns.balance import Balance
from trisim.campaigns.balance_groups import Group, groups_of
from trisim.campaigns.balance_request import RETUNE
from trisim.campaigns.tuning import TUNED, Tuning
from trisim.plugin import info, load
from trisim.report.balance_change import USED, BalanceVariant, Judged, TargetValue, choice
from trisim.sim.block import play_block
from trisim.sim.campaign import prepare_campaign
from trisim.sim.errors import InterruptedRunError
from trisim.sim.plan import Blocks, OnGames, Plan
from trisim.sim.run import Run
from trisim.stats.analyses.targets import targets_from
from trisim.stats.estimate import Estimate, Scale

STOPPED_AFTER = "tests.campaigns.test_balance_groups:stopped_after"
call = Typed("balance")
said = call.mistake

WON = """
[Summer]
measures = "team.won"
low = 60
strategy = "steady"

[Winter]
scenario = "winter"
low = 60
strategy = "steady"
"""
SEASONS = """
[Days]
set = "rules.days"
values = [5, 8]

[Season]
set = "option.winter"
values = ["off", "on"]
"""

SUMMIT = """
[Summit]
set = "rules.summit"
values = [18, 24, 36]
"""


def groups(game: str, text: str, **changes: Any) -> dict[str, Group]:
    """The groups of a game that targets need, by name."""
    box = load_box(load(game).box, None, ())
    found = info(game)
    base = {"players": 4, "lineup": ("tuned",) * 4, "options": found.options(), **changes}
    targets = targets_from(text, "targets").targets
    return {each.name: each for each in groups_of(Group(**base), targets, found, box)}


def option_of(group: Group, name: str) -> Any:
    """An option of the game in a group."""
    return getattr(group.options, name)


def names(group: Group) -> list[str]:
    return [each.name for each in group.targets]


# ---------------------------------------------------------------- which groups there are


def test_targets_of_the_solo_game_are_judged_on_solo_games() -> None:
    targets = load("trismegistus").report.default_targets()
    found = groups("trismegistus", targets.text)
    assert list(found) == ["", "normal"]
    assert len(found[""].targets) == 8
    assert len(found["normal"].targets) == 2
    assert found["normal"].table == ("tuned", "botmegistus")
    assert found["normal"].options.scenario == "normal"


def test_a_target_names_its_scenario_by_its_measures() -> None:
    found = groups("trismegistus", '[a]\nmeasures = "solo.setup.hard.win"\nhigh = 40\nsolo = true')
    assert option_of(found["hard"], "difficulty") == "hard"
    assert names(found[""]) == []


def test_a_solo_group_that_was_asked_for_is_the_base() -> None:
    solo: dict[str, Any] = {"solo": True}
    options = info("trismegistus").options(**solo)
    text = (
        '[a]\nscenario = "normal"\nlow = 40\nsolo = true\n[b]\nmeasures = "seat.*.win"\nlow = 9\n'
    )
    found = groups("trismegistus", text, players=2, lineup=("tuned",), options=options)
    assert names(found[""]) == ["a"]
    assert found["4 players"].lineup == ("tuned",) * 4
    assert names(found["4 players"]) == ["b"]


def test_a_verdict_that_must_hold_for_several_strategies_has_a_group_for_each() -> None:
    text = '[a]\nmeasures = "seat.*.win"\nlow = 20\nholds_for = ["greedy", "tuned"]\n'
    found = groups("trismegistus", text)
    assert list(found) == ["", "greedy"]
    assert {each.lineup for each in found.values()} == {("tuned",) * 4, ("greedy",) * 4}
    assert [each.targets[0].strategy for each in found.values()] == [("tuned",), ("greedy",)]


def test_strategies_that_meet_sit_at_one_table() -> None:
    text = """
    [a]
    measures = ["strategy.tuned.against.greedy.win", "strategy.tuned.against.balanced.win"]
    low = 60
    """
    found = groups("trismegistus", text)
    assert found["greedy+tuned"].lineup == ("greedy", "tuned") * 2
    measures = {name: [*each.targets[0].measures] for name, each in found.items() if name}
    assert measures == {
        "greedy+tuned": ["strategy.tuned.against.greedy.win"],
        "balanced+tuned": ["strategy.tuned.against.balanced.win"],
    }


def test_a_target_for_other_numbers_of_players_has_a_group() -> None:
    found = groups("trismegistus", '[a]\nmeasures = "seat.*.win"\nlow = 20\nplayers = 3\n')
    assert found["3 players"].table == ("tuned",) * 3


def test_what_no_group_can_judge_is_left_out() -> None:
    text = '[a]\nscenario = "insane"\nlow = 20\nsolo = true\n'
    assert [names(each) for each in groups("trismegistus", text).values()] == [[]]


def test_scenarios_of_a_team_game_are_groups() -> None:
    found = groups("expedition", WON, players=3, lineup=("steady",) * 3)
    assert names(found[""]) == ["Summer"]
    assert names(found["winter"]) == ["Winter"]
    assert option_of(found["winter"], "winter")


# ---------------------------------------------------------------- played


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> Balance:
    """A team that must win in summer and in winter; days help in both."""
    folder = tmp_path_factory.mktemp("seasons")
    request = small(
        folder / "files", WON, SEASONS, game="expedition", strategy="steady", games=96, retune=0
    )
    return play(folder / "out", request)


def test_a_target_of_another_scenario_is_met_by_a_knob(seasons: Balance) -> None:
    found = Balance.read_result(seasons.path)
    assert found.groups == ("", "winter")
    assert "Winter" in found.variants[0].check.missed
    assert "rules.days" in {each.path for each in found.best.changes}
    assert {each.name: each.verdict for each in found.knobs}["Days"] == USED
    labels = {each.group: each.label for each in found.final.values}
    assert labels["winter"].endswith("(winter)")


def test_each_group_has_runs_and_a_page_for_each_variant(seasons: Balance) -> None:
    found = Balance.read_result(seasons.path)
    for each in found.variants:
        options = [Run(seasons.path / run).request.options.winter for run in each.runs]
        assert options[1]
    for each in found.variants[1:]:
        assert len(each.pages) == 2
        assert all((seasons.path / page).is_file() for page in each.pages)
    table = pl.read_parquet(seasons.path / "targets.parquet")
    assert table["group"].unique().sort().to_list() == ["", "winter"]


def test_an_option_of_the_game_is_a_knob(tmp_path: Path) -> None:
    targets = '[Hard]\nmeasures = "team.won"\nhigh = 70\n'
    knobs = SEASONS.partition("[Season]")[1] + SEASONS.partition("[Season]")[2]
    request = small(
        tmp_path / "files",
        targets,
        knobs,
        game="expedition",
        strategy="steady",
        games=240,
        retune=0,
    )
    balance = play(tmp_path / "out", request)
    found = Balance.read_result(balance.path)
    assert [each.path for each in found.best.changes] == ["option.winter"]
    assert (found.best.file, found.best.options) == ("", "--winter")
    shown = call("show", balance.path)
    assert "Change option.winter from off to on." in shown.stdout
    assert "Options of the game: --winter" in shown.stdout


def test_other_games_can_be_left_out(tmp_path: Path) -> None:
    options = {"game": "expedition", "strategy": "steady", "only_these": True, "retune": 0}
    prepared = prepare_campaign(small(tmp_path / "files", WON, SEASONS, **options))
    assert [each.name for each in prepared.request.groups(prepared.box)] == [""]


def test_a_dry_run_names_the_groups(tmp_path: Path) -> None:
    small(tmp_path / "files", WON, SEASONS, game="expedition", strategy="steady")
    files = [tmp_path / "files" / name for name in ("targets.toml", "knobs.toml")]
    shown = call(
        "--game", "expedition", "--strategy", "steady", "--games", "24", "--retune", "0",
        "--targets", files[0], "--over", files[1], "--dry-run",
    )  # fmt: skip
    assert "also played, for “Winter”: winter" in shown.stdout


# ---------------------------------------------------------------- players who adapt


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand-ins for candidates of tunings, and no pictures."""
    monkeypatch.setattr(tuning, "write_figures", unwritten)
    monkeypatch.setattr(Tuning, "play_candidate", HILL)


def tuned(folder: Path, **changes: Any) -> Any:
    targets = TARGETS.replace("low = 26", "low = 20")
    given = {"players": 2, "strategy": "steady", "retune": 90, "games": 48}
    return small(folder, targets, SUMMIT, **{**given, **changes})


def stopped_after(
    plan: Plan, first_deal: int, deals: int, on_games: OnGames | None = None
) -> Blocks:
    """Somebody presses Ctrl-C while tuned players play."""
    if plan.request.lineup[0] == ADAPTED:
        raise KeyboardInterrupt
    return play_block(plan, first_deal, deals, on_games)


def test_players_are_tuned_to_each_variant_of_the_front(quick: None, tmp_path: Path) -> None:
    balance = play(tmp_path / "out", tuned(tmp_path / "files"))
    found = Balance.read_result(balance.path)
    assert len(found.variants) > 1
    assert all(each.adapted is not None for each in found.variants)
    files = list((balance.path / TUNINGS).glob(f"*/{TUNED}"))
    assert len(files) == len(found.players) == 3 * len(found.variants)
    table = pl.read_parquet(balance.path / "targets.parquet").filter(stage="adapted")
    assert table.height == len(found.variants)
    page = (balance.path / "balance.html").read_text()
    assert "Players tuned to it" in page
    assert "With players who adapt, 3 times tuned to it by 90 games: " in page


def test_a_balancing_goes_on_between_tunings(quick: None, tmp_path: Path) -> None:
    with pytest.raises(InterruptedRunError, match="continue with --resume"):
        play(tmp_path / "out", tuned(tmp_path / "files"), play=STOPPED_AFTER)
    begun = play(tmp_path / "out", tuned(tmp_path / "files"), resume=True)
    whole = play(tmp_path / "whole", tuned(tmp_path / "files"))
    assert Balance.read_result(begun.path) == Balance.read_result(whole.path)
    assert Balance(begun.path).result() == Balance.read_result(whole.path)


def test_without_a_word_a_strategy_of_weights_is_tuned_and_no_other(tmp_path: Path) -> None:
    made = [
        prepare_campaign(small(tmp_path / "files", strategy=name)).request.retune
        for name in ("steady", "random")
    ]
    assert made == [RETUNE, 0]
    small(tmp_path / "files")
    files = [tmp_path / "files" / name for name in ("targets.toml", "knobs.toml")]
    words = said(
        "--game", "summit", "--strategy", "random", "--retune", "900", "--targets", files[0],
        "--over", files[1], "--out", tmp_path / "out",
    )  # fmt: skip
    assert "a tuning begins with a weights file" in words


def test_the_choice_heeds_players_who_adapt() -> None:
    printed = variant(0, check=90)
    small, large = variant(1, check=50), variant(2, check=50)
    assert choice((printed, small, large)) == 1
    undone = replace(small, adapted=judged(90))
    assert choice((printed, undone, large)) == 2
    assert choice((replace(printed, check=judged(50)), undone, large)) == 0


def judged(value: float) -> Judged:
    """A target that should be at most 60, with a narrow interval."""
    estimate = Estimate(value, value - 1, value + 1, 100, 100, 0.95, Scale.MEAN)
    return Judged((TargetValue("a", "score.mean", "Mean", 0, 60, estimate),))


def variant(price: int, check: float) -> BalanceVariant:
    return BalanceVariant(str(price), "", "", (), price, (), judged(check), None, ())
