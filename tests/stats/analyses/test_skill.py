"""Strategies at a table and verdicts from run to run, on planted games."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from tests.stats.analyses.planted_runs import facts, rate, results
from trisim.stats.analyses.ladder import (
    CHANGES,
    HOLDS,
    OPEN,
    PARTLY,
    against_par,
    difference,
    ladders,
)
from trisim.stats.analyses.skill import Skill, SkillAnalysis
from trisim.stats.analyses.source import Batch, Facts, Result
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import OUTSIDE, UNDECIDED, WITHIN
from trisim.stats.estimate import Estimate, Scale

LINEUP = ("strong", "weak", "weak")


def table_facts(lineup: tuple[str, ...] = LINEUP) -> Facts:
    return replace(facts(players=len(lineup)), lineup=lineup, rotations=len(lineup))


def players(lineup: tuple[str, ...] = LINEUP, deals: int = 400) -> pl.DataFrame:
    """Scores are luck; those of ``strong`` have 12 more of it, where the spread is 10."""
    rng = np.random.default_rng(5)
    rows = []
    seats = len(lineup)
    for game in range(deals * seats):
        names = [lineup[(seat + game % seats) % seats] for seat in range(seats)]
        score = [rng.normal(60, 10) + 12 * (name == "strong") for name in names]
        best = max(score)
        for seat, name in enumerate(names):
            rank = 1 + sum(other > score[seat] for other in score)
            win = float(score[seat] == best)
            rows.append((game, game // seats, seat, name, rank, win, round(score[seat])))
    return pl.DataFrame(
        rows, schema=["game", "deal", "seat", "strategy", "rank", "win", "score"], orient="row"
    )


def skill_of(here: Facts, *frames: pl.DataFrame) -> Skill:
    analysis = SkillAnalysis(here)
    for frame in frames:
        analysis.read(Batch({"players": frame.lazy()}))
    return analysis.result()


def test_the_stronger_one_is_found_and_beats_the_other() -> None:
    found = skill_of(table_facts(), players())
    strong, weak = found.figures
    assert (strong.strategy, weak.strategy) == ("strong", "weak")
    assert strong.win.estimate.low > 1 / 3 > weak.win.estimate.high
    assert strong.score.value - weak.score.value == pytest.approx(12, abs=1.5)
    (pair,) = found.pairs
    # two normal scores, 12 apart, each with a spread of 10
    expected = 0.5 * (1 + math.erf(12 / 10 / 2))
    assert pair.above.estimate.low < expected < pair.above.estimate.high
    assert pair.above.estimate.n == 2 * 1200
    assert pair.above.adjusted < 0.001
    assert set(found.measures()) == {
        "strategy.strong.win", "strategy.weak.win", "strategy.strong.score", "strategy.weak.score"
    }  # fmt: skip


def test_batches_add_up_to_the_whole() -> None:
    frame = players()
    parts = frame.filter(pl.col("deal") < 150), frame.filter(pl.col("deal") >= 150)
    assert skill_of(table_facts(), *parts) == skill_of(table_facts(), frame)


def test_one_strategy_alone_has_a_score_and_no_measures() -> None:
    found = skill_of(table_facts(("weak", "weak")), players(("weak", "weak"), 50))
    assert found.measures() == {}
    assert found.pairs == ()
    assert found.score.value == pytest.approx(60, abs=3)


def test_no_games_at_all() -> None:
    found = skill_of(table_facts())
    assert found.figures == ()
    assert math.isnan(found.score.value)


# ---------------------------------------------------------------- the ladder

EQUALS = Target("equals", ("alchemist.*.win",), around="par", within=5)


def run(label: str, games: int = 4, **wins: float) -> tuple[Facts, dict[str, Result]]:
    figures = {f"alchemist__{name}__win": rate(value, 0.02) for name, value in wins.items()}
    return facts(label, players=games), results(**figures)


def test_one_run_makes_no_ladder() -> None:
    assert ladders([EQUALS], [run("one", a=0.25)]) == ()


def test_verdicts_that_hold_change_or_stay_open() -> None:
    first = run("first", holds=0.25, changes=0.36, open=0.25, sides=0.36, gone=0.25)
    last = run("last", holds=0.24, changes=0.25, open=0.29, sides=0.14)
    (found,) = ladders([EQUALS], [first, last])
    courses = {rung.measure.split(".")[1]: rung.course for rung in found.rungs}
    assert courses == {
        "holds": HOLDS, "changes": CHANGES, "open": OPEN, "sides": CHANGES, "gone": PARTLY
    }  # fmt: skip
    assert [verdict.verdict for verdict in found.verdicts] == [OUTSIDE, OUTSIDE]
    assert [rung.measure for rung in found.crossing] == ["alchemist.sides.win"]
    assert not found.holds


def test_three_runs_in_the_order_given() -> None:
    (found,) = ladders([EQUALS], [run("x", a=0.25), run("y", a=0.29), run("z", a=0.36)])
    assert [verdict.verdict for verdict in found.verdicts] == [WITHIN, UNDECIDED, OUTSIDE]
    assert not found.holds
    (rung,) = found.rungs
    assert rung.change is not None
    assert rung.change.value == pytest.approx(0.11)
    assert rung.change.halfwidth == pytest.approx(0.02 * math.sqrt(2))


def test_runs_of_different_players_are_compared_by_the_difference_from_par() -> None:
    (found,) = ladders([EQUALS], [run("four", 4, a=0.25), run("two", 2, a=0.5)])
    (rung,) = found.rungs
    assert rung.course == HOLDS
    assert rung.change is not None
    assert rung.change.value == pytest.approx(0.0)


def test_a_target_for_some_runs_leaves_the_others_out() -> None:
    four = replace(EQUALS, players=(4,))
    runs = [run("a", 4, x=0.25), run("b", 2, x=0.5), run("c", 4, x=0.25)]
    (found,) = ladders([four], runs)
    assert found.runs == (0, 2)


def test_a_difference_of_runs_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(2000):
        ends = [Estimate(m, m - 1.96, m + 1.96, 9, 9, scale=Scale.MEAN) for m in rng.normal(size=2)]
        covered += not difference(*ends).excludes(0)
    assert 0.94 < covered / 2000 < 0.96


def test_a_difference_from_par_moves_the_whole_interval() -> None:
    found = against_par(rate(0.3, 0.02), 0.25)
    assert (found.value, found.low, found.high) == pytest.approx((0.05, 0.03, 0.07))
    assert found.scale is Scale.RATE_DIFFERENCE
    score = rate(90, 2, scale=Scale.MEAN)
    assert against_par(score, 0.25) == score
