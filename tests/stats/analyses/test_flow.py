"""Flow of the game on tables that can be reckoned by hand, and on real runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.small_run import small_run, small_solo_run
from tests.stats.analyses.planted_games import batch, facts, turn_row
from trisim.documents import plain, typed
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.record.codes import Action
from trisim.games.trismegistus.report.analyses.flow import FlowAnalysis
from trisim.report.load_runs import read_runs
from trisim.sim.run import Run
from trisim.stats.analyses import flow
from trisim.stats.analyses.flow import Flow, same_order
from trisim.stats.analyses.source import Batch


def game_row(game: int, **more: Any) -> dict[str, Any]:
    usual = {"deal": game // 2, "turns": 4, "decisions": 9, "margin": 3, "lead_changes": 1}
    return {"game": game} | usual | {"settled_turn": 2} | more


def player_rows(game: int, ranks: tuple[int, int], scores: tuple[int, int]) -> list[dict[str, Any]]:
    wins = [float(rank == 1) / ranks.count(1) for rank in ranks]
    return [
        {"game": game, "seat": seat, "rank": ranks[seat], "win": wins[seat], "score": scores[seat]}
        for seat in range(2)
    ]


def planted(box: Box) -> Flow:
    """Four games: the leader after round 1 wins three; one is shared."""
    games, players, turns = [], [], []
    outcomes: list[tuple[int, int]] = [(1, 2), (1, 2), (2, 1), (1, 1)]
    for game, ranks in enumerate(outcomes):
        shared = ranks == (1, 1)
        games.append(
            game_row(game, margin=0 if shared else 8, settled_turn=None if shared else game)
        )
        players += player_rows(game, ranks, (20, 12) if ranks[0] == 1 else (12, 20))
        turns += [
            turn_row(game, 0, 0, scores=[6, 0], choices=0, options=0),
            turn_row(game, 1, 1, scores=[6, 2], choices=2, options=6, action="transmute"),
            turn_row(game, 2, 0, scores=[9, 2], choices=1, options=2, round=2),
            turn_row(game, 3, 1, scores=[9, 3], choices=1, options=4, round=2),
        ]
    analysis = FlowAnalysis(facts(box))
    analysis.read(batch(2, games=games, players=players, turns=turns))
    return analysis.result()


@pytest.fixture
def found(testbox: Box) -> Flow:
    """The planted run."""
    return planted(testbox)


def test_leaders_win_as_often_as_they_do(found: Flow) -> None:
    first = found.standings[0]
    assert first.leader_wins.value == pytest.approx((1 + 1 + 0 + 0.5) / 4)
    assert first.same_order.value == pytest.approx((1 + 1 + 0 + 0.5) / 4)


def test_winners_and_losers_have_their_scores(found: Flow) -> None:
    first = found.standings[0]
    assert first.winners.value == pytest.approx((6 + 6 + 2 + 6 + 2) / 5)
    assert first.losers.value == pytest.approx((2 + 2 + 6) / 3)


def test_drama_is_that_of_the_game_that_was_turned(found: Flow) -> None:
    """In the third game seat 1 wins from 6, 4 and 7 behind; the first two are never behind."""
    assert found.games.behind.value == pytest.approx(3 / 9)
    assert found.games.drama.value == pytest.approx(17 / 3)
    assert found.games.greatest.value == pytest.approx(7 / 3)
    assert found.games.swing.value == 6


def test_games_are_settled_when_they_say(found: Flow) -> None:
    assert found.games.settled.value == pytest.approx((1 + 2 + 3) / 4 / 3)
    assert found.games.settled_early.value == pytest.approx(2 / 3)
    by = {each.by: each.games.value for each in found.settled}
    assert by[0.2] == 0
    assert by[0.25] == pytest.approx(1 / 3)
    assert by[1.0] == 1
    assert found.games.shared.value == 0.25


def test_margins_fall_into_their_classes(found: Flow) -> None:
    shares = {(each.low, each.high): each.games.value for each in found.margins}
    assert shares[0, 0] == 0.25
    assert shares[6, 10] == 0.75
    assert sum(shares.values()) == 1


def test_choices_and_actions_are_told_by_round(found: Flow) -> None:
    first, second = found.rounds[:2]
    assert (first.turns.value, first.choices.value, first.options.value) == (2, 1, 3)
    assert (first.forced.value, second.forced.value) == (0.5, 0)
    assert second.options.value == 3
    shares = {(each.round, each.action): each.share.value for each in found.actions}
    assert shares[1, "transmute"] == 0.5
    assert shares[2, "harvest"] == 1
    assert shares[1, "recharge"] == 0
    assert (1, "none") not in shares


def test_same_order_is_kendalls_share() -> None:
    now = np.array([[5, 5, 1], [1, 2, 3]])
    rank = np.array([[1, 2, 3], [1, 2, 3]])
    assert same_order(now, rank).tolist() == pytest.approx([2.5 / 3, 0])


def test_words_of_actions_are_those_of_the_table() -> None:
    assert sorted(FlowAnalysis.words.all) == sorted(action.word for action in Action)


def of_run(run: Run) -> Flow:
    found = read_runs([run.path]).subject.results["flow"]
    assert isinstance(found, Flow)
    return found


@pytest.mark.parametrize("solo", [False, True])
def test_a_real_run_adds_up(solo: bool) -> None:
    run = small_solo_run() if solo else small_run()
    found = of_run(run)
    games = pl.read_parquet(run.path / "games" / "*.parquet")
    assert found.games.turns.value == games["turns"].mean()
    for number in (1, 2, 3):
        here = [each.share.value for each in found.actions if each.round == number]
        assert sum(here) == pytest.approx(1)
    assert found.settled[-1].games.value == 1
    assert "flow.leader.1" in found.measures()
    assert typed(Flow, plain(found)).games.turns == found.games.turns


def test_settled_games_agree_with_the_standings() -> None:
    """A game settled at its first turn has a winner who is never behind, and only such a game."""
    run = small_run()
    games = pl.read_parquet(run.path / "games" / "*.parquet").filter(
        pl.col("settled_turn").is_not_null()
    )
    found = of_run(run)
    if games["settled_turn"].max() == 0:
        assert found.games.behind.value == 0
    else:
        assert found.games.behind.value > 0


def without_rounds(box: Box) -> Flow:
    """Two games without rounds, actions and choices."""
    rows = [(0, 0, [6, 0]), (0, 1, [6, 9]), (1, 0, [5, 0]), (1, 1, [5, 9])]
    turns = [
        {"game": game, "turn": turn, "seat": turn, "scores": scores} for game, turn, scores in rows
    ]
    players = [row for game in range(2) for row in player_rows(game, (2, 1), (6, 9))]
    analysis = flow.FlowAnalysis(replace(facts(box), rounds=0))
    frames = {
        "games": pl.DataFrame([game_row(game) for game in range(2)]),
        "players": pl.DataFrame(players),
        "turns": pl.DataFrame(turns),
    }
    deal = pl.col("game")
    analysis.read(
        Batch({name: each.lazy().with_columns(deal=deal) for name, each in frames.items()})
    )
    return analysis.result()


def test_a_game_without_rounds_is_one_round(testbox: Box) -> None:
    found = without_rounds(testbox)
    assert not found.standings
    assert not found.actions
    (only,) = found.rounds
    assert only.turns.value == 2
    assert not only.choices.clusters
    assert found.games.behind.value == 1
    assert not [
        name for name in found.measures() if name.startswith(("flow.leader", "flow.forced"))
    ]
