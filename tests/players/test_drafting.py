"""Drafting: a die is worth what can be done with it, turned and raised as is best."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.players.helpers import (
    NOT_ACTIONS,
    SENSIBLE,
    chosen,
    player_of,
    policy_at,
    taken,
    values_of,
)
from tests.trismegistus.rules.helpers import box_with, found, kinds, play, position, unpack
from trisim.games.trismegistus.box.words import Color, Symbol
from trisim.games.trismegistus.players.drafting import FAR_BELOW
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.lookahead import WORST
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.dice import dice_in_bowl
from trisim.games.trismegistus.rules.game import Game
from trisim.players.player import Player
from trisim.players.registry import load

GREEDY = load("greedy", KIT)

LINEAR = player_of(
    judgement={"less": 0.0, "rush": 0.0},
    score=1,
    raw=0.5,
    refined=0.9,
    chain=0.05,
    essences=0.4,
    silver=1.5,
    gold=1.2,
    levels=0.3,
    artifacts_ready=0.6,
    potency=0.3,
    tempo=0.2,
    ethereal_dice=0.1,
)
"""To whom so many of a thing are worth so many times one."""


def test_a_die_at_hand_is_used_up_first() -> None:
    bowls = {"iron": {"red": 5}, "lead": {"black": 2}}
    seat = {"goods": "", "die": "black lead", "potency": 1}
    game = position(seat, {"goods": ""}, bowls=bowls)
    assert {Move.NONE, Move.DIE} == kinds(game)
    erring = replace(SENSIBLE, noise=1.0, far=50.0)
    for player in (SENSIBLE, GREEDY, player_of(potency=-5, chain=9), erring):
        assert taken(game, player)[0] is Move.NONE


def best_action(game: Game, player: Player) -> float:
    """What the best action is worth after the rules have dealt with wild and ethereal dice."""
    if game.frame in (Frame.WILD, Frame.ETHEREAL):
        return max(best_action(after(game, move), player) for move in game.legal())
    assert game.frame is Frame.ACTION
    values = values_of(game, player)
    return max(v for move, v in values.items() if unpack(move)[0] not in NOT_ACTIONS)


def after(game: Game, move: int) -> Game:
    """A copy after a move."""
    copy = game.copy()
    copy.apply(move)
    return copy


def drafts(game: Game, every: int, seed: int) -> list[Game]:
    """Every so many positions of a random game in which a die has to be drafted."""
    chance, seen = np.random.default_rng(seed), []
    while not game.is_over:
        if game.frame is Frame.DRAFT and not found(game, Move.NONE):
            seen.append(game.copy())
        game.apply(game.legal()[int(chance.integers(len(game.legal())))])
        game.events()
    return seen[1::every]


BOWLS = [
    {"lead": {"black": 2, "red": 1}, "iron": {"white": 3}},
    {"copper": {"black": 5}, "tin": {"white": 1}, "wild": {"red": 2}},
    {"mercury": {"black": 1, "white": 2, "red": 2}, "wild": {"black": 1}},
]


@pytest.mark.parametrize("bowls", BOWLS)
@pytest.mark.parametrize("ethereal", ["", " + ethereal die"])
def test_a_die_is_worth_its_best_action_exactly_if_worths_are_linear(
    bowls: dict[str, Any], ethereal: str
) -> None:
    seat = {
        "goods": "2 lead + raw tin + refined copper + salt + aether" + ethereal,
        "artifacts": {"lead_copper": "t0-salt", "copper_tin": "t1-step"},
        "used": ["copper_tin"],
        "levels": {"fire": 3, "air": 9},
    }
    game = position(seat, {"goods": ""}, bowls=bowls)
    for move, value in values_of(game, LINEAR).items():
        really = best_action(after(game, move), LINEAR)
        if is_looked_at(game, move):
            assert value == pytest.approx(really), game.describe(move)
        else:
            assert value <= really + 1e-9, game.describe(move)


def test_a_die_is_worth_all_the_transmutations_it_allows() -> None:
    seat = {"goods": "4 lead + 4 salt"}
    game = position(seat, {"goods": ""}, bowls={"tin": {"black": 3}, "iron": {"red": 3}}, tokens={})
    values = values_of(game, player_of(refined=1, levels=2, judgement={"less": 0.0}))
    assert values[found(game, Move.DIE, Symbol.TIN)[0]] == 3 * (1 + 2)


def is_looked_at(game: Game, move: int) -> bool:
    """Whether the bowl of a die is not far below the fullest one."""
    sizes = [dice_in_bowl(game.state, symbol) for symbol in Symbol]
    return sizes[unpack(move)[1]] >= max(sizes) - FAR_BELOW


def test_a_die_is_worth_about_its_best_action() -> None:
    """A deed is judged once for all dice, as if with the potency of the best one.

    So there is more time to come for small dice than there is, and their worth is rather too high.
    """
    game = Game.new(2, 2, box=box_with())
    compared = 0
    for now in drafts(game, 5, seed=1)[:3]:
        values = values_of(now, SENSIBLE)
        really = {move: best_action(after(now, move), SENSIBLE) for move in values}
        for move, value in values.items():
            least = -0.01 if is_looked_at(now, move) else WORST * 2
            assert least <= value - really[move] < 3, now.describe(move)
        favourite = max(values, key=values.__getitem__)
        assert max(really.values()) - really[favourite] < 0.5
        compared += len(values)
    assert compared > 20


@pytest.mark.parametrize("ethereal", ["", "ethereal die"])
def test_a_wild_die_is_turned_the_same_way_with_and_without_the_table_of_the_draft(
    ethereal: str,
) -> None:
    seat = {"goods": f"2 lead + raw tin + salt + {ethereal or 'aether'}", "beside": ["fire-1a"]}
    bowls = {"wild": {"red": 2, "black": 1}, "tin": {"white": 3}}
    game = position(seat, {"goods": ""}, bowls=bowls)
    policy = policy_at(game, SENSIBLE)
    values_of(game, SENSIBLE, policy)
    play(game, Move.DIE, Symbol.WILD, Color.RED)
    for frame in (Frame.WILD, Frame.ETHEREAL)[: 1 + bool(ethereal)]:
        assert game.frame is frame
        known, anew = values_of(game, SENSIBLE, policy), values_of(game, SENSIBLE)
        assert spread(known) == pytest.approx(spread(anew))
        assert chosen(game, SENSIBLE, policy) == chosen(game, SENSIBLE)
        game.apply(chosen(game, SENSIBLE))


def spread(values: dict[int, float]) -> list[float]:
    """Values by how far they are below the best one."""
    return [max(values.values()) - value for value in values.values()]


def test_a_table_of_another_turn_is_not_used() -> None:
    seat = {"goods": "2 lead + ethereal die"}
    first = position(seat, {"goods": ""}, bowls={"wild": {"red": 1}, "lead": {"black": 1}})
    policy = policy_at(first, SENSIBLE)
    values_of(first, SENSIBLE, policy)
    later = position(seat, {"goods": ""}, bowls={"wild": {"red": 5}, "tin": {"red": 1}}, turn=7)
    play(later, Move.DIE, Symbol.WILD)
    assert values_of(later, SENSIBLE, policy) == values_of(later, SENSIBLE)


def test_an_ethereal_die_is_spent_if_it_gains_more_than_it_is_worth() -> None:
    bowls = {"lead": {"black": 2}, "tin": {"red": 1}}
    game = position({"goods": "ethereal die"}, {"goods": ""}, bowls=bowls)
    play(game, Move.DIE, Symbol.LEAD)
    assert game.frame is Frame.ETHEREAL
    lavish, thrifty = player_of(raw=1, score=0.1), player_of(raw=1, score=0.1, ethereal_dice=5)
    assert taken(game, lavish)[:2] == (Move.YES, 1)
    assert taken(game, thrifty)[0] is Move.NONE


def test_what_a_die_leaves_in_the_bowls_counts_if_it_is_weighed() -> None:
    bowls = {"lead": {"black": 2, "red": 1}, "tin": {"black": 1}}
    game = position({"goods": ""}, {"goods": ""}, bowls=bowls)
    values = values_of(game, player_of(dice_on_offer=1))
    tin = values[found(game, Move.DIE, Symbol.TIN)[0]]
    lead = values[found(game, Move.DIE, Symbol.LEAD)[0]]
    assert tin - lead == 2  # of two dice to come: 3 and 2, or 2 and 1
