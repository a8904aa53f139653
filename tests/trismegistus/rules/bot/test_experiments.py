"""Which experiment Botmegistus takes: each priority in turn, and that it beats those after it."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    FIRE,
    IRON,
    LEAD,
    TIN,
    WATER,
    bot_game,
    call,
    decided,
    experiment,
    fill_book,
    give_die,
    gold,
    held_experiments,
    hold_experiments,
    lab_of,
    solo_rule,
    your_lab,
)
from tests.trismegistus.rules.helpers import number
from tests.trismegistus.rules.helpers_2 import changed
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.bot.experiments import gain_experiment
from trisim.games.trismegistus.rules.codes import At, BotDecision, Priority
from trisim.games.trismegistus.rules.game import Game, reference_box

LEFT, RIGHT = "fire-1a", "water-2a"
"""The two cards of a book in round 2; tests change what stands on them."""


def two(left: dict[str, object], right: dict[str, object]) -> Box:
    """The two cards with other mastery, points or element."""
    return changed({f"experiments.{LEFT}": left, f"experiments.{RIGHT}": right})


def game_with(box: Box, **levels: int) -> Game:
    """Round 2, a lead die, and a book with both cards; levels of the bot by element."""
    game = bot_game(box=box)
    game.state.round_no = 2
    give_die(game, LEAD)
    fill_book(game, LEAD, LEFT, RIGHT)
    for name, level in levels.items():
        lab_of(game).level[Element[name.upper()]] = level
    return game


def taken(game: Game) -> tuple[str, Priority]:
    """What it takes, and why."""
    before = held_experiments(game)
    call(gain_experiment, game)
    (one,) = [ident for ident in held_experiments(game) if ident not in before]
    ((_, priority, chosen),) = decided(game, BotDecision.EXPERIMENT)
    assert chosen == experiment(game, one)
    return one, priority


def test_experiment_of_the_book_of_its_dies_symbol() -> None:
    for symbol in (LEAD, TIN, IRON):
        game = bot_game()
        give_die(game, symbol)
        wanted = game.box.experiments[int(game.state.books[symbol, 1])].id
        assert taken(game) == (wanted, Priority.ONLY)


def test_experiment_a_type_it_lacks_comes_first() -> None:
    # the left one can be completed, is nearer to both, and worth more
    box = two({"mastery": 0, "points": 9}, {"mastery": 9, "points": 1})
    game = game_with(box)
    lab_of(game).performed_element[FIRE] = 1  # completed
    assert taken(game) == (RIGHT, Priority.NEW_TYPE)
    game = game_with(box)
    hold_experiments(game, "fire-0a")  # held
    assert taken(game) == (RIGHT, Priority.NEW_TYPE)
    game = game_with(box)
    hold_experiments(game, "water-0a")
    assert taken(game) == (LEFT, Priority.NEW_TYPE)


def test_experiment_two_lacking_or_two_known_types_are_equal() -> None:
    box = two({"mastery": 5, "points": 1}, {"mastery": 5, "points": 2})
    game = game_with(box)
    assert taken(game) == (RIGHT, Priority.MORE_POINTS)
    game = game_with(box)
    lab_of(game).performed_element[FIRE] = 1
    lab_of(game).performed_element[WATER] = 2
    assert taken(game) == (RIGHT, Priority.MORE_POINTS)


@pytest.mark.parametrize(("paid", "wanted"), [(2, RIGHT), (3, LEFT)])
def test_experiment_that_it_can_complete_gold_included(paid: int, wanted: str) -> None:
    # with 3 gold both can be completed: more points; with 2 just the right one
    box = two({"mastery": 3, "points": 9}, {"mastery": 2, "points": 1})
    game = game_with(box)
    lab_of(game).held[Thing.GOLD] = paid
    assert taken(game) == (wanted, Priority.COMPLETABLE)


def test_experiment_that_it_can_complete_beats_those_after_it() -> None:
    # nearer to you and worth more is the left one; the right one can be completed
    box = two({"mastery": 6, "points": 9}, {"mastery": 7, "points": 1})
    game = game_with(box, fire=4, water=6)
    lab_of(game).held[Thing.GOLD] = 1
    your_lab(game).level[FIRE] = 6
    assert taken(game) == (RIGHT, Priority.COMPLETABLE)


def test_experiment_both_completable_and_of_equal_points_goes_on_to_the_nearer() -> None:
    box = two({"mastery": 3, "points": 5}, {"mastery": 2, "points": 5})
    game = game_with(box)
    lab_of(game).held[Thing.GOLD] = 9
    assert taken(game) == (RIGHT, Priority.NEARER)


def test_experiment_that_it_is_nearer_to() -> None:
    # you are nearer to the left one, which is worth more
    box = two({"mastery": 6, "points": 9}, {"mastery": 5, "points": 1})
    game = game_with(box, fire=1, water=1)
    your_lab(game).level[FIRE] = 6
    assert taken(game) == (RIGHT, Priority.NEARER)


def test_experiment_missing_levels_are_not_below_zero() -> None:
    # both are met: how far above doesn't count, nor whether it is you
    box = two({"mastery": 2, "points": 5}, {"mastery": 2, "points": 5})
    game = game_with(box, fire=2, water=9)
    assert taken(game) == (LEFT, Priority.LEFT)
    game = game_with(box)
    your_lab(game).level[FIRE] = 2
    your_lab(game).level[WATER] = 7
    assert taken(game) == (LEFT, Priority.LEFT)


def test_experiment_that_you_are_nearer_to() -> None:
    box = two({"mastery": 6, "points": 9}, {"mastery": 6, "points": 1})
    game = game_with(box)
    your_lab(game).level[FIRE] = 3
    your_lab(game).level[WATER] = 4
    assert taken(game) == (RIGHT, Priority.YOU_NEARER)


def test_experiment_of_more_points() -> None:
    game = game_with(two({"mastery": 6, "points": 3}, {"mastery": 6, "points": 4}))
    assert taken(game) == (RIGHT, Priority.MORE_POINTS)


def test_experiment_the_left_one_at_last() -> None:
    game = game_with(two({"mastery": 6, "points": 4}, {"mastery": 6, "points": 4}))
    assert taken(game) == (LEFT, Priority.LEFT)


# ---------------------------------------------------------------- gold instead


def test_experiment_gold_if_it_holds_two() -> None:
    game = bot_game()
    give_die(game)
    hold_experiments(game, "fire-0a", "water-0a")
    call(gain_experiment, game)
    assert gold(game) == 1
    assert held_experiments(game) == ["fire-0a", "water-0a"]
    assert decided(game) == [(BotDecision.EXPERIMENT, Priority.HOLDS_ENOUGH, -1)]


def test_experiment_the_limit_is_that_of_the_rules() -> None:
    game = bot_game(box=number(held_experiments=3))
    give_die(game)
    hold_experiments(game, "fire-0a", "water-0a")
    call(gain_experiment, game)
    assert len(held_experiments(game)) == 3


@pytest.mark.parametrize("pieces", [0, 1, 3])
def test_experiment_an_empty_book_gives_gold_as_the_ruling_says(pieces: int) -> None:
    game = bot_game(box=solo_rule(gold_for_empty_book=pieces))
    give_die(game)
    fill_book(game, LEAD, None, None)
    call(gain_experiment, game)
    assert gold(game) == pieces
    assert held_experiments(game) == []
    assert decided(game) == [(BotDecision.EXPERIMENT, Priority.EMPTY_BOOK, -1)]


def test_experiment_holding_two_still_gives_one_gold_whatever_an_empty_book_gives() -> None:
    game = bot_game(box=solo_rule(gold_for_empty_book=3))
    give_die(game)
    hold_experiments(game, "fire-0a", "water-0a")
    fill_book(game, LEAD, None, None)
    call(gain_experiment, game)
    assert gold(game) == 1


# ---------------------------------------------------------------- refilling


def test_experiment_of_the_current_level_is_replaced() -> None:
    game = bot_game(box=reference_box())
    give_die(game)
    card = int(game.state.books[LEAD, 1])
    call(gain_experiment, game)
    assert int(game.state.books[LEAD, 1]) not in (-1, card)
    assert int(game.state.experiment_at[card]) == game.bot_seat


def test_experiment_an_older_one_is_not_replaced() -> None:
    game = game_with(two({"mastery": 6, "points": 4}, {"mastery": 6, "points": 4}))
    right = int(game.state.books[LEAD, 1])
    assert taken(game)[0] == LEFT
    assert game.state.books[LEAD].tolist() == [-1, right]
    assert game.state.experiment_at[right] == At.OPEN


def test_experiment_the_one_that_is_left_is_taken() -> None:
    for left, right in ((LEFT, None), (None, RIGHT)):
        game = bot_game()
        game.state.round_no = 2
        give_die(game)
        fill_book(game, LEAD, left, right)
        assert taken(game) == (left or right, Priority.ONLY)
