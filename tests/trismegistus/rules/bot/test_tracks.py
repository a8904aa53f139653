"""The tracks of Botmegistus: its lowest, each tie-break in turn, and the top."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    AIR,
    CHAMELEON,
    EARTH,
    FIRE,
    WATER,
    bot_game,
    bot_levels,
    call,
    give_die,
    hold_experiments,
    lab_of,
    priorities,
    solo_rule,
    turn_with,
    your_lab,
)
from tests.trismegistus.rules.helpers import box_with
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element, Track
from trisim.games.trismegistus.rules.bot.tracks import move_up
from trisim.games.trismegistus.rules.codes import BotDecision, Priority
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.tracks import TOP

LEVEL_4, LEVEL_8 = 0, 1
"""Bonus spaces of a track."""


def game_with(levels: list[int], yours: list[int] | None = None, box: Box | None = None) -> Game:
    """Levels of the bot and yours: fire, water, earth, air."""
    game = bot_game(box=box)
    lab_of(game).level[:] = levels
    your_lab(game).level[:] = yours or [0, 0, 0, 0]
    return game


def moved(game: Game, track: Track | Element = Track.LOWEST) -> tuple[Element, Priority]:
    """The track that it moves up, and why."""
    before = bot_levels(game)
    call(move_up, game, int(track))
    (one,) = [e for e in Element if bot_levels(game)[e] != before[e]]
    assert bot_levels(game)[one] == before[one] + 1
    (priority,) = priorities(game, BotDecision.TRACK)
    return one, priority


def test_track_lowest() -> None:
    for lowest in Element:
        levels = [3, 3, 3, 3]
        levels[lowest] = 2
        game = game_with(levels)
        game.state.bonus[:, LEVEL_4] = CHAMELEON  # nearer for all others
        assert moved(game) == (lowest, Priority.LOWEST)


def test_track_tie_nearest_to_the_next_token_that_remains() -> None:
    game = game_with([2, 2, 2, 2], [2, 0, 0, 0])  # the lead would say water
    game.state.bonus[:, LEVEL_8] = CHAMELEON
    game.state.bonus[AIR, LEVEL_4] = CHAMELEON
    assert moved(game) == (AIR, Priority.NEXT_TOKEN)


def test_track_tie_a_token_that_left_is_not_near() -> None:
    game = game_with([2, 2, 2, 2])
    game.state.bonus[FIRE, LEVEL_4] = -1
    game.state.bonus[EARTH, LEVEL_8] = CHAMELEON
    assert moved(game) == (EARTH, Priority.NEXT_TOKEN)


def test_track_tie_no_token_above_is_the_farthest() -> None:
    game = game_with([9, 9, 9, 9], [0, 9, 9, 9])
    assert moved(game) == (FIRE, Priority.LEAD)  # no token anywhere above: next tie-break
    game = game_with([4, 4, 4, 4], [0, 4, 4, 4])
    game.state.bonus[WATER, LEVEL_8] = CHAMELEON
    assert moved(game) == (WATER, Priority.NEXT_TOKEN)


def test_track_tie_a_token_where_it_stands_is_not_the_next() -> None:
    game = game_with([4, 4, 4, 4], [0, 0, 0, 4])
    game.state.bonus[AIR, LEVEL_4] = CHAMELEON  # it stands there already
    game.state.bonus[EARTH, LEVEL_8] = CHAMELEON
    assert moved(game) == (EARTH, Priority.NEXT_TOKEN)


def test_track_tie_largest_lead() -> None:
    game = game_with([3, 3, 3, 3], [3, 2, 1, 2])
    assert moved(game) == (EARTH, Priority.LEAD)


def test_track_tie_else_smallest_lag() -> None:
    game = game_with([3, 3, 3, 3], [9, 7, 8, 5])
    assert moved(game) == (AIR, Priority.LEAD)


def test_track_tie_a_lead_before_a_lag() -> None:
    game = game_with([3, 3, 5, 5], [4, 2, 0, 0])
    assert moved(game) == (WATER, Priority.LEAD)


def test_track_tie_left_most() -> None:
    assert moved(game_with([3, 3, 3, 3])) == (FIRE, Priority.LEFTMOST)
    assert moved(game_with([4, 3, 3, 3])) == (WATER, Priority.LEFTMOST)
    assert moved(game_with([4, 4, 3, 3])) == (EARTH, Priority.LEFTMOST)


def test_track_left_most_is_by_the_order_of_the_board() -> None:
    turned = box_with('[change.board.tracks]\norder = ["air", "earth", "water", "fire"]\n')
    game = bot_game(box=turned)
    assert moved(game) == (AIR, Priority.LEFTMOST)


def test_track_lowest_twice_is_evaluated_before_each_step() -> None:
    game = game_with([1, 2, 2, 2])
    give_die(game)
    turn_with(game, "bot-lowest")  # lowest x2
    assert bot_levels(game) == [3, 2, 2, 2]
    assert priorities(game, BotDecision.TRACK) == [Priority.LOWEST, Priority.LEFTMOST]
    game = game_with([0, 5, 5, 5])
    give_die(game)
    turn_with(game, "bot-lowest")
    assert bot_levels(game) == [2, 5, 5, 5]


def test_track_lowest_twice_goes_to_two_tracks_where_they_tie() -> None:
    game = game_with([0, 0, 3, 3], [1, 1, 0, 0])
    give_die(game)
    turn_with(game, "bot-lowest")
    assert bot_levels(game) == [1, 1, 3, 3]


def test_tracks_of_one_card_are_moved_left_to_right() -> None:
    game = game_with([0, 0, 0, 0])
    give_die(game)
    turn_with(game, "bot-spec-air")
    told = [one.delta for one in game.events() if one.thing == 522]  # track by name
    assert told == [FIRE, WATER, EARTH, AIR]
    assert bot_levels(game) == [1, 1, 1, 1]


# ---------------------------------------------------------------- the top


def test_track_named_is_moved() -> None:
    for element in Element:
        game = game_with([5, 5, 5, 5])
        assert moved(game, element) == (element, Priority.NAMED)


def test_track_named_at_the_top_moves_another_by_the_tie_breakers() -> None:
    game = game_with([12, 3, 5, 12], [0, 0, 0, 0])
    assert moved(game, FIRE) == (EARTH, Priority.LEAD)  # the lead settles it, not the lowest
    game = game_with([12, 3, 5, 12])
    game.state.bonus[WATER, LEVEL_4] = CHAMELEON
    assert moved(game, FIRE) == (WATER, Priority.NEXT_TOKEN)
    game = game_with([12, 3, 5, 4], [0, 3, 5, 4])
    assert moved(game, FIRE) == (WATER, Priority.LEFTMOST)
    game = game_with([12, 12, 12, 7])
    assert moved(game, FIRE) == (AIR, Priority.ONLY)


def test_track_named_at_the_top_does_nothing_with_the_ruling_off() -> None:
    game = bot_game(box=solo_rule(top_moves_elsewhere=False))
    lab_of(game).level[:] = [12, 3, 5, 7]
    assert call(move_up, game, int(FIRE)) == -1
    assert bot_levels(game) == [12, 3, 5, 7]
    assert moved(game, WATER) == (WATER, Priority.NAMED)


@pytest.mark.parametrize("track", [FIRE, AIR, Track.LOWEST, Track.NEAREST])
def test_track_with_all_at_the_top_nothing_happens(track: Track | Element) -> None:
    game = game_with([12, 12, 12, 12])
    assert call(move_up, game, int(track)) == -1
    assert bot_levels(game) == [12, 12, 12, 12]
    assert game.events() == []
    assert not lab_of(game).vp.any()


def test_track_lowest_leaves_out_those_at_the_top() -> None:
    game = game_with([12, 12, 11, 12])
    assert moved(game) == (EARTH, Priority.LOWEST)


# ---------------------------------------------------------------- nearest to an experiment


def test_track_nearest_to_completing_an_experiment_it_holds() -> None:
    game = game_with([0, 0, 0, 0])
    hold_experiments(game, "air-1b", "water-1a")  # 3 and 2 levels missing
    assert moved(game, Track.NEAREST) == (WATER, Priority.NEAREST_EXPERIMENT)
    game = game_with([0, 0, 0, 2])
    hold_experiments(game, "air-1b", "water-1a")  # 1 and 2
    assert moved(game, Track.NEAREST) == (AIR, Priority.NEAREST_EXPERIMENT)


def test_track_nearest_ties_as_above() -> None:
    game = game_with([2, 2, 2, 2], [2, 2, 2, 1])
    hold_experiments(game, "fire-2a", "water-2a")  # both 2 missing
    assert moved(game, Track.NEAREST) == (FIRE, Priority.LEFTMOST)
    game = game_with([2, 2, 2, 2], [2, 1, 2, 2])
    hold_experiments(game, "fire-2a", "water-2a")
    assert moved(game, Track.NEAREST) == (WATER, Priority.LEAD)
    game = game_with([2, 2, 2, 2], [0, 1, 2, 2])
    game.state.bonus[WATER, LEVEL_4] = CHAMELEON
    hold_experiments(game, "fire-2a", "water-2a")
    assert moved(game, Track.NEAREST) == (WATER, Priority.NEXT_TOKEN)


def test_track_nearest_without_experiments_is_the_lowest() -> None:
    game = game_with([2, 2, 1, 2])
    assert moved(game, Track.NEAREST) == (EARTH, Priority.LOWEST)


def test_track_nearest_an_experiment_that_is_met_needs_no_step() -> None:
    game = game_with([5, 0, 3, 3])
    hold_experiments(game, "fire-2a", "water-2a")  # fire is met, water misses 4
    assert moved(game, Track.NEAREST) == (WATER, Priority.NEAREST_EXPERIMENT)
    game = game_with([5, 1, 3, 3])
    hold_experiments(game, "fire-2a")
    assert moved(game, Track.NEAREST) == (WATER, Priority.LOWEST)


def test_track_nearest_with_the_ruling_off_is_that_of_an_experiment_that_is_met() -> None:
    box = solo_rule(step_ignores_met_experiments=False)
    game = game_with([5, 3, 3, 0], box=box)
    hold_experiments(game, "fire-2a", "water-2a")  # fire is met, water misses 1
    assert moved(game, Track.NEAREST) == (FIRE, Priority.NEAREST_EXPERIMENT)
    game = game_with([7, 0, 3, 3], box=box)
    hold_experiments(game, "fire-2a")
    assert moved(game, Track.NEAREST) == (FIRE, Priority.NEAREST_EXPERIMENT)
    game = game_with([6, 5, 3, 3], [6, 0, 3, 3], box=box)
    hold_experiments(game, "fire-2a", "water-2a")  # both are met, whatever is above
    assert moved(game, Track.NEAREST) == (WATER, Priority.LEAD)
    game = game_with([TOP, 2, 3, 0], box=box)
    hold_experiments(game, "fire-2a", "water-2a")  # no step is left on fire
    assert moved(game, Track.NEAREST) == (WATER, Priority.NEAREST_EXPERIMENT)
