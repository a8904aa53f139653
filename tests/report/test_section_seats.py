"""The section on seats: sure things only, what the box gives, what is missing."""

from __future__ import annotations

from dataclasses import replace

from tests.report.people import check_section, hostile_inputs, inputs_of, small_inputs, solo_inputs
from trisim.games.trismegistus.report.kit import REPORT
from trisim.report.inputs import RunInputs
from trisim.report.sections.seats import KEY, build, given_to, given_words, more_words
from trisim.report.sections.words import stands_out
from trisim.stats.analyses.seats import Seats
from trisim.stats.analyses.source import Missing
from trisim.stats.estimate import Comparison, Estimate


def rate(value: float, p: float) -> Comparison:
    return Comparison(Estimate(value, value - 0.02, value + 0.02, 900, 300), 0.5, p, p)


def test_small_run_has_seats_order_and_turns() -> None:
    section = check_section(build(small_inputs()))
    assert [block.key for block in section.blocks] == ["seats-wins", "seats-order", "seats-turns"]
    assert any("not what causes it" in words for words in section.blocks[1].words)
    check_section(build(hostile_inputs()))


def test_only_sure_seats_are_called_so() -> None:
    said = stands_out([("the first", rate(0.45, 0.001)), ("the second", rate(0.55, 0.3))], "par")
    assert said == "Surely below par: the first."
    assert "None" in stands_out([("the first", rate(0.45, 0.3))], "par")


def test_the_box_says_what_late_seats_get() -> None:
    facts = small_inputs().subject.facts
    (said,) = given_words(given_to(facts, REPORT))
    assert "the second player" in said
    assert "third" not in said  # two play


def test_solo_runs_have_no_such_section() -> None:
    assert build(solo_inputs()) is None


def test_missing_tables_are_named_and_the_rest_is_said() -> None:
    run = small_inputs().subject
    found = run.result(Seats, KEY)
    assert isinstance(found, Seats)
    facts = replace(run.facts, tables=frozenset({"games", "players"}))
    bare = replace(found, places=(), turns=())
    section = build(inputs_of((RunInputs(facts, {KEY: bare}),)))
    assert section is not None
    assert [block.key for block in section.blocks] == ["seats-wins"]
    assert "rounds and turns" in section.problem
    gone = build(inputs_of((RunInputs(facts, {KEY: Missing("Nothing.")}),)))
    assert gone is not None
    assert gone.problem == "Nothing."


def test_turns_in_words() -> None:
    assert [more_words(more) for more in (-3, -1, 0, 2)] == [
        "at least 3 turns fewer",
        "1 turn fewer",
        "as many turns",
        "2 turns more",
    ]
