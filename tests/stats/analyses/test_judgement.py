"""Targets on several runs: rungs of a ladder, meetings, scenarios; on planted figures."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.stats.analyses.planted_runs import facts, rate, results
from tests.stats.analyses.test_skill import LINEUP, players, skill_of, table_facts
from trisim.stats.analyses.judgement import judge_all
from trisim.stats.analyses.ladder import ladders
from trisim.stats.analyses.meetings import fits, is_usual, meeting_name, who_meet
from trisim.stats.analyses.skill import SkillAnalysis
from trisim.stats.analyses.source import Batch, Facts, Result
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import OUTSIDE, UNDECIDED, UNJUDGED, WITHIN, TargetVerdict
from trisim.stats.clustered import Sums
from trisim.stats.estimate import Estimate, Scale

Planted = tuple[Facts, dict[str, Result]]

RUNGS = Target("rungs", ("alchemist.*.win",), around="par", within=5, holds_for=("weak", "strong"))
PAY = Target("pays", ("strategy.strong.against.weak.win",), low=70, high=90)


def played_by(*lineup: str, label: str = "", **wins: float) -> Planted:
    """A run in which alchemists win so often; one strategy has all four places, or each has one."""
    places = lineup if len(lineup) > 1 else lineup * 4
    run = replace(facts(label or "+".join(lineup), players=len(places)), lineup=places)
    return run, results(**{f"alchemist__{name}__win": rate(w, 0.02) for name, w in wins.items()})


def met(lineup: tuple[str, ...] = LINEUP, label: str = "mixed", deals: int = 400) -> Planted:
    """A run of strategies at one table; ``strong`` has 12 points more."""
    run = replace(table_facts(lineup), label=label)
    return run, {"skill": skill_of(run, players(lineup, deals))}


def the_verdict(target: Target, *runs: Planted) -> TargetVerdict:
    (found,) = judge_all([target], runs).verdicts
    return found


# ---------------------------------------------------------------- meetings


def test_a_meeting_has_the_planted_rate_in_both_orders() -> None:
    found = skill_of(table_facts(), players()).meetings()
    expected = 0.5 * (1 + math.erf(12 / 10 / 2))
    one, other = (found[meeting_name(*pair)] for pair in (("strong", "weak"), ("weak", "strong")))
    assert one.low < expected < one.high
    assert (other.value, other.low) == pytest.approx((1 - one.value, 1 - one.high))


def test_meetings_of_equals_are_even() -> None:
    lineup = ("weak", "same")
    found = skill_of(table_facts(lineup), players(lineup)).meetings()
    assert found["strategy.weak.against.same.win"].low < 0.5
    assert found["strategy.weak.against.same.win"].high > 0.5


def test_totals_by_deal_have_the_same_rates() -> None:
    analysis = SkillAnalysis(table_facts())
    analysis.read(Batch({"players": players().lazy()}))
    columns = analysis.deal_totals().columns
    for name, estimate in analysis.result().meetings().items():
        again = Sums.of(columns[name].y, columns[name].m).point(Scale.RATE).estimate()
        assert (again.value, again.low) == pytest.approx((estimate.value, estimate.low))


def test_only_patterns_on_meetings_fit_meetings() -> None:
    name = meeting_name("strong", "weak")
    patterns = ("*", "strategy.*.win", "strategy.*.against.weak.win")
    assert [fits(name, each) for each in patterns] == [False, False, True]
    assert fits("strategy.strong.win", "strategy.*.win")
    assert not fits("strategy.strong.win", "strategy.*.against.*")
    assert (is_usual(name), is_usual("strategy.strong.win")) == (False, True)
    assert who_meet(name) == ("strong", "weak")
    assert name not in skill_of(table_facts(), players()).measures()


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(70, 90, WITHIN), (95, 100, OUTSIDE), (81, 99, UNDECIDED)]
)
def test_a_better_player_should_win_so_often_but_not_always(
    low: float, high: float, verdict: str
) -> None:
    assert the_verdict(replace(PAY, low=low, high=high), met()).verdict == verdict


def test_a_matrix_takes_each_pair_from_the_first_run_in_which_they_meet() -> None:
    matrix = Target("matrix", ("strategy.strong.against.*.win",), low=60, high=95)
    first, last = met(("strong", "weak"), "first"), met(("strong", "fair"), "last")
    again = met(("strong", "weak"), "again", 100)
    alone = played_by("weak", a=0.25)
    found = the_verdict(matrix, alone, first, again, last)
    assert (found.verdict, found.run, found.games) == (WITHIN, "first and last", 2000)
    one, other = found.measures
    alike = the_verdict(replace(matrix, measures=(one.measure,)), first).measures[0]
    assert one.estimate.value == alike.estimate.value
    # both intervals hold together: each has half of the risk
    assert one.estimate.halfwidth > 1.1 * alike.estimate.halfwidth
    assert found.together == pytest.approx(0.95)
    assert other.measure == "strategy.strong.against.fair.win"


def test_a_pair_that_never_meets_leaves_the_target_undecided_and_is_named() -> None:
    both = replace(PAY, measures=(*PAY.measures, "strategy.strong.against.none.win"))
    found = the_verdict(both, met())
    assert (found.verdict, found.missing, found.like) == (
        UNDECIDED, (("strong", "none"),), "mixed"
    )  # fmt: skip
    assert found.note == "strong and none meet in no run like “mixed”."
    assert found.telling.measure == PAY.measures[0]
    assert the_verdict(replace(both, low=99, high=100), met()).verdict == OUTSIDE


def test_where_one_strategy_has_all_places_nobody_meets() -> None:
    found = the_verdict(PAY, played_by("weak", a=0.25))
    assert (found.verdict, found.missing) == (UNJUDGED, (("strong", "weak"),))
    assert found.note == "weak plays all places in “weak”, so it meets no other strategy."


# ---------------------------------------------------------------- rungs


@pytest.mark.parametrize(
    ("weak", "strong", "verdict"),
    [
        (0.25, 0.26, WITHIN),
        (0.25, 0.40, OUTSIDE),
        (0.40, 0.25, OUTSIDE),
        (0.25, 0.29, UNDECIDED),
    ],
)
def test_a_verdict_holds_if_it_does_on_every_rung(weak: float, strong: float, verdict: str) -> None:
    found = the_verdict(RUNGS, played_by("strong", a=strong), played_by("weak", a=weak))
    assert found.verdict == verdict
    assert [each.rung for each in found.measures] == ["weak", "strong"]
    assert [each.estimate.value for each in found.measures] == [weak, strong]
    assert (found.run, found.games) == ("weak and strong", 2000)


def test_intervals_of_all_rungs_hold_together() -> None:
    runs = [played_by("weak", a=0.25, b=0.25), played_by("strong", a=0.25, b=0.25)]
    found = the_verdict(RUNGS, *runs)
    assert found.together >= 0.95 - 1e-9
    assert all(each.estimate.halfwidth > 0.02 for each in found.measures)
    alone = the_verdict(replace(RUNGS, holds_for=(), strategy=("weak",)), *runs)
    assert found.measures[0].estimate.halfwidth > alone.measures[0].estimate.halfwidth


def test_together_they_miss_as_seldom_as_said() -> None:
    rng = np.random.default_rng(8)
    missed = 0
    for _ in range(1000):
        runs = []
        for name in ("weak", "strong"):
            value = rng.normal(0.25, 0.02 / 1.96)
            wide = Estimate(value, value - 0.02, value + 0.02, 4000, 1000)
            runs.append((played_by(name)[0], results(alchemist__a__win=wide)))
        found = the_verdict(RUNGS, *runs)
        missed += any(not each.estimate.low < 0.25 < each.estimate.high for each in found.measures)
    assert 0.03 < missed / 1000 < 0.07


def test_a_rung_without_a_run_leaves_it_undecided_but_not_what_is_outside() -> None:
    found = the_verdict(RUNGS, played_by("weak", a=0.25))
    assert (found.verdict, found.missing) == (UNDECIDED, (("strong",),))
    assert found.note == "strong plays all places in no run like “weak”."
    assert the_verdict(RUNGS, played_by("weak", a=0.40)).verdict == OUTSIDE
    none = the_verdict(RUNGS, played_by("other", a=0.25))
    assert (none.verdict, none.missing) == (UNJUDGED, (("weak",), ("strong",)))
    assert none.note == "weak or strong doesn't play all places in “other”."


def test_runs_of_other_rules_are_no_rungs_of_the_same_ladder() -> None:
    weak, (strong, found) = played_by("weak", a=0.25), played_by("strong", a=0.25)
    for other in (
        replace(strong, options=(("intro", "introductory setup"),)),
        replace(strong, players=2, lineup=("strong",) * 2),
        replace(strong, scenarios=("hard",)),
    ):
        assert the_verdict(RUNGS, weak, (other, found)).missing == (("strong",),)


def test_a_rung_that_lacks_the_figure_leaves_it_undecided() -> None:
    found = the_verdict(RUNGS, played_by("weak", a=0.25), played_by("strong"))
    assert found.verdict == UNDECIDED
    assert "“strong”: No figure" in found.note


def test_the_ladder_of_a_report_has_the_rungs_alone() -> None:
    runs = [played_by("weak", a=0.25), played_by("other", a=0.25), played_by("strong", a=0.4)]
    (found,) = ladders([RUNGS], runs)
    assert found.runs == (0, 2)


# ---------------------------------------------------------------- one strategy, one scenario


def test_a_target_for_a_strategy_is_judged_where_it_plays_all_places() -> None:
    target = Target("t", ("alchemist.a.win",), low=30, strategy=("strong",))
    runs = [
        played_by("weak", a=0.2),
        played_by("strong", "weak", a=0.2),
        played_by("strong", a=0.4),
    ]
    assert (the_verdict(target, *runs).run, the_verdict(target, *runs).verdict) == (
        "strong",
        WITHIN,
    )
    either = replace(target, strategy=("strong", "weak"))
    assert the_verdict(either, *runs).run == "weak"
    none = the_verdict(target, *runs[:2])
    assert (none.verdict, none.missing, none.like) == (UNJUDGED, (("strong",),), "weak")


def solo(strategy: str, *scenarios: str, **wins: float) -> Planted:
    figures: dict[str, Any] = {
        f"solo__setup__{name}__win": rate(w, 0.02) for name, w in wins.items()
    }
    run = replace(facts(strategy, solo=True), lineup=(strategy, "botmegistus"))
    return replace(run, scenarios=scenarios), results(**figures)


def test_a_scenario_s_win_rate_for_a_strategy() -> None:
    names = ("solo.setup.normal.win", "scenario.normal.win")
    target = Target("t", names, low=35, high=65, scenario="normal", strategy=("strong",))
    weak = solo("weak", "normal", normal=0.1)
    strong = solo("strong", "easy", "normal", easy=0.9, normal=0.5)
    table = played_by("strong", a=0.25)
    found = the_verdict(target, table, weak, strong)
    assert (found.run, found.verdict, len(found.measures)) == ("strong", WITHIN, 1)
    hard = the_verdict(replace(target, scenario="hrd"), weak, solo("strong", "hard", hard=0.5))
    assert (hard.note, hard.missing) == ("“weak” has no scenario hrd; known: normal.", ())


def test_without_the_new_keys_each_target_is_on_the_first_run_of_its_kind() -> None:
    plain = Target("plain", ("alchemist.a.win",), low=20)
    found = judge_all([plain, replace(plain, solo=True)], [played_by("weak", a=0.3)])
    assert [(each.run, each.note, each.missing) for each in found.verdicts] == [("weak", "", ())]
    assert found.unused == ("plain",)
