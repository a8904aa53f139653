"""Solo runs before their first game: setups, requests, who sits where, what is refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.sim.helpers import small, solo_setup
from trisim.documents import plain, typed
from trisim.engine.loop import BLANK_AT
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.game import BOTMEGISTUS, Options
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.rules.solo import solo_of
from trisim.players.registry import StrategyError, load
from trisim.sim.block import pool_of
from trisim.sim.design import Design, Seat, balanced_cycle
from trisim.sim.errors import SettingsError
from trisim.sim.options import Scenario
from trisim.sim.plan import Plan, prepare
from trisim.sim.run_request import RunRequest
from trisim.sim.until import expected_levels

NORMAL = solo_setup()
FIRST = solo_setup(options={"bot_first": True}, name="it plays first")
NIGHTMARE = solo_setup("nightmare")


def solo(*setups: Scenario[Options], **changes: Any) -> RunRequest:
    return RunRequest.of(**{"games": 20, "solo": True, "setups": setups, **changes})


def options_in_force(plan: Plan) -> list[SoloOptions]:
    """The options of Botmegistus in each scenario, as they are written into its games."""
    blank = pool_of(plan)[BLANK_AT:]
    found = [solo_of(game.solo) for game in blank]
    return [each.options for each in found if each is not None]


def refused(*setups: Scenario[Options], **changes: Any) -> str:
    with pytest.raises(SettingsError) as caught:
        solo(*setups, **changes)
    return str(caught.value)


# ---------------------------------------------------------------- setups


def test_a_setup_is_named_by_its_words() -> None:
    setup = solo_setup("hard", {"setup_rolls": 0, "extra_gold": False}, planning=True)
    assert setup.name == str(setup) == "hard with extra_gold=no, setup_rolls=0, planning"
    assert setup.options.options == (("extra_gold", False), ("setup_rolls", 0))
    assert solo_setup().name == "normal"
    assert solo_setup("easy", name="mine").name == "mine"
    assert str(solo_setup("easy", name="mine")) == "mine (easy)"


def test_options_have_one_order_however_they_were_given() -> None:
    one = solo_setup("normal", {"bot_first": True, "extra_gold": True})
    assert one == solo_setup("normal", {"extra_gold": True, "bot_first": True})


def test_a_setup_refuses_what_is_no_option() -> None:
    with pytest.raises(SettingsError, match="there is no option 'gold'"):
        solo_setup("normal", {"gold": True})
    with pytest.raises(SettingsError, match="setup_rolls=13: out of range"):
        Options(solo=True, options=(("setup_rolls", 13),))
    with pytest.raises(SettingsError, match="scenarios: one has no name; give it one"):
        Scenario("", Options(solo=True))


def test_options_in_force_are_laid_over_the_preset(reference: Box) -> None:
    request = solo(NORMAL, solo_setup("hard", {"extra_gold": False}))
    normal, changed = options_in_force(prepare(request, box=reference))
    assert normal == SoloOptions()
    assert changed == replace(reference.solo.difficulty["hard"].options, extra_gold=False)


def test_a_contradiction_names_the_setup_if_there_are_several(reference: Box) -> None:
    wrong = solo_setup("hard", {"less_gold": True})
    with pytest.raises(SettingsError, match=r"^extra_gold and less_gold .* part of the diff"):
        prepare(solo(wrong), box=reference)
    with pytest.raises(SettingsError, match=r"^setup hard with less_gold: extra_gold and"):
        prepare(solo(NORMAL, wrong), box=reference)


# ---------------------------------------------------------------- requests


def test_the_setups_are_the_scenarios() -> None:
    request = solo(NORMAL, FIRST, NIGHTMARE, games=20)
    assert request.scenarios == (NORMAL.name, FIRST.name, NIGHTMARE.name)
    assert (request.rotations, request.games_a_deal) == (1, 3)
    assert (request.players, request.deals, request.games) == (2, 7, 21)
    assert request.lineup == ("random", BOTMEGISTUS)
    assert request.strategies == ("random",)
    assert request.opponent == "Botmegistus, 3 setups"
    assert solo().opponent == "Botmegistus, normal"


def test_other_runs_have_no_setups() -> None:
    request = small()
    assert not request.options.solo
    assert not request.setups
    assert not request.automas
    assert request.scenarios == ("standard",)
    assert request.games_a_deal == request.rotations
    assert request.strategies == request.lineup


def test_requests_come_back_from_a_manifest() -> None:
    given = solo(NORMAL, solo_setup("hard", {"setup_rolls": 0, "extra_gold": False}, True))
    written = json.loads(json.dumps(plain(given)))
    laid = written["setups"][1]["options"]["options"]
    assert laid == {"extra_gold": False, "setup_rolls": 0}
    assert typed(RunRequest, written) == given


def test_requests_without_the_keys_of_solo_runs_are_understood() -> None:
    written = plain(small())
    del written["setups"]
    for name in ("solo", "difficulty", "options", "planning"):
        del written["game_options"][name]
    assert typed(RunRequest, written) == small()
    del written["game_options"]
    assert typed(RunRequest, written) == small()


def test_what_changed_is_one_line() -> None:
    now = solo(difficulty="hard", options=["bot_first", "extra_gold=no"], planning=True)
    assert now.differences(solo()) == [
        "difficulty: hard, was normal",
        "options: extra_gold=no,bot_first, was none",
        "planning: on, was off",
    ]
    setup = Scenario(now.options.scenario, now.options)
    assert solo(NORMAL, setup).differences(solo(NORMAL, NIGHTMARE)) == [
        "setups: normal; hard with extra_gold=no, bot_first, planning, was normal; nightmare"
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"intro": True, "alchemists": "newton"}, "alchemists newton: the introductory setup has"),
        (
            {"achievements": True},
            "--achievements: there are none against Botmegistus; leave out one",
        ),
        ({"lineup": "random,random"}, "line-up random,random: one strategy plays against"),
        ({"lineup": "random*2"}, "line-up random*2: one strategy plays against Botmegistus"),
        ({"lineup": "botmegistus"}, "line-up botmegistus: Botmegistus is the opponent"),
        ({"lineup": ("a", "b")}, "line-up a,b: one strategy plays against Botmegistus"),
        ({"lineup": ("a", "botmegistus", "b")}, "line-up a,botmegistus,b: one strategy"),
        ({"lineup": ("botmegistus", "a")}, "line-up botmegistus,a: one strategy plays against"),
        ({"alchemists": "newton,duval"}, "alchemists newton,duval: balanced, random, chosen, or"),
        ({"until_ci": "seat=0.01"}, "until-ci seat=0.01: seats aren't changed in a solo run"),
    ],
)
def test_what_makes_no_solo_run(changes: dict[str, Any], message: str) -> None:
    said = refused(**changes)
    assert said.startswith(message)
    assert "\n" not in said


def test_options_are_the_same_in_any_order() -> None:
    options = solo(options=["bot_first", "extra_gold"]).options.options
    assert options == (("extra_gold", True), ("bot_first", True))
    assert solo(options={"bot_first": True, "extra_gold": True}).options.options == options
    assert solo(options={}).options.options == solo().options.options == ()


def test_setups_have_different_names() -> None:
    assert refused(NORMAL, NORMAL) == "scenarios: two are called 'normal'; rename one"
    many = [solo_setup(name=str(number)) for number in range(101)]
    assert refused(*many) == "scenarios: 101 of them, and 100 are the most"


@pytest.mark.parametrize("metric", ["strategy=1%", "alchemist=1%", "score=1"])
def test_what_a_solo_run_can_wait_for(metric: str) -> None:
    assert solo(until_ci=metric).until_ci is not None


def test_botmegistus_is_no_strategy_elsewhere() -> None:
    for spec in ("botmegistus", "botmegistus:noise=0.1"):
        with pytest.raises(StrategyError, match="no strategy for a seat; play against it with --s"):
            load(spec, KIT)


# ---------------------------------------------------------------- design


def test_botmegistus_sits_where_its_setup_says(reference: Box) -> None:
    request = solo(NORMAL, FIRST, NIGHTMARE, alchemists="newton")
    design = Design.of(request, reference)
    assert design.seats(12) == [Seat(0, "newton"), Seat(1, None)]
    assert design.seats(13) == design.seats(14) == [Seat(1, None), Seat(0, "newton")]
    assert [design.key_of(game) for game in (0, 5, 14)] == [(0, 0, 0), (1, 2, 0), (4, 2, 0)]


@pytest.mark.parametrize("alchemists", ["balanced", "random"])
def test_the_alchemist_of_a_deal_is_the_same_in_all_setups(reference: Box, alchemists: str) -> None:
    design = Design.of(solo(NORMAL, FIRST, NIGHTMARE, alchemists=alchemists), reference)
    places, numbers = design.block(3, 40)
    assert places.shape == numbers.shape == (120, 4)
    assert (places[:, 2:] == -1).all()
    assert (numbers[:, 2:] == -1).all()
    assert (numbers[places == 1] == -1).all()
    yours = numbers[places == 0].reshape(40, 3)
    assert (yours >= 0).all()
    assert (yours == yours[:, :1]).all()
    assert len(set(yours[:, 0].tolist())) == len(reference.alchemists)


def test_balanced_alchemists_come_equally_often(reference: Box) -> None:
    design = Design.of(solo(), reference)
    count = len(reference.alchemists)
    assert balanced_cycle(count, 1) == tuple((number,) for number in range(count))
    assert balanced_cycle(1, 1) == ((0,),)
    for first in (0, 3):
        counts = Counter(design.roles(first, 4 * count).ravel().tolist())
        assert set(counts.values()) == {4}


def test_chosen_alchemists_are_left_to_the_strategy(reference: Box) -> None:
    design = Design.of(solo(alchemists="chosen"), reference)
    assert design.seats(0) == [Seat(0, None), Seat(1, None)]


def test_drawn_alchemists_are_as_in_any_run_of_the_seed(reference: Box) -> None:
    alone = Design.of(solo(alchemists="random"), reference)
    of_two = Design.of(small(alchemists="random"), reference)
    assert np.array_equal(alone.roles(0, 9)[:, 0], of_two.roles(0, 9)[:, 0])


def test_an_unknown_alchemist_is_named(reference: Box) -> None:
    with pytest.raises(SettingsError, match="there is no alchemist 'newtn'; did you mean 'newton'"):
        Design.of(solo(alchemists="newtn"), reference)


# ---------------------------------------------------------------- plan


def test_a_plan_has_the_options_in_force_and_one_player(reference: Box) -> None:
    plan = prepare(solo(NORMAL, NIGHTMARE), box=reference)
    assert [player.spec for player in plan.players] == ["random"]
    nightmare = reference.solo.difficulty["nightmare"].options
    assert options_in_force(plan) == [SoloOptions(), nightmare]
    assert options_in_force(prepare(small(), box=reference)) == []


def test_a_plan_with_a_preset_of_a_variant(tmp_path: Path) -> None:
    variant = tmp_path / "v.toml"
    variant.write_text(
        '[add.solo.difficulty.gentle]\nmeaning = "Gentle."\noptions = { less_gold = true }\n'
    )
    request = partial(solo, difficulty="gentle")
    plan = prepare(request(variants=variant))
    assert options_in_force(plan) == [SoloOptions(less_gold=True)]
    with pytest.raises(SettingsError, match="there is no difficulty 'gentle'; known: easy"):
        prepare(request())


def test_how_many_intervals_are_waited_for(reference: Box) -> None:
    several = prepare(solo(NORMAL, FIRST, NIGHTMARE), box=reference)
    assert expected_levels("strategy", several) == 3
    assert expected_levels("alchemist", several) == len(reference.alchemists)
    assert expected_levels("score", several) == 1
    fixed = prepare(solo(alchemists="newton"), box=reference)
    assert expected_levels("alchemist", fixed) == 1
    assert expected_levels("strategy", fixed) == 1
