"""Verdicts: every branch, on figures that were planted."""

from __future__ import annotations

import math

import pytest

from tests.stats.analyses.planted_runs import facts, rate, results
from trisim.documents import plain
from trisim.stats.analyses.judgement import judge_all
from trisim.stats.analyses.source import Missing
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import (
    OUTSIDE,
    UNDECIDED,
    UNJUDGED,
    WITHIN,
    held_together,
    judge,
    more_games,
    overall,
    surely_beyond,
    together,
    verdict_on,
)
from trisim.stats.estimate import Estimate, Scale

PAR = Target("equals", ("alchemist.*.win",), around="par", within=5)
BAND = (0.2, 0.3)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.21, 0.29, WITHIN),
        (0.20, 0.30, WITHIN),
        (0.31, 0.39, OUTSIDE),
        (0.10, 0.19, OUTSIDE),
        (0.15, 0.25, UNDECIDED),
        (0.25, 0.35, UNDECIDED),
        (0.10, 0.40, UNDECIDED),
    ],
)
def test_only_a_whole_interval_decides(low: float, high: float, verdict: str) -> None:
    assert verdict_on(Estimate((low + high) / 2, low, high, 10, 10), BAND) == verdict


def test_one_end_is_enough() -> None:
    assert verdict_on(rate(0.9, 0.05), (0.5, math.inf)) == WITHIN
    assert verdict_on(rate(0.9, 0.05), (-math.inf, 0.5)) == OUTSIDE


def test_twice_as_far_as_the_interval_reaches_needs_a_quarter_of_the_width() -> None:
    # 0.02 inside the nearer end with an arm of 0.04: half the width, four times the games
    assert more_games(rate(0.28, 0.04), BAND, 1000) == 3000
    # 0.01 outside with an arm of 0.03: nine times the games
    assert more_games(rate(0.31, 0.03), BAND, 1000) == 8000


def test_games_to_decide_are_for_both_ends_if_the_value_is_inside() -> None:
    # the lower end is nearer: 0.01 away with an arm of 0.12
    assert more_games(rate(0.21, 0.12), BAND, 100) == 15_000


def test_games_to_decide_are_rounded_up_to_two_digits() -> None:
    assert more_games(rate(0.317, 0.02), BAND, 12_345) == 4800  # 4741.9…


def test_a_hair_s_breadth_is_not_said_to_need_a_game_or_two() -> None:
    assert more_games(rate(0.32, 0.020001), BAND, 4000) == 40


def test_on_the_edge_no_number_of_games_decides() -> None:
    assert more_games(rate(0.3, 0.01), BAND, 1000) is None
    assert more_games(rate(0.3 + 1e-9, 0.01), BAND, 1000) is None
    assert more_games(Estimate(math.nan, 0, 1, 0, 0), BAND, 0) is None
    assert more_games(Estimate(0.1, 0, 1, 1, 1), BAND, 1) is None  # a single deal
    assert more_games(Estimate(5, -math.inf, math.inf, 1, 1, scale=Scale.MEAN), (1, 9), 1) is None


def test_promised_games_do_decide() -> None:
    value, half, games = 0.313, 0.05, 700
    more = more_games(rate(value, half), BAND, games)
    assert more is not None
    shrunk = half * math.sqrt(games / (games + more))
    assert verdict_on(rate(value, shrunk), BAND) == OUTSIDE
    assert verdict_on(rate(value, half * math.sqrt(games / (games + more / 2))), BAND) == UNDECIDED


def test_what_is_beyond_doubt_is_the_nearer_end() -> None:
    assert surely_beyond(rate(0.35, 0.02), BAND) == pytest.approx(0.03)
    assert surely_beyond(rate(0.15, 0.02), BAND) == pytest.approx(-0.03)
    assert surely_beyond(rate(0.31, 0.02), BAND) == 0


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ([WITHIN, WITHIN], WITHIN),
        ([WITHIN, UNDECIDED], UNDECIDED),
        ([WITHIN, UNDECIDED, OUTSIDE], OUTSIDE),
        ([], UNJUDGED),
    ],
)
def test_a_target_is_as_good_as_its_worst_figure(verdicts: list[str], whole: str) -> None:
    assert overall(verdicts) == whole


def test_a_target_on_a_run() -> None:
    found = judge(
        PAR,
        facts(games=1000),
        results(
            alchemist__a__win=rate(0.25, 0.02, 3),
            alchemist__b__win=rate(0.36, 0.02, 3),
            alchemist__c__win=rate(0.28, 0.04, 3),
            alchemist__c__score=rate(90, 2, 3, Scale.MEAN),
        ),
    )
    assert [each.verdict for each in found.measures] == [WITHIN, OUTSIDE, UNDECIDED]
    assert found.verdict == OUTSIDE
    assert found.measures[1].beyond == pytest.approx(0.06)
    assert [each.measure for each in found.those(OUTSIDE)] == ["alchemist.b.win"]
    assert found.measures[2].more_games == 3000
    assert found.together == pytest.approx(0.95)
    assert found.measures[0].section == "alchemists"
    assert plain(found)["measures"][0]["verdict"] == WITHIN


def test_intervals_of_several_families_risk_more_than_those_of_one() -> None:
    assert together([rate(0.2, 0.1, 5)] * 5) == pytest.approx(0.95)
    assert together([rate(0.2, 0.1, 5)]) == pytest.approx(0.99)
    assert together([rate(0.2, 0.1, 5)] * 5 + [rate(0.2, 0.1)]) == pytest.approx(0.90)
    assert together([rate(0.2, 0.1)] * 40) == 0


def test_figures_of_several_groups_get_wider_intervals_until_all_hold_together() -> None:
    apart = [rate(0.25, 0.02, 5)] * 5 + [rate(0.25, 0.02, 2)] * 2
    wider = held_together(apart)
    assert together(apart) == pytest.approx(0.90)
    assert together(wider) == pytest.approx(0.95, abs=0.003)
    assert together(wider) >= 0.95
    # half the risk of a two-sided interval at 99 % is one at 99.5 %
    assert wider[0].halfwidth == pytest.approx(0.02 * 2.807 / 2.576, rel=0.005)


def test_figures_of_one_group_keep_their_intervals() -> None:
    group = [rate(0.25, 0.02, 5)] * 5
    assert held_together(group) == group
    assert held_together([]) == []
    assert held_together([Estimate(0.5, 0, 1, 1, 1)] * 2) == [Estimate(0.5, 0, 1, 1, 1)] * 2


def test_wider_intervals_stay_inside_what_is_possible() -> None:
    low, _ = held_together([rate(0.01, 0.01), rate(0.5, 0.01)])
    assert low.low == 0


def test_par_of_a_mean_is_not_judged_and_said() -> None:
    target = Target("scores", ("alchemist.*.score",), around="par", within=5)
    found = judge(target, facts(), results(alchemist__a__score=rate(90, 2, scale=Scale.MEAN)))
    assert found.verdict == UNJUDGED
    assert "alchemist.a.score is none" in found.note


def test_a_target_without_figures_says_what_was_meant_or_what_is_missing() -> None:
    typo = Target("typo", ("alchemist.a.wins",), low=1)
    near = judge(typo, facts(), results(alchemist__a__win=rate(0.2, 0.1)))
    assert near.verdict == UNJUDGED
    assert "did you mean 'alchemist.a.win'?" in near.note
    wins = Target("wins", ("order.1.wins",), low=1)
    assert "mean" not in judge(wins, facts(), results(alchemist__a__win=rate(0.2, 0.1))).note
    stars = Target("stars", ("alchemists.*.win",), low=1)
    assert (
        "did you mean 'alchemist'?"
        in judge(stars, facts(), results(alchemist__a__win=rate(0.2, 0.1))).note
    )
    lone = Target("lone", ("card.*.win",), low=1)
    assert judge(lone, facts(), results(order__3__win=rate(0.2, 0.1))).note == (
        "No figure of this run is called card.*.win."
    )
    cards = Target("cards", ("card.*.win",), low=-8)
    missing = judge(cards, facts(), {"cards": Missing("The run has no table cards.")})
    assert missing.note == "No figure card.*.win. The run has no table cards."


def test_each_target_is_judged_on_the_first_run_that_it_is_for() -> None:
    two = Target("two", ("alchemist.*.win",), around="par", within=5, players=(2,))
    solo = Target("solo", ("solo.win",), low=40, solo=True)
    here = results(alchemist__a__win=rate(0.5, 0.01))
    found = judge_all([PAR, two, solo], [(facts("four"), here), (facts("pair", players=2), here)])
    assert [(each.run, each.verdict) for each in found.verdicts] == [
        ("four", OUTSIDE),
        ("pair", WITHIN),
    ]
    assert found.unused == ("solo",)
    assert (found.count(OUTSIDE), found.count(WITHIN), found.count(UNDECIDED)) == (1, 1, 0)
