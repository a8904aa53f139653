"""What moves measures: places that there are in the box, on the right side."""

from __future__ import annotations

import pytest

from tests.madness.report.planted import Planted, box
from trisim.campaigns.settings import box_setting
from trisim.games.madness.box.notation import parse_ability, parse_effect
from trisim.games.madness.report.influences import influences, worth

FACTS = Planted().facts()


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("team.scenario.II/normal.won", "rounds.round-1.II"),
        ("team.won", "rules.madness.three_players"),
        ("progress.beaten", "rounds.round-6.II"),
        ("curses.multi.destroyed", "rules.numbers.multi_cost"),
        ("curses.fire.destroyed", "rules.numbers.curse_cost"),
        ("loss.pile.share", "rules.madness.three_players"),
        ("element.fire.learned", "spells.adrenaline.effect"),
    ],
)
def test_places_are_in_the_box(measure: str, expected: str) -> None:
    found = [path for each in influences(measure, FACTS) for path in each.paths]
    assert expected in found
    assert all(box_setting(path, box()).printed is not None for path in found)


def test_measures_of_a_mage_or_curse_are_moved_by_its_own_row() -> None:
    assert not list(influences("mage.ada.difference", FACTS))
    assert not list(influences("curse.leak.win", FACTS))


@pytest.mark.parametrize(
    ("path", "better", "worse"),
    [
        ("rules.madness.three_players", 30, 20),
        ("rounds.round-1.II", 0, 2),
        ("rules.numbers.curse_cost", 3, 5),
        ("rules.numbers.hand", 7, 6),
    ],
)
def test_worth_is_that_to_the_team(path: str, better: int, worse: int) -> None:
    more, less = worth(path, better, box()), worth(path, worse, box())
    assert more is not None
    assert less is not None
    assert more > less


def test_what_is_not_known_has_no_worth() -> None:
    assert worth("modes.terror.name", "Dread", box()) is None
    assert worth("rules.rulings.refill_curses", True, box()) is None


@pytest.mark.parametrize(
    ("milder", "harsher"),
    [
        ("each: discard 1 from hand", "each: madness 1 to discard"),
        ("madness 2 to discard", "madness 3 to discard"),
        ("others: madness 1 to discard", "each: madness 1 to discard"),
        ("destroy 2 from madness pile", "destroy 4 from madness pile"),
        ("each: discard 1 from hand", "each: discard all from hand"),
        ("neutralise 1 own spell", "each: destroy 1 own spell"),
    ],
)
def test_harsher_curses_are_worth_less(milder: str, harsher: str) -> None:
    one, other = (
        worth("curses.leak.effect", parse_effect(text), box()) for text in (milder, harsher)
    )
    assert one is not None
    assert other is not None
    assert other < one < 0


@pytest.mark.parametrize(
    "text",
    [
        "draw 1x",
        "each: cure up to 2 from hand or pool",
        "each: may destroy any from hand, then draw as many",
        "another: act 1x",
        "destroy 1 curse",
        "each: discard all from hand, then draw 6",
    ],
)
def test_bonuses_help(text: str) -> None:
    found = worth("sheets.page-1.bonus", parse_effect(text), box())
    assert found is not None
    assert found > 0


def test_abilities_have_a_worth() -> None:
    for text in ("places 5", "spells 6", "air value 1 as any", "draw 1"):
        found = worth("mages.ada.ability", parse_ability(text), box())
        assert found is not None
        assert found > 0, text
