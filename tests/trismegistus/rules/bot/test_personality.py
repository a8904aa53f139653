"""The personality of Botmegistus: not ahead, ahead, and on a tie with and without the option."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    AIR,
    EARTH,
    FIRE,
    LEAD,
    RED,
    WATER,
    bot_game,
    bot_levels,
    give_die,
    lab_of,
    turn_with,
    your_lab,
)
from tests.trismegistus.rules.bot.test_cards import Result, card_of, expected, result
from trisim.games.trismegistus.box.words import Element, SoloKind
from trisim.games.trismegistus.rules.codes import Part
from trisim.games.trismegistus.rules.game import reference_box

AHEAD: list[tuple[Element, Result]] = [
    (EARTH, expected(points=5, gold=3)),
    (WATER, expected(points=5, levels=[1, 0, 1, 1])),
    (FIRE, expected(points=10)),
    (AIR, expected(points=5, artifacts=1)),
]


def after_personality(element: Element, bot: int, you: int, **options: bool) -> Result:
    """What a personality gives at these levels on its track; levels are what it gained."""
    game = bot_game(7, box=reference_box(), **options)
    give_die(game, LEAD, RED, 5)
    lab_of(game).level[element] = bot
    your_lab(game).level[element] = you
    before = bot_levels(game)
    turn_with(game, card_of(SoloKind.PERSONALITY, element))
    gained = [now - then for now, then in zip(bot_levels(game), before, strict=True)]
    return {**result(game), "levels": gained}


@pytest.mark.parametrize(("element", "wanted"), AHEAD)
def test_personality_ahead(element: Element, wanted: Result) -> None:
    assert after_personality(element, 3, 2) == wanted


@pytest.mark.parametrize(("element", "wanted"), AHEAD)
@pytest.mark.parametrize(("bot", "you"), [(2, 2), (2, 6), (0, 0)])
def test_personality_not_ahead_advances_twice(
    element: Element, wanted: Result, bot: int, you: int
) -> None:
    levels = [0, 0, 0, 0]
    levels[element] = 2
    assert after_personality(element, bot, you) == expected(levels=levels) != wanted


@pytest.mark.parametrize(("element", "wanted"), AHEAD)
def test_personality_on_a_tie_scores_only_with_the_option(element: Element, wanted: Result) -> None:
    assert after_personality(element, 3, 3, personality_on_tie=True) == wanted
    levels = [0, 0, 0, 0]
    levels[element] = 2
    behind = after_personality(element, 3, 4, personality_on_tie=True)
    assert behind == expected(levels=levels)
    assert after_personality(element, 3, 2, personality_on_tie=True) == wanted


def test_personality_is_looked_at_once_for_the_whole_card() -> None:
    game = bot_game(7, box=reference_box())
    give_die(game, LEAD, RED, 5)
    turn_with(
        game, card_of(SoloKind.PERSONALITY, FIRE)
    )  # from a tie: above you after the first step
    assert bot_levels(game)[FIRE] == 2
    assert int(lab_of(game).vp[Part.BOT]) == 0
