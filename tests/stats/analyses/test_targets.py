"""Targets: read from TOML, with one line for whatever is wrong."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from tests.stats.analyses.planted_runs import facts
from trisim.box.faults import BoxError
from trisim.games.trismegistus.report import TARGETS
from trisim.record.base import Outcome
from trisim.stats.analyses.targets import (
    Target,
    game_targets,
    read_targets,
    targets_from,
)
from trisim.stats.estimate import Scale

SOUND = """
[seats]
measures = "seat.*.win"
around = "par"
within = 3
why = "Nobody chooses a seat."
players = [3, 4]

[scores]
measures = ["score.winning", "score.all"]
low = 80
"""


def faults_of(text: str) -> list[str]:
    with pytest.raises(BoxError) as caught:
        targets_from(text, "mine.toml", range(2, 5))
    return [str(fault) for fault in caught.value.faults]


def test_a_file_is_read_as_it_is_written() -> None:
    seats, scores = targets_from(SOUND, "mine.toml").targets
    assert seats == Target(
        "seats",
        ("seat.*.win",),
        around="par",
        within=3.0,
        why="Nobody chooses a seat.",
        players=(3, 4),
    )
    assert (scores.measures, scores.low, scores.high) == (("score.winning", "score.all"), 80, None)


STRENGTH = """
[skill]
measures = "strategy.tuned.against.balanced.win"
low = 55

[normal]
scenario = "normal"
strategy = "tuned"
low = 35

[seats]
measures = "seat.*.win"
around = "par"
within = 3
holds_for = ["balanced", "tuned"]
"""


def test_targets_on_strength_are_read() -> None:
    skill, normal, seats = targets_from(STRENGTH, "mine.toml").targets
    assert (skill.is_on_meetings, seats.is_on_meetings) == (True, False)
    assert (normal.scenario, normal.strategy) == ("normal", ("tuned",))
    assert "solo.setup.normal.win" in normal.measures
    assert normal.about == "wins of normal"
    assert seats.holds_for == ("balanced", "tuned")


def test_a_scenario_is_for_games_against_an_automa_and_of_teams() -> None:
    table, solo = facts(), facts(solo=True)
    team = replace(table, outcome=Outcome.TEAM)
    normal = Target("t", (), scenario="normal")
    assert [normal.is_of_kind(run) for run in (table, solo, team)] == [False, True, True]
    assert [normal.is_for(run) for run in (solo, team)] == [True, False]
    only_solo = replace(normal, solo=True)
    assert [only_solo.is_of_kind(run) for run in (table, solo, team)] == [False, True, False]


def test_rates_are_per_cent_and_means_as_they_are() -> None:
    ends = Target("t", ("x",), low=5, high=45)
    assert ends.band(Scale.RATE, 0.25) == (0.05, 0.45)
    assert ends.band(Scale.RATE_DIFFERENCE, 0.25) == (0.05, 0.45)
    assert ends.band(Scale.MEAN, 0.25) == (5, 45)


def test_a_side_may_be_left_open() -> None:
    assert Target("t", ("x",), high=60).band(Scale.RATE, 0.5) == (-math.inf, 0.6)
    assert Target("t", ("x",), low=60).band(Scale.MEAN, 0.5) == (60, math.inf)


def test_par_follows_the_players_and_a_mean_has_none() -> None:
    target = Target("t", ("x",), around="par", within=5)
    assert target.band(Scale.RATE, 1 / 4) == pytest.approx((0.2, 0.3))
    assert target.band(Scale.RATE, 1 / 2) == pytest.approx((0.45, 0.55))
    assert target.band(Scale.RATE_DIFFERENCE, 1 / 4) == pytest.approx((-0.05, 0.05))
    assert target.band(Scale.MEAN, 1 / 4) is None


def test_a_target_is_for_its_players_and_for_solo_games_only_if_it_says_so() -> None:
    anybody, four, solo = Target("a", ()), Target("b", (), players=(4,)), Target("c", (), solo=True)
    runs = facts(players=4), facts(players=2), facts(solo=True)
    assert [[target.is_for(run) for run in runs] for target in (anybody, four, solo)] == [
        [True, True, False],
        [True, False, False],
        [False, False, True],
    ]


def test_a_star_matches_anything_between() -> None:
    target = Target("t", ("alchemist.*.win", "score.winning"))
    names = ["alchemist.newton.win", "alchemist.newton.score", "score.winning", "score.winnings"]
    assert target.matching(names) == ("alchemist.newton.win", "score.winning")


def test_the_default_targets_are_sound_and_say_why() -> None:
    found = game_targets(TARGETS).targets
    assert len(found) >= 7
    assert all(target.why and target.look for target in found)


def test_the_default_targets_can_be_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TARGETS.read_text(encoding="utf-8"), encoding="utf-8")
    assert read_targets(path).targets == game_targets(TARGETS).targets


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[t]\nmeasures='a'\nlow=1\nmesures='b'",
            "mine.toml, line 4, t.mesures: 'mesures': unknown",
        ),
        ("[t]\nmeasures='a'\nlow='1'", "mine.toml, line 3, t.low: '1': this is not a number"),
        ("[t]\nmeasures='a'\nlow=nan", "t.low: 'nan': this is not a number; leave a side open"),
        ("[t]\nmeasures='a'\nlow=true", "t.low: 'True': this is not a number"),
        ("[t]\nmeasures='a'\naround='bar'\nwithin=1", "'bar': this is not a number or 'par'"),
        ("[t]\nlow=1", "line 1, t.measures: no measures are named"),
        ("[t]\nmeasures=[]\nlow=1", "no measures are named"),
        ("[t]\nmeasures='a'", "line 1, t: nothing is aimed at; say low, high or both"),
        ("[t]\nmeasures='a'\nlow=1\nwithin=2", "both ends and a middle"),
        ("[t]\nmeasures='a'\naround=3", "around and within belong together; say both"),
        ("[t]\nmeasures='a'\nlow=3\nhigh=2", "line 3, t.low: '3': this is above high, 2"),
        ("[t]\nmeasures='a'\naround=3\nwithin=-1", "this is less than nothing"),
        ("[t]\nmeasures='a'\nlow=3\nplayers=5", "line 4, t.players: '5': there are 2 to 4"),
        ("[t]\nmeasures='a'\nlow=3\nsolo='yes'", "neither true nor false"),
        ("[t]\nmeasures='a'\nlow=3\nsolo=true\nplayers=2", "a solo game has one player"),
        ("[t]\nmeasures='a'\nlow=3\nwhy=7", "this is not a sentence"),
        ("[t]\nmeasures='a'\nlow=3\nstrategi='x'", "did you mean 'strategy'?"),
        ("[t]\nmeasures='a'\nlow=3\nholdsfor=['x','y']", "did you mean 'holds_for'?"),
        ("[t]\nmeasures='a'\nlow=3\nstrategy=4", "line 4, t.strategy: '4': these are no names"),
        ("[t]\nmeasures='a'\nlow=3\nstrategy=''", "these are no names of strategies"),
        ("[t]\nmeasures='a'\nlow=3\nstrategy=[]", "no strategy is named; write 'tuned', say, or"),
        ("[t]\nmeasures='a'\nlow=3\nstrategy=['x', 3]", "these are no names of strategies"),
        ("[t]\nmeasures='a'\nlow=3\nholds_for=['x','x']", "named twice; name each once"),
        ("[t]\nmeasures='a'\nlow=3\nholds_for='x'", "write strategy = 'x' instead"),
        (
            "[t]\nmeasures='a'\nlow=3\nholds_for=['x','y']\nstrategy='x'",
            "line 5, t.strategy: 'x': holds_for names the strategies; leave out one of the two",
        ),
        ("[t]\nscenario=['a']\nlow=3", "this is not the name of a scenario; write 'normal'"),
        ("[t]\nscenario=''\nlow=3", "this is not the name of a scenario"),
        ("[t]\nscenario='n*'\nlow=3", "this is not the name of a scenario"),
        ("[t]\nmeasures='a'\nscenario='n'\nlow=3", "leave out measures, or scenario"),
        (
            "[t]\nmeasures='strategy.a.against.b.win'\nlow=3\nstrategy='a'",
            "no strategy meets another (.against.) where one has all places; leave out strategy",
        ),
        (
            "[t]\nmeasures='strategy.a.against.b.win'\nlow=3\nholds_for=['a', 'b']",
            "leave out holds_for",
        ),
        ("low = 3", "this stands outside of any target"),
        ("", "there is no target in this file; 'trisim report --new-targets FILE'"),
        ("[t\n", "this is not TOML"),
    ],
)
def test_what_is_wrong_is_said_in_a_line_with_its_place(text: str, said: str) -> None:
    (fault,) = faults_of(text)
    assert said in fault
    assert "\n" not in fault


def test_all_faults_are_said_at_once() -> None:
    assert len(faults_of("[a]\nlow=1\n[b]\nmeasures='x'\n")) == 2


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="there is no such file; 'trisim report --new-targets"):
        read_targets(tmp_path / "none.toml")
    with pytest.raises(BoxError, match="this is a folder"):
        read_targets(tmp_path)
    strange = tmp_path / "strange.toml"
    strange.write_bytes(b"[t]\nmeasures = '\xff'\n")
    with pytest.raises(BoxError, match=r"line 2: 'byte ff': this is not UTF-8; save it as UTF-8$"):
        read_targets(strange)
