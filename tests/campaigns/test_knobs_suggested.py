"""Suggested knobs: what moves a missed measure, with allowed values on the right side."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import trisim
from tests.typed import Typed
from trisim.box.box import load_box
from trisim.campaigns.knob_values import Offering, exchanged, nearest, scaled, spread
from trisim.campaigns.knobs_suggested import (
    Missed,
    Tables,
    left_out,
    merged,
    missed_measures,
    tables_for,
    wishes_for,
)
from trisim.campaigns.settings import BoxWithValues
from trisim.plugin import load
from trisim.report.kit import Influence, ReportKit, unknown_worth
from trisim.stats.analyses.source import Facts
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import TargetVerdict, measure_verdict, overall
from trisim.stats.estimate import Estimate

call = Typed("balance")
said = call.mistake
TARGETS = """
[Won]
measures = "team.won"
high = 1
[Guides]
measures = "team.climber.guide.won"
low = 99
[Turns]
measures = "flow.turns"
low = 900
"""
FOUR, SIX = Target("Four", ("*",), high=40), Target("Six", ("*",), low=60)


def facts(game: str = "expedition") -> Facts:
    box = load_box(load(game).box)
    return Facts("run", box, 3, ("random",), 1, 300, frozenset({"games", "players"}), game)


def missed(measure: str, value: float, target: Target = FOUR, width: float = 0.01) -> Missed:
    """A measure of a run against its target."""
    estimate = Estimate(value, value - width, value + width, 300, 300)
    band = target.band(estimate.scale, None)
    assert band is not None
    return Missed(target, measure_verdict(measure, "here", estimate, band, 300))


def found(*measures: Missed, kit: ReportKit | None = None, about: Facts | None = None) -> Tables:
    """The tables for measures, those of a missing kit by that of the game."""
    about = about or facts()
    kit = kit or load(about.game).report
    with BoxWithValues(about.box) as again:
        return tables_for(merged(wishes_for(measures, kit, about)), Offering(again, kit.worth))


def tables(here: Tables) -> dict[str, Any]:
    return tomllib.loads("\n".join(here.tables))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of the team game."""
    out = tmp_path_factory.mktemp("runs") / "run"
    trisim.run(game="expedition", strategy="steady", games=90, out=out, progress=False)
    return out


# ---------------------------------------------------------------- the file


def test_a_suggested_file_is_accepted_as_it_is(run: Path, tmp_path: Path) -> None:
    targets, out = tmp_path / "targets.toml", tmp_path / "knobs.toml"
    targets.write_text(TARGETS)
    shown = call("--suggest-knobs", run, "--targets", targets, "--out", out)
    assert shown.exit_code == 0, shown.output
    knobs = tomllib.loads(out.read_text())
    rules = {"rules.days", "rules.hand", "rules.summit"}
    assert {*knobs} == {*rules, "guide: grip", "guide: extra_cards"}, "fewer falls are not allowed"
    assert knobs["rules.days"]["values"] == [1, 2, 3, 4, 5], "fewer days for a team that wins"
    assert knobs["rules.summit"]["values"] == [36, 37, 38, 39, 40], "or a higher summit"
    assert knobs["guide: grip"]["values"] == [1, 2, 3], "and guides that are better"
    assert '#   "Turns": flow.turns; no change of the box is known to help\n' in out.read_text()
    given = ("--game", "expedition", "--strategy", "steady", "--targets", targets)
    dry = call(*given, "--over", out, "--dry-run", "--out", tmp_path / "out")
    assert dry.exit_code == 0, dry.output
    assert "over 5 knobs" in dry.stdout


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        ('[T]\nmeasures = "flow.turns"\nlow = 900\n', "nothing in the box is known to move flow."),
        ('[T]\nmeasures = "flow.turns"\nlow = 1\n', "it misses no target"),
    ],
)
def test_nothing_to_suggest_is_a_line(run: Path, tmp_path: Path, targets: str, words: str) -> None:
    (tmp_path / "targets.toml").write_text(targets)
    out = tmp_path / "knobs.toml"
    given = ("--suggest-knobs", run, "--targets", tmp_path / "targets.toml", "--out", out)
    assert words in said(*given)
    assert not out.exists()


def test_a_target_may_have_any_name(run: Path, tmp_path: Path) -> None:
    targets, out = tmp_path / "targets.toml", tmp_path / "knobs.toml"
    name = r"'\"]\u007f\u2028[x]"
    targets.write_text(f'["{name}"]\nmeasures = ["flow.turns", "team.won"]\nhigh = 1\n')
    shown = call("--suggest-knobs", run, "--targets", targets, "--out", out)
    assert shown.exit_code == 0, shown.output
    assert "rules.days" in tomllib.loads(out.read_text())


def test_the_farthest_out_of_each_target_come_first() -> None:
    near, far, other = missed("a", 0.5), missed("b", 0.9), missed("c", 0.55, SIX)

    def verdict(target: Target, *those: Missed) -> TargetVerdict:
        measures = tuple(each.verdict for each in those)
        state = overall([each.verdict for each in measures])
        return TargetVerdict(target, "run", 300, None, state, measures, 0.95)

    verdicts = [verdict(FOUR, near, far), verdict(SIX, other)]
    assert [each.name for each in missed_measures(verdicts)] == ["b", "c", "a"]
    unsure = missed("d", 0.5, width=0.2)
    assert [each.name for each in missed_measures([verdict(FOUR, near, unsure)])] == ["a"]
    assert [each.name for each in missed_measures([verdict(FOUR, unsure)])] == ["d"]
    assert missed_measures([verdict(FOUR, missed("e", 0.2))]) == ()


def test_there_are_no_more_knobs_than_a_file_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trisim.campaigns.knobs_suggested.MOST_KNOBS", 3)
    first, last = missed("team.won", 0.9), missed("team.climber.guide.won", 0.9)
    here = found(first, last)
    assert list(tables(here)) == ["rules.days", "rules.hand", "rules.summit"]
    assert here.no_room == {last.name}
    assert f'"Four": {last.name}; 3 knobs are the most' in left_out([first, last], here)


# ---------------------------------------------------------------- which side


def test_measures_that_want_different_sides_get_both() -> None:
    both = found(missed("team.won", 0.9), missed("team.scenario.summer.won", 0.3, SIX))
    assert tables(both)["rules.days"]["values"] == [*range(1, 10)]
    one = found(missed("team.won", 0.3, SIX))
    assert tables(one)["rules.days"]["values"] == [*range(5, 10)]


def test_a_game_that_knows_nothing_gets_both_sides() -> None:
    plain = replace(load("expedition").report, worth=unknown_worth)
    knobs = tables(found(missed("team.climber.guide.won", 0.9), kit=plain))
    assert knobs["guide: grip"]["values"] == [0, 1, 2, 3]
    assert knobs["guide: grip"]["why"] == "team.climber.guide.won is 90.0 % (Four)."


def test_a_place_is_in_one_knob_only_and_several_move_by_a_step() -> None:
    def grips(measure: str, facts: Facts) -> Iterator[Influence]:
        yield Influence(("climbers.guide.grip", "climbers.porter.grip"), True, "All grips")

    kit = replace(load("expedition").report, influences=grips)
    (name, knob), *others = tables(found(missed("team.won", 0.3, SIX), kit=kit)).items()
    assert (name, knob["coupled"], knob["price"]) == ("All grips", "step", 2)
    assert knob["set"] == ["climbers.guide.grip", "climbers.porter.grip"]
    assert knob["values"] == [1, 2, 3], "the guide's; 4 is none, so the porter has at most 2"
    assert not others
    first = found(missed("team.climber.guide.won", 0.3, SIX), kit=kit)
    assert tables(first)["All grips"]["set"] == "climbers.porter.grip"


def test_numbers_far_from_the_usual_reach_it() -> None:
    about = facts("summit")
    card = about.box.weather[0]
    assert card.points < 5
    with BoxWithValues(about.box) as again:
        strong = again.load(
            {offer_setting(f"weather.{card.id}.points", again): 9},
        )
    knob = tables(found(missed(f"card.{card.id}.win", 0.9), about=replace(about, box=strong)))
    assert min(knob[f"{card.id}: points"]["values"]) <= 1
    assert max(knob[f"{card.id}: points"]["values"]) == 9


def offer_setting(path: str, again: BoxWithValues) -> Any:
    offer = Offering(again, unknown_worth).offer([path], (), None)
    assert offer is not None
    return offer.settings[0]


# ---------------------------------------------------------------- choosing values


def test_texts_on_the_right_side_come_nearest_first_and_one_of_equals() -> None:
    changes = {"a": 1.0, "b": -0.5, "c": 0.5, "d": 1.0, "e": 0.0}
    likeness = {"a": 0.1, "b": 0.0, "c": 0.0, "d": 0.9, "e": 1.0}
    assert nearest(changes, likeness, True) == ["c", "d"]
    assert nearest(changes, likeness, False) == ["b"]
    assert nearest(changes, likeness, None) == ["b", "c", "d"]


def test_texts_are_spread_over_the_way_to_the_usual_one() -> None:
    changes = {f"{number}": -float(number) for number in range(1, 21)}
    assert spread(list(changes), changes)[:4] == ["1", "4", "7", "10"]
    near = {"1": -1.0, "2": -2.0}
    assert spread(list(near), near) == ["1", "2"]


def test_lists_are_scaled_and_entries_exchanged() -> None:
    from trisim.box.fields import Integer

    assert [*scaled((0, 1, 4), Integer(0, 5))] == [(0, 1, 2), (0, 1, 3), (0, 1, 5), (0, 2, 5)]
    assert [*exchanged(("a", ""), ["b", ""])] == [("b", "")]
