"""Team games: planted rates come out, nothing is seen where there is nothing, batches add up."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from tests.stats.analyses.people import facts_of
from tests.stats.planted import share, tolerated
from tests.stats.planted_team import MAGE, MAGES, PlantedTeam
from trisim.documents import plain, typed
from trisim.record.base import Outcome
from trisim.stats.analyses.scenarios import ScenarioAnalysis, Scenarios
from trisim.stats.analyses.source import Analysis, Batch, Facts, Missing, Result, analyse
from trisim.stats.analyses.team import Team, TeamAnalysis
from trisim.stats.estimate import StatsError
from trisim.stats.sequence import WON, Target
from trisim.stats.team_summary import TeamSummary, summarise_team
from trisim.stats.team_tally import TeamLevel, TeamTally

GAMES = pl.DataFrame(
    [
        (0, 0, "easy", True),
        (1, 0, "hard", False),
        (2, 1, "easy", True),
        (3, 1, "hard", True),
        (4, 2, "easy", False),
        (5, 2, "hard", False),
    ],
    schema=["game", "deal", "scenario", "won"],
    orient="row",
)
PLAYERS = pl.DataFrame(
    [
        (game, seat, ("ada", "bo" if game < 4 else "ada")[seat], "x" if game < 2 else "y")
        for game in range(6)
        for seat in range(2)
    ],
    schema=["game", "seat", "mage", "strategy"],
    orient="row",
)


def summary_of(planted: PlantedTeam, seed: int = 1) -> TeamSummary:
    games, players = planted.play(seed)
    return summarise_team([games], [players], tuple(planted.scenarios), MAGE)


def level_of(levels: tuple[TeamLevel, ...], name: str) -> TeamLevel:
    return next(each for each in levels if each.level == name)


def test_rates_by_hand() -> None:
    found = summarise_team([GAMES], [PLAYERS], ("easy", "hard"), MAGE)
    assert (found.games, found.deals, found.won.n) == (6, 3, 6)
    assert found.won.value == 0.5
    easy, hard = found.scenarios
    assert easy.won.value == pytest.approx(2 / 3)
    assert hard.won.value == pytest.approx(1 / 3)
    assert easy.difference is None
    assert hard.difference is not None
    assert hard.difference.estimate.value == pytest.approx(-1 / 3)
    assert hard.difference.estimate.clusters == 3


def test_a_game_counts_once_for_a_role_that_two_have() -> None:
    found = summarise_team([GAMES], [PLAYERS], ("easy", "hard"), MAGE)
    ada, bo = found.roles
    assert (ada.won.n, ada.won.value, ada.difference) == (6, 0.5, None)  # in all games
    assert (bo.won.n, bo.won.value) == (4, 0.75)
    assert bo.difference is not None
    assert bo.difference.estimate.value == 0.75


def test_strategies_are_those_at_the_table() -> None:
    found = summarise_team([GAMES], [PLAYERS], ("easy", "hard"), MAGE)
    x, y = found.strategies
    assert (x.won.n, x.won.value, y.won.n, y.won.value) == (2, 0.5, 4, 0.5)
    assert x.difference is not None
    assert x.difference.estimate.value == 0


def test_planted_effects_come_out() -> None:
    planted = PlantedTeam(2000, mages={"ada": 0.2})
    found = summary_of(planted)
    ada, others = level_of(found.roles, "ada"), found.roles[1:]
    assert ada.difference is not None
    assert ada.difference.estimate.low < 0.2 < ada.difference.estimate.high
    assert ada.difference.adjusted < 0.001
    for each in others:  # an ada is less often beside them
        assert each.difference is not None
        assert each.difference.estimate.value < 0
    hard = level_of(found.scenarios, "hard").difference
    assert hard is not None
    assert hard.estimate.low < -0.2 < hard.estimate.high < 0


def test_the_luck_of_the_deal_drops_out_between_scenarios() -> None:
    """Two rates of 8,000 games each in 2,000 deals: on the same deals they differ less."""
    found = summary_of(PlantedTeam(2000, alike=0.9))
    easy, hard = found.scenarios
    assert hard.difference is not None
    apart = np.hypot(easy.won.halfwidth, hard.won.halfwidth)
    assert hard.difference.estimate.halfwidth < 0.75 * apart


def test_intervals_hold_together_where_nothing_is_the_matter() -> None:
    """All mages alike, both scenarios alike, games of a deal much alike."""
    runs = 300
    planted = PlantedTeam(80, {"easy": 0.4, "hard": 0.4}, alike=0.7)
    summaries = [summary_of(planted, seed) for seed in range(runs)]
    for group in ("scenarios", "roles"):
        kept = share(
            all(not each.difference.estimate.excludes(0) for each in levels if each.difference)
            for levels in (getattr(found, group) for found in summaries)
        )
        assert kept >= tolerated(runs)[0], group
    least, most = tolerated(runs)
    held = share(not found.won.excludes(0.4) for found in summaries)
    assert least <= held <= most


def test_parts_make_no_difference_even_if_roles_come_late() -> None:
    """Roles of which no game was seen before were in none of the earlier games."""
    games, players = PlantedTeam(60).play(3)
    early = pl.col("game") < 4 * 20
    nobody = pl.when(early).then(pl.lit("bo")).otherwise(pl.col("mage").cast(pl.String))
    players = players.with_columns(mage=nobody)
    whole = summarise_team([games], [players], ("easy", "hard"), MAGE)
    parts = [pl.col("game") // 80 == part for part in range(3)]
    some_games, some_players = (
        [table.filter(part) for part in parts] for table in (games, players)
    )
    apart = summarise_team(some_games, some_players, ("easy", "hard"), MAGE)
    assert [each.level for each in whole.roles] == sorted(MAGES)
    for one, other in zip(
        (*whole.roles, *whole.scenarios), (*apart.roles, *apart.scenarios), strict=True
    ):
        assert numbers(one) == pytest.approx(numbers(other))


def numbers(level: TeamLevel) -> list[float]:
    estimates = [level.won, *([level.difference.estimate] if level.difference else [])]
    return [n for each in estimates for n in (each.value, each.low, each.high, each.clusters)]


def test_a_run_that_was_stopped_has_the_interval_it_was_stopped_by() -> None:
    games, players = PlantedTeam(100).play(1)
    until = Target(WON, 0.1)
    found = summarise_team([games], [players], ("easy", "hard"), MAGE, until=until)
    assert all(each.won.anytime for each in found.scenarios)
    assert not any(each.won.anytime for each in found.roles)


def test_a_summary_goes_into_a_json_file() -> None:
    read = json.loads(json.dumps(summary_of(PlantedTeam(20)).as_dict(), allow_nan=False))
    assert [each["level"] for each in read["mages"]] == list(MAGES)
    assert read["scenarios"][0]["difference"] is None
    assert read["games"] == 80


def test_no_games_are_refused() -> None:
    with pytest.raises(StatsError, match="no games to summarise"):
        summarise_team([GAMES.head(0)], [PLAYERS.head(0)], ("easy",), MAGE)
    with pytest.raises(StatsError, match="no column 'won'"):
        TeamTally(("easy",)).read(GAMES.drop("won"), PLAYERS)


# ---------------------------------------------------------------- analyses of the report


def facts(**more: object) -> Facts:
    found = facts_of(("x", "x"), 6, tables=frozenset({"games", "players"}))
    team = {"outcome": Outcome.TEAM, "role": MAGE, "scenarios": ("easy", "hard"), "automa": ""}
    return replace(found, **{**team, **more})  # type: ignore[arg-type]


def analysed(kind: type[Analysis], about: Facts, *batches: tuple[pl.DataFrame, ...]) -> Result:
    made = [Batch({"games": g.lazy(), "players": p.lazy()}) for g, p in batches]
    return analyse(about, made, {"it": kind})["it"]


def test_the_analysis_says_what_the_summary_says() -> None:
    games, players = PlantedTeam(50).play(1)
    found = analysed(TeamAnalysis, facts(), (games, players))
    summary = summarise_team([games], [players], ("easy", "hard"), MAGE)
    assert isinstance(found, Team)
    assert (found.won, found.scenarios, found.roles, found.strategies) == (
        summary.won,
        summary.scenarios,
        summary.roles,
        summary.strategies,
    )
    measures = found.measures()
    assert {"team.won", "team.scenario.hard.won", "team.scenario.hard.difference"} <= set(measures)
    assert {"team.mage.ada.won", "team.strategy.x.won"} <= set(measures)
    assert "team.strategy.x.difference" not in measures
    assert plain(typed(Team, plain(found))) == plain(found)


def test_scenarios_are_paired_by_deal() -> None:
    games, players = PlantedTeam(2000, alike=0.9).play(1)
    found = analysed(ScenarioAnalysis, facts(), (games, players))
    assert isinstance(found, Scenarios)
    easy, hard = found.figures
    assert (found.players, found.deals) == (2, 2000)
    assert easy.effect is None
    assert easy.gain is None
    assert hard.effect is not None
    assert hard.effect.estimate.low < -0.2 < hard.effect.estimate.high < 0
    assert hard.gain is not None
    assert hard.gain > 1.5
    assert easy.win.n == 4000
    assert set(found.measures()) == {
        "scenario.easy.win",
        "scenario.hard.win",
        "scenario.hard.effect",
    }


def test_batches_of_scenarios_add_up() -> None:
    first, second = PlantedTeam(30).play(1), PlantedTeam(30).play(2, first=30)
    both = tuple(pl.concat(pair) for pair in zip(first, second, strict=True))
    apart = analysed(ScenarioAnalysis, facts(), first, second)
    assert plain(apart) == plain(analysed(ScenarioAnalysis, facts(), both))


def test_scenarios_against_an_automa_are_yours() -> None:
    rows = [
        (deal * 2 + scenario, deal, strategy, 10, float(won == (strategy == "x")))
        for deal in range(10)
        for scenario in range(2)
        for won in [scenario == 0 or deal < 5]
        for strategy in ("x", "bot")
    ]
    players = pl.DataFrame(rows, schema=["game", "deal", "strategy", "score", "win"], orient="row")
    about = facts(outcome=Outcome.POINTS, automa="bot", lineup=("x", "bot"))
    found = analysed(ScenarioAnalysis, about, (GAMES, players))
    assert isinstance(found, Scenarios)
    easy, hard = found.figures
    assert (easy.win.value, hard.win.value) == (1, 0.5)
    assert hard.effect is not None
    assert hard.effect.estimate.value == -0.5


def test_rivals_have_neither() -> None:
    rivals = facts(outcome=Outcome.POINTS)
    for kind in (ScenarioAnalysis, TeamAnalysis):
        found = analysed(kind, rivals, (GAMES, PLAYERS))
        assert isinstance(found, Missing)
        assert "against each other" in found.reason
