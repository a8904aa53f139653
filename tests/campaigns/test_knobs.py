"""Files of knobs: couplings, prices, and what is said about mistakes."""

from __future__ import annotations

import pytest

from tests.campaigns.sweep_fakes import small
from trisim.box.faults import BoxError
from trisim.campaigns.knobs import Knobs, knobs_of
from trisim.sim.campaign import prepare_campaign


def read(text: str) -> Knobs:
    prepared = prepare_campaign(small())
    return knobs_of(text, "knobs.toml", prepared.box, [prepared.request.options])


def faults(text: str) -> list[str]:
    with pytest.raises(BoxError) as caught:
        read(text)
    return [str(each) for each in caught.value.faults]


def test_a_knob_has_its_printed_value_among_its_levels() -> None:
    (knob,) = read('[days]\nset = "rules.days"\nvalues = "7..9"\nprice = 2').knobs
    assert knob.levels == ((5,), (7,), (8,), (9,))
    assert knob.printed == 0
    assert knob.prices == (0, 2, 4, 6)


def test_a_price_may_be_for_any_change() -> None:
    (knob,) = read('[d]\nset = "rules.days"\nvalues = [3, 9]\nprice = 2\nper = "change"').knobs
    assert knob.prices == (2, 0, 2)


@pytest.mark.parametrize(
    ("coupled", "levels"),
    [("step", ((4, 0), (5, 1), (6, 2))), ("opposite", ((4, 2), (5, 1), (6, 0)))],
)
def test_places_move_together(coupled: str, levels: tuple[tuple[int, int], ...]) -> None:
    text = f'[d]\nset = ["rules.days", "rules.hand"]\nvalues = "4..6"\ncoupled = "{coupled}"'
    knobs = read(text)
    assert knobs.knobs[0].levels == levels
    values = knobs.values((0,))
    assert {each.path: value for each, value in values.items()} == {
        "rules.days": levels[0][0],
        "rules.hand": levels[0][1],
    }
    assert knobs.values(knobs.printed) == {}
    assert knobs.price((2,)) == 1


def test_places_may_have_the_same_value() -> None:
    text = '[d]\nset = ["rules.hand", "climbers.guide.grip"]\nvalues = "0..2"'
    assert read(text).knobs[0].levels == ((0, 0), (1, 1), (2, 2))
    different = text.replace("rules.hand", "rules.days").replace("0..2", "1..2")
    assert "no level is the printed one; write coupled = 'step'" in faults(different)[0]


def test_texts_have_no_steps() -> None:
    text = '[n]\nset = "climbers.guide.name"\nvalues = ["Leader", "Sherpa"]\nprice = 3'
    (knob,) = read(text).knobs
    assert not knob.is_number
    assert knob.prices == (3, 3, 0)


def test_all_faults_are_said_at_once_with_their_places() -> None:
    found = faults(
        '[a]\nset = "rules.dayz"\nvalues = "4..6"\n'
        '[b]\nset = "rules.hand"\nvalues = "0..99"\n'
        '[c]\nset = ["rules.days", "rules.ledges"]\nvalues = "4..6"\n'
    )
    assert found[0].startswith("knobs.toml, line 2, a.set: 'rules.dayz': there is no 'dayz'; did")
    assert "line 6, b.values: 'rules.hand=" in found[1]
    assert "out of range" in found[1]
    assert "line 7, c.coupled: 'same': the places have different printed values" in found[2]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("price = -1", "a price must be more than 0; write 1, say"),
        ("price = 'much'", "this is not a number"),
        ("price = inf", "a price must be more than 0"),
        ("per = 'game'", "this word is not known"),
        ("coupled = 'step'", "only one place is named"),
        ("colour = 1", "unknown key"),
        ("why = 5", "this is no sentence"),
    ],
)
def test_a_wrong_key_is_a_fault(line: str, words: str) -> None:
    (found,) = faults(f'[d]\nset = "rules.days"\nvalues = "4..6"\n{line}')
    assert words in found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no knob in this file"),
        ("days = 5", "this stands outside of any knob"),
        ("[d]\nvalues = '4..6'", "no place of the box is named"),
        ("[d]\nset = 'rules.days'", "no values are given"),
        ("[d]\nset = 'rules.days'\nvalues = []", "no values are given"),
        ("[d]\nset = 'rules.days'\nvalues = '6..4'", "this range is empty; write 4..6"),
        ("[d]\nset = 'rules.days'\nvalues = '1..99999'", "more than 200 values"),
        ("[d]\nset = 'strategy.noise'\nvalues = [0, 1]", "is no value of the game"),
        ("[d]\nset = ['rules.days', 'rules.days']\nvalues = [5, 6]", "a place is named twice"),
        ("[d]\nset = 'rules.days'\nvalues = ['x']", "a whole number"),
    ],
)
def test_hostile_files_are_faults(text: str, words: str) -> None:
    assert any(words in each for each in faults(text)), faults(text)
