"""Words of all sections: numbers in sentences, lists that are cut, names that tell runs apart."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.report.people import small_inputs, solo_inputs
from trisim.games.trismegistus.report.facts import box_of
from trisim.report.run_names import run_names
from trisim.report.sections.words import (
    basis_of,
    counted,
    first_clauses,
    first_few,
    named,
    names_of_all,
    p_words,
    percent,
    player_words,
    slug,
    stands_out,
)
from trisim.stats.estimate import Comparison, Estimate, Scale


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (60.0, 64.0, "62.0 [60.0, 64.0]"),
        (-math.inf, math.inf, "62.0 [not known]"),
        (60.0, math.inf, "62.0 [60.0 or more]"),
        (-math.inf, 64.0, "62.0 [64.0 or less]"),
    ],
)
def test_an_interval_without_ends_is_not_known(low: float, high: float, said: str) -> None:
    assert percent(Estimate(62.0, low, high, 9, 3, scale=Scale.MEAN)) == said


def test_one_of_a_thing_is_one() -> None:
    assert counted(1, "games of each seat") == "1 game of each seat"
    assert counted(1200, "rolls, one game of each deal,") == "1,200 rolls, one game of each deal,"
    alone = basis_of(Estimate(0.0, 0.0, 1.0, 1, 1), "players in the first row")
    assert alone.startswith("n = 1 player in the first row in 1 deal;")


def test_long_lists_are_cut() -> None:
    names = list("abcdefg")
    assert first_few(names) == "a, b, c, d, e and 2 more"
    assert first_few(names[:5]) == "a, b, c, d and e"
    assert first_clauses(names) == "a; b; c; d; e; and 2 more"
    assert first_clauses(names[:2]) == "a; b"
    assert first_few([]) == first_clauses([]) == ""


def test_small_p_values_are_only_called_small() -> None:
    assert p_words(0.00002) == "p < 0.001"
    assert p_words(0.54321) == "p = 0.54"


def test_who_stands_out_is_said_once_for_each_side() -> None:
    def rate(value: float, p: float) -> Comparison:
        return Comparison(Estimate(value, value - 0.02, value + 0.02, 90, 30), 0.5, p, p)

    said = stands_out(
        [("a", rate(0.6, 0.01)), ("b", rate(0.4, 0.01)), ("c", rate(0.7, 0.2))], "par"
    )
    assert said == "Surely above par: a; surely below par: b."
    assert stands_out([("c", rate(0.7, 0.2))], "par") == "None is surely above or below par."


INTRO = (("intro", "introductory setup"),)


def test_runs_are_named_by_everything_in_which_they_differ() -> None:
    two, solo = small_inputs().subject.facts, solo_inputs().subject.facts
    three = replace(two, players=3, lineup=("one", "two", "three"))
    assert run_names([two, replace(two, players=3)]) == ["2 players", "3 players"]
    assert run_names([two, replace(three, options=INTRO)]) == [
        "2-player random",
        "3-player one + 2 more with introductory setup",
    ]
    assert run_names([two, replace(two, lineup=("one", "two"))]) == ["random", "one + two"]
    assert run_names([two, replace(two, lineup=("one",) * 2), three, solo]) == [
        "2-player random",
        "2-player one",
        "3-player one + 2 more",
        "solo random",
    ]


def test_an_option_that_the_scenario_tells_is_not_said_twice() -> None:
    facts = small_inputs().subject.facts
    easy = replace(facts, scenarios=("I/normal",))
    hard = replace(facts, scenarios=("II/dread",), options=(("mode", "mode dread"),))
    assert [name.split(" in ")[-1] for name in run_names([easy, hard])] == ["I/normal", "II/dread"]
    assert "mode dread" not in run_names([easy, hard])[1]
    other = replace(hard, options=(("mode", "mode calm"),))
    assert "mode calm" in run_names([easy, other])[1]


def test_solo_runs_are_named_by_setup_and_introductory_setup() -> None:
    solo = replace(solo_inputs().subject.facts, scenarios=("normal",))
    hard = replace(
        solo, scenarios=("hard with bot_first, planning",), lineup=("balanced", "botmegistus")
    )
    assert run_names([solo, replace(solo, options=INTRO), hard]) == [
        "random against normal",
        "random with introductory setup against normal",
        "balanced against hard with bot_first + planning",
    ]
    assert run_names([solo, replace(solo, scenarios=("hard",))]) == ["normal", "hard"]


def test_names_of_runs_have_no_commas() -> None:
    two = small_inputs().subject.facts
    others = [
        replace(two, variants=("A, or B", "C", "D"), folder="x,y"),
        replace(two, lineup=("one", "two", "three"), scenarios=("hard with a, b",)),
        replace(two, seed=1, games=12_000, roles="a, b"),
    ]
    for runs in ([two, *others], [two, two], [others[0], others[0]], [two, others[2]]):
        assert not any("," in name or " and " in name for name in run_names(runs))


def test_cards_and_alchemists_of_another_box_are_named_too() -> None:
    box = box_of(small_inputs().subject.facts)
    card, name = box.publications[0], next(iter(box.alchemists))
    fewer = replace(
        box,
        publications=box.publications[1:],
        alchemists={key: each for key, each in box.alchemists.items() if key != name},
    )
    assert named(names_of_all([fewer, box]), card.id) == card.name
    assert named(names_of_all([fewer, box]), name) == box.alchemists[name].name
    renamed = replace(box, publications=(replace(card, name="Other"), *box.publications[1:]))
    assert named(names_of_all([box, renamed]), card.id) == card.name


def test_seats_are_called_after_who_sits_there() -> None:
    assert [player_words(seat) for seat in (0, 3, 4)] == [
        "first player",
        "fourth player",
        "5th player",
    ]


@pytest.mark.parametrize(
    ("alchemist", "name", "said"),
    [
        ("agrippa", "Heinrich Cornelius Agrippa", "Agrippa"),
        ("maria", "Maria the Prophetess of Alexandria", "Maria"),
        ("bacon-elder", "Bacon, called the Elder", "Bacon, Elder"),
        ("a1", "Theophrastus Bombastus von Hohenheim", "Hohenheim"),
        ("a1", "Somebody called otherwise the Other", "a1"),
        ("agrippa", "Agrippa", "Agrippa"),
    ],
)
def test_an_alchemist_has_a_short_name_that_nobody_else_has(
    alchemist: str, name: str, said: str
) -> None:
    box = box_of(small_inputs().subject.facts)
    one = next(iter(box.alchemists.values()))
    other = replace(one, name="The Other One")
    both = replace(box, alchemists={alchemist: replace(one, name=name), "other": other})
    assert named(both, alchemist) == name
    assert named(both, alchemist, 20) == said
    assert named(both, "other", 20) == "The Other One"


def test_names_of_files_are_plain() -> None:
    assert slug("Seats & order: “all”") == "seats-order-all"
    assert slug("…") == "unnamed"
