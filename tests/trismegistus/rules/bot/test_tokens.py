"""Bonus tokens of Botmegistus: what they give, chains, once a token, and when they leave."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    AIR,
    CHAMELEON,
    EARTH,
    ETHEREAL,
    FIRE,
    STEP,
    WATER,
    bot_game,
    bot_levels,
    ethereal,
    give_die,
    hold_experiments,
    lab_of,
    new_solo,
    solo_card,
    stack_deck,
    through_setup,
    turn_with,
    your_lab,
)
from tests.trismegistus.rules.helpers import box_with, end_turn, found, next_turn_of
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game

LEVEL_4, LEVEL_8 = 0, 1


def about_to_enter(kind: int, track: Element = FIRE, level: int = 3) -> Game:
    """One space below a token; everything else far below."""
    game = bot_game()
    lab_of(game).level[:] = 0
    lab_of(game).level[track] = level
    game.state.bonus[track, LEVEL_4 if level < 4 else LEVEL_8] = kind
    give_die(game)
    return game


def test_token_ethereal_die() -> None:
    game = about_to_enter(ETHEREAL)
    turn_with(game, "bot-fire-water")
    assert ethereal(game) == 1
    assert bot_levels(game) == [4, 1, 0, 0]


def test_token_chameleon_gives_5_points() -> None:
    game = about_to_enter(CHAMELEON)
    turn_with(game, "bot-fire-water")
    assert int(lab_of(game).vp[Part.BOT]) == 5
    assert int(lab_of(game).held[Thing.CHAMELEON]) == 0


def test_token_step_goes_where_an_experiment_is_nearest() -> None:
    game = about_to_enter(STEP)
    hold_experiments(game, "air-1b", "earth-3a")  # 3 and 7 missing
    turn_with(game, "bot-fire-water")
    assert bot_levels(game) == [4, 1, 0, 1]


def test_token_step_else_goes_to_the_lowest() -> None:
    game = about_to_enter(STEP)
    lab_of(game).level[:] = [3, 2, 1, 2]
    turn_with(game, "bot-fire-water")
    assert bot_levels(game) == [4, 3, 2, 2]


def test_token_comes_at_once_before_the_rest_of_the_card() -> None:
    game = about_to_enter(STEP)
    lab_of(game).level[:] = [3, 1, 1, 1]
    your_lab(game).level[:] = [0, 0, 1, 1]
    turn_with(game, "bot-fire-water")  # the token's step goes to water: it leads by most there
    assert bot_levels(game) == [4, 3, 1, 1]
    game = about_to_enter(STEP)
    lab_of(game).level[:] = [3, 4, 4, 4]
    turn_with(game, "bot-lowest")  # fire, the token's step there too; then water is lowest
    assert bot_levels(game) == [5, 5, 4, 4]


def test_tokens_chain() -> None:
    game = about_to_enter(STEP)
    lab_of(game).level[:] = [3, 3, 3, 3]
    game.state.bonus[:, LEVEL_4] = STEP
    game.state.bonus[AIR, LEVEL_4] = CHAMELEON
    turn_with(game, "bot-fire-water")
    # fire, by its token water, by its token earth, by its token air: 5 points; then water
    assert bot_levels(game) == [4, 5, 4, 4]
    assert int(lab_of(game).vp[Part.BOT]) == 5
    causes = [
        (one.cause, one.cause_id, one.thing) for one in game.events() if one.what is Event.LEVEL
    ]
    card = solo_card(game, "bot-fire-water")
    assert causes == [
        (Cause.BOT_CARD, card, FIRE),
        (Cause.TOKEN, STEP, WATER),
        (Cause.TOKEN, STEP, EARTH),
        (Cause.TOKEN, STEP, AIR),
        (Cause.BOT_CARD, card, WATER),
    ]


def test_token_is_given_once() -> None:
    game = about_to_enter(CHAMELEON)
    turn_with(game, "bot-fire-water")
    lab_of(game).level[FIRE] = 3  # as if it came there again in the same turn
    turn_with(game, "bot-fire-water")
    assert int(lab_of(game).vp[Part.BOT]) == 5


def test_token_that_has_left_gives_nothing() -> None:
    game = about_to_enter(CHAMELEON)
    game.state.bonus[:] = -1
    turn_with(game, "bot-fire-water")
    assert int(lab_of(game).vp[Part.BOT]) == 0


def test_token_of_level_8() -> None:
    game = about_to_enter(ETHEREAL, WATER, 7)
    turn_with(game, "bot-fire-water")
    assert ethereal(game) == 1


# ---------------------------------------------------------------- when they leave


def bots_turn(kind: int) -> Game:
    """You have ended your turn; the bot has a die and a card that enters a token of this kind."""
    game = about_to_enter(kind)
    stack_deck(game, "bot-fire-water")
    your_lab(game).level[FIRE] = 3
    give_die(game, potency=5)
    game.state.essence_track[:] = [FIRE, FIRE, FIRE, FIRE]
    return game


def test_token_of_the_bots_turn_is_yours_too_if_you_reach_it_in_your_reaction() -> None:
    game = bots_turn(CHAMELEON)
    while game.frame is not Frame.REACT:
        declined = found(game, Move.NONE)
        game.apply(declined[0] if declined else game.legal()[0])
    assert game.seat == 0
    assert int(lab_of(game).vp[Part.BOT]) == 5
    assert game.state.bonus[FIRE, LEVEL_4] == CHAMELEON  # until cleanup
    your_lab(game).level[FIRE] = 3
    paths = found(game, Move.TRANSMUTE)
    assert paths
    game.apply(paths[0])
    next_turn_of(game)
    assert int(your_lab(game).held[Thing.CHAMELEON]) == 1
    assert game.state.bonus[FIRE, LEVEL_4] == -1


def test_token_is_gone_at_the_cleanup_of_the_bots_turn() -> None:
    game = bots_turn(CHAMELEON)
    end_turn(game)  # yours; the bot's goes up to your reaction
    while game.frame is not Frame.DRAFT:
        declined = found(game, Move.NONE)
        game.apply(declined[0] if declined else game.legal()[0])
    assert game.state.bonus[FIRE, LEVEL_4] == -1
    gone = [one for one in game.events() if one.what is Event.TOKEN_GONE]
    assert [(one.thing, one.delta) for one in gone] == [(CHAMELEON, 0)]


@pytest.mark.parametrize("kind", [STEP, CHAMELEON, ETHEREAL])
def test_token_reached_at_setup_is_the_bots_and_gone_before_the_first_turn(kind: int) -> None:
    game = new_solo(2, setup_rolls=12)
    game.state.bonus[:, LEVEL_4] = kind
    before = game.state.bonus.copy()
    through_setup(game)
    assert game.frame is Frame.DRAFT
    assert game.state.turn_no == 0
    assert max(bot_levels(game)) >= 4
    reached = [e for e in Element if bot_levels(game)[e] >= 4]
    for element in Element:
        there = game.state.bonus[element, LEVEL_4]
        assert there == (-1 if element in reached else before[element, LEVEL_4])
    tokens = [one for one in game.events() if one.what is Event.TOKEN]
    assert len(tokens) == len(reached)
    assert ethereal(game) == 1 + (len(reached) if kind == ETHEREAL else 0)
    assert int(lab_of(game).vp[Part.BOT]) == (5 * len(reached) if kind == CHAMELEON else 0)
    assert sum(bot_levels(game)) == 12 + (len(reached) if kind == STEP else 0)


def test_setup_of_the_board_is_that_of_a_game_of_two() -> None:
    solo = new_solo(3)
    pair = Game.new(players=2, seed=3, box=box_with())
    for name in ("market", "books", "bowls", "bonus", "essence_track", "order"):
        assert (solo.state[name] == pair.state[name]).all(), name
