"""Completing experiments: gold for missing levels, both or one, and nothing but the card."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    bot_game,
    bot_levels,
    call,
    completed,
    decided,
    give_die,
    gold,
    held_experiments,
    hold_experiments,
    lab_of,
    turn_with,
)
from tests.trismegistus.rules.helpers import number
from tests.trismegistus.rules.helpers_2 import changed
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.bot.experiments import complete
from trisim.games.trismegistus.rules.codes import BotDecision, Event, Priority
from trisim.games.trismegistus.rules.game import Game

ONE, OTHER = "fire-1a", "water-1a"


def game_with(*held: str, pieces: int = 0, box: Box | None = None, **levels: int) -> Game:
    """It holds these, with so much gold, and levels by element."""
    game = bot_game(box=box)
    hold_experiments(game, *held)
    lab_of(game).held[Thing.GOLD] = pieces
    for name, level in levels.items():
        lab_of(game).level[Element[name.upper()]] = level
    return game


def two(points: tuple[int, int] = (4, 4), elements: tuple[str, str] = ("fire", "water")) -> Box:
    """Two experiments of mastery 2."""
    return changed(
        {
            f"experiments.{ident}": {"mastery": 2, "points": worth, "element": element}
            for ident, worth, element in zip((ONE, OTHER), points, elements, strict=True)
        }
    )


def after(game: Game) -> tuple[set[str], list[str], int]:
    """What it has completed, holds, and has left in gold, afterwards."""
    call(complete, game)
    return completed(game), held_experiments(game), gold(game)


def test_complete_what_it_meets_without_materials() -> None:
    assert after(game_with(ONE, fire=2)) == ({ONE}, [], 0)
    assert after(game_with(ONE, fire=1)) == (set(), [ONE], 0)
    assert after(game_with(ONE, fire=9)) == ({ONE}, [], 0)


@pytest.mark.parametrize(("level", "pieces", "left"), [(2, 3, 3), (1, 3, 2), (0, 3, 1), (0, 2, 0)])
def test_complete_pays_one_gold_for_each_missing_level(level: int, pieces: int, left: int) -> None:
    assert after(game_with(ONE, pieces=pieces, fire=level)) == ({ONE}, [], left)


def test_complete_not_without_enough_gold_and_none_is_paid() -> None:
    assert after(game_with(ONE, pieces=1)) == (set(), [ONE], 1)


def test_complete_both_if_both_can_be_paid() -> None:
    game = game_with(ONE, OTHER, pieces=3, fire=1)
    assert after(game) == ({ONE, OTHER}, [], 0)
    assert [priority for _, priority, _ in decided(game)] == [Priority.BOTH, Priority.ONLY]
    assert after(game_with(ONE, OTHER, fire=2, water=2)) == ({ONE, OTHER}, [], 0)
    assert after(game_with(OTHER, ONE, pieces=2, water=2)) == ({ONE, OTHER}, [], 0)


def test_complete_one_that_costs_nothing_though_the_other_is_dearer() -> None:
    assert after(game_with(ONE, OTHER, pieces=1, water=2)) == ({OTHER}, [ONE], 1)


def first_of(game: Game) -> tuple[str, Priority]:
    """The one it completes where it can't complete both, and why."""
    call(complete, game)
    (one,) = completed(game)
    choice = decided(game, BotDecision.COMPLETE)
    assert len(choice) == 1
    return one, choice[0][1]


def test_complete_first_a_type_it_has_not_completed() -> None:
    game = game_with(ONE, OTHER, pieces=3, box=two((9, 1)))
    lab_of(game).performed_element[Element.FIRE] = 1
    assert first_of(game) == (OTHER, Priority.NEW_TYPE)
    game = game_with(ONE, OTHER, pieces=3, box=two((1, 9)))
    lab_of(game).performed_element[Element.WATER] = 1
    assert first_of(game) == (ONE, Priority.NEW_TYPE)


def test_complete_then_more_points() -> None:
    assert first_of(game_with(ONE, OTHER, pieces=3, box=two((4, 5)))) == (
        OTHER,
        Priority.MORE_POINTS,
    )
    assert first_of(game_with(ONE, OTHER, pieces=3, box=two((5, 4)))) == (
        ONE,
        Priority.MORE_POINTS,
    )


def test_complete_then_the_one_held_longer() -> None:
    assert first_of(game_with(ONE, OTHER, pieces=3, box=two())) == (ONE, Priority.HELD_LONGER)
    assert first_of(game_with(OTHER, ONE, pieces=3, box=two())) == (OTHER, Priority.HELD_LONGER)


def test_complete_two_of_one_type_are_told_by_points() -> None:
    box = two((4, 5), ("fire", "fire"))
    assert first_of(game_with(ONE, OTHER, pieces=3, box=box)) == (OTHER, Priority.MORE_POINTS)


def test_complete_says_what_told_it_from_its_closest_rival() -> None:
    box = changed(
        {
            "rules.numbers": {"held_experiments": 3},
            "experiments.fire-1a": {"mastery": 2, "points": 9},
            "experiments.water-1a": {"mastery": 2, "points": 9},
            "experiments.earth-1a": {"mastery": 2, "points": 1},
        }
    )
    game = game_with("fire-1a", "water-1a", "earth-1a", pieces=2, box=box)
    call(complete, game)
    assert completed(game) == {"fire-1a"}
    assert decided(game)[0][1] is Priority.HELD_LONGER


def test_complete_three_where_the_box_lets_it_hold_three() -> None:
    game = game_with(
        "fire-1a", "water-1a", "earth-1a", box=number(held_experiments=3), fire=2, water=2, earth=2
    )
    assert after(game) == ({"fire-1a", "water-1a", "earth-1a"}, [], 0)


def test_complete_gives_no_bonus() -> None:
    game = game_with(ONE, "water-1a", pieces=0, fire=2, water=2)  # gold and silver as bonuses
    before = lab_of(game).held.copy()
    call(complete, game)
    assert (lab_of(game).held == before).all()
    assert not lab_of(game).vp.any()
    assert lab_of(game).by_experiment.tolist() == [0, 0, 0, 0]
    assert game.frame is not None
    assert game.seat == 0


def test_complete_comes_after_the_action() -> None:
    game = game_with(ONE, fire=1)
    give_die(game)
    turn_with(game, "bot-fire-water")  # the step on fire meets it
    assert completed(game) == {ONE}
    assert bot_levels(game) == [2, 1, 0, 0]
    whats = [one.what for one in game.events()]
    assert whats.index(Event.LEVEL) < whats.index(Event.PERFORM)


def test_complete_one_just_taken() -> None:
    game = game_with(pieces=9)
    give_die(game)
    turn_with(game, "bot-experiment")
    assert len(completed(game)) == 1
    assert held_experiments(game) == []


def test_complete_every_turn_whatever_the_card() -> None:
    game = game_with(ONE, fire=2)
    give_die(game)
    turn_with(game, "bot-die")
    assert completed(game) == {ONE}
